"""A run's text or entries -> Run: ranked codes of judged documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gapviz.arrays import CodeArray, FloatArray, IntArray, frozen
from gapviz.collection.block import Block, run_block
from gapviz.collection.errors import InputError
from gapviz.collection.join import JudgedIndex
from gapviz.collection.model import OUTSIDE_POOL, Ranking, Run, RunFacts
from gapviz.collection.order import natural
from gapviz.collection.ranking import duplicates as duplicate_rows
from gapviz.collection.ranking import ranked, scaled
from gapviz.collection.rows import RUN, Rows, Text, cut, pieces
from gapviz.collection.words import gather, hashes, repeated

Duplicates = Literal["refuse", "first", "best"]

_FIRST = 1 << 12
"""Bytes of the pieces in which the first row is looked for."""


@dataclass(frozen=True, eq=False)
class _Part:
    """Ranked codes of some topics, and what was noticed there."""

    topics: IntArray
    counts: IntArray
    codes: CodeArray
    estimates: FloatArray
    rows: int
    tied: int
    misranked: int
    duplicates: int
    extra: tuple[str, ...]


def read_run(text: Text, name: str, index: JudgedIndex, ranking: Ranking, duplicates: Duplicates) -> Run:
    """Read a run in TREC format.

    Parameters
    ----------
    text : Text
    name : str
        Name of the run.
    index : JudgedIndex
        The judged documents.
    ranking : Ranking
    duplicates : {"refuse", "first", "best"}
        What to do with a document that stands in a topic twice: refuse the run, keep the first row,
        or keep the row that ranks best.

    Raises
    ------
    InputError
        Naming the line that can't be used.
    """
    first = next(_rows(text, size=_FIRST), None)
    if first is None:
        raise InputError(text.name, "a run (topic Q0 document rank score tag)", "no rows")
    parts = _parts(text, index, ranking, duplicates)
    if parts is None:
        # A topic comes back after others: all rows are put in order at once.
        block = run_block(Rows.joined(list(_rows(text))), by_rank=ranking.ties == "rank")
        parts = [_rank(block, index, ranking, duplicates)]
    return _run(parts, name, first.field(0, 5), len(index.topics))


def rank_block(block: Block, name: str, index: JudgedIndex, ranking: Ranking, duplicates: Duplicates) -> Run:
    """Rank a run that is in memory; the parameters are those of `read_run`."""
    if ranking.ties == "rank":
        raise InputError(block.name, "a file with a rank column, which the rule 'rank' needs", "none")
    return _run([_rank(block, index, ranking, duplicates)], name, "", len(index.topics))


def _rows(text: Text, **options: int) -> Iterator[Rows]:
    """Yield the rows of each piece that has some; the options are those of `pieces`."""
    line = 1
    for low, high in pieces(text, **options):
        rows = cut(text, RUN, low, high, line)
        line = rows.after
        if len(rows):
            yield rows


def _parts(text: Text, index: JudgedIndex, ranking: Ranking, duplicates: Duplicates) -> list[_Part] | None:
    """Rank a text piece by piece, or return None where a topic's rows don't stand together."""
    parts: list[_Part] = []
    seen: set[str] = set()
    for rows in _whole_topics(text):
        block = run_block(rows, by_rank=ranking.ties == "rank")
        if not seen.isdisjoint(block.topics):
            return None
        seen.update(block.topics)
        parts.append(_rank(block, index, ranking, duplicates))
    return parts


def _whole_topics(text: Text) -> Iterator[Rows]:
    """Yield the rows of a text in pieces that end where a topic ends."""
    held: list[Rows] = []
    for rows in _rows(text):
        topic = rows.field(len(rows) - 1, 0)
        low, high = 0, len(rows)
        # The last topic of a piece may go on in the next one: find its first row by halving. Where
        # rows are not in groups this finds some other change of topic, which does no harm.
        while low < high:
            middle = (low + high) // 2
            if rows.field(middle, 0) == topic:
                high = middle
            else:
                low = middle + 1
        if low or (held and held[0].field(0, 0) != topic):
            yield Rows.joined([*held, *([rows.part(0, low)] if low else [])])
            held = []
        held.append(rows.part(low, len(rows)))
    if held:
        yield Rows.joined(held)


def _rank(block: Block, index: JudgedIndex, ranking: Ranking, duplicates: Duplicates) -> _Part:
    rows = len(block)
    numbers = np.array([index.topics.get(topic, -1) for topic in block.topics], np.int64)
    extra = tuple(topic for topic, number in zip(block.topics, numbers.tolist(), strict=True) if number < 0)
    if extra:
        block = block.take(numbers[block.lists] >= 0)
    topics = numbers[block.lists]
    words = gather(block.data, block.starts, block.lengths)
    keys = hashes(words, topics)
    dropped = 0
    if repeated(keys):
        rest = _distinct(block, ranking, duplicates)
        dropped = len(block) - len(rest)
        block = rest
        topics = numbers[block.lists]
        words = gather(block.data, block.starts, block.lengths)
        keys = hashes(words, topics)
    result = ranked(block.lists, block.values, block.ranks, words, ties=ranking.ties)
    codes = index.codes(words, topics, keys)
    scores = block.values
    if result.order is not None:
        codes, scores = codes[result.order], scores[result.order]
    counts = np.bincount(block.lists, minlength=numbers.size)
    if ranking.depth is not None:
        kept = np.arange(codes.size) - np.repeat(np.cumsum(counts) - counts, counts) < ranking.depth
        codes, scores = codes[kept], scores[kept]
        counts = np.minimum(counts, ranking.depth)
    estimates = scaled(scores, counts, codes != OUTSIDE_POOL)
    judged = numbers >= 0
    return _Part(
        numbers[judged], counts[judged], codes, estimates, rows, result.tied, result.misranked, dropped, extra
    )


def _distinct(block: Block, ranking: Ranking, duplicates: Duplicates) -> Block:
    """Return the block with each document once for a topic, or refuse it."""
    if duplicates == "best":
        words = gather(block.data, block.starts, block.lengths)
        order = ranked(block.lists, block.values, block.ranks, words, ties=ranking.ties).order
        block = block if order is None else block.take(order)
    again = duplicate_rows(block.lists, gather(block.data, block.starts, block.lengths))
    if again.size and duplicates == "refuse":
        raise block.repeats(int(again[np.argmin(block.lines[again])]))
    keep = np.ones(len(block), np.bool_)
    keep[again] = False
    return block.take(keep)


def _run(parts: list[_Part], name: str, tag: str, topics: int) -> Run:
    """Put the parts together, topics in the order of the judgements."""
    numbers = np.concatenate([part.topics for part in parts])
    counts = np.concatenate([part.counts for part in parts])
    codes = parts[0].codes if len(parts) == 1 else np.concatenate([part.codes for part in parts])
    estimates = parts[0].estimates if len(parts) == 1 else np.concatenate([part.estimates for part in parts])
    if (numbers[1:] < numbers[:-1]).any():
        order = np.argsort(numbers)
        starts = (np.cumsum(counts) - counts)[order]
        numbers, counts = numbers[order], counts[order]
        rows = np.repeat(starts - (np.cumsum(counts) - counts), counts) + np.arange(codes.size)
        judged = codes != OUTSIDE_POOL
        codes = codes[rows]
        estimates = estimates[(np.cumsum(judged) - 1)[rows[codes != OUTSIDE_POOL]]]
    offsets = np.zeros(topics + 1, np.int64)
    offsets[numbers + 1] = counts
    facts = RunFacts(
        tag=tag,
        rows=sum(part.rows for part in parts),
        tied=sum(part.tied for part in parts),
        misranked_topics=sum(part.misranked for part in parts),
        duplicates=sum(part.duplicates for part in parts),
        extra_topics=natural(topic for part in parts for topic in part.extra),
    )
    return Run(name, frozen(np.cumsum(offsets)), frozen(codes), facts, frozen(estimates))
