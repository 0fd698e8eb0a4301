"""How the ranks of runs change from measure to measure: lines between columns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.rankings.standings import FAMILY, Highlights
from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.axes import RankScale
from gapviz.figures.style.labels import spread
from gapviz.figures.style.layout import figure
from gapviz.text.names import for_plotly, shorten
from gapviz.theme import GLYPHS, SYMBOLS, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

LABEL_GAP = 15.0
"""Least distance of two labels, in pixels."""

MOST_LINES = 300
"""More are one smear: of more runs as many are drawn, evenly spaced by AP, as the live chart does."""

MARGIN = (44, 178, 46, 14)


def rank_bump(
    ranks: IntArray,
    names: Sequence[str],
    highlights: Highlights,
    *,
    theme: Theme,
    lowest: int | None = None,
    only_selected: bool = False,
    height: int = 440,
) -> go.Figure:
    """Draw ranks under AP, GAP, xGAP and eGAP, one line a run.

    Parameters
    ----------
    ranks : int64 array, shape (4, N)
        Ranks from 1 under the measures of `FAMILY`.
    names : sequence of str, length N
    highlights : Highlights
        Runs that are drawn apart, by role; the others share one faint path.
    theme : Theme
    lowest : int, optional
        Last rank that is shown; all by default. At most `MOST_LINES` runs are drawn beside the highlights.
    only_selected : bool
        Draw the selected runs and no others.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        At most nine traces, whatever the number of runs. The last one holds an invisible mark for
        every run and measure, whose ``customdata[0]`` is the number of the run.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> ranked = np.array([[1, 2], [1, 2], [2, 1], [2, 1]])
    >>> figure = rank_bump(ranked, ["a", "b"], Highlights(), theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['others', 'halo', 'winners', 'risers', 'fallers', 'selected', 'marks', 'targets']
    """
    last = min(lowest or ranks.shape[1], ranks.shape[1])
    scale = RankScale(last, inner=height - MARGIN[2] - MARGIN[3])
    places = scale.place(ranks)
    candidates = highlights.selected if only_selected else range(len(names))
    inside = [i for i in candidates if (ranks[:, i] <= last).any()]
    apart = [i for i in highlights.in_order() if i in set(inside)]
    drawn = {*thinned(inside, ranks[0]), *apart}
    inside = [i for i in inside if i in drawn]

    traces = [
        _lines(places, [i for i in inside if i not in apart], theme.faint, 0.7, name="others"),
        _lines(places, apart, theme.page, 5.0, name="halo"),
        *(
            _lines(places, [i for i in runs if i in apart], color, width, dash=dash, name=name)
            for name, runs, color, width, dash in (
                ("winners", highlights.winners, theme.ink2, 1.6, "solid"),
                ("risers", highlights.risers, theme.accent, 1.8, "solid"),
                ("fallers", highlights.fallers, theme.down, 1.8, "dash"),
                ("selected", highlights.selected, theme.ink, 3.0, "solid"),
            )
        ),
        _marks(places, apart, highlights, theme),
        _targets(places, ranks, names, inside, theme),
    ]
    return figure(
        traces, theme, height=height, margin=MARGIN,
        annotations=[*_heads(theme, scale), *_labels(places, ranks, names, highlights, apart, theme, scale)],
        xaxis={"range": [-0.03, 3.03], "showgrid": False, "zeroline": False, "showticklabels": False,
               "fixedrange": True},
        yaxis=rank_axis(scale),
        shapes=[
            {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "layer": "below",
             "line": {"color": theme.line, "width": 1}}
            for x in range(len(FAMILY))
        ],
    )  # fmt: skip


def spacing(runs: int) -> int:
    """Return of how many runs, in the order of their ranks, one is drawn.

    Examples
    --------
    >>> spacing(MOST_LINES), spacing(MOST_LINES + 1), spacing(0)
    (1, 2, 1)
    """
    return max(1, math.ceil(runs / MOST_LINES))


def thinned(runs: Sequence[int], ranks: IntArray) -> list[int]:
    """Return the runs that are drawn where all would be a smear: every `spacing`-th by its rank.

    Parameters
    ----------
    runs : sequence of int
    ranks : int64 array, shape (N,)
        Of all runs, from 1.

    Examples
    --------
    >>> thinned(range(2), np.array([2, 1])), len(thinned(range(600), np.arange(1, 601)))
    ([0, 1], 300)
    """
    step = spacing(len(runs))
    return [i for i in runs if (ranks[i] - 1) % step == 0]


def smooth(places: FloatArray, *, steps: int = 10) -> tuple[FloatArray, FloatArray]:
    """Trace each run through its places with level tangents at the columns.

    Parameters
    ----------
    places : float64 array, shape (K, N)
        Place of each run in each of K columns.
    steps : int
        Points from one column to the next.

    Returns
    -------
    x, y : float64 arrays
        One path; NaN separates the runs.

    Examples
    --------
    >>> x, y = smooth(np.array([[1.0], [3.0]]), steps=2)
    >>> x.tolist(), y.tolist()
    ([0.0, 0.5, 1.0, nan], [1.0, 2.0, 3.0, nan])
    """
    columns, runs = places.shape
    if not runs:
        return np.empty(0), np.empty(0)
    t = np.arange(steps) / steps
    ease = t * t * (3 - 2 * t)
    y = places[:-1, None, :] + (places[1:] - places[:-1])[:, None, :] * ease[None, :, None]
    y = np.vstack([y.reshape(-1, runs), places[-1:], np.full((1, runs), math.nan)])
    x = np.append((np.arange(columns - 1)[:, None] + t).ravel(), [columns - 1, math.nan])
    return np.tile(x, runs), y.T.ravel()


def rank_axis(scale: RankScale) -> dict[str, Any]:
    """Return the axis of ranks, the first on top.

    Returns
    -------
    dict
        An axis of Plotly's.

    Examples
    --------
    >>> rank_axis(RankScale(3, inner=400))["ticktext"]
    ['1', '2', '3']
    """
    return {
        "range": [scale.place(scale.last) + scale.half, scale.place(1) - scale.half],
        "tickvals": [float(scale.place(r)) for r in scale.ticks()],
        "ticktext": [str(r) for r in scale.ticks()],
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"size": 11},
    }


def _lines(
    places: FloatArray, runs: Sequence[int], color: str, width: float, *, name: str, dash: str = "solid"
) -> go.Scatter:
    import plotly.graph_objects as go

    x, y = smooth(places[:, list(runs)])
    return go.Scatter(
        x=x.astype(np.float32), y=y.astype(np.float32), mode="lines", name=name, hoverinfo="skip",
        connectgaps=False, line={"color": color, "width": width, "dash": dash},
        opacity=0.55 if name == "others" else 1.0,
    )  # fmt: skip


def _marks(places: FloatArray, apart: Sequence[int], highlights: Highlights, theme: Theme) -> go.Scatter:
    """Mark the measures' shapes on highlighted lines, large on selected ones."""
    import plotly.graph_objects as go

    large = [i in highlights.selected for i in apart for _ in FAMILY]
    count = len(apart)
    return go.Scatter(
        x=list(range(len(FAMILY))) * count,
        y=places[:, list(apart)].T.ravel(),
        mode="markers",
        name="marks",
        hoverinfo="skip",
        cliponaxis=False,
        marker={
            "symbol": [SYMBOLS[m] for m in FAMILY] * count,
            "color": [theme.measure(m) for m in FAMILY] * count,
            "size": [12 if big else 6 for big in large],
            "line": {"color": theme.page, "width": 1},
            "opacity": 1,
        },
    )


def _targets(
    places: FloatArray, ranks: IntArray, names: Sequence[str], runs: Sequence[int], theme: Theme
) -> go.Scatter:
    """Put invisible marks that answer the pointer, for every run and measure."""
    import plotly.graph_objects as go

    data = [(i, for_plotly(names[i]), *ranks[:, i].tolist()) for i in runs for _ in FAMILY]
    ranked = "<br>".join(
        f'<span style="color:{theme.measure(m)}">{GLYPHS[m]}</span> {m} %{{customdata[{k}]}}'
        for k, m in enumerate(FAMILY, start=2)
    )
    return go.Scatter(
        x=list(range(len(FAMILY))) * len(runs),
        y=places[:, list(runs)].T.ravel(),
        mode="markers",
        name="targets",
        marker={"size": 9, "opacity": 0},
        customdata=np.array(data, dtype=object),
        hovertemplate=f"<b>%{{customdata[1]}}</b><br>rank<br>{ranked}<extra></extra>",
    )


def _heads(theme: Theme, scale: RankScale) -> list[dict[str, Any]]:
    heads = [
        {"x": x, "y": 1, "xref": "x", "yref": "paper", "yanchor": "bottom", "yshift": 20, "showarrow": False,
         "text": f"{GLYPHS[m]} <b>{m}</b>", "font": {"size": 12, "color": theme.measure(m)}}
        for x, m in enumerate(FAMILY)
    ]  # fmt: skip
    axis = {"x": 0, "y": 1, "xref": "paper", "yref": "paper", "xanchor": "right", "yanchor": "bottom",
            "xshift": -4, "yshift": 2, "showarrow": False, "font": {"size": 11},
            "text": "rank (√)" if scale.is_root else "rank"}  # fmt: skip
    return [*heads, axis]


def _labels(
    places: FloatArray,
    ranks: IntArray,
    names: Sequence[str],
    highlights: Highlights,
    apart: Sequence[int],
    theme: Theme,
    scale: RankScale,
) -> list[dict[str, Any]]:
    """Write names at the ends of highlighted lines, apart from each other, with leaders."""
    shown = [i for i in apart if ranks[-1, i] <= scale.last]
    wanted = scale.pixel(ranks[-1, shown])
    moved = spread(wanted, gap=LABEL_GAP, low=0, high=scale.inner)
    labels = []
    for i, here, there in zip(shown, wanted.tolist(), moved.tolist(), strict=True):
        color = _role_color(i, highlights, theme)
        name = for_plotly(shorten(names[i], 17))
        bold = f"<b>{name}</b>" if i in highlights.selected else name
        labels.append(
            {
                "x": len(FAMILY) - 1,
                "y": float(places[-1, i]),
                "ax": 24,
                "ay": there - here,
                "xanchor": "left",
                "showarrow": True,
                "arrowhead": 0,
                "arrowwidth": 1,
                "arrowcolor": theme.edge,
                "startstandoff": 2,
                "standoff": 6,
                "align": "left",
                "font": {"size": 12, "color": color},
                "text": f'<span style="color:{theme.ink2}">{ranks[-1, i]}</span> {bold} '
                f'<span style="font-size:11px">{change(int(ranks[0, i] - ranks[-1, i]))}</span>',
            }
        )
    return labels


def _role_color(run: int, highlights: Highlights, theme: Theme) -> str:
    if run in highlights.fallers:
        return theme.down
    return theme.accent if run in highlights.risers else theme.ink


def change(places: int) -> str:
    """Write a change of rank: places gained with ▲, lost with ▼, none with =.

    Parameters
    ----------
    places : int
        Places gained; negative for lost ones.

    Examples
    --------
    >>> change(8), change(-5), change(0)
    ('▲8', '▼5', '=')
    """
    return f"▲{places}" if places > 0 else f"▼{-places}" if places < 0 else "="
