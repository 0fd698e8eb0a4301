"""Three measures on every topic of one run, beside the median run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gapviz.analysis.standings import FAMILY, RunTopics
from gapviz.arrays import IntArray
from gapviz.figures.names import for_plotly, shorten
from gapviz.figures.theme import GLYPHS, SYMBOLS, Theme, layout

if TYPE_CHECKING:
    import plotly.graph_objects as go

MOST_TOPICS = 120
"""Topics that one figure shows; further ones are in the table."""

LANES = (-0.24, 0.0, 0.24)
"""Three marks of a topic stand side by side, so that equal scores stay visible."""


def topic_dots(
    run: RunTopics,
    order: IntArray,
    counts: IntArray,
    *,
    theme: Theme,
    marked: str = "",
    height: int = 230,
) -> go.Figure:
    """Draw GAP, xGAP and eGAP of a run on each topic; scores span 0 to 1 in every such figure.

    Parameters
    ----------
    run : RunTopics
    order : int64 array
        Numbers of the topics from left to right; the first `MOST_TOPICS` are drawn.
    counts : int64 array, shape (T, c + 1)
        Judged documents of each grade, for the tooltip.
    theme : Theme
    marked : str
        Topic that a frame is drawn around.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        Five traces: spans, median run, and one for each measure, whose ``customdata[0]`` is the
        topic's number.
    """
    import plotly.graph_objects as go

    shown = order[:MOST_TOPICS]
    values, median = run.scores[:, shown], run.median[shown]
    places = np.arange(shown.size)
    data = np.array([_row(run, counts, t) for t in shown.tolist()], dtype=object)
    hover = _hover(theme)
    spans = np.vstack([values.min(axis=0), values.max(axis=0), np.full(shown.size, np.nan)]).T.ravel()
    figure = go.Figure(
        [
            go.Scatter(x=np.repeat(places, 3), y=spans, mode="lines", name="span", hoverinfo="skip",
                       line={"color": theme.faint, "width": 1.5}),
            go.Scatter(x=places, y=median, mode="markers", name="median run", hoverinfo="skip",
                       marker={"symbol": "line-ew", "size": 12, "line": {"color": theme.ink2, "width": 1.5}}),
        ]
    )  # fmt: skip
    for measure, lane, row in zip(FAMILY[1:], LANES, values, strict=True):
        figure.add_trace(
            go.Scatter(
                x=places + lane, y=row, mode="markers", name=measure, customdata=data, hovertemplate=hover,
                marker={"symbol": SYMBOLS[measure], "size": 8, "color": theme.measure(measure), "opacity": 1,
                        "line": {"color": theme.page, "width": 0.5}},
                unselected={"marker": {"opacity": 1}},
            )
        )  # fmt: skip
    skip = max(1, -(-shown.size // 30))
    figure.update_layout(
        **layout(theme, height=height, margin=(34, 6, 8, 30)),
        hovermode="closest",
        xaxis={
            "range": [-0.7, max(shown.size, 1) - 0.3],
            "tickvals": places[::skip],
            "ticktext": [for_plotly(shorten(run.topics[t], 9)) for t in shown[::skip].tolist()],
            "autotickangles": [0, 60, 90],
            "showgrid": False,
            "zeroline": False,
            "fixedrange": True,
            "tickfont": {"size": 11},
        },
        yaxis={
            "range": [-0.03, 1.03],
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
            "gridcolor": theme.grid,
            "zeroline": False,
            "fixedrange": True,
            "tickfont": {"size": 11},
        },
        shapes=[
            {"type": "rect", "x0": x - 0.47, "x1": x + 0.47, "y0": -0.03, "y1": 1.03,
             "line": {"color": theme.ink2, "width": 1}}
            for x, t in enumerate(shown.tolist())
            if run.topics[t] == marked
        ],
    )  # fmt: skip
    return figure


def _row(run: RunTopics, counts: IntArray, topic: int) -> tuple[int | str | float, ...]:
    relevant = " · ".join(
        f"R{'₀₁₂₃₄₅₆₇₈₉'[k] if k < 10 else k} {n}" for k, n in enumerate(counts[topic]) if k
    )
    name = for_plotly(run.topics[topic])
    return (topic, name, relevant, *run.scores[:, topic].tolist(), float(run.median[topic]))


def _hover(theme: Theme) -> str:
    marks = "  ".join(
        f'<span style="color:{theme.measure(m)}">{GLYPHS[m]}</span> %{{customdata[{k}]:.4f}}'
        for k, m in enumerate(FAMILY[1:], start=3)
    )
    return (
        f"<b>Topic %{{customdata[1]}}</b>  %{{customdata[2]}}<br>{marks}<br>"
        f'<span style="color:{theme.ink2}">median run, eGAP %{{customdata[6]:.4f}}</span><extra></extra>'
    )
