"""The profile of the same runs under other grades of the judged documents."""

from __future__ import annotations

import dataclasses

import numpy as np

from gapviz.arrays import GradeArray, frozen
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.limits import require_room
from gapviz.collection.model import Collection
from gapviz.profile import PooledLists, Profile, pool_of


class Regrading:
    """Runs whose profile is counted again and again: what they retrieve of the pool is found once.

    Parameters
    ----------
    collection : Collection

    Raises
    ------
    InputError
        Where the statistics would outgrow `limits.STATISTICS`.
    """

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._pool = pool_of(collection)
        require_room(len(collection.runs), len(self._pool.topics), c=self._pool.c)
        self._lists = PooledLists.of(collection.runs)

    def under(self, grades: GradeArray) -> Profile:
        """Profile the runs under other grades.

        Parameters
        ----------
        grades : int8 array, shape (D,)
            0..c of the collection, or `UNJUDGED`: such a document is in the pool without a judgement.

        Returns
        -------
        Profile
            c is the collection's own though no document may have that grade any more, so that a g still
            fits.

        Examples
        --------
        >>> from gapviz.collection.synthetic.likenesses import SMALL
        >>> from gapviz.collection.synthetic.draw import generate
        >>> made = generate(SMALL)
        >>> nobody = np.full_like(made.grades, UNJUDGED)
        >>> int(Regrading(made).under(nobody).ranks.size)
        0
        """
        left_out = self._collection.judgements.topic_index[grades == UNJUDGED]
        pool = dataclasses.replace(
            self._pool,
            counts=frozen(grade_counts(self._collection, grades)),
            unjudged=frozen(np.bincount(left_out, minlength=len(self._pool.topics))),
        )
        return self._lists.profile(grades, pool)
