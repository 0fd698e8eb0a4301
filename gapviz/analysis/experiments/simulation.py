"""Kishida's simulation: average precision of drawn lists under judgements that vary from judge to judge."""

from __future__ import annotations

import numpy as np

from gapviz.analysis.experiments.variation import Variation
from gapviz.arrays import frozen
from gapviz.measures.relevant import ratio

NAME = "simulation"
"""What stands in the place of the run's name."""


def simulated_judgements(
    theta: float, *, topics: int = 50, length: int = 10, repetitions: int = 1000, seed: int
) -> Variation:
    """Draw lists whose documents are relevant with a probability, and take the variance of AP apart.

    Parameters
    ----------
    theta : float
        A document is relevant with probability theta or 1 - theta, each for half of them.
    topics, length, repetitions : int
        The paper's L, N and M; at least 2 topics and repetitions.
    seed : int

    Returns
    -------
    Variation
        Of one measure, AP, and one run; with sample variances.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, section 3.3, Table 2 and eq. 18-25.

    Examples
    --------
    >>> simulation = simulated_judgements(0.5, seed=1)
    >>> round(simulation.mean.item(), 2), round(simulation.within.item(), 3)
    (0.61, 0.037)
    """
    draw = np.random.Generator(np.random.PCG64(seed))
    likely = draw.integers(0, 10, (topics, 1, length)) < 5  # step (1)
    probabilities = np.where(likely, theta, 1.0 - theta)
    relevant = draw.random((topics, repetitions, length)) > probabilities  # step (2-a): "exceeds"
    so_far = np.cumsum(relevant, axis=2, dtype=np.int64)
    precisions = (relevant * so_far / np.arange(1, length + 1)).sum(axis=2)
    v = ratio(precisions, so_far[:, :, -1])  # step (2-b), [K] eq. 5; shape (L, M)
    mean, between = v.mean(), v.mean(axis=1).var(ddof=1)  # [K] eq. 21; step (3), sigma_mu^2
    within, observed = v.var(axis=1, ddof=1).mean(), v.var(axis=0, ddof=1).mean()  # [K] eq. 25; Table 2
    return Variation(
        measures=("AP",),
        runs=(NAME,),
        topics=frozen(np.array([topics])),
        done=repetitions,
        total=repetitions,
        mean=frozen(np.array([[mean]])),
        between=frozen(np.array([[between]])),
        within=frozen(np.array([[within]])),
        observed=frozen(np.array([[observed]])),
    )
