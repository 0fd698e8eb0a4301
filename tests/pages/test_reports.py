"""The report of a view: the numbers of the page, its conventions, and only text where names stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import gapviz
from gapviz.analysis.standings import standings
from gapviz.collection.synthetic import likeness
from gapviz.pages import reports
from gapviz.pages.shared import Opened
from gapviz.pages.snippets import Origin
from gapviz.pages.state import State

SMALL = Path(__file__).resolve().parents[2] / "data" / "small"
STATE = State(g=(0.1, 0.2, 0.7), pinned=(1 / 3, 1 / 3, 1 / 3), selected=("teamB.1",), topics="run", topic="3")


def opened() -> Opened:
    collection = gapviz.load(SMALL / "qrels.txt", SMALL / "runs", name="<i>small</i>")
    return Opened("server/small", collection, gapviz.profile(collection))


def test_report_has_the_numbers_and_conventions_of_the_page() -> None:
    found = opened()
    text = reports.explore(found, STATE, Origin())
    now = standings(found.profile, STATE.g, topics="run")
    for row in (1, 2, 3):
        winner = now.winner(row)
        assert f"<td>{now.runs[winner]}</td>" in text
        assert f">{now.means[row, winner]:.4f}<" in text
    assert found.collection.fingerprint in text
    assert "topics of the run only" in text
    assert "<h2>Topics of teamB.1</h2>" in text
    assert "&lt;i&gt;small&lt;/i&gt;" in text
    assert "<i>small" not in text
    assert "0.3333" in text  # the pinned g
    assert "--topics run" in text


def test_report_of_judgements_without_runs_says_what_there_is() -> None:
    collection = gapviz.load(SMALL / "qrels.txt", [])
    text = reports.explore(Opened("x", collection, gapviz.profile(collection)), STATE, Origin())
    assert "Plotly" not in re.sub("Policy", "", text)
    assert "User model" in text


def test_taus_are_of_all_runs_under_the_g_in_force() -> None:
    collection = likeness("TREC 10")
    found = Opened("TREC 10", collection, gapviz.profile(collection))
    table = reports.taus(found, State(g=(0.2, 0.8)))
    assert table.runs == len(collection.runs)
    now = standings(found.profile, (0.2, 0.8))
    assert table.tau[0, :, 1, 0].tolist() == pytest.approx(now.tau[0, 1:].tolist(), abs=1e-12)
