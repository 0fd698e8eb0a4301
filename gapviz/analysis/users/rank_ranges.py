"""Best and worst rank of every run over all user models."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from gapviz.analysis.rankings.ranks import by_name, ranks
from gapviz.analysis.users.arrangement import lines, most_held
from gapviz.analysis.users.family import Family, Graded
from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen

NOISE = 1e-14
"""Rounding of a lead, relative to the means."""

AHEAD = 1e-11
"""Where a run has to be ahead it is by this, relative to the means: by more than what counts as equal."""

MOST_LINES = 100_000
"""Lines that are gone along for exact ranks, which takes two or three seconds."""


@dataclass(frozen=True, eq=False)
class RankRanges:
    """Best and worst rank of every run over user models.

    Attributes
    ----------
    best, worst : int64 array, shape (N,)
        From 1.
    best_g, worst_g : float64 array, shape (N, c)
        A user model with that rank.
    exact : bool
        Whether all user models are covered; else there may be better and worse ones between those seen.
    """

    best: IntArray
    worst: IntArray
    best_g: FloatArray
    worst_g: FloatArray
    exact: bool


def rank_ranges(sums: Family, measure: Graded, g: FloatArray) -> RankRanges:
    """Best and worst rank of every run over user models.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    g : float64 array, shape (P, c)
        User models to look at (`users.simplex_grid`). For eGAP, which is linear in g, all are covered
        instead, as long as there are no more than `MOST_LINES`.

    Returns
    -------
    RankRanges
        Equal means are ranked by name.

    Notes
    -----
    A run is ahead of another by eGAP on one side of a hyperplane; with equal means, on it, by name. Its best
    rank is where it is ahead of the most others (`arrangement.most_held`).

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> ranges = rank_ranges(sums, "eGAP", np.empty((0, 2)))
    >>> ranges.best.tolist(), ranges.worst.tolist(), ranges.exact
    ([1, 1], [2, 2], True)
    """
    if measure == "eGAP" and sums.c > 1 and (exact := _over_all(sums)) is not None:
        return exact
    looked = np.ones((1, 1)) if sums.c == 1 else g
    ranked = ranks(sums.means(measure, looked), sums.runs)
    low, high = ranked.argmin(axis=0), ranked.argmax(axis=0)
    return RankRanges(
        frozen(ranked.min(axis=0)),
        frozen(ranked.max(axis=0)),
        frozen(looked[low]),
        frozen(looked[high]),
        sums.c == 1,
    )


def _over_all(sums: Family) -> RankRanges | None:
    """Ranks by eGAP over all user models; None where that would take too long."""
    N, c = sums.threshold_means.shape
    place = np.empty(N, dtype=np.int64)
    place[by_name(sums.runs)] = np.arange(N)
    sides = [(run, ahead) for ahead in (True, False) for run in range(N)]
    if len(sides) * lines(N - 1, c) > MOST_LINES:  # few conditions may be open: they are counted
        open_ = [_conditions(sums, run, place, ahead=ahead)[2].sum() for run, ahead in sides]
        if sum(lines(int(number), c) for number in open_) > MOST_LINES:
            return None
    ends = np.empty((2, N), dtype=np.int64)
    at = np.full((2, N, c), 1.0 / c)
    for run, ahead in sides:
        gains, slack, open_side, always = _conditions(sums, run, place, ahead=ahead)
        count = int(always.sum())
        if open_side.any():
            more, at[1 - ahead, run] = most_held(gains[open_side], slack[open_side])
            count += more
        ends[1 - ahead, run] = N - count if ahead else 1 + count
    ranked = ranks(sums.means("eGAP", at.reshape(-1, c)), sums.runs).reshape(2, N, N)
    reached = ranked[:, np.arange(N), np.arange(N)]
    # What was counted is reached at a g, so that no other g has a better or a worse rank.
    exact = bool((reached == ends).all())
    return RankRanges(frozen(reached[0]), frozen(reached[1]), frozen(at[0]), frozen(at[1]), exact)


def _conditions(
    sums: Family, run: int, place: IntArray, *, ahead: bool
) -> tuple[FloatArray, FloatArray, BoolArray, BoolArray]:
    """Conditions that a run is ahead of the others, or behind them, as `most_held` takes them.

    Returns
    -------
    gains : float64 array, shape (N - 1, c)
    slack : float64 array, shape (N - 1,)
    open, always : bool array, shape (N - 1,)
        Conditions that some user models meet, and that all do.
    """
    others = np.arange(len(place)) != run
    means, own = sums.threshold_means[others], sums.threshold_means[run]
    # numpy is slow along a short last axis: columns are compared instead.
    size = np.maximum(reduce(np.maximum, means.T), own.max())
    level = (place[others] > place[run]) == ahead  # equal means do, by name
    lead = np.where(size > 0, AHEAD * size, 1.0) * ~level  # of two means that are 0 none is ahead
    gains = (own - means) * (1.0 if ahead else -1.0) - lead[:, None]
    slack = NOISE * size
    always = reduce(np.minimum, gains.T) >= -slack
    return gains, slack, ~always & (reduce(np.maximum, gains.T) >= -slack), always
