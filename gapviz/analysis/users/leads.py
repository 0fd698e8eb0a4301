"""The lead of one run over another on a straight way between user models: a function of one number."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.analysis.rankings.equality import EQUAL
from gapviz.analysis.users.family import Family, Graded
from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen
from gapviz.measures.relevant import ratio

HALVINGS = 60
"""After so many, a part of a way is as narrow as doubles are."""

SUM_NOISE = 1e-13
"""Rounding of a sum, as a share of the sum of its absolute terms."""


@dataclass(frozen=True, eq=False)
class Leads:
    """Leads of K runs over K others, each on a way of its own, at its share s from 0 to 1.

    A lead is the sum over F terms of (a (1 - s)² + b s (1 - s) + e s²) / (p (1 - s) + q s), and continuous.

    Attributes
    ----------
    above : float64 array, shape (3, K, F)
        a, b and e.
    below : float64 array, shape (2, K, F)
        p and q, positive.
    jumps : float64 array, shape (K, 2)
        By how much the lead at the start, and at the end, is above what it is right beside: GAP counts a
        topic 0 as long as no user accepts its best documents.
    noise : float64 array, shape (K,)
        Where the lead is no larger the means are equal (`gapviz.analysis.rankings.equality`).
    """

    above: FloatArray
    below: FloatArray
    jumps: FloatArray
    noise: FloatArray

    def take(self, ways: IntArray | BoolArray) -> Leads:
        """Leave out all ways but some, or repeat them.

        Parameters
        ----------
        ways : int64 array, or bool array, shape (K,)
            Their numbers, or which stay.

        Returns
        -------
        Leads
        """
        return Leads(self.above[:, ways], self.below[:, ways], self.jumps[ways], self.noise[ways])

    def at(self, share: FloatArray) -> FloatArray:
        """Lead on each way; at its ends what it is right beside them.

        Parameters
        ----------
        share : float64 array, shape (K,)

        Returns
        -------
        float64 array, shape (K,)
        """
        total: FloatArray = (self._over(share) / self._under(share)).sum(axis=1)
        return total

    def roots(self, low: FloatArray, high: FloatArray) -> FloatArray:
        """Halve brackets in which the lead changes its sign until they are as narrow as doubles are.

        Parameters
        ----------
        low, high : float64 array, shape (K,)
            Shares, one bracket on each way.

        Returns
        -------
        float64 array, shape (K,)
            The lead has no longer the sign that it has at the lower end.
        """
        sign = np.sign(self.at(low))
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            same = np.sign(self.at(middle)) == sign
            low, high = np.where(same, middle, low), np.where(same, high, middle)
        return high

    def stops(self) -> tuple[IntArray, FloatArray]:
        """Cut each way into parts in which its lead rises, falls or keeps its sign: no swap can be missed.

        Returns
        -------
        way : int64 array, shape (M,)
            Ascending; each has 0 and 1 among its shares.
        share : float64 array, shape (M,)
            Ascending within a way.

        Notes
        -----
        The second derivative of a term is 2 (a q² - b p q + e p²) / (p (1 - s) + q s)³, which is monotone,
        so that its bounds in a part are those at the ends. Where those of the sum are small beside the
        derivative, or beside the lead, the part need not be cut. Else it is halved.
        """
        way = np.arange(self.noise.size)
        low, high = np.zeros(way.size), np.ones(way.size)
        stops = [(way, low), (way, high)]
        for _ in range(HALVINGS):
            if not way.size:
                break
            part, middle, half = self.take(way), (low + high) / 2, (high - low) / 2
            with np.errstate(all="ignore"):  # beside a g of 1e-200 derivatives overflow: such a part is cut
                value, slope = np.abs(part.at(middle)), np.abs(part._slopes(middle))
                turn = part._bends(low, high) * half  # the slope changes by no more
                change = (slope + turn / 2) * half  # and the lead by no more
            cut = ~((slope > turn) | (value > change) | (value + change <= part.noise))
            stops.append((way[cut], middle[cut]))
            low, high = (np.stack(ends, axis=1)[cut].reshape(-1) for ends in ((low, middle), (middle, high)))
            way = np.repeat(way[cut], 2)
        ways, shares = (np.concatenate(parts) for parts in zip(*stops, strict=True))
        order = np.lexsort((shares, ways))
        return ways[order], shares[order]

    def _over(self, share: FloatArray) -> FloatArray:
        """Numerators, shape (K, F)."""
        s, (a, b, e) = share[:, None], self.above
        over: FloatArray = (a * (1.0 - s) + b * s) * (1.0 - s) + e * s**2
        return over

    def _under(self, share: FloatArray) -> FloatArray:
        """Denominators, shape (K, F)."""
        s, (p, q) = share[:, None], self.below
        under: FloatArray = p * (1.0 - s) + q * s
        return under

    def _slopes(self, share: FloatArray) -> FloatArray:
        """First derivative."""
        s, (a, b, e), (p, q) = share[:, None], self.above, self.below
        under = self._under(share)
        rise = 2.0 * (e * s - a * (1.0 - s)) + b * (1.0 - 2.0 * s)
        total: FloatArray = ((rise - self._over(share) / under * (q - p)) / under).sum(axis=1)
        return total

    def _bends(self, low: FloatArray, high: FloatArray) -> FloatArray:
        """Bound of the second derivative between two shares, with room for rounding."""
        (a, b, e), (p, q) = self.above, self.below
        bend = 2.0 * (a * q**2 - b * p * q + e * p**2)
        one, other = (bend / self._under(share) ** 3 for share in (low, high))
        least, most = np.minimum(one, other), np.maximum(one, other)
        noise = SUM_NOISE * np.maximum(-least, most).sum(axis=1)
        bound: FloatArray = np.maximum(-least.sum(axis=1), most.sum(axis=1)) + noise
        return bound


def leads(
    sums: Family,
    measure: Graded,
    first: IntArray,
    second: IntArray,
    *,
    starts: FloatArray,
    ends: FloatArray,
) -> Leads:
    """Write the difference of two means on a way as a function of the share of the way.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int64 array, shape (K,)
        Numbers of the runs.
    starts, ends : float64 array, shape (K, c)

    Returns
    -------
    Leads
        With one term for eGAP, c for xGAP and one for each distinct vector of recall bases for GAP.

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> pair = np.array([0]), np.array([1])
    >>> along = leads(sums, "eGAP", *pair, starts=np.array([[0.0, 1.0]]), ends=np.array([[1.0, 0.0]]))
    >>> along.at(np.array([0.0])).round(9).tolist(), along.at(np.array([1.0])).round(9).tolist()
    ([-0.3], [0.2])
    """
    K, c = starts.shape
    if measure == "xGAP":
        # [F] eq. 5 over topics: sum over r of 1 / C[r] sum over h, k <= r of g[h] g[k] B[r, h, k]
        shared = (sums.shared[first] - sums.shared[second]).reshape(K, c, c, c)
        a, mixed, other, e = (
            np.einsum("krhl,kh,kl->kr", shared, g, also, optimize=True)
            for g in (starts, ends)
            for also in (starts, ends)
        )
        b = mixed + other
        p, q = np.cumsum(starts, axis=1), np.cumsum(ends, axis=1)
    else:
        # [F] eq. 6 over topics: sum over h of g[h] MAP(h); eq. 4: sum over q of (D[q] . g) / (RB[q] . g)
        values = sums.threshold_means if measure == "eGAP" else sums.sums
        bases = np.ones((1, c)) if measure == "eGAP" else sums.bases
        gaps = (values[first] - values[second]).reshape(K, len(bases), c)
        a, e = (np.einsum("kqh,kh->kq", gaps, g) for g in (starts, ends))
        b = a + e
        p, q = starts @ bases.T, ends @ bases.T
    means = np.maximum(sums.threshold_means[first], sums.threshold_means[second])
    return _cancelled(a, b, e, p, q, EQUAL * means.max(axis=1))


def _cancelled(
    a: FloatArray, b: FloatArray, e: FloatArray, p: FloatArray, q: FloatArray, noise: FloatArray
) -> Leads:
    """Cancel s, or 1 - s, where a term is 0 over 0 at an end: what is left is linear, and continuous."""
    start, end = p == 0, q == 0
    # (b s (1 - s) + e s²) / (q s), (a (1 - s)² + b s (1 - s)) / (p (1 - s)); 0 where both are 0
    from_, to = np.where(start, ratio(b, q), ratio(a, p)), np.where(start, ratio(e, q), ratio(b, p))
    linear = start | end
    jumps = -np.stack([np.where(start, from_, 0.0), np.where(end, to, 0.0)]).sum(axis=2).T
    above = np.stack([np.where(linear, x, y) for x, y in ((from_, a), (from_ + to, b), (to, e))])
    below = np.where(linear, 1.0, np.stack([p, q]))
    return Leads(frozen(above), frozen(below), frozen(jumps), frozen(noise))
