"""The mean of a random experiment as its trials go on, beside the formula's value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.layout import axis, figure
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go


def running_mean(
    points: IntArray,
    low: FloatArray,
    means: FloatArray,
    high: FloatArray,
    value: float,
    *,
    measure: str,
    theme: Theme,
    height: int = 280,
) -> go.Figure:
    """Draw the running mean, a band around it, and the formula's value; trials on a logarithmic axis.

    Parameters
    ----------
    points : int64 array, shape (P,)
        Numbers of trials.
    low, means, high : float64 array, shape (P,)
    value : float
        What the formula gives.
    measure : str
        Its hue is that of the mean.
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        Four traces: the band's lower and upper edge, the mean, the value.

    Examples
    --------
    >>> import numpy as np
    >>> from gapviz.theme import LIGHT
    >>> points, means = np.array([1, 10]), np.array([1.0, 0.6])
    >>> figure = running_mean(points, means, means, means, 0.5, measure="GAP", theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['low', 'high', 'mean', 'formula']
    """
    import plotly.graph_objects as go

    color = theme.measure(measure)
    bare: dict[str, Any] = {"mode": "lines", "line": {"width": 0}, "hoverinfo": "skip", "x": points}
    traces = [
        go.Scatter(y=low, name="low", **bare),
        go.Scatter(y=high, name="high", fill="tonexty", fillcolor=f"{color}2e", **bare),
        go.Scatter(x=points, y=means, mode="lines", name="mean", line={"color": color, "width": 2},
                   hovertemplate="%{x} trials: mean %{y:.4f}<extra></extra>"),
        go.Scatter(x=points[[0, -1]], y=[value, value], mode="lines", name="formula", hoverinfo="skip",
                   line={"color": theme.ink, "width": 1.4, "dash": "dot"}),
    ]  # fmt: skip
    return figure(
        traces, theme, height=height, margin=(36, 96, 10, 40),
        separators=".\u2009",  # 10 000, as the rest of the page writes it
        xaxis=axis(theme, "trials", type="log", showgrid=False, dtick=1, tickformat=",d"),
        yaxis=axis(theme, range=[-0.03, 1.03], tickvals=[0, 0.25, 0.5, 0.75, 1]),
        annotations=[
            {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "y": value, "yref": "y",
             "showarrow": False, "text": f"formula {value:.4f}", "font": {"color": theme.ink, "size": 12}},
        ],
    )  # fmt: skip
