"""SoftGAP, SoftAP and the others of the family: measures with uncertain ranks, and their gradients."""

from __future__ import annotations

import math

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.learning.batches import Batch, batches
from gapviz.learning.credit import FAMILY, credit_table, ranked_values
from gapviz.learning.features import Features
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure

SIGMA = 1.0
"""Usual deviation of a score."""


class SoftMeasure:
    """An objective for LightGBM: a measure with ranks that are expectations.

    Each score s is the mean of a normal distribution with the deviation sigma; pi[m, n] = Phi((s[m] - s[n]) /
    (sigma sqrt 2)) is the probability that m stands above n. With D of `credit_table`, of the two grades:

        soft count(n) = D[n, n] + sum over m != n of pi[m, n] D[n, m]      its expectation, exactly
        soft rank(n)  = 1 + sum over m != n of pi[m, n]                    its expectation, exactly
        value         = sum over n of soft count(n) / soft rank(n)

    It is a sum of ratios of expectations and not the expectation of the measure, which `simulated` estimates.
    As sigma goes to 0 with distinct scores it becomes the measure itself.

    Parameters
    ----------
    target : Measure or str
        AP, GAP, xGAP or eGAP, with its parameters.
    features : Features
        What is learned from, with the rows of the `lightgbm.Dataset` in the same order.
    sigma : float
        Above 0.

    Attributes
    ----------
    credits : float64 array, shape (T, c + 1, c + 1)
        D of each topic.
    batches : tuple of Batch

    Raises
    ------
    InputError
        For another measure, one that does not fit the grades, or a sigma that is not above 0.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 5;
    Taylor, Guiver, Robertson and Minka, SoftRank: Optimizing Non-Smooth Rank Metrics (WSDM 2008).

    Examples
    --------
    Two documents with equal scores, one relevant: its soft rank is 3/2. AP is 1 or 1/2, on average 3/4.

    >>> from gapviz.learning.features import features
    >>> made = features([[0], [1]], [0, 1], [1, 1])
    >>> soft = SoftMeasure("AP", made, sigma=1.0)
    >>> soft.values(np.zeros(2)).round(4).tolist()
    [0.6667]
    >>> mean, error = simulated(soft, np.zeros(2), draws=1000, seed=0)
    >>> bool(np.all(abs(mean - 0.75) < 4 * error))
    True
    """

    def __init__(self, target: Measure | str, features: Features, *, sigma: float = SIGMA) -> None:
        self.measure = target if isinstance(target, Measure) else measure(target)
        if self.measure.name not in FAMILY:
            raise InputError(str(self.measure), f"a measure with a soft form: {', '.join(FAMILY)}", "another")
        if not 0 < sigma < math.inf:
            raise InputError("sigma", "a number above 0", f"{sigma:g}")
        self.sigma = sigma
        self.credits = credit_table(self.measure, features.recall_bases)
        self.batches = batches(features.grades, features.offsets)

    def values(self, scores: FloatArray) -> FloatArray:
        """Return the soft value of each topic, shape (T,); 0 for one without two different grades.

        Parameters
        ----------
        scores : float64 array, shape (D,)

        Returns
        -------
        float64 array, shape (T,)
        """
        sums = np.zeros(len(self.credits))
        for batch in self.batches:
            count, rank = self.expectations(batch, scores)
            sums[batch.topics] = (count / rank).sum(axis=1)
        return sums

    def gradient(self, scores: FloatArray) -> FloatArray:
        """Derive the sum of the topics' values by each score.

        Parameters
        ----------
        scores : float64 array, shape (D,)

        Returns
        -------
        float64 array, shape (D,)
        """
        slopes = np.zeros(scores.size + 1)
        for batch in self.batches:
            slopes[batch.rows] = self._slopes(batch, scores)
        return slopes[:-1]

    def __call__(self, scores: FloatArray, dataset: object = None) -> tuple[FloatArray, FloatArray]:
        """Return gradient and second derivative of the loss, which is minus the sum of the values.

        The gradient is divided by its root mean square, so that a step is of the order of the learning rate
        whatever the length of the lists; the second derivative is 1.

        Parameters
        ----------
        scores : float64 array, shape (D,)
        dataset : lightgbm.Dataset, optional
            LightGBM passes it; the grades are those of the features.

        Returns
        -------
        float64 arrays, shape (D,) each
        """
        gradient = self.gradient(np.asarray(scores, np.float64))
        size = math.sqrt(float(np.mean(gradient**2)))
        return gradient / -(size or 1.0), np.ones(scores.size)

    def expectations(self, batch: Batch, scores: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return soft count and soft rank of the documents that may be relevant.

        Parameters
        ----------
        batch : Batch
        scores : float64 array, shape (D,)

        Returns
        -------
        float64 arrays, shape (B, M) each
        """
        return _expected(self._above(batch, scores)[0], self._credit(batch))

    def _credit(self, batch: Batch) -> FloatArray:
        """D of the grades of documents n and m, shape (B, M, L)."""
        topics = batch.topics[:, None, None]
        return self.credits[topics, batch.grades[:, : batch.relevant, None], batch.grades[:, None, :]]

    def _above(self, batch: Batch, scores: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Probability that m stands above n, and its slope by the score of m, at [n, m], shape (B, M, L)."""
        from scipy.special import ndtr

        laid = batch.scores(scores, missing=0.0)
        z = (laid[:, None, :] - laid[:, : batch.relevant, None]) / (self.sigma * math.sqrt(2.0))
        others = batch.there[:, None, :] & ~np.eye(batch.relevant, z.shape[2], dtype=np.bool_)
        slope = np.exp(-0.5 * z**2) / (self.sigma * 2.0 * math.sqrt(math.pi))  # phi(z) / (sigma sqrt 2)
        return ndtr(z) * others, slope * others

    def _slopes(self, batch: Batch, scores: FloatArray) -> FloatArray:
        """Derive the topics' values by the scores, shape (B, L)."""
        above, slope = self._above(batch, scores)
        credit, M = self._credit(batch), batch.relevant
        count, rank = _expected(above, credit)
        # d(count / rank) = (D[n, m] - count / rank) / rank d pi[m, n]: up with s[m], down with s[n].
        part = (credit - (count / rank)[:, :, None]) / rank[:, :, None] * slope
        slopes: FloatArray = part.sum(axis=1)
        slopes[:, :M] -= part.sum(axis=2)
        return slopes


def _expected(above: FloatArray, credit: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Soft count and soft rank, shape (B, M), from what `_above` and `_credit` return."""
    own = np.einsum("bmm->bm", credit[:, :, : credit.shape[1]])
    return own + (above * credit).sum(axis=2), 1.0 + above.sum(axis=2)


def simulated(
    soft: SoftMeasure, scores: FloatArray, *, draws: int, seed: int
) -> tuple[FloatArray, FloatArray]:
    """Estimate the expectation that the soft measure stands for: the measure with scores drawn many times.

    Parameters
    ----------
    soft : SoftMeasure
    scores : float64 array, shape (D,)
    draws : int
        At least 2.
    seed : int
        The same seed gives the same numbers.

    Returns
    -------
    mean, error : float64 arrays, shape (T,) each
        Mean over the draws and its standard error; 0 for a topic without two different grades.
    """
    rng = np.random.default_rng(seed)
    samples = np.zeros((draws, len(soft.values(scores))))
    for one in samples:
        drawn = scores + soft.sigma * rng.standard_normal(scores.size)
        for batch in soft.batches:
            one[batch.topics] = ranked_values(soft.credits[batch.topics], batch, batch.ranks(drawn))
    return samples.mean(axis=0), samples.std(axis=0, ddof=1) / math.sqrt(draws)
