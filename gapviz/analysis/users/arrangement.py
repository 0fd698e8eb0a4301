"""The user model at which most of some linear conditions hold: exact, from where their borders meet."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np

from gapviz.arrays import FloatArray, IntArray

PARALLEL = 1e-9
"""Borders whose normals are so nearly dependent do not meet in a line of their own."""

OUTSIDE = 1e-12
"""A probability that is no lower is 0: the rest is rounding."""


def lines(conditions: int, c: int) -> int:
    """Count the lines that `most_held` goes along.

    Parameters
    ----------
    conditions : int
    c : int
        Number of thresholds, from 2.

    Returns
    -------
    int

    Examples
    --------
    >>> lines(10, 3), lines(10, 4)
    (13, 91)
    """
    return comb(conditions + c, c - 2)


def most_held(gains: FloatArray, slack: FloatArray) -> tuple[int, FloatArray]:
    """Find the user model at which the most conditions hold: that gains @ g is not below 0.

    Parameters
    ----------
    gains : float64 array, shape (m, c)
        Of users with each threshold; c from 2.
    slack : float64 array, shape (m,)
        So little below 0 still holds; more than the rounding of the product.

    Returns
    -------
    count : int
        Conditions that hold at once.
    g : float64 array, shape (c,)
        A user model at which they do; not at the border of the place where they do, unless it is a border.

    Notes
    -----
    Where some conditions hold is a polytope in the simplex, and it has a vertex: c - 1 of their borders, or
    of the sides of the simplex, meet there. So each line in which c - 2 of them meet is gone along, on which
    every condition holds on an interval; where most intervals overlap is seen by sorting their ends.

    Examples
    --------
    Three conditions of which two can hold.

    >>> gains = np.array([[1.0, -1.0, 0.0], [0.0, 1.0, -1.0], [-2.0, 0.0, 1.0]])
    >>> count, g = most_held(gains, np.full(3, 1e-12))
    >>> count, int((gains @ g > 0).sum())
    (2, 2)
    """
    foot, way, low, high = _lines(gains)
    at, rise = foot @ gains.T + slack, way @ gains.T
    with np.errstate(divide="ignore", invalid="ignore"):
        border = np.where(rise != 0, -at / rise, np.where(at >= 0, -np.inf, np.inf))
    begin = np.maximum(np.where(rise >= 0, border, -np.inf), low[:, None])
    end = np.minimum(np.where(rise < 0, border, np.inf), high[:, None])
    some = begin <= end
    stops = np.concatenate([np.where(some, begin, np.inf), np.where(some, end, np.inf)], axis=1)
    order = np.argsort(stops, axis=1, kind="stable")  # of equal ends those that begin come first
    change = np.take_along_axis(np.concatenate([some, -some.astype(np.int64)], axis=1), order, axis=1)
    count = np.cumsum(change, axis=1)
    place = count.argmax(axis=1)
    most = int(count.max())
    best = np.flatnonzero(count[np.arange(len(place)), place] == most)
    stops = np.take_along_axis(stops, order, axis=1)[best]
    first = np.clip(stops[np.arange(best.size), place[best]], low[best], high[best])
    after = np.clip(stops[np.arange(best.size), place[best] + 1], low[best], high[best])
    g = foot[best] + ((first + after) / 2)[:, None] * way[best]
    g = np.where(g <= OUTSIDE, 0.0, g)
    g /= g.sum(axis=1, keepdims=True)
    held = g @ gains.T >= -slack
    same = (held == held[0]).all(axis=1)
    middle = g[same].mean(axis=0)
    inside = (gains @ middle >= -slack)[held[0]].all()
    return most, middle if inside else g[0]


def _lines(gains: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """Lines in which c - 2 borders meet within the simplex: a point, a direction, and how far it goes."""
    c = gains.shape[1]
    normals = np.concatenate([gains / np.linalg.norm(gains, axis=1, keepdims=True), np.eye(c)])
    chosen: IntArray = np.array(list(combinations(range(len(normals)), c - 2)), dtype=np.int64)
    rows = np.concatenate([np.ones((len(chosen), 1, c)), normals[chosen]], axis=1)
    left, sizes, right = np.linalg.svd(rows)
    apart = sizes[:, -1] > PARALLEL
    left, sizes, right = left[apart], sizes[apart], right[apart]
    foot = np.einsum("lk,lkh->lh", left[:, 0] / sizes, right[:, :-1])  # probabilities that sum to 1
    way = right[:, -1]
    flat = np.abs(way) <= OUTSIDE
    with np.errstate(divide="ignore"):
        border = np.where(flat, 0.0, -foot / np.where(flat, 1.0, way))
    low = np.where(way > OUTSIDE, border, -np.inf).max(axis=1)
    high = np.where(way < -OUTSIDE, border, np.inf).min(axis=1)
    inside = (low <= high + OUTSIDE) & ~(flat & (foot < -OUTSIDE)).any(axis=1)
    return foot[inside], way[inside], low[inside], np.maximum(low, high)[inside]
