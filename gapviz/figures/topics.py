"""Topics: which of them separate two runs, and how many relevant documents each has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.rankings.topics import Offers, Separation
from gapviz.figures.style.layout import axis, figure
from gapviz.text.names import for_plotly, shorten
from gapviz.theme import Theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    import plotly.graph_objects as go

FEWEST = 8
"""Topics that there is room for: fewer have no wider bars."""

LEAST = 6
"""Documents below which each has its line."""

MOST_TOPICS = 60
"""Topics that one figure shows; further ones are in the table."""


def separation_bars(
    now: Separation,
    *,
    order: Sequence[int],
    flipped: Sequence[int],
    theme: Theme,
    marked: str = "",
    height: int = 260,
) -> go.Figure:
    """Draw what each topic adds to the difference of two means.

    Parameters
    ----------
    now : Separation
    order : sequence of int
        Topics from left to right; the first `MOST_TOPICS` are drawn.
    flipped : sequence of int
        Topics on which the other run led under the pinned g.
    theme : Theme
    marked : str
        Topic that a frame is drawn around.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        One trace of bars, whose ``customdata`` begins with the number of the topic, and the flips above.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> from gapviz.analysis.rankings.scores import scores
    >>> from gapviz.analysis.rankings.topics import separation
    >>> from gapviz.measures.example import example
    >>> now = separation(scores(example(), ["AP"]), 0, 0, 0)
    >>> figure = separation_bars(now, order=[0], flipped=[], theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['parts', 'flips']
    """
    import plotly.graph_objects as go

    shown = list(order)[:MOST_TOPICS]
    rows = list(range(len(shown)))
    parts = now.parts[shown]
    reach = float(np.abs(parts).max(initial=0.0)) or 1e-3
    data = [
        (t, for_plotly(now.topics[t]), *now.values[:, t].tolist(), "flipped" if t in flipped else "")
        for t in shown
    ]
    traces = [
        go.Bar(
            x=rows, y=parts, name="parts",
            marker={"color": [theme.accent if part >= 0 else theme.down for part in parts.tolist()],
                    "pattern": {"shape": ["" if part >= 0 else "/" for part in parts.tolist()],
                                "fgcolor": theme.page, "size": 5, "solidity": 0.25}},
            customdata=np.array(data, dtype=object).reshape(len(data), 5),
            selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 1}},
            hovertemplate="<b>Topic %{customdata[1]}</b><br>A %{customdata[2]:.4f}, B "
            "%{customdata[3]:.4f}<br>adds %{y:+.5f} to the difference<br>%{customdata[4]}<extra></extra>",
        ),
        go.Scatter(
            x=[x for x, t in enumerate(shown) if t in flipped],
            y=[1.12 * reach for t in shown if t in flipped],
            mode="markers", name="flips", hoverinfo="skip", cliponaxis=False,
            marker={"symbol": "x-thin", "size": 9, "line": {"color": theme.ink, "width": 2}},
        ),
    ]  # fmt: skip
    return figure(
        traces, theme, height=height, margin=(52, 8, 10, 34),
        bargap=0.25,
        xaxis=_topics(now.topics, shown),
        yaxis=axis(
            theme, range=[-1.2 * reach, 1.2 * reach], nticks=6, zeroline=True, zerolinecolor=theme.edge
        ),
        shapes=_frames(now.topics, shown, marked, theme),
    )  # fmt: skip


def recall_bars(
    offers: Offers,
    *,
    order: Sequence[int],
    flagged: Sequence[int],
    theme: Theme,
    marked: str = "",
    height: int = 260,
) -> go.Figure:
    """Draw how many documents of each grade topics have, the highest grade at the bottom.

    Parameters
    ----------
    offers : Offers
    order : sequence of int
        Topics from left to right; the first `MOST_TOPICS` are drawn.
    flagged : sequence of int
        Topics with few documents of a grade.
    theme : Theme
    marked : str
        Topic that a frame is drawn around.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace of bars for each grade, whose ``customdata`` begins with the number of the topic, and flags.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> from gapviz.analysis.rankings.topics import offers
    >>> from gapviz.measures.example import example
    >>> offered = offers(example().pool, (1/4, 3/4))
    >>> figure = recall_bars(offered, order=[0], flagged=[], theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['grade 2', 'grade 1', 'few']
    """
    import plotly.graph_objects as go

    shown = list(order)[:MOST_TOPICS]
    rows = list(range(len(shown)))
    c = offers.counts.shape[1]
    data = np.array([(t, for_plotly(offers.topics[t])) for t in shown], dtype=object).reshape(len(shown), 2)
    bars = [
        go.Bar(
            x=rows, y=offers.counts[shown, grade - 1].astype(np.float64), name=f"grade {grade}",
            customdata=data,
            marker={"color": theme.grade_colors(c)[grade - 1], "line": {"color": theme.edge, "width": 0.5}},
            selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 1}},
            hovertemplate=f"<b>Topic %{{customdata[1]}}</b><br>%{{y}} of grade {grade}<extra></extra>",
        )
        for grade in range(c, 0, -1)
    ]  # fmt: skip
    totals = offers.recall_bases[shown, 0]
    top = float(totals.max(initial=1))
    ticks: dict[str, Any] = {"dtick": 1} if top < LEAST else {"nticks": 6}
    flags = go.Scatter(
        x=[x for x, t in enumerate(shown) if t in flagged],
        y=[float(totals[x]) + 0.05 * top for x, t in enumerate(shown) if t in flagged],
        mode="markers", name="few", hoverinfo="skip", cliponaxis=False,
        marker={"symbol": "triangle-down", "size": 8, "color": theme.warn},
    )  # fmt: skip
    return figure(
        [*bars, flags], theme, height=height, margin=(52, 8, 10, 34),
        barmode="stack",
        bargap=0.25,
        xaxis=_topics(offers.topics, shown),
        yaxis=axis(theme, range=[0, 1.12 * top], **ticks),
        shapes=_frames(offers.topics, shown, marked, theme),
    )  # fmt: skip


def _topics(names: Sequence[str], shown: Sequence[int]) -> dict[str, Any]:
    skip = max(1, -(-len(shown) // 30))
    places = list(range(len(shown)))[::skip]
    return {
        "range": [-0.7, max(len(shown), FEWEST) - 0.3],
        "tickvals": places,
        "ticktext": [for_plotly(shorten(names[shown[x]], 9)) for x in places],
        "autotickangles": [0, 60, 90],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"size": 11},
    }


def _frames(names: Sequence[str], shown: Sequence[int], marked: str, theme: Theme) -> list[dict[str, Any]]:
    return [
        {"type": "rect", "x0": x - 0.47, "x1": x + 0.47, "y0": 0, "y1": 1, "yref": "paper",
         "line": {"color": theme.ink2, "width": 1}}
        for x, t in enumerate(shown)
        if names[t] == marked
    ]  # fmt: skip
