"""`gapviz app`: what it hands to Streamlit, and what it refuses."""

from __future__ import annotations

import runpy
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gapviz.cli.main import main

APP = str(Path(__file__).parents[2] / "app.py")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """Arguments with which Streamlit was started."""
    all_of_them: list[list[str]] = []

    def start(module: str, **options: Any) -> None:
        all_of_them.append([module, *sys.argv])

    monkeypatch.setattr(runpy, "run_module", start)
    monkeypatch.setattr(sys, "argv", sys.argv)
    broken_pipe = signal.getsignal(signal.SIGPIPE)
    yield all_of_them
    signal.signal(signal.SIGPIPE, broken_pipe)


@pytest.mark.parametrize(
    ("options", "handed_on"),
    [
        ([], []),
        (["--port", "8600"], ["--server.port=8600"]),
        (["--collections", "."], ["--", "--collections", "."]),
        (["--port", "1", "--collections", "."], ["--server.port=1", "--", "--collections", "."]),
    ],
)
def test_what_streamlit_is_started_with(
    started: list[list[str]], options: list[str], handed_on: list[str]
) -> None:
    assert main(["app", *options]) == 0
    assert started == [["streamlit", "streamlit", "run", APP, *handed_on]]


def test_a_folder_that_is_none_is_one_sentence(
    started: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["app", "--collections", "/nowhere"]) == 2
    assert capsys.readouterr().err == "--collections: expected a folder, found none called /nowhere\n"
    assert started == []


@pytest.mark.parametrize("port", ["0", "65536", "-1", "x"])
def test_a_port_that_is_none_is_one_sentence(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["app", f"--port={port}"])
    assert ended.value.code == 2
    assert f"expected a port from 1 to 65535, found {port!r}" in capsys.readouterr().err
