"""What each rank of a list adds to some measures, as bars under the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.toylists.contributions import Contributions
from gapviz.figures.style.layout import axis, figure
from gapviz.text.names import for_plotly
from gapviz.text.numbers import signed
from gapviz.theme import GLYPHS, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

PATTERNS = ("/", "x", ".", "-")
"""Fill of measures that have no hue of their own."""


def contribution_bars(
    splits: Mapping[str, Contributions],
    documents: Sequence[str],
    *,
    theme: Theme,
    running: bool = False,
    height: int = 200,
    sides: tuple[int, int] = (40, 52),
) -> go.Figure:
    """Draw what each rank adds, a group of bars a rank.

    Parameters
    ----------
    splits : mapping of str to Contributions
        By the name to write; all of one list.
    documents : sequence of str
        What the document at each rank is, for the tooltip.
    theme : Theme
    running : bool
        Draw sums down to each rank.
    height : int
        Of the whole figure, in pixels.
    sides : tuple of int
        Left and right margin in pixels, so that a rank stands under its tile.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each measure, then one that holds the tooltips, then the printed zeros.
    """
    import plotly.graph_objects as go

    length = len(documents)
    ranks = list(range(1, length + 1))
    heights = {name: (one.running if running else one.by_rank).tolist() for name, one in splits.items()}
    own = [name for name in splits if name not in GLYPHS]
    traces: list[Any] = []
    for name, values in heights.items():
        fill: dict[str, Any] = {"color": theme.measure(name)}
        if name in own:
            shape = PATTERNS[own.index(name) % len(PATTERNS)]
            fill = {
                "color": theme.page, "line": {"color": theme.ink2, "width": 1},
                "pattern": {"shape": shape, "fgcolor": theme.ink2, "bgcolor": theme.page, "size": 5},
            }  # fmt: skip
        traces.append(go.Bar(x=ranks, y=values, name=for_plotly(name), marker=fill, hoverinfo="skip"))
    top = max((value for values in heights.values() for value in values), default=0.0) or 1.0
    tips = [_tip(splits, documents, place, theme) for place in range(length)]
    zeros = [n for n in ranks if all(values[n - 1] == 0 for values in heights.values())]
    traces += [
        go.Scatter(
            x=ranks, y=[max((v[n - 1] for v in heights.values()), default=0.0) for n in ranks],
            mode="markers", name="tooltips", customdata=np.array(tips, dtype=object),
            hovertemplate="%{customdata}<extra></extra>", marker={"size": 28, "opacity": 0},
        ),
        go.Scatter(
            x=zeros, y=[0.0] * len(zeros), mode="text", text=["0"] * len(zeros), textposition="top center",
            name="zeros", hoverinfo="skip", textfont={"size": 11, "color": theme.ink2},
        ),
    ]  # fmt: skip
    step = max(1, -(-length // 30))
    return figure(
        traces, theme, height=height, margin=(sides[0], sides[1], 8, 24), hovermode="x",
        barmode="group",
        bargap=0.36,
        bargroupgap=0.08,
        xaxis=axis(theme, range=[0.5, max(length, 1) + 0.5], tickvals=ranks[::step], showgrid=False,
                   tickfont={"size": 11.5}),
        yaxis=axis(theme, range=[0, 1.12 * top], nticks=5, zeroline=True, zerolinecolor=theme.line),
    )  # fmt: skip


def _tip(splits: Mapping[str, Contributions], documents: Sequence[str], place: int, theme: Theme) -> str:
    lines = [f"<b>Rank {place + 1}, {for_plotly(documents[place])}</b>"]
    for name, one in splits.items():
        mark = f'<span style="color:{theme.measure(name)}">{GLYPHS.get(name, "▪")}</span>'
        added, share = one.by_rank[place], one.shares[place]
        lines.append(f"{mark} {for_plotly(name)}  {signed(f'{added:+.4f}')}  {share:.0%}")
    return "<br>".join(lines)
