"""Click logs: topic, document and clicks -> clicks by topic and grade."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np

from gapviz.arrays import IntArray, frozen
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection
from gapviz.collection.reading import files
from gapviz.collection.reading.block import Block, bounded
from gapviz.collection.reading.columns import click_block
from gapviz.collection.reading.hashes import hashes
from gapviz.collection.reading.join import JudgedIndex
from gapviz.collection.reading.rows import CLICKS, Lines, Text
from gapviz.collection.reading.rules import UTF_8, Rules


@dataclass(frozen=True, eq=False)
class Clicks:
    """Clicks on the documents of a collection.

    Attributes
    ----------
    counts : int64 array, shape (T, c + 1)
        Clicks on judged documents of each topic and grade 0..c.
    left_out : int
        Clicks on documents without a judgement, and on topics that the collection hasn't.
    """

    counts: IntArray
    left_out: int


def read_clicks(source: str | Path | IO[Any], collection: Collection, *, encoding: str = UTF_8) -> Clicks:
    """Read a click log.

    Parameters
    ----------
    source : path or file object
        Lines of topic, document and number of clicks, with spaces or tabs between; plain or compressed.
        The clicks of a document that stands more than once are added up.
    collection : Collection
        Whose judgements say the grade of each document.
    encoding : str
        Of the file.

    Returns
    -------
    Clicks

    Raises
    ------
    InputError
        Naming the line that can't be used.
    """
    logs = files.find(source) if isinstance(source, str | Path) else files.opened(source)
    if len(logs) != 1:
        raise InputError("clicks", "one file", f"{len(logs)} files")
    text = Text.of(logs[0].name, logs[0].read(), Rules(encoding=encoding).encoding)
    parts = bounded(click_block(rows) for rows in Lines(text, CLICKS))
    if not parts:
        raise InputError(text.name, "clicks (topic document clicks)", "no rows")
    block = Block.joined(parts)
    index = JudgedIndex.of(collection.judgements)
    numbers = np.array([index.topics.get(topic, -1) for topic in block.topics], np.int64)
    clicks = block.values.astype(np.int64)
    known = numbers[block.lists] >= 0
    rest = block.take(known)
    topics = numbers[rest.lists]
    words = rest.ids()
    codes = index.codes(words, topics, hashes(words, topics))
    grades = np.where(codes < 0, -1, collection.grades[codes])
    graded = grades >= 0
    T, width = len(collection.topics), collection.c + 1
    counts = np.zeros(T * width, dtype=np.int64)
    np.add.at(counts, topics[graded] * width + grades[graded], clicks[known][graded])
    return Clicks(frozen(counts.reshape(T, width)), int(clicks.sum() - counts.sum()))
