"""Precision-recall curves, as traces."""

from __future__ import annotations

import numpy as np
import pytest

from gapviz.figures.curves import Line, precision_recall
from gapviz.theme import LIGHT
from tests.figures.plain import notes, traces

LINE = Line("<b>run</b>", np.array([0.25, 0.5]), np.array([1.0, 0.4]), ["rank 1, grade 2", "rank 5, grade 1"])


def test_the_area_below_the_steps_is_that_of_the_curve() -> None:
    """By hand: 0.25 * 1 + 0.25 * 0.4."""
    curve = traces(precision_recall([LINE], theme=LIGHT, steps=True))[0]
    assert curve.line.shape == "vh"
    x, y = np.array(curve.x), np.array(curve.y)
    assert (x[0], y[0]) == (0.0, 1.0)
    assert float(np.diff(x) @ y[1:]) == pytest.approx(0.35)
    assert [row[1] for row in curve.customdata][1:] == ["rank 1, grade 2", "rank 5, grade 1"]


def test_runs_differ_by_dash_and_not_by_the_hues_of_measures() -> None:
    drawn = traces(precision_recall([LINE, LINE, Line(**{**vars(LINE), "dash": "dot"})], theme=LIGHT))
    assert [curve.line.dash for curve in drawn] == ["solid", "dash", "dot"]
    assert {curve.line.color for curve in drawn} == {LIGHT.ink}


def test_names_are_no_markup_and_stand_apart() -> None:
    figure = precision_recall([LINE, LINE, LINE], theme=LIGHT)
    assert all("&lt;b&gt;" in note.text for note in notes(figure))
    heights = sorted(note.ay for note in notes(figure))
    assert np.diff(heights).min() > 0.03


def test_a_curve_without_points() -> None:
    nothing = Line("none", np.empty(0), np.empty(0), [])
    figure = precision_recall([nothing], theme=LIGHT, steps=True)
    assert len(traces(figure)[0].x) == 0
    assert not notes(figure)
