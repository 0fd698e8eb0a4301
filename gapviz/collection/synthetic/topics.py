"""Drawing the topics of a likeness: grades, pool and ranked candidates, by the model of `synthetic`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, CodeArray, FloatArray, IntArray
from gapviz.collection.synthetic.likenesses import Likeness

CANDIDATE_BITS = 12
"""A sort key holds the number of a candidate in its lowest bits."""


@dataclass(frozen=True, eq=False)
class Topic:
    """One topic as drawn.

    Attributes
    ----------
    grades : int64 array, shape (U,)
        Of each candidate.
    judged : bool array, shape (U,)
        Whether it is.
    retrieved : int32 array, shape (N, L)
        Candidate at each rank of each run; -1 for a document of the run's own.
    """

    grades: IntArray
    judged: BoolArray
    retrieved: CodeArray


def topics_of(likeness: Likeness) -> Iterator[Topic]:
    """Draw the topics one after the other, so that scores are held for one topic only.

    Parameters
    ----------
    likeness : Likeness

    Yields
    ------
    Topic
    """
    model = likeness.model
    rng = np.random.Generator(np.random.PCG64(likeness.seed))
    teams = teams_of(likeness)
    pooled = places_in_team(teams) < likeness.pooled_runs
    counts = _relevant_counts(likeness, rng)
    skill = _strengths(model.skill, teams, likeness.topics, rng)
    skill += model.ease * rng.standard_normal(likeness.topics)
    emphasis = _strengths(model.emphasis, teams, likeness.topics, rng)
    breadth = np.maximum(0.2, 1 + model.breadth * rng.standard_normal(likeness.runs)).astype(np.float32)
    U, shape = likeness.candidates, (likeness.runs, likeness.candidates)
    for t in range(likeness.topics):
        grades = np.zeros(U, dtype=np.int64)
        relevant = np.argsort(rng.random(U), kind="stable")[: counts[t].sum()]
        grades[relevant] = np.repeat(np.arange(1, likeness.c + 1), counts[t])
        scores = rng.standard_normal(shape, dtype=np.float32)
        scores[:, relevant] *= breadth[:, None]
        scores += np.float32(model.team) * rng.standard_normal((likeness.teams, U), dtype=np.float32)[teams]
        scores += np.float32(model.shared) * rng.standard_normal(U, dtype=np.float32)
        scores[:, relevant] += skill[:, t, None] + emphasis[:, t, None] * (grades[relevant] - 1)
        depth = likeness.pool_depths[t % len(likeness.pool_depths)]
        order = _order(scores)
        judged = np.zeros(U, dtype=np.bool_)
        judged[order[pooled, :depth]] = True
        yield Topic(
            _into_pool(grades, judged, rng),
            judged,
            _spread_out(order, likeness.run_length, depth, model.thinning),
        )


def _relevant_counts(likeness: Likeness, rng: np.random.Generator) -> IntArray:
    """Draw R[k] for k = 1..c, shape (T, c), with the likeness's minimum, average, maximum and few."""
    T, c, low, high = likeness.topics, likeness.c, likeness.relevant_minimum, likeness.relevant_maximum
    z = rng.standard_normal(T)
    sizes = low + (likeness.relevant_average - low) * np.exp(likeness.spread * z - likeness.spread**2 / 2)
    totals = np.clip(sizes, low + 1, high - 1).astype(np.int64)
    totals[np.argmin(z)], totals[np.argmax(z)] = low, high
    target = round(likeness.relevant_average * T)
    # Documents are added or taken one by one until the sum is right, the extremes untouched.
    while missing := target - int(totals.sum()):
        step = np.sign(missing)
        inner = (totals > low) & (totals < high) & (totals + step > low) & (totals + step < high)
        totals[np.flatnonzero(inner)[: abs(missing)]] += step

    counts = np.zeros((T, c), dtype=np.int64)
    few = np.zeros((T, c), dtype=np.bool_)
    for k in range(2, c + 1):
        wide = np.flatnonzero(totals >= 2 * (9 + c))
        few[wide[np.argsort(rng.random(wide.size), kind="stable")[: likeness.few[k - 2]]], k - 1] = True
        # 3 u^2 has mean 1: in most topics the share is small, in some it is large.
        share = np.minimum(likeness.shares[k - 2] * 3 * rng.random(T) ** 2, 0.9 / (c - 1))
        usual = np.floor(totals * share).astype(np.int64)
        # More than a tenth of all relevant documents is never few; none at all isn't few either.
        usual = np.where(rng.random(T) < 0.1, 0, np.maximum(usual, totals // 10 + 1))
        counts[:, k - 1] = np.where(few[:, k - 1], 0, usual)
    # Each of the c - 1 grades takes at most 1 / (9 + c) of what is left, so R[1] keeps 10 times as many.
    most = (totals - counts.sum(axis=1)) // (9 + c)
    drawn = 1 + np.floor(rng.random((T, c)) * most[:, None]).astype(np.int64)
    counts = np.where(few, np.minimum(drawn, most[:, None]), counts)
    counts[:, 0] = totals - counts.sum(axis=1)
    return counts


def _strengths(
    spec: tuple[float, float, float, float], teams: IntArray, topics: int, rng: np.random.Generator
) -> FloatArray:
    """Draw the strength of each run on each topic, shape (N, T), from its mean and three deviations."""
    mean, between_teams, between_runs, between_topics = spec
    strengths = between_topics * rng.standard_normal((teams.size, topics))
    strengths += between_teams * rng.standard_normal(int(teams.max()) + 1)[teams, None]
    strengths += between_runs * rng.standard_normal((teams.size, 1))
    return mean + strengths


def _order(scores: npt.NDArray[np.float32]) -> CodeArray:
    """Candidates by falling score, shape (N, U).

    Whole numbers that hold score and candidate are all distinct: every sorting algorithm, and so every
    machine, puts them in the same order.
    """
    steps = np.clip(scores, -15.0, 15.0) * np.float32(-(2**14))
    keys = (steps.astype(np.int32) << CANDIDATE_BITS) | np.arange(scores.shape[1], dtype=np.int32)
    keys.sort(axis=1)
    return keys & ((1 << CANDIDATE_BITS) - 1)


def _spread_out(order: CodeArray, length: int, depth: int, thinning: float) -> CodeArray:
    """Place ordered candidates at ranks 1..length, shape (N, length); -1 is a document of the run's own."""
    places = np.arange(1, order.shape[1] + 1)
    below = np.floor(depth * (places / depth) ** thinning).astype(np.int64)
    ranks = np.where(places <= depth, places, below)
    kept = ranks <= length
    spread = np.full((order.shape[0], length), -1, dtype=np.int32)
    spread[:, ranks[kept] - 1] = order[:, kept]
    return spread


def _into_pool(grades: IntArray, judged: BoolArray, rng: np.random.Generator) -> IntArray:
    """Move the grades of relevant candidates outside the pool to pooled ones without a grade."""
    lost = np.flatnonzero((grades > 0) & ~judged)
    free = np.flatnonzero((grades == 0) & judged)
    chosen = free[np.argsort(rng.random(free.size), kind="stable")[: lost.size]]
    moved = grades.copy()
    moved[chosen], moved[lost] = grades[lost], 0
    return moved


def teams_of(likeness: Likeness) -> IntArray:
    """Draw the team of each run; every team has a run.

    Parameters
    ----------
    likeness : Likeness

    Returns
    -------
    int64 array, shape (N,)
        Ascending.
    """
    rng = np.random.Generator(np.random.PCG64(likeness.seed))
    more = rng.integers(0, likeness.teams, likeness.runs - likeness.teams)
    return np.sort(np.concatenate([np.arange(likeness.teams), more]))


def places_in_team(teams: IntArray) -> IntArray:
    """Return the number of each run within its team.

    Parameters
    ----------
    teams : int64 array, shape (N,)
        Ascending.

    Returns
    -------
    int64 array, shape (N,)
        From 0.

    Examples
    --------
    >>> places_in_team(np.array([0, 0, 1])).tolist()
    [0, 1, 0]
    """
    return np.arange(teams.size) - np.searchsorted(teams, teams)
