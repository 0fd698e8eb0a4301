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
    data = [[t, _tip(run, counts, t, theme)] for t in shown.tolist()]
    spans = np.vstack([values.min(axis=0), values.max(axis=0), np.full(shown.size, np.nan)]).T.ravel()
    skip = max(1, -(-shown.size // 30))
    lines = [
        {"type": "scatter", "x": np.repeat(places, 3).tolist(), "y": spans.tolist(), "mode": "lines",
         "name": "span", "hoverinfo": "skip", "line": {"color": theme.faint, "width": 1.5}},
        {"type": "scatter", "x": places.tolist(), "y": median.tolist(), "mode": "markers",
         "name": "median run", "hoverinfo": "skip",
         "marker": {"symbol": "line-ew", "size": 12, "line": {"color": theme.ink2, "width": 1.5}}},
    ]  # fmt: skip
    marks = [
        {"type": "scatter", "x": (places + lane).tolist(), "y": row.tolist(), "mode": "markers",
         "name": measure, "customdata": data, "hovertemplate": "%{customdata[1]}<extra></extra>",
         "unselected": {"marker": {"opacity": 1}},
         "marker": {"symbol": SYMBOLS[measure], "size": 8, "color": theme.measure(measure), "opacity": 1,
                    "line": {"color": theme.page, "width": 0.5}}}
        for measure, lane, row in zip(FAMILY[1:], LANES, values, strict=True)
    ]  # fmt: skip
    axis = {"zeroline": False, "fixedrange": True, "tickfont": {"size": 11}}
    # Drawn each time that a hand lets go: plain dicts are checked once, in 2 ms; objects of Plotly's that
    # are put together are checked over and over, in 13 ms.
    return go.Figure(
        {
            "data": lines + marks,
            "layout": {
                **layout(theme, height=height, margin=(34, 6, 8, 30)),
                "template": {},
                "hovermode": "closest",
                "xaxis": {
                    **axis,
                    "range": [-0.7, max(shown.size, 1) - 0.3],
                    "tickvals": places[::skip].tolist(),
                    "ticktext": [for_plotly(shorten(run.topics[t], 9)) for t in shown[::skip].tolist()],
                    "autotickangles": [0, 60, 90],
                    "showgrid": False,
                },
                "yaxis": {
                    **axis,
                    "range": [-0.03, 1.03],
                    "tickvals": [0, 0.25, 0.5, 0.75, 1],
                    "gridcolor": theme.grid,
                },
                "shapes": [
                    {"type": "rect", "x0": x - 0.47, "x1": x + 0.47, "y0": -0.03, "y1": 1.03,
                     "line": {"color": theme.ink2, "width": 1}}
                    for x, t in enumerate(shown.tolist())
                    if run.topics[t] == marked
                ],
            },
        }
    )  # fmt: skip


def _tip(run: RunTopics, counts: IntArray, topic: int, theme: Theme) -> str:
    relevant = " · ".join(
        f"R{'₀₁₂₃₄₅₆₇₈₉'[k] if k < 10 else k} {n}" for k, n in enumerate(counts[topic].tolist()) if k
    )
    marks = "  ".join(
        f'<span style="color:{theme.measure(m)}">{GLYPHS[m]}</span> {score:.4f}'
        for m, score in zip(FAMILY[1:], run.scores[:, topic].tolist(), strict=True)
    )
    return (
        f"<b>Topic {for_plotly(run.topics[topic])}</b>  {relevant}<br>{marks}<br>"
        f'<span style="color:{theme.ink2}">median run, eGAP {run.median[topic]:.4f}</span>'
    )
