"""Achieved significance levels: curves over the pairs, and a map of the pairs under two user models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.layout import figure
from gapviz.figures.style.marks import LABELS, end_labels, marks, value_axis
from gapviz.text.names import for_plotly, shorten
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

MOST_POINTS = 240
"""Of a curve; further ones would not be seen."""

TOP = 0.15
"""Highest level that is drawn, as in Sakai's figures, unless alpha is near it."""

MOST_NAMED = 40
"""Runs from which on the map leaves names to the tooltip."""


def level_curves(
    levels: FloatArray, measures: Sequence[str], *, alpha: float, theme: Theme, height: int = 380
) -> go.Figure:
    """Draw the levels of all pairs in rising order; the lower a curve, the more pairs a measure tells apart.

    Parameters
    ----------
    levels : float64 array, shape (M, P)
        In rising order; NaN at the end of a row that has not been done.
    measures : sequence of str
    alpha : float
        Drawn as a dotted line.
    theme : Theme
    height : int

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each measure.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = level_curves(np.array([[0.01, 0.2]]), ["AP"], alpha=0.05, theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['AP']
    """
    import plotly.graph_objects as go

    M, P = levels.shape
    high = max(TOP, 3.0 * alpha)
    shown = np.unique(np.linspace(0, P - 1, min(P, MOST_POINTS)).round().astype(np.int64))
    share = 100.0 * (shown + 1) / P
    looks = marks(measures, theme=theme)
    margin = (44, LABELS, 10, 40)
    traces = [
        go.Scatter(
            x=share, y=levels[m, shown], mode="lines", name=for_plotly(measures[m]),
            line=looks[m].line(),
            hovertemplate="<b>%{fullData.name}</b><br>%{x:.1f} % of pairs up to level %{y:.4f}"
            "<extra></extra>",
        )
        for m in range(M)
    ]  # fmt: skip
    ends = _at(levels, high)
    return figure(
        traces, theme, height=height, margin=margin,
        shapes=[{"type": "line", "x0": 0, "x1": 100, "y0": alpha, "y1": alpha, "layer": "below",
                 "line": {"color": theme.ink2, "width": 1, "dash": "dot"}}],
        annotations=[
            {"x": 1, "y": alpha, "xanchor": "left", "yanchor": "bottom", "showarrow": False,
             "text": f"α = {alpha:g}", "font": {"size": 11, "color": theme.ink2}},
            *end_labels(measures, [look.color for look in looks], ends, x=100, low=0.0, high=high,
                        inner=height - margin[2] - margin[3]),
        ],
        xaxis=value_axis(theme, 0, 100, showgrid=False, ticksuffix=" %",
                         title="pairs of runs, in the order of their levels"),
        yaxis=value_axis(theme, 0.0, high, title="level"),
    )  # fmt: skip


def _at(levels: FloatArray, high: float) -> FloatArray:
    """Where the labels stand: at the upper edge, where the curves leave, the longest curve lowest."""
    inside = (levels <= high).sum(axis=1) / max(1, levels.shape[1])
    return np.where(np.isnan(levels).all(axis=1), np.nan, high * (1.0 - 0.01 * inside))


def pair_map(
    verdicts: IntArray, order: Sequence[int], runs: Sequence[str], words: Sequence[str], *, theme: Theme,
    height: int = 440,
) -> go.Figure:  # fmt: skip
    """Draw which pairs of runs differ: by neither of two measures, only one, or both.

    Parameters
    ----------
    verdicts : int64 array, shape (N, N)
        Place in `words`; -1 where nothing is known.
    order : sequence of int
        Runs from the top to the bottom.
    runs : sequence of str
    words : sequence of str
        Four, as `gapviz.analysis.experiments.contrast.AGREEMENT`.
    theme : Theme
    height : int

    Returns
    -------
    plotly.graph_objects.Figure
        One trace: the triangle below the diagonal.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> words = ["neither", "only the first", "only the second", "both"]
    >>> figure = pair_map(np.array([[-1, 3], [3, -1]]), [0, 1], ["a", "b"], words, theme=LIGHT)
    >>> float(figure.data[0].z[1][0])
    3.0
    """
    import plotly.graph_objects as go

    size = len(order)
    shown = verdicts[np.ix_(order, order)].astype(np.float64)
    shown[np.triu(np.ones((size, size), dtype=bool)) | (shown < 0)] = np.nan
    names = [for_plotly(runs[i]) for i in order]
    colors = pair_colors(theme)
    steps = [(edge / 4, color) for place, color in enumerate(colors) for edge in (place, place + 1)]
    text = np.array([[*words, ""][int(value)] for value in np.nan_to_num(shown, nan=4).ravel()], dtype=object)
    ticks = list(range(size)) if size <= MOST_NAMED else []
    cells = go.Heatmap(
        z=shown, zmin=-0.5, zmax=3.5, colorscale=steps, showscale=False, hoverongaps=False,
        xgap=1 if size <= MOST_NAMED else 0, ygap=1 if size <= MOST_NAMED else 0,
        x=np.arange(float(size)), y=np.arange(float(size)), text=text.reshape(size, size),
        customdata=np.array([[(row, column) for column in names] for row in names], dtype=object),
        hovertemplate="<b>%{customdata[0]}</b><br>and <b>%{customdata[1]}</b><br>%{text}<extra></extra>",
    )  # fmt: skip
    axis = {
        "tickvals": ticks, "ticktext": [for_plotly(shorten(runs[order[i]], 12)) for i in ticks],
        "showgrid": False, "zeroline": False, "fixedrange": True, "ticks": "", "tickfont": {"size": 10.5},
    }  # fmt: skip
    return figure(
        [cells], theme, height=height, margin=(84 if ticks else 8, 8, 4, 70 if ticks else 8),
        xaxis={**axis, "range": [-0.5, size - 0.5], "tickangle": 90},
        yaxis={**axis, "range": [size - 0.5, -0.5]},
    )  # fmt: skip


def pair_colors(theme: Theme) -> tuple[str, str, str, str]:
    """Colours of neither, only the first, only the second, both.

    Returns
    -------
    tuple of str, length 4
        Hexadecimal RGB.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> pair_colors(LIGHT)[0] == LIGHT.chip
    True
    """
    return (theme.chip, theme.down, theme.accent, theme.edge)
