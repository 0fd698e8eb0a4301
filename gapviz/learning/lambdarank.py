"""LambdaRank: the gradients of pairs, each weighed with what the measure gains where the pair is in order."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.learning.batches import Batch, batches
from gapviz.learning.exchanges import exchanges
from gapviz.learning.features import Features
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure

NEAR = 0.01
"""Added to the distance of two scores before the weight of their pair is divided by it, as in LightGBM."""


EQUAL = 1e-12
"""Changes up to this are none: the rounding of sums."""


class LambdaRank:
    """An objective for LightGBM: ``lightgbm.train(params | {"objective": LambdaRank("AP", made)}, data)``.

    For two documents of a topic, i of the higher grade, let delta be what the measure changes by where they
    exchange ranks, and rho = 1 / (1 + exp(s[i] - s[j])). The pair adds -abs(delta) rho to the gradient of i
    and the opposite to that of j, and abs(delta) rho (1 - rho) to both second derivatives.

    Scaled as in LightGBM's own lambdarank with ``lambdarank_norm``: abs(delta) is divided by 0.01 +
    abs(s[i] - s[j]) where a topic's scores are not all equal; then a topic's gradients and second derivatives
    are multiplied by log2(1 + Z) / Z, Z twice the sum of its pairs' abs(delta) rho. All pairs count:
    LightGBM's limit to those with a document among the first 30 does not apply.

    Parameters
    ----------
    target : Measure or str
        AP, GAP, xGAP, eGAP or nDCG, with its parameters.
    features : Features
        What is learned from, with the rows of the `lightgbm.Dataset` in the same order.
    signed : bool
        Whether delta counts with its sign: a pair whose exchange raises the measure though it moves the
        better document down then pushes that way. It happens with xGAP only, which is not monotone.

    Attributes
    ----------
    pairs, opposed : int
        Pairs that had a weight so far, and those of them whose delta had the other sign.

    Raises
    ------
    InputError
        For a measure that can't be trained for, or does not fit the grades.

    References
    ----------
    Burges, Ragno and Le, Learning to Rank with Nonsmooth Cost Functions (NIPS 2006); Robertson, Kanoulas and
    Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 5.

    Examples
    --------
    Two documents with equal scores, the relevant one below: delta = 1/2 and rho = 1/2.

    >>> from gapviz.learning.features import features
    >>> objective = LambdaRank("AP", features([[0], [1]], [0, 1], [1, 1]))
    >>> gradient, second = objective(np.zeros(2))
    >>> (gradient * 0.5 / np.log2(1.5)).tolist(), (second * 0.5 / np.log2(1.5)).tolist()
    ([0.25, -0.25], [0.125, 0.125])
    """

    def __init__(self, target: Measure | str, features: Features, *, signed: bool = False) -> None:
        self.measure = target if isinstance(target, Measure) else measure(target)
        self._changes = exchanges(self.measure, features.recall_bases)
        self._batches = batches(features.grades, features.offsets)
        self._signed = signed
        self.pairs = self.opposed = 0

    def __call__(self, scores: FloatArray, dataset: object = None) -> tuple[FloatArray, FloatArray]:
        """Return gradient and second derivative of the loss by each document's score.

        Parameters
        ----------
        scores : float64 array, shape (D,)
        dataset : lightgbm.Dataset, optional
            LightGBM passes it; the grades are those of the features.

        Returns
        -------
        float64 arrays, shape (D,) each
        """
        gradient, second = np.zeros(scores.size + 1), np.zeros(scores.size + 1)
        for batch in self._batches:
            gradient[batch.rows], second[batch.rows] = self._batch(batch, np.asarray(scores, np.float64))
        return gradient[:-1], second[:-1]

    def _batch(self, batch: Batch, scores: FloatArray) -> tuple[FloatArray, FloatArray]:
        from scipy.special import expit

        M, ranks = batch.relevant, batch.ranks(scores)
        gained = self._changes(batch, ranks)
        np.negative(gained, out=gained, where=ranks[:, :M, None] < ranks[:, None, :])  # of i above j
        gained *= batch.pairs
        self.pairs += int(np.count_nonzero(np.abs(gained) > EQUAL))
        self.opposed += int(np.count_nonzero(gained < -EQUAL))

        laid = batch.scores(scores, missing=0.0)
        ahead = laid[:, :M, None] - laid[:, None, :]
        lowest = np.where(batch.there, laid, np.inf).min(axis=1)
        apart = lowest < np.where(batch.there, laid, -np.inf).max(axis=1)
        gained /= np.where(apart[:, None, None], NEAR + np.abs(ahead), 1.0)

        rho = expit(-ahead)
        weight = np.abs(gained)
        weight *= rho
        total = 2.0 * weight.sum(axis=(1, 2))
        scale = np.divide(np.log2(1.0 + total), total, out=np.ones_like(total), where=total > 0)[:, None]
        second = weight * (1.0 - rho)
        push = gained * rho if self._signed else weight
        return _by_document(push, -1.0) * scale, _by_document(second, 1.0) * scale


def _by_document(pairs: FloatArray, sign: float) -> FloatArray:
    """Sum the pairs of each document: as they are where its grade is the lower, else times `sign`."""
    M = pairs.shape[1]
    summed: FloatArray = pairs.sum(axis=1)
    summed[:, :M] += sign * pairs.sum(axis=2)
    return summed
