"""What the pool of each topic holds."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import IntArray
from gapviz.collection.model import Collection


def grade_counts(collection: Collection) -> IntArray:
    """Count the judged documents of each grade, R[k], retrieved or not.

    Parameters
    ----------
    collection : Collection

    Returns
    -------
    int64 array, shape (T, c + 1)
        Column k belongs to grade k. Documents that were pooled without a judgement aren't counted.
    """
    T, width = len(collection.topics), collection.c + 1
    graded = collection.grades >= 0
    cells = collection.judgements.topic_index[graded] * width + collection.grades[graded]
    return np.bincount(cells, minlength=T * width).reshape(T, width)
