"""Agreement of means on a sample with those on all judgements: rank and linear correlation, and error."""

from __future__ import annotations

import numpy as np

from gapviz.analysis.rankings.equality import all_equal
from gapviz.analysis.rankings.tau import tau_with
from gapviz.arrays import FloatArray
from gapviz.measures.relevant import ratio


class Agreement:
    """How well means on a sample agree with those of AP, and with the same measures', on all judgements.

    Parameters
    ----------
    ap : float64 array, shape (N,)
        Means of N runs by AP on the whole.
    full : float64 array, shape (M, N)
        Means of the measures on the whole.
    """

    def __init__(self, ap: FloatArray, full: FloatArray) -> None:
        M = len(full)
        self._references = np.concatenate([ap[None], full])
        self._taus = tau_with(self._references), tau_with(self._references, coefficient="ap")
        self._flat = all_equal(self._references)
        self._rows = np.arange(M)
        self._own = np.stack([np.zeros(M, np.int64), self._rows + 1])  # columns of the references, (2, M)

    def of(self, means: FloatArray) -> FloatArray:
        """Compare the means of each measure with those of AP, and with its own.

        Parameters
        ----------
        means : float64 array, shape (M, N)
            Means of the runs by the measures on a sample.

        Returns
        -------
        float64 array, shape (2, 4, M)
            Against AP, and against the measure itself: Kendall's tau-b, tau_AP, Pearson's rho, and the root
            of the mean squared difference over runs. NaN for a correlation that is undefined.

        References
        ----------
        Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.1.

        Examples
        --------
        >>> whole = np.array([0.1, 0.3, 0.2])
        >>> Agreement(whole, whole[None]).of(whole[None] + 0.1)[:, :, 0].round(9).tolist()
        [[1.0, 1.0, 1.0, 0.1], [1.0, 1.0, 1.0, 0.1]]
        """
        references = self._references
        a = means - means.mean(axis=1, keepdims=True)
        b = references - references.mean(axis=1, keepdims=True)
        flat = all_equal(means)[:, None] | self._flat
        spread = np.sqrt(np.outer((a * a).sum(axis=1), (b * b).sum(axis=1)))
        rho = np.where(flat, np.nan, np.clip(ratio(a @ b.T, spread), -1.0, 1.0))
        tables = [*(taus(means) for taus in self._taus), rho]
        rms = np.sqrt(((means - references[self._own]) ** 2).mean(axis=2))  # [Y] section 2.1
        return np.stack([*(table[self._rows, self._own] for table in tables), rms], axis=1)
