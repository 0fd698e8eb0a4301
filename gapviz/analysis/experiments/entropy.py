"""The maximum-entropy grades of a ranked list of which only a measure's value is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from gapviz.arrays import FloatArray, IntArray, frozen

TOLERANCE = 1e-10
"""Largest error of a linear constraint, relative to its value where that is above 1."""

CONSTRAINT = 1e-8
"""Largest error of the measure's value."""

STILL = 1e-8
"""Largest change of a probability with which the search ends."""

ROUNDS, STEPS = 200, 40
"""Linearisations, and Newton steps for each."""

SHORTEST, SMALLEST = 1e-4, 1 / 64
"""Smallest share of the way to the value, and smallest share of a change of p, that is tried."""

CLASHES = 10
"""Tangents that may fail to reach their share of the way before the value counts as out of reach.

On 960 lists of TREC-COVID round 1 and four measures no value that was reached needed more than 2.
"""


class Expectation(Protocol):
    """The expected value of a measure over lists whose ranks draw their grades independently."""

    def at(self, p: FloatArray) -> tuple[float, FloatArray]:
        """Return the expected value, and its derivative by p.

        Parameters
        ----------
        p : float64 array, shape (N, c)
            Probability of grade k = 1..c at each rank.

        Returns
        -------
        (float, float64 array of shape (N, c))
        """


@dataclass(frozen=True, eq=False)
class PrecisionSums:
    """A measure that is a weighted sum of S: AP, GAP, xGAP, eGAP.

    Parameters
    ----------
    weights : float64 array, shape (c, c)
        ``weights[r - 1, h - 1]`` of S[r, h], 0 for h > r.
    """

    weights: FloatArray

    def at(self, p: FloatArray) -> tuple[float, FloatArray]:
        """Return expected value and derivative.

        E S[r, h] = sum over n of p[n, r] / n * (1 + sum over m < n of Q[m, h]), with Q[m, h] the probability
        of grade h or more at rank m: the document at rank n itself reaches h, those above do so on their own.

        Parameters
        ----------
        p : float64 array, shape (N, c)

        Returns
        -------
        (float, float64 array of shape (N, c))
        """
        shares = p / np.arange(1.0, len(p) + 1.0)[:, None]
        reach = np.cumsum(p[:, ::-1], axis=1)[:, ::-1]  # Q
        above = np.cumsum(reach, axis=0) - reach
        own = (1.0 + above) @ self.weights.T
        value = float((shares * own).sum())
        # A document at rank m also adds to the precision at every relevant one below it.
        given = shares @ self.weights
        below = given.sum(axis=0) - np.cumsum(given, axis=0)
        return value, own / np.arange(1.0, len(p) + 1.0)[:, None] + np.cumsum(below, axis=1)


@dataclass(frozen=True, eq=False)
class Gains:
    """A measure that is a sum of gains over ranks: nDCG.

    Parameters
    ----------
    gains : float64 array, shape (N, c)
        Of grade k = 1..c at each rank.
    """

    gains: FloatArray

    def at(self, p: FloatArray) -> tuple[float, FloatArray]:
        """Return expected value and derivative.

        Parameters
        ----------
        p : float64 array, shape (N, c)

        Returns
        -------
        (float, float64 array of shape (N, c))
        """
        return float((self.gains * p).sum()), self.gains


@dataclass(frozen=True, eq=False)
class GradeAtRank:
    """A distribution of the grade at each rank.

    Attributes
    ----------
    probabilities : float64 array, shape (N, c + 1)
        Of grade k = 0..c at ranks 1..N; rows sum to 1.
    """

    probabilities: FloatArray

    def expected(self, h: int) -> FloatArray:
        """Return the expected number of documents of grade h or more in the first n ranks.

        Parameters
        ----------
        h : int
            From 1 to c.

        Returns
        -------
        float64 array, shape (N,)
            For n = 1..N.
        """
        return np.cumsum(self.probabilities[:, h:].sum(axis=1))


