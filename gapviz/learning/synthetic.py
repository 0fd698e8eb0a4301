"""A synthetic set to learn from, in the likeness of OHSUMED in LETOR: drawn when it is asked for.

OHSUMED has 106 topics, 45 features, 16,140 documents and the grades 0, 1 and 2. The set has that shape and
this model; no document or feature of OHSUMED is in it.

1. The number of documents of a topic is log-normal around 152; on average 16 % have grade 1 and 14 % grade 2,
   more or fewer by topic.
2. A document has two qualities, each normal: it is about the topic, and it treats it in depth. Being about
   the topic makes it relevant; of the relevant ones those of more depth are highly relevant.
3. A feature is a mixture of both with noise of its own, of one of four shapes: as it is, saturating, only
   above a threshold, or not monotone. A fifth of the features are noise. Each is scaled to 0..1 within its
   topic, as LETOR does.
"""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.learning.features import Features, features

NAME = "OHSUMED likeness (synthetic)"

TOPICS, DOCUMENTS, FEATURES = 106, 16_140, 45


def synthetic(*, topics: int = TOPICS, documents: int = DOCUMENTS, seed: int = 0) -> Features:
    """Draw the set; equal at every call.

    Parameters
    ----------
    topics, documents : int
        As many as OHSUMED has by default; at least 10 documents a topic.
    seed : int

    Returns
    -------
    Features

    Examples
    --------
    >>> made = synthetic()
    >>> len(made.topics), made.values.shape, made.c
    (106, (16140, 45), 2)
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    # What the features are made of is the set's, whatever its topics.
    mixture = np.abs(rng.standard_normal((2, FEATURES)))
    mixture[:, ::5] = 0.0
    noise = 0.7 + 1.6 * rng.random(FEATURES)
    shape = rng.permutation(np.arange(FEATURES) % 4)
    values, grades = [], []
    for size in _sizes(topics, documents, rng):
        about, depth = rng.standard_normal((2, size))
        shares = np.clip(rng.normal((0.16, 0.14), 0.06), 0.01, 0.4)
        grades.append(_grades(about, depth, shares))
        mixed = np.stack([about, depth], axis=1) @ mixture + noise * rng.standard_normal((size, FEATURES))
        values.append(_scaled(_shaped(mixed, shape)))
    numbers = np.repeat(np.arange(1, topics + 1), [len(part) for part in grades])
    return features(np.concatenate(values), np.concatenate(grades), numbers.tolist(), name=NAME)


def _sizes(topics: int, documents: int, rng: np.random.Generator) -> IntArray:
    """Draw the number of documents of each topic, at least 10, that sum to `documents`."""
    shares = np.exp(0.4 * rng.standard_normal(topics))
    sizes: IntArray = 10 + np.floor((documents - 10 * topics) * shares / shares.sum()).astype(np.int64)
    sizes[: documents - sizes.sum()] += 1
    return sizes


def _grades(about: FloatArray, depth: FloatArray, shares: FloatArray) -> IntArray:
    """Grade the documents that are most about the topic 1, and those of them with most depth 2."""
    relevant = np.argsort(-about, kind="stable")[: max(2, round(about.size * shares.sum()))]
    highly = relevant[np.argsort(-depth[relevant], kind="stable")]
    grades = np.zeros(about.size, np.int64)
    grades[relevant] = 1
    grades[highly[: round(relevant.size * shares[1] / shares.sum())]] = 2
    return grades


def _shaped(mixed: FloatArray, shape: IntArray) -> FloatArray:
    """Give each feature its shape."""
    shapes = (mixed, 1.0 / (1.0 + np.exp(-2.0 * mixed)), np.maximum(mixed, 0.5), -np.abs(mixed - 1.0))
    return np.choose(shape, shapes)


def _scaled(numbers: FloatArray) -> FloatArray:
    """Scale each feature to 0..1 within its topic, with six digits as in LETOR's files."""
    low, high = numbers.min(axis=0), numbers.max(axis=0)
    scaled: FloatArray = np.round((numbers - low) / np.where(high > low, high - low, 1.0), 6)
    return scaled
