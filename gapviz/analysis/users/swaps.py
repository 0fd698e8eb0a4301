"""User models at which two runs change places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from gapviz.analysis.rankings.equality import lead
from gapviz.analysis.users.family import Family, Graded
from gapviz.analysis.users.leads import Leads, leads
from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen

PLACES = 20
"""User models with the same lowest threshold at which runs that are always equal are compared."""


@dataclass(frozen=True, eq=False)
class Swaps:
    """Where runs change places on ways between two user models: R places on K ways.

    Attributes
    ----------
    way : int64 array, shape (R,)
        Number of the way, and so of the pair of runs.
    share : float64 array, shape (R,)
        How far along it, from 0 to 1; ascending within a way.
    g : float64 array, shape (R, c)
        The user models there.
    jump : bool array, shape (R,)
        Whether the means are not equal there: at an end of the way, where the last user leaves a threshold,
        GAP jumps from one order to the other.
    before : float64 array, shape (K,)
        1 where the first run of the pair leads right beside the start, -1 where the second does; 0 where they
        are equal all along. Each swap changes the sign.
    """

    way: IntArray
    share: FloatArray
    g: FloatArray
    jump: BoolArray
    before: FloatArray


def swaps(
    sums: Family,
    measure: Graded,
    first: Sequence[int] | IntArray,
    second: Sequence[int] | IntArray,
    *,
    start: FloatArray,
    end: FloatArray,
) -> Swaps:
    """Find where pairs of runs change places on straight ways between user models.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : sequence of int, length K
        Numbers of the runs of each pair.
    start, end : float64 array, shape (c,) or (K, c)
        Ends of the way, the same for all pairs or each its own.

    Returns
    -------
    Swaps
        All there are. Means that differ by rounding only are equal, and a run that becomes equal and leads
        again does not change places.

    Examples
    --------
    Run a is better for users with threshold 1, run b for those with threshold 2: 0.4 g1 + 0.1 g2 =
    0.2 g1 + 0.4 g2 where g1 = 0.6.

    >>> threshold_means = np.array([[0.4, 0.1], [0.2, 0.4]])
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), threshold_means, empty, empty, np.ones((4, 2)))
    >>> crossed = swaps(sums, "eGAP", [0], [1], start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))
    >>> crossed.g.round(9).tolist()
    [[0.6, 0.4]]
    """
    one, other = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    starts, ends = (np.broadcast_to(g, (one.size, sums.c)) for g in (start, end))
    along = leads(sums, measure, one, other, starts=starts, ends=ends)
    way, share = along.stops()
    stops = (way, share, along.take(way).at(share), np.ones(way.size))
    rims = [_rim(along, place) for place in (0, 1)]
    # The ends themselves, where the lead jumps to them, stand before and after all stops.
    way, share, height, kind = (np.concatenate(parts) for parts in zip(rims[0], stops, rims[1], strict=True))
    # Where the means are equal no order changes: a sign is compared with the last one.
    told = np.flatnonzero(np.abs(height) > along.noise[way])
    told = told[np.lexsort((share[told], kind[told], way[told]))]
    changed = (way[told[:-1]] == way[told[1:]]) & (height[told[:-1]] * height[told[1:]] < 0)
    low, high = told[:-1][changed], told[1:][changed]
    jump = kind[low] != kind[high]
    at = np.where(kind[high] == 2, 1.0, 0.0)
    roots, within = ~jump, way[low]
    at[roots] = along.take(within[roots]).roots(share[low[roots]], share[high[roots]])
    g = (1.0 - at[:, None]) * starts[within] + at[:, None] * ends[within]
    before = np.zeros(one.size)
    inside = told[kind[told] == 1][::-1]
    before[way[inside]] = np.sign(height[inside])  # the first one of each way stays
    return Swaps(frozen(within), frozen(at), frozen(g), frozen(jump), frozen(before))


def edge_swaps(sums: Family, measure: Graded, first: int, second: int) -> Swaps:
    """Find where two runs change places on the edges of the simplex: two thresholds share all users.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.

    Returns
    -------
    Swaps
        For c = 2 all there are; for c = 3 and eGAP the ends of the line on which the runs are equal. Edges in
        the order of `edges`.
    """
    pairs = edges(sums.c)
    only = np.eye(sums.c)
    start, end = (only[[edge[place] for edge in pairs]].reshape(-1, sums.c) for place in (0, 1))
    return swaps(sums, measure, [first] * len(pairs), [second] * len(pairs), start=start, end=end)


def edge_table(sums: Family, measure: Graded, first: int, second: int) -> list[tuple[FloatArray, float, str]]:
    """List the swaps of `edge_swaps`, with the mean of both runs and how the order changes.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.

    Returns
    -------
    list of (float64 array, shape (c,), float, str)
        g, the mean, which is NaN at a jump, and `change_in_words`.
    """
    crossed = edge_swaps(sums, measure, first, second)
    means = sums.take([first]).means(measure, crossed.g)[:, 0]
    means[crossed.jump] = np.nan
    # GAP jumps at the start of an edge, as soon as users have its other, lower threshold.
    to = [
        (edges(sums.c)[way][1] + 1,) if jump else ()
        for way, jump in zip(crossed.way, crossed.jump, strict=True)
    ]
    words = map(change_in_words, crossed.jump.tolist(), to)
    return list(zip(crossed.g, means.tolist(), words, strict=True))


def change_in_words(jump: bool, to: Sequence[int] = ()) -> str:
    """Say how the order of two runs changes.

    Parameters
    ----------
    jump : bool
        Whether it changes without the means being equal.
    to : sequence of int
        Thresholds without users, from 1: the measure jumps as soon as one has some.

    Returns
    -------
    str

    Examples
    --------
    >>> change_in_words(False), change_in_words(True)
    ('equal means', 'a jump')
    >>> change_in_words(True, (1, 2))
    'a jump: any share of users, however small, that moves to g1 and g2'
    """
    if not to:
        return "a jump" if jump else "equal means"
    named = " and ".join(f"g{h}" for h in to)
    return f"a jump: any share of users, however small, that moves to {named}"


def edges(c: int) -> list[tuple[int, int]]:
    """Edges of the simplex, as `edge_swaps` goes along them: threshold at the start, and at the end.

    Parameters
    ----------
    c : int

    Returns
    -------
    list of (int, int)
        Numbers of the thresholds, from 0.

    Examples
    --------
    >>> edges(3)
    [(1, 0), (2, 0), (2, 1)]
    """
    return [(k, h) for h, k in combinations(range(c), 2)]


def always_equal(sums: Family, measure: Graded, first: int, second: int) -> bool:
    """Tell whether two runs have the same mean at every user model.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.

    Returns
    -------
    bool

    Notes
    -----
    A mean is a rational function of g, and GAP's is another one for each lowest threshold that has users.
    Such functions are equal if they are at random places.
    """
    rng = np.random.default_rng(0)
    lowest = [rng.dirichlet(np.ones(sums.c - h), PLACES) for h in range(sums.c)]
    g = np.concatenate([np.pad(part, ((0, 0), (sums.c - part.shape[1], 0))) for part in lowest])
    means = sums.take([first, second]).means(measure, g)
    return not lead(means[:, 0], means[:, 1]).any()


def _rim(leads: Leads, place: int) -> tuple[IntArray, FloatArray, FloatArray, FloatArray]:
    """Way, share, lead and kind (0 or 2) of the starts, or the ends, that the lead jumps to."""
    way = np.flatnonzero(np.abs(leads.jumps[:, place]) > leads.noise)
    share = np.full(way.size, float(place))
    height = leads.take(way).at(share) + leads.jumps[way, place]
    return way, share, height, np.full(way.size, 2.0 * place)
