"""The paper's tables in colours, as traces."""

from __future__ import annotations

import numpy as np

from gapviz.figures.tau_rows import tau_rows
from gapviz.theme import LIGHT
from tests.figures.plain import notes, traces

G = np.array([[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])
TAU = np.array([[0.5, 0.25, -0.5], [np.nan, 0.75, 0.5], [1.0, 1.0, 1.0]])
MEASURES = ("GAP", "xGAP", "eGAP")


def test_this_collection_and_the_printed_values_stand_side_by_side() -> None:
    printed = np.full((3, 3), 0.89)
    figure = tau_rows(G, TAU, MEASURES, theme=LIGHT, marked=[1], here="this collection", printed=printed,
                      source="printed, <i>x</i>")  # fmt: skip
    here, other, undefined = traces(figure)
    assert (here.zmin, here.zmax, other.zmin, other.zmax) == (-1, 1, -1, 1)
    assert other.name == "printed, &lt;i&gt;x&lt;/i&gt;"
    assert max(here.x) < min(other.x)
    texts = [note.text for note in notes(figure)]
    assert texts.count("0.89") == 9  # as printed, to two decimals
    assert "−0.500" in texts
    assert (list(undefined.x), list(undefined.base)) == ([0], [0.55])
    frame = figure.layout.shapes[0]
    assert (frame.y0, frame.y1) == (0.5, 1.5)


def test_alone_where_nothing_is_printed() -> None:
    figure = tau_rows(G, TAU, MEASURES, theme=LIGHT, here="this collection")
    assert len(traces(figure)) == 2
    assert not figure.layout.shapes
