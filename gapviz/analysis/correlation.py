"""Kendall's rank correlation between rankings of runs."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray


def tau_b(a: FloatArray, b: FloatArray) -> float | None:
    """Kendall's tau-b of two lists of means.

    Parameters
    ----------
    a, b : float64 array, shape (N,)
        Means of the same runs.

    Returns
    -------
    float or None
        From -1 to 1; None, undefined, where all means of a list are equal.

    References
    ----------
    Kendall, Rank Correlation Methods (1948).

    Examples
    --------
    Of the six pairs one is tied in b and one is in opposite order: (4 - 1) / sqrt(6 * 5) = 0.5477.

    >>> round(tau_b(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 3.0, 2.0, 3.0])), 4)
    0.5477
    """
    tau = float(tau_matrix(np.stack([a, b]))[0, 1])
    return None if np.isnan(tau) else tau


def tau_matrix(means: FloatArray) -> FloatArray:
    """Kendall's tau-b of every pair of measures.

    Parameters
    ----------
    means : float64 array, shape (M, N)
        Means of N runs by M measures.

    Returns
    -------
    float64 array, shape (M, M)
        Symmetric, from -1 to 1; NaN, undefined, where all means of a measure are equal.
    """
    first, second = np.triu_indices(means.shape[1], k=1)
    signs = np.sign(means[:, first] - means[:, second])
    agreements = signs @ signs.T  # concordant minus discordant pairs; on the diagonal, untied ones
    untied = np.diagonal(agreements)
    with np.errstate(invalid="ignore"):
        return np.clip(agreements / np.sqrt(np.outer(untied, untied)), -1.0, 1.0)
