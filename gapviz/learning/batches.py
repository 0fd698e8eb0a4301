"""Topics of similar length side by side, so that all their pairs are one array step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import BoolArray, FloatArray, GradeArray, IntArray, frozen

PAIRS = 1 << 17
"""Pairs of a batch: its arrays of doubles fit a processor's cache."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Some topics, each as a row of documents by falling grade, padded at the end.

    B topics, L places for documents, of which the first M hold all relevant ones.

    Attributes
    ----------
    topics : int64 array, shape (B,)
        Their numbers.
    rows : int64 array, shape (B, L)
        Row of each document; one past the last row where there is none.
    grades : int64 array, shape (B, L)
        0 where there is no document.
    there : bool array, shape (B, L)
        Whether there is a document.
    pairs : bool array, shape (B, M, L)
        Whether the first document has a higher grade than the second, and both are there.
    """

    topics: IntArray
    rows: IntArray
    grades: IntArray
    there: BoolArray
    pairs: BoolArray

    @property
    def relevant(self) -> int:
        """M, the places that hold all relevant documents."""
        return int(self.pairs.shape[1])

    def scores(self, scores: FloatArray, *, missing: float) -> FloatArray:
        """Lay scores out.

        Parameters
        ----------
        scores : float64 array, shape (D,)
        missing : float
            Stands where there is no document.

        Returns
        -------
        float64 array, shape (B, L)
        """
        return np.append(scores, missing)[self.rows]

    def ranks(self, scores: FloatArray) -> IntArray:
        """Rank of each document by falling score, equal scores in the order of the rows.

        Parameters
        ----------
        scores : float64 array, shape (D,)

        Returns
        -------
        int64 array, shape (B, L)
            From 1; places without a document come last.
        """
        order = np.lexsort((self.rows, -self.scores(scores, missing=-np.inf)), axis=-1)
        ranks = np.empty_like(order)
        np.put_along_axis(ranks, order, np.arange(1, order.shape[1] + 1)[None], axis=1)
        return ranks


def batches(grades: GradeArray, offsets: IntArray) -> tuple[Batch, ...]:
    """Put topics of similar length together; a topic without two different grades is left out.

    Parameters
    ----------
    grades : int8 array, shape (D,)
    offsets : int64 array, shape (T + 1,)

    Returns
    -------
    tuple of Batch

    Examples
    --------
    >>> one, = batches(np.array([0, 2, 1, 1], np.int8), np.array([0, 1, 4]))
    >>> one.topics.tolist(), one.rows.tolist(), one.grades.tolist(), one.pairs.tolist()
    ([1], [[1, 2, 3]], [[2, 1, 1]], [[[False, True, True], [False, False, False], [False, False, False]]])
    """
    sizes = np.diff(offsets)
    lowest, highest = (edge.reduceat(grades, offsets[:-1]) for edge in (np.minimum, np.maximum))
    useful = np.flatnonzero(lowest < highest)
    return tuple(_batch(grades, offsets, topics) for topics in _cuts(useful, sizes))


def _cuts(topics: IntArray, sizes: IntArray) -> Iterator[IntArray]:
    """Cut topics, by rising length, so that none of the parts has more than `PAIRS` pairs, or one topic."""
    order = topics[np.argsort(sizes[topics], kind="stable")]
    start = 0
    for end in range(1, order.size + 1):
        longest = int(sizes[order[end]]) if end < order.size else 0
        if end == order.size or (end - start + 1) * longest**2 > PAIRS:
            yield order[start:end]
            start = end


def _batch(grades: GradeArray, offsets: IntArray, topics: IntArray) -> Batch:
    B, L = topics.size, int(np.diff(offsets)[topics].max())
    rows = np.full((B, L), grades.size)
    for place, topic in enumerate(topics.tolist()):
        low, high = offsets[topic : topic + 2]
        rows[place, : high - low] = low + np.argsort(-grades[low:high], kind="stable")
    there = rows < grades.size
    laid = np.append(grades, 0)[rows].astype(np.int64)
    M = int((laid > 0).sum(axis=1).max())
    pairs = (laid[:, :M, None] > laid[:, None, :]) & there[:, None, :]
    return Batch(frozen(topics), frozen(rows), frozen(laid), frozen(there), frozen(pairs))
