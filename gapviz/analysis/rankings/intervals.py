"""Bootstrap intervals, over topics, of correlations between measures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.scores import Scores
from gapviz.analysis.rankings.tau import Coefficient, tau_each, tau_matrix
from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.notebook import shown_table

RESAMPLES = 1000

LEVEL = 0.95
"""Share of the samples within an interval, wherever one is computed or written."""


@dataclass(frozen=True, eq=False)
class Intervals:
    """Correlations between measures with intervals.

    Attributes
    ----------
    tau : float64 array, shape (M, M)
        Of the topics as they are; NaN where it is undefined.
    low, high : float64 array, shape (M, M)
        Ends of the percentile intervals; NaN where no sample has a coefficient.
    undefined : float64 array, shape (M, M)
        Share of the samples in which the coefficient is undefined.
    resamples : int
    level : float
    topics : int
        Topics that were drawn from.
    """

    tau: FloatArray
    low: FloatArray
    high: FloatArray
    undefined: FloatArray
    resamples: int
    level: float
    topics: int

    def _repr_html_(self) -> str:
        """Show each pair of measures, by number."""
        first, second = np.triu_indices(len(self.tau), 1)
        columns = {name: getattr(self, name)[first, second] for name in ("tau", "low", "high", "undefined")}
        title = f"Correlations with {100 * self.level:g} % intervals over {self.topics} topics"
        return shown_table(title, {"measure": first, "against": second, **columns}, digits=3)


def resampled_means(scores: Scores, *, resamples: int = RESAMPLES, seed: int = 0) -> FloatArray:
    """Means over topics that are drawn with replacement, the same draws for all runs and measures.

    Parameters
    ----------
    scores : Scores
        Topics that no run counts are not drawn.
    resamples : int
        B.
    seed : int

    Returns
    -------
    float64 array, shape (B, M, N)

    Examples
    --------
    >>> from gapviz.analysis.rankings.scores import scores
    >>> from gapviz.measures.example import example
    >>> resampled_means(scores(example(), ["P@4"]), resamples=2).tolist()
    [[[0.5]], [[0.5]]]
    """
    M, N = scores.values.shape[:2]
    drawn = np.flatnonzero(scores.counted.any(axis=0))
    if not drawn.size:
        return np.zeros((resamples, M, N))
    rng = np.random.default_rng(seed)
    times = rng.multinomial(drawn.size, np.full(drawn.size, 1 / drawn.size), resamples).astype(np.float64)
    counted = scores.counted[:, drawn].astype(np.float64)
    # Not a matrix product: equal runs have equal means, to the last bit.
    sums = np.einsum("bt,mnt->bmn", times, scores.values[:, :, drawn] * counted)
    means: FloatArray = sums / np.maximum(times @ counted.T, 1.0)[:, None, :]
    return means


def tau_intervals(
    scores: Scores,
    *,
    coefficient: Coefficient = "b",
    resamples: int = RESAMPLES,
    level: float = LEVEL,
    seed: int = 0,
) -> Intervals:
    """Correlate every pair of measures, with bootstrap intervals over topics.

    Parameters
    ----------
    scores : Scores
    coefficient : {"b", "ap"}
    resamples : int
    level : float
        Share of the samples within an interval.
    seed : int
        The same seed gives the same intervals.

    Returns
    -------
    Intervals

    References
    ----------
    Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13 (percentile intervals).

    Examples
    --------
    >>> import gapviz
    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> intervals = tau_intervals(gapviz.scores(generate(SMALL), ["AP", "nDCG"]), resamples=20)
    >>> bool(intervals.low[0, 1] <= intervals.high[0, 1] <= 1.0)
    True
    """
    samples = tau_each(resampled_means(scores, resamples=resamples, seed=seed), coefficient=coefficient)
    defined = ~np.isnan(samples)
    ranked = np.sort(samples, axis=0)  # NaN last
    low, high = (_quantile(ranked, defined.sum(axis=0), q) for q in ((1 - level) / 2, (1 + level) / 2))
    return Intervals(
        tau=frozen(tau_matrix(scores.means(), coefficient=coefficient)),
        low=frozen(low),
        high=frozen(high),
        undefined=frozen(1.0 - defined.mean(axis=0)),
        resamples=resamples,
        level=level,
        topics=int(scores.counted.any(axis=0).sum()),
    )


def _quantile(ranked: FloatArray, sizes: IntArray, q: float) -> FloatArray:
    """Quantile of the first `sizes` values along axis 0, interpolated linearly; NaN of none."""
    place = q * np.maximum(sizes - 1, 0)
    under = np.floor(place).astype(np.int64)
    over = np.minimum(under + 1, np.maximum(sizes - 1, 0))
    lower, upper = (np.take_along_axis(ranked, at[None], axis=0)[0] for at in (under, over))
    between: FloatArray = lower + (place - under) * (upper - lower)
    return between
