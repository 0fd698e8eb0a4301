"""What each rank of a toy list adds to a measure, and the arithmetic of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import profile_lists
from gapviz.arrays import FloatArray
from gapviz.measures.facts import Facts
from gapviz.measures.measure import Measure


@dataclass(frozen=True, eq=False)
class Contributions:
    """What each rank of a list adds to a measure.

    Attributes
    ----------
    value : float
        The measure's value.
    by_rank : float64 array, shape (length,)
        Sums to the value.
    arithmetic : tuple of str
        At each rank the formula's term in numbers; empty where the rank adds nothing.
    """

    value: float
    by_rank: FloatArray
    arithmetic: tuple[str, ...]

    @property
    def running(self) -> FloatArray:
        """Sum down to each rank, shape (length,); the last one is the value."""
        return np.cumsum(self.by_rank)

    @property
    def shares(self) -> FloatArray:
        """Part of the value that each rank adds, shape (length,); 0 where the value is 0."""
        return self.by_rank / self.value if self.value else np.zeros(len(self.by_rank))


def contributions(measure: Measure, toy: ToyList) -> Contributions | None:
    """Split a measure's value over the ranks of a list.

    Parameters
    ----------
    measure : Measure
    toy : ToyList

    Returns
    -------
    Contributions or None
        None where the measure is no sum over ranks.

    Raises
    ------
    InputError
        Where a parameter does not fit the scale.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> split = contributions(measure("AP"), ToyList.parse("1.101.1"))
    >>> split.by_rank.round(4).tolist(), split.arithmetic
    ([0.3333, 0.0, 0.2222], ('1/1 / 3', '', '2/3 / 3'))
    """
    counted = profile_lists([toy])
    shares = measure.contributions(counted)
    if shares is None:
        return None
    by_rank, arithmetic = np.zeros(len(toy.ranked)), [""] * len(toy.ranked)
    for place, (rank, share) in enumerate(zip(counted.ranks.tolist(), shares.tolist(), strict=True)):
        by_rank[rank - 1] = share
        if share:
            arithmetic[rank - 1] = measure.term(Facts.of(counted, place)) or ""
    return Contributions(float(measure(counted).item()), by_rank, tuple(arithmetic))
