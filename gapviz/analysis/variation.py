"""Average precision under judgements that vary from judge to judge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class JudgementVariation:
    """Average precision under judgements that vary: Kishida's Table 2.

    Attributes
    ----------
    mean : float
        Mean over topics of the mean over repetitions.
    between : float
        Variance of the topics' means.
    within : float
        Mean over topics of the variance over repetitions.
    total : float
        Mean over repetitions of the variance over topics, which alone is seen where judgements are not
        repeated; close to between + within.
    """

    mean: float
    between: float
    within: float
    total: float


def judgement_variation(
    theta: float, *, topics: int = 50, length: int = 10, repetitions: int = 1000, seed: int
) -> JudgementVariation:
    """Simulate average precision where every document is relevant with a probability.

    Parameters
    ----------
    theta : float
        A document is relevant with probability theta or 1 - theta, each for half of them.
    topics, length, repetitions : int
        The paper's L, N and M.
    seed : int

    Returns
    -------
    JudgementVariation
        With sample variances.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, section 3.3, Table 2 and eq. 18-25.

    Examples
    --------
    >>> found = judgement_variation(0.5, seed=1)
    >>> round(found.mean, 2), round(found.within, 3)
    (0.61, 0.037)
    """
    draw = np.random.Generator(np.random.PCG64(seed))
    likely = draw.integers(0, 10, (topics, 1, length)) < 5  # step (1)
    probabilities = np.where(likely, theta, 1.0 - theta)
    relevant = draw.random((topics, repetitions, length)) > probabilities  # step (2-a): "exceeds"
    found = np.cumsum(relevant, axis=2)
    precisions = (relevant * found / np.arange(1, length + 1)).sum(axis=2)
    R = found[:, :, -1]
    v = np.divide(precisions, R, out=np.zeros(R.shape), where=R > 0)  # step (2-b), eq. 5
    return JudgementVariation(
        mean=float(v.mean()),
        between=float(v.mean(axis=1).var(ddof=1)),
        within=float(v.var(axis=1, ddof=1).mean()),
        total=float(v.var(axis=0, ddof=1).mean()),
    )
