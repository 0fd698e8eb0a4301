"""Maps of all user models of three thresholds: a triangle whose corners are users of one threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.surface import Patch
from gapviz.arrays import FloatArray
from gapviz.figures.names import for_plotly, shorten
from gapviz.figures.theme import Theme, layout, mix

if TYPE_CHECKING:
    import plotly.graph_objects as go

HEIGHT = np.sqrt(0.75)
"""Of the triangle, whose sides are 1."""

IN_PLACE = 0.1
"""Part of the triangle from which on a region is named in it, and not beside it."""

LEVELS = 36
"""Colours of a map of values."""


def place(shares: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Put shares of the corners on the page: the first left, the second right, the third on top.

    Parameters
    ----------
    shares : float64 array, shape (..., 3)

    Returns
    -------
    x, y : float64 array, shape (...)

    Examples
    --------
    >>> place(np.array([0.0, 1.0, 0.0]))
    (np.float64(1.0), np.float64(0.0))
    """
    return shares[..., 1] + shares[..., 2] / 2, shares[..., 2] * HEIGHT


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
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    for patch in patches:
        x, y = _paths(patch.pieces)
        figure.add_trace(
            go.Scatter(
                x=x, y=y, mode="lines", fill="toself", name=for_plotly(names[patch.run]),
                fillcolor=colors[patch.run], line={"color": colors[patch.run], "width": 0.8},
                hoverinfo="skip",
            )
        )  # fmt: skip
    if all(patch.exact for patch in patches):
        for trace in _outlines(patches, theme):
            figure.add_trace(trace)
    _add_frame(figure, theme, grid=not small)
    if line is not None and len(line):
        x, y = _segments(line)
        for color, width in ((theme.page, 6.0), (theme.ink, 3.0)) if not small else ((theme.ink, 1.6),):
            figure.add_trace(
                go.Scatter(x=x, y=y, mode="lines", name="equal", hoverinfo="skip",
                           line={"color": color, "width": width})
            )  # fmt: skip
    if swap is not None:
        x, y = place(np.stack([at, swap]))
        figure.add_trace(
            go.Scatter(
                x=x, y=y, mode="lines+markers", name="nearest swap", hoverinfo="skip",
                line={"color": theme.ink, "width": 1.5, "dash": "dash"},
                marker={"symbol": "circle", "size": [0, 11], "color": theme.page, "opacity": 1,
                        "line": {"color": theme.ink, "width": 2}},
            )
        )  # fmt: skip
    _add_point(figure, at, theme, small=small, below=swap is not None and bool(swap[2] >= at[2]))
    if targets is not None:
        x, y = place(targets)
        figure.add_trace(
            go.Scatter(
                x=x, y=y, mode="markers", name="targets", customdata=_numbers(len(targets)),
                marker={"size": 14, "opacity": 0},
                selected={"marker": {"opacity": 0}}, unselected={"marker": {"opacity": 0}},
                text=[", ".join(f"{part:.2f}" for part in row) for row in targets.tolist()],
                hovertemplate="shares of the corners %{text}<br>click to take this g<extra></extra>",
            )
        )  # fmt: skip
    notes = (
        [] if small else [*_corners(corners, theme), *_scale(theme, scale), *_names(patches, names, theme)]
    )
    if line is not None and toward is not None and len(line):
        avoided = [at, *np.eye(3), *_tips(line), *(patch.centre for patch in patches[:8])]
        notes += _ahead(line, toward, [*avoided, swap] if swap is not None else avoided, theme)
    _finish(figure, notes, theme, small=small, height=height)
    return figure


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
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    known = ~np.isnan(values)
    span = high - low if high > low else 1.0
    level = np.zeros(values.size, dtype=np.int64)
    level[known] = np.clip((values[known] - low) / span * LEVELS, 0, LEVELS - 1).astype(np.int64)
    for step in range(LEVELS):
        inside = known & (level == step)
        if inside.any():
            color = mix(stops, (step + 0.5) / LEVELS)
            x, y = _paths(list(cells[inside]))
            figure.add_trace(
                go.Scatter(x=x, y=y, mode="lines", fill="toself", fillcolor=color, hoverinfo="skip",
                           name=f"level {step}", line={"color": color, "width": 0.8})
            )  # fmt: skip
    if not known.all():
        x, y = _paths(list(cells[~known]))
        figure.add_trace(
            go.Scatter(x=x, y=y, mode="lines", fill="toself", name="undefined", hoverinfo="skip",
                       line={"color": theme.page, "width": 0},
                       fillpattern={"shape": "/", "fgcolor": theme.edge, "bgcolor": theme.page, "size": 6})
        )  # fmt: skip
    _add_frame(figure, theme, grid=False)
    _add_point(figure, at, theme, small=small)
    x, y = place(cells.mean(axis=1))
    figure.add_trace(
        go.Scatter(x=x, y=y, mode="markers", name="targets", marker={"size": 7, "opacity": 0},
                   customdata=_numbers(len(cells)),
                   text=[for_plotly(word) for word in words],
                   selected={"marker": {"opacity": 0}}, unselected={"marker": {"opacity": 0}},
                   hovertemplate="%{text}<extra></extra>")
    )  # fmt: skip
    notes = [] if small else [*_corners(corners, theme), *_scale(theme, scale)]
    _finish(figure, notes, theme, small=small, height=height)
    return figure


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


