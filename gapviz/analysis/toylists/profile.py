"""Toy lists, and lists as arrays, profiled and scored many at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.analysis.toylists.lists import OUTSIDE, ToyList
from gapviz.arrays import FloatArray, GradeArray, IntArray, frozen
from gapviz.collection.errors import InputError
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import Run, Sessions
from gapviz.collection.subcollection import told_apart
from gapviz.measures.measure import Measure
from gapviz.profile import Pool, Profile, profile_run

NAME = "list"
"""Topic id of every list: what is random in a measure is the same for all."""


def profile_lists(toys: Sequence[ToyList]) -> Profile:
    """Profile toy lists of one scale at once.

    Parameters
    ----------
    toys : sequence of ToyList
        All with the same c, at least one.

    Returns
    -------
    Profile
        One run; topic t is list t.

    Raises
    ------
    ValueError
        For lists of different scales: their grades do not mean the same.

    Examples
    --------
    >>> profile_lists([ToyList.parse("1.10.1"), ToyList.parse("1.11.")]).A.ravel().tolist()
    [1.0, 2.0]
    """
    scales = {toy.c for toy in toys}
    if len(scales) != 1:
        raise ValueError(f"expected lists of one scale, found highest grades {sorted(scales)}")
    lengths = np.array([len(toy.ranked) for toy in toys])
    return profile_arrays(
        np.concatenate([toy.signs for toy in toys]),
        lengths,
        np.array([toy.counts for toy in toys]),
        unjudged=np.array([toy.ranked.count(UNJUDGED) for toy in toys]),
    )


def profile_arrays(
    signs: GradeArray, lengths: IntArray, counts: IntArray, *, unjudged: IntArray | None = None
) -> Profile:
    """Profile many ranked lists at once, from arrays.

    Parameters
    ----------
    signs : int8 array, shape (sum of lengths,)
        Grade at each rank, list by list: 0..c, `UNJUDGED` or `OUTSIDE`.
    lengths : int64 array, shape (T,)
    counts : int64 array, shape (T, c + 1)
        R[k] of each list. They may differ from what the lists hold: then the pool stays what it was
        while a list changes.
    unjudged : int64 array, shape (T,), optional
        Documents pooled without a judgement; none by default.

    Returns
    -------
    Profile
        One run; topic t is list t. Scores fall evenly from 1 to 0 in each list.

    Examples
    --------
    >>> made = profile_arrays(np.array([1, 0], np.int8), np.array([2]), np.array([[1, 2]]))
    >>> made.ranks.tolist(), made.pool.recall_bases.tolist()
    ([1], [[2]])
    """
    T = lengths.size
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    inside = signs != OUTSIDE
    pool = Pool(
        (NAME,) * T,
        frozen(counts.astype(np.int64)),
        frozen(np.zeros(T, np.int64) if unjudged is None else unjudged.astype(np.int64)),
        Sessions.single(T),
    )
    spans = np.repeat(np.maximum(lengths - 1, 1), lengths)
    places = np.arange(signs.size) - np.repeat(offsets[:-1], lengths)
    codes = np.where(inside, np.arange(signs.size), told_apart(places)).astype(np.int32)
    scores = 1.0 - places / spans
    return profile_run(Run(NAME, offsets, codes, estimates=scores[inside]), signs, pool)


def values(measures: Sequence[Measure], toys: Sequence[ToyList]) -> FloatArray:
    """Score lists of one scale.

    Parameters
    ----------
    measures : sequence of Measure
        At least one.
    toys : sequence of ToyList
        At least one.

    Returns
    -------
    float64 array, shape (M, number of lists)

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> values([measure("AP"), measure("P@2")], [ToyList.parse("1.10.1"), ToyList.parse("1.11.")]).tolist()
    [[0.5, 1.0], [0.5, 1.0]]
    """
    return scored(measures, profile_lists(toys))


def scored(measures: Sequence[Measure], lists: Profile) -> FloatArray:
    """Score lists that are profiled already.

    Parameters
    ----------
    measures : sequence of Measure
        At least one.
    lists : Profile
        From `profile_lists` or `profile_arrays`: topic t is list t.

    Returns
    -------
    float64 array, shape (M, T)

    Raises
    ------
    InputError
        Where a parameter does not fit the scale.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> scored([measure("AP")], profile_lists([ToyList.parse("1.10.1")])).tolist()
    [[0.5]]
    """
    return np.stack([measure(lists)[0] for measure in measures])


def applicable(measure: Measure, c: int) -> bool:
    """Tell whether a measure can score lists of a scale, and does not need what a list has not.

    Parameters
    ----------
    measure : Measure
    c : int
        Highest grade of the lists.

    Returns
    -------
    bool

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> applicable(measure("AP(rel=2)"), 1), applicable(measure("AP(rel=2)"), 2)
    (False, True)
    """
    try:
        measure(profile_lists([ToyList(c, (c,))]))
    except InputError:
        return False
    return True
