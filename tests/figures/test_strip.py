"""Maps of user models of two thresholds, as traces."""

from __future__ import annotations

import numpy as np

from gapviz.analysis.users.winners import Stretch
from gapviz.figures.strip import rank_line, winner_strips
from gapviz.theme import LIGHT
from tests.figures.plain import notes, traces

NAMES = ["<b>long name of a run</b>", "b"]


def test_stretches_swaps_and_the_g_in_force() -> None:
    figure = winner_strips(
        {"GAP": [Stretch(0, 0.0, 1.0)], "eGAP": [Stretch(1, 0.0, 0.05), Stretch(0, 0.05, 1.0)]}, NAMES,
        {0: "#111111", 1: "#222222"}, at=0.2, theme=LIGHT, swaps={"eGAP": [0.05]}, nearest=("eGAP", 0.05),
    )  # fmt: skip
    bars, swaps, way, here = traces(figure)
    assert list(bars.x) == [1.0, 0.05, 0.95]
    assert list(bars.base) == [0.0, 0.0, 0.05]
    assert list(bars.marker.color) == ["#111111", "#222222", "#111111"]
    assert (list(swaps.x), list(swaps.y)) == ([0.05], [1])
    assert list(way.x) == [0.2, 0.05]
    assert list(here.x) == [0.2, 0.2]
    texts = [note.text for note in notes(figure)]
    assert sum("&lt;b&gt;" in text for text in texts) == 2  # the short stretch is named by its tooltip
    assert not any("<b>long" in text for text in texts)


def test_rank_one_is_on_top() -> None:
    g = np.array([[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])
    figure = rank_line(g, np.array([3, 2, 2]), NAMES[0], at=0.5, runs=9, measure="GAP", theme=LIGHT)
    line = traces(figure)[0]
    assert (list(line.x), list(line.y)) == ([0.0, 0.5, 1.0], [3, 2, 2])
    assert line.line.color == LIGHT.measure("GAP")
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]
    assert "<b>long" not in str(line.customdata)
