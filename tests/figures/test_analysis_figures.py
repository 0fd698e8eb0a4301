"""Lines of tau, rank ranges, slopes and topics, as traces."""

from __future__ import annotations

import numpy as np

from gapviz.analysis.rankings.comparison import comparison
from gapviz.analysis.rankings.topics import Offers, Separation
from gapviz.figures.heatmap import tau_heatmap
from gapviz.figures.ranges import rank_ranges
from gapviz.figures.slope import rank_slope
from gapviz.figures.tau_line import tau_line
from gapviz.figures.topics import recall_bars, separation_bars
from gapviz.theme import LIGHT
from tests.figures.plain import notes, traces


def test_tau_line_has_hollow_printed_points_and_filled_ones_now() -> None:
    g = np.array([[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])
    tau = np.array([[0.8, np.nan, 1.0], [0.3, 0.9, 1.0]])
    figure = tau_line(
        g, tau, ["GAP", "eGAP"], at=g[1], here=np.array([0.95, 0.9]), printed={"GAP": [(0.0, 0.69)]},
        source="TREC 10", theme=LIGHT,
    )  # fmt: skip
    printed, _, gap, egap, now, _ = traces(figure)
    assert printed.marker.symbol == "circle-open"
    assert (list(printed.x), list(printed.y)) == ([0.0], [0.69])
    assert not gap.connectgaps
    assert gap.line.color == printed.line.color == now.marker.color == LIGHT.measure("GAP")
    assert now.marker.symbol == "circle"
    assert list(egap.y) == [0.3, 0.9, 1.0]
    assert figure.layout.yaxis.range[0] <= 0.3  # lower than 0.6, because a point needs it


def test_a_map_of_a_coefficient_that_is_not_symmetric_is_whole() -> None:
    tau = np.array([[1.0, 0.5], [0.25, 1.0]])
    figure = tau_heatmap(
        tau, ["AP", "<i>x</i>"], theme=LIGHT, whole=True, marked=(1, 0), notes=[["a"] * 2] * 2
    )
    cells, targets = traces(figure)[0], traces(figure)[-1]
    assert [cells.z[0][1], cells.z[1][0]] == [0.5, 0.25]
    assert [(row[0], row[1]) for row in targets.customdata] == [(0, 1), (1, 0)]
    assert targets.marker.opacity == 0
    assert "<i>" not in str(targets.customdata)
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].y0) == (-0.47, 0.53)


def test_rank_ranges() -> None:
    ones = np.array([1, 2, 3])
    figure = rank_ranges(
        ["<b>a</b>", "b", "c"], np.array([1.2, 2.0, 2.8]), ones, ones + 1, ones, ones + 2, order=[0, 2],
        marked=[2], measure="GAP", theme=LIGHT,
    )  # fmt: skip
    extremes, most, mean = traces(figure)
    assert list(mean.x) == [1.2, 2.8]
    assert [row[0] for row in mean.customdata] == [0, 2]
    assert np.nanmax(extremes.x) > np.nanmax(most.x)
    assert list(figure.layout.yaxis.ticktext) == ["&lt;b&gt;a&lt;/b&gt;", "<b>c</b>"]


def test_slope_names_those_that_move() -> None:
    found = comparison(np.array([0.4, 0.3, 0.2, 0.1]), np.array([0.1, 0.3, 0.2, 0.4]), ["a", "b", "c", "<d>"])
    figure = rank_slope(found, ("AP", "eGAP"), selected=[1], theme=LIGHT)
    others, risers, fallers, selected, targets = traces(figure)
    assert [len(trace.x) // 3 for trace in (others, risers, fallers, selected)] == [1, 1, 1, 1]
    assert [row[0] for row in targets.customdata] == [0, 0, 1, 1, 2, 2, 3, 3]
    texts = [note.text for note in notes(figure)]
    assert any("&lt;d&gt;" in text and "▲3" in text for text in texts)


def test_slope_of_many_runs_has_every_so_many_and_all_that_are_named() -> None:
    first, second = np.random.default_rng(5).permuted(np.tile(np.arange(2000.0), (2, 1)), axis=1)
    found = comparison(first, second, [f"run {i}" for i in range(2000)])
    *_, targets = traces(rank_slope(found, ("AP", "eGAP"), selected=[3], theme=LIGHT))
    spaced = np.flatnonzero(found.ranks[0] % 7 == 1)
    drawn = {row[0] for row in targets.customdata}
    assert drawn == {*spaced.tolist(), *found.movers[:6].tolist(), 3}


def test_separation_is_striped_below_zero_and_marks_flips() -> None:
    values = np.array([[0.5, 0.1], [0.1, 0.3]])
    now = Separation(("1", "<t>"), values, values[0] - values[1], np.array([0.2, -0.1]), np.array([0, 1]))
    figure = separation_bars(now, order=[0, 1], flipped=[1], theme=LIGHT, marked="1")
    bars, flips = traces(figure)
    assert list(bars.y) == [0.2, -0.1]
    assert list(bars.marker.pattern.shape) == ["", "/"]
    assert list(flips.x) == [1]
    assert len(figure.layout.shapes) == 1
    assert "<t>" not in str(bars.customdata) + str(figure.layout.xaxis.ticktext)


def test_recall_bars_stack_grades() -> None:
    found = Offers(
        ("1", "2"),
        np.array([[20, 2], [3, 1]]),
        np.array([[22, 2], [4, 1]]),
        {},
        np.ones((3, 2)),
        np.zeros((3, 2)),
    )
    figure = recall_bars(found, order=[1, 0], flagged=[0], theme=LIGHT)
    two, one, few = traces(figure)
    assert (list(two.y), list(one.y)) == ([1, 2], [3, 20])
    assert two.marker.color == LIGHT.two_grades[1]
    assert list(few.x) == [1]
