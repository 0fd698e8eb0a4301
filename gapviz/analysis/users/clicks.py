"""The user model that a click log suggests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.intervals import LEVEL
from gapviz.arrays import FloatArray, frozen
from gapviz.collection.errors import InputError
from gapviz.collection.reading.clicks import Clicks

RESAMPLES = 2000


@dataclass(frozen=True, eq=False)
class ClickedModel:
    """Threshold probabilities from clicks.

    Attributes
    ----------
    g : float64 array, shape (c,)
        Share of the clicks by grade.
    low, high : float64 array, shape (c,)
        Ends of the bootstrap intervals over topics; NaN with clicks on one topic only.
    clicks : int
        Clicks on relevant documents.
    left_out : int
        Clicks on documents of grade 0, without a judgement, or of other topics.
    topics : int
        Topics with clicks on relevant documents.
    level : float
    """

    g: FloatArray
    low: FloatArray
    high: FloatArray
    clicks: int
    left_out: int
    topics: int
    level: float


def clicked_model(
    log: Clicks, *, resamples: int = RESAMPLES, level: float = LEVEL, seed: int = 0
) -> ClickedModel:
    """Take g from clicks: the probability that a click is on a document of each relevant grade.

    Parameters
    ----------
    log : Clicks
    resamples : int
        Draws of topics for the intervals.
    level : float
        Share of the draws within an interval.
    seed : int
        The same seed gives the same intervals.

    Returns
    -------
    ClickedModel

    Raises
    ------
    InputError
        Where nobody clicked on a relevant document.

    Notes
    -----
    Clicks on one topic depend on one another, so topics are drawn with replacement and not clicks. The
    assumption is the paper's: a user clicks on what he finds relevant.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 2.1.

    Examples
    --------
    >>> found = clicked_model(Clicks(np.array([[5, 6, 2], [0, 0, 4]]), left_out=1))
    >>> found.g.tolist(), found.clicks, found.left_out
    ([0.5, 0.5], 12, 6)
    """
    relevant = log.counts[:, 1:].astype(np.float64)
    clicked = relevant[relevant.sum(axis=1) > 0]
    n = clicked.shape[0]
    if not n:
        raise InputError("clicks", "clicks on relevant documents", "none")
    totals = clicked.sum(axis=0)
    low = high = np.full(totals.size, np.nan)
    if n > 1:
        times = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), resamples)
        drawn = times @ clicked
        shares = drawn / drawn.sum(axis=1, keepdims=True)
        low, high = np.quantile(shares, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return ClickedModel(
        g=frozen(totals / totals.sum()),  # [R] section 2.1
        low=frozen(low),
        high=frozen(high),
        clicks=int(totals.sum()),
        left_out=log.left_out + int(log.counts[:, 0].sum()),
        topics=n,
        level=level,
    )
