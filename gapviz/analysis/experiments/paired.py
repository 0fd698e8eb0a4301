"""Tests of paired differences, many pairs at a time, and the correction for many tests."""

from __future__ import annotations

import itertools
from typing import Literal

import numpy as np

from gapviz.arrays import BoolArray, FloatArray

Test = Literal["bootstrap", "randomisation", "t", "tukey"]


def holm(levels: FloatArray) -> FloatArray:
    """Correct p-values of many tests so that the chance of any false one stays below the level.

    Parameters
    ----------
    levels : float64 array, shape (..., P)
        The last axis is one family of tests.

    Returns
    -------
    float64 array, same shape

    References
    ----------
    Holm, A Simple Sequentially Rejective Multiple Test Procedure (1979).

    Examples
    --------
    Times 3, 2 and 1 in rising order, and never below the one before:

    >>> holm(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    P = levels.shape[-1]
    order = np.argsort(levels, axis=-1, kind="stable")
    steps = np.take_along_axis(levels, order, axis=-1) * np.arange(P, 0, -1)
    corrected = np.empty_like(levels)
    np.put_along_axis(corrected, order, np.minimum(np.maximum.accumulate(steps, axis=-1), 1.0), axis=-1)
    return corrected


def resamples_of(test: str, topics: int, resamples: int, rng: np.random.Generator) -> FloatArray:
    """Draw the weight of each topic in each resample: times the differences it is a resampled mean.

    Parameters
    ----------
    test : {"bootstrap", "randomisation", "t"}
    topics : int
        T, at least 2.
    resamples : int
        B.
    rng : numpy.random.Generator

    Returns
    -------
    float64 array, shape (B, T)
        Bootstrap: how often a topic was drawn, over T. Randomisation: +1 or -1, over T; where all 2^T signs
        are no more than B, each of them once. Empty for Student's t, which draws nothing.

    Examples
    --------
    >>> resamples_of("randomisation", 2, 1000, np.random.default_rng(0)).tolist()
    [[0.5, 0.5], [0.5, -0.5], [-0.5, 0.5], [-0.5, -0.5]]
    """
    if test == "t":
        return np.empty((0, topics))
    if test == "bootstrap":
        return rng.multinomial(topics, np.full(topics, 1.0 / topics), size=resamples) / topics
    if 2**topics <= resamples:
        return np.array(list(itertools.product((1.0, -1.0), repeat=topics))) / topics
    return rng.choice((1.0, -1.0), size=(resamples, topics)) / topics


def least_level(test: str, topics: int, resamples: int) -> float:
    """Return the lowest level that a pair of runs can have, whatever its differences.

    Parameters
    ----------
    test : {"bootstrap", "randomisation", "t", "tukey"}
    topics : int
    resamples : int

    Returns
    -------
    float
        From 0 to 1.

    Examples
    --------
    Of the 2^5 signs of five topics two always give the observed difference:

    >>> least_level("randomisation", 5, 1000), least_level("bootstrap", 5, 999), least_level("t", 5, 999)
    (0.0625, 0.001, 0.0)
    """
    if test == "t":
        return 0.0
    if test == "randomisation" and 2**topics <= resamples:
        return 2.0 / float(2**topics)
    return 1.0 / (resamples + 1)


def levels_of(
    test: str, differences: FloatArray, weights: FloatArray, alpha: float, *, room: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Test for each pair of runs whether its mean difference is 0.

    Parameters
    ----------
    test : {"bootstrap", "randomisation", "t"}
    differences : float64 array, shape (P, T)
        Score of the first run less that of the second, on each topic.
    weights : float64 array, shape (B, T)
        From `resamples_of`.
    alpha : float
        Level at which the needed difference is told, above 0 and below 1.
    room : float64 array, shape (P,)
        Means of differences that are no farther apart are equal: `equality.EQUAL` times the mean score.

    Returns
    -------
    means : float64 array, shape (P,)
        Of the differences; 0 where the runs are equal.
    levels : float64 array, shape (P,)
        Two-sided p-values: the share of resamples as far from 0, the observed list counted among them.
    needed : float64 array, shape (P,)
        Mean difference, in units of the score. Student: above it the level is below alpha. Randomisation: the
        smallest of the resampled means and the observed one whose level is below alpha; NaN where none has
        such a level, as with five topics and alpha 0.05, where two of 32 signs are already more. Bootstrap:
        Sakai's estimate, the resampled difference that belongs to the (alpha B)-th largest studentised
        one; a pair with a larger difference may still have a level above alpha, with few topics above all.

    References
    ----------
    Sakai, Evaluating Evaluation Metrics based on the Bootstrap (SIGIR 2006), figures 1 and 5; Smucker, Allan
    and Carterette, A Comparison of Statistical Significance Tests for IR Evaluation (CIKM 2007).

    Examples
    --------
    Of the four signs of two equal differences two give a mean as far from 0:

    >>> signs = resamples_of("randomisation", 2, 1000, np.random.default_rng(0))
    >>> apart, room = np.array([[0.1, 0.1]]), np.full(1, 1e-12)
    >>> [level.tolist() for level in levels_of("randomisation", apart, signs, 0.6, room=room)]
    [[0.1], [0.5], [0.1]]
    >>> levels_of("randomisation", apart, signs, 0.05, room=room)[2].tolist()
    [nan]
    """
    T = differences.shape[1]
    mean = differences.mean(axis=1)
    mean = np.where(np.abs(mean) <= room, 0.0, mean)
    centred = differences - mean[:, None]
    variance = (centred**2).sum(axis=1) / (T - 1)
    constant = variance <= room**2
    if test == "t":
        return mean, *_student(mean, variance, constant, T, alpha)
    if test == "randomisation":
        drawn = np.abs(weights @ differences.T)
        exact = len(weights) == 2**T
        levels = _levels(drawn >= np.abs(mean) - room, exact=exact)
        return mean, levels, least_below(drawn, np.abs(mean)[None], alpha, exact=exact, room=room)

    # Sakai, figure 1: w = z - mean(z); t(w*) = mean(w*) / sqrt(var(w*) / n) against t(z).
    drawn = weights @ centred.T
    spread = np.maximum(weights @ (centred**2).T - drawn**2, 0.0) * (T / (T - 1))
    # |t(w*)| >= |t(z)| without a division, so that a resample of one topic only needs no case of its own.
    reached = (np.abs(drawn) + room) ** 2 * variance >= mean**2 * spread
    reached &= ~(constant & (mean != 0.0))  # the same difference on every topic: no resample gets there
    levels = _levels(reached, exact=False)
    # Sakai, figure 5: the resampled difference that belongs to the (alpha B)-th largest |t(w*)|.
    ratio = np.divide(drawn**2, spread, out=np.full(drawn.shape, np.inf), where=spread > 0)
    ratio[(spread <= 0) & (drawn == 0.0)] = 0.0
    place = len(weights) - max(1, int(alpha * len(weights)))
    at = np.argpartition(ratio, place, axis=0)[place]
    return mean, levels, np.abs(drawn[at, np.arange(drawn.shape[1])])


