"""Places of labels, so that none covers another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.arrays import FloatArray


def spread(places: Sequence[float] | FloatArray, *, gap: float, low: float, high: float) -> FloatArray:
    """Move labels apart along a line, as little as the sum of squares allows.

    Parameters
    ----------
    places : sequence of float, length L
        Where the labels would stand, in pixels, in any order.
    gap : float
        Least distance between two neighbours; made smaller where L labels do not fit.
    low, high : float
        Ends of the line.

    Returns
    -------
    float64 array, shape (L,)
        New places in the given order; their order along the line is kept.

    Examples
    --------
    >>> spread([10.0, 12.0, 80.0], gap=15, low=0, high=100)
    array([ 3.5, 18.5, 80. ])
    """
    wanted = np.asarray(places, dtype=np.float64)
    if wanted.size == 0:
        return wanted
    order = np.argsort(wanted, kind="stable")
    gap = min(gap, (high - low) / max(1, wanted.size - 1))
    # With the gaps taken out, "at least gap apart" reads "not falling": pool the violators.
    steps = gap * np.arange(wanted.size)
    pooled = np.clip(_monotone(wanted[order] - steps), low, high - steps[-1])
    placed = np.empty_like(wanted)
    placed[order] = pooled + steps
    return placed


def _monotone(values: FloatArray) -> FloatArray:
    """Isotonic regression with equal weights (pool adjacent violators)."""
    means: list[float] = []
    sizes: list[int] = []
    for value in values.tolist():
        means.append(value)
        sizes.append(1)
        while len(means) > 1 and means[-2] > means[-1]:
            size = sizes[-2] + sizes[-1]
            means[-2] = (means[-2] * sizes[-2] + means[-1] * sizes[-1]) / size
            sizes[-2] = size
            means.pop()
            sizes.pop()
    return np.repeat(means, sizes)
