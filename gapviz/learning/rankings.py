"""Scores of documents -> runs over the topics' own grades, which the measures and Explore take."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.collection.model import Collection, Judgements, Run, RunFacts
from gapviz.collection.reading.ranking import scaled
from gapviz.collection.reading.words import Words
from gapviz.learning.features import Features


def run_of(name: str, features: Features, topics: IntArray, scores: FloatArray) -> Run:
    """Rank the documents of some topics by score, equal scores by document id descending.

    Parameters
    ----------
    name : str
    features : Features
    topics : int64 array
        Numbers of the topics that the run has, ascending.
    scores : float64 array, shape (H,)
        Of the documents of these topics, in the order of their rows.

    Returns
    -------
    Run
        Over the judgements of `collection_of` with the same features.
    """
    rows = features.rows(topics)
    sizes = np.zeros(len(features.topics), np.int64)
    sizes[topics] = features.sizes[topics]
    of_row = np.repeat(np.arange(sizes.size), sizes)
    order = np.lexsort((-rows, -scores, of_row))  # as trec_eval orders ties
    return Run(
        name,
        frozen(np.concatenate([[0], np.cumsum(sizes)])),
        frozen(rows[order].astype(np.int32)),
        RunFacts(tag=name, rows=rows.size),
        frozen(scaled(scores, sizes, np.ones(rows.size, np.bool_))[order]),
    )


def collection_of(features: Features, runs: Sequence[Run]) -> Collection:
    """Return runs over the grades of the features as judgements.

    Parameters
    ----------
    features : Features
    runs : sequence of Run
        From `run_of`.

    Returns
    -------
    Collection
        A document is called by its row, from 1.
    """
    ids = np.array(document_ids(features), np.bytes_)
    judgements = Judgements(
        features.topics, features.offsets, Words.of(ids), frozen(features.grades.astype(np.float64))
    )
    return Collection(features.name, judgements, tuple(runs))


def document_ids(features: Features) -> list[str]:
    """Call each document by its row, from 1, so that ids ascend with the rows.

    Parameters
    ----------
    features : Features

    Returns
    -------
    list of str
    """
    width = len(str(features.grades.size))
    return [f"d{row:0{width}}" for row in range(1, features.grades.size + 1)]
