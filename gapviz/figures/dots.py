"""Three measures on every topic of one run, beside the median run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.rankings.standings import FAMILY, RunTopics
from gapviz.arrays import IntArray
from gapviz.figures.style.layout import figure
from gapviz.text.names import for_plotly, shorten, subscript
from gapviz.theme import GLYPHS, SYMBOLS, Theme

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
    key: str = "",
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
    key : str
        Plain text in front of a key of the marks, for a file in which the figure stands alone; no key by
        default.

    Returns
    -------
    plotly.graph_objects.Figure
        Five traces: spans, median run, and one for each measure, whose ``customdata[0]`` is the
        topic's number.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> from gapviz.analysis.rankings.standings import run_topics, standings
    >>> from gapviz.measures.example import example
    >>> now, counts = standings(example(), (1/4, 3/4)), example().pool.counts
    >>> figure = topic_dots(run_topics(now.scores, 0), np.array([0]), counts, theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['span', 'median run', 'GAP', 'xGAP', 'eGAP']
    """
    shown = order[:MOST_TOPICS]
    # Drawn each time that a hand lets go: dicts are checked once, objects of Plotly's when they are made and
    # again when they are put together.
    return figure(
        [*_medians(run, shown, theme), *_marks(run, shown, counts, theme)], theme, height=height,
        margin=(34, 6, 34 if key else 8, 30),
        template={},
        shapes=[
            {"type": "rect", "x0": x - 0.47, "x1": x + 0.47, "y0": -0.03, "y1": 1.03,
             "line": {"color": theme.ink2, "width": 1}}
            for x, t in enumerate(shown.tolist())
            if run.topics[t] == marked
        ],
        **_axes([run.topics[t] for t in shown.tolist()], theme),
        **(_key(key, theme) if key else {}),
    )  # fmt: skip


def _key(words: str, theme: Theme) -> dict[str, Any]:
    """Lay out a key above the chart, behind some words."""
    return {
        "showlegend": True,
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "itemclick": False,
                   "itemdoubleclick": False, "font": {"size": 12, "color": theme.ink},
                   "title": {"text": f"{for_plotly(words)}  ", "side": "left"}},
    }  # fmt: skip


def _medians(run: RunTopics, shown: IntArray, theme: Theme) -> list[dict[str, Any]]:
    """Draw the span of the three scores of each topic, and the median run."""
    values, places = run.scores[:, shown], np.arange(shown.size)
    spans = np.vstack([values.min(axis=0), values.max(axis=0), np.full(shown.size, np.nan)]).T.ravel()
    return [
        {"type": "scatter", "x": np.repeat(places, 3).tolist(), "y": spans.tolist(), "mode": "lines",
         "name": "span", "showlegend": False, "hoverinfo": "skip",
         "line": {"color": theme.faint, "width": 1.5}},
        {"type": "scatter", "x": places.tolist(), "y": run.median[shown].tolist(), "mode": "markers",
         "name": "median run", "hoverinfo": "skip",
         "marker": {"symbol": "line-ew", "size": 12, "line": {"color": theme.ink2, "width": 1.5}}},
    ]  # fmt: skip


def _marks(run: RunTopics, shown: IntArray, counts: IntArray, theme: Theme) -> list[dict[str, Any]]:
    """Draw the three scores of each topic, side by side."""
    data = [[t, _tip(run, counts, t, theme)] for t in shown.tolist()]
    return [
        {"type": "scatter", "x": (np.arange(shown.size) + lane).tolist(), "y": row.tolist(),
         "mode": "markers", "name": measure, "customdata": data,
         "hovertemplate": "%{customdata[1]}<extra></extra>",
         "unselected": {"marker": {"opacity": 1}},
         "marker": {"symbol": SYMBOLS[measure], "size": 8, "color": theme.measure(measure), "opacity": 1,
                    "line": {"color": theme.page, "width": 0.5}}}
        for measure, lane, row in zip(FAMILY[1:], LANES, run.scores[:, shown], strict=True)
    ]  # fmt: skip


def _axes(topics: Sequence[str], theme: Theme) -> dict[str, Any]:
    axis = {"zeroline": False, "fixedrange": True, "tickfont": {"size": 11}}
    skip = max(1, -(-len(topics) // 30))
    return {
        "xaxis": {
            **axis,
            "range": [-0.7, max(len(topics), 1) - 0.3],
            "tickvals": list(range(0, len(topics), skip)),
            "ticktext": [for_plotly(shorten(topic, 9)) for topic in topics[::skip]],
            "autotickangles": [0, 60, 90],
            "showgrid": False,
        },
        "yaxis": {
            **axis,
            "range": [-0.03, 1.03],
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
            "gridcolor": theme.grid,
        },
    }


def _tip(run: RunTopics, counts: IntArray, topic: int, theme: Theme) -> str:
    relevant = " · ".join(f"R{subscript(k)} {n}" for k, n in enumerate(counts[topic].tolist()) if k)
    marks = "  ".join(
        f'<span style="color:{theme.measure(m)}">{GLYPHS[m]}</span> {score:.4f}'
        for m, score in zip(FAMILY[1:], run.scores[:, topic].tolist(), strict=True)
    )
    return (
        f"<b>Topic {for_plotly(run.topics[topic])}</b>  {relevant}<br>{marks}<br>"
        f'<span style="color:{theme.ink2}">median run, eGAP {run.median[topic]:.4f}</span>'
    )
