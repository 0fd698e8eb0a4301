"""The same pairs of runs by two measures, or by one measure under two user models."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.analysis.experiments.significance import Significance
from gapviz.analysis.rankings.ranks import ranks
from gapviz.arrays import FloatArray, IntArray, frozen

AGREEMENT = ("neither", "only the first", "only the second", "both")
"""What the numbers of `compared` say."""


@dataclass(frozen=True, eq=False)
class Contrast:
    """Which pairs differ by neither of two measures, by one, or by both.

    Attributes
    ----------
    first, second : int
        Numbers of the measures.
    verdicts : int64 array, shape (P,)
        Place in `AGREEMENT`; -1 where a level is missing.
    table : int64 array, shape (N, N)
        The same by run and run; -1 also where a pair was not asked for.
    levels : float64 array, shape (2, P)
    order : tuple of int
        Runs by falling mean under the first measure.
    rows : int64 array, shape (P,)
        Pairs: those that only one of the measures tells apart first, then by their lower level.
    """

    first: int
    second: int
    verdicts: IntArray
    table: IntArray
    levels: FloatArray
    order: tuple[int, ...]
    rows: IntArray

    @property
    def counts(self) -> tuple[int, ...]:
        """Pairs of each kind, in the order of `AGREEMENT`."""
        return tuple(int((self.verdicts == place).sum()) for place in range(len(AGREEMENT)))


def contrast(significance: Significance, first: int, second: int, *, correct: bool = False) -> Contrast:
    """Compare the verdicts of two measures.

    Parameters
    ----------
    significance : Significance
    first, second : int
        Numbers of the measures.
    correct : bool
        After Holm's correction.

    Returns
    -------
    Contrast

    Examples
    --------
    >>> import gapviz
    >>> from gapviz.analysis.experiments.significance import significance
    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> *_, result = significance(gapviz.scores(generate(SMALL), ["AP", "nDCG"]), test="t")
    >>> sum(contrast(result, 0, 1).counts) == len(result.pairs)
    True
    """
    levels = (significance.corrected() if correct else significance.levels)[[first, second]]
    verdicts = compared(levels[0], levels[1], alpha=significance.alpha)
    table = compared(
        significance.table(first, correct=correct),
        significance.table(second, correct=correct),
        alpha=significance.alpha,
    )
    alone = (verdicts == AGREEMENT.index("only the first")) | (verdicts == AGREEMENT.index("only the second"))
    lower = np.minimum(np.nan_to_num(levels[0], nan=2.0), np.nan_to_num(levels[1], nan=2.0))
    return Contrast(
        first=first,
        second=second,
        verdicts=frozen(verdicts),
        table=frozen(table),
        levels=frozen(levels),
        order=_order(significance, first),
        rows=frozen(np.lexsort((lower, ~alone))),
    )


def compared(first: FloatArray, second: FloatArray, *, alpha: float) -> IntArray:
    """Say which pairs differ under one user model, and which under another.

    Parameters
    ----------
    first, second : float64 array, same shape
        Levels, such as two tables of `Significance.table`.
    alpha : float

    Returns
    -------
    int64 array, same shape
        Place in `AGREEMENT`; -1 where a level is missing.

    Examples
    --------
    >>> compared(np.array([0.01, 0.2, 0.01, 0.9]), np.array([0.2, 0.01, 0.02, 0.9]), alpha=0.05).tolist()
    [1, 2, 3, 0]
    """
    verdicts = (first < alpha) + 2 * (second < alpha)
    return np.where(np.isnan(first) | np.isnan(second), -1, verdicts)


def _order(significance: Significance, measure: int) -> tuple[int, ...]:
    """Order runs by falling mean: the sum of a run's differences from the others ranks them as well."""
    lead = np.zeros(len(significance.runs))
    np.add.at(lead, significance.pairs[:, 0], significance.differences[measure])
    np.add.at(lead, significance.pairs[:, 1], -significance.differences[measure])
    paired = np.unique(significance.pairs)
    # Equality is relative to what was added, and here differences of both signs were.
    ranked = ranks(lead + np.abs(significance.differences[measure]).sum(), significance.runs)
    order: list[int] = paired[np.argsort(ranked[paired])].tolist()
    return tuple(order)
