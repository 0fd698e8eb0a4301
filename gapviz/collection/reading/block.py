"""A block of entries: whole topics with their documents and numbers, from a file or from memory."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import BoolArray, FloatArray, IntArray
from gapviz.collection import limits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.reading.words import HEAD, LONGEST, ByteArray, Words, gather

_AT_ONCE = 1 << 16
_ALL = slice(None)


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
        Line or row number of each entry, from 1; 0 where the source has none.
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
        """Return the block with these entries only, in this order.

        Parameters
        ----------
        entries : int64 array, bool array or slice

        Returns
        -------
        Block
        """
        columns = ("lists", "starts", "lengths", "values", "ranks", "lines")
        return dataclasses.replace(self, **{name: getattr(self, name)[entries] for name in columns})

    @classmethod
    def joined(cls, parts: Sequence[Block]) -> Block:
        """Return the entries of `parts`, which follow one another in a source, as one block.

        Parameters
        ----------
        parts : sequence of Block
            At least one.

        Returns
        -------
        Block
        """
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
        """Return the block without its last topic, or None, and the last topic.

        Returns
        -------
        (Block or None, Block)
        """
        last = len(self.topics) - 1
        if last < 1:
            return None, self
        before = slice(0, int(np.searchsorted(self.lists, last)))
        after = slice(before.stop, None)
        rest = dataclasses.replace(self.take(before), topics=self.topics[:-1])
        own = dataclasses.replace(self.take(after), topics=self.topics[-1:], lists=self.lists[after] - last)
        return rest, own

    def ids(self, entries: IntArray | slice = _ALL) -> Words:
        """Return the document ids of these entries, in this order.

        Parameters
        ----------
        entries : int64 array or slice

        Returns
        -------
        Words
        """
        return gather(self.data, self.starts[entries], self.lengths[entries])

    def ids_in_pieces(self) -> Iterator[tuple[slice, Words]]:
        """Yield all document ids, so many at a time that they take little memory beside the block.

        Yields
        ------
        slice, Words
            Entries, and their ids.
        """
        for low in range(0, len(self), _AT_ONCE):
            entries = slice(low, low + _AT_ONCE)
            yield entries, self.ids(entries)

    def document(self, entry: int) -> str:
        """Return a document id as text.

        Parameters
        ----------
        entry : int
            Its place in the block.

        Returns
        -------
        str
        """
        start = int(self.starts[entry])
        return self.data[start : start + int(self.lengths[entry])].tobytes().decode()

    def error(self, entry: int, expected: str, given: str) -> InputError:
        """Return the error that names this entry's line, or its document and topic where it has none.

        Parameters
        ----------
        entry : int
            Its place in the block.
        expected, given : str
            As in `InputError`.

        Returns
        -------
        InputError
            To be raised.
        """
        if line := int(self.lines[entry]):
            return InputError(self.name, expected, given, line=line)
        document, topic = self._names(entry)
        return InputError(self.name, expected, f"{given} for document {document} of topic {topic}")

    def repeats(self, entry: int, first: int) -> InputError:
        """Return the error for a document that stands in its topic a second time.

        Parameters
        ----------
        entry, first : int
            Places in the block of the second and of the first.

        Returns
        -------
        InputError
            To be raised.
        """
        expected = "each document once for a topic, or the option duplicates (first or best)"
        line = int(self.lines[entry]) or None
        document, topic = self._names(entry)
        given = f"{document} again for topic {topic}"
        if self._before(entry) != self._before(first):
            given += " with another second column, as where groups or subtopics are judged"
        return InputError(self.name, expected, given, line=line)

    def _before(self, entry: int) -> bytes:
        """Return the field that stands before a document on its line; nothing in memory."""
        end = int(self.starts[entry])
        fields = self.data[max(0, end - 3 * LONGEST) : end].tobytes().rpartition(b"\n")[2].split()
        return fields[1] if len(fields) == 2 else b""

    def _names(self, entry: int) -> tuple[str, str]:
        """Return document and topic of an entry, as messages show them."""
        return shown(self.document(entry)), shown(self.topics[int(self.lists[entry])])


def bounded(blocks: Iterable[Block]) -> list[Block]:
    """Collect blocks of one source that have to be in memory together.

    Parameters
    ----------
    blocks : iterable of Block

    Returns
    -------
    list of Block

    Raises
    ------
    InputError
        As soon as they have more rows than `limits.ROWS`.
    """
    collected: list[Block] = []
    rows = 0
    for block in blocks:
        collected.append(block)
        rows += len(block)
        if rows > limits.ROWS.value:
            raise limits.ROWS.refusal(block.name, "more")
    return collected


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

    Returns
    -------
    Block

    Raises
    ------
    InputError
        Where long ids would take more than `limits.LONG_IDS`.

    Examples
    --------
    Topic 1 comes in two groups:

    >>> from gapviz.collection.reading.words import LONGEST
    >>> ids = np.frombuffer(b"abc" + bytes(LONGEST), np.uint8)
    >>> counts = lengths = np.ones(3, int)
    >>> numbers = (np.ones(3), np.ones(3), np.arange(1, 4))
    >>> block = gathered("a", ids, ["1", "2", "1"], counts, np.arange(3), lengths, *numbers)
    >>> block.lists.tolist(), block.ids().texts()
    ([0, 0, 1], ['a', 'c', 'b'])
    """
    longest = int(lengths.max(initial=0))
    long = int(np.count_nonzero(lengths > HEAD)) if longest > HEAD else 0
    if long * longest > limits.LONG_IDS.bytes:
        raise limits.LONG_IDS.refusal(name, f"{long} of up to {longest} bytes")
    topics = {topic: number for number, topic in enumerate(dict.fromkeys(names))}
    lists = np.repeat(np.array([topics[topic] for topic in names], np.int64), counts)
    block = Block(name, data, tuple(topics), lists, starts, lengths, values, ranks, lines)
    if (lists[1:] >= lists[:-1]).all():
        return block
    return block.take(np.argsort(lists, kind="stable"))
