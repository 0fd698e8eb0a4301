"""Rankings of runs by their means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.analysis.rankings.equality import places
from gapviz.arrays import FloatArray, IntArray


def by_name(names: Sequence[str]) -> IntArray:
    """Order runs by name: where means are equal this order decides.

    Parameters
    ----------
    names : sequence of str, length N

    Returns
    -------
    int64 array, shape (N,)
        Numbers of the runs; of equal names the first comes first.

    Examples
    --------
    >>> by_name(["b", "c", "a"]).tolist()
    [2, 0, 1]
    """
    return np.argsort(np.array(names, dtype=object), kind="stable")


def ranks(means: FloatArray, names: Sequence[str]) -> IntArray:
    """Rank runs by mean, highest first; equal means by name.

    Parameters
    ----------
    means : float64 array, shape (..., N)
    names : sequence of str, length N

    Returns
    -------
    int64 array, shape (..., N)
        From 1, each once. What counts as equal: `gapviz.analysis.rankings.equality`.

    Examples
    --------
    >>> ranks(np.array([0.2, 0.5, 0.2]), ["b", "c", "a"]).tolist()
    [3, 1, 2]
    """
    named = by_name(names)
    placed = places(means)[..., named]
    falling = placed.max(axis=-1, keepdims=True, initial=0) - placed
    order = named[np.argsort(falling, axis=-1, kind="stable")]
    ranked = np.empty(means.shape, dtype=np.int64)
    np.put_along_axis(ranked, order, np.broadcast_to(np.arange(1, means.shape[-1] + 1), means.shape), axis=-1)
    return ranked


def rank_changes(ranked: IntArray, baseline: IntArray) -> IntArray:
    """Places that each run climbs from the baseline ranking; negative where it falls.

    Parameters
    ----------
    ranked, baseline : int64 array, shape (..., N)
        From `ranks`.

    Returns
    -------
    int64 array, shape (..., N)

    Examples
    --------
    >>> rank_changes(np.array([1, 2, 3]), np.array([3, 1, 2])).tolist()
    [2, -1, -1]
    """
    return baseline - ranked
