"""A run's text or entries -> Run: ranked codes of judged documents."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import CodeArray, FloatArray, IntArray, frozen
from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.collection.model import Ranking, Run, RunFacts
from gapviz.collection.natural_order import natural
from gapviz.collection.reading.block import Block, bounded
from gapviz.collection.reading.columns import run_block
from gapviz.collection.reading.hashes import hashes, repeated
from gapviz.collection.reading.join import JudgedIndex
from gapviz.collection.reading.ranking import duplicates as duplicate_rows
from gapviz.collection.reading.ranking import ranked, scaled
from gapviz.collection.reading.rows import RUN, Lines, Text
from gapviz.collection.reading.rules import Duplicates, Rules
from gapviz.collection.reading.words import WordArray

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


def read_run(text: Text, name: str, index: JudgedIndex, ranking: Ranking, rules: Rules) -> Run:
    """Read a run in TREC format.

    Parameters
    ----------
    text : Text
    name : str
        Name of the run.
    index : JudgedIndex
        The judged documents.
    ranking : Ranking
    rules : Rules

    Raises
    ------
    InputError
        Naming the line that can't be used.
    """
    lines = Lines(text, RUN, comments=rules.comments)
    beginning = Lines(text, RUN, comments=rules.comments, size=_FIRST)
    first = next(iter(beginning), None)
    if first is None:
        raise InputError(text.name, "a run (topic Q0 document rank score tag)", beginning.nothing)
    parts = _parts(lines, index, ranking, rules)
    if parts is None:
        # A topic comes back after others: all rows are put in order at once.
        parts = [_rank(Block.joined(bounded(_blocks(lines, ranking))), index, ranking, rules)]
    run = _run(parts, name, first.field(0, 5), len(index.topics))
    facts = dataclasses.replace(
        run.facts, document=first.field(0, 2), commented=lines.commented, header=lines.header
    )
    return dataclasses.replace(run, facts=facts)


def rank_block(block: Block, name: str, index: JudgedIndex, ranking: Ranking, rules: Rules) -> Run:
    """Rank a run that is in memory; the parameters are those of `read_run`."""
    if ranking.ties == "rank":
        raise InputError(block.name, "a file with a rank column, which the rule 'rank' needs", "none")
    run = _run([_rank(block, index, ranking, rules)], name, "", len(index.topics))
    document = block.document(0) if len(block) else ""
    return dataclasses.replace(run, facts=dataclasses.replace(run.facts, document=document))


def _parts(lines: Lines, index: JudgedIndex, ranking: Ranking, rules: Rules) -> list[_Part] | None:
    """Rank a text piece by piece, or return None where a topic's rows don't stand together."""
    parts: list[_Part] = []
    seen: set[str] = set()
    for block in _whole_topics(_blocks(lines, ranking)):
        if not seen.isdisjoint(block.topics):
            return None
        seen.update(block.topics)
        parts.append(_rank(block, index, ranking, rules))
    return parts


def _blocks(lines: Lines, ranking: Ranking) -> Iterator[Block]:
    return (run_block(rows, by_rank=ranking.ties == "rank") for rows in lines)


def _whole_topics(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield the entries of consecutive blocks in blocks that end where a topic ends."""
    held: list[Block] = []
    for block in blocks:
        rest, last = block.split()  # the last topic may go on in the next block
        if held and held[0].topics[0] != block.topics[0]:
            yield Block.joined(held)
            held.clear()
        if rest is not None:
            yield Block.joined([*held, rest])
            held.clear()
        held.append(last)
        limits.ROWS.check(last.name, sum(map(len, held)))
    if held:
        whole = Block.joined(held)
        held.clear()  # the parts of a large topic are not kept while it is ranked
        yield whole


def _rank(block: Block, index: JudgedIndex, ranking: Ranking, rules: Rules) -> _Part:
    rows = len(block)
    numbers = np.array([index.topics.get(topic, -1) for topic in block.topics], np.int64)
    extra = tuple(topic for topic, number in zip(block.topics, numbers.tolist(), strict=True) if number < 0)
    if extra:
        block = block.take(numbers[block.lists] >= 0)
    topics = numbers[block.lists]
    keys, codes = _looked_up(block, topics, index)
    dropped = 0
    if repeated(keys):
        if rules.duplicates == "refuse":
            block = _distinct(_to_depth(block, ranking), ranking, "refuse")
        else:
            rest = _distinct(block, ranking, rules.duplicates)
            dropped = len(block) - len(rest)
            block = rest
        _, codes = _looked_up(block, numbers[block.lists], index)
    result = ranked(block.lists, block.values, block.ranks, block.ids, ties=ranking.ties)
    scores = block.values
    if result.order is not None:
        codes, scores = codes[result.order], scores[result.order]
    counts = np.bincount(block.lists, minlength=numbers.size)
    if ranking.depth is not None:
        kept = np.arange(codes.size) - np.repeat(np.cumsum(counts) - counts, counts) < ranking.depth
        codes, scores = codes[kept], scores[kept]
        counts = np.minimum(counts, ranking.depth)
    estimates = scaled(scores, counts, codes >= 0)
    judged = numbers >= 0
    return _Part(
        numbers[judged], counts[judged], codes, estimates, rows, result.tied, result.misranked, dropped, extra
    )


def _looked_up(block: Block, topics: IntArray, index: JudgedIndex) -> tuple[WordArray, CodeArray]:
    """Return the hash of each entry, and its code."""
    keys, codes = np.empty(len(block), np.uint64), np.empty(len(block), np.int32)
    for entries, words in block.ids_in_pieces():
        keys[entries] = hashes(words, topics[entries])
        codes[entries] = index.codes(words, topics[entries], keys[entries])
    return keys, codes


def _to_depth(block: Block, ranking: Ranking) -> Block:
    """Return the rows that stand within the depth, in the order of the file."""
    if ranking.depth is None:
        return block
    order = ranked(block.lists, block.values, block.ranks, block.ids, ties=ranking.ties).order
    order = np.arange(len(block)) if order is None else order
    counts = np.bincount(block.lists)
    within = np.arange(len(block)) - np.repeat(np.cumsum(counts) - counts, counts) < ranking.depth
    return block.take(np.sort(order[within]))


def _distinct(block: Block, ranking: Ranking, duplicates: Duplicates) -> Block:
    """Return the block with each document once for a topic, or refuse it."""
    if duplicates == "best":
        order = ranked(block.lists, block.values, block.ranks, block.ids, ties=ranking.ties).order
        block = block if order is None else block.take(order)
    again = duplicate_rows(block.lists, block.ids())
    if again.size and duplicates == "refuse":
        entry = int(again[np.argmin(block.lines[again])])
        raise block.repeats(entry, entry)
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
        judged = codes >= 0
        codes = codes[rows]
        estimates = estimates[(np.cumsum(judged) - 1)[rows[codes >= 0]]]
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
