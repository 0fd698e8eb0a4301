"""Ids as columns of 64-bit words: gathered, hashed and compared as whole arrays."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, BytesArray, IntArray

ByteArray = npt.NDArray[np.uint8]
WordArray = npt.NDArray[np.uint64]
Words = Sequence[WordArray]
"""Column j holds bytes 8j..8j+7 of every id, the first byte lowest, zeros after the end of the id."""

LONGEST = 1000
"""Ids of more bytes are refused; every text is padded so that as many bytes can be read at any place."""

_KEPT = np.array([(1 << 8 * kept) - 1 for kept in range(9)], np.uint64)
_MIX = np.uint64(0xFF51AFD7ED558CCD)
_HALF = np.uint64(32)


def _secret(count: int) -> list[np.uint64]:
    """Odd multipliers drawn anew in each process, so that nobody can prepare ids that collide."""
    return [np.uint64(value | 1) for value in np.frombuffer(os.urandom(8 * count), np.uint64).tolist()]


_MULTIPLIERS = _secret(LONGEST // 8)
_TOPIC = _secret(1)[0]


def gather(data: ByteArray, starts: IntArray, lengths: IntArray) -> list[WordArray]:
    """Read the ids at `starts` as columns of words.

    Parameters
    ----------
    data : uint8 array
        A text, followed by at least `LONGEST` bytes of padding.
    starts, lengths : int64 arrays, shape (n,)
        Where each id begins, and its bytes.

    Returns
    -------
    list of uint64 arrays, each of shape (n,)
        As many columns as the longest id needs.

    Examples
    --------
    >>> text = np.frombuffer(b"abc" + bytes(LONGEST), np.uint8)
    >>> [hex(word) for word in gather(text, np.array([0, 1]), np.array([3, 1]))[0].tolist()]
    ['0x636261', '0x62']
    """
    longest = int(lengths.max(initial=1))
    shortest = int(lengths.min(initial=longest))
    width = -(-longest // 8)
    # One overlapping item for each byte of the text: a single take then copies whole ids.
    items: npt.NDArray[np.void] = np.ndarray(
        (data.size - 8 * width + 1,), f"V{8 * width}", buffer=data.data, strides=(1,)
    )
    words = items[starts].view("<u8").reshape(-1, width)
    columns = []
    for j in range(width):
        kept = _KEPT[np.clip(np.arange(longest + 1) - 8 * j, 0, 8)]  # by length
        if shortest >= 8 * (j + 1):
            columns.append(np.ascontiguousarray(words[:, j], np.uint64))
        elif shortest == longest:
            columns.append(words[:, j] & kept[longest])
        else:
            columns.append(words[:, j] & kept[lengths])
    return columns


def hashes(words: Words, topics: IntArray) -> WordArray:
    """Return a 64-bit hash of each pair of topic number and id, shape (n,).

    The number of columns does not matter: a column of zeros adds nothing. Equal hashes are a hint
    and never a proof; whoever uses them compares the words.
    """
    total = topics.astype(np.uint64)
    total *= _TOPIC
    high = np.empty_like(total)
    for word, multiplier in zip(words, _MULTIPLIERS, strict=False):
        mixed = word * multiplier
        mixed ^= np.right_shift(mixed, _HALF, out=high)
        mixed *= _MIX
        total += mixed
    return total


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
    """Tell which ids ``words[i]`` and ``other[j]`` are equal, byte for byte."""
    same = np.ones(i.size, np.bool_)
    for column in range(max(len(words), len(other))):
        left = words[column][i] if column < len(words) else np.uint64(0)
        right = other[column][j] if column < len(other) else np.uint64(0)
        same &= left == right
    return same


def ascending(words: Words, i: IntArray, j: IntArray) -> BoolArray:
    """Tell where id i comes before id j in the order of bytes."""
    before = np.zeros(i.size, np.bool_)
    undecided = np.ones(i.size, np.bool_)
    for column in words:
        left, right = column[i].byteswap(), column[j].byteswap()
        before |= undecided & (left < right)
        undecided &= left == right
    return before


def joined(words: Words) -> BytesArray:
    """Return the ids as an array of bytes."""
    return np.stack(words, axis=1).astype("<u8").view(f"S{8 * len(words)}").reshape(-1)


def texts(words: Words) -> list[str]:
    """Return the ids of a text as strings; decoded all at once, since none holds a newline."""
    return b"\n".join(joined(words).tolist()).decode().split("\n")


def sort_descending(words: Words, groups: IntArray) -> IntArray:
    """Return the order by group ascending, then id descending in the order of bytes.

    The bits that are the same in all ids are squeezed out. What is left of most collections' ids fits
    one word together with the group, and one sort of integers does for all columns.
    """
    pieces = [piece for column in words for piece in _varying(column.byteswap())]
    width = sum(bits for _, bits in pieces)
    if width + int(groups[-1] if groups.size else 0).bit_length() <= 64:
        key = groups.astype(np.uint64)
        for piece, bits in pieces:
            key <<= np.uint64(bits)
            key |= piece ^ np.uint64((1 << bits) - 1)
        return np.argsort(key)
    return np.lexsort((*(~column.byteswap() for column in reversed(words)), groups))


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
