"""The README and the pages in .github/docs say what the program does: their blocks and commands run."""

from __future__ import annotations

import csv
import doctest
import io
import random
import re
import shlex
from pathlib import Path

import pytest

import gapviz
from gapviz.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / ".github" / "docs"
PAGES = {path.name: path.read_text("utf-8") for path in (ROOT / "README.md", *sorted(DOCS.glob("*.md")))}
ELSEWHERE = ("python3 ", "pip install ", "shtab ")
"""How lines of shell blocks begin that other tests run: those of the wheel and of completion, and run.py."""

COMMAND = re.compile(r"(?:python -m )?gapviz (?P<arguments>.*)", re.DOTALL)
ROW = re.compile(r"^\| `(?P<arguments>[^`]+)` \| `(?P<columns>[^`]+)` \|", re.MULTILINE)


def blocks(language: str) -> list[tuple[str, str]]:
    """Name of the page and text of each block of a language."""
    pattern = re.compile(rf"^```{language}\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
    return [(name, text) for name, page in PAGES.items() for text in pattern.findall(page)]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """What the words in capital letters stand for: a collection with grades 0 to 2, a click log, features."""
    chance = random.Random(1)
    qrels, clicks, features = [], [], []
    runs: dict[str, list[str]] = {"a": [], "b": [], "c": []}
    for topic in range(1, 9):
        grades = [2] * (1 + topic % 2) + [1] * (20 if topic % 2 else 4) + [0] * 15
        documents = [f"d{number}" for number in range(len(grades))]
        for document, grade in zip(documents, grades, strict=True):
            qrels.append(f"{topic} 0 {document} {grade}\n")
            clicks.append(f"{topic} {document} {grade}\n")
            features.append(f"{grade} qid:{topic} 1:{chance.random() + grade:.3f} 2:{chance.random():.3f}\n")
        for name, lines in runs.items():
            order = chance.sample(documents, len(documents))
            lines += [f"{topic} Q0 {one} {rank} {-rank} {name}\n" for rank, one in enumerate(order, 1)]
    (tmp_path / "runs").mkdir()
    for name, lines in {"qrels": qrels, "clicks": clicks, "features": features}.items():
        (tmp_path / name).write_text("".join(lines))
    for name, lines in runs.items():
        (tmp_path / "runs" / name).write_text("".join(lines))
    return {
        "QRELS": str(tmp_path / "qrels"),
        "RUN...": str(tmp_path / "runs"),
        "FILE": str(tmp_path / "clicks"),
        "FEATURES": str(tmp_path / "features"),
        "page.html": str(tmp_path / "page.html"),
    }


def test_the_table_of_measures_is_the_registry(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measures", "--format", "markdown"]) == 0
    printed = capsys.readouterr().out
    assert PAGES["measures.md"] == printed, "gapviz measures --format markdown > .github/docs/measures.md"


@pytest.mark.parametrize("name", PAGES)
def test_python_blocks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    if name == "python.md":
        pytest.importorskip("pyterrier", reason="pyterrier is not installed")
    text = "\n".join(block for page, block in blocks("python") if page == name)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, name, 0))
    assert runner.failures == 0
    assert (runner.summarize().attempted > 0) == bool(text)


@pytest.mark.parametrize(("name", "block"), blocks("console"))
def test_console_blocks(
    name: str, block: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    first, *expected = block.splitlines()
    prompt, program, *arguments = shlex.split(first)
    assert (prompt, program) == ("$", "gapviz")
    assert main(arguments) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    cut = expected.index("...") if "..." in expected else None
    shown = [line.split() for line in printed.out.splitlines()]  # tabs are spaces on the page
    assert shown[:cut] == [line.split() for line in expected[:cut]]


def shell_lines() -> list[str]:
    """Return the lines of shell blocks, those that go on at the next line whole."""
    text = "\n".join(block for _, block in blocks("sh")).replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("line", [line for line in shell_lines() if not line.startswith(ELSEWHERE)])
def test_commands_in_shell_blocks(
    line: str, files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    command = COMMAND.fullmatch(line)
    assert command is not None
    assert main([files.get(word, word) for word in shlex.split(command["arguments"])]) == 0
    assert capsys.readouterr().out.count("\n") > 1


@pytest.mark.parametrize("row", ROW.findall(PAGES["command-line.md"]), ids=lambda row: row[0].split()[0])
def test_commands_of_the_table_print_these_columns(
    row: tuple[str, str], files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, columns = row
    if arguments.startswith("learn"):
        pytest.importorskip("lightgbm", reason="lightgbm is not installed")
        arguments += " --folds 2 --rounds 2"  # as many as the example has topics for
    assert main([files.get(word, word) for word in shlex.split(arguments)]) == 0
    head, *rows = csv.reader(io.StringIO(capsys.readouterr().out))
    assert head == columns.split(",")
    assert rows


def test_every_command_stands_in_the_table_or_in_a_block() -> None:
    from gapviz.cli.parser import parser

    (choices,) = (one.choices for one in parser()._actions if one.dest == "command")
    assert choices is not None
    text = PAGES["command-line.md"]
    assert [name for name in choices if not re.search(rf"`{name} |gapviz {name} |`{name}`", text)] == []


def test_another_run_wins_where_the_readme_says_so() -> None:
    assert "Drag **g₂** down to 0.2: under xGAP another run wins" in PAGES["README.md"]
    scores = gapviz.scores(gapviz.likeness("TREC 10"), ["xGAP(g=0.2,0.8)", "xGAP(g=0.8,0.2)"])
    first, second = scores.means().argmax(axis=1).tolist()
    assert first != second


def test_paths_and_links_exist() -> None:
    for name, page in PAGES.items():
        folder = ROOT if name == "README.md" else DOCS
        named = re.findall(r"(?:tests|gapviz|data|\.github|\.ci)/[\w./-]+", page)
        assert [path for path in named if not (ROOT / path.rstrip(".")).exists()] == [], name
        links = re.findall(r"\]\((?!https?:)([^)#]+)\)", page)
        assert [link for link in links if not (folder / link).exists()] == [], name


def test_every_folder_of_the_package_is_told_of() -> None:
    folders = {path.parent.name for path in (ROOT / "gapviz").glob("*/__init__.py")}
    assert set(re.findall(r"^\| `gapviz/(\w+)` \|", PAGES["code.md"], flags=re.MULTILINE)) == folders
