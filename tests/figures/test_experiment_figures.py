from __future__ import annotations

import numpy as np
import pytest

from gapviz.analysis.experiments.contrast import AGREEMENT
from gapviz.arrays import FloatArray
from gapviz.figures.components import component_bars, share_dots
from gapviz.figures.inferred import grade_ranks, inferred_curves, path_errors
from gapviz.figures.levels import level_curves, pair_colors, pair_map
from gapviz.figures.rates import rate_bands
from gapviz.figures.style.marks import end_labels, marks
from gapviz.theme import DARK, LIGHT, Theme, contrast
from tests.figures.plain import notes, traces

HOSTILE = "<b>x</b>"
EIGHT = ("AP", "GAP(g=0,1)", "xGAP(g=0,1)", "eGAP(g=0,1)", "nDCG", "bpref", "infAP", "subAP(p=rate)")


def bands(M: int = 2) -> FloatArray:
    mean = np.linspace([1.0, 0.9, 0.5], [1.0, 0.8, 0.4], M)
    return np.stack([mean, mean - 0.05, mean + 0.05])


def test_a_line_and_a_band_for_each_measure_from_all_to_few() -> None:
    figure = rate_bands(bands(), (0.1, 1.0, 0.25), ("AP", HOSTILE), theme=LIGHT, correlation=True)
    first, second = traces(figure)
    assert first.x.tolist() == [1.0, 0.5, np.sqrt(0.1)]
    assert first.y.tolist() == [0.9, 0.5, 1.0]  # in the order of the shares
    assert second.name == "&lt;b&gt;x&lt;/b&gt;"
    assert len(figure.layout.shapes) == 2
    assert len({note.y for note in notes(figure)}) == 2
    left, right = figure.layout.xaxis.range
    assert left > right


@pytest.mark.parametrize(("values", "low"), [([1.0, 0.9], 0.59), ([1.0, 0.35], 0.29), ([1.0, -0.25], -0.31)])
def test_correlations_start_at_six_tenths_or_lower_where_needed(values: list[float], low: float) -> None:
    found = np.array([[values]] * 3)
    figure = rate_bands(found, (1.0, 0.1), ("AP",), theme=LIGHT, correlation=True)
    assert figure.layout.yaxis.range == pytest.approx((low, 1.01))


def test_what_is_not_done_yet_leaves_a_gap_and_an_undefined_line_has_no_label() -> None:
    found = bands()
    found[:, 0, 2] = np.nan
    found[:, 1] = np.nan
    figure = rate_bands(found, (1.0, 0.5, 0.1), ("AP", "nDCG"), theme=LIGHT, correlation=True)
    assert [note.text for note in notes(figure)] == ["AP"]
    assert len(figure.layout.shapes) == 1
    assert "nan" not in figure.layout.shapes[0].path


def test_no_more_than_ten_traces() -> None:
    figure = rate_bands(bands(8), (1.0, 0.5, 0.1), EIGHT, theme=DARK, correlation=False)
    assert len(traces(figure)) == 8
    assert len(traces(level_curves(np.zeros((8, 5)), EIGHT, alpha=0.05, theme=DARK))) == 8
    runs = tuple("abc")
    assert len(traces(share_dots(np.full((8, 3), 0.5), EIGHT, runs, theme=DARK, marked=1))) == 9


def test_marks_tell_eight_measures_apart_and_the_family_keeps_its_hue() -> None:
    for theme in (LIGHT, DARK):
        found = marks([*EIGHT[:2], "GAP(g=1,0)", *EIGHT[2:]], theme=theme)
        assert len(set(found)) == len(found)
        assert {found[1].color, found[2].color} == {theme.measure("GAP")}


def test_level_curves_end_where_the_work_does_and_keep_alpha_in_sight() -> None:
    levels = np.array([[0.001, 0.04, 0.6], [0.002, np.nan, np.nan], [np.nan] * 3])
    figure = level_curves(levels, ("AP", "nDCG", "RBP"), alpha=0.1, theme=LIGHT)
    assert figure.layout.yaxis.range == pytest.approx((0.0, 0.3))
    assert figure.layout.shapes[0].y0 == 0.1
    assert traces(figure)[0].x.tolist() == pytest.approx([100 / 3, 200 / 3, 100])
    assert [note.text for note in notes(figure)] == ["α = 0.1", "AP", "nDCG"]
    many = level_curves(np.zeros((1, 10_153)), ("AP",), alpha=0.05, theme=LIGHT)
    assert traces(many)[0].x.size <= 240
    assert traces(many)[0].x[-1] == 100


def test_the_map_shows_the_lower_triangle_in_the_order_of_the_runs() -> None:
    found = np.array([[-1, 3, 1], [3, -1, 0], [1, 0, -1]])
    figure = pair_map(found, (2, 0, 1), ("a", HOSTILE, "c"), AGREEMENT, theme=LIGHT)
    z = np.array(traces(figure)[0].z)
    assert z[1, 0] == 1  # a with c
    assert (z[2, 0], z[2, 1]) == (0, 3)
    assert np.isnan(z[np.triu_indices(3)]).all()
    assert traces(figure)[0].text[1][0] == "only the first"
    assert figure.layout.yaxis.ticktext == ("c", "a", "&lt;b&gt;x&lt;/b&gt;")


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_kinds_of_pairs_that_differ_stand_out(theme: Theme) -> None:
    assert len(set(pair_colors(theme))) == 4
    assert all(contrast(color, theme.page) >= 3 for color in pair_colors(theme)[1:])


def test_path_errors_and_measures_without_g() -> None:
    shares = np.array([0.0, 0.5, 1.0])
    figure = path_errors(shares, {"GAP": np.array([0.3, 0.2, 0.1])}, {"AP": 0.1, "nDCG": 0.25}, theme=LIGHT)
    moving, first, second = traces(figure)
    assert moving.y.tolist() == [0.3, 0.2, 0.1]
    assert (list(first.y), list(second.y)) == ([0.1, 0.1], [0.25, 0.25])


def test_one_list_and_its_grades() -> None:
    recall, actual = np.array([0.25, 0.5]), np.array([1.0, 0.5])
    figure = inferred_curves(recall, actual, {"AP": np.array([0.8, 0.6])}, theme=DARK)
    assert [trace.name for trace in traces(figure)] == ["actual", "AP"]
    likely = np.array([[0.5, 0.3, 0.2], [0.8, 0.1, 0.1]])
    areas = traces(grade_ranks(likely, np.array([2, 0]), theme=DARK))
    assert [trace.name for trace in areas] == ["grade 2", "grade 1", "list"]
    assert areas[0].y.tolist() == [0.2, 0.1]
    assert areas[2].x.tolist() == [1]


def test_components() -> None:
    figure = component_bars(np.array([[0.2, 0.3], [0.1, 0.0]]), ("AP", HOSTILE), theme=LIGHT)
    topics, assessors = traces(figure)
    assert (topics.x.tolist(), assessors.x.tolist()) == ([0.2, 0.3], [0.1, 0.0])
    assert "<b>x" not in figure.layout.yaxis.ticktext[1].replace("<b>&lt;", "")


def test_no_label_stands_outside_the_axis() -> None:
    # The lowest of six crowded labels comes to 1e-17 below the axis, where it would not be drawn.
    ends = np.array([0.07, 0.11, 0.11, 0.105, 0.1, 0.07])
    labels = end_labels(["x"] * 6, [LIGHT.ink] * 6, ends, x=1.0, low=-0.03, high=1.03, inner=270)
    assert min(label["y"] for label in labels) >= -0.03
