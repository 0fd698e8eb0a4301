from __future__ import annotations

import numpy as np

from gapviz.figures.heatmap import tau_heatmap
from gapviz.theme import DARK, LIGHT
from tests.figures.plain import notes, traces

TAU = np.array([[1.0, 0.5, np.nan], [0.5, 1.0, -0.25], [np.nan, -0.25, 1.0]])


def test_the_lower_triangle_on_a_fixed_scale() -> None:
    figure = tau_heatmap(TAU, ["AP", "GAP", "P@1"], theme=LIGHT)
    cells = traces(figure)[0]
    assert (cells.zmin, cells.zmax) == (-1, 1)
    assert cells.z[1][0] == 0.5
    assert cells.z[2][1] == -0.25
    assert np.isnan(np.array(cells.z)[np.triu_indices(3)]).all()


def test_undefined_is_hatched_and_has_no_number() -> None:
    for theme in (LIGHT, DARK):
        figure = tau_heatmap(TAU, ["AP", "GAP", "P@1"], theme=theme)
        hatched = traces(figure)[2]
        assert (list(hatched.x), list(hatched.base)) == ([0], [2 - 0.47])
        assert hatched.marker.pattern.shape == "/"
        texts = {(note.x, note.y): note.text for note in notes(figure)}
        assert texts == {(0, 1): "0.500", (1, 2): "−0.250", (0, 0): "1", (1, 1): "1", (2, 2): "1"}


def test_labels_are_no_markup() -> None:
    figure = tau_heatmap(TAU, ["AP", "<i>x</i>", "P@1"], theme=LIGHT)
    assert "&lt;i&gt;" in figure.layout.xaxis.ticktext[1]


def test_intervals_stand_below_the_numbers() -> None:
    figure = tau_heatmap(TAU, ["AP", "GAP", "P@1"], theme=LIGHT, between=(TAU - 0.1, TAU + 0.1))
    texts = {(note.x, note.y): note.text for note in notes(figure)}
    assert texts[0, 1].startswith("0.500<br>")
    assert ".40–.60" in texts[0, 1]
    assert "−.35–−.15" in texts[1, 2]
    assert texts[0, 0] == "1"


def test_labels_below_are_brief_where_they_then_stand_straight() -> None:
    straight = tau_heatmap(TAU, ["AP", "nDCG@10", "RBP(p=0.5,rel=1)"], theme=LIGHT)
    assert straight.layout.xaxis.tickangle == 0
    assert "RBP.5" in straight.layout.xaxis.ticktext[2]
    assert "RBP.5" in straight.layout.yaxis.ticktext[2], "the whole text would not fit"
    slanted = tau_heatmap(TAU, ["AP", "nDCG@10", "Recall@100"], theme=LIGHT)
    assert slanted.layout.xaxis.tickangle == -40
