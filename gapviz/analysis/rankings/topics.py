"""Topics: which separate two runs, which change sides with the user model, and what each offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.equality import falling, lead
from gapviz.analysis.rankings.scores import Scores
from gapviz.analysis.users.ceilings import topic_ceilings
from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen
from gapviz.collection.health.topics import nothing_relevant, topic_sets
from gapviz.profile import Pool


@dataclass(frozen=True, eq=False)
class Separation:
    """Two runs, topic by topic, under one measure.

    Attributes
    ----------
    topics : tuple of str
        Length T.
    values : float64 array, shape (2, T)
        Scores of both runs.
    differences : float64 array, shape (T,)
        Score of the first less that of the second; 0 where a run does not count the topic.
    parts : float64 array, shape (T,)
        What each topic adds to the difference of the two means: they sum to it.
    order : int64 array, shape (T,)
        Numbers of the topics, those that add most to either side first.
    """

    topics: tuple[str, ...]
    values: FloatArray
    differences: FloatArray
    parts: FloatArray
    order: IntArray


@dataclass(frozen=True, eq=False)
class Offers:
    """Judged documents of each topic, and the highest score that it allows.

    Attributes
    ----------
    topics : tuple of str
        Length T.
    counts : int64 array, shape (T, c)
        R[k], documents of grade k = 1..c.
    recall_bases : int64 array, shape (T, c)
        RB[h], documents of grade h or more.
    flags : dict of str to bool array, shape (T,)
        Topics with few documents of a grade (`collection.health.topics.topic_sets`), and "nothing relevant".
    ceilings : float64 array, shape (3, T)
        Highest reachable GAP, xGAP and eGAP.
    costs : float64 array, shape (3, T)
        What the topic takes from the highest reachable mean over the topics that count.
    """

    topics: tuple[str, ...]
    counts: IntArray
    recall_bases: IntArray
    flags: dict[str, BoolArray]
    ceilings: FloatArray
    costs: FloatArray


def separation(scores: Scores, measure: int, first: int, second: int) -> Separation:
    """Compare two runs topic by topic.

    Parameters
    ----------
    scores : Scores
    measure, first, second : int
        Numbers of the measure and of the runs.

    Returns
    -------
    Separation

    Examples
    --------
    >>> from gapviz.analysis.rankings.scores import scores
    >>> from gapviz.measures.example import example
    >>> separation(scores(example(), ["AP"]), 0, 0, 0).parts.tolist()
    [0.0]
    """
    rows = [first, second]
    values, counted = scores.values[measure, rows], scores.counted[rows]
    shown = values * counted
    parts = shown / np.maximum(counted.sum(axis=1, keepdims=True), 1)
    added = lead(parts[0], parts[1])
    return Separation(
        topics=scores.topics,
        values=frozen(values),
        differences=frozen(lead(shown[0], shown[1])),
        parts=frozen(added),
        order=frozen(falling(np.abs(added))),
    )


def flips(now: Separation, pinned: Separation) -> IntArray:
    """Find the topics on which the other run leads than under the pinned user model.

    Parameters
    ----------
    now, pinned : Separation
        Of the same two runs, in the same order.

    Returns
    -------
    int64 array, shape (F,)
        Numbers of the topics, those whose difference changes most first. A topic on which the runs are
        equal under one of the two isn't among them.

    Examples
    --------
    >>> from gapviz.analysis.rankings.scores import scores
    >>> from gapviz.measures.example import example
    >>> same = separation(scores(example(), ["AP"]), 0, 0, 0)
    >>> flips(same, same).tolist()
    []
    """
    changed = np.flatnonzero(now.differences * pinned.differences < 0)
    moved = np.abs(now.differences - pinned.differences)[changed]
    return changed[falling(moved)]


def offers(pool: Pool, g: Sequence[float], *, counted: BoolArray | None = None) -> Offers:
    """Count the judged documents of each topic, and compute the highest score that it allows.

    Parameters
    ----------
    pool : Pool
    g : sequence of float, length c
        Threshold probabilities, for the ceilings.
    counted : bool array, shape (T,), optional
        Topics that a mean counts; all by default. The others cost nothing.

    Returns
    -------
    Offers

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> offered = offers(example().pool, (0.25, 0.75))
    >>> offered.recall_bases.tolist(), offered.ceilings.ravel().tolist()
    ([[4, 2]], [1.0, 1.0, 1.0])
    """
    weights = np.ones(len(pool.topics)) if counted is None else counted.astype(np.float64)
    reachable = topic_ceilings(pool.counts, g)
    sets = topic_sets(pool.counts)
    flags = {name: mask for name, mask in sets.items() if name != "all"}
    return Offers(
        topics=pool.topics,
        counts=frozen(pool.counts[:, 1:].copy()),
        recall_bases=pool.recall_bases,
        flags=flags | {"nothing relevant": nothing_relevant(pool.counts)},
        ceilings=frozen(reachable),
        costs=frozen((1.0 - reachable) * weights / max(1.0, weights.sum())),
    )
