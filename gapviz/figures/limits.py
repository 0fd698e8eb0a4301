"""Values along a family of lists, and their limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.labels import spread
from gapviz.figures.style.layout import axis, figure
from gapviz.figures.style.marks import upright
from gapviz.theme import SYMBOLS, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

FORMULAS = {"GAP": "1", "xGAP": "1 − g₂²", "eGAP": "1 − g₂"}
"""What each measure tends to."""

CLOSE = 0.09
"""A marked value is written below its curve where another one is so close above."""

TOP, BOTTOM, RIGHT = 10, 40, 128


def limit_curves(
    lengths: IntArray,
    values: Mapping[str, FloatArray],
    limits: Mapping[str, float],
    *,
    n: int,
    theme: Theme,
    height: int = 300,
) -> go.Figure:
    """Draw values of lists with n documents of grade 1 and then one of grade 2, on a logarithmic axis.

    Parameters
    ----------
    lengths : int64 array, shape (L,)
        n of each list.
    values : mapping of measure to float64 array, shape (L,)
    limits : mapping of measure to float
        Dotted lines, named by their formula with g put in.
    n : int
        One of the lengths, which is marked.
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        Two traces for each measure: the line, and the marked value.

    Examples
    --------
    >>> import numpy as np
    >>> from gapviz.theme import LIGHT
    >>> lengths, values = np.array([1, 10]), {"eGAP": np.array([0.55, 0.18])}
    >>> figure = limit_curves(lengths, values, {"eGAP": 0.1}, n=10, theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['eGAP', 'eGAP at n']
    """
    import plotly.graph_objects as go

    traces = []
    at = int((lengths == n).argmax())
    marked = [float(row[at]) for row in values.values()]
    for name, row in values.items():
        color = theme.measure(name)
        traces += [
            go.Scatter(
                x=lengths, y=row, mode="lines", name=name, line={"color": color, "width": 2},
                hovertemplate=f"{name}  %{{y:.4f}}<extra></extra>",
            ),
            go.Scatter(
                x=[n], y=[row[at]], mode="markers+text", name=f"{name} at n", text=[f"{row[at]:.3f}"],
                textposition=_side(row, at, marked), hoverinfo="skip", textfont={"color": color, "size": 12},
                marker={"symbol": SYMBOLS[name], "size": 9, "color": color},
            ),
        ]  # fmt: skip
    last = int(lengths[-1])
    inner = height - TOP - BOTTOM
    wanted = [(1.04 - limits[name]) / 1.08 * inner for name in values]
    places = spread(wanted, gap=16, low=0, high=inner)
    return figure(
        traces, theme, height=height, margin=(36, RIGHT, TOP, BOTTOM), hovermode="x unified",
        xaxis=axis(
            theme, "n, documents of grade 1 ahead of the one of grade 2", type="log", showgrid=False,
            tickvals=[1, 10, 100, 1000, 10000], ticktext=["1", "10", "100", "1 000", "10 000"],
            unifiedhovertitle={"text": "n = %{x}"},
        ),
        yaxis=axis(theme, range=[-0.04, 1.04], tickvals=[0, 0.25, 0.5, 0.75, 1]),
        shapes=[
            *({"type": "line", "x0": 1, "x1": last, "y0": limits[name], "y1": limits[name],
               "line": {"color": theme.measure(name), "width": 1.4, "dash": "dot"}} for name in values),
            upright(n, theme),
        ],
        annotations=[
            {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 8, "y": 1 - place / inner, "yref": "paper",
             "yanchor": "middle", "showarrow": False, "font": {"color": theme.measure(name), "size": 12},
             "text": f"<b>{name}</b> → {_limit(name, limits[name])}"}
            for name, place in zip(values, places.tolist(), strict=True)
        ],
    )  # fmt: skip


def _side(row: FloatArray, at: int, marked: Sequence[float]) -> str:
    """Choose where a marked value is written: off the curves."""
    if any(0 < other - row[at] < CLOSE for other in marked):
        return "bottom left"
    return "top left" if row[at] > row[0] else "top right"


def _limit(name: str, value: float) -> str:
    number = f"{value:.4g}"
    return number if FORMULAS[name] == number or name == "GAP" else f"{FORMULAS[name]} = {number}"
