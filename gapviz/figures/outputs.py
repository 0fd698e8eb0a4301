"""Two measures on many lists, a point a list."""

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

MOST_DRAWN_AS_SVG = 2000


def measure_scatter(
    values: FloatArray,
    names: Sequence[str],
    texts: Sequence[str],
    *,
    theme: Theme,
    marked: int | None = None,
    height: int = 380,
) -> go.Figure:
    """Draw lists by the values of two measures.

    Parameters
    ----------
    values : float64 array, shape (2, number)
    names : sequence of str
        The two measures; the first one along.
    texts : sequence of str
        Each list.
    theme : Theme
    marked : int, optional
        Number of a list to mark.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The points, whose ``customdata[0]`` is the list's number, and the marked one.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = measure_scatter(np.array([[0.5], [0.4]]), ["AP", "RBP"], ["10"], theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['lists', 'on the list']
    """
    import plotly.graph_objects as go

    draw = go.Scatter if values.shape[1] <= MOST_DRAWN_AS_SVG else go.Scattergl
    data = np.array([[number, for_plotly(text)] for number, text in enumerate(texts)], dtype=object)
    shown = [] if marked is None else [marked]
    traces = [
        draw(
            x=values[0], y=values[1], mode="markers", name="lists", customdata=data,
            hovertemplate="<b>%{customdata[1]}</b><br>%{x:.4f}, %{y:.4f}<extra></extra>",
            marker={"size": 7, "color": theme.accent, "opacity": 0.55},
            selected={"marker": {"opacity": 0.55}}, unselected={"marker": {"opacity": 0.55}},
        ),
        go.Scatter(
            x=values[0, shown], y=values[1, shown], mode="markers", name="on the list", hoverinfo="skip",
            marker={"size": 15, "symbol": "circle-open", "color": theme.ink, "line": {"width": 2}},
        ),
    ]  # fmt: skip
    return figure(
        traces, theme, height=height, margin=(54, 10, 10, 44),
        xaxis=axis(theme, for_plotly(names[0])),
        yaxis=axis(theme, for_plotly(names[1])),
    )  # fmt: skip
