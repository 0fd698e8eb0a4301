"""Agreement between rankings: the lower triangle of a tau matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.names import for_plotly
from gapviz.figures.theme import Theme, layout, mix, text_on

if TYPE_CHECKING:
    import plotly.graph_objects as go

UNDEFINED = "undefined: all runs tie under one of the two"


def tau_heatmap(tau: FloatArray, labels: Sequence[str], *, theme: Theme, cell: int = 46) -> go.Figure:
    """Draw tau between M measures; the colours always span -1 to 1, so that two maps compare.

    Parameters
    ----------
    tau : float64 array, shape (M, M)
        nan where tau is undefined: such a cell is hatched and has no number.
    labels : sequence of str, length M
    theme : Theme
    cell : int
        Height of a row in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The triangle without its diagonal, the neutral diagonal, and the undefined cells.
    """
    import plotly.graph_objects as go

    size = len(labels)
    below = np.tril(np.ones((size, size), dtype=bool), k=-1)
    defined = below & ~np.isnan(tau)
    shown = np.where(defined, tau, np.nan)
    rows, columns = np.nonzero(below & np.isnan(tau))
    places = list(range(size))
    colored = [(step / 10, mix(theme.tau, step / 10)) for step in range(11)]
    figure = go.Figure(
        [
            _cells(shown, labels, colored, "tau", "%{customdata[0]} with %{customdata[1]}: <b>%{z:.3f}</b>"),
            _cells(
                np.where(np.eye(size, dtype=bool), 1.0, np.nan),
                labels,
                [(0.0, theme.chip), (1.0, theme.chip)],
                "diagonal",
                "%{customdata[0]} with itself",
            ),
            go.Bar(
                x=columns, y=np.full(rows.size, 0.94), base=rows - 0.47, width=0.94, name="undefined",
                marker={"color": theme.page, "line": {"width": 0},
                        "pattern": {"shape": "/", "fgcolor": theme.edge, "size": 6}},
                hovertemplate=f"{UNDEFINED}<extra></extra>",
            ),
        ]
    )  # fmt: skip
    figure.update_layout(
        **layout(theme, height=cell * size + 26, margin=(46, 4, 0, 26)),
        annotations=[
            *_numbers(shown, lambda i, j: f"{tau[i, j]:.3f}".replace("-", "−"), theme, theme.tau),
            *_numbers(
                np.where(np.eye(size, dtype=bool), 1.0, np.nan), lambda _i, _j: "1", theme, (theme.chip,) * 3
            ),
        ],
        xaxis=_axis(places, labels, theme),
        yaxis=_axis(places, labels, theme) | {"range": [size - 0.5, -0.5]},
        bargap=0,
    )
    return figure


def _cells(
    values: FloatArray, labels: Sequence[str], colors: list[tuple[float, str]], name: str, hover: str
) -> Any:
    import plotly.graph_objects as go

    text = [for_plotly(label) for label in labels]
    places = np.arange(float(len(labels)))
    return go.Heatmap(
        z=values, x=places, y=places, zmin=-1, zmax=1, name=name,
        colorscale=colors, showscale=False, xgap=3, ygap=3, hoverongaps=False,
        customdata=np.array([[(row, column) for column in text] for row in text], dtype=object),
        hovertemplate=f"{hover}<extra></extra>",
    )  # fmt: skip


def _numbers(values: FloatArray, text: Any, theme: Theme, stops: tuple[str, ...]) -> list[dict[str, Any]]:
    # A number per cell needs its own ink, black or white; texttemplate has one for all. M is small here.
    return [
        {"x": int(j), "y": int(i), "showarrow": False, "text": text(i, j),
         "font": {"size": 12, "color": _ink(mix(stops, (values[i, j] + 1) / 2), theme)}}
        for i, j in np.argwhere(~np.isnan(values)).tolist()
    ]  # fmt: skip


def _ink(color: str, theme: Theme) -> str:
    return theme.ink2 if color == theme.chip else text_on(color)


def _axis(places: list[int], labels: Sequence[str], theme: Theme) -> dict[str, Any]:
    return {
        "tickvals": places,
        "ticktext": [f'<span style="color:{theme.measure(m)}"><b>{for_plotly(m)}</b></span>' for m in labels],
        "range": [-0.5, len(labels) - 0.5],
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"size": 12},
    }
