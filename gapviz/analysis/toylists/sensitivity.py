"""How a move, a grade or a later judgement of one document changes a measure, and how top-heavy it is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import profile_arrays, scored, values
from gapviz.arrays import FloatArray, GradeArray, IntArray
from gapviz.collection.errors import InputError, require
from gapviz.collection.grades import UNJUDGED
from gapviz.measures.measure import Measure

LONGEST = 120
"""Ranks of a list whose moves are all tried; Kishida's Table 1 is of rank 101."""


def move_effects(measure: Measure, toy: ToyList) -> FloatArray:
    """Change of a measure where one document moves to another rank and those between close up.

    Parameters
    ----------
    measure : Measure
    toy : ToyList
        With at most `LONGEST` ranks.

    Returns
    -------
    float64 array, shape (length, length)
        ``[a, b]``: value after the document at rank a + 1 moved to rank b + 1, less the value before.

    Raises
    ------
    InputError
        For a longer list, or a parameter that does not fit the scale.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> move_effects(measure("AP"), ToyList.parse("1.01.")).tolist()
    [[0.0, 0.5], [0.5, 0.0]]
    """
    length = _length(toy)
    places = np.arange(length)
    origins, targets, at = places[:, None, None], places[None, :, None], places[None, None, :]
    # What stands at a rank after the move: the document itself, or its neighbour one rank on or back.
    down = (at >= origins) & (at < targets)
    up = (at <= origins) & (at > targets)
    source = np.where(at == targets, origins, at + down.astype(np.int64) - up.astype(np.int64))
    after = _values(measure, toy.signs[source].reshape(length**2, length), toy)
    return after.reshape(length, length) - _value(measure, toy)


def grade_effects(measure: Measure, toy: ToyList, *, pool: str = "follows") -> FloatArray:
    """Change of a measure where the document at a rank has another grade.

    Parameters
    ----------
    measure : Measure
    toy : ToyList
        With at most `LONGEST` ranks.
    pool : {"follows", "fixed"}
        ``follows``: the judgement is another, and the pool with it. ``fixed``: the judged documents of
        the topic stay what they are, as in Kishida's eq. 10 and his derivatives.

    Returns
    -------
    float64 array, shape (length, c + 1)
        ``[a, k]``: value with grade k at rank a + 1, less the value before.

    Raises
    ------
    InputError
        For another pool, a longer list, or a parameter that does not fit the scale.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, section 2.2, eq. 28, 33, 36, 37, 43, 44.

    Examples
    --------
    One of two relevant documents is retrieved, at rank 1; the other at rank 3 would add (1/2) (2/3).

    >>> from gapviz.measures.parse import measure
    >>> toy = ToyList.parse("1.100.1")
    >>> grade_effects(measure("AP"), toy, pool="fixed").round(4).tolist()[2]
    [0.0, 0.3333]
    """
    require("pool", pool, ("follows", "fixed"))
    length, width = _length(toy), toy.c + 1
    ranked = toy.signs
    signs = np.broadcast_to(ranked, (length, width, length)).copy()
    places, grades = np.arange(length)[:, None], np.arange(width)[None, :]
    signs[places, grades, places] = grades
    counts = np.broadcast_to(np.array(toy.counts), (length, width, width)).copy()
    if pool == "follows":
        judged = np.flatnonzero(ranked >= 0)
        counts[judged[:, None], grades, ranked[judged, None]] -= 1
        counts[places, grades, grades] += 1
    after = _values(measure, signs.reshape(length * width, length), toy, counts.reshape(-1, width))
    # With a fixed pool: [K] eq. 10 for AP, eq. 37 for Q, eq. 44 for v_G.
    return after.reshape(length, width) - _value(measure, toy)


def discovery_effects(measure: Measure, toy: ToyList) -> FloatArray:
    """Change of a measure where a document that nobody judged is found to have a grade.

    Parameters
    ----------
    measure : Measure
    toy : ToyList
        With at most `LONGEST` ranks.

    Returns
    -------
    float64 array, shape (length, c + 1)
        As in `grade_effects`; NaN at ranks whose document is judged already.

    Raises
    ------
    InputError
        For a longer list, or a parameter that does not fit the scale.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 16.

    Examples
    --------
    Kishida, eq. 17: 1/2 - (1/2) * 1 = 0, as the precision at rank 2 stays 1.

    >>> from gapviz.measures.parse import measure
    >>> discovery_effects(measure("AP"), ToyList.parse("1.1x."))[1].tolist()
    [0.0, 0.0]
    """
    effects = grade_effects(measure, toy, pool="follows")  # [K] eq. 16 for AP
    effects[toy.signs >= 0] = np.nan
    return effects


def top_heaviness(measures: Sequence[Measure], *, R: int, c: int = 1, ranks: int = 20) -> FloatArray:
    """Score lists with one relevant document, at rank 1, 2, ….

    Parameters
    ----------
    measures : sequence of Measure
    R : int
        Relevant documents of the topic, all of grade c; one of them is retrieved.
    c : int
        Highest grade, for measures that need one.
    ranks : int
        Ranks to try.

    Returns
    -------
    float64 array, shape (M, ranks)

    Raises
    ------
    InputError
        For R below 1, more than `LONGEST` ranks, or a parameter that does not fit the scale.

    References
    ----------
    Vyas, Survey of Graded Relevance Metrics for Information Retrieval, Figure 1: AP, RBP, nDCG and Q with
    R = 10 and R = 100, ranks 1 to 20.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> top_heaviness([measure("AP")], R=10, ranks=4).round(4).tolist()
    [[0.1, 0.05, 0.0333, 0.025]]
    """
    if R < 1 or not 1 <= ranks <= LONGEST:
        raise InputError("top-heaviness", f"R from 1 and 1 to {LONGEST} ranks", f"R = {R}, {ranks} ranks")
    signs = np.zeros((ranks, ranks), np.int8)
    np.fill_diagonal(signs, c)
    counts = np.zeros((ranks, c + 1), np.int64)
    counts[:, 0], counts[:, c] = ranks - 1, R
    return scored(measures, profile_arrays(signs.reshape(-1), np.full(ranks, ranks), counts))


def _length(toy: ToyList) -> int:
    if len(toy.ranked) > LONGEST:
        raise InputError("toy list", f"at most {LONGEST} ranks", str(len(toy.ranked)))
    return len(toy.ranked)


def _value(measure: Measure, toy: ToyList) -> float:
    return float(values([measure], [toy]).item())


def _values(measure: Measure, signs: GradeArray, toy: ToyList, counts: IntArray | None = None) -> FloatArray:
    """Score lists of one length, shape (lists, length), in the pool of the toy list or in their own."""
    lists, length = signs.shape
    if not signs.size:
        return np.zeros(lists)
    pools = np.broadcast_to(np.array(toy.counts), (lists, toy.c + 1)) if counts is None else counts
    unjudged = (signs == UNJUDGED).sum(axis=1)
    counted = profile_arrays(signs.reshape(-1), np.full(lists, length), pools, unjudged=unjudged)
    values: FloatArray = measure(counted)[0]
    return values
