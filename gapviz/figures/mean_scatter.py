"""Means of runs on a sample of the judgements beside AP on all of them: a point a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.style.layout import axis, figure
from gapviz.text.names import for_plotly
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go


def mean_scatter(
    points: FloatArray,
    ap: FloatArray,
    runs: Sequence[str],
    *,
    measure: str,
    rate: float,
    theme: Theme,
    height: int = 420,
) -> go.Figure:
    """Draw the mean of each run at a rate against its AP at 100 %.

    Parameters
    ----------
    points : float64 array, shape (3, N)
        Over the samples the mean, the lowest and the highest.
    ap : float64 array, shape (N,)
    runs : sequence of str
    measure : str
    rate : float
        Share of the judgements that is left, for the title of the axis.
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The points, whose bars go from the lowest to the highest; the line where both are equal is a shape.

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, figures 1, 2, 4
    and 6.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> points = np.array([[0.3], [0.2], [0.4]])
    >>> figure = mean_scatter(points, np.array([0.25]), ["a"], measure="infAP", rate=0.3, theme=LIGHT)
    >>> figure.data[0].x.tolist(), figure.data[0].y.tolist()
    ([0.25], [0.3])
    """
    import plotly.graph_objects as go

    mean, low, high = points
    known = np.concatenate([ap, high[~np.isnan(high)]])
    end = 1.05 * float(known.max(initial=0.0)) or 1.0
    dots = go.Scatter(
        x=ap, y=mean, mode="markers", name=for_plotly(measure),
        error_y={"array": high - mean, "arrayminus": mean - low, "color": theme.ink2, "thickness": 1,
                 "width": 0},
        customdata=np.array([[for_plotly(run)] for run in runs], dtype=object).reshape(-1, 1),
        marker={"size": 8, "color": theme.accent, "opacity": 0.8,
                "line": {"color": theme.page, "width": 0.5}},
        hovertemplate="<b>%{customdata[0]}</b><br>AP %{x:.4f}, here %{y:.4f}<extra></extra>",
    )  # fmt: skip
    return figure(
        [dots], theme, height=height, margin=(54, 10, 10, 44),
        shapes=[
            {"type": "line", "x0": 0.0, "y0": 0.0, "x1": end, "y1": end, "layer": "below",
             "line": {"color": theme.edge, "width": 1}}
        ],
        xaxis=axis(theme, "AP at 100 %", range=[0.0, end]),
        yaxis=axis(theme, f"{for_plotly(measure)} at {100 * rate:.3g} %", range=[0.0, end]),
    )  # fmt: skip
