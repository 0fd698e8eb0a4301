"""Maps of user models of three thresholds, as traces."""

from __future__ import annotations

import numpy as np
import pytest

from gapviz.analysis.users.surface import Patch, cells
from gapviz.figures.triangle import value_triangle, winner_triangle
from gapviz.figures.triangle_notes import HEIGHT, place
from gapviz.theme import DARK, LIGHT, Theme
from tests.figures.plain import notes, traces

LEFT = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5]])
REST = np.array([[0.5, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.5, 0.0, 0.5]])
PATCHES = (Patch(1, (REST,), 0.95, exact=True), Patch(0, (LEFT,), 0.05, exact=True))
CORNERS = ("<b>g₁</b>", "<b>g₂</b>", "<b>g₃</b>")


def test_corners_are_where_the_page_says() -> None:
    x, y = place(np.eye(3))
    assert x.tolist() == [0.0, 1.0, 0.5]
    assert y.tolist() == pytest.approx([0.0, 0.0, HEIGHT])


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_regions_have_their_grounds_and_names(theme: Theme) -> None:
    figure = winner_triangle(
        PATCHES, ["<i>a</i>", "b"], {0: theme.regions[1], 1: theme.regions[0]}, corners=CORNERS,
        at=np.array([0.2, 0.2, 0.6]), theme=theme, line=np.array([[REST[0], REST[3]]]),
        swap=np.array([0.4, 0.2, 0.4]), targets=np.eye(3),
    )  # fmt: skip
    drawn = traces(figure)
    assert [trace.fillcolor for trace in drawn[:2]] == [theme.regions[0], theme.regions[1]]
    assert list(drawn[0].x[:4]) == pytest.approx([0.5, 1.0, 0.5, 0.25])
    named = {trace.name: trace for trace in drawn}
    assert named["nearest swap"].x[1] == pytest.approx(0.4)
    assert (named["current g"].x[0], named["current g"].y[0]) == pytest.approx((0.5, 0.6 * HEIGHT))
    assert [row[0] for row in drawn[-1].customdata] == [0.0, 1.0, 2.0]
    texts = [note.text for note in notes(figure)]
    assert any("95 % of user models" in text for text in texts)
    small = next(note for note in notes(figure) if "&lt;i&gt;a" in note.text)
    assert small.showarrow  # 5 %: beside the triangle, with a leader
    assert not any("<i>a" in text for text in texts)


def test_small_maps_have_no_words() -> None:
    figure = winner_triangle(
        PATCHES, ["a", "b"], {0: "#000000", 1: "#ffffff"}, corners=CORNERS, at=np.eye(3)[0], theme=LIGHT,
        small=True,
    )  # fmt: skip
    assert not notes(figure)


def test_values_have_colours_on_a_fixed_scale_and_undefined_is_hatched() -> None:
    grid = cells(2)
    values = np.array([1.0, -1.0, np.nan, 1.0])
    figure = value_triangle(
        grid, values, low=-1.0, high=1.0, stops=LIGHT.tau, corners=CORNERS, at=np.full(3, 1 / 3), theme=LIGHT,
        words=["<b>x</b>"] * 4,
    )  # fmt: skip
    drawn = traces(figure)
    levels = [trace for trace in drawn if trace.name.startswith("level")]
    assert [trace.name for trace in levels] == ["level 0", "level 35"]
    assert np.isnan(levels[1].x).sum() == 2  # two cells, each closed by a gap
    undefined = next(trace for trace in drawn if trace.name == "undefined")
    assert undefined.fillpattern.shape == "/"
    assert set(drawn[-1].text) == {"&lt;b&gt;x&lt;/b&gt;"}
    # One value throughout has a colour too.
    same = value_triangle(
        grid, np.ones(4), low=1.0, high=1.0, stops=LIGHT.tau, corners=CORNERS, at=np.eye(3)[0], theme=LIGHT,
        words=["x"] * 4,
    )  # fmt: skip
    assert [trace.name for trace in traces(same) if trace.name.startswith("level")] == ["level 0"]


def test_both_sides_of_the_line_are_labelled() -> None:
    line = np.array([[[0.5, 0.5, 0.0], [0.25, 0.25, 0.5]], [[0.25, 0.25, 0.5], [0.0, 0.0, 1.0]]])
    toward = np.tile(np.array([1.0, -1.0, 0.0]) / np.sqrt(2), (2, 1))  # the left corner's side
    figure = winner_triangle(
        PATCHES, ["a", "b"], {0: "#000000", 1: "#ffffff"}, corners=CORNERS, at=np.array([0.1, 0.1, 0.8]),
        theme=LIGHT, line=line, toward=toward,
    )  # fmt: skip
    found = {note.text: note for note in notes(figure) if "ahead" in note.text}
    one, other = (next(note for text, note in found.items() if f"{letter} ahead" in text) for letter in "AB")
    assert one.xshift == pytest.approx(-12)
    assert other.xshift == pytest.approx(12)
    assert abs(one.textangle) == pytest.approx(90)
    # There is more room in the lower piece: the g in force stands in the upper one.
    assert (one.x, one.y) == pytest.approx((0.5, 0.25 * HEIGHT))