def _outlines(patches: Sequence[Patch], theme: Theme) -> list[Any]:
    import plotly.graph_objects as go

    x, y = _paths([piece for patch in patches for piece in patch.pieces])
    return [go.Scatter(x=x, y=y, mode="lines", name="borders", hoverinfo="skip",
                       line={"color": theme.edge, "width": 1})]  # fmt: skip


def _add_frame(figure: go.Figure, theme: Theme, *, grid: bool) -> None:
    import plotly.graph_objects as go

    if grid:
        lines = []
        for share in (0.25, 0.5, 0.75):
            for k in range(3):
                one, other = np.zeros(3), np.zeros(3)
                one[k] = other[k] = share
                one[(k + 1) % 3] = other[(k + 2) % 3] = 1.0 - share
                lines.append(np.stack([one, other]))
        x, y = _segments(np.array(lines))
        figure.add_trace(go.Scatter(x=x, y=y, mode="lines", name="grid", hoverinfo="skip",
                                    line={"color": theme.edge, "width": 1, "dash": "dot"}))  # fmt: skip
    x, y = _paths([np.eye(3)])
    figure.add_trace(go.Scatter(x=x, y=y, mode="lines", name="frame", hoverinfo="skip",
                                line={"color": theme.ink2, "width": 1.5}))  # fmt: skip


def _add_point(figure: go.Figure, at: FloatArray, theme: Theme, *, small: bool, below: bool = False) -> None:
    import plotly.graph_objects as go

    x, y = place(at)
    figure.add_trace(
        go.Scatter(
            x=[float(x)], y=[float(y)], mode="markers" if small else "markers+text", name="current g",
            hoverinfo="skip",
            text=["  current g"], textposition="bottom right" if below else "top right",
            textfont={"color": theme.ink, "size": 12},
            marker={"size": 9 if small else 15, "color": theme.accent, "opacity": 1,
                    "line": {"color": theme.page, "width": 2}},
        )
    )  # fmt: skip


def _corners(words: Sequence[str], theme: Theme) -> list[dict[str, Any]]:
    places = (
        (0.0, -0.03, "top", "center"),
        (1.0, -0.03, "top", "center"),
        (0.5, HEIGHT + 0.015, "bottom", "center"),
    )
    return [
        {"x": x, "y": y, "yanchor": side, "xanchor": along, "showarrow": False, "text": text,
         "font": {"size": 12, "color": theme.ink}}
        for (x, y, side, along), text in zip(places, words, strict=True)
    ]  # fmt: skip


def _scale(theme: Theme, shown: bool) -> list[dict[str, Any]]:
    """Write shares along the sides: of the left corner on the left, and so on around."""
    sides = ((0, 2, "right", -6), (2, 1, "left", 6), (1, 0, "center", 0)) if shown else ()
    notes = []
    for corner, other, anchor, shift in sides:
        for share in (0.25, 0.5, 0.75):
            at = np.zeros(3)
            at[corner], at[other] = share, 1.0 - share
            x, y = place(at)
            notes.append({"x": float(x), "y": float(y), "xanchor": anchor, "xshift": shift,
                          "yshift": 0 if shift else -9, "showarrow": False, "text": f"{share:.2f}"[1:],
                          "font": {"size": 11, "color": theme.ink2}})  # fmt: skip
    return notes


