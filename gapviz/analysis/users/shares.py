"""All user models at once: how often one run beats another, and how often each run has which rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.equality import lead, places
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.users.family import Family, Graded
from gapviz.analysis.users.swaps import swaps
from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError

MODELS = 10_000
"""User models that are drawn where nothing exact is known."""

KEPT = 0.9
"""Share of the user models for which a run keeps within the ranks that are shown."""


@dataclass(frozen=True)
class Share:
    """Share of all user models, each as likely, for which one run beats another.

    Attributes
    ----------
    first, second : float
        For which the first has the higher mean, and the second; what is left is equal.
    error : float
        Standard error; 0 where the share is exact.
    exact : bool
        Whether it was computed and not sampled.
    """

    first: float
    second: float
    error: float
    exact: bool


@dataclass(frozen=True, eq=False)
class RankDistribution:
    """Ranks of runs while the user model is drawn at random.

    Attributes
    ----------
    shares : float64 array, shape (N, N)
        Share of the user models that give run i the rank r + 1, in column r.
    expected : float64 array, shape (N,)
        Mean rank.
    models : int
        User models that were drawn: a share has a standard error of at most 0.5 / sqrt(models).
    """

    shares: FloatArray
    expected: FloatArray
    models: int

    def between(self, level: float = KEPT) -> tuple[IntArray, IntArray]:
        """Ranks that each run keeps within, for this share of the user models.

        Parameters
        ----------
        level : float
            What is left lies above and below in equal parts.

        Returns
        -------
        low, high : int64 array, shape (N,)

        Examples
        --------
        >>> ranked = RankDistribution(np.array([[0.04, 0.96, 0.0], [0.5, 0.5, 0.0]]), np.ones(2), 100)
        >>> [ends.tolist() for ends in ranked.between()]
        [[2, 1], [2, 2]]
        """
        reached = np.cumsum(self.shares, axis=1)
        low, high = (1 - level) / 2, (1 + level) / 2
        noise = 1e-9  # of a sum of shares
        return 1 + (reached < low - noise).sum(axis=1), 1 + (reached < high - noise).sum(axis=1)


def share(
    sums: Family, measure: Graded, first: int, second: int, *, models: int = MODELS, seed: int = 0
) -> Share:
    """Tell for which share of all user models a run beats another, each user model as likely.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.
    models : int
        User models to draw where the share isn't known exactly.
    seed : int

    Returns
    -------
    Share
        Exact for eGAP wherever one run leads at only one threshold, so always up to c = 3; and for c = 2
        by the roots between the two ends.

    Notes
    -----
    With d[h] = MAP(h) of the first less that of the second, and d[h] > 0 at one h only, the first leads on
    the corner of the simplex that the plane d . g = 0 cuts off: its share is the product over k of
    d[h] / (d[h] - d[k]).

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> round(share(sums, "eGAP", 0, 1).first, 9)
    0.4
    """
    if measure == "eGAP":
        gains = lead(sums.threshold_means[first], sums.threshold_means[second])
        if not gains.any():
            return Share(0.0, 0.0, 0.0, exact=True)
        if (gains > 0).sum() <= 1:
            corner = _corner(gains)
            return Share(corner, 1.0 - corner, 0.0, exact=True)
        if (gains < 0).sum() <= 1:
            corner = _corner(-gains)
            return Share(1.0 - corner, corner, 0.0, exact=True)
    elif sums.c <= 2:
        return _between_roots(sums, measure, first, second)
    g = np.random.default_rng(seed).dirichlet(np.ones(sums.c), models)
    means = sums.take([first, second]).means(measure, g)
    leads = lead(means[:, 0], means[:, 1])
    won, lost = float((leads > 0).mean()), float((leads < 0).mean())
    return Share(won, lost, float(np.sqrt(won * (1.0 - won) / models)), exact=False)


def run_ranks(sums: Family, measure: Graded, run: int, g: FloatArray) -> IntArray:
    """Rank of one run at many user models.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    run : int
        Its number.
    g : float64 array, shape (P, c)

    Returns
    -------
    int64 array, shape (P,)
        From 1; equal means are ranked by name.

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> run_ranks(sums, "eGAP", 1, np.array([[1.0, 0.0], [0.0, 1.0]])).tolist()
    [2, 1]
    """
    placed = places(sums.means(measure, g))
    own = placed[:, [run]]
    earlier = np.array([name < sums.runs[run] for name in sums.runs])
    ranked: IntArray = 1 + ((placed > own) | ((placed == own) & earlier)).sum(axis=1)
    return ranked


def rank_distribution(
    sums: Family, measure: Graded, alpha: Sequence[float], *, models: int = MODELS, seed: int = 0
) -> RankDistribution:
    """Rank the runs at user models drawn from a Dirichlet distribution.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    alpha : sequence of float, length c
        Parameters of the distribution: all 1 makes every user model as likely; their proportions are the
        mean of g, and the larger they are the closer g stays to it.
    models : int
        User models to draw.
    seed : int

    Returns
    -------
    RankDistribution

    Raises
    ------
    InputError
        For a wrong number of parameters, or one that isn't positive.

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> drawn = rank_distribution(sums, "eGAP", (1.0, 1.0), models=100)
    >>> drawn.shares.sum(axis=1).round(9).tolist()
    [1.0, 1.0]
    """
    parameters = np.asarray(alpha, dtype=np.float64)
    if parameters.shape != (sums.c,) or not (np.isfinite(parameters) & (parameters > 0)).all():
        raise InputError("alpha", f"{sums.c} positive numbers", ", ".join(map(str, alpha)))
    g = np.random.default_rng(seed).dirichlet(parameters, models)
    ranked = ranks(sums.means(measure, g), sums.runs)
    N = len(sums.runs)
    cells = (np.arange(N) * N + ranked - 1).reshape(-1)
    shares = np.bincount(cells, minlength=N * N).reshape(N, N) / models
    return RankDistribution(frozen(shares), frozen(ranked.mean(axis=0)), models)


def _corner(lead: FloatArray) -> float:
    """Share of the simplex where the lead is positive, which it is at one corner at most."""
    h = int(np.argmax(lead))
    if lead[h] <= 0:
        return 0.0
    others = np.delete(lead, h)
    return float(np.prod(lead[h] / (lead[h] - others)))


def _between_roots(sums: Family, measure: Graded, first: int, second: int) -> Share:
    """For c = 2: the lengths between the swaps on which each run leads."""
    start, end = np.eye(sums.c)[-1], np.eye(sums.c)[0]
    crossed = swaps(sums, measure, [first], [second], start=start, end=end)
    lengths = np.diff(np.concatenate(([0.0], crossed.share[~crossed.jump], [1.0])))
    if not crossed.before[0]:
        return Share(0.0, 0.0, 0.0, exact=True)
    parts = float(lengths[::2].sum()), float(lengths[1::2].sum())  # each swap changes the leader
    return Share(*(parts if crossed.before[0] > 0 else parts[::-1]), 0.0, exact=True)
