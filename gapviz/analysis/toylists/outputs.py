"""All outputs: every ranked list of a length that some judged documents allow, scored at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.equality import all_equal
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import profile_arrays, scored
from gapviz.arrays import FloatArray, GradeArray, frozen
from gapviz.collection.errors import InputError
from gapviz.measures.measure import Measure
from gapviz.profile import Profile

MOST = 50_000
"""Outputs that are enumerated at most."""

LONGEST = 60
"""Documents that an output may show, and that a pool may hold of relevant ones."""


@dataclass(frozen=True, eq=False)
class Outputs:
    """Every output of a length from one pool; two documents of a grade are not told apart.

    Attributes
    ----------
    counts : tuple of int
        R[k], judged documents of grade k = 1..c.
    ranked : int8 array, shape (number, length)
        Grade at each rank, "32100" before "32010": as texts, falling.
    profile : Profile
        Topic t is output t.
    """

    counts: tuple[int, ...]
    ranked: GradeArray
    profile: Profile

    def __len__(self) -> int:
        return len(self.profile.topics)

    def toy(self, number: int) -> ToyList:
        """Return an output as a toy list, with what it misses.

        Parameters
        ----------
        number : int
            From 0.

        Returns
        -------
        ToyList
        """
        return ToyList.of(self.ranked[number].tolist(), self.counts)

    def text(self, number: int) -> str:
        """Return the grades of an output, as in the paper: "32100".

        Parameters
        ----------
        number : int
            From 0.

        Returns
        -------
        str
        """
        return "".join(map(str, self.ranked[number].tolist()))

    def values(self, measures: Sequence[Measure]) -> FloatArray:
        """Score every output, shape (M, number).

        Parameters
        ----------
        measures : sequence of Measure

        Returns
        -------
        float64 array, shape (M, number)
        """
        return scored(measures, self.profile)


def number_of_outputs(counts: Sequence[int], length: int) -> int:
    """Count the outputs without making them.

    Parameters
    ----------
    counts : sequence of int
        R[k], judged documents of grade k = 1..c.
    length : int
        Documents shown; what is not relevant fills up.

    Returns
    -------
    int

    Examples
    --------
    Kishida, section 4.3: one document each of grade 1, 2 and 3, five shown.

    >>> number_of_outputs([1, 1, 1], 5)
    136
    """
    # ways[m]: sequences of m relevant documents in order; the next grade is woven in.
    ways = [1] + [0] * length
    for R in counts:
        ways = [sum(ways[m - k] * math.comb(m, k) for k in range(min(R, m) + 1)) for m in range(length + 1)]
    return sum(math.comb(length, m) * ways[m] for m in range(length + 1))


def outputs(counts: Sequence[int], length: int) -> Outputs:
    """Enumerate the outputs of a pool.

    Parameters
    ----------
    counts : sequence of int
        R[k], judged documents of grade k = 1..c; one number for each grade.
    length : int
        Documents shown; documents that are not relevant fill up, and there are enough of them.

    Returns
    -------
    Outputs

    Raises
    ------
    InputError
        Where there are more than `MOST`, with their number.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, section 4.3.

    Examples
    --------
    >>> listed = outputs([1, 1], 2)
    >>> [listed.text(number) for number in range(len(listed))]
    ['21', '20', '12', '10', '02', '01', '00']
    """
    if not counts or any(R < 0 for R in counts) or sum(counts) > LONGEST:
        raise InputError(
            "outputs", f"for each grade a number of documents, together at most {LONGEST}", str(counts)
        )
    if not 1 <= length <= LONGEST:
        raise InputError("outputs", f"a length from 1 to {LONGEST}", str(length))
    number = number_of_outputs(counts, length)
    if number > MOST:
        raise InputError("outputs", f"at most {MOST} outputs; fewer documents or a shorter list", str(number))
    c = len(counts)
    ranked = np.empty((1, 0), np.int8)
    left = np.array([[length, *counts]])  # documents of each grade that are still free
    for _ in range(length):
        parts = []
        for grade in range(c, -1, -1):
            rows = np.flatnonzero(left[:, grade] > 0)
            after = left[rows]
            after[:, grade] -= 1
            parts.append((rows * (c + 1) + (c - grade), grade, rows, after))
        order = np.argsort(np.concatenate([part[0] for part in parts]))
        grades = np.concatenate([np.full(part[0].size, part[1], np.int8) for part in parts])[order]
        rows = np.concatenate([part[2] for part in parts])[order]
        left = np.concatenate([part[3] for part in parts])[order]
        ranked = np.concatenate([ranked[rows], grades[:, None]], axis=1)
    pool = np.broadcast_to(np.array([length, *counts]), (number, c + 1))
    profile = profile_arrays(ranked.reshape(-1), np.full(number, length), pool)
    return Outputs(tuple(counts), frozen(ranked), profile)


@dataclass(frozen=True, eq=False)
class Summary:
    """Statistics of measures over all outputs.

    Attributes
    ----------
    means, deviations : float64 array, shape (M,)
        Mean, and standard deviation with the number of outputs less one as divisor.
    correlations : float64 array, shape (M, M)
        Pearson's; NaN, undefined, where a measure is the same for all outputs.
    """

    means: FloatArray
    deviations: FloatArray
    correlations: FloatArray


def summary(values: FloatArray) -> Summary:
    """Summarise the values of all outputs.

    Parameters
    ----------
    values : float64 array, shape (M, number)

    Returns
    -------
    Summary
        Of one output alone, deviations of 0.

    Examples
    --------
    >>> listed = summary(np.array([[0.0, 1.0], [1.0, 0.0]]))
    >>> listed.means.tolist(), listed.correlations.round(9).tolist()
    ([0.5, 0.5], [[1.0, -1.0], [-1.0, 1.0]])
    """
    number = values.shape[1]
    means = values.mean(axis=1)
    apart = values - means[:, None]
    products = apart @ apart.T
    deviations = np.sqrt(np.diagonal(products) / max(1, number - 1))
    spans = np.sqrt(np.diagonal(products))
    constant = all_equal(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        correlations = np.clip(products / np.outer(spans, spans), -1.0, 1.0)
    correlations[constant, :] = np.nan
    correlations[:, constant] = np.nan
    return Summary(means, np.where(constant, 0.0, deviations), correlations)
