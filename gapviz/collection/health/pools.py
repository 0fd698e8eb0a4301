"""What the pool of each topic holds, and what is left of it in a sample."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.arrays import GradeArray, IntArray
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import Collection, Run
from gapviz.collection.reading.hashes import identities
from gapviz.collection.subcollection import stays

MINIMUM_NOT_RELEVANT = 10
"""Documents of grade 0 that a stratified sample keeps of each topic at any rate, where there are so many."""

MINIMUM_RELEVANT = 1
"""The same for each relevant grade."""


def grade_counts(collection: Collection, grades: GradeArray | None = None) -> IntArray:
    """Count the judged documents of each grade, R[k], retrieved or not.

    Parameters
    ----------
    collection : Collection
    grades : int8 array, shape (D,), optional
        Grades in the place of the collection's own, 0..c or `UNJUDGED`.

    Returns
    -------
    int64 array, shape (T, c + 1)
        Column k belongs to grade k. Documents that were pooled without a judgement aren't counted.
    """
    T, width = len(collection.topics), collection.c + 1
    values = collection.grades if grades is None else grades
    graded = values >= 0
    cells = collection.judgements.topic_index[graded] * width + values[graded]
    return np.bincount(cells, minlength=T * width).reshape(T, width)


@dataclass(frozen=True, eq=False)
class StratifiedSample:
    """A stratified sample of the judgements at every rate: a lower rate's is part of a higher rate's.

    Attributes
    ----------
    grades : int8 array, shape (D,)
        Of the whole pool.
    places : int64 array, shape (D,)
        Place of each document, from 0, in the random order of those of its topic and grade.
    sizes : int64 array, shape (D,)
        How many these are.
    """

    grades: GradeArray
    places: IntArray
    sizes: IntArray

    def at(self, rate: float) -> GradeArray:
        """Return the grades of a sample: of each topic and grade the first max(m, round(rate * n)).

        Parameters
        ----------
        rate : float
            Share of the judged documents that keep their judgement, 0 to 1.

        Returns
        -------
        int8 array, shape (D,)
            `UNJUDGED` for those that lose it: they stay in the pool. m is `MINIMUM_NOT_RELEVANT` for grade 0
            and `MINIMUM_RELEVANT` for the others.
        """
        least = np.where(self.grades > 0, MINIMUM_RELEVANT, MINIMUM_NOT_RELEVANT)
        kept = self.places < np.maximum(least, np.rint(rate * self.sizes))
        return np.where(kept, self.grades, np.int8(UNJUDGED))


def stratified_sample(collection: Collection, rng: np.random.Generator) -> StratifiedSample:
    """Shuffle the judged documents of each topic and grade, once for all rates.

    Parameters
    ----------
    collection : Collection
    rng : numpy.random.Generator

    Returns
    -------
    StratifiedSample

    References
    ----------
    Buckley and Voorhees, Retrieval Evaluation with Incomplete Information (2004), by grade as Ferrante, Ferro
    and Maistro adapt it (section 6).

    Examples
    --------
    Of twenty documents of grade 0 ten stay at any rate, of two of grade 1 one:

    >>> from gapviz.measures.example import ranked_lists
    >>> sample = stratified_sample(ranked_lists([(1, 1) + (0,) * 20]), np.random.default_rng(1))
    >>> [[int((sample.at(rate) == k).sum()) for k in (0, 1)] for rate in (1, 0.8, 0.01)]
    [[20, 2], [16, 2], [10, 1]]
    """
    grades = collection.grades
    strata = _by_content(collection)[collection.judgements.topic_index] * (collection.c + 2) + grades + 1
    places, sizes = _shuffled(strata, rng)
    return StratifiedSample(grades, places, sizes)


def simple_sample(collection: Collection, rate: float, rng: np.random.Generator) -> GradeArray:
    """Draw a simple random sample of each topic's judgements, again while none of it is relevant.

    Parameters
    ----------
    collection : Collection
    rate : float
        Share of the judged documents that keep their judgement, 0 to 1; at least one in each topic.
    rng : numpy.random.Generator

    Returns
    -------
    int8 array, shape (D,)
        Grades, `UNJUDGED` for a document that lost its judgement.

    Notes
    -----
    How many of a sample are relevant is a hypergeometric number. That number is what is drawn again while it
    is 0; which documents they are is drawn once. A topic with nothing relevant is not drawn again.

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.
    """
    grades, numbers = collection.grades, _by_content(collection)
    topics = numbers[collection.judgements.topic_index]
    counts = grade_counts(collection)[np.argsort(numbers)]
    judged, relevant = counts.sum(axis=1), counts[:, 1:].sum(axis=1)
    sizes = np.minimum(judged, np.maximum(1, np.rint(rate * judged).astype(np.int64)))
    drawn = np.zeros_like(relevant)
    missing = np.flatnonzero(relevant > 0)
    while missing.size:
        some, none = relevant[missing], (judged - relevant)[missing]
        drawn[missing] = rng.hypergeometric(some, none, sizes[missing])
        missing = missing[drawn[missing] == 0]
    # Three groups a topic: without a judgement already, not relevant, relevant; their quotas in this order.
    quotas = np.stack([np.zeros_like(drawn), sizes - drawn, drawn], axis=1)
    groups = topics * 3 + np.minimum(grades, 1) + 1
    places, _ = _shuffled(groups, rng)
    return np.where(places < quotas.ravel()[groups], grades, np.int8(UNJUDGED))


def imperfect(collection: Collection, rate: float, rng: np.random.Generator) -> Collection:
    """Take documents out of the runs, as if they were gone from the corpus; the judgements stay.

    Parameters
    ----------
    collection : Collection
    rate : float
        Probability with which a document stays, 0 to 1.
    rng : numpy.random.Generator

    Returns
    -------
    Collection
        A document stays or leaves in all runs and topics.

    Raises
    ------
    InputError
        Where documents outside the pool are not told apart (``gapviz.load(..., identities=True)``).

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 3.
    """
    seed = int(rng.integers(1 << 63))
    judged = stays(identities(collection.judgements.ids), rate, seed=seed)

    def thinned(run: Run) -> Run:
        outside = run.codes < 0
        kept = np.empty(run.codes.size, dtype=np.bool_)
        kept[outside] = stays(run.codes[outside], rate, seed=seed)
        kept[~outside] = judged[run.codes[~outside]]
        return run.only(kept)

    return collection.with_runs([thinned(run) for run in collection.runs])


def _by_content(collection: Collection) -> IntArray:
    """Return a number of each topic that follows from what was judged, not from its name, shape (T,)."""
    judgements = collection.judgements
    documents = identities(judgements.ids).astype(np.int64) * (3 + collection.grades)
    sums = np.zeros(len(collection.topics), np.int64)
    np.add.at(sums, judgements.topic_index, documents)
    numbers = np.empty_like(sums)
    numbers[np.argsort(sums, kind="stable")] = np.arange(sums.size)
    return numbers


def _shuffled(groups: IntArray, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Place of each element, from 0, in a random order of its group, and the size of the group."""
    sizes = np.bincount(groups, minlength=1)
    order = np.argsort(groups, kind="stable")
    order = order[np.lexsort((rng.random(groups.size), groups[order]))]
    places = np.empty(groups.size, dtype=np.int64)
    places[order] = np.arange(groups.size) - (np.cumsum(sizes) - sizes)[groups[order]]
    return places, sizes[groups]
