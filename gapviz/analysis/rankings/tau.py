"""Rank correlation of runs' means: Kendall's tau-b and Yilmaz, Aslam and Robertson's tau_AP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
import numpy.typing as npt

from gapviz.analysis.rankings.equality import places
from gapviz.arrays import BoolArray, FloatArray, IntArray
from gapviz.measures.relevant import ratio

Coefficient = Literal["b", "ap"]

CACHED = 1 << 21
"""Comparisons that are held at a time: they have to fit a processor's cache."""


def tau_against(means: FloatArray, references: FloatArray, *, coefficient: Coefficient = "b") -> FloatArray:
    """Correlation of many lists of means with some references.

    Parameters
    ----------
    means : float64 array, shape (P, N)
        Means of N runs at P user models, or by P measures.
    references : float64 array, shape (K, N)
    coefficient : {"b", "ap"}
        Kendall's tau-b; or tau_AP of the ranking by `means`, whose top weighs more, where `references` say
        what order is right.

    Returns
    -------
    float64 array, shape (P, K)
        From -1 to 1; NaN, undefined, where all means of a list are equal. What counts as equal:
        `gapviz.analysis.rankings.equality`.

    Notes
    -----
    tau-b is the number of pairs of runs in the same order less that in opposite order, over the geometric
    mean of the pairs that are not tied in each list.

    tau_AP is 2 / n sum over runs i of C(i) / p(i) - 1, with p(i) the runs that the list places above i and
    C(i) those of them that the reference places above it too, over the n runs that have any above. A tie in
    the reference is not the right order; ties in the list are left out, as in Urbano and Marrero's tau_AP,b,
    which is the mean of tau_AP both ways.

    References
    ----------
    Kendall, Rank Correlation Methods (1948); Yilmaz, Aslam and Robertson, A New Rank Correlation Coefficient
    for Information Retrieval (SIGIR 2008), section 4; Urbano and Marrero, The Treatment of Ties in AP
    Correlation (ICTIR 2017).

    Examples
    --------
    Of the six pairs one is tied in the reference and one is in opposite order: (4 - 1) / sqrt(6 * 5) =
    0.5477.

    >>> tau_against(np.array([[1.0, 2.0, 3.0, 4.0]]), np.array([[1.0, 3.0, 2.0, 3.0]])).round(4).item()
    0.5477

    Of the runs above the second 1 of 1 stands there rightly, above the third 1 of 2, above the fourth 3 of 3:
    2 / 3 * (1 + 1/2 + 1) - 1 = 0.6667.

    >>> means, reference = np.array([[4.0, 3.0, 2.0, 1.0]]), np.array([[4.0, 2.0, 3.0, 1.0]])
    >>> tau_against(means, reference, coefficient="ap").round(4).item()
    0.6667
    """
    return tau_with(references, coefficient=coefficient)(means)


def tau_with(references: FloatArray, *, coefficient: Coefficient = "b") -> Callable[[FloatArray], FloatArray]:
    """Prepare `tau_against` for references that stay.

    Parameters
    ----------
    references : float64 array, shape (K, N)
    coefficient : {"b", "ap"}

    Returns
    -------
    callable
        ``tau_against`` of means, shape (P, N), with the references, shape (P, K).

    Examples
    --------
    >>> tau_with(np.array([[1.0, 2.0, 3.0]]))(np.array([[1.0, 3.0, 2.0]])).round(4).tolist()
    [[0.3333]]
    """
    right = _above(places(references))
    agreements = _agreements(right) if coefficient == "b" else _ap_agreements(right)
    constant = ~right.any(axis=(1, 2))

    def taus(means: FloatArray) -> FloatArray:
        each = np.empty((means.shape[0], references.shape[0]))
        for part in _blocks(means.shape[0], means.shape[1] ** 2):
            each[part] = agreements(_above(places(means[part])))
        each[:, constant] = np.nan
        return each

    return taus


def tau_matrix(means: FloatArray, *, coefficient: Coefficient = "b") -> FloatArray:
    """Correlation of every pair of measures.

    Parameters
    ----------
    means : float64 array, shape (M, N)
        Means of N runs by M measures.
    coefficient : {"b", "ap"}
        tau-b, which is symmetric, or tau_AP of the row's ranking with the column's.

    Returns
    -------
    float64 array, shape (M, M)
        From -1 to 1; NaN, undefined, where all means of a measure are equal.

    Examples
    --------
    >>> tau_matrix(np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]])).tolist()
    [[1.0, -1.0], [-1.0, 1.0]]
    """
    return tau_against(means, means, coefficient=coefficient)


def tau_each(means: FloatArray, *, coefficient: Coefficient = "b") -> FloatArray:
    """Correlation of every pair of measures, for each of many samples or user models.

    Parameters
    ----------
    means : float64 array, shape (B, M, N)
        Means of N runs by M measures in each of B samples.
    coefficient : {"b", "ap"}

    Returns
    -------
    float64 array, shape (B, M, M)
        ``tau_matrix`` of each sample.

    Examples
    --------
    >>> tau_each(np.array([[[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]]])).round(4).tolist()
    [[[1.0, 0.3333], [0.3333, 1.0]]]
    """
    B, M, N = means.shape
    if not N:
        return np.full((B, M, M), np.nan)
    taus = np.empty((B, M, M))
    constant = np.empty((B, M), dtype=np.bool_)
    for part in _blocks(B, M * N * N):
        placed = places(means[part])
        constant[part] = (placed == 0).all(axis=2)
        above = _above(placed.reshape(-1, N))
        if coefficient == "b":
            taus[part] = _pair_agreements(above, M)
        else:
            taus[part] = _ap_pair_agreements(above, M)
    return np.where(constant[:, :, None] | constant[:, None, :], np.nan, taus)


