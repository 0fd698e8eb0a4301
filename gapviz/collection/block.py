"""A block of entries: whole topics with their documents and numbers, from a file or from memory."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import BoolArray, FloatArray, IntArray
from gapviz.collection.decimals import decimals
from gapviz.collection.errors import InputError, shown
from gapviz.collection.rows import Rows
from gapviz.collection.words import HEAD, LONGEST, ByteArray, Words, gather

MOST_LONG = 2 << 30
"""Bytes that the long ids of a source may take, each as wide as the longest."""

_AT_ONCE = 1 << 16
_ALL = slice(None)

_TOPIC, _DOCUMENT, _RANK, _SCORE, _TAG = 0, 2, 3, 4, 5
_GRADE = 3
_CLICKS = 2


@dataclass(frozen=True, eq=False)
class Block:
    """Entries of some topics, topic by topic.

    Attributes
    ----------
    name : str
        What messages call the source.
    data : uint8 array
        Where the document ids stand, padded.
    topics : tuple of str
        Topics in the order of their first entries, length L.
    lists : int64 array, shape (n,)
        Position in `topics` of each entry, ascending.
    starts, lengths : int64 arrays, shape (n,)
        Place of each document id in `data`.
    values : float64 array, shape (n,)
        Scores or grades.
    ranks : float64 array, shape (n,)
        Rank column of a run; NaN where there is none.
    lines : int64 array, shape (n,)
        Line or row number of each entry, from 1.
    """

    name: str
    data: ByteArray
    topics: tuple[str, ...]
    lists: IntArray
    starts: IntArray
    lengths: IntArray
    values: FloatArray
    ranks: FloatArray
    lines: IntArray

    def __len__(self) -> int:
        return self.lists.size

    def take(self, entries: IntArray | BoolArray | slice) -> Block:
        """Return the block with these entries only, in this order."""
        columns = ("lists", "starts", "lengths", "values", "ranks", "lines")
        return dataclasses.replace(self, **{name: getattr(self, name)[entries] for name in columns})

    @classmethod
    def joined(cls, parts: Sequence[Block]) -> Block:
        """Return the entries of `parts`, which follow one another in a source, as one block."""
        if len(parts) == 1:
            return parts[0]
        columns = ("starts", "lengths", "values", "ranks", "lines")
        return gathered(
            parts[0].name,
            parts[0].data,
            [topic for part in parts for topic in part.topics],
            np.concatenate([np.bincount(part.lists, minlength=len(part.topics)) for part in parts]),
            *(np.concatenate([getattr(part, name) for part in parts]) for name in columns),
        )

    def split(self) -> tuple[Block | None, Block]:
        """Return the block without its last topic, or None, and the last topic."""
        last = len(self.topics) - 1
        if last < 1:
            return None, self
        before = slice(0, int(np.searchsorted(self.lists, last)))
        after = slice(before.stop, None)
        rest = dataclasses.replace(self.take(before), topics=self.topics[:-1])
        own = dataclasses.replace(self.take(after), topics=self.topics[-1:], lists=self.lists[after] - last)
        return rest, own

    def ids(self, entries: IntArray | slice = _ALL) -> Words:
        """Return the document ids of these entries, in this order."""
        return gather(self.data, self.starts[entries], self.lengths[entries])

    def ids_in_pieces(self) -> Iterator[tuple[slice, Words]]:
        """Yield all document ids, so many at a time that they take little memory beside the block."""
        for low in range(0, len(self), _AT_ONCE):
            entries = slice(low, low + _AT_ONCE)
            yield entries, self.ids(entries)

    def document(self, entry: int) -> str:
        """Return a document id as text."""
        start = int(self.starts[entry])
        return self.data[start : start + int(self.lengths[entry])].tobytes().decode()

    def error(self, entry: int, expected: str, found: str) -> InputError:
        """Return the error that names this entry's line."""
        return InputError(self.name, expected, found, line=int(self.lines[entry]))

    def repeats(self, entry: int) -> InputError:
        """Return the error for a document that stands in its topic a second time."""
        topic = shown(self.topics[int(self.lists[entry])])
        return self.error(
            entry, "each document once for a topic", f"{shown(self.document(entry))} again for topic {topic}"
        )


def run_block(rows: Rows, *, by_rank: bool) -> Block:
    """Read the columns of a run.

    Parameters
    ----------
    rows : Rows
    by_rank : bool
        Whether the rank column counts and has to hold whole numbers.

    Raises
    ------
    InputError
        For a score or rank that is no number, an id that is too long, and rows that are longer because
        an id holds a space.
    """
    scores = _numbers(rows, _SCORE, "a number as score")
    ranks = decimals(rows.text.data, rows.starts[_RANK], rows.ends[_RANK])
    if by_rank:
        for row in np.flatnonzero(~(ranks == np.rint(ranks)))[:1].tolist():
            expected = "a whole number as rank, which the rule 'rank' needs"
            raise rows.error(row, expected, shown(rows.field(row, _RANK)))
    if rows.longer.size:
        _check_longer(rows, ranks)
    return _block(rows, scores, ranks)


