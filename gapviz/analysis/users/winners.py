"""The run with the highest mean at each user model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.equality import EQUAL, level, places
from gapviz.analysis.rankings.ranks import by_name
from gapviz.analysis.users.family import Family, Graded
from gapviz.analysis.users.swaps import Swaps, swaps
from gapviz.arrays import FloatArray, IntArray, frozen

ENDS = 1e-9
"""The ends of a way are looked at from so near, in shares of it: GAP may jump where a probability gets 0."""


@dataclass(frozen=True)
class Stretch:
    """Part of a line of user models on which one run wins.

    Attributes
    ----------
    run : int
        Number of the run.
    start, end : float
        Shares of the way, from 0 to 1.
    """

    run: int
    start: float
    end: float


@dataclass(frozen=True, eq=False)
class Region:
    """Part of a triangle of user models in which one run wins by eGAP.

    Attributes
    ----------
    run : int
        Number of the run.
    polygon : float64 array, shape (V, 3)
        Corners of the convex polygon, in order around it, as shares of the triangle's corners.
    share : float
        Its part of the triangle's area: of all user models, each as likely.
    """

    run: int
    polygon: FloatArray
    share: float


def winners(means: FloatArray, names: Sequence[str]) -> IntArray:
    """Find the run with the highest mean; of equal ones the first by name.

    Parameters
    ----------
    means : float64 array, shape (..., N)
    names : sequence of str, length N

    Returns
    -------
    int64 array, shape (...)

    Examples
    --------
    >>> winners(np.array([[0.1, 0.3, 0.3], [0.5, 0.2, 0.2]]), ["a", "c", "b"]).tolist()
    [2, 0]
    """
    named = by_name(names)
    best: IntArray = named[np.argmax(places(means)[..., named], axis=-1)]
    return best


def stretches(sums: Family, measure: Graded, *, start: FloatArray, end: FloatArray) -> tuple[Stretch, ...]:
    """Divide the way between two user models by the runs that win on it; for c = 2 that is all there are.

    Parameters
    ----------
    sums : Family
        With at least one run.
    measure : {"GAP", "xGAP", "eGAP"}
    start, end : float64 array, shape (c,)

    Returns
    -------
    tuple of Stretch
        From 0 to 1 without gaps. GAP may jump at the ends: who wins right beside them is told. A run that
        wins on less than `ENDS` of the way isn't.

    Examples
    --------
    >>> empty = np.zeros((3, 8))
    >>> means = np.array([[0.4, 0.1], [0.2, 0.4], [0.2, 0.2]])
    >>> sums = Family(("a", "b", "c"), means, empty, empty, np.ones((4, 2)))
    >>> for part in stretches(sums, "eGAP", start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0])):
    ...     print(sums.runs[part.run], round(part.start, 9), round(part.end, 9))
    b 0.0 0.6
    a 0.6 1.0
    """
    parts: list[Stretch] = []
    share, beyond = 0.0, ENDS
    while share < 1.0:
        just = min(share + beyond, 1.0 - ENDS)
        g = (1.0 - just) * start + just * end
        best = int(winners(sums.means(measure, g[None]), sums.runs)[0])
        lost = _overtaken(sums, measure, best, start=g, end=end)
        if lost == 0 and just < 1.0 - ENDS:
            beyond *= 2  # another one is equal here, and leads from here on
            continue
        border = just + lost * (1.0 - just)
        if parts and parts[-1].run == best:
            share = parts.pop().start
        parts.append(Stretch(best, share, border))
        share, beyond = border, ENDS
    return tuple(parts)


def regions(sums: Family, *, corners: FloatArray) -> tuple[Region, ...]:
    """Divide a triangle of user models into the polygons in which each run wins by eGAP, exactly.

    Parameters
    ----------
    sums : Family
        With at least one run.
    corners : float64 array, shape (3, c)
        ``np.eye(3)`` for c = 3; a slice (`users.corners`) for more grades.

    Returns
    -------
    tuple of Region
        Largest first; their shares sum to 1. Of runs that are equal for all users the first by name.

    Notes
    -----
    Mean eGAP is linear in g. A run wins in the part of the triangle that is left after a cut for each
    other run; only runs that no other beats at all three corners can win anywhere.

    Examples
    --------
    Two runs, the first better for threshold 1 and as much worse for threshold 2, share the triangle.

    >>> empty = np.zeros((2, 27))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.2, 0.3], [0.2, 0.4, 0.3]]), empty, empty, np.ones((9, 3)))
    >>> [(sums.runs[part.run], round(part.share, 9)) for part in regions(sums, corners=np.eye(3))]
    [('a', 0.5), ('b', 0.5)]
    """
    values = level(corners @ sums.threshold_means.T).T  # mean eGAP at the corners, shape (N, 3)
    candidates = _undominated(values, sums.runs)
    parts = []
    for run in candidates:
        polygon = np.eye(3)
        for other in candidates:
            if other != run:
                polygon = _cut(polygon, values[run] - values[other])
        share = area(polygon)
        if share > EQUAL:
            parts.append(Region(run, frozen(polygon), share))
    return tuple(sorted(parts, key=lambda region: -region.share))


def area(polygon: FloatArray) -> float:
    """Share of a triangle that a polygon in it covers, by the shoelace formula.

    Parameters
    ----------
    polygon : float64 array, shape (V, 3)
        Its corners, in order around it, as shares of the triangle's corners.

    Returns
    -------
    float

    Examples
    --------
    >>> area(np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.5, 0.0, 0.5]]))
    0.25
    """
    if len(polygon) < 3:
        return 0.0
    x, y = polygon[:, 0], polygon[:, 1]
    return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def border_shares(
    sums: Family, measure: Graded, first: IntArray, second: IntArray, starts: FloatArray, ends: FloatArray
) -> FloatArray:
    """Find where on short ways between user models their winners are equal.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int64 array, shape (K,)
        Winner at the start and at the end of each way.
    starts, ends : float64 array, shape (K, c)

    Returns
    -------
    float64 array, shape (K,)
        Share of the way; NaN where the runs are equal all along, and where GAP jumps between them.

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> first, second = np.array([1]), np.array([0])
    >>> ends = np.array([[0.0, 1.0]]), np.array([[1.0, 0.0]])
    >>> border_shares(sums, "eGAP", first, second, *ends).round(9).tolist()
    [0.6]
    """
    shares = _first(swaps(sums, measure, first, second, start=starts, end=ends))
    return np.where(np.isinf(shares), np.nan, shares)


def _first(crossed: Swaps) -> FloatArray:
    """Share of each way at which its first swap is; infinite without one. Jumps at the ends are left out."""
    shares = np.full(crossed.before.size, np.inf)
    np.minimum.at(shares, crossed.way[~crossed.jump], crossed.share[~crossed.jump])
    return shares


def _overtaken(sums: Family, measure: Graded, run: int, *, start: FloatArray, end: FloatArray) -> float:
    """Share of a way at which a run that leads at the start no longer does; 1 where it leads to the end."""
    others = np.arange(len(sums.runs))
    crossed = swaps(sums, measure, np.full(others.size, run), others, start=start, end=end)
    lost = np.where(crossed.before < 0, 0.0, _first(crossed))
    return min(float(lost.min()), 1.0)


def _undominated(values: FloatArray, names: Sequence[str]) -> list[int]:
    """Find the runs that no other run equals or beats at every corner; of equal runs the first by name."""
    named = by_name(names)
    ordered = values[named]
    covered = (ordered[:, None] <= ordered[None]).all(axis=2)  # run i by run j
    equal = covered & covered.T
    earlier = np.tri(len(named), k=-1, dtype=np.bool_)
    beaten = ((covered & ~equal) | (equal & earlier)).any(axis=1)
    kept: list[int] = named[~beaten].tolist()
    return kept


def _cut(polygon: FloatArray, lead: FloatArray) -> FloatArray:
    """Part of a polygon, in shares of the corners, where the lead, a linear function, is not negative."""
    if not polygon.size:
        return polygon
    at = polygon @ lead
    following, after = np.roll(polygon, -1, axis=0), np.roll(at, -1)
    parts: list[FloatArray] = []
    for corner, value, neighbour, beyond in zip(polygon, at, following, after, strict=True):
        if value >= 0:
            parts.append(corner)
        if value * beyond < 0:
            parts.append(corner + value / (value - beyond) * (neighbour - corner))
    return np.array(parts).reshape(-1, 3)
