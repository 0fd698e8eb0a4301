"""Gains of the ideal list: a topic's relevant documents by falling grade."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gapviz.arrays import CodeArray, FloatArray, IntArray
from gapviz.profile import Profile


def ideal_gain(profile: Profile, topics: IntArray, ranks: IntArray | CodeArray) -> FloatArray:
    """Sum of the first n grades of the ideal list, cgI(n), for pairs of topic and rank.

    Parameters
    ----------
    profile : Profile
    topics : int64 array, shape (H,)
        Their numbers.
    ranks : int array, shape (H,)
        n of each.

    Returns
    -------
    float64 array, shape (H,)

    Examples
    --------
    The ideal list is 2, 2, 1, 1:

    >>> from gapviz.measures.example import example
    >>> ideal_gain(example(), np.array([0, 0]), np.array([1, 3])).tolist()
    [2.0, 5.0]
    """
    # The ideal list has at its first RB[h] ranks grades of h or more, each of which adds 1 for h.
    gains = np.zeros(topics.size)
    for bases in profile.pool.recall_bases.T:
        gains += np.minimum(bases[topics], ranks)
    return gains


def ideal_sum(
    profile: Profile,
    discounts: Callable[[IntArray], FloatArray],
    *,
    n: int | None = None,
    gains: FloatArray | None = None,
) -> FloatArray:
    """Discounted gain of the ideal list, the topic's relevant documents by falling grade, cut at n.

    Parameters
    ----------
    profile : Profile
    discounts : callable
        From ranks to what multiplies a gain there, both of shape (L,).
    n : int, optional
        Cut-off.
    gains : float64 array, shape (c + 1,), optional
        Gain of each grade, 0 of grade 0; the grade itself by default.

    Returns
    -------
    float64 array, shape (T,)

    Examples
    --------
    The ideal list 2, 2, 1, 1 with weights 1/n: 2/1 + 2/2 + 1/3 + 1/4.

    >>> from gapviz.measures.example import example
    >>> ideal_sum(example(), lambda ranks: 1.0 / ranks).round(4).tolist()
    [3.5833]
    """
    bases = profile.pool.recall_bases
    ends = bases if n is None else np.minimum(bases, n)
    summed = np.concatenate(([0.0], np.cumsum(discounts(np.arange(1, ends.max(initial=0) + 1)))))
    # The ideal list has at its first RB[h] ranks grades of h or more: each adds gain(h) - gain(h - 1).
    steps = np.ones(profile.c) if gains is None else np.diff(gains)
    sums: FloatArray = (summed[ends] * steps).sum(axis=1)
    return sums
