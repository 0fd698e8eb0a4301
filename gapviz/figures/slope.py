"""Two rankings of the same runs, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gapviz.analysis.comparison import Comparison
from gapviz.figures.bump import change
from gapviz.figures.labels import spread
from gapviz.figures.names import for_plotly, shorten
from gapviz.figures.scale import RankScale
from gapviz.figures.theme import Theme, layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

MARGIN = (34, 172, 26, 8)
MOVERS = 6
"""Runs that are named: those that move most."""


def rank_slope(
    found: Comparison,
    labels: tuple[str, str],
    *,
    selected: Sequence[int] = (),
    theme: Theme,
    height: int = 340,
) -> go.Figure:
    """Draw where each run stands in two rankings, and name those that move most.

    Parameters
    ----------
    found : Comparison
    labels : (str, str)
        Of the two measures.
    selected : sequence of int
        Runs that the reader chose.
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The other runs, those that rise, those that fall, the selected ones, and an invisible mark for every
        run on both sides, whose ``customdata`` begins with its number.
    """
    import plotly.graph_objects as go

    ranks, climbs = found.ranks, found.climbs
    scale = RankScale(max(1, ranks.shape[1]), inner=height - MARGIN[2] - MARGIN[3])
    places = scale.place(ranks)
    movers = [i for i in found.movers.tolist()[:MOVERS] if climbs[i] and i not in selected]
    apart = [*movers, *selected]
    figure = go.Figure()
    for name, runs, color, width, dash in (
        ("others", [i for i in range(ranks.shape[1]) if i not in apart], theme.faint, 0.7, "solid"),
        ("risers", [i for i in movers if climbs[i] > 0], theme.accent, 1.8, "solid"),
        ("fallers", [i for i in movers if climbs[i] < 0], theme.down, 1.8, "dash"),
        ("selected", list(selected), theme.ink, 3.0, "solid"),
    ):
        y = np.vstack([places[:, runs], np.full((1, len(runs)), np.nan)]).T.ravel()
        figure.add_trace(
            go.Scatter(x=[0.0, 1.0, np.nan] * len(runs), y=y, mode="lines", name=name, hoverinfo="skip",
                       line={"color": color, "width": width, "dash": dash})
        )  # fmt: skip
    data = [(i, for_plotly(run), *ranks[:, i].tolist()) for i, run in enumerate(found.runs) for _ in range(2)]
    figure.add_trace(
        go.Scatter(
            x=[0.0, 1.0] * len(found.runs), y=places.T.ravel(), mode="markers", name="targets",
            marker={"size": 9, "opacity": 0},
            customdata=np.array(data, dtype=object).reshape(len(data), 4),
            selected={"marker": {"opacity": 0}}, unselected={"marker": {"opacity": 0}},
            hovertemplate="<b>%{customdata[1]}</b><br>rank %{customdata[2]} → %{customdata[3]}"
            "<extra></extra>",
        )
    )  # fmt: skip
    heads = [for_plotly(shorten(label, 14)) for label in labels]
    moved = spread(scale.pixel(ranks[1, apart]), gap=15.0, low=0, high=scale.inner)
    figure.update_layout(
        **layout(theme, height=height, margin=MARGIN),
        hovermode="closest",
        xaxis={"range": [-0.02, 1.02], "tickvals": [0, 1], "side": "top", "showgrid": False,
               "zeroline": False, "fixedrange": True,
               "ticktext": [f'<span style="color:{theme.measure(m)}"><b>{head}</b></span>'
                            for m, head in zip(labels, heads, strict=True)]},
        yaxis={"range": [scale.place(scale.last) + scale.half, scale.place(1) - scale.half],
               "tickvals": [float(scale.place(r)) for r in scale.ticks()],
               "ticktext": [str(r) for r in scale.ticks()], "showgrid": False, "zeroline": False,
               "fixedrange": True, "tickfont": {"size": 11}},
        annotations=[
            {"x": 1, "y": float(places[1, i]), "ax": 22, "ay": there - float(scale.pixel(ranks[1, i])),
             "xanchor": "left", "showarrow": True, "arrowhead": 0, "arrowwidth": 1, "arrowcolor": theme.edge,
             "text": f"{ranks[1, i]} {for_plotly(shorten(found.runs[i], 15))} "
             f'<span style="font-size:11px">{change(int(climbs[i]))}</span>',
             "font": {"size": 12, "color": theme.ink if i in selected else
                      theme.accent if climbs[i] > 0 else theme.down}}
            for i, there in zip(apart, moved.tolist(), strict=True)
        ],
    )  # fmt: skip
    return figure
