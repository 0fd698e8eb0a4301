"""How lines of several measures are told apart: hue and shape for the family, shape and dashes for others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.labels import spread
from gapviz.figures.style.layout import axis
from gapviz.text.names import for_plotly, shorten
from gapviz.theme import SYMBOLS, Theme, mix

DASHES = ("solid", "dash", "dot", "dashdot")
"""Of one measure with the first, second, ... parameters."""

OTHERS = (
    ("star", "solid"), ("cross", "dash"), ("x", "dot"), ("pentagon", "dashdot"),
    ("hexagram", "longdash"), ("star-square", "longdashdot"), ("bowtie", "solid"), ("hourglass", "dash"),
)  # fmt: skip
"""Symbol and dashes of measures that have no hue of their own."""

G1 = "g₁, share of users for whom any relevant document counts"
"""Title of the axis of figures along g1."""

LABELS = 132
"""Room to the right of the lines for their names, in pixels."""


@dataclass(frozen=True)
class Mark:
    """Colour, Plotly symbol and dashes of a measure's line."""

    color: str
    symbol: str
    dash: str

    def line(self, width: float = 2.0) -> dict[str, Any]:
        """Return the line as Plotly wants it.

        Parameters
        ----------
        width : float
            In pixels.
        """
        return {"color": self.color, "dash": self.dash, "width": width}


def marks(measures: Sequence[str], *, theme: Theme) -> list[Mark]:
    """Return a mark for each measure; the family keeps hue and shape, whatever its g.

    Parameters
    ----------
    measures : sequence of str
        Texts of measures.
    theme : Theme

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> [(m.symbol, m.dash) for m in marks(["AP", "GAP(g=0,1)", "GAP(g=1,0)", "bpref"], theme=LIGHT)]
    [('square', 'solid'), ('circle', 'solid'), ('circle', 'dash'), ('star', 'solid')]
    """
    drawn, seen, others = [], dict.fromkeys(SYMBOLS, 0), 0
    for text in measures:
        name = text.partition("(")[0]
        if name in SYMBOLS and (name != "AP" or text == "AP"):
            drawn.append(Mark(theme.measure(name), SYMBOLS[name], DASHES[seen[name] % len(DASHES)]))
            seen[name] += 1
        else:
            drawn.append(Mark(theme.ink, *OTHERS[others % len(OTHERS)]))
            others += 1
    return drawn


def end_labels(
    texts: Sequence[str],
    colors: Sequence[str],
    ends: FloatArray,
    *,
    x: float,
    low: float,
    high: float,
    inner: float,
) -> list[dict[str, Any]]:
    """Annotations at the ends of lines, at least 15 pixels apart.

    Parameters
    ----------
    texts, colors : sequence of str
    ends : float64 array
        Last value of each line; NaN for a line without any.
    x : float
        Where the lines end, on the axis.
    low, high : float
        Range of the axis of values.
    inner : float
        Its height in pixels.

    Returns
    -------
    list of dict
        Annotations of Plotly's.

    Examples
    --------
    >>> notes = end_labels(["AP"], ["#000000"], np.array([0.5]), x=1.0, low=0.0, high=1.0, inner=100)
    >>> notes[0]["text"], float(notes[0]["y"])
    ('AP', 0.5)
    """
    known = np.flatnonzero(~np.isnan(ends))
    scale = inner / (high - low)
    places = spread((high - ends[known]) * scale, gap=15, low=0, high=inner)
    # A label that rounding puts outside the axis by 1e-17 would not be drawn at all.
    heights = np.clip(high - places / scale, low, high)
    return [
        {
            "x": x, "y": y, "xshift": 8, "xanchor": "left", "yanchor": "middle",
            "showarrow": False, "text": for_plotly(shorten(texts[i], 20)),
            "font": {"color": colors[i], "size": 12},
        }
        for i, y in zip(known.tolist(), heights.tolist(), strict=True)
    ]  # fmt: skip


def value_axis(theme: Theme, low: float, high: float, title: str = "", **more: Any) -> dict[str, Any]:
    """Return an axis of values from `low` to `high`; see `axis`.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> value_axis(LIGHT, 0.0, 1.0)["range"]
    [0.0, 1.0]
    """
    return axis(theme, title, range=[low, high], linecolor=theme.line, **more)


def upright(at: float, theme: Theme) -> dict[str, Any]:
    """Return a dotted line from the bottom to the top of a figure: at what is in force.

    Parameters
    ----------
    at : float
        Its place along the axis.
    theme : Theme

    Returns
    -------
    dict
        A shape of Plotly's.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> upright(0.5, LIGHT)["x0"]
    0.5
    """
    return {"type": "line", "x0": at, "x1": at, "y0": 0, "y1": 1, "yref": "paper",
            "line": {"color": theme.ink2, "width": 1, "dash": "dot"}}  # fmt: skip


def hatched(theme: Theme) -> dict[str, Any]:
    """Return the marker of bars that stand for what is undefined.

    Returns
    -------
    dict
        A marker of Plotly's.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> hatched(LIGHT)["pattern"]["shape"]
    '/'
    """
    return {"color": theme.page, "line": {"width": 0},
            "pattern": {"shape": "/", "fgcolor": theme.edge, "size": 6}}  # fmt: skip


def tau_scale(theme: Theme) -> list[tuple[float, str]]:
    """Return the colours of correlations from -1 to 1.

    Returns
    -------
    list of (float, str)
        A scale of Plotly's: place from 0 to 1, and colour.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> tau_scale(LIGHT)[5] == (0.5, LIGHT.tau[1])
    True
    """
    return [(step / 10, mix(theme.tau, step / 10)) for step in range(11)]


def band_shapes(
    looks: Sequence[Mark], x: FloatArray | IntArray, low: FloatArray, high: FloatArray, *, opacity: float
) -> list[dict[str, Any]]:
    """Return bands below lines, as shapes of Plotly's; none for a band without two points.

    Parameters
    ----------
    looks : sequence of Mark, length M
    x : array, shape (P,)
    low, high : float64 array, shape (M, P)
        NaN where there is no band.
    opacity : float

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> low, high = np.array([[2.0, 2.0]]), np.array([[3.0, 4.0]])
    >>> band_shapes(marks(["AP"], theme=LIGHT), np.array([0, 1]), low, high, opacity=0.1)[0]["path"]
    'M 0,3 L 1,4 L 1,2 L 0,2 Z'
    """
    shapes = []
    for look, under, over in zip(looks, low, high, strict=True):
        known = ~np.isnan(under)
        if known.sum() >= 2:
            there = zip(x[known], over[known], strict=True)
            back: Any = zip(x[known][::-1], under[known][::-1], strict=True)
            path = " L ".join(f"{a:.6g},{b:.6g}" for a, b in [*there, *back])
            shapes.append({"type": "path", "path": f"M {path} Z", "fillcolor": look.color, "opacity": opacity,
                           "line": {"width": 0}, "layer": "below"})  # fmt: skip
    return shapes
