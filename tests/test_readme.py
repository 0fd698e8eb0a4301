"""The README says what the program does: its Python and console blocks run, its table is the registry."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gapviz.measures import MEASURES

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


def measure_table() -> str:
    """The table of measures, from the registry."""
    head = "| measure, as text | what it is | range | source |\n|---|---|---|---|\n"
    return head + "".join(
        f"| `{row.example}` | {row.summary} | {row.range} | {row.source} |\n" for row in MEASURES
    )


def test_table_of_measures_is_the_registry() -> None:
    between = re.search(r"<!-- measures -->\n(.*?)<!-- end -->", README, flags=re.DOTALL)
    assert between is not None
    assert between[1] == measure_table(), f"put this between the marks:\n{measure_table()}"


def test_python_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    text = "\n".join(blocks("python"))
    runner.run(parser.get_doctest(text, {}, "README.md", "README.md", 0))
    assert runner.summarize().attempted > 0
    assert runner.failures == 0


@pytest.mark.parametrize("block", blocks("console"))
def test_console_blocks(block: str) -> None:
    first, *expected = block.splitlines()
    prompt, python, *arguments = shlex.split(first)
    assert (prompt, python) == ("$", "python")
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    cut = expected.index("...") if "..." in expected else None
    shown = [line.split() for line in done.stdout.splitlines()]  # tabs are spaces in the README
    assert shown[:cut] == [line.split() for line in expected[:cut]]


def test_commands_exist() -> None:
    named = re.findall(r"(?:tests|gapviz|data|\.github|\.ci)/[\w./-]+", README)
    assert [path for path in named if not (ROOT / path.rstrip(".")).exists()] == []
