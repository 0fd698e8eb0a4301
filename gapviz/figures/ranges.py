"""The lowest, mean and highest rank of each run over all user models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gapviz.analysis.users.shares import KEPT
from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.layout import axis, figure
from gapviz.text.names import for_plotly, shorten
from gapviz.text.numbers import percent
from gapviz.theme import SYMBOLS, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

MOST_RUNS = 12
"""Runs that one figure shows; further ones are in the table."""


def rank_ranges(
    names: Sequence[str],
    expected: FloatArray,
    low: IntArray,
    high: IntArray,
    best: IntArray,
    worst: IntArray,
    *,
    order: Sequence[int],
    marked: Sequence[int],
    measure: str,
    theme: Theme,
) -> go.Figure:
    """Draw the mean rank of each run, the ranks that it keeps within, and its best and worst.

    Parameters
    ----------
    names : sequence of str, length N
    expected : float64 array, shape (N,)
        Mean rank.
    low, high : int64 array, shape (N,)
        Ranks that it keeps within for most user models.
    best, worst : int64 array, shape (N,)
        Over all user models.
    order : sequence of int
        Runs from top to bottom.
    marked : sequence of int
        Runs with bold names.
    measure : str
    theme : Theme

    Returns
    -------
    plotly.graph_objects.Figure
        Best to worst, most user models, mean; ``customdata`` of the last is the number of the run.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> one, two = np.array([1, 1]), np.array([2, 2])
    >>> figure = rank_ranges(["a", "b"], np.array([1.4, 1.6]), one, two, one, two, order=[0, 1], marked=[],
    ...                      measure="eGAP", theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['best to worst', 'most user models', 'mean']
    """
    import plotly.graph_objects as go

    shown = list(order)
    rows = list(range(len(shown)))
    color = theme.measure(measure)
    data = [(i, for_plotly(names[i]), int(low[i]), int(high[i]), int(best[i]), int(worst[i])) for i in shown]
    traces = [
        _spans(best[shown], worst[shown], theme.faint, 1.5, "best to worst"),
        _spans(low[shown], high[shown], color, 6.0, "most user models", opacity=0.55),
        go.Scatter(
            x=expected[shown], y=rows, mode="markers", name="mean",
            marker={"symbol": SYMBOLS[measure], "size": 9, "color": color, "opacity": 1,
                    "line": {"color": theme.page, "width": 1}},
            unselected={"marker": {"opacity": 1}},
            customdata=np.array(data, dtype=object).reshape(len(data), 6),
            hovertemplate="<b>%{customdata[1]}</b><br>mean rank %{x:.1f}<br>"
            f"{percent(KEPT)} of user models: "
            "%{customdata[2]}–%{customdata[3]}<br>best %{customdata[4]}, worst %{customdata[5]}"
            "<extra></extra>",
        ),
    ]  # fmt: skip
    last = int(worst[shown].max(initial=1))
    step = 1 if last < 9 else 5 if last < 42 else 20
    text = [for_plotly(shorten(names[i], 18)) for i in shown]
    return figure(
        traces, theme, height=24 * len(shown) + 34, margin=(132, 8, 22, 4),
        xaxis=axis(theme, side="top", range=[0.5, max(2.5, last + 0.5)], tickformat="d",
                   tickvals=[1, *range(step, last + 1, step)]),
        yaxis=axis(
            theme, range=[len(shown) - 0.5, -0.5], tickvals=rows, showgrid=False,
            ticktext=[f"<b>{t}</b>" if i in marked else t for i, t in zip(shown, text, strict=True)],
            tickfont={"size": 12, "color": theme.ink},
        ),
    )  # fmt: skip


def _spans(
    start: IntArray, end: IntArray, color: str, width: float, name: str, *, opacity: float = 1.0
) -> go.Scatter:
    import plotly.graph_objects as go

    gaps = np.full(start.size, np.nan)
    x = np.stack([start - 0.12, end + 0.12, gaps], axis=1).ravel()
    y = np.repeat(np.arange(float(start.size)), 3)
    return go.Scatter(x=x, y=y, mode="lines", name=name, hoverinfo="skip", opacity=opacity,
                      line={"color": color, "width": width})  # fmt: skip
