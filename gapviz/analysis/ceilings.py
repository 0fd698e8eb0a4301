"""The highest mean that a measure can reach when some topics have no document of the top grades."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.arrays import BoolArray, FloatArray, IntArray


def ceilings(counts: IntArray, g: Sequence[float], *, counted: BoolArray | None = None) -> FloatArray:
    """Highest reachable means of GAP, xGAP and eGAP for one user model.

    An ideal list scores GAP = 1 unless no user finds anything relevant, and xGAP = eGAP = C[tau],
    the share of users whose threshold is at most tau, the highest grade with a document. Values are
    not normalised for this; the ceiling is shown instead.

    Parameters
    ----------
    counts : int64 array, shape (T, c + 1)
        R[k], judged documents of each grade (`Pool.counts`).
    g : sequence of float, length c
        Threshold probabilities.
    counted : bool array, shape (T,), optional
        Topics that the mean counts; all by default.

    Returns
    -------
    float64 array, shape (3,)
        For GAP, xGAP and eGAP; 0 where no topic is counted.

    References
    ----------
    Ferrante, Ferro, Maistro, sections 3 to 5; `tau` and `nu` are theirs.

    Examples
    --------
    Two topics, one of them without a document of grade 2:

    >>> ceilings(np.array([[5, 3, 1], [5, 2, 0]]), (0.2, 0.8))
    array([1. , 0.6, 0.6])
    >>> ceilings(np.array([[5, 3, 1], [5, 2, 0]]), (0.0, 1.0))
    array([0.5, 0.5, 0.5])
    """
    below = np.concatenate([[0.0], np.cumsum(np.asarray(g, dtype=np.float64))])  # C[0..c]
    grades = np.arange(counts.shape[1])
    tau = np.where(counts > 0, grades, 0).max(axis=1)
    shares = below[tau]
    kept = shares if counted is None else shares[counted]
    if not kept.size:
        return np.zeros(3)
    return np.array([(kept > 0).mean(), kept.mean(), kept.mean()])
