"""Ids compared and put in order, as whole arrays."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import BoolArray, IntArray
from gapviz.collection.reading.words import WordArray, Words


def equal(words: Words, i: IntArray, other: Words, j: IntArray) -> BoolArray:
    """Tell which ids i of `words` and j of `other` are equal, byte for byte.

    Parameters
    ----------
    words, other : Words
    i, j : int64 arrays, shape (k,)
        Rows of `words` and of `other`.

    Returns
    -------
    bool array, shape (k,)

    Examples
    --------
    >>> ids = Words.of(np.array([b"b", b"a", b"b"]))
    >>> equal(ids, np.array([0, 0]), ids, np.array([1, 2])).tolist()
    [False, True]
    """
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
    """Tell where id i comes before id j in the order of bytes.

    Parameters
    ----------
    words : Words
    i, j : int64 arrays, shape (k,)
        Rows.

    Returns
    -------
    bool array, shape (k,)

    Examples
    --------
    >>> ids = Words.of(np.array([b"b", b"a", b"b"]))
    >>> ascending(ids, np.array([1, 0]), np.array([0, 1])).tolist()
    [True, False]
    """
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

    Parameters
    ----------
    words : Words
        length n
    groups : int64 array, shape (n,)
        From 0.
    descending : bool
        Whether ids fall within a group.

    Returns
    -------
    int64 array, shape (n,)
        Rows in order.

    Examples
    --------
    >>> ids = Words.of(np.array([b"b", b"a", b"b"]))
    >>> sort(ids, np.zeros(3, np.int64)).tolist()
    [1, 0, 2]
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
