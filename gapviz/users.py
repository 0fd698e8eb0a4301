"""The user model: g, the distribution of the threshold from which on a user counts a document as relevant."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError

SUM_TOLERANCE = 1e-9

MOST_POINTS = 200_000
"""Points that a grid may have."""


def validate(g: Sequence[float] | FloatArray, *, c: int | None = None) -> FloatArray:
    """Return g as an array, or say what is wrong with it; nothing is normalised silently.

    Parameters
    ----------
    g : sequence of float, length c
        ``g[h - 1]`` is the probability that a user's threshold is h; from 0 to 1, sum 1.
    c : int, optional
        Highest grade of the collection that g is for.

    Returns
    -------
    float64 array, shape (c,)

    Raises
    ------
    InputError
        For a wrong length, a value that is not finite or negative, or a sum other than 1.

    Examples
    --------
    >>> validate([0.1, 0.9])
    array([0.1, 0.9])
    """
    try:
        values = np.asarray(g, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        values = np.empty(0)
    if values.ndim != 1 or values.size == 0:
        raise InputError("g", "a list of probabilities", repr(g))
    if c is not None and values.size != c:
        expected = "1 threshold probability" if c == 1 else f"{c} threshold probabilities"
        raise InputError("g", f"{expected} (grades go to {c})", str(values.size))
    if not np.isfinite(values).all() or (values < 0).any():
        raise InputError("g", "probabilities from 0 to 1", _text(values))
    if abs(values.sum() - 1.0) > SUM_TOLERANCE:
        raise InputError("g", "probabilities that sum to 1", f"{_text(values)} with sum {values.sum():.12g}")
    return values


def presets(c: int) -> dict[str, tuple[float, ...]]:
    """Named user models for grades 1..c.

    ``Uniform``: every threshold is as likely. ``Lenient``: four users in five count every relevant
    document. ``Strict``: four in five count only the highest grade; the fifth is spread evenly.
    ``only g_k``: all users have threshold k.

    Parameters
    ----------
    c : int
        Number of thresholds, from 1; with 1 there is one user model only.

    Returns
    -------
    dict of str to tuple of float, length c
        In the order in which they are shown.

    Examples
    --------
    >>> presets(2)["Strict"]
    (0.2, 0.8)
    """
    if c == 1:
        return {"only g_1": (1.0,)}
    rest = 0.2 / (c - 1)
    named = {
        "Uniform": (1 / c,) * c,
        "Lenient": (0.8, *(rest,) * (c - 1)),
        "Strict": (*(rest,) * (c - 1), 0.8),
    }
    for k in range(1, c + 1):
        named[f"only g_{k}"] = tuple(float(h == k) for h in range(1, c + 1))
    return named


def move(g: FloatArray, index: int, value: float, *, locked: Sequence[int] = ()) -> FloatArray:
    """Set one probability; the others that are not locked share the rest in their proportions.

    Parameters
    ----------
    g : float64 array, shape (c,)
    index : int
        Which one moves, from 0.
    value : float
        Where to; clipped to what the locked ones leave.
    locked : sequence of int
        Those that keep their value.

    Returns
    -------
    float64 array, shape (c,)
        Sums to 1. Where the free ones were all 0 they share the rest equally; where none is free,
        nothing moves.

    Examples
    --------
    >>> move(np.array([0.2, 0.3, 0.5]), 0, 0.6)
    array([0.6 , 0.15, 0.25])
    """
    free = [h for h in range(g.size) if h != index and h not in locked]
    if not free:
        return g
    room = g[index] + g[free].sum()
    moved = g.copy()
    moved[index] = min(max(value, 0.0), room)
    rest, mass = room - moved[index], g[free].sum()
    moved[free] = g[free] * (rest / mass) if mass > 0 else rest / len(free)
    return moved


def simplex_grid(c: int, steps: int) -> FloatArray:
    """All user models whose probabilities are multiples of 1 / steps.

    Parameters
    ----------
    c : int
        Number of thresholds.
    steps : int
        Steps from 0 to 1: 20 for a grid of 0.05.

    Returns
    -------
    float64 array, shape (P, c)
        Ascending by g[1], then g[2], ..., as in the papers' tables; P = (steps + c - 1 choose c - 1).

    Raises
    ------
    InputError
        For more than `MOST_POINTS` points.

    Examples
    --------
    >>> simplex_grid(2, 4).tolist()
    [[0.0, 1.0], [0.25, 0.75], [0.5, 0.5], [0.75, 0.25], [1.0, 0.0]]
    >>> len(simplex_grid(3, 100))
    5151
    """
    points = math.comb(steps + c - 1, c - 1)
    if steps < 1 or points > MOST_POINTS:
        expected = f"1 to {MOST_POINTS} user models, which larger steps or fewer grades give"
        raise InputError("grid", expected, f"{points} for {c} thresholds")
    parts = np.zeros((1, 0), dtype=np.int64)
    left = np.array([steps])
    for _ in range(c - 1):
        rows = np.repeat(np.arange(left.size), left + 1)
        firsts = np.cumsum(left + 1) - (left + 1)
        taken = np.arange(rows.size) - firsts[rows]  # 0..left for each row so far
        parts = np.column_stack((parts[rows], taken))
        left = left[rows] - taken
    grid: FloatArray = np.column_stack((parts, left)) / steps
    return grid


def line(start: Sequence[float] | FloatArray, end: Sequence[float] | FloatArray, points: int) -> FloatArray:
    """User models at equal distances on the way from one to another.

    Parameters
    ----------
    start, end : sequence of float, length c
    points : int
        At least 2; both ends are among them.

    Returns
    -------
    float64 array, shape (points, c)

    Raises
    ------
    InputError
        For more than `MOST_POINTS` points.

    Examples
    --------
    >>> line((0, 1), (1, 0), 3).tolist()
    [[0.0, 1.0], [0.5, 0.5], [1.0, 0.0]]
    """
    if points > MOST_POINTS:
        raise InputError("path", f"up to {MOST_POINTS} user models, which larger steps give", str(points))
    first, last = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    gone = np.arange(points)[:, None] / (points - 1)
    left = gone[::-1]  # 1 - gone, without its rounding
    return left * first + gone * last


def path(g: Sequence[float] | FloatArray, points: int) -> FloatArray:
    """User models from nobody with threshold 1 to all, while the others keep their proportions.

    Parameters
    ----------
    g : sequence of float, length c
        It lies on the path.
    points : int
        At least 2; both ends are among them.

    Returns
    -------
    float64 array, shape (points, c)

    Examples
    --------
    >>> path((0.2, 0.2, 0.6), 3).tolist()
    [[0.0, 0.25, 0.75], [0.5, 0.125, 0.375], [1.0, 0.0, 0.0]]
    """
    start = np.asarray(g, dtype=np.float64)
    return line(move(start, 0, 0.0), np.eye(start.size)[0], points)


def corners(c: int, free: Sequence[int], fixed: Mapping[int, float] | None = None) -> FloatArray:
    """Corners of a slice of the simplex: two or three thresholds move, the others keep their probability.

    Parameters
    ----------
    c : int
    free : sequence of int
        Thresholds, 1..c, that share what the fixed ones leave.
    fixed : mapping of int to float, optional
        Probability of other thresholds; 0 for those that are neither free nor fixed.

    Returns
    -------
    float64 array, shape (len(free), c)
        ``shares @ corners`` is the user model at the given shares of the free thresholds.

    Raises
    ------
    InputError
        For thresholds that aren't there or stand twice, and where nothing is left to share.

    Examples
    --------
    >>> corners(4, (1, 2, 4), {3: 0.5}).tolist()
    [[0.5, 0.0, 0.5, 0.0], [0.0, 0.5, 0.5, 0.0], [0.0, 0.0, 0.5, 0.5]]
    """
    kept = dict(fixed or {})
    if len({*free, *kept}) != len(free) + len(kept) or not {*free, *kept} <= set(range(1, c + 1)):
        raise InputError("slice", f"different thresholds from 1 to {c}", f"{[*free, *kept]}")
    base = np.zeros(c)
    base[[h - 1 for h in kept]] = list(kept.values())
    rest = 1.0 - base.sum()
    if rest <= 0 or (base < 0).any():
        raise InputError("slice", "fixed probabilities that leave something to share", _text(base))
    ends = np.tile(base, (len(free), 1))
    ends[np.arange(len(free)), [h - 1 for h in free]] = rest
    return ends


def _text(values: FloatArray) -> str:
    """Write probabilities with more digits than `SUM_TOLERANCE` needs."""
    return ", ".join(f"{v:.12g}" for v in values)
