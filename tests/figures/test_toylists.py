"""Figures of the toy lists, as data."""

from __future__ import annotations

import numpy as np
import pytest

from gapviz.analysis.toylists.contributions import Contributions, contributions
from gapviz.analysis.toylists.lists import ToyList
from gapviz.figures.contributions import contribution_bars
from gapviz.figures.effects import MOST_WRITTEN, effect_map, value_lines
from gapviz.figures.limits import limit_curves
from gapviz.figures.outputs import MOST_DRAWN_AS_SVG, measure_scatter
from gapviz.figures.running import running_mean
from gapviz.measures.parse import measure
from gapviz.theme import DARK, LIGHT, text_on
from tests.figures.plain import traces

TOY = ToyList.parse("2.1021.")
DOCUMENTS = ["grade 1", "grade 0", "grade 2", "grade 1"]


def splits(*texts: str) -> dict[str, Contributions]:
    found = {text.partition("(")[0]: contributions(measure(text), TOY) for text in texts}
    return {name: one for name, one in found.items() if one is not None}


def test_bars_are_the_contributions_and_zeros_are_printed() -> None:
    shown = splits("GAP(g=0.5,0.5)", "eGAP(g=0.5,0.5)")
    figure = contribution_bars(shown, DOCUMENTS, theme=LIGHT, sides=(40, 52))
    gap, egap, tips, zeros = traces(figure)
    assert np.array_equal(gap.y, shown["GAP"].by_rank)
    assert np.array_equal(egap.y, shown["eGAP"].by_rank)
    assert gap.marker.color == LIGHT.measure("GAP")
    assert list(zeros.x) == [2]
    assert tips.customdata[2].startswith("<b>Rank 3, grade 2</b>")
    assert f"{shown['GAP'].shares[2]:.0%}" in tips.customdata[2]
    assert tuple(figure.layout.xaxis.range) == (0.5, 4.5)
    assert (figure.layout.margin.l, figure.layout.margin.r) == (40, 52)


def test_running_totals_end_at_the_value() -> None:
    shown = splits("GAP(g=0.5,0.5)")
    figure = contribution_bars(shown, DOCUMENTS, theme=DARK, running=True)
    assert traces(figure)[0].y[-1] == pytest.approx(shown["GAP"].value)


def test_measures_without_a_hue_have_a_pattern_and_their_name_is_text() -> None:
    shown = splits("GAP(g=0.5,0.5)") | {"<b>x</b>": splits("AP")["AP"]}
    bars = traces(contribution_bars(shown, DOCUMENTS, theme=LIGHT))
    assert bars[0].marker.pattern.shape is None
    assert bars[1].marker.pattern.shape == "/"
    assert bars[1].name == "&lt;b&gt;x&lt;/b&gt;"


def test_limits_are_named_by_their_formula() -> None:
    lengths = np.array([1, 12, 10000])
    values = {name: np.array([0.7, 0.6, 0.5]) for name in ("GAP", "xGAP", "eGAP")}
    limits = {"GAP": 1.0, "xGAP": 0.64, "eGAP": 0.4}
    figure = limit_curves(lengths, values, limits, n=12, theme=LIGHT)
    assert [trace.name for trace in traces(figure)] == [
        "GAP",
        "GAP at n",
        "xGAP",
        "xGAP at n",
        "eGAP",
        "eGAP at n",
    ]
    assert (traces(figure)[1].x[0], traces(figure)[1].y[0]) == (12, 0.6)
    assert [note.text for note in figure.layout.annotations] == [
        "<b>GAP</b> → 1", "<b>xGAP</b> → 1 − g₂² = 0.64", "<b>eGAP</b> → 1 − g₂ = 0.4",
    ]  # fmt: skip
    assert [shape.y0 for shape in figure.layout.shapes][:3] == [1.0, 0.64, 0.4]


def test_running_mean() -> None:
    points = np.array([1, 10, 100])
    low, means, high = np.zeros(3), np.full(3, 0.5), np.ones(3)
    figure = running_mean(points, low, means, high, 0.52, measure="xGAP", theme=LIGHT)
    assert [trace.name for trace in traces(figure)] == ["low", "high", "mean", "formula"]
    assert traces(figure)[2].line.color == LIGHT.measure("xGAP")
    assert list(traces(figure)[3].y) == [0.52, 0.52]
    assert figure.layout.annotations[0].text == "formula 0.5200"


def test_no_change_is_in_the_middle_of_the_colours() -> None:
    effects = np.array([[0.0, -0.2], [0.1, np.nan]])
    figure = effect_map(effects, ["rank 1", "rank 2"], ["1", "2"], title=("", "to"), theme=LIGHT)
    trace, numbers = traces(figure)
    assert (trace.zmin, trace.zmax) == (-0.2, 0.2)
    assert trace.customdata[1][0] == "rank 2 → 1"
    assert list(numbers.text) == ["+0.000", "−0.200", "+0.100"]
    assert numbers.textfont.color[1] == text_on(LIGHT.tau[0])
    many = np.zeros((MOST_WRITTEN + 1, 1))
    (unwritten,) = traces(effect_map(many, ["r"] * len(many), ["1"], title=("", ""), theme=LIGHT))
    assert unwritten.zmax == 1.0


def test_lines_keep_the_hue_of_their_measure() -> None:
    values = np.array([[0.5, 0.25], [0.4, 0.1]])
    figure = value_lines(values, ["AP(rel=1)", "nDCG"], theme=LIGHT, along="rank")
    assert [trace.line.color for trace in traces(figure)] == [LIGHT.measure("AP"), LIGHT.ink]
    assert [note.text for note in figure.layout.annotations] == ["AP(rel=1)", "nDCG"]


@pytest.mark.parametrize("number", [3, MOST_DRAWN_AS_SVG + 1])
def test_scatter_points_know_their_list(number: int) -> None:
    values = np.linspace(0, 1, 2 * number).reshape(2, number)
    figure = measure_scatter(values, ("AP", "<i>"), ["10"] * number, theme=LIGHT, marked=1)
    points, marked = traces(figure)
    assert points.customdata[2][0] == 2
    assert (marked.x[0], marked.y[0]) == (values[0, 1], values[1, 1])
    assert figure.layout.yaxis.title.text == "&lt;i&gt;"
    assert points.type == ("scatter" if number == 3 else "scattergl")


def test_a_hyphen_in_a_name_is_no_minus_sign() -> None:
    _, tips, *_ = traces(contribution_bars(splits("bpref-R"), DOCUMENTS, theme=LIGHT))
    assert "bpref-R  +0." in tips.customdata[0]
