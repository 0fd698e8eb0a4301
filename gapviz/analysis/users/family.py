"""Means of GAP, xGAP and eGAP at many user models at once: topics are summed before g is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError
from gapviz.measures.relevant import ratio
from gapviz.profile import Profile

Graded = Literal["GAP", "xGAP", "eGAP"]

GRADED: tuple[Graded, ...] = ("GAP", "xGAP", "eGAP")
"""The measures that follow g, in this order."""

MOST_GRADES = 20
"""Grades of a collection whose statistics are summed: those of xGAP grow with the third power of c."""

CHUNK = 1 << 21
"""Numbers that a whole-array step may hold at a time."""


@dataclass(frozen=True, eq=False)
class Family:
    """Statistics of runs, summed over topics: all that their means at any g depend on.

    Attributes
    ----------
    runs : tuple of str
        Length N.
    threshold_means : float64 array, shape (N, c)
        MAP(h), the mean over topics of AP at threshold h: mean eGAP is its product with g.
    shared : float64 array, shape (N, c * c * c)
        ``B[r, h, k]``, flat: the mean over topics of S[r, h] / RB[k] for h, k <= r, and 0 elsewhere.
    sums : float64 array, shape (N, Q * c)
        ``D[q, h]``, flat: the sum of A[h] over the topics with the q-th vector of recall bases, over the
        number of topics.
    bases : float64 array, shape (Q, c)
        The distinct vectors of recall bases: GAP's denominator knows a topic only through its own.
    """

    runs: tuple[str, ...]
    threshold_means: FloatArray
    shared: FloatArray
    sums: FloatArray
    bases: FloatArray

    @property
    def c(self) -> int:
        """Number of thresholds."""
        return int(self.threshold_means.shape[1])

    def means(self, measure: Graded, g: FloatArray) -> FloatArray:
        """Mean over topics of every run at every user model.

        Parameters
        ----------
        measure : {"GAP", "xGAP", "eGAP"}
        g : float64 array, shape (P, c)

        Returns
        -------
        float64 array, shape (P, N)
            Runs whose statistics are equal have equal means, to the last bit.
        """
        values = self._values(measure)
        means = np.empty((g.shape[0], values.shape[0]))
        for part in _parts(g.shape[0], values.shape[1]):
            # Not a matrix product: that adds in an order that depends on where a run stands.
            np.einsum("pf,nf->pn", self._weights(measure, g[part]), values, out=means[part])
        return means

    def differences(
        self,
        measure: Graded,
        first: Sequence[int] | IntArray,
        second: Sequence[int] | IntArray,
        g: FloatArray,
    ) -> FloatArray:
        """Mean of the first run less that of the second, for many pairs, each at its own user models.

        Parameters
        ----------
        measure : {"GAP", "xGAP", "eGAP"}
        first, second : sequence of int, or int64 array, length K
            Numbers of the runs.
        g : float64 array, shape (K, P, c)

        Returns
        -------
        float64 array, shape (K, P)
        """
        values = self._values(measure)
        gaps = values[np.asarray(first)] - values[np.asarray(second)]
        K, P = g.shape[:2]
        differences = np.empty((K, P))
        for part in _parts(K, P * values.shape[1]):
            differences[part] = self._leads(measure, gaps[part], g[part])
        return differences

    def take(self, runs: Sequence[int] | IntArray) -> Family:
        """Leave out all runs but some.

        Parameters
        ----------
        runs : sequence of int, or int64 array
            Numbers of the runs that stay, in their new order.

        Returns
        -------
        Family
        """
        rows = list(runs)
        return Family(
            tuple(self.runs[i] for i in rows),
            frozen(self.threshold_means[rows]),
            frozen(self.shared[rows]),
            frozen(self.sums[rows]),
            self.bases,
        )

    def _leads(self, measure: Graded, gaps: FloatArray, g: FloatArray) -> FloatArray:
        """Differences of means from those of the statistics, (K, F), at g, (K, P, c)."""
        K, P, c = g.shape
        if measure == "GAP":  # as in `_weights`, but with fewer steps where each pair has its own g
            leads = g @ gaps.reshape(K, -1, c).transpose(0, 2, 1)
            gained: FloatArray = np.einsum("kpq,kpq->kp", leads, ratio(np.ones(1), g @ self.bases.T))
        else:
            weights = self._weights(measure, g.reshape(-1, c)).reshape(K, P, -1)
            gained = np.einsum("kpf,kf->kp", weights, gaps)
        return gained

    def _values(self, measure: Graded) -> FloatArray:
        """Statistics of the runs, shape (N, F): a mean is their product with the weights of g."""
        return {"GAP": self.sums, "xGAP": self.shared, "eGAP": self.threshold_means}[measure]

    def _weights(self, measure: Graded, g: FloatArray) -> FloatArray:
        """Weights of the statistics at each g, shape (P, F): all of g that a mean depends on."""
        if measure == "eGAP":
            return g  # [F] eq. 6 over topics: mean eGAP = sum over h of g[h] MAP(h)
        P = g.shape[0]
        if measure == "GAP":
            # [F] eq. 4 over topics: mean GAP = sum over q of (D[q] . g) / (RB[q] . g)
            inverse = ratio(np.ones(1), g @ self.bases.T)
            return (inverse[:, :, None] * g[:, None, :]).reshape(P, -1)
        # [F] eq. 5 over topics: mean xGAP = sum over r of 1 / C[r] sum over h, k <= r of g[h] g[k] B[r, h, k]
        over = ratio(g[:, None, :], np.cumsum(g, axis=1)[:, :, None])  # g[h] / C[r]
        over = np.minimum(over, 1.0)  # it is at most 1 for h <= r; for h > r, where B is 0, it has no limit
        return (over[:, :, :, None] * g[:, None, None, :]).reshape(P, -1)


def with_g(names: Sequence[str], g: Sequence[float]) -> tuple[str, ...]:
    """Give the measures of the family that are named alone a user model.

    Parameters
    ----------
    names : sequence of str
        Texts of measures; all but GAP, xGAP and eGAP stay as they are.
    g : sequence of float, length c
        Threshold probabilities.

    Returns
    -------
    tuple of str
        In the same order; `gapviz.measure` reads them, with g to the last bit.

    Examples
    --------
    >>> with_g(("AP", "GAP"), (0.5, 0.5))
    ('AP', 'GAP(g=0.5,0.5)')
    """
    shares = ",".join(repr(float(share)) for share in g)
    return tuple(f"{name}(g={shares})" if name in GRADED else name for name in names)


def family(profile: Profile, counted: BoolArray) -> Family:
    """Sum the statistics of the graded family over topics.

    Parameters
    ----------
    profile : Profile
    counted : bool array, shape (N, T)
        Topics that take part in a run's mean: `Scores.counted`, and the topic set.

    Returns
    -------
    Family
        Its means are those of `gapviz.scores`; 0 for a run without a counted topic.

    Raises
    ------
    InputError
        For more than `MOST_GRADES` grades: a scale of 0..100 would fill the memory.

    References
    ----------
    Ferrante, Ferro and Maistro, eq. 4 to 6, with the sum over topics inside.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> profile = example()
    >>> sums = family(profile, np.ones(profile.shape, dtype=bool))
    >>> g = np.array([[0.25, 0.75], [1.0, 0.0]])
    >>> [sums.means(name, g).round(4).ravel().tolist() for name in GRADED]
    [[0.3267, 0.5667], [0.2823, 0.5667], [0.2667, 0.5667]]
    """
    N, c = len(profile.runs), profile.c
    if c > MOST_GRADES:
        raise InputError("grades", f"a mapping to at most {MOST_GRADES} grades, to look at many g", str(c))
    weights = counted / np.maximum(counted.sum(axis=1, keepdims=True), 1)
    inverse = ratio(np.ones(1), profile.pool.recall_bases)  # 0 where RB = 0
    lower = np.tri(c, dtype=np.float64)  # h, k <= r
    shared = np.einsum("it,itrh,tk->irhk", weights, profile.S, inverse, optimize=True) * lower[:, None, :]
    bases, group = np.unique(profile.pool.recall_bases, axis=0, return_inverse=True)
    order = np.argsort(group.reshape(-1), kind="stable")
    starts = np.searchsorted(group.reshape(-1)[order], np.arange(bases.shape[0]))
    weighted = (weights[:, :, None] * profile.A)[:, order]
    sums = np.add.reduceat(weighted, starts, axis=1) if order.size else np.zeros((N, 0, c))
    return Family(
        profile.runs,
        frozen(np.einsum("it,ith,th->ih", weights, profile.A, inverse, optimize=True)),
        frozen(shared.reshape(N, c**3)),
        frozen(sums.reshape(N, bases.shape[0] * c)),
        frozen(bases.astype(np.float64)),
    )


def _parts(rows: int, width: int) -> Iterator[slice]:
    """Yield slices of so few rows that a step stays within `CHUNK` numbers."""
    step = max(1, CHUNK // max(1, width))
    return (slice(start, start + step) for start in range(0, rows, step))
