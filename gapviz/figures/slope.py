"""Two rankings of the same runs, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.rankings.comparison import Comparison
from gapviz.arrays import FloatArray
from gapviz.figures.bump import change, rank_axis, thinned
from gapviz.figures.style.axes import RankScale
from gapviz.figures.style.labels import spread
from gapviz.figures.style.layout import figure
from gapviz.text.names import for_plotly, shorten
from gapviz.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

MARGIN = (34, 172, 26, 8)
MOVERS = 6
"""Runs that are named: those that move most."""


def rank_slope(
    compared: Comparison,
    labels: tuple[str, str],
    *,
    selected: Sequence[int] = (),
    theme: Theme,
    height: int = 340,
) -> go.Figure:
    """Draw where each run stands in two rankings, and name those that move most.

    Parameters
    ----------
    compared : Comparison
    labels : (str, str)
        Of the two measures.
    selected : sequence of int
        Runs that the reader chose. Of very many others only some are drawn, evenly by the first ranking.
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        The other runs, those that rise, those that fall, the selected ones, and an invisible mark for each
        of them on both sides, whose ``customdata`` begins with the number of the run.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> from gapviz.analysis.rankings.comparison import comparison
    >>> compared = comparison(np.array([0.3, 0.2]), np.array([0.1, 0.2]), ["a", "b"])
    >>> figure = rank_slope(compared, ("AP", "GAP"), theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['others', 'risers', 'fallers', 'selected', 'targets']
    """
    ranks, climbs = compared.ranks, compared.climbs
    scale = RankScale(max(1, ranks.shape[1]), inner=height - MARGIN[2] - MARGIN[3])
    movers = [i for i in compared.movers.tolist()[:MOVERS] if climbs[i] and i not in selected]
    apart = [*movers, *selected]
    others = [i for i in thinned(range(ranks.shape[1]), ranks[0]) if i not in apart]
    lines = [
        _lines(scale.place(ranks[:, runs]), {"color": color, "width": width, "dash": dash}, name)
        for name, runs, color, width, dash in (
            ("others", others, theme.faint, 0.7, "solid"),
            ("risers", [i for i in movers if climbs[i] > 0], theme.accent, 1.8, "solid"),
            ("fallers", [i for i in movers if climbs[i] < 0], theme.down, 1.8, "dash"),
            ("selected", list(selected), theme.ink, 3.0, "solid"),
        )
    ]
    return figure(
        [*lines, _targets(compared, sorted([*others, *apart]), scale)], theme, height=height, margin=MARGIN,
        xaxis={"range": [-0.02, 1.02], "tickvals": [0, 1], "side": "top", "showgrid": False,
               "zeroline": False, "fixedrange": True,
               "ticktext": [f'<span style="color:{theme.measure(label)}">'
                            f"<b>{for_plotly(shorten(label, 14))}</b></span>" for label in labels]},
        yaxis=rank_axis(scale),
        annotations=_names(compared, apart, selected, scale, theme),
    )  # fmt: skip


def _lines(places: FloatArray, line: dict[str, Any], name: str) -> go.Scatter:
    """Draw runs as one path from left to right, with gaps between; places have shape (2, runs)."""
    import plotly.graph_objects as go

    runs = places.shape[1]
    y = np.vstack([places, np.full((1, runs), np.nan)]).T.ravel()
    return go.Scatter(x=[0.0, 1.0, np.nan] * runs, y=y, mode="lines", name=name, hoverinfo="skip", line=line)


def _targets(compared: Comparison, runs: Sequence[int], scale: RankScale) -> go.Scatter:
    """Put an invisible mark for each of the runs on both sides, which answers the pointer."""
    import plotly.graph_objects as go

    ranks = compared.ranks
    data = [(i, for_plotly(compared.runs[i]), *ranks[:, i].tolist()) for i in runs for _ in range(2)]
    return go.Scatter(
        x=[0.0, 1.0] * len(runs), y=scale.place(ranks[:, runs]).T.ravel(), mode="markers", name="targets",
        marker={"size": 9, "opacity": 0},
        customdata=np.array(data, dtype=object).reshape(len(data), 4),
        selected={"marker": {"opacity": 0}}, unselected={"marker": {"opacity": 0}},
        hovertemplate="<b>%{customdata[1]}</b><br>rank %{customdata[2]} → %{customdata[3]}<extra></extra>",
    )  # fmt: skip


def _names(
    compared: Comparison, apart: Sequence[int], selected: Sequence[int], scale: RankScale, theme: Theme
) -> list[dict[str, Any]]:
    """Write names at the right ends of some lines, apart from each other, with leaders."""
    ranks = compared.ranks[1]
    moved = spread(scale.pixel(ranks[apart]), gap=15.0, low=0, high=scale.inner)
    return [
        {"x": 1, "y": float(scale.place(ranks[i])), "ax": 22, "ay": there - float(scale.pixel(ranks[i])),
         "xanchor": "left", "showarrow": True, "arrowhead": 0, "arrowwidth": 1, "arrowcolor": theme.edge,
         "text": f"{ranks[i]} {for_plotly(shorten(compared.runs[i], 15))} "
         f'<span style="font-size:11px">{change(int(compared.climbs[i]))}</span>',
         "font": {"size": 12, "color": theme.ink if i in selected else
                  theme.accent if compared.climbs[i] > 0 else theme.down}}
        for i, there in zip(apart, moved.tolist(), strict=True)
    ]  # fmt: skip
