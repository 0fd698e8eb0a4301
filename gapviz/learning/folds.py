"""Folds by topic: each topic is tested once, by a ranker that was trained on the other folds."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import IntArray, frozen
from gapviz.collection.errors import InputError


def folds_of(topics: int, *, folds: int = 5, seed: int = 0) -> IntArray:
    """Draw the fold of each topic.

    Parameters
    ----------
    topics : int
        T.
    folds : int
        From 2 to T; their sizes differ by one topic at most.
    seed : int
        The same seed gives the same folds.

    Returns
    -------
    int64 array, shape (T,)
        From 0.

    Raises
    ------
    InputError
        For another number of folds.

    Examples
    --------
    >>> folds_of(5, folds=2, seed=1).tolist()
    [1, 0, 1, 0, 0]
    """
    if not 2 <= folds <= topics:
        raise InputError("folds", f"2 to {topics} folds, since there are {topics} topics", str(folds))
    fold_of = np.empty(topics, np.int64)
    fold_of[np.random.default_rng(seed).permutation(topics)] = np.arange(topics) % folds
    return frozen(fold_of)