def _student(
    mean: FloatArray, variance: FloatArray, constant: BoolArray, T: int, alpha: float
) -> tuple[FloatArray, FloatArray]:
    from scipy import special

    error = np.sqrt(variance / T)
    t = np.abs(mean) / np.where(constant, 1.0, error)
    levels = np.where(constant, np.where(mean == 0.0, 1.0, 0.0), 2.0 * special.stdtr(T - 1, -t))
    return levels, error * special.stdtrit(T - 1, 1.0 - alpha / 2.0)


def _levels(reached: BoolArray, *, exact: bool) -> FloatArray:
    """Share of resamples that reach the observed statistic; the observed list counts as one of them."""
    counts = np.count_nonzero(reached, axis=0)
    own = 0 if exact else 1  # of all signs one is the observed list
    shares: FloatArray = (counts + own) / (len(reached) + own)
    return shares


def least_below(
    drawn: FloatArray, others: FloatArray, alpha: float, *, exact: bool, room: FloatArray
) -> FloatArray:
    """Return the smallest value whose level is below alpha.

    Parameters
    ----------
    drawn : float64 array, shape (B, P)
        Resampled statistics, 0 or more; a column for each test.
    others : float64 array, shape (Q, P)
        What was observed: values that may be returned as well.
    alpha : float
        Above 0 and below 1.
    exact : bool
        Whether `drawn` has every possible resample, and so what was observed.
    room : float64 array, shape (P,)
        Statistics that are no farther apart are equal.

    Returns
    -------
    float64 array, shape (P,)
        NaN where no value has such a level.

    Examples
    --------
    Two of the four are 3, so that 3 has level 0.5, and 2 has 0.75:

    >>> drawn = np.array([[3.0], [1.0], [2.0], [3.0]])
    >>> room = np.full(1, 1e-12)
    >>> [least_below(drawn, drawn[:1], alpha, exact=True, room=room).item() for alpha in (0.4, 0.6, 0.8)]
    [nan, 3.0, 2.0]
    """
    B, own = len(drawn), 0 if exact else 1
    most = np.count_nonzero((np.arange(B + 1) + own) / (B + own) < alpha) - 1  # that may reach the value
    place = B - 1 - most
    ordered = np.partition(drawn, place, axis=0)
    # Of equal statistics all reach it: the value has to be above the first one that is too many.
    candidates = np.concatenate([ordered[place + 1 :], others])
    above = candidates - room > ordered[place]
    least: FloatArray = np.min(candidates, axis=0, initial=np.inf, where=above)
    return np.where(np.isinf(least), np.nan, least)
