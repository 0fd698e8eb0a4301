"""Agreement of means on a sample with those on all judgements: rank and linear correlation, and error."""

from __future__ import annotations

import numpy as np

from gapviz.analysis.rankings.equality import all_equal
from gapviz.analysis.rankings.tau import tau_against
from gapviz.arrays import FloatArray
from gapviz.measures.relevant import ratio


def agreement(means: FloatArray, ap: FloatArray, full: FloatArray) -> FloatArray:
    """Compare the means of each measure with those of AP, and with its own.

    Parameters
    ----------
    means : float64 array, shape (M, N)
        Means of N runs by M measures on a sample.
    ap : float64 array, shape (N,)
        Means of AP on the whole.
    full : float64 array, shape (M, N)
        Means of the measures on the whole.

    Returns
    -------
    float64 array, shape (2, 4, M)
        Against AP, and against the measure itself: Kendall's tau-b, tau_AP, Pearson's rho, and the root of
        the mean squared difference over runs. NaN for a correlation that is undefined.

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.1.

    Examples
    --------
    >>> whole = np.array([0.1, 0.3, 0.2])
    >>> agreement(whole[None] + 0.1, whole, whole[None])[:, :, 0].round(9).tolist()
    [[1.0, 1.0, 1.0, 0.1], [1.0, 1.0, 1.0, 0.1]]
    """
    M = len(means)
    references = np.concatenate([ap[None], full])
    rows = np.arange(M)
    own = np.stack([np.zeros(M, np.int64), rows + 1])  # columns of the references, (2, M)
    a = means - means.mean(axis=1, keepdims=True)
    b = references - references.mean(axis=1, keepdims=True)
    flat = all_equal(means)[:, None] | all_equal(references)
    spread = np.sqrt(np.outer((a * a).sum(axis=1), (b * b).sum(axis=1)))
    rho = np.where(flat, np.nan, np.clip(ratio(a @ b.T, spread), -1.0, 1.0))
    tables = [
        tau_against(means, references, coefficient="b"),
        tau_against(means, references, coefficient="ap"),
    ]
    rms = np.sqrt(((means - references[own]) ** 2).mean(axis=2))  # [Y] section 2.1
    return np.stack([*(table[rows, own] for table in (*tables, rho)), rms], axis=1)
