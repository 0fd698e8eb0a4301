"""User models at which two runs have the same mean and change places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from gapviz.analysis.users.family import Family, Graded
from gapviz.arrays import FloatArray, IntArray, frozen

NOISE = 1e-14
"""Means that differ by no more are equal: the difference is rounding."""

ENDS = 1e-9
"""The ends of a way are looked at from so near, in shares of it: GAP may jump where a probability gets 0."""

SAMPLES = 200
"""Points of a way between which a change of sign is looked for."""

SAMPLES_OF_MANY = 100
"""The same where many ways lead from one user model."""

HALVINGS = 60


@dataclass(frozen=True, eq=False)
class Swaps:
    """Where runs change places on ways between two user models.

    Attributes
    ----------
    way : int64 array, shape (R,)
        Number of the way, and so of the pair of runs.
    share : float64 array, shape (R,)
        How far along it, from 0 to 1; ascending within a way.
    g : float64 array, shape (R, c)
        The user models there.
    """

    way: IntArray
    share: FloatArray
    g: FloatArray


def swaps(
    sums: Family,
    measure: Graded,
    first: Sequence[int] | IntArray,
    second: Sequence[int] | IntArray,
    *,
    start: FloatArray,
    end: FloatArray,
    samples: int = SAMPLES,
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
    samples : int
        Parts of the way that are searched for one change each, for GAP and xGAP.

    Returns
    -------
    Swaps
        Exact for eGAP, whose mean is linear in g. For GAP and xGAP roots to the last bit; of two that are
        closer together than a part of the way neither is found. A jump of GAP at an end is no swap.

    Examples
    --------
    Run a is better for users with threshold 1, run b for those with threshold 2: 0.4 g1 + 0.1 g2 =
    0.2 g1 + 0.4 g2 where g1 = 0.6.

    >>> threshold_means = np.array([[0.4, 0.1], [0.2, 0.4]])
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), threshold_means, empty, empty, np.ones((4, 2)))
    >>> found = swaps(sums, "eGAP", [0], [1], start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))
    >>> found.g.round(9).tolist()
    [[0.6, 0.4]]
    """
    one, other = np.asarray(first, dtype=np.int64), np.asarray(second, dtype=np.int64)
    starts, ends = (np.broadcast_to(g, (one.size, sums.c)) for g in (start, end))
    if measure == "eGAP":
        left, right = (
            _signed(sums.differences(measure, one, other, g[:, None]))[:, 0] for g in (starts, ends)
        )
        way = np.flatnonzero(left * right < 0)
        share = left[way] / (left[way] - right[way])  # the root of a linear function
    else:
        way, low, high = _brackets(sums, measure, one, other, starts, ends, samples)
        share = _bisected(sums, measure, one[way], other[way], starts[way], ends[way], low, high)
    g = _between(starts[way], ends[way], share)
    return Swaps(frozen(way), frozen(share), frozen(g))


def edge_swaps(sums: Family, measure: Graded, first: int, second: int) -> FloatArray:
    """Find where two runs change places on the edges of the simplex: two thresholds share all users.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.

    Returns
    -------
    float64 array, shape (R, c)
        For c = 2 all swaps there are; for c = 3 and eGAP the ends of the line on which the runs are equal.
    """
    only = np.eye(sums.c)
    pairs = list(combinations(range(sums.c), 2))
    found = swaps(
        sums,
        measure,
        [first] * len(pairs),
        [second] * len(pairs),
        start=only[[k for _, k in pairs]].reshape(-1, sums.c),
        end=only[[h for h, _ in pairs]].reshape(-1, sums.c),
    )
    return found.g


def first_swaps(
    sums: Family, measure: Graded, first: int, second: int, *, start: FloatArray, ends: FloatArray
) -> tuple[IntArray, FloatArray]:
    """Find the first change of order on each of many ways from one user model.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.
    start : float64 array, shape (c,)
        The order here is what changes.
    ends : float64 array, shape (K, c)
        Where GAP jumps at an end of a way, the swap is found there.

    Returns
    -------
    way : int64 array, shape (R,)
        Ways on which the order changes, each once.
    share : float64 array, shape (R,)
        How far along.
    """
    K = ends.shape[0]
    one, other = np.full(K, first), np.full(K, second)
    starts = np.broadcast_to(start, ends.shape)
    way, low, high = _brackets(sums, measure, one, other, starts, ends, SAMPLES_OF_MANY, jumps=True)
    keep = np.unique(way, return_index=True)[1]
    way, low, high = way[keep], low[keep], high[keep]
    return way, _bisected(sums, measure, one[way], other[way], starts[way], ends[way], low, high)


def _brackets(
    sums: Family,
    measure: Graded,
    first: IntArray,
    second: IntArray,
    starts: FloatArray,
    ends: FloatArray,
    samples: int,
    *,
    jumps: bool = False,
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Way, and shares between which the sign of the difference of the means changes."""
    shares = np.linspace(0.0, 1.0, samples + 1)
    if jumps:  # the ends themselves, and what is beside them
        shares = np.insert(shares, [1, samples], [ENDS, 1.0 - ENDS])
    else:
        shares[[0, -1]] = ENDS, 1.0 - ENDS
    g = _between(starts[:, None], ends[:, None], shares)
    signs = np.sign(_signed(sums.differences(measure, first, second, g)))
    # An exact 0 takes the sign before it, so that a change is found once.
    last = np.maximum.accumulate(np.where(signs != 0, np.arange(shares.size), 0), axis=1)
    held = np.take_along_axis(signs, last, axis=1)
    way, place = np.nonzero(held[:, :-1] * held[:, 1:] < 0)
    return way, shares[last[way, place]], shares[place + 1]


def _bisected(
    sums: Family,
    measure: Graded,
    first: IntArray,
    second: IntArray,
    starts: FloatArray,
    ends: FloatArray,
    low: FloatArray,
    high: FloatArray,
) -> FloatArray:
    """Halve all brackets at once until they are as narrow as doubles are; the sign has changed there."""

    def difference(share: FloatArray) -> FloatArray:
        return sums.differences(measure, first, second, _between(starts, ends, share)[:, None])[:, 0]

    if not low.size:
        return low
    sign = np.sign(difference(low))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        same = np.sign(difference(middle)) == sign
        low, high = np.where(same, middle, low), np.where(same, high, middle)
    return high


def _between(starts: FloatArray, ends: FloatArray, share: FloatArray) -> FloatArray:
    """User models at shares of the ways, each a distribution."""
    at = share[..., None]
    g: FloatArray = (1.0 - at) * starts + at * ends
    return g


def _signed(differences: FloatArray) -> FloatArray:
    return np.where(np.abs(differences) <= NOISE, 0.0, differences)
