"""Text in and around a triangle of user models, and its places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gapviz.analysis.users.surface import Patch
from gapviz.arrays import FloatArray
from gapviz.text.names import for_plotly, shorten
from gapviz.text.numbers import percent
from gapviz.theme import Theme

HEIGHT = np.sqrt(0.75)
"""Of the triangle, whose sides are 1."""

IN_PLACE = 0.1
"""Part of the triangle from which on a region is named in it, and not beside it."""


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


def corner_notes(words: Sequence[str], theme: Theme) -> list[dict[str, Any]]:
    """Write the words at the corners: left, right, top.

    Parameters
    ----------
    words : sequence of str, length 3
        Left, right, top; marks such as g₁, not names.
    theme : Theme

    Returns
    -------
    list of dict
        Annotations of Plotly's.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> [note["text"] for note in corner_notes(["g₁", "g₂", "g₃"], LIGHT)]
    ['g₁', 'g₂', 'g₃']
    """
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


def scale_notes(theme: Theme, shown: bool) -> list[dict[str, Any]]:
    """Write shares along the sides: of the left corner on the left, and so on around.

    Parameters
    ----------
    theme : Theme
    shown : bool
        Whether there is room for them.

    Returns
    -------
    list of dict
        Annotations of Plotly's; none where they are not shown.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> len(scale_notes(LIGHT, True)), scale_notes(LIGHT, False)
    (9, [])
    """
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


def ahead_notes(
    line: FloatArray, toward: FloatArray, avoided: Sequence[FloatArray], theme: Theme
) -> list[dict[str, Any]]:
    """Write on both sides of the line who is ahead there, where there is most room.

    Parameters
    ----------
    line : float64 array, shape (R, 2, 3)
        Pieces of the line on which A and B are equal, as shares of the corners.
    toward : float64 array, shape (R, 3)
        Vectors across the pieces, to the side of A; zeros where that is unknown.
    avoided : sequence of float64 array, shape (3,)
        Places where something else is written.
    theme : Theme

    Returns
    -------
    list of dict
        Annotations of Plotly's, of A and of B; none where no side is known.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> line, toward = np.array([[[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]]), np.array([[1.0, -1.0, 0.0]])
    >>> [note["text"][5:-4] for note in ahead_notes(line, toward, [], LIGHT)]
    ['A ahead', 'B ahead']
    """
    known = np.flatnonzero(np.abs(toward).sum(axis=1) > 0)
    if not known.size:
        return []
    middles = np.stack(place(line[known].mean(axis=1)), axis=1)
    others = np.stack(place(np.stack([*avoided, *_tips(line)])), axis=1)
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


def _tips(line: FloatArray) -> FloatArray:
    """Find the two ends that are farthest from the middle of a line: there is least room."""
    ends = line.reshape(-1, 3)
    return ends[np.argsort(np.linalg.norm(ends - ends.mean(axis=0), axis=1))[-2:]]


def region_notes(patches: Sequence[Patch], names: Sequence[str], theme: Theme) -> list[dict[str, Any]]:
    """Name the regions in place; small ones beside the triangle, with a leader.

    Parameters
    ----------
    patches : sequence of Patch
        Largest first; the first eight are named.
    names : sequence of str, length N
        Of the runs.
    theme : Theme

    Returns
    -------
    list of dict
        Annotations of Plotly's.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> region_notes([], ["a"], LIGHT)
    []
    """
    notes = []
    taken: list[tuple[float, float]] = []
    for patch in patches[:8]:
        x, y = (float(value) for value in place(patch.centre))
        name = for_plotly(shorten(names[patch.run], 18))
        text = (
            f'<b>{name}</b><br><span style="color:{theme.ink2}">{percent(patch.share)} of user models</span>'
        )
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
