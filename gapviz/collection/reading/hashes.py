"""Ids hashed, documents outside the pool told apart, and equal hashes found, as whole arrays."""

from __future__ import annotations

import hashlib
import os

import numpy as np

from gapviz.arrays import CodeArray, IntArray
from gapviz.collection.reading.words import HEAD, LONGEST, WordArray, Words

_MIX = np.uint64(0xFF51AFD7ED558CCD)
_HALF = np.uint64(32)


def _secret(count: int) -> list[np.uint64]:
    """Odd multipliers drawn anew in each process, so that nobody can prepare ids that collide."""
    return [np.uint64(value | 1) for value in np.frombuffer(os.urandom(8 * count), np.uint64).tolist()]


_MULTIPLIERS = _secret(LONGEST // 8)
_TOPIC = _secret(1)[0]
_LASTING = [
    np.uint64(value | 1)
    for value in np.frombuffer(hashlib.shake_128(b"gapviz").digest(LONGEST), "<u8").tolist()
]
"""Odd multipliers that are the same in each process."""


def hashes(words: Words, topics: IntArray) -> WordArray:
    """Return a 64-bit hash of each pair of topic number and id, shape (n,).

    The number of columns does not matter: a column of zeros adds nothing. Equal hashes are a hint
    and never a proof; whoever uses them compares the words.

    Parameters
    ----------
    words : Words
        length n
    topics : int64 array, shape (n,)
        Topic number of each id.

    Returns
    -------
    uint64 array, shape (n,)
        Others in each process.

    Examples
    --------
    >>> ids = Words.of(np.array([b"b", b"a", b"b"]))
    >>> codes = hashes(ids, np.zeros(3, np.int64))
    >>> bool(codes[0] == codes[2])
    True
    """
    total = topics.astype(np.uint64)
    total *= _TOPIC
    _add_words(total, words, _MULTIPLIERS)
    return total


def identities(words: Words) -> CodeArray:
    """Return codes that tell documents outside the pool apart, shape (n,).

    They hold 30 bits of a hash of the id, the same in each process. Two ids share one with chance 2^-30.

    Parameters
    ----------
    words : Words
        length n

    Returns
    -------
    int32 array, shape (n,)
        Even numbers below `model.OUTSIDE_POOL`.

    Examples
    --------
    >>> codes = identities(Words.of(np.array([b"b", b"a", b"b"])))
    >>> bool(codes[0] == codes[2] != codes[1]), bool((codes < -1).all())
    (True, True)
    """
    total = np.zeros(len(words), np.uint64)
    _add_words(total, words, _LASTING)
    total >>= _HALF
    codes = total.astype(np.uint32)
    codes |= np.uint32(1 << 31)
    codes &= ~np.uint32(1)
    return codes.view(np.int32)


def _add_words(total: WordArray, words: Words, multipliers: list[np.uint64]) -> None:
    _add_mixed(total, words.columns, multipliers)
    if words.long.size:
        tails = words.tails.view("<u8").reshape(words.long.size, -1)
        added = np.zeros(words.long.size, np.uint64)
        _add_mixed(added, tuple(np.ascontiguousarray(tails.T, np.uint64)), multipliers[HEAD // 8 :])
        total[words.long] += added


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

    Parameters
    ----------
    keys : uint64 array, shape (n,)
        Spread evenly over all bits, as `hashes` are.

    Returns
    -------
    bool

    Examples
    --------
    >>> repeated(np.array([5, 7, 5], np.uint64)), repeated(np.array([5, 7], np.uint64))
    (True, False)
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
