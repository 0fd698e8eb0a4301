"""The highest mean that a measure can reach when some topics have no document of the top grades."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz import users
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
    reachable = topic_ceilings(counts, g)
    kept = reachable if counted is None else reachable[:, counted]
    return kept.mean(axis=1) if kept.shape[1] else np.zeros(3)


def topic_ceilings(counts: IntArray, g: Sequence[float]) -> FloatArray:
    """Highest reachable GAP, xGAP and eGAP of each topic for one user model.

    Parameters
    ----------
    counts : int64 array, shape (T, c + 1)
        R[k], judged documents of each grade (`Pool.counts`).
    g : sequence of float, length c
        Threshold probabilities.

    Returns
    -------
    float64 array, shape (3, T)
        A topic that cannot reach 1 costs a mean over n topics (1 - ceiling) / n.

    Examples
    --------
    >>> topic_ceilings(np.array([[5, 3, 1], [5, 2, 0]]), (0.2, 0.8)).tolist()
    [[1.0, 1.0], [1.0, 0.2], [1.0, 0.2]]
    """
    below = np.concatenate([[0.0], np.cumsum(np.asarray(g, dtype=np.float64))])  # C[0..c]
    below[below > 1.0 - users.SUM_TOLERANCE] = 1.0  # all users, whatever the rounding of the sum
    grades = np.arange(counts.shape[1])
    tau = np.where(counts > 0, grades, 0).max(axis=1)
    shares = below[tau]  # C[tau]: [F] eq. 5 and 6 of the ideal list, whose precisions are 1; eq. 4 gives 1
    return np.stack([(shares > 0).astype(np.float64), shares, shares])
