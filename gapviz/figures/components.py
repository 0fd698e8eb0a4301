"""Variance of scores: the topics' part and the assessors'."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.style.layout import figure
from gapviz.figures.style.marks import marks, value_axis
from gapviz.text.names import for_plotly, shorten
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

ROW = 44
"""Height of a measure, in pixels."""

TICKS = (0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.7, 1)
"""Shares that are written on their axis, whose scale is a square root: most shares are small."""


def share_dots(
    shares: FloatArray, measures: Sequence[str], runs: Sequence[str], *, theme: Theme, marked: int = -1
) -> go.Figure:
    """Draw, for each measure, the assessors' share of the variance in every run.

    Parameters
    ----------
    shares : float64 array, shape (M, N)
        From 0 to 1.
    measures, runs : sequence of str
    theme : Theme
    marked : int
        Run that a ring is drawn around.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each measure, and the rings.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = share_dots(np.array([[0.1, 0.2]]), ["AP"], ["a", "b"], theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['AP']
    """
    import plotly.graph_objects as go

    M, N = shares.shape
    names = np.array([for_plotly(name) for name in runs], dtype=object)
    # Runs side by side in their order, so that equal shares stay visible.
    lanes = np.linspace(-0.28, 0.28, N) if N > 1 else np.zeros(N)
    looks = marks(measures, theme=theme)
    hover = "<b>%{customdata[0]}</b><br>%{fullData.name}: %{customdata[1]:.1%} of the variance<extra></extra>"
    traces = [
        go.Scatter(x=np.sqrt(shares[m]), y=m + lanes, mode="markers", name=for_plotly(measures[m]),
                   customdata=np.stack([names, shares[m]], axis=1),
                   hovertemplate=hover,
                   marker={"symbol": looks[m].symbol, "size": 7, "color": looks[m].color, "opacity": 0.55})
        for m in range(M)
    ]  # fmt: skip
    if 0 <= marked < N:
        traces.append(
            go.Scatter(x=np.sqrt(shares[:, marked]), y=np.arange(float(M)) + lanes[marked], mode="markers",
                       hoverinfo="skip", name=for_plotly(runs[marked]),
                       marker={"symbol": "circle-open", "size": 13, "color": theme.ink, "line": {"width": 2}})
        )  # fmt: skip
    high = float(np.sqrt(np.nan_to_num(shares)).max(initial=0.1))
    axis = value_axis(
        theme, -0.02, 1.05 * high, tickvals=[np.sqrt(share) for share in TICKS],
        ticktext=[f"{100 * share:g} %" for share in TICKS],
    )  # fmt: skip
    return _rows(traces, measures, theme, axis, "assessors’ share of the variance, √ scale")


def component_bars(deviations: FloatArray, measures: Sequence[str], *, theme: Theme) -> go.Figure:
    """Draw the standard deviations of the two parts of one run's scores, for each measure.

    Parameters
    ----------
    deviations : float64 array, shape (2, M)
        The topics' and the assessors'.
    measures : sequence of str
    theme : Theme

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each part.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = component_bars(np.array([[0.2], [0.1]]), ["AP"], theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['topics', 'assessors']
    """
    import plotly.graph_objects as go

    places = np.arange(float(len(measures)))
    parts = zip(("topics", "assessors"), deviations, (theme.edge, theme.accent), ("", "/"), strict=True)
    traces = [
        go.Bar(x=part, y=places, orientation="h", name=name,
               marker={"color": color,
                       "pattern": {"shape": shape, "fillmode": "overlay", "fgcolor": theme.page,
                                   "size": 6}},
               hovertemplate=f"{name}: %{{x:.5f}}<extra></extra>")
        for name, part, color, shape in parts
    ]  # fmt: skip
    high = 1.08 * float(np.nan_to_num(deviations).max(initial=0.0)) or 1.0
    return _rows(
        traces, measures, theme, value_axis(theme, 0.0, high), "standard deviation of a topic’s score",
        barmode="group", bargap=0.3,
    )  # fmt: skip


def _rows(
    traces: Sequence[Any],
    measures: Sequence[str],
    theme: Theme,
    axis: dict[str, Any],
    title: str,
    **more: Any,
) -> go.Figure:
    looks = marks(measures, theme=theme)
    return figure(
        traces, theme, height=ROW * len(measures) + 56, margin=(112, 12, 6, 44),
        xaxis={**axis, "title": {"text": title, "font": {"size": 12}}},
        yaxis={
            "range": [len(measures) - 0.45, -0.55], "tickvals": list(range(len(measures))),
            "ticktext": [
                f'<span style="color:{look.color}"><b>{for_plotly(shorten(text, 16))}</b></span>'
                for text, look in zip(measures, looks, strict=True)
            ],
            "showgrid": False, "zeroline": False, "fixedrange": True, "ticks": "",
            "tickfont": {"size": 12}, "ticklabelstandoff": 6,
        },
        **more,
    )  # fmt: skip
