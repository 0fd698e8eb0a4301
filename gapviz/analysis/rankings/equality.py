"""When two means are equal: one rule for ranks, correlations, winners, swaps and tests."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, FloatArray, IntArray

EQUAL = 1e-12
"""Sums of scores that differ by no more, relative to what was added, are equal: the rest is rounding.

A sum of n doubles without a sign is off by at most n * 1.1e-16 of itself, so that rounding keeps below this
for up to 9,000 topics. On the collections that the tests know it is at most 1.1e-15, and means that differ
as fractions do so by 1.9e-7 or more. What such a difference needs to be smaller than 1e-12 is a weight that
small: RBP gives it to ranks beyond 100.
"""


def places(means: FloatArray) -> npt.NDArray[np.unsignedinteger]:
    """Place of each mean among the different means of its list, from 0, the lowest.

    Parameters
    ----------
    means : float64 array, shape (..., N)

    Returns
    -------
    unsigned array, shape (..., N)
        Equal means have the same place; of a type that compares fast.

    Notes
    -----
    In rising order a mean begins a new place where it is greater than the one before by more than `EQUAL`,
    relative to the larger of the two. So being equal is transitive, and neither names nor order matter.

    Examples
    --------
    >>> places(np.array([1 / 3 + 1 / 6 + 0.1, 0.2, 0.5 + 0.1])).tolist()
    [1, 0, 1]
    """
    order, _, rises = _rising(means)
    numbers = np.empty_like(rises)
    np.put_along_axis(numbers, order, np.cumsum(rises, axis=-1, dtype=rises.dtype), axis=-1)
    return numbers


def level(means: FloatArray) -> FloatArray:
    """Give equal means the same value, the largest of them, so that they compare as equal.

    Parameters
    ----------
    means : float64 array, shape (..., N)

    Returns
    -------
    float64 array, shape (..., N)

    Examples
    --------
    >>> a, b, c = level(np.array([1 / 3 + 1 / 6 + 0.1, 0.2, 0.5 + 0.1])).tolist()
    >>> a == c, b
    (True, 0.2)
    """
    order, ascending, rises = _rising(means)
    ends = np.ones(means.shape, dtype=np.bool_)
    ends[..., :-1] = rises[..., 1:]
    # From the highest down the end of a group is met first, and holds for all below it in the group.
    highest = np.where(ends, ascending, np.inf)[..., ::-1]
    levelled = np.empty_like(means)
    np.put_along_axis(levelled, order, np.minimum.accumulate(highest, axis=-1)[..., ::-1], axis=-1)
    return levelled


def lead(first: FloatArray | float, second: FloatArray | float) -> FloatArray:
    """Difference of two means, or of two scores: 0 where they are equal.

    Parameters
    ----------
    first, second : float64 array, shape (...), or float

    Returns
    -------
    float64 array, shape (...)

    Examples
    --------
    >>> lead(np.array([0.1 + 0.2, 0.5]), np.array([0.3, 0.25])).tolist()
    [0.0, 0.25]
    """
    apart = first - second
    leads: FloatArray = np.where(
        np.abs(apart) <= EQUAL * np.maximum(np.abs(first), np.abs(second)), 0.0, apart
    )
    return leads


def all_equal(means: FloatArray) -> BoolArray:
    """Whether all means of a list are equal.

    Parameters
    ----------
    means : float64 array, shape (..., N)

    Returns
    -------
    bool array, shape (...)

    Examples
    --------
    >>> all_equal(np.array([[0.1 + 0.2, 0.3], [0.2, 0.3]])).tolist()
    [True, False]
    """
    same: BoolArray = (places(means) == 0).all(axis=-1)
    return same


def falling(values: FloatArray) -> IntArray:
    """Order values from the largest to the smallest; equal ones keep their order.

    Parameters
    ----------
    values : float64 array, shape (N,)

    Returns
    -------
    int64 array, shape (N,)

    Examples
    --------
    >>> falling(np.array([0.3, 0.1 + 0.2, 0.5])).tolist()
    [2, 0, 1]
    """
    return np.argsort(-places(values).astype(np.int64), kind="stable")


def _rising(means: FloatArray) -> tuple[IntArray, FloatArray, npt.NDArray[np.unsignedinteger]]:
    """Return the rising order of each list, the means in it, and 1 where one begins a new place, else 0."""
    order = np.argsort(means, axis=-1)
    ascending = np.take_along_axis(means, order, axis=-1)
    rises = np.zeros(means.shape, dtype=np.min_scalar_type(max(0, means.shape[-1] - 1)))
    lower, upper = ascending[..., :-1], ascending[..., 1:]
    np.greater(upper - lower, EQUAL * np.maximum(upper, -lower), out=rises[..., 1:], casting="unsafe")
    return order, ascending, rises
