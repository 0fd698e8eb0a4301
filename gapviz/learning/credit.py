"""AP, GAP, xGAP and eGAP in one form: what a document adds at a rank for each document at or above it."""

from __future__ import annotations

import numpy as np

from gapviz import users
from gapviz.arrays import FloatArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.learning.batches import Batch
from gapviz.measures.graded import xgap_weights
from gapviz.measures.measure import Measure
from gapviz.measures.relevant import ratio, up_to

FAMILY = ("AP", "GAP", "xGAP", "eGAP")
"""Measures of this form."""


def credit_table(measure: Measure, recall_bases: IntArray) -> FloatArray:
    """Return D of a measure of the family.

    With it each of them is the same sum over ranks n and the ranks m at or above:

        sum over n of (1/n) sum over m <= n of D[r[n], r[m]]

    Parameters
    ----------
    measure : Measure
        One of `FAMILY`.
    recall_bases : int64 array, shape (T, c)
        RB[h] in column h - 1.

    Returns
    -------
    float64 array, shape (T, c + 1, c + 1)
        ``D[t, r, s]``: r is the grade at rank n, s the grade at rank m. It depends on s only up to r, and is
        0 where one of them is 0.

    Raises
    ------
    InputError
        For another measure, and a g or threshold that does not fit the grades.

    Examples
    --------
    GAP with R[1] = R[2] = 2 and g = (1/4, 3/4): C = 0, 1/4, 1 over 4/4 + 2 * 3/4 = 5/2.

    >>> from gapviz.measures.parse import measure
    >>> credit_table(measure("GAP(g=1/4,3/4)"), np.array([[4, 2]])).tolist()
    [[[0.0, 0.0, 0.0], [0.0, 0.1, 0.1], [0.0, 0.1, 0.4]]]
    """
    T, c = recall_bases.shape
    values = dict(measure.parameters)
    weights = np.ones((T, c))  # of a document of each grade; xGAP alone has some
    if measure.name == "AP":
        rel = _threshold(measure, c)
        shares = np.zeros((T, c))
        shares[:, rel - 1] = ratio(np.ones(T), recall_bases[:, rel - 1])  # [F] eq. 2
    else:
        g = users.validate(values["g"], c=c)  # type: ignore[arg-type]
        if measure.name == "GAP":
            shares = g * ratio(np.ones(T), recall_bases @ g)[:, None]  # [F] eq. 4
        elif measure.name == "xGAP":
            shares, weights = np.broadcast_to(g, (T, c)), xgap_weights(recall_bases, g)  # [F] eq. 5
        else:
            shares = ratio(g, recall_bases)  # [F] eq. 6
    reached = np.pad(np.cumsum(shares, axis=1), ((0, 0), (1, 0)))
    grades = np.arange(c + 1)
    return reached[:, np.minimum(grades[:, None], grades)] * np.pad(weights, ((0, 0), (1, 0)))[:, :, None]


def ranked_values(D: FloatArray, batch: Batch, ranks: IntArray) -> FloatArray:
    """Return the measure's value on some topics.

    Parameters
    ----------
    D : float64 array, shape (B, c + 1, c + 1)
        Of the topics of the batch.
    batch : Batch
    ranks : int64 array, shape (B, L)
        Of its documents.

    Returns
    -------
    float64 array, shape (B,)
    """
    ranked = np.take_along_axis(batch.grades, np.argsort(ranks, axis=1), axis=1)
    K = np.cumsum(np.take_along_axis(D, ranked[:, None, :], axis=2), axis=2)
    sums: FloatArray = np.take_along_axis(K, ranked[:, None, :], axis=1)[:, 0]
    return sums @ (1.0 / np.arange(1, ranks.shape[1] + 1))


def _threshold(measure: Measure, c: int) -> int:
    rel = int(dict(measure.parameters)["rel"])  # type: ignore[arg-type]
    if rel > c:
        raise InputError(str(measure), f"rel {up_to(c)} (grades go to {c})", str(rel))
    return rel
