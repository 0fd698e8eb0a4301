"""Ids as columns of 64-bit words: gathered, hashed and compared as whole arrays."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, BytesArray, IntArray, frozen

ByteArray = npt.NDArray[np.uint8]
WordArray = npt.NDArray[np.uint64]

LONGEST = 1000
"""Ids of more bytes are refused; every text is padded so that as many bytes can be read at any place."""

HEAD = 64
"""Bytes of every id that stand in columns. The rest of longer ids stands apart: few of them cost little."""

_KEPT = np.array([(1 << 8 * kept) - 1 for kept in range(9)], np.uint64)
_MIX = np.uint64(0xFF51AFD7ED558CCD)
_HALF = np.uint64(32)


def _secret(count: int) -> list[np.uint64]:
    """Odd multipliers drawn anew in each process, so that nobody can prepare ids that collide."""
    return [np.uint64(value | 1) for value in np.frombuffer(os.urandom(8 * count), np.uint64).tolist()]


_MULTIPLIERS = _secret(LONGEST // 8)
_TOPIC = _secret(1)[0]


@dataclass(frozen=True, eq=False)
class Words:
    """Ids, spread over columns.

    Attributes
    ----------
    columns : tuple of uint64 arrays, each of shape (n,)
        Column j holds bytes 8j..8j+7 of every id, the first byte lowest, zeros after the end of the id.
        As many as the longest id needs, up to the first `HEAD` bytes.
    long : int64 array, shape (k,)
        Rows of the ids of more than `HEAD` bytes, ascending.
    tails : bytes array, shape (k,)
        What follows the first `HEAD` bytes of these; a whole number of words wide.
    """

    columns: tuple[WordArray, ...]
    long: IntArray
    tails: BytesArray

    @classmethod
    def of(cls, ids: BytesArray) -> Words:
        """Return the ids of an array of bytes."""
        width = ids.dtype.itemsize
        data = np.frombuffer(ids.tobytes() + bytes(LONGEST), np.uint8)
        return gather(data, np.arange(ids.size) * width, np.strings.str_len(ids).astype(np.int64))

    def __post_init__(self) -> None:
        for array in (*self.columns, self.long, self.tails):
            frozen(array)

    def __len__(self) -> int:
        return self.columns[0].size

    def take(self, rows: IntArray) -> Words:
        """Return the ids of these rows, in this order."""
        places = self.tail_places(rows)
        long = np.flatnonzero(places >= 0)
        return Words(tuple(column[rows] for column in self.columns), long, self.tails[places[long]])

    def tail_places(self, rows: IntArray) -> IntArray:
        """Return the place of each row in `long`, or -1."""
        if not self.long.size:
            return np.full(rows.size, -1)
        places = np.minimum(np.searchsorted(self.long, rows), self.long.size - 1)
        return np.where(self.long[places] == rows, places, -1)

    def tail_ranks(self) -> tuple[WordArray, ...]:
        """Return the place of each id's tail in the order of bytes, as a column; none without long ids.

        Of two ids with equal columns the one whose rank is lower comes first, and equal ranks are equal ids.
        """
        if not self.long.size:
            return ()
        ranks = np.zeros(len(self), np.uint64)
        ranks[self.long] = np.unique(self.tails, return_inverse=True)[1] + 1
        return (ranks,)

    def array(self) -> BytesArray:
        """Return the ids as an array of bytes, all as wide as the longest."""
        heads: BytesArray = np.stack(self.columns, axis=1).astype("<u8").view(f"S{8 * len(self.columns)}")
        heads = heads.reshape(-1)
        if self.long.size:
            heads = heads.astype(f"S{HEAD + self.tails.itemsize}")
            heads[self.long] = np.strings.add(heads[self.long], self.tails)
        return heads.astype(f"S{max(1, int(np.strings.str_len(heads).max(initial=1)))}", copy=False)

    def texts(self) -> list[str]:
        """Return the ids of a text as strings; decoded all at once, since none holds a newline."""
        return b"\n".join(self.array().tolist()).decode().split("\n")


def gather(data: ByteArray, starts: IntArray, lengths: IntArray) -> Words:
    """Read the ids at `starts`.

    Parameters
    ----------
    data : uint8 array
        A text, followed by at least `LONGEST` bytes of padding.
    starts, lengths : int64 arrays, shape (n,)
        Where each id begins, and its bytes.

    Examples
    --------
    >>> text = np.frombuffer(b"abc" + bytes(LONGEST), np.uint8)
    >>> [hex(word) for word in gather(text, np.array([0, 1]), np.array([3, 1])).columns[0].tolist()]
    ['0x636261', '0x62']
    """
    longest = int(lengths.max(initial=1))
    shortest = int(lengths.min(initial=longest))
    width = -(-min(longest, HEAD) // 8)
    words = _items(data, 8 * width)[starts].view("<u8").reshape(-1, width)
    columns = []
    for j in range(width):
        kept = _KEPT[np.clip(np.arange(longest + 1) - 8 * j, 0, 8)]  # by length
        if shortest >= 8 * (j + 1):
            columns.append(np.ascontiguousarray(words[:, j], np.uint64))
        elif shortest == longest:
            columns.append(words[:, j] & kept[longest])
        else:
            columns.append(words[:, j] & kept[lengths])
    long = np.flatnonzero(lengths > HEAD) if longest > HEAD else np.empty(0, np.int64)
    return Words(tuple(columns), long, _tails(data, starts[long] + HEAD, lengths[long] - HEAD))


def _items(data: ByteArray, width: int) -> npt.NDArray[np.void]:
    """Return one overlapping item for each byte of the text: a single take then copies whole ids."""
    return np.ndarray((data.size - width + 1,), f"V{width}", buffer=data.data, strides=(1,))


def _tails(data: ByteArray, starts: IntArray, lengths: IntArray) -> BytesArray:
    width = 8 * -(-int(lengths.max(initial=1)) // 8)
    letters = _items(data, width)[starts].view(np.uint8).reshape(-1, width)
    letters[np.arange(width) >= lengths[:, None]] = 0
    tails: BytesArray = letters.view(f"S{width}").reshape(-1)
    return tails


def hashes(words: Words, topics: IntArray) -> WordArray:
    """Return a 64-bit hash of each pair of topic number and id, shape (n,).

    The number of columns does not matter: a column of zeros adds nothing. Equal hashes are a hint
    and never a proof; whoever uses them compares the words.
    """
    total = topics.astype(np.uint64)
    total *= _TOPIC
    _add_mixed(total, words.columns, _MULTIPLIERS)
    if words.long.size:
        tails = words.tails.view("<u8").reshape(words.long.size, -1)
        added = np.zeros(words.long.size, np.uint64)
        _add_mixed(added, tuple(np.ascontiguousarray(tails.T, np.uint64)), _MULTIPLIERS[HEAD // 8 :])
        total[words.long] += added
    return total


def _add_mixed(total: WordArray, columns: tuple[WordArray, ...], multipliers: list[np.uint64]) -> None:
    high = np.empty_like(total)
    for word, multiplier in zip(columns, multipliers, strict=False):
        mixed = word * multiplier
        mixed ^= np.right_shift(mixed, _HALF, out=high)
        mixed *= _MIX
        # Without this the sum would be linear in the columns, and ids that count up would collide.
        mixed ^= np.right_shift(mixed, _HALF, out=high)
        total += mixed


def repeated(keys: WordArray) -> bool:
    """Tell whether two keys are equal, in less time than sorting them takes.

    Each row writes its number into a table at the place its key names; a row that finds another's
    number there either has the same key or competes again among those that lost.
    """
    bits = max(4, int(keys.size).bit_length() + 2)
    shift = np.uint64(64 - bits)
    table = np.empty(1 << bits, np.int32)
    rows = np.arange(keys.size, dtype=np.int32)
    while rows.size:
        places = (keys[rows] >> shift).view(np.int64)
        table[places] = rows
        winners = table[places]
        lost = np.flatnonzero(winners != rows)
        if (keys[winners[lost]] == keys[rows[lost]]).any():
            return True
        rows = rows[lost]
    return False


def equal(words: Words, i: IntArray, other: Words, j: IntArray) -> BoolArray:
    """Tell which ids i of `words` and j of `other` are equal, byte for byte."""
    same = np.ones(i.size, np.bool_)
    for column in range(max(len(words.columns), len(other.columns))):
        left = words.columns[column][i] if column < len(words.columns) else np.uint64(0)
        right = other.columns[column][j] if column < len(other.columns) else np.uint64(0)
        same &= left == right
    if words.long.size or other.long.size:
        mine, others = words.tail_places(i), other.tail_places(j)
        same &= (mine < 0) == (others < 0)
        both = np.flatnonzero(same & (mine >= 0))
        same[both] = words.tails[mine[both]] == other.tails[others[both]]
    return same


def ascending(words: Words, i: IntArray, j: IntArray) -> BoolArray:
    """Tell where id i comes before id j in the order of bytes."""
    before = np.zeros(i.size, np.bool_)
    undecided = np.ones(i.size, np.bool_)
    for column in _ordered(words):
        left, right = column[i], column[j]
        before |= undecided & (left < right)
        undecided &= left == right
    return before


def sort(words: Words, groups: IntArray, *, descending: bool = False) -> IntArray:
    """Return the order by group ascending, then id in the order of bytes; equal ids stay in their order.

    The bits that are the same in all ids are squeezed out. What is left of most collections' ids fits
    one word together with the group, and one sort of integers does for all columns.
    """
    columns = _ordered(words)
    pieces = [piece for column in columns for piece in _varying(column)]
    width = sum(bits for _, bits in pieces)
    if width + int(groups.max(initial=0)).bit_length() <= 64:
        key = groups.astype(np.uint64)
        for piece, bits in pieces:
            key <<= np.uint64(bits)
            key |= piece ^ np.uint64((1 << bits) - 1) if descending else piece
        return np.argsort(key, kind="stable")
    return np.lexsort((*(~column if descending else column for column in reversed(columns)), groups))


def numbered(words: Words) -> IntArray:
    """Return a number for each id, shape (n,): from 0 in the order of bytes, equal where ids are equal."""
    order = sort(words, np.zeros(len(words), np.int64))
    numbers = np.zeros(len(words), np.int64)
    numbers[order[1:]] = np.cumsum(~equal(words, order[1:], words, order[:-1]))
    return numbers


def _ordered(words: Words) -> list[WordArray]:
    """Return columns that compare, the first before the second and so on, as the ids do."""
    return [*(column.byteswap() for column in words.columns), *words.tail_ranks()]


def _varying(column: WordArray) -> list[tuple[WordArray, int]]:
    """Return the runs of bits that differ between rows, highest first, each shifted down, and its width."""
    differs = int(np.bitwise_or.reduce(column ^ column[0])) if column.size else 0
    pieces = []
    while differs:
        high = differs.bit_length()
        low = high
        while low and differs >> (low - 1) & 1:
            low -= 1
        bits = high - low
        pieces.append(((column >> np.uint64(low)) & np.uint64((1 << bits) - 1), bits))
        differs &= (1 << low) - 1
    return pieces