def _tips(line: FloatArray) -> FloatArray:
    """Find the two ends that are farthest from the middle of a line: there is least room."""
    ends = line.reshape(-1, 3)
    return ends[np.argsort(np.linalg.norm(ends - ends.mean(axis=0), axis=1))[-2:]]


def _ahead(
    line: FloatArray, toward: FloatArray, avoided: Sequence[FloatArray], theme: Theme
) -> list[dict[str, Any]]:
    """Write on both sides of the line who is ahead there, where there is most room."""
    known = np.flatnonzero(np.abs(toward).sum(axis=1) > 0)
    if not known.size:
        return []
    middles = np.stack(place(line[known].mean(axis=1)), axis=1)
    others = np.stack(place(np.stack(avoided)), axis=1)
    room = np.linalg.norm(middles[:, None] - others, axis=2).min(axis=1)
    best = int(np.argmax(room))
    # Vectors have no place: what `place` adds for the origin is nothing.
    x, y = (float(part) for part in place(toward[known[best]]))
    length = float(np.hypot(x, y))
    x, y = x / length, y / length
    angle = float(np.degrees(np.arctan2(x, y)))  # of the line, as Plotly counts: with the clock
    angle -= 180.0 * round(angle / 180.0)
    notes = []
    for letter, side in (("A", 1.0), ("B", -1.0)):
        mark = "▴" if side * y > 0 else "▾"
        notes.append({"x": float(middles[best, 0]), "y": float(middles[best, 1]), "showarrow": False,
                      "xshift": 12 * side * x, "yshift": 12 * side * y, "textangle": angle,
                      "text": f"<b>{mark} {letter} ahead</b>",
                      "font": {"size": 11, "color": theme.ink}})  # fmt: skip
    return notes


def _names(patches: Sequence[Patch], names: Sequence[str], theme: Theme) -> list[dict[str, Any]]:
    """Name the regions in place; small ones beside the triangle, with a leader."""
    notes = []
    taken: list[tuple[float, float]] = []
    for patch in patches[:8]:
        x, y = (float(value) for value in place(patch.centre))
        share = f"{patch.share:.0%}".replace("%", " %") if patch.share >= 0.005 else "under 1 %"
        name = for_plotly(shorten(names[patch.run], 18))
        text = f'<b>{name}</b><br><span style="color:{theme.ink2}">{share} of user models</span>'
        note: dict[str, Any] = {"x": x, "y": y, "text": text, "font": {"size": 12, "color": theme.ink},
                                "showarrow": False}  # fmt: skip
        if patch.share < IN_PLACE:
            left = x < 0.5
            low = y
            while any(side == left and abs(low - other) < 0.1 for side, other in taken):
                low += 0.1
            taken.append((left, low))
            edge = low / HEIGHT / 2  # of the triangle's side at this height
            note |= {
                "showarrow": True, "arrowhead": 6, "arrowsize": 0.7, "arrowwidth": 1,
                "arrowcolor": theme.ink2,
                "axref": "x", "ayref": "y", "ay": low, "ax": edge - 0.1 if left else 1.1 - edge,
                "xanchor": "right" if left else "left", "align": "right" if left else "left",
            }  # fmt: skip
        notes.append(note)
    return notes


def _finish(
    figure: go.Figure, notes: list[dict[str, Any]], theme: Theme, *, small: bool, height: int
) -> None:
    hidden = {"visible": False, "fixedrange": True, "showgrid": False, "zeroline": False}
    room = 0.02 if small else 0.13
    figure.update_layout(
        **layout(theme, height=height, margin=(4, 4, 4, 4)),
        hovermode="closest",
        annotations=notes,
        xaxis=hidden | {"range": [-0.02 if small else -0.16, 1.02 if small else 1.16]},
        yaxis=hidden | {"range": [-room, HEIGHT + room], "scaleanchor": "x", "constrain": "domain"},
    )
