"""What values show of themselves in a notebook: their numbers, with names as text."""

from __future__ import annotations

import dataclasses
from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import gapviz
from gapviz.analysis import graded_curve, ground, mean_curve, standings, sweep, tau_intervals, tau_table
from gapviz.profile import Profile
from tests.shared import likeness

HOSTILE = "<script>window.struck=1</script>"
COLLECTION = likeness("TREC 10")


@pytest.fixture(scope="module")
def profile() -> Profile:
    _, *others = gapviz.profile(COLLECTION).runs
    return dataclasses.replace(gapviz.profile(COLLECTION), runs=(HOSTILE, *others))


class Reader(HTMLParser):
    """The cells of each table of a text, row by row; no name may have become markup."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self._in_cell = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"p", "b", "table", "thead", "tbody", "tr", "th", "td"}, tag
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            self.tables[-1][-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        self._in_cell &= tag not in ("th", "td")

    def handle_data(self, data: str) -> None:
        if self._in_cell:
            self.tables[-1][-1][-1] += data


def tables(value: Any) -> list[list[list[str]]]:
    return Reader(value._repr_html_()).tables


def test_scores_show_means(profile: Profile) -> None:
    scores = gapviz.scores(profile, ["AP", "nDCG@10"])
    ((head, first, *_),) = tables(scores)
    assert head == ["run", "AP", "nDCG@10"]
    assert first == [HOSTILE, *(f"{value:.4f}" for value in scores.means()[:, 0])]


def test_standings_show_tau_and_runs(profile: Profile) -> None:
    now = standings(profile, (0.2, 0.8))
    taus, (head, first, *_) = tables(now)
    assert [row[1:] for row in taus[1:]] == [[f"{tau:.3f}" for tau in row] for row in now.tau]
    assert (head[0], head[-1]) == ("run", "rank by eGAP")
    assert (first[0], first[-1]) == (now.runs[now.winner(3)], "1")


def test_undefined_is_a_word(profile: Profile) -> None:
    same = dataclasses.replace(standings(profile, (0.2, 0.8)), tau=np.full((4, 4), np.nan))
    assert {cell for row in tables(same)[0][1:] for cell in row[1:]} == {"undefined"}


def test_curves_show_their_area_and_points(profile: Profile) -> None:
    curve = graded_curve(profile, 0, 3, g=(0.2, 0.8))
    ((head, first, *_),) = tables(curve)
    assert head == ["rank", "grade", "recall", "precision", "interpolated"]
    assert first[0] == str(curve.ranks[0])
    assert f"area {curve.area:.4f}" in curve._repr_html_()
    mean = mean_curve(profile, 0, g=(0.2, 0.8))
    assert f"area {mean.area:.4f}" in mean._repr_html_()
    assert tables(mean)[0][0] == ["recall", "precision", "interpolated"]


def test_correlations_show_tau(profile: Profile) -> None:
    intervals = tau_intervals(gapviz.scores(profile, ["AP", "nDCG"]), resamples=20)
    assert tables(intervals)[0][1][:3] == ["0", "1", f"{intervals.tau[0, 1]:.3f}"]
    g = np.array([(0.5, 0.5), (0.2, 0.8)])
    table = tau_table(profile, g=g)
    assert tables(table)[0][1][-1] == f"{table.tau.ravel()[0]:.3f}"
    along = sweep(ground(profile), g)
    assert [row[:2] for row in tables(along)[0][1:]] == [["0.500", "0.500"], ["0.200", "0.800"]]


def test_health_shows_facts_findings_and_runs() -> None:
    facts, findings, runs = tables(dataclasses.replace(COLLECTION, name=HOSTILE).health())
    assert ["runs", "95"] in facts
    assert findings[0] == ["level", "sentence"]
    assert len(runs) == 1 + 31  # the first and last of 95, and a row of dots between them
