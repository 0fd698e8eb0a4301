"""What a measure gains or loses where two documents change places, for all pairs of a topic at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.learning.batches import Batch
from gapviz.learning.credit import FAMILY, credit_table
from gapviz.measures.measure import Measure
from gapviz.measures.ndcg import discounts, gains_of

LEARNABLE = (*FAMILY, "nDCG")
"""Measures that a ranker can be trained for."""

Exchanges = Callable[[Batch, IntArray], FloatArray]
"""From the ranks of a batch's documents, shape (B, L), to the changes, shape (B, M, L)."""


def exchanges(measure: Measure, recall_bases: IntArray) -> Exchanges:
    """Return the function that tells the changes of a measure.

    Parameters
    ----------
    measure : Measure
        One of `LEARNABLE`.
    recall_bases : int64 array, shape (T, c)
        RB[h] in column h - 1.

    Returns
    -------
    callable
        ``change(batch, ranks)[b, i, j]``: the measure of topic b after documents i and j change places, less
        before. It means something only where ``batch.pairs`` is true, with i of the higher grade.

    Raises
    ------
    InputError
        For another measure, and one that does not fit the grades.

    Examples
    --------
    Grades 0, 1: with the relevant document at rank 1 AP rises from 1/2 to 1.

    >>> from gapviz.learning.batches import batches
    >>> from gapviz.measures.parse import measure
    >>> one, = batches(np.array([0, 1], np.int8), np.array([0, 2]))
    >>> change = exchanges(measure("AP"), np.array([[1]]))
    >>> change(one, one.ranks(np.zeros(2)))[one.pairs].tolist()
    [0.5]
    """
    if measure.name not in LEARNABLE:
        raise InputError(str(measure), f"a measure to train for: {', '.join(LEARNABLE)}", "another")
    if measure.name == "nDCG":
        return _of_gains(measure, recall_bases)
    D = credit_table(measure, recall_bases)
    return lambda batch, ranks: _of_credits(D[batch.topics], batch, ranks)


def _of_credits(D: FloatArray, batch: Batch, ranks: IntArray) -> FloatArray:
    """Return the changes of sum over n of (1/n) sum over m <= n of D[r[n], r[m]].

    With K[n, r] = sum over m <= n of D[r, r[m]] and E[n, s] = sum over m <= n of D[r[m], s] / m let
    H[n, s] = K[n, s] / n - E[n, s]. Documents of grades r > s at the ranks p and q change places:

        H[p, s] - H[p, r] - H[q, s] + H[q, r] + max(0, 1/q - 1/p) (D[r, r] - D[r, s])

    The first four terms are what both ranks and the ranks between them gain or lose; the last counts, where
    the better document moves up, that it is then its own neighbour and no longer the other's.
    """
    grades, M = batch.grades, batch.relevant
    order = np.argsort(ranks, axis=1)
    ranked = np.take_along_axis(grades, order, axis=1)
    inverse = 1.0 / np.arange(1, ranks.shape[1] + 1)
    K = np.cumsum(np.take_along_axis(D, ranked[:, None, :], axis=2), axis=2).transpose(0, 2, 1)
    E = np.cumsum(np.take_along_axis(D, ranked[:, :, None], axis=1) * inverse[:, None], axis=1)
    H = np.take_along_axis(K * inverse[:, None] - E, ranks[:, :, None] - 1, axis=1)  # by document

    # One matrix product for each topic sums the four terms: H at i by the grade of j, and the reverse.
    one_hot = np.eye(D.shape[1])[grades]
    own = np.take_along_axis(H, grades[:, :, None], axis=2)
    ones = np.ones_like(own)
    left = np.concatenate([H, one_hot, -own, ones], axis=2)[:, :M]
    right = np.concatenate([one_hot, H, ones, -own], axis=2)
    change: FloatArray = left @ right.transpose(0, 2, 1)

    nearness = inverse[ranks - 1]
    closer = np.maximum(0.0, nearness[:, None, :] - nearness[:, :M, None])
    steps = np.take_along_axis(np.einsum("brr->br", D)[:, :, None] - D, grades[:, :M, None], axis=1)
    change += closer * (steps @ one_hot.transpose(0, 2, 1))  # D[r, r] - D[r, s]
    return change


def _of_gains(measure: Measure, recall_bases: IntArray) -> Exchanges:
    """Return the changes of nDCG: (gain[i] - gain[j]) (discount[j] - discount[i]) / ideal."""
    values = dict(measure.parameters)
    c = recall_bases.shape[1]
    gains = gains_of(c, str(values["gain"]))
    cut = values["n"]

    def change(batch: Batch, ranks: IntArray) -> FloatArray:
        by_rank = discounts(np.arange(1, ranks.shape[1] + 1))
        if isinstance(cut, int):
            by_rank[cut:] = 0.0
        gain, discount = gains[batch.grades], by_rank[ranks - 1]
        ideal = gain @ by_rank  # the documents of a batch stand by falling grade
        gained = gain[:, : batch.relevant, None] - gain[:, None, :]
        moved = discount[:, None, :] - discount[:, : batch.relevant, None]
        changes: FloatArray = gained * moved / ideal[:, None, None]
        return changes

    return change
