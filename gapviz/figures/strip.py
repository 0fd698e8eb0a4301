"""Maps of all user models of two thresholds: a strip from g1 = 0 to g1 = 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.users.winners import Stretch
from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.layout import axis, figure
from gapviz.figures.style.marks import G1, upright
from gapviz.text.names import for_plotly, shorten
from gapviz.text.numbers import percent
from gapviz.theme import GLYPHS, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

PER_LETTER = 0.015
"""Length of a strip that a letter of a name takes."""

CLOSE = 0.09
"""How near to the g in force a name may not begin."""

LEAST = 0.09
"""Length of a strip from which on it is written who is ahead there."""

ROW = 82
"""Height of a strip with what is written above it, in pixels."""


def winner_strips(
    stretches: Mapping[str, Sequence[Stretch]],
    names: Sequence[str],
    colors: Mapping[int, str],
    *,
    at: float,
    theme: Theme,
    swaps: Mapping[str, Sequence[float]] | None = None,
    duels: Mapping[str, Sequence[Stretch]] | None = None,
    nearest: tuple[str, float] | None = None,
) -> go.Figure:
    """Draw who wins for which users, a strip for each measure.

    Parameters
    ----------
    stretches : mapping from measure to sequence of Stretch
        From g1 = 0 to g1 = 1.
    names : sequence of str, length N
    colors : mapping from run to colour
    at : float
        g1 in force.
    theme : Theme
    swaps : mapping from measure to sequence of float, optional
        g1 where two runs, A and B, change places.
    duels : mapping from measure to sequence of Stretch, optional
        Where A, run 0, and where B, run 1, is ahead: written below the strip.
    nearest : (measure, g1), optional
        The nearest of them.

    Returns
    -------
    plotly.graph_objects.Figure
        The stretches, whose ``customdata`` is the number of the run, the swaps, the way to the nearest one,
        and the g in force.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> parts = {"eGAP": [Stretch(0, 0.0, 0.6), Stretch(1, 0.6, 1.0)]}
    >>> colors = {0: "#dde4ec", 1: "#f3e8ca"}
    >>> figure = winner_strips(parts, ["a", "b"], colors, at=0.5, theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['winners', 'swaps', 'current g']
    """
    rows = list(stretches)
    parts = [(row, part) for row, measure in enumerate(rows) for part in stretches[measure]]
    crossings = [(row, x) for row, measure in enumerate(rows) for x in (swaps or {}).get(measure, ())]
    fought = [(row, part) for row, measure in enumerate(rows) for part in (duels or {}).get(measure, ())]
    traces = [
        _stretches(parts, names, colors, theme),
        _swaps(crossings, theme),
        *([_nearest(rows.index(nearest[0]), at, nearest[1], theme)] if nearest else []),
        _current(len(rows), at, theme),
    ]
    return figure(
        traces, theme, height=ROW * len(rows) + 44, margin=(14, 14, 4, 40),
        barmode="overlay",
        xaxis=_axis(theme),
        yaxis={"range": [len(rows) - 0.55, -0.75], "visible": False, "fixedrange": True},
        annotations=[
            *_heads(rows, theme),
            *(note for row, part in parts for note in _name(row, part, at, names, theme)),
            *_ahead(fought, theme),
        ],
    )  # fmt: skip


def rank_line(
    g: FloatArray, ranks: IntArray, name: str, *, at: float, runs: int, measure: str, theme: Theme,
    height: int = 300,
) -> go.Figure:  # fmt: skip
    """Draw the rank of one run from g1 = 0 to g1 = 1.

    Parameters
    ----------
    g : float64 array, shape (P, 2)
    ranks : int64 array, shape (P,)
    name : str
        Of the run.
    at : float
        g1 in force.
    runs : int
        Number of runs.
    measure : str
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        One line.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> g, ranked = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([2, 1])
    >>> figure = rank_line(g, ranked, "a", at=0.5, runs=2, measure="eGAP", theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['a']
    """
    import plotly.graph_objects as go

    line = go.Scatter(
        x=g[:, 0], y=ranks.astype(np.float64), mode="lines", name=for_plotly(name),
        line={"color": theme.measure(measure), "width": 2.5, "shape": "hvh"},
        customdata=np.array([[for_plotly(name)]] * len(g), dtype=object),
        hovertemplate="<b>%{customdata[0]}</b><br>rank %{y} at g₁ = %{x:.2f}<extra></extra>",
    )  # fmt: skip
    low, high = int(ranks.min()), int(ranks.max())
    return figure(
        [line], theme, height=height, margin=(36, 14, 8, 40),
        xaxis=_axis(theme),
        yaxis=axis(theme, "rank", range=[min(high + 1, runs + 0.5), max(low - 1, 0.5)], tickformat="d",
                   dtick=max(1, (high - low + 2) // 8)),
        shapes=[upright(at, theme)],
    )  # fmt: skip


def _stretches(
    parts: Sequence[tuple[int, Stretch]], names: Sequence[str], colors: Mapping[int, str], theme: Theme
) -> go.Bar:
    import plotly.graph_objects as go

    data = [
        (part.run, for_plotly(names[part.run]), f"{part.start:.3f}", f"{part.end:.3f}") for _, part in parts
    ]
    return go.Bar(
        x=[part.end - part.start for _, part in parts], base=[part.start for _, part in parts],
        y=[row for row, _ in parts], width=0.52, orientation="h", name="winners",
        marker={"color": [colors[part.run] for _, part in parts],
                "line": {"color": theme.edge, "width": 1}},
        customdata=np.array(data, dtype=object),
        hovertemplate="<b>%{customdata[1]}</b><br>wins from g₁ = %{customdata[2]} to %{customdata[3]}"
        "<extra></extra>",
        selected={"marker": {"opacity": 1}}, unselected={"marker": {"opacity": 1}},
    )  # fmt: skip


def _swaps(crossings: Sequence[tuple[int, float]], theme: Theme) -> go.Scatter:
    import plotly.graph_objects as go

    return go.Scatter(
        x=[x for _, x in crossings], y=[row for row, _ in crossings], mode="markers", name="swaps",
        marker={"symbol": "line-ns", "size": 40, "line": {"color": theme.ink, "width": 3}},
        hovertemplate="A and B swap at g₁ = %{x:.3f}<extra></extra>",
    )  # fmt: skip


def _nearest(row: int, at: float, swap: float, theme: Theme) -> go.Scatter:
    """Draw the way from the g in force to the nearest swap."""
    import plotly.graph_objects as go

    return go.Scatter(
        x=[at, swap], y=[row, row], mode="lines+markers", name="nearest swap", hoverinfo="skip",
        line={"color": theme.ink, "width": 1.5, "dash": "dash"},
        marker={"size": [0, 11], "color": theme.page, "opacity": 1, "line": {"color": theme.ink, "width": 2}},
    )  # fmt: skip


def _current(rows: int, at: float, theme: Theme) -> go.Scatter:
    """Mark the g in force on every strip."""
    import plotly.graph_objects as go

    return go.Scatter(
        x=[at] * rows, y=list(range(rows)), mode="markers", name="current g", hoverinfo="skip",
        cliponaxis=False,
        marker={"size": 13, "color": theme.accent, "opacity": 1, "line": {"color": theme.page, "width": 2}},
    )  # fmt: skip


def _heads(measures: Sequence[str], theme: Theme) -> list[dict[str, Any]]:
    return [
        {"x": 0, "y": row - 0.48, "xanchor": "left", "showarrow": False,
         "text": f"{GLYPHS[measure]} <b>{measure}</b>",
         "font": {"size": 12, "color": theme.measure(measure)}}
        for row, measure in enumerate(measures)
    ]  # fmt: skip


def _ahead(parts: Sequence[tuple[int, Stretch]], theme: Theme) -> list[dict[str, Any]]:
    """Write below the strips who of A and B is ahead, where there is room."""
    return [
        {"x": (part.start + part.end) / 2, "y": row + 0.37, "showarrow": False,
         "text": f"{'AB'[part.run]} ahead", "font": {"size": 11, "color": theme.ink2}}
        for row, part in parts
        if part.end - part.start >= LEAST
    ]  # fmt: skip


def _name(row: int, part: Stretch, at: float, names: Sequence[str], theme: Theme) -> list[dict[str, Any]]:
    """Name a stretch in it, as long as there is room; a short one is named by its tooltip and the table."""
    length = part.end - part.start
    letters = int(length / PER_LETTER)
    if letters < 6:
        return []
    name = for_plotly(shorten(names[part.run], min(22, letters)))
    text = f'<b>{name}</b><br><span style="color:{theme.ink2}">{percent(length)}</span>'
    middle = (part.start + part.end) / 2
    if abs(middle - at) < CLOSE:  # the g in force would stand on the name
        middle += (CLOSE if middle >= at else -CLOSE) * (1 if length > 3 * CLOSE else 0)
    return [{"x": middle, "y": row, "text": text, "showarrow": False,
             "font": {"size": 12, "color": theme.ink}}]  # fmt: skip


def _axis(theme: Theme) -> dict[str, Any]:
    return {
        "range": [-0.005, 1.005], "dtick": 0.25, "tickformat": ".2f", "showgrid": False, "zeroline": False,
        "fixedrange": True, "tickfont": {"size": 11},
        "title": {"text": G1, "font": {"size": 12}, "standoff": 6},
    }  # fmt: skip
