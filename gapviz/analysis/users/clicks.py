"""The user model that a click log suggests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.intervals import LEVEL
from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError
from gapviz.collection.reading.clicks import Clicks

RESAMPLES = 2000


@dataclass(frozen=True, eq=False)
class ClickedModel:
    """Threshold probabilities from clicks.

    Attributes
    ----------
    g : float64 array, shape (c,)
        Share of the clicks by grade; or what the clicks per judged document say.
    low, high : float64 array, shape (c,)
        Ends of the bootstrap intervals over topics; NaN with clicks on one topic only.
    rates : float64 array, shape (c,), or None
        Clicks per judged document of each grade, where g follows from them; NaN for a grade without one.
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
    rates: FloatArray | None
    clicks: int
    left_out: int
    topics: int
    level: float

    @property
    def contradicted(self) -> bool:
        """Whether a grade has fewer clicks per document than a lower one, which no g explains."""
        known = np.empty(0) if self.rates is None else self.rates[~np.isnan(self.rates)]
        return bool((np.diff(known) < 0).any())


def clicked_model(
    log: Clicks,
    *,
    judged: IntArray | None = None,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> ClickedModel:
    """Take g from clicks: from their shares by grade, or from clicks per judged document.

    Parameters
    ----------
    log : Clicks
    judged : int64 array, shape (T, c + 1), optional
        R[k]: judged documents of each topic and grade (`Pool.counts`). With it g follows from clicks per
        judged document, without it from the shares of the clicks.
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
    [R] section 2.1 takes g[k] for the share of the clicks that is on documents of grade k. That tells what
    is clicked on. It is not how many users have the threshold k: one with threshold h clicks on documents of
    all grades from h on, so that the clicks on grade k are in proportion to R[k] C[k], and many documents of
    grade 1 alone make g[1] large.

    With R[k] the clicks per judged document are in proportion to C[k], and C[c] = 1 fixes the scale. This
    takes documents of all grades to be seen as often, and topics to be asked as often whatever they offer.
    Where a grade has fewer clicks per document than a lower one no g explains the log: C is then the nearest
    that does not fall (isotonic regression, weighted by R[k]). A grade without judged documents gets g = 0.

    Clicks on one topic depend on one another, so topics are drawn with replacement and not clicks.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 2.1.

    Examples
    --------
    All users accept grade 2, half of them grade 1; there are nine times as many documents of grade 1:

    >>> log = Clicks(np.array([[0, 45, 10]]), left_out=0)
    >>> clicked_model(log, judged=np.array([[50, 9, 1]])).g.tolist()
    [0.5, 0.5]
    >>> clicked_model(log).g.round(2).tolist()
    [0.82, 0.18]
    """
    relevant = log.counts[:, 1:].astype(np.float64)
    some = relevant.sum(axis=1) > 0
    clicked, n = relevant[some], int(some.sum())
    if not n:
        raise InputError("clicks", "clicks on relevant documents", "none")
    R = None if judged is None else judged[some, 1:].astype(np.float64)
    times = np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), resamples)
    totals, drawn = clicked.sum(axis=0), times @ clicked
    if R is None:
        rates, g, models = None, _shares(totals), _shares(drawn)
    else:
        bases = R.sum(axis=0)
        rates = np.divide(totals, bases, out=np.full(bases.size, np.nan), where=bases > 0)
        g = _thresholds(totals, bases)
        models = np.stack([_thresholds(*one) for one in zip(drawn, times @ R, strict=True)])
    low = high = np.full(totals.size, np.nan)
    if n > 1:
        low, high = np.quantile(models, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return ClickedModel(
        g=frozen(g),
        low=frozen(low),
        high=frozen(high),
        rates=None if rates is None else frozen(rates),
        clicks=int(totals.sum()),
        left_out=log.left_out + int(log.counts[:, 0].sum()),
        topics=n,
        level=level,
    )


def _shares(clicks: FloatArray) -> FloatArray:
    shares: FloatArray = clicks / clicks.sum(axis=-1, keepdims=True)  # [R] section 2.1
    return shares


def _thresholds(clicks: FloatArray, judged: FloatArray) -> FloatArray:
    """Return g, shape (c,): C[k] is in proportion to clicks[k] / R[k], or is the nearest without a fall."""
    from scipy.optimize import isotonic_regression

    there = judged > 0
    C = np.zeros(judged.size)
    C[there] = isotonic_regression(clicks[there] / judged[there], weights=judged[there]).x
    C = np.maximum.accumulate(C)  # a grade without documents has nobody's threshold
    g: FloatArray = np.diff(C / C[-1], prepend=0.0)
    return g
