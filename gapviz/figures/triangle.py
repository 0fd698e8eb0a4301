"""Maps of all user models of three thresholds: a triangle whose corners are users of one threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.users.surface import Patch
from gapviz.arrays import FloatArray
from gapviz.figures.style.layout import figure
from gapviz.figures.triangle_notes import HEIGHT, ahead_notes, corner_notes, place, region_notes, scale_notes
from gapviz.text.names import for_plotly
from gapviz.text.numbers import user_model
from gapviz.theme import Theme, mix

if TYPE_CHECKING:
    import plotly.graph_objects as go

LEVELS = 36
"""Colours of a map of values."""


def winner_triangle(
    patches: Sequence[Patch],
    names: Sequence[str],
    colors: Mapping[int, str],
    *,
    corners: Sequence[str],
    at: FloatArray,
    theme: Theme,
    line: FloatArray | None = None,
    toward: FloatArray | None = None,
    swap: FloatArray | None = None,
    targets: FloatArray | None = None,
    scale: bool = True,
    small: bool = False,
    height: int = 520,
) -> go.Figure:
    """Draw who wins for which users.

    Parameters
    ----------
    patches : sequence of Patch
        Largest first.
    names : sequence of str, length N
    colors : mapping from run to colour
        The same run has the same ground in every map.
    corners : sequence of str, length 3
        What is written at the corners; they are marks such as g₁, not names.
    at : float64 array, shape (3,)
        The g in force, as shares of the corners.
    theme : Theme
    line : float64 array, shape (R, 2, 3), optional
        Pieces of the line on which two runs, A and B, are equal.
    toward : float64 array, shape (R, 3), optional
        Vectors across the pieces, to the side on which A is ahead: both sides are then labelled.
    swap : float64 array, shape (3,), optional
        The nearest user model at which they swap.
    targets : float64 array, shape (P, 3), optional
        Places that answer the pointer; ``customdata`` is their number.
    scale : bool
        Write shares along the sides.
    small : bool
        Without words.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each run, then the frame, the line, the way to the swap, the g in force and the targets.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> patch, g = Patch(0, (np.eye(3),), 1.0, exact=True), np.full(3, 1 / 3)
    >>> figure = winner_triangle([patch], ["a"], {0: "#dde4ec"}, corners="123", at=g, theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['a', 'borders', 'grid', 'frame', 'current g']
    """
    traces = [_ground(patch.pieces, colors[patch.run], for_plotly(names[patch.run])) for patch in patches]
    if all(patch.exact for patch in patches):
        traces.append(_outlines(patches, theme))
    traces += _frame(theme, grid=not small)
    if line is not None and len(line):
        traces += _equal(line, theme, small=small)
    if swap is not None:
        traces.append(_way(at, swap, theme))
    traces.append(_point(at, theme, small=small, below=swap is not None and bool(swap[2] >= at[2])))
    if targets is not None:
        words = [user_model(row) for row in targets.tolist()]
        hover = "shares of the corners %{text}<br>click to take this g<extra></extra>"
        traces.append(_targets(targets, words, hover, size=14))
    notes = (
        []
        if small
        else [*corner_notes(corners, theme), *scale_notes(theme, scale), *region_notes(patches, names, theme)]
    )
    if line is not None and toward is not None and len(line):
        avoided = [at, *np.eye(3), *(patch.centre for patch in patches[:8])]
        notes += ahead_notes(line, toward, [*avoided, swap] if swap is not None else avoided, theme)
    return _triangle(traces, notes, theme, small=small, height=height)


def value_triangle(
    cells: FloatArray,
    values: FloatArray,
    *,
    low: float,
    high: float,
    stops: tuple[str, ...],
    corners: Sequence[str],
    at: FloatArray,
    theme: Theme,
    words: Sequence[str],
    scale: bool = True,
    small: bool = False,
    height: int = 520,
) -> go.Figure:
    """Draw a value for every user model.

    Parameters
    ----------
    cells : float64 array, shape (K, 3, 3)
        Small triangles (`surface.cells`).
    values : float64 array, shape (K,)
        In the middle of each; NaN, and hatched, where it is undefined.
    low, high : float
        Values of the first and of the last colour.
    stops : tuple of str
        Colours.
    corners, at, theme, scale, small, height
        See `winner_triangle`.
    words : sequence of str, length K
        What the tooltip says of each cell.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each colour that occurs, one for what is undefined, the frame, the g in force, and an
        invisible mark for each cell.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = value_triangle(np.eye(3)[None], np.array([0.5]), low=0.0, high=1.0, stops=LIGHT.tau,
    ...                         words=["0.5"], corners="123", at=np.full(3, 1 / 3), theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['level 18', 'frame', 'current g', 'targets']
    """
    traces = []
    known = ~np.isnan(values)
    span = high - low if high > low else 1.0
    level = np.zeros(values.size, dtype=np.int64)
    level[known] = np.clip((values[known] - low) / span * LEVELS, 0, LEVELS - 1).astype(np.int64)
    for step in range(LEVELS):
        inside = known & (level == step)
        if inside.any():
            color = mix(stops, (step + 0.5) / LEVELS)
            traces.append(_ground(list(cells[inside]), color, f"level {step}"))
    if not known.all():
        traces.append(_undefined(cells[~known], theme))
    escaped = [for_plotly(word) for word in words]
    traces += [
        *_frame(theme, grid=False),
        _point(at, theme, small=small),
        _targets(cells.mean(axis=1), escaped, "%{text}<extra></extra>", size=7),
    ]
    notes = [] if small else [*corner_notes(corners, theme), *scale_notes(theme, scale)]
    return _triangle(traces, notes, theme, small=small, height=height)


def _numbers(count: int) -> Any:
    """Return some marks numbered, in lists: packed numbers come back from a click in another shape."""
    return np.array([[number] for number in range(count)], dtype=object)


def _paths(pieces: Sequence[FloatArray]) -> tuple[FloatArray, FloatArray]:
    """Join polygons to one path, closed, with gaps between."""
    gap = np.full((1, 3), np.nan)
    rows = np.concatenate([np.concatenate([piece, piece[:1], gap]) for piece in pieces])
    return place(rows)


def _segments(line: FloatArray) -> tuple[FloatArray, FloatArray]:
    gaps = np.full((len(line), 1, 3), np.nan)
    return place(np.concatenate([line, gaps], axis=1).reshape(-1, 3))


def _ground(pieces: Sequence[FloatArray], color: str, name: str) -> go.Scatter:
    """Fill polygons with a colour."""
    import plotly.graph_objects as go

    x, y = _paths(pieces)
    return go.Scatter(x=x, y=y, mode="lines", fill="toself", fillcolor=color, name=name, hoverinfo="skip",
                      line={"color": color, "width": 0.8})  # fmt: skip


def _undefined(cells: FloatArray, theme: Theme) -> go.Scatter:
    import plotly.graph_objects as go

    x, y = _paths(list(cells))
    return go.Scatter(
        x=x, y=y, mode="lines", fill="toself", name="undefined", hoverinfo="skip",
        line={"color": theme.page, "width": 0},
        fillpattern={"shape": "/", "fgcolor": theme.edge, "bgcolor": theme.page, "size": 6},
    )  # fmt: skip


def _outlines(patches: Sequence[Patch], theme: Theme) -> go.Scatter:
    import plotly.graph_objects as go

    x, y = _paths([piece for patch in patches for piece in patch.pieces])
    return go.Scatter(x=x, y=y, mode="lines", name="borders", hoverinfo="skip",
                      line={"color": theme.edge, "width": 1})  # fmt: skip


def _equal(line: FloatArray, theme: Theme, *, small: bool) -> list[go.Scatter]:
    """Draw where A and B are equal, in a large map on a lighter line that parts it from any ground."""
    import plotly.graph_objects as go

    x, y = _segments(line)
    return [
        go.Scatter(x=x, y=y, mode="lines", name="equal", hoverinfo="skip",
                   line={"color": color, "width": width})
        for color, width in (((theme.ink, 1.6),) if small else ((theme.page, 6.0), (theme.ink, 3.0)))
    ]  # fmt: skip


def _way(at: FloatArray, swap: FloatArray, theme: Theme) -> go.Scatter:
    """Draw the way from the g in force to the nearest swap."""
    import plotly.graph_objects as go

    x, y = place(np.stack([at, swap]))
    return go.Scatter(
        x=x, y=y, mode="lines+markers", name="nearest swap", hoverinfo="skip",
        line={"color": theme.ink, "width": 1.5, "dash": "dash"},
        marker={"symbol": "circle", "size": [0, 11], "color": theme.page, "opacity": 1,
                "line": {"color": theme.ink, "width": 2}},
    )  # fmt: skip


def _targets(shares: FloatArray, words: Sequence[str], hover: str, *, size: int) -> go.Scatter:
    """Put invisible marks that answer the pointer; ``customdata`` is their number."""
    import plotly.graph_objects as go

    x, y = place(shares)
    return go.Scatter(
        x=x, y=y, mode="markers", name="targets", customdata=_numbers(len(shares)), text=list(words),
        marker={"size": size, "opacity": 0}, selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}}, hovertemplate=hover,
    )  # fmt: skip


def _frame(theme: Theme, *, grid: bool) -> list[go.Scatter]:
    import plotly.graph_objects as go

    traces = []
    if grid:
        lines = []
        for share in (0.25, 0.5, 0.75):
            for k in range(3):
                one, other = np.zeros(3), np.zeros(3)
                one[k] = other[k] = share
                one[(k + 1) % 3] = other[(k + 2) % 3] = 1.0 - share
                lines.append(np.stack([one, other]))
        x, y = _segments(np.array(lines))
        traces.append(go.Scatter(x=x, y=y, mode="lines", name="grid", hoverinfo="skip",
                                 line={"color": theme.edge, "width": 1, "dash": "dot"}))  # fmt: skip
    x, y = _paths([np.eye(3)])
    traces.append(go.Scatter(x=x, y=y, mode="lines", name="frame", hoverinfo="skip",
                             line={"color": theme.ink2, "width": 1.5}))  # fmt: skip
    return traces


def _point(at: FloatArray, theme: Theme, *, small: bool, below: bool = False) -> go.Scatter:
    import plotly.graph_objects as go

    x, y = place(at)
    return go.Scatter(
        x=[float(x)], y=[float(y)], mode="markers" if small else "markers+text", name="current g",
        hoverinfo="skip",
        text=["  current g"], textposition="bottom right" if below else "top right",
        textfont={"color": theme.ink, "size": 12},
        marker={"size": 9 if small else 15, "color": theme.accent, "opacity": 1,
                "line": {"color": theme.page, "width": 2}},
    )  # fmt: skip


def _triangle(
    traces: Sequence[Any], notes: list[dict[str, Any]], theme: Theme, *, small: bool, height: int
) -> go.Figure:
    hidden = {"visible": False, "fixedrange": True, "showgrid": False, "zeroline": False}
    room = 0.02 if small else 0.13
    return figure(
        traces, theme, height=height, margin=(4, 4, 4, 4),
        annotations=notes,
        xaxis=hidden | {"range": [-0.02 if small else -0.16, 1.02 if small else 1.16]},
        yaxis=hidden | {"range": [-room, HEIGHT + room], "scaleanchor": "x", "constrain": "domain"},
    )  # fmt: skip
