"""The command line, in this process and, where the process matters, as one."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import gapviz
from gapviz.cli import main as command_line
from gapviz.cli.main import main, process
from gapviz.cli.parser import parser

ROOT = Path(__file__).resolve().parents[2]

QRELS = "1 0 a 2\n1 0 b 0\n1 0 c 1\n2 0 a 1\n3 0 d 0\n"
GOOD = "1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n2 Q0 z 1 2 x\n2 Q0 a 2 1 x\n"
OTHER = "1 Q0 c 1 3 y\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Judgements and two runs in the working folder.

    By hand: AP of good.run is (1 + 2/3) / 2 = 5/6 on topic 1, 1/2 on topic 2, and 0 on topic 3, where
    nothing is relevant: mean 4/9. other.run has only topic 1, with 1/2.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "good.run").write_text(GOOD)
    (tmp_path / "other.run").write_text(OTHER)
    return tmp_path


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_trec_names_each_run(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "qrels.txt", "good.run", "other.run", "-m", "AP", "-m", "P@1"]) == 0
    assert capsys.readouterr().out == (
        "runid                 \tall\tgood.run\n"
        "AP                    \tall\t0.4444\n"
        "P@1                   \tall\t0.3333\n"
        "runid                 \tall\tother.run\n"
        "AP                    \tall\t0.1667\n"
        "P@1                   \tall\t0.3333\n"
    )


@pytest.mark.parametrize("command", ["score", "tau", "curve", "health"])
def test_a_run_without_a_judged_topic_is_said(
    files: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """Once, with an example of each id; the others are scored, and it too where that is asked for."""
    (files / "foreign.run").write_text(GOOD.replace("1 Q0", "qtest.1 Q0").replace("2 Q0", "qtest.2 Q0"))
    more = {
        "score": ["-m", "AP"],
        "tau": ["-m", "AP", "-m", "P@1"],
        "curve": ["--run", "good.run"],
        "health": [],
    }[command]
    arguments = [command, "qrels.txt", "good.run", "foreign.run", "other.run", *more]
    problem = "foreign.run: expected a judged topic, such as '1', found only others, such as 'qtest.1'"
    if command == "health":
        assert main(arguments) == 0
        assert capsys.readouterr().out.count(f"warning: {problem}.\n") == 1
        assert main([*arguments, "--format", "csv"]) == 0
        assert capsys.readouterr().err == f"{problem}\n"
        return
    for topics in ([], ["--topics", "run"]):
        assert main([*arguments, *topics]) == 2
        said = capsys.readouterr()
        assert said.err == f"{problem} (left out; with --topics judged it scores 0)\n"
        assert "good.run" in said.out or command == "tau"
        assert "foreign.run" not in said.out
    assert main([*arguments, "--topics", "judged"]) == 0
    said = capsys.readouterr()
    assert said.err == f"{problem}\n"
    assert "foreign.run" in said.out or command in ("tau", "curve")


def test_no_run_with_a_judged_topic_prints_nothing(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "foreign.run").write_text(GOOD.replace("1 Q0", "qtest.1 Q0").replace("2 Q0", "qtest.2 Q0"))
    assert main(["score", "qrels.txt", "foreign.run", "-m", "AP"]) == 2
    assert capsys.readouterr().out == ""


def test_a_run_without_a_judged_document_is_said_and_scored(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "far.run").write_text("1 Q0 doc-a 1 3 x\n")
    assert main(["score", "qrels.txt", "far.run", "-m", "AP"]) == 0
    said = capsys.readouterr()
    assert said.out.endswith("AP                    \tall\t0.0000\n")
    assert (
        said.err == "far.run: expected a judged document, such as 'a', found only others, such as 'doc-a'\n"
    )


def test_how_files_are_read_is_asked_for(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """AP by hand: é is the one relevant document, with its second judgement, and ranks second."""
    (files / "words.txt").write_text("#1 0 é NO\n#1 0 é L2\n#1 0 b NO\n2 0 b NO\n", encoding="latin-1")
    (files / "one.run").write_text("#1 Q0 b 1 3 x\n#1 Q0 é 2 2 x\n", encoding="latin-1")
    options = ["--encoding", "latin-1", "--grades", "NO:0,L2:2", "--comments", "read"]
    arguments = ["score", "words.txt", "one.run", "-m", "AP"]
    assert main([*arguments, *options, "--duplicates", "best"]) == 0
    # 1/2, and nothing relevant in topic 2.
    assert capsys.readouterr().out.endswith("AP                    \tall\t0.2500\n")
    assert main([*arguments, *options, "--duplicates", "first"]) == 0
    assert capsys.readouterr().out.endswith("AP                    \tall\t0.0000\n")
    for left_out, hint in (
        ("--encoding", "or the option encoding"),
        ("--grades", "or a mapping for words"),
        ("--duplicates", "or the option duplicates"),
        ("--comments", "which the option comments (read) takes"),
    ):
        at = [*options, "--duplicates", "best"]
        place = at.index(left_out)
        main([*arguments, *at[:place], *at[place + 2 :]])
        assert hint in capsys.readouterr().err


def test_csv_has_full_precision_and_topics(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "qrels.txt", "good.run", "-m", "AP", "-q", "--format", "csv"]) == 0
    header, *rows = read(capsys.readouterr().out)
    assert header == ["run", "topic", "measure", "value"]
    assert [row[:3] for row in rows] == [["good.run", topic, "AP"] for topic in ("1", "2", "3", "all")]
    assert [float(row[3]) for row in rows] == pytest.approx([5 / 6, 1 / 2, 0, 4 / 9], abs=1e-15)


def test_csv_equals_the_frame(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = ["GAP(g=0.1,0.9)", "nDCG"]
    options = [option for text in texts for option in ("-m", text)]
    assert main(["score", "qrels.txt", "good.run", "other.run", *options, "-q", "--format", "csv"]) == 0
    collection = gapviz.load("qrels.txt", ["good.run", "other.run"])
    frame = gapviz.scores(collection, texts).frame(per_topic=True)
    assert read(capsys.readouterr().out)[1:] == [
        [run, topic, measure, repr(value)] for run, topic, measure, value in frame.itertuples(index=False)
    ]


def test_json_has_the_rows_of_csv(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "qrels.txt", "other.run", "-m", "AP", "-q", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0] == {
        "run": "other.run",
        "topic": "1",
        "measure": "AP",
        "value": 0.5,
    }


def test_latex_marks_the_lowest_where_lower_is_better(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "late.run").write_text("1 Q0 x 1 3 t\n1 Q0 y 2 2 t\n1 Q0 a 3 1 t\n")
    assert main(["score", "qrels.txt", "good.run", "late.run", "-m", "RHL@9", "--format", "latex"]) == 0
    lines = capsys.readouterr().out.splitlines()
    marked = [line for line in lines if "textbf" in line]
    assert len(marked) == 1
    assert marked[0].startswith("good.run")


def test_sessions(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "sessions.txt").write_text("s 4 1\n")
    arguments = [
        "score",
        "qrels.txt",
        "good.run",
        "-q",
        "-m",
        "DCG(b=2)@9",
        "-m",
        "sDCG(bq=4)@9",
        "--format",
        "json",
    ]
    assert main([*arguments, "--sessions", "sessions.txt"]) == 0
    values = {(row["measure"], row["topic"]): row["value"] for row in json.loads(capsys.readouterr().out)}
    assert values["sDCG(b=2,bq=4)@9", "1"] == values["DCG(b=2)@9", "1"] / 2 > 0
    assert main([*arguments, "--sessions", "qrels.txt"]) == 2


def test_latex_escapes_names_and_marks_the_best(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "a_b&c.run").write_text(OTHER)
    assert main(["score", "qrels.txt", "good.run", "a_b&c.run", "-m", "AP", "--format", "latex"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"run & AP \\",
        r"\midrule",
        r"good.run & \textbf{0.4444} \\",
        r"a\_b\&c.run & 0.1667 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_names_are_quoted_not_changed(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / '=1,"2".run').write_text(OTHER)
    assert main(["score", "qrels.txt", '=1,"2".run', "-m", "AP", "--format", "csv"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[1].startswith('"=1,""2"".run",all,AP,')
    assert read(out)[1][0] == '=1,"2".run'


@pytest.mark.parametrize(
    ("options", "value"),
    [
        (["--topics", "run"], 2 / 3),  # (5/6 + 1/2) / 2
        (["--empty", "omit"], 2 / 3),
        (["--depth", "1"], 1 / 6),  # (1/2 + 0 + 0) / 3
        (["--grades", "0:1,1:0"], 1 / 3),  # relevant: a and b of topic 1 with AP 1, none of 2, d of 3
        (["--grades=2:0"], 5 / 18),  # relevant: c of topic 1 at rank 3, a of topic 2 at rank 2
    ],
)
def test_options_reach_the_scores(
    files: Path, capsys: pytest.CaptureFixture[str], options: list[str], value: float
) -> None:
    assert main(["score", "qrels.txt", "good.run", "-m", "AP", "--format", "csv", *options]) == 0
    assert float(read(capsys.readouterr().out)[1][3]) == pytest.approx(value, abs=1e-15)


def test_a_mapping_may_start_with_a_minus(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "qrels.txt", "good.run", "-m", "AP", "--grades", "-2:0,2:1"]) == 0
    assert capsys.readouterr().out.endswith("AP                    \tall\t0.4444\n")


def test_a_bad_file_does_not_hide_the_good_ones(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "bad.run").write_text("1 Q0 a 1 3 x\n1 Q0 b 2\n")
    assert main(["score", "qrels.txt", "good.run", "bad.run", "missing.run", "-m", "AP"]) == 2
    out, err = capsys.readouterr()
    assert "good.run\n" in out
    assert "bad.run:2: expected " in err
    assert "missing.run" in err
    assert len(err.splitlines()) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-m", "XYZ"], "XYZ"),
        (["-m", "GAP(g=0.5,0.6)"], "GAP(g=0.5,0.6)"),
        (["-m", "GAP(g=0.5,0.25,0.25)"], "GAP(g=0.5,0.25,0.25)"),
        (["-m", "AP", "--grades", "x"], "'x'"),
        (["-m", "AP", "--depth", "0"], "expected a whole number from 1, found '0'"),
        (["-m", "AP", "--ties", "coin"], "'coin'"),
        (["-m", "AP", "--dpeth=3"], "unknown option --dpeth, did you mean --depth?"),
        (["--dpeth", "3"], "unknown option --dpeth, did you mean --depth?"),
        (["-m", "AP", "--", "--dpeth", "3"], "--dpeth"),
        (["-m", "AP", "--zzzz"], "unrecognized arguments: --zzzz"),
        ([], "-m"),
    ],
)
def test_a_bad_option_is_one_sentence(
    files: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    try:
        status: object = main(["score", "qrels.txt", "good.run", *options])
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert said in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(("form", "head"), [("text", "judged documents"), ("csv", "run,tag,"), ("json", "{")])
def test_health(files: Path, capsys: pytest.CaptureFixture[str], form: str, head: str) -> None:
    assert main(["health", "qrels.txt", "good.run", "other.run", "--format", form]) == 0
    out = capsys.readouterr().out
    assert head in out
    assert "other.run" in out


def test_help_names_every_measure(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["score", "--help"])
    shown = capsys.readouterr().out
    assert all(row.example in shown and row.summary in shown for row in gapviz.measures.MEASURES)


def test_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert capsys.readouterr().out == f"gapviz {project['version']}\n"


@pytest.mark.parametrize("form", ["trec", "csv", "json"])
def test_a_topic_named_as_the_mean(files: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
    """Lines of this topic and of means could not be told apart."""
    (files / "all.txt").write_text("all 0 a 1\n2 0 a 1\n")
    arguments = ["score", "all.txt", "good.run", "-m", "AP", "--format", form]
    assert main(arguments) == 0
    assert capsys.readouterr().err == ""
    assert main([*arguments, "-q"]) == 2
    assert capsys.readouterr() == (
        "",
        "topics: expected no topic named 'all' where topics are listed, since the mean has that name, "
        "found one\n",
    )
    assert main(["health", "all.txt", "good.run"]) == 0
    assert "warning: A topic is named all, as the mean over topics is: " in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="redirects as Unix shells do")
@pytest.mark.parametrize(
    "arguments",
    [
        "score - good.run -m AP < qrels.txt",
        "score qrels.txt - -m AP < good.run",
        "score qrels.txt other.run - -m AP < good.run",
        "score <(cat qrels.txt) <(gzip -c good.run) -m AP",
    ],
)
def test_standard_input_and_pipes(files: Path, arguments: str) -> None:
    done = _shell(arguments, shell="bash")
    assert (done.returncode, done.stderr) == (0, "")
    assert "AP                    \tall\t0.4444\n" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="redirects as Unix shells do")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("score - - -m AP < qrels.txt", "-: expected standard input as one file, found it as several\n"),
        ("score qrels.txt - -m AP <&-", "-: expected a standard input, found a closed one\n"),
        (
            "score qrels.txt - -m AP < /dev/null",
            "<stdin>: expected a run (topic Q0 document rank score tag), found no rows\n",
        ),
        ("score '' good.run -m AP", "'': expected a file, folder or pattern, found an empty path\n"),
        ("score qrels.txt '' -m AP", "'': expected a file, folder or pattern, found an empty path\n"),
    ],
)
def test_no_standard_input_or_path(files: Path, arguments: str, message: str) -> None:
    done = _shell(arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.parametrize("option", ["--depth", "--ties", "--grades", "-m", "--nothing"])
@pytest.mark.parametrize("text", ["9" * 5000, "a b" * 2000, "x\ny" * 2000])
def test_what_is_repeated_from_an_option_is_cut(
    files: Path, capsys: pytest.CaptureFixture[str], option: str, text: str
) -> None:
    try:
        status: object = main(["score", "qrels.txt", "good.run", "-m", "AP", option, text])
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert (status, err.count("\n")) == (2, 1)
    assert [line.split()[0] for line in out.splitlines()] == (["runid", "AP"] if option == "-m" else [])
    assert len(err) < 800


def test_scoring_imports_numpy_only(files: Path) -> None:
    code = (
        "import sys; from gapviz.cli.main import main;"
        "main(['score', 'qrels.txt', 'good.run', '-m', 'GAP(g=0.5,0.5)', '--format', 'csv']);"
        "main(['health', 'qrels.txt', 'good.run']);"
        "sys.exit(', '.join({'pandas', 'scipy', 'plotly', 'streamlit'} & set(sys.modules)) or 0)"
    )
    done = _process("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_pipe_ends_quietly(files: Path) -> None:
    (files / "many.qrels").write_text("".join(f"{t} 0 a 1\n" for t in range(20000)))
    command = [sys.executable, "-m", "gapviz", "score", "many.qrels", "good.run", "-m", "AP", "-q"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the machine has no /dev/full")
@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        (">/dev/full", "output: expected a place that takes it, found No space left on device\n"),
        (">&-", "output: expected a standard output, found a closed one\n"),
    ],
)
def test_output_that_can_not_be_written(files: Path, redirection: str, message: str) -> None:
    done = _shell(f"score qrels.txt good.run -m AP {redirection}")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


@pytest.mark.skipif(os.name == "nt", reason="closes a stream as Unix shells do")
def test_messages_never_stand_in_the_output(files: Path) -> None:
    done = _shell("score qrels.txt good.run missing.run -m AP --format csv 2>&-")
    assert (done.returncode, len(read(done.stdout))) == (2, 2)


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyboardInterrupt, 130, ""),
        (MemoryError, 2, "memory: expected files and options that fit it, found too little\n"),
    ],
)
def test_what_stops_a_process_is_no_traceback(
    error: type[BaseException],
    status: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def stop() -> int:
        raise error

    monkeypatch.setattr(command_line, "main", stop)
    assert (process(), capsys.readouterr().err) == (status, message)


def test_output_is_utf_8_in_any_locale(files: Path) -> None:
    (files / "Übung.run").write_text(OTHER)
    command = [
        sys.executable,
        "-m",
        "gapviz",
        "score",
        "qrels.txt",
        "Übung.run",
        "-m",
        "AP",
        "--format",
        "csv",
    ]
    environment = {**_environment(), "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\nÜbung.run,all,AP," in done.stdout.decode("utf-8")


def _process(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=_environment(), check=False
    )


def _shell(arguments: str, shell: str = "sh") -> subprocess.CompletedProcess[str]:
    command = f'"{sys.executable}" -m gapviz {arguments}'
    return subprocess.run(
        [shell, "-c", command], capture_output=True, text=True, env=_environment(), check=False
    )


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_measures_that_do_not_fit_are_a_sentence_each_and_the_others_are_printed(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["AP(rel=9)", "AP", "GAP(g=0.1,0.2,0.7,0)", "P@0", "P@1"]
    arguments = [part for text in asked for part in ("-m", text)]
    assert main(["score", "qrels.txt", "good.run", *arguments, "--format", "csv"]) == 2
    out, err = capsys.readouterr()
    assert [line.split(",")[2] for line in out.splitlines()] == ["measure", "AP", "P@1"]
    assert [line.partition(":")[0] for line in err.splitlines()] == [
        "AP(rel=9)",
        "GAP(g=0.1,0.2,0.7,0)",
        "P@0",
    ]
    assert main(["score", "qrels.txt", "good.run", "-m", "AP(rel=9)", "-m", "P@0"]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 2)


def test_names_as_they_were_asked_for(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["-m", "map", "-m", "P_10", "-m", "NDCG@5"]
    for names, expected in (("asked", ["map", "P_10", "NDCG@5"]), ("gapviz", ["AP", "P@10", "nDCG@5"])):
        assert main(["score", "qrels.txt", "good.run", *asked, "--names", names, "--format", "csv"]) == 0
        assert [line.split(",")[2] for line in capsys.readouterr().out.splitlines()[1:]] == expected
    assert main(["score", "qrels.txt", "good.run", *asked, "--names", "asked", "--format", "latex"]) == 0
    assert r"run & map & P\_10 & NDCG@5 \\" in capsys.readouterr().out
    assert main(["score", "qrels.txt", "good.run", *asked, "--names", "asked"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("map                   \tall\t")


def test_shtab_writes_the_completion_of_a_shell() -> None:
    shtab = pytest.importorskip("shtab", reason="shtab is not installed")
    written = shtab.complete(parser(), "bash")
    assert {"score", "robustness", "measures"} <= set(
        written.partition("subparsers=(")[2].split(")")[0].split()
    )
    assert "--collections" in written
