"""The ranked list on which the measures' examples are worked by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import Collection, Judgements, Run
from gapviz.collection.reading.words import Words
from gapviz.collection.subcollection import told_apart
from gapviz.profile import Profile, profile


def example() -> Profile:
    """Profile of the grades 1, 0, 2, none, 1; the topic has 2, 0 and 0 more, R[1] = R[2] = 2.

    The document at rank 4 was pooled without a judgement.

    Returns
    -------
    Profile
        Of one run on one topic, c = 2.

    Examples
    --------
    >>> example().ranks.tolist(), example().grades.tolist(), example().pool.counts.tolist()
    ([1, 3, 5], [1, 2, 1], [[3, 2, 2]])
    """
    return profile(ranked_lists([(1, 0, 2, UNJUDGED, 1)], missing=[(2, 0, 0)]))


def ranked_lists(
    lists: Sequence[Sequence[int | None]], *, missing: Sequence[Sequence[int]] = ()
) -> Collection:
    """Return a collection with one run, from the grades at its ranks; its scores fall evenly from 1 to 0.

    Parameters
    ----------
    lists : sequence of sequence of int or None
        For each topic the grade at each rank: 0..c, `UNJUDGED`, or None for a document outside the pool,
        each of them another one.
    missing : sequence of sequence of int
        For each topic the grades of the judged documents that the run does not retrieve.

    Returns
    -------
    Collection
        With the run "run" and the topics "1", "2", …

    Examples
    --------
    >>> ranked_lists([(1, None, 2)], missing=[(0,)]).runs[0].codes.tolist()
    [0, -4, 1]
    """
    absent = missing or [()] * len(lists)
    outside = told_apart(np.arange(sum(map(len, lists)))).tolist()
    codes: list[int] = []
    grades: list[int] = []
    sizes = []
    for ranked, left in zip(lists, absent, strict=True):
        before = len(grades)
        for grade in ranked:
            codes.append(outside[len(codes)] if grade is None else len(grades))
            grades += [] if grade is None else [grade]
        grades += left
        sizes.append(len(grades) - before)
    judgements = Judgements(
        topics=tuple(str(number + 1) for number in range(len(lists))),
        offsets=np.cumsum([0, *sizes]),
        ids=Words.of(np.array([b"d%06d" % number for number in range(len(grades))], dtype=np.bytes_)),
        raw_grades=np.array(grades, dtype=np.float64),
    )
    ranks = np.array(codes, dtype=np.int32)
    scores = np.concatenate([np.empty(0), *(np.linspace(1.0, 0.0, len(ranked)) for ranked in lists)])
    offsets = np.cumsum([0, *(len(ranked) for ranked in lists)])
    run = Run("run", offsets, ranks, estimates=scores[ranks >= 0])
    return Collection("ranked lists", judgements, (run,))