def judgement_block(rows: Rows) -> Block:
    """Read the columns of a qrels file.

    Raises
    ------
    InputError
        For a grade that is no number, and an id that is too long.
    """
    grades = _numbers(rows, _GRADE, "a number as grade")
    return _block(rows, grades, np.full(len(rows), np.nan))


def click_block(rows: Rows) -> Block:
    """Read the columns of a click log.

    Raises
    ------
    InputError
        For clicks that are no whole number from 0, and an id that is too long.
    """
    clicks = _numbers(rows, _CLICKS, "a number of clicks")
    for row in np.flatnonzero((clicks < 0) | np.isinf(clicks) | (clicks != np.rint(clicks)))[:1].tolist():
        raise rows.error(row, "a whole number of clicks", shown(rows.field(row, _CLICKS)))
    columns = [0, 0, 1]  # the document stands where a qrels file has it
    placed = dataclasses.replace(rows, starts=rows.starts[columns], ends=rows.ends[columns])
    return _block(placed, clicks, np.full(len(rows), np.nan))


def _numbers(rows: Rows, column: int, expected: str) -> FloatArray:
    values = decimals(rows.text.data, rows.starts[column], rows.ends[column])
    wrong = np.isnan(values)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise rows.error(row, expected, shown(rows.field(row, column)))
    return values


def _check_longer(rows: Rows, ranks: FloatArray) -> None:
    """Refuse rows of more fields that look shifted: a number as tag, or none as rank."""
    i = rows.longer
    tags = decimals(rows.text.data, rows.starts[_TAG, i], rows.ends[_TAG, i])
    shifted = ~np.isnan(tags) | np.isnan(ranks[i])
    if shifted.any():
        row = int(i[np.argmax(shifted)])
        raise rows.error(row, "6 fields (topic Q0 document rank score tag)", "more, perhaps a space in an id")


def _block(rows: Rows, values: FloatArray, ranks: FloatArray) -> Block:
    data = rows.text.data
    starts, ends = rows.starts[_TOPIC], rows.ends[_TOPIC]
    _check_lengths(rows, _TOPIC, ends - starts, "topic")
    words = gather(data, starts, ends - starts)
    changes = np.ones(len(rows), np.bool_)
    changes[1:] = False
    for column in (*words.columns, *words.tail_ranks()):
        changes[1:] |= column[1:] != column[:-1]
    firsts = np.flatnonzero(changes)
    names = words.take(firsts).texts()
    starts = rows.starts[_DOCUMENT].copy()  # a view would keep all columns
    lengths = rows.ends[_DOCUMENT] - starts
    _check_lengths(rows, _DOCUMENT, lengths, "document")
    lines = rows.lines
    if isinstance(lines, int):
        lines = np.arange(lines, lines + len(rows))
    counts = np.diff(firsts, append=len(rows))
    return gathered(rows.text.name, data, names, counts, starts, lengths, values, ranks, lines)


def _check_lengths(rows: Rows, column: int, lengths: IntArray, what: str) -> None:
    if lengths.max(initial=0) > LONGEST:
        row = int(np.argmax(lengths > LONGEST))
        raise rows.error(row, f"a {what} id of at most {LONGEST} bytes", shown(rows.field(row, column)))


def gathered(
    name: str,
    data: ByteArray,
    names: Sequence[str],
    counts: IntArray,
    starts: IntArray,
    lengths: IntArray,
    values: FloatArray,
    ranks: FloatArray,
    lines: IntArray,
) -> Block:
    """Return a block from groups of entries, bringing together a topic that comes in several groups.

    Parameters
    ----------
    name, data, starts, lengths, values, ranks, lines
        As in `Block`.
    names : sequence of str
        Topic of each group of consecutive entries.
    counts : int64 array
        Entries of each group.
    """
    longest = int(lengths.max(initial=0))
    long = int(np.count_nonzero(lengths > HEAD)) if longest > HEAD else 0
    if long * longest > MOST_LONG:
        expected = f"document ids of more than {HEAD} bytes that fit {MOST_LONG >> 20} MiB in equal widths"
        raise InputError(name, expected, f"{long} of up to {longest} bytes")
    topics = {topic: number for number, topic in enumerate(dict.fromkeys(names))}
    lists = np.repeat(np.array([topics[topic] for topic in names], np.int64), counts)
    block = Block(name, data, tuple(topics), lists, starts, lengths, values, ranks, lines)
    if (lists[1:] >= lists[:-1]).all():
        return block
    return block.take(np.argsort(lists, kind="stable"))