def swapped_pairs(means: FloatArray) -> IntArray:
    """Count the pairs of runs that any two measures rank differently, both without a tie.

    Parameters
    ----------
    means : float64 array, shape (M, N)
        Means of N runs by M measures.

    Returns
    -------
    int64 array, shape (M, M)
        Discordant pairs, from 0 to N (N - 1) / 2.

    Examples
    --------
    >>> swapped_pairs(np.array([[0.3, 0.2, 0.1], [0.1, 0.3, 0.2]])).tolist()
    [[0, 2], [2, 0]]
    """
    above = _above(places(means))
    bits, below = _packed(above), _packed(above.transpose(0, 2, 1))
    return np.stack([_count(below & one) for one in bits])


def _above(placed: npt.NDArray[np.unsignedinteger]) -> BoolArray:
    """Whether run j stands above run i, shape (P, N, N): a pair that is not tied is true once."""
    return placed[:, None, :] > placed[:, :, None]


def _agreements(right: BoolArray) -> Callable[[BoolArray], FloatArray]:
    """Return what gives tau-b with the references: concordant less discordant pairs, over untied ones."""
    N = right.shape[1]
    bits, opposite = _packed(right), _packed(right.transpose(0, 2, 1))
    untied = _count(bits)
    whole = untied == N * (N - 1) // 2  # a reference without ties: what is not concordant is discordant

    def agreements(above: BoolArray) -> FloatArray:
        own = _packed(above)
        own_untied = _count(own)
        scaled = np.empty((above.shape[0], untied.size))
        for k in range(untied.size):
            concordant = _count(own & bits[k])
            discordant = own_untied - concordant if whole[k] else _count(own & opposite[k])
            scaled[:, k] = concordant - discordant
        return _over(scaled, np.sqrt(np.outer(own_untied, untied)))  # Kendall (1948), tau-b

    return agreements


def _pair_agreements(above: BoolArray, M: int) -> FloatArray:
    """tau-b of the M lists of each sample with one another, shape (B, M, M)."""
    bits = _packed(above)
    untied = _count(bits).reshape(-1, M).astype(np.float64)
    below = _packed(above.transpose(0, 2, 1)).reshape(untied.shape[0], M, -1)
    bits = bits.reshape(below.shape)
    scaled = np.empty((untied.shape[0], M, M))
    for i in range(M):
        for j in range(i + 1):
            agree = _count(bits[:, i] & bits[:, j]) - _count(bits[:, i] & below[:, j])
            scaled[:, i, j] = scaled[:, j, i] = agree
    return _over(scaled, np.sqrt(untied[:, :, None] * untied[:, None, :]))  # Kendall (1948), tau-b


def _ap_agreements(right: BoolArray) -> Callable[[BoolArray], FloatArray]:
    """Return what gives tau_AP; the rows of a table are the runs i, its columns what stands above them."""
    wrongly = (~right).reshape(right.shape[0], -1).T.astype(np.float64)

    def agreements(above: BoolArray) -> FloatArray:
        weights, lower = _ap_weights(above)
        # Sum of 1 - C(i) / p(i): exactly 0 where nothing is out of order.
        shares = weights @ wrongly
        # Yilmaz, Aslam and Robertson, section 4: 2 / n sum C(i) / p(i) - 1 = (n - 2 shares) / n.
        return _over(lower[:, None] - 2.0 * shares, lower[:, None])

    return agreements


def _ap_pair_agreements(above: BoolArray, M: int) -> FloatArray:
    """tau_AP of the M lists of each sample with one another, shape (B, M, M)."""
    weights, lower = _ap_weights(above)
    wrongly = (~above).reshape(-1, M, weights.shape[1]).astype(np.float64)
    shares = weights.reshape(wrongly.shape) @ wrongly.transpose(0, 2, 1)
    below_top = lower.reshape(-1, M, 1)
    return _over(below_top - 2.0 * shares, below_top)  # Yilmaz, Aslam and Robertson, section 4


def _over(numerator: FloatArray, denominator: FloatArray | IntArray) -> FloatArray:
    """Divide; NaN where nothing is compared, and no coefficient beyond 1 by rounding."""
    with np.errstate(invalid="ignore", divide="ignore"):
        taus: FloatArray = np.clip(numerator / denominator, -1.0, 1.0)
    return taus


def _ap_weights(above: BoolArray) -> tuple[FloatArray, IntArray]:
    """1 / p(i) for each run above run i, shape (P, N * N), and the runs that have any above."""
    placed = above.sum(axis=2)  # p(i)
    weights = above * ratio(np.ones(1), placed)[:, :, None]
    return weights.reshape(above.shape[0], -1), (placed > 0).sum(axis=1)


def _packed(flags: BoolArray) -> npt.NDArray[np.uint64]:
    """Bits of each N x N table in whole words, shape (P, W)."""
    P = flags.shape[0]
    flat = np.packbits(flags.reshape(P, -1), axis=1)
    words = np.zeros((P, -(-flat.shape[1] // 8) * 8), dtype=np.uint8)
    words[:, : flat.shape[1]] = flat
    return words.view(np.uint64)


def _count(bits: npt.NDArray[np.uint64]) -> IntArray:
    """Bits that are set in each row."""
    counts: IntArray = np.bitwise_count(bits).sum(axis=1, dtype=np.int64)
    return counts


def _blocks(rows: int, width: int) -> Iterator[slice]:
    step = max(1, CACHED // max(1, width))
    return (slice(start, start + step) for start in range(0, rows, step))
