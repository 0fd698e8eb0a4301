"""The profile of the same runs under other grades of the judged documents."""

from __future__ import annotations

import dataclasses

import numpy as np

from gapviz.arrays import GradeArray, frozen
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.model import Collection
from gapviz.profile import Pool, Profile, merge, profile_run


def regraded(collection: Collection, grades: GradeArray, *, pool: Pool) -> Profile:
    """Profile the runs under other grades: a look-up on their codes, nothing is read again.

    Parameters
    ----------
    collection : Collection
    grades : int8 array, shape (D,)
        0..c of the collection, or `UNJUDGED`: such a document is in the pool without a judgement.
    pool : Pool
        Of the collection with its own grades.

    Returns
    -------
    Profile
        c is the collection's own though no document may have that grade any more, so that a g still fits.

    Examples
    --------
    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> from gapviz.profile import pool_of
    >>> made = generate(SMALL)
    >>> nobody = np.full_like(made.grades, UNJUDGED)
    >>> int(regraded(made, nobody, pool=pool_of(made)).ranks.size)
    0
    """
    left_out = collection.judgements.topic_index[grades == UNJUDGED]
    other = dataclasses.replace(
        pool,
        counts=frozen(grade_counts(collection, grades)),
        unjudged=frozen(np.bincount(left_out, minlength=len(pool.topics))),
    )
    return merge([profile_run(run, grades, other) for run in collection.runs], pool=other)
