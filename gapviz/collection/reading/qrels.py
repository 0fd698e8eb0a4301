"""Judgements: a qrels text or entries -> Judgements."""

from __future__ import annotations

import dataclasses

import numpy as np

from gapviz.arrays import IntArray, frozen
from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap, usable
from gapviz.collection.model import Judgements
from gapviz.collection.natural_order import natural
from gapviz.collection.reading.block import Block, bounded
from gapviz.collection.reading.columns import judgement_block
from gapviz.collection.reading.rows import QRELS, Lines, Text
from gapviz.collection.reading.rules import Rules
from gapviz.collection.reading.word_order import equal, sort


def read_judgements(text: Text, grade_map: GradeMap, rules: Rules) -> Judgements:
    """Read judgements in TREC format (topic, iteration, document, grade).

    Parameters
    ----------
    text : Text
    grade_map : GradeMap
        The mapping that the grades will go through: a grade it can't use is refused with its line.
    rules : Rules

    Raises
    ------
    InputError
        Naming the line that can't be used.
    """
    lines = Lines(text, QRELS, comments=rules.comments)
    words = dict(grade_map.words)
    parts = bounded(judgement_block(rows, words) for rows in lines)
    if not parts:
        raise InputError(text.name, "judgements (topic iteration document grade)", lines.nothing)
    judgements = judgements_of(Block.joined(parts), grade_map, rules)
    return dataclasses.replace(judgements, commented=lines.commented, header=lines.header)


def judgements_of(block: Block, grade_map: GradeMap, rules: Rules) -> Judgements:
    """Return the judgements that a block holds; the parameters are those of `read_judgements`."""
    infinite = np.flatnonzero(np.isinf(block.values))
    if infinite.size:
        entry = _first(block, infinite)
        raise block.error(entry, "a finite grade", f"{block.values[entry]:g}")
    refused = np.flatnonzero(grade_map.refused(block.values))
    if refused.size:
        entry = _first(block, refused)
        raise block.error(entry, usable(block.values[entry]), f"{block.values[entry]:g}")
    limits.TOPICS.check(block.name, len(block.topics))
    topics = natural(block.topics)
    place = {topic: number for number, topic in enumerate(topics)}
    owners = np.array([place[topic] for topic in block.topics], np.int64)[block.lists]
    ids = block.ids()
    order = sort(ids, owners)  # the first of equal documents stays first
    i, j = order[:-1], order[1:]
    again = (owners[i] == owners[j]) & equal(ids, i, ids, j)
    firsts = np.flatnonzero(np.concatenate(([True], ~again)))
    if again.any() and rules.duplicates == "refuse":
        entry = _first(block, np.delete(order, firsts))
        at = int(np.flatnonzero(order == entry)[0])
        raise block.repeats(entry, int(order[firsts[firsts <= at][-1]]))
    highest = np.maximum.reduceat(block.values[order], firsts)
    order = order[firsts]
    first = block.values[order]
    offsets = np.searchsorted(owners[order], np.arange(len(topics) + 1))
    return Judgements(
        topics,
        frozen(offsets.astype(np.int64)),
        ids.take(order),
        frozen(highest if rules.duplicates == "best" else first),
        duplicates=int(np.count_nonzero(again)),
        raised=int(np.count_nonzero(highest > first)),
    )


def _first(block: Block, entries: IntArray) -> int:
    return int(entries[np.argmin(block.lines[entries])])
