"""The lines that a page offers give its numbers when they are run, on files and on a bundled collection."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gapviz
from gapviz.analysis.rankings.standings import standings
from gapviz.pages.parts import script
from gapviz.pages.parts.script import Source
from gapviz.pages.session.state import State

ROOT = Path(__file__).resolve().parents[3]
SMALL = ROOT / "data" / "small"
G = (0.1, 0.2, 0.7)

Table = dict[tuple[str, str, str], float]


def ran(*command: str, folder: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout


def table(text: str) -> Table:
    rows = list(csv.DictReader(io.StringIO(text)))
    assert rows
    return {(row["run"], row["topic"], row["measure"]): float(row["value"]) for row in rows}


def from_python(source: Source, folder: Path) -> Table:
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(script.means(source).python, {})
    return table(printed.getvalue())


def from_new_python(source: Source, folder: Path) -> Table:
    """As `from_python`, where no module is imported yet."""
    return table(ran(sys.executable, "-c", script.means(source).python, folder=folder))


def from_shell(source: Source, folder: Path) -> Table:
    line = script.means(source).command.replace("python", shlex.quote(sys.executable), 1)
    return table(ran("sh", "-c", line, folder=folder))


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Files of the small collection, with names that a shell and Python must take literally."""
    (tmp_path / "-my $(qrels) 'file'.txt").write_bytes((SMALL / "qrels.txt").read_bytes())
    (tmp_path / "runs").mkdir()
    for run in sorted((SMALL / "runs").iterdir()):
        (tmp_path / "runs" / run.name).write_bytes(run.read_bytes())
    # One run lacks most topics, so that the convention for means shows; and one is no run.
    (tmp_path / "runs" / "short").write_text(
        "".join(
            f"1 Q0 {line.split()[2]} 1 1.0 x\n" for line in (SMALL / "qrels.txt").read_text().split("\n")[:5]
        )
    )
    (tmp_path / "runs" / "broken").write_text("1 Q0\n")
    return tmp_path


@pytest.mark.parametrize(
    ("state", "grades"),
    [
        (State(g=G), ""),
        (State(g=(1 / 3, 2 / 3), topics="run", empty="omit", ties="rank", depth="20"), "3:2"),
        (State(g=(0.5, 0.5), ties="trec_eval9", topic="1"), "1:unjudged,3:1"),
    ],
    ids=["defaults", "every convention", "topics one by one"],
)
def test_both_give_the_numbers_of_the_page(files: Path, state: State, grades: str) -> None:
    source = Source(state, qrels="-my $(qrels) 'file'.txt", runs="runs", grades=grades, problems=True)
    conventions: Any = {"ties": state.ties, "depth": int(state.depth) if state.depth else None}
    means: Any = {"topics": state.topics, "empty": state.empty}
    collection = gapviz.load(
        files / source.qrels, files / "runs", grades=grades, errors="collect", **conventions
    )
    now = standings(gapviz.profile(collection), state.g, **means)
    names = [str(measure) for measure in now.scores.measures]
    shown = {
        (run, "all", name): value
        for name, row in zip(names, now.means.tolist(), strict=True)
        for run, value in zip(now.runs, row, strict=True)
    }
    python, shell = from_python(source, files), from_shell(source, files)
    assert python == shell
    assert {key: value for key, value in python.items() if key[1] == "all"} == shown
    if state.topic:
        place = now.scores.topics.index(state.topic)
        for k, name in enumerate(names):
            for i, run in enumerate(now.runs):
                assert python[run, state.topic, name] == now.scores.values[k, i, place]


def test_a_bundled_collection_needs_no_files(tmp_path: Path) -> None:
    state = State(g=(0.2, 0.8))
    mapped, as_read = Source(state, "TREC 10", grades="2:1,1:2"), Source(state, "TREC 10")
    lines = from_new_python(mapped, tmp_path)
    assert lines == from_python(mapped, tmp_path)
    assert lines != from_python(as_read, tmp_path)
