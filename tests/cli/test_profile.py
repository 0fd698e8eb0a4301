"""The command profile, and its store in the place of judgements and runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gapviz.cli.main import main
from gapviz.cli.parser import FURTHER

SMALL = Path(__file__).resolve().parents[2] / "data" / "small"
QRELS, RUNS = str(SMALL / "qrels.txt"), str(SMALL / "runs")
ARGUMENTS = {
    "score": ["-m", "AP", "-m", "subAP(p=0.5)", "-q", "--format", "csv"],
    "health": ["--format", "csv"],
    "tau": ["-m", "AP", "-m", "nDCG"],
    "swap": ["--runs", "teamA.1", "teamB.1"],
    "robustness": ["-m", "AP", "--rates", "0.5", "--samples", "1", "--design", "imperfect"],
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("profile") / "kept")
    assert main(["profile", QRELS, RUNS, "--output", folder]) == 0
    return folder


@pytest.mark.parametrize("command", ARGUMENTS)
def test_commands_print_the_same_from_a_store(
    kept: str, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    printed = []
    for files in ([QRELS, RUNS], [kept]):
        assert main([command, *files, *ARGUMENTS[command]]) == 0
        printed.append(capsys.readouterr())
    assert printed[0] == printed[1]


@pytest.mark.parametrize("terminal", [True, False])
def test_the_runs_are_counted_while_they_are_done_on_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    runs = [f"{RUNS}/teamA.1", f"{RUNS}/teamA.2"]
    assert main(["profile", QRELS, *runs, "--output", str(tmp_path / "kept"), "--jobs", "1"]) == 0
    assert capsys.readouterr() == ("", "\r1 of 2 runs\r2 of 2 runs\n" if terminal else "")


def test_a_run_that_can_not_be_read_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad").write_text("1 Q0 a\n")
    files = [QRELS, f"{RUNS}/teamA.1", str(tmp_path / "bad")]
    assert main(["profile", *files, "--output", str(tmp_path / "kept")]) == 2
    assert "bad:1: expected " in capsys.readouterr().err
    assert main(["score", str(tmp_path / "kept"), "-m", "AP"]) == 0
    assert "runid                 \tall\tteamA.1\n" in capsys.readouterr().out


NEED_RUNS = ["score", "health", "profile", *(name for name, command in FURTHER.items() if command.runs)]


@pytest.mark.parametrize("command", NEED_RUNS)
def test_runs_are_asked_for_where_there_is_no_store(capsys: pytest.CaptureFixture[str], command: str) -> None:
    more = {"score": ["-m", "AP"], "profile": ["--output", "kept"]}
    with pytest.raises(SystemExit) as caught:
        main([command, QRELS, *more.get(command, [])])
    assert caught.value.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "the following arguments are required" in said
    if command in ("score", "profile"):  # nothing else is missing
        assert "RUN, for " in said
        assert "is no store" in said


def test_a_scheduler_that_does_not_answer_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["profile", QRELS, RUNS, "--output", str(tmp_path / "kept"), "--scheduler"]
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*arguments, "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == (
        '--scheduler: expected Dask, found no package distributed: pip install "gapviz[dask]"\n'
    )
    monkeypatch.undo()
    pytest.importorskip("distributed", reason="Dask is absent: pip install distributed")
    assert main([*arguments, "nowhere://1"]) == 2
    assert capsys.readouterr().err == (
        "--scheduler: expected the address of a Dask scheduler that answers, such as tcp://10.0.0.1:8786, "
        "found 'nowhere://1'\n"
    )
