"""A random part of all documents: each stays or goes once, whatever runs and topics it stands in."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import BoolArray, CodeArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.collection.model import OUTSIDE_POOL


def told_apart(numbers: IntArray) -> CodeArray:
    """Return codes of documents outside the pool that have numbers and no ids.

    Parameters
    ----------
    numbers : int64 array
        From 0 and below 2^30; equal for the same document.

    Returns
    -------
    int32 array, of the same shape

    Examples
    --------
    >>> told_apart(np.array([0, 1, 0])).tolist()
    [-2, -4, -2]
    """
    return (OUTSIDE_POOL - 1 - 2 * numbers).astype(np.int32)


def stays(codes: CodeArray, p: float, *, seed: int) -> BoolArray:
    """Tell which documents stay in a random part of the collection.

    Parameters
    ----------
    codes : int32 array, shape (n,)
        Of documents that are told apart (`hashes.identities`, `told_apart`).
    p : float
        Probability to stay, each document by itself; 0 to 1.
    seed : int
        Another seed, another part. What stays at one p stays at every higher p.

    Returns
    -------
    bool array, shape (n,)
        Equal for equal codes.

    Raises
    ------
    InputError
        Where p is neither 0 nor 1 and documents are not told apart.

    Examples
    --------
    >>> kept = stays(told_apart(np.array([5, 6, 7, 5])), 0.5, seed=1)
    >>> bool(kept[0] == kept[3]), stays(np.array([-1]), 1.0, seed=1).tolist()
    (True, [True])
    """
    limit = round(p * 2.0**32)
    if limit in (0, 1 << 32):
        return np.full(codes.shape, limit > 0)
    if (codes == OUTSIDE_POOL).any():
        raise InputError(
            "documents outside the pool",
            "documents outside the pool that are told apart, by gapviz.load(..., identities=True)",
            "a collection without that",
        )
    factor, summand = np.random.SeedSequence(seed).generate_state(2)
    values = codes.view(np.uint32) * (factor | np.uint32(1)) + summand
    # The finaliser of MurmurHash3 spreads the codes over all 32 bits.
    for shift, multiplier in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        values ^= values >> np.uint32(shift)
        values *= np.uint32(multiplier)
    values ^= values >> np.uint32(16)
    kept: BoolArray = values < np.uint32(limit)
    return kept
