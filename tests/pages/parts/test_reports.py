"""The report of a view: the numbers of the page, its conventions, and only text where names stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import gapviz
from gapviz.analysis.rankings.standings import standings
from gapviz.pages.explore import page as explore
from gapviz.pages.explore import parts
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.frame import View, writer
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.parts.save_menu import Make
from gapviz.pages.session.state import State
from gapviz.theme import LIGHT
from tests.pages.app import opened as opened_page
from tests.pages.app import page, uploaded
from tests.pages.charts import FIRST, QRELS, SECOND
from tests.shared import likeness

SMALL = Path(__file__).resolve().parents[3] / "data" / "small"
STATE = State(g=(0.1, 0.2, 0.7), pinned=(1 / 3, 1 / 3, 1 / 3), selected=("teamB.1",), topics="run", topic="3")


def opened() -> Opened:
    collection = gapviz.load(SMALL / "qrels.txt", SMALL / "runs", name="<i>small</i>")
    return Opened("server/small", collection, gapviz.profile(collection))


def explored(found: Opened) -> str:
    """Write the report of Explore in its live form."""
    view = View(found, STATE, LIGHT)
    return explore.report(view, writer(view, explore.lines))


def test_report_has_the_numbers_and_conventions_of_the_page() -> None:
    found = opened()
    text = explored(found)
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
    text = explored(Opened("x", collection, gapviz.profile(collection)))
    assert "Plotly" not in re.sub("Policy", "", text)
    assert "User model" in text


def test_report_of_one_run_has_no_ranking() -> None:
    collection = gapviz.load(SMALL / "qrels.txt", sorted((SMALL / "runs").iterdir())[:1])
    text = explored(Opened("x", collection, gapviz.profile(collection)))
    assert "Ranking under each measure" not in text
    assert "<h2>Leaderboard</h2>" in text


def test_taus_are_of_all_runs_under_the_g_in_force() -> None:
    collection = likeness("TREC 10")
    found = Opened("TREC 10", collection, gapviz.profile(collection))
    table = parts.paper_row(View(found, State(g=(0.2, 0.8)), LIGHT))
    assert table.runs == len(collection.runs)
    now = standings(found.profile, (0.2, 0.8))
    assert table.tau[0, :, 1, 0].tolist() == pytest.approx(now.tau[0, 1:].tolist(), abs=1e-12)


HOSTILE = "<img src=x onerror=1>"


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> list[Make]:
    """Return what makes the reports of the pages that are run."""
    makers: list[Make] = []
    monkeypatch.setattr(save_menu, "report", lambda make, *_parts: makers.append(make))
    return makers


def made(reported: Sequence[Make]) -> str:
    """Make the last report as the server does: apart from the page's script."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(reported[-1]).result()


@pytest.mark.parametrize(
    ("module", "title", "headings", "charts"),
    [
        ("correlation", "Correlation", ("τ-b between rankings of 95 runs", "From AP to eGAP", "Along g1"), 3),
        ("curves", "Curves", ("Thresholds of teamU.6, mean over topics", "Curve points"), 2),
        ("models", "User models", ("A against B", "Rank over all user models", "Swaps", "Ceilings"), 2),
        ("topics", "Topics", ("Topics that separate A and B by eGAP", "Topics offered"), 2),
    ],
)
def test_report_of_a_page_has_what_it_shows(
    reported: list[Make], module: str, title: str, headings: Sequence[str], charts: int
) -> None:
    app = page(module, {"g": ["0.25,0.75"]})
    text = made(reported)
    assert f"<h1>{title}: TREC 10 likeness (synthetic)</h1>" in text
    for heading in headings:
        assert f"<h2>{heading}</h2>" in text
    assert text.count('<div id="chart-') == charts
    assert "The same numbers from Python" in text
    for shown in app.dataframe:
        name = str(
            shown.value.columns[-1][-1] if shown.value.columns.nlevels > 1 else shown.value.columns[-1]
        )
        assert name in text
    assert "topics of the run only" not in text


@pytest.mark.parametrize("module", ["correlation", "curves", "models", "topics"])
def test_names_in_the_report_of_a_page_are_text(reported: list[Make], module: str) -> None:
    upload = uploaded(QRELS, {"a": FIRST.replace(" tag", f" {HOSTILE.replace(' ', '/')}"), "b": SECOND},
                      name=HOSTILE)  # fmt: skip
    opened_page(module, upload, {"topic": ["1"]})
    text = made(reported)
    assert "<img" not in text
    assert "&lt;img" in text
