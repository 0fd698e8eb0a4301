"""What the live view computes with: the statistics of a profile, and what stands beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gapviz import users
from gapviz.analysis.rankings.scores import by_id
from gapviz.arrays import BoolArray, IntArray
from gapviz.profile import Profile
from gapviz.text.names import subscripted

MOST_GRADES = 6
"""Highest grade for which there are sliders; the statistics grow with its square."""


@dataclass(frozen=True)
class Heading:
    """Texts above the cards: the collection, its size, and the conventions in force as chips.

    A chip is its text, a kind, "" or "warn", and a sentence that explains it.
    """

    title: str = ""
    facts: str = ""
    chips: tuple[tuple[str, str, str], ...] = ()


def tables(profile: Profile, counted: BoolArray) -> dict[str, NDArray[Any]]:
    """Return the statistics that measures.js reads, flat.

    ``S``, shape (N, T, c (c + 1) / 2): the statistics for h <= r, row by row. ``RB``, shape (T, c): the
    recall bases. ``counted``, shape (N, T): 1 where a topic takes part in the run's mean. Topics stand in
    the order in which means add them (`scores.by_id`).
    """
    r, h = np.tril_indices(profile.c)
    topics = by_id(profile.topics)
    return {
        "S": profile.S[:, topics][..., r, h].reshape(-1),
        "RB": profile.pool.recall_bases[topics].astype(np.float64).reshape(-1),
        "counted": counted[:, topics].astype(np.uint8).reshape(-1),
    }


def reach(recall_bases: IntArray, counted: BoolArray) -> list[float]:
    """Return the share of topics that have a document of grade 1, 2, … c or higher.

    ``recall_bases`` has shape (T, c). Topics are taken that ``counted``, shape (N, T), has for some run,
    or all where there is no run; without any topic, each share is 0. With the shares the browser has the
    highest reachable means under any g.

    Examples
    --------
    >>> reach(np.array([[3, 1], [2, 0], [0, 0]]), np.array([[True, False, False], [True, True, False]]))
    [1.0, 0.5]
    >>> reach(np.array([[3, 1], [0, 0]]), np.empty((0, 2), bool))
    [0.5, 0.5]
    """
    has = (recall_bases[counted.any(axis=0)] if len(counted) else recall_bases) > 0
    shares: list[float] = (has.sum(axis=0) / max(1, len(has))).tolist()
    return shares


def places(names: Sequence[str]) -> list[int]:
    """Return where each name stands in the order of names, from 0; it breaks ties of ranks.

    Examples
    --------
    >>> places(["b", "a", "B"])
    [2, 1, 0]
    """
    order = sorted(range(len(names)), key=names.__getitem__)
    where: list[int] = np.argsort(order).tolist()
    return where


def topics_of(profile: Profile) -> dict[str, Any]:
    """Return the names of the topics in the order of `tables`, and where each stands in the profile."""
    order = by_id(profile.topics)
    return {"topics": [profile.topics[t] for t in order], "topicPlace": order.tolist()}


def config_of(profile: Profile, counted: BoolArray, heading: Heading) -> dict[str, Any]:
    """Return what the live view shows of a collection beside its statistics, for JSON.

    Parameters
    ----------
    profile : Profile
        With grades up to `MOST_GRADES`.
    counted : bool array, shape (N, T)
        Topics that take part in the mean of each run (`Scores.counted`).
    heading : Heading
    """
    return {
        "runs": profile.runs,
        "place": places(profile.runs),
        "reach": reach(profile.pool.recall_bases, counted),
        "presets": [(subscripted(name), g) for name, g in users.presets(profile.c).items()],
        "shape": (*profile.shape, profile.c),
        **asdict(heading),
    }