def maximum_entropy(
    expectation: Expectation, value: float, *, documents: Sequence[int] | IntArray, length: int
) -> GradeAtRank | None:
    """Find the most random grades that have the measure's value and so many documents of each grade.

    Parameters
    ----------
    expectation : Expectation
    value : float
        What the measure gives for the list.
    documents : sequence of int, length c
        Expected documents of grade k = 1..c in the list: each at least 1, and fewer than `length` in all.
    length : int
        N, documents in the list.

    Returns
    -------
    GradeAtRank or None
        None where the value is out of reach, or only just within it: the highest or lowest value that a list
        can have leaves nothing random.

    Notes
    -----
    Maximises the sum over ranks of H(p[n]) subject to E(measure) = value and sum over n of p[n, k] =
    documents[k]. The solution has the form p[n, k] ∝ exp(lambda dE/dp[n, k] + mu[k]), p[n, 0] ∝ 1. The
    measure's constraint is replaced by its tangent at the last p; Newton's method on the c + 1 multipliers
    solves that convex problem; the tangent is then taken anew, until p stays. Where the tangent can't reach
    the value, it goes part of the way.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 4.1 and
    figure 1; Aslam, Yilmaz and Pavlu, The Maximum Entropy Method for Analyzing Retrieval Measures (2005).

    Examples
    --------
    Four ranks with one relevant document, which is known to have AP 1/2; the second rank is likeliest:

    >>> p = maximum_entropy(PrecisionSums(np.ones((1, 1))), 0.5, documents=[1], length=4)
    >>> bool(p.probabilities[:, 1].sum().round(9) == 1.0)
    True
    """
    counts = np.asarray(documents, dtype=np.float64)
    if (counts <= 0).any() or counts.sum() >= length:
        return None
    multipliers = np.concatenate(([0.0], np.log(counts / (length - counts.sum()))))
    p = np.tile(counts / length, (length, 1))
    share, damping, last, clashes = 1.0, 1.0, np.inf, 0
    for _ in range(ROUNDS):
        expected, slopes = expectation.at(p)
        solution = None
        while solution is None and share >= SHORTEST and clashes <= CLASHES:
            # E(p') ~ E(p) + slopes (p' - p): where that has to be to reach the value, or part of the way.
            tangent = (slopes * p).sum() + share * (value - expected)
            solution = _solved(slopes, np.concatenate(([tangent], counts)), multipliers)
            if solution is None:
                share /= 2.0
                clashes += 1
        if solution is None:
            return None
        multipliers, q = solution
        change = float(np.abs(q - p).max())
        if share == 1.0 and change <= STILL and abs(expectation.at(q)[0] - value) <= CONSTRAINT:
            rest = 1.0 - q.sum(axis=1, keepdims=True)
            return GradeAtRank(frozen(np.concatenate([np.maximum(rest, 0.0), q], axis=1)))
        if share == 1.0 and change >= last:  # it swings around the solution
            damping /= 2.0
            if damping < SMALLEST:
                return None
        last = change if share == 1.0 else np.inf
        p = p + damping * (q - p)
        share = min(1.0, 2.0 * share)
    return None


def _solved(
    slopes: FloatArray, targets: FloatArray, multipliers: FloatArray
) -> tuple[FloatArray, FloatArray] | None:
    """Maximise the entropy under linear constraints by Newton's method on the dual; None where they clash.

    The constraints are sum(slopes * p) = targets[0] and sum over n of p[n, k] = targets[k].
    """
    c = slopes.shape[1]
    value, p = _dual(slopes, targets, multipliers)
    for _ in range(STEPS):
        moments = np.concatenate([(slopes * p).sum(axis=1, keepdims=True), p], axis=1)  # (N, 1 + c)
        excess = moments.sum(axis=0) - targets
        if (np.abs(excess) <= TOLERANCE * np.maximum(1.0, np.abs(targets))).all():
            return multipliers, p
        hessian = np.zeros((c + 1, c + 1))
        hessian[0, 0] = (slopes**2 * p).sum()
        hessian[0, 1:] = hessian[1:, 0] = (slopes * p).sum(axis=0)
        hessian[range(1, c + 1), range(1, c + 1)] = p.sum(axis=0)
        hessian -= moments.T @ moments
        diagonal = np.diag(hessian)
        if not (np.isfinite(diagonal).all() and (diagonal > np.finfo(float).tiny).all()):
            return None
        scale = 1.0 / np.sqrt(diagonal)  # the multipliers differ in size by orders of magnitude
        scaled = hessian * np.outer(scale, scale) + 1e-13 * np.eye(c + 1)
        try:
            step = scale * np.linalg.solve(scaled, scale * excess)
        except np.linalg.LinAlgError:
            return None
        reached = _line(slopes, targets, multipliers, step, value, float(excess @ step))
        if reached is None:
            return None
        multipliers, value, p = reached
    return None


def _line(
    slopes: FloatArray,
    targets: FloatArray,
    multipliers: FloatArray,
    step: FloatArray,
    value: float,
    fall: float,
) -> tuple[FloatArray, float, FloatArray] | None:
    """Go along the Newton step as far as the dual falls enough (Armijo)."""
    length = 1.0
    while length > 1e-6:
        tried = multipliers - length * step
        reached, p = _dual(slopes, targets, tried)
        if reached <= value - 1e-4 * length * fall + 1e-12 * abs(value):
            return tried, reached, p
        length /= 2.0
    return None


def _dual(slopes: FloatArray, targets: FloatArray, multipliers: FloatArray) -> tuple[float, FloatArray]:
    """Log of the normalisers less multipliers times targets, and the p that the multipliers give."""
    exponents = multipliers[0] * slopes + multipliers[1:]
    highest = np.maximum(exponents.max(axis=1), 0.0)  # grade 0 has exponent 0
    powers = np.exp(exponents - highest[:, None])
    sums = np.exp(-highest) + powers.sum(axis=1)
    value = float((np.log(sums) + highest).sum() - multipliers @ targets)
    return value, powers / sums[:, None]
