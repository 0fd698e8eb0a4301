"""Named sets of topics, as the papers choose them."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import BoolArray, IntArray

MEAN = "all"
"""Stands for the topic in a row with the mean over topics, as in trec_eval."""

FEW = 10
"""A grade is few where at least so many times as many documents have grade 1."""


def few_highly_relevant(counts: IntArray, grade: int = 2) -> BoolArray:
    """Topics with few documents of a grade: R[1] >= 10 R[k] and R[k] > 0.

    Parameters
    ----------
    counts : int64 array, shape (T, c + 1)
        R[k]: judged documents of grade k = 0..c.
    grade : int
        k, from 2 to c. Grade 3 gives the paper's topics with few key documents.

    Returns
    -------
    bool array, shape (T,)

    References
    ----------
    Ferrante, Ferro, Maistro: Rethinking How to Extend Average Precision to Graded Relevance, section 6.

    Examples
    --------
    >>> few_highly_relevant(np.array([[90, 10, 1], [90, 9, 1], [90, 10, 0]])).tolist()
    [True, False, False]
    """
    few = counts[:, grade]
    return (counts[:, 1] >= FEW * few) & (few > 0)


def nothing_relevant(counts: IntArray) -> BoolArray:
    """Topics without a document above grade 0.

    Parameters
    ----------
    counts : int64 array, shape (T, c + 1)

    Returns
    -------
    bool array, shape (T,)

    Examples
    --------
    >>> nothing_relevant(np.array([[5, 0, 0], [5, 0, 1]])).tolist()
    [True, False]
    """
    nothing: BoolArray = counts[:, 1:].sum(axis=1) == 0
    return nothing


def set_name(grade: int) -> str:
    """Name of the topics with few documents of a grade, as `topic_sets` uses it.

    Examples
    --------
    >>> set_name(2), set_name(3), set_name(4)
    ('few highly relevant', 'few key', 'few of grade 4')
    """
    return {2: "few highly relevant", 3: "few key"}.get(grade, f"few of grade {grade}")


def topic_sets(counts: IntArray) -> dict[str, BoolArray]:
    """Topic sets that a collection offers, by name: all, then few documents of grade 2..c.

    Parameters
    ----------
    counts : int64 array, shape (T, c + 1)
        R[k]: judged documents of grade k = 0..c.

    Returns
    -------
    dict of str to bool array, shape (T,)
        In the order of the paper's tables.

    Examples
    --------
    >>> {name: int(mask.sum()) for name, mask in topic_sets(np.array([[50, 20, 2], [50, 9, 8]])).items()}
    {'all': 2, 'few highly relevant': 1}
    """
    sets = {"all": np.ones(counts.shape[0], dtype=np.bool_)}
    return sets | {set_name(k): few_highly_relevant(counts, k) for k in range(2, counts.shape[1])}
