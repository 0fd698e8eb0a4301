"""Two rankings of the same runs: which runs move, and which pairs change places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.equality import places
from gapviz.analysis.rankings.ranks import rank_changes, ranks
from gapviz.arrays import FloatArray, IntArray, frozen


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two rankings of the same runs.

    Attributes
    ----------
    runs : tuple of str
        Length N.
    means : float64 array, shape (2, N)
    ranks : int64 array, shape (2, N)
        From 1; equal means are ordered by name.
    climbs : int64 array, shape (N,)
        Places that a run climbs from the first ranking to the second.
    movers : int64 array, shape (N,)
        Numbers of the runs, those that move most first; among equals the best of the second ranking.
    swapped : int64 array, shape (K, 2)
        Pairs of runs of which the first leads in the first ranking and the second in the second; the
        pairs that stand farthest apart in both together come first.
    tied : int
        Pairs with equal means in one ranking or both.
    """

    runs: tuple[str, ...]
    means: FloatArray
    ranks: IntArray
    climbs: IntArray
    movers: IntArray
    swapped: IntArray
    tied: int


def comparison(first: FloatArray, second: FloatArray, runs: Sequence[str]) -> Comparison:
    """Compare two rankings.

    Parameters
    ----------
    first, second : float64 array, shape (N,)
        Means of the runs by two measures, or at two user models.
    runs : sequence of str, length N

    Returns
    -------
    Comparison

    Examples
    --------
    >>> compared = comparison(np.array([0.3, 0.2, 0.1]), np.array([0.1, 0.3, 0.2]), ["a", "b", "c"])
    >>> compared.climbs.tolist(), compared.movers.tolist(), compared.swapped.tolist()
    ([-2, 1, 1], [0, 1, 2], [[0, 1], [0, 2]])
    """
    means = np.stack([first, second])
    ranked = ranks(means, runs)
    climbs = rank_changes(ranked[1], ranked[0])
    placed = places(means)
    above = placed[:, :, None] > placed[:, None, :]
    leading, following = np.nonzero(above[0] & above[1].T)
    apart = np.abs(ranked[:, leading] - ranked[:, following]).sum(axis=0)
    order = np.lexsort((ranked[1][following], -apart))
    tied = np.triu(~(above | above.transpose(0, 2, 1)), k=1).any(axis=0).sum()
    return Comparison(
        runs=tuple(runs),
        means=frozen(means),
        ranks=frozen(ranked),
        climbs=frozen(climbs),
        movers=frozen(np.lexsort((ranked[1], -np.abs(climbs)))),
        swapped=frozen(np.stack([leading, following], axis=1)[order]),
        tied=int(tied),
    )
