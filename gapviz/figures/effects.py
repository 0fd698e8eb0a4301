"""Changes of a measure by one document as a map, and values by the rank of one document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.style.labels import spread
from gapviz.figures.style.layout import axis, figure
from gapviz.text.names import for_plotly
from gapviz.text.numbers import signed
from gapviz.theme import Theme, mix, text_on

if TYPE_CHECKING:
    import plotly.graph_objects as go

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")

MOST_WRITTEN = 160
"""Cells that have their number written in them; all have it in the tooltip."""


def effect_map(
    effects: FloatArray,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    title: tuple[str, str],
    theme: Theme,
    height: int = 300,
) -> go.Figure:
    """Draw changes of a measure as a map; none is in the middle of the colours.

    Parameters
    ----------
    effects : float64 array, shape (rows, columns)
        NaN where there is none to show.
    rows, columns : sequence of str
        Words of the app, not names from files.
    title : (str, str)
        Of the rows and of the columns.
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The cells, and their numbers where there are few enough.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = effect_map(np.array([[0.0, -0.5]]), ["1"], ["1", "2"], title=("from", "to"), theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    [None, 'numbers']
    """
    import plotly.graph_objects as go

    span = float(np.nanmax(np.abs(effects), initial=0.0)) or 1.0
    stops = [(0.0, theme.tau[0]), (0.5, theme.tau[1]), (1.0, theme.tau[2])]
    moves = np.array([[f"{row} → {column}" for column in columns] for row in rows], dtype=object)
    cells = go.Heatmap(
        z=effects, x=np.arange(float(len(columns))), y=np.arange(float(len(rows))), customdata=moves,
        zmin=-span, zmax=span, colorscale=stops, showscale=False, xgap=1, ygap=1, hoverongaps=False,
        hovertemplate="%{customdata}: %{z:+.4f}<extra></extra>",
    )  # fmt: skip
    common: dict[str, Any] = {
        "fixedrange": True,
        "showgrid": False,
        "zeroline": False,
        "tickfont": {"size": 11},
    }
    numbers = [_numbers(effects, span, theme)] if effects.size <= MOST_WRITTEN else []
    return figure(
        [cells, *numbers], theme, height=height, margin=(74, 8, 40, 8),
        xaxis={**common, "side": "top", "tickvals": list(range(len(columns))), "ticktext": list(columns),
               "title": {"text": title[1], "font": {"size": 12}, "standoff": 4}},
        yaxis={**common, "autorange": "reversed", "tickvals": list(range(len(rows))), "ticktext": list(rows),
               "title": {"text": title[0], "font": {"size": 12}, "standoff": 4}},
    )  # fmt: skip


def _numbers(effects: FloatArray, span: float, theme: Theme) -> go.Scatter:
    """Write the changes into their cells, in black or white."""
    import plotly.graph_objects as go

    rows, columns = np.nonzero(np.isfinite(effects))
    shown = effects[rows, columns].tolist()
    return go.Scatter(
        x=columns.tolist(), y=rows.tolist(), mode="text", name="numbers", hoverinfo="skip",
        text=[signed(f"{value:+.3f}") for value in shown],
        textfont={"size": 11, "color": [text_on(mix(theme.tau, (v / span + 1) / 2)) for v in shown]},
    )  # fmt: skip


def value_lines(
    values: FloatArray, names: Sequence[str], *, theme: Theme, height: int = 280, along: str
) -> go.Figure:
    """Draw values of lists by the rank of their one relevant document.

    Parameters
    ----------
    values : float64 array, shape (M, ranks)
    names : sequence of str
        The M measures.
    theme : Theme
    height : int
        Of the whole figure, in pixels.
    along : str
        Title of the axis of ranks.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each measure.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = value_lines(np.array([[1.0, 0.5]]), ["AP"], theme=LIGHT, along="rank")
    >>> [trace.name for trace in figure.data]
    ['AP']
    """
    import plotly.graph_objects as go

    ranks = values.shape[1]
    top = float(np.nanmax(values)) or 1.0
    inner = height - 50
    traces = [
        go.Scatter(
            x=np.arange(1, ranks + 1), y=row, mode="lines", name=for_plotly(name),
            line={"color": theme.measure(name.partition("(")[0]), "width": 2,
                  "dash": DASHES[k % len(DASHES)]},
            hovertemplate=f"{for_plotly(name)}, rank %{{x}}: %{{y:.4f}}<extra></extra>",
        )
        for k, (name, row) in enumerate(zip(names, values, strict=True))
    ]  # fmt: skip
    wanted = [(1.05 - float(row[-1]) / top) / 1.1 * inner for row in values]
    places = spread(wanted, gap=15, low=0, high=inner)
    return figure(
        traces, theme, height=height, margin=(44, 130, 10, 40),
        xaxis=axis(theme, along, range=[0.5, ranks + 0.3], showgrid=False),
        yaxis=axis(theme, range=[-0.05 * top, 1.05 * top]),
        annotations=[
            {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 8, "y": 1 - place / inner,
             "yref": "paper", "showarrow": False, "text": for_plotly(name),
             "font": {"size": 12, "color": theme.measure(name.partition("(")[0])}}
            for name, place in zip(names, places.tolist(), strict=True)
        ],
    )  # fmt: skip
