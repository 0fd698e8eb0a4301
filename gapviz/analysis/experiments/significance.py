"""Which runs differ by more than their topics explain: paired tests, all pairs at once."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

import numpy as np

from gapviz.analysis.experiments.paired import Test, holm, least_below, least_level, levels_of, resamples_of
from gapviz.analysis.rankings.equality import EQUAL, lead
from gapviz.analysis.rankings.scores import Scores
from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError, require

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 1 << 20
"""Resampled statistics that are held at a time."""


@dataclass(frozen=True, eq=False)
class Significance:
    """Achieved significance levels of pairs of runs by some measures; complete or still growing.

    Attributes
    ----------
    test : str
    measures : tuple of str
        Length M.
    runs : tuple of str
        Length N.
    pairs : int64 array, shape (P, 2)
        Numbers of the two runs.
    alpha : float
        Level for which `needed` is.
    differences : float64 array, shape (M, P)
        Mean of the first run minus mean of the second, over the topics that count for all runs.
    levels : float64 array, shape (M, P)
        Two-sided p-values, without a correction (Tukey's HSD has its own); NaN where not yet done.
    needed : float64 array, shape (M, P)
        Absolute difference of means from which on the pair would have a level below alpha; NaN where no
        difference suffices (two signs of 2^T are above 0.05 up to five topics), or not yet done. Of the
        bootstrap it is Sakai's estimate (figure 5), which does not follow the levels pair by pair.
    topics, resamples : int
        What the tests are over.
    done, total : int
        Parts of the work.
    """

    test: Test
    measures: tuple[str, ...]
    runs: tuple[str, ...]
    pairs: IntArray
    alpha: float
    differences: FloatArray
    levels: FloatArray
    needed: FloatArray
    topics: int
    resamples: int
    done: int
    total: int

    def curves(self, *, correct: bool = False) -> FloatArray:
        """Return the levels of each measure in rising order, shape (M, P): Sakai's ASL curves.

        Parameters
        ----------
        correct : bool
            After Holm's correction.

        Returns
        -------
        float64 array, shape (M, P)
        """
        return np.sort(self.corrected() if correct else self.levels, axis=1)

    def corrected(self) -> FloatArray:
        """Return the levels after Holm's correction for the pairs, shape (M, P); Tukey's need none.

        Returns
        -------
        float64 array, shape (M, P)
        """
        return self.levels if self.test == "tukey" else holm(self.levels)

    def out_of_reach(self) -> str:
        """Say where no level can stay below alpha after Holm's correction, whatever the runs; else nothing.

        Returns
        -------
        str
            A sentence, or an empty text.
        """
        P = len(self.pairs)
        lowest = least_level(self.test, self.topics, self.resamples)
        if self.test == "tukey" or lowest * P < self.alpha:
            return ""
        enough = int(P / self.alpha) + 1
        lower = least_level(self.test, self.topics, enough)
        helps = enough > self.resamples and lower * P < self.alpha
        return (
            f"After Holm's correction no level can be below alpha {self.alpha:g}: the lowest of this test is "
            f"{lowest:.3g} before it, for {P:,} {'pair' if P == 1 else 'pairs'}. "
            f"{f'{enough:,} resamples, ' * helps}Student's t test or Tukey's HSD can go below."
        )

    def power(self, *, correct: bool = False) -> FloatArray:
        """Return the discriminative power, the share of pairs with a level below alpha: shape (M,).

        Parameters
        ----------
        correct : bool
            After Holm's correction.

        Returns
        -------
        float64 array, shape (M,)
            From 0 to 1.
        """
        levels = self.corrected() if correct else self.levels
        shares: FloatArray = (levels < self.alpha).sum(axis=1) / max(1, len(self.pairs))
        return shares

    def difference_needed(self) -> FloatArray:
        """Return the difference of means that is significant at alpha for every pair that can be.

        Returns
        -------
        float64 array, shape (M,)
            The largest of `needed`, as Sakai has it, without the pairs for which no difference suffices; NaN
            where that are all pairs, or not all are done.
        """
        largest: FloatArray = np.fmax.reduce(self.needed, axis=1)
        return np.where(np.isnan(self.levels).any(axis=1), np.nan, largest)

    def table(self, measure: int, *, correct: bool = False) -> FloatArray:
        """Return the levels by one measure as a symmetric table.

        Parameters
        ----------
        measure : int
            Its number.
        correct : bool
            After Holm's correction.

        Returns
        -------
        float64 array, shape (N, N)
            NaN for pairs that were not asked for or not yet done.
        """
        levels = (self.corrected() if correct else self.levels)[measure]
        square = np.full((len(self.runs), len(self.runs)), np.nan)
        square[self.pairs[:, 0], self.pairs[:, 1]] = levels
        square[self.pairs[:, 1], self.pairs[:, 0]] = levels
        return square

    def frame(self) -> pd.DataFrame:
        """Return a row for each measure and pair.

        Returns
        -------
        pandas.DataFrame
            Columns measure, run, other, difference, level, corrected, needed.
        """
        import pandas as pd

        M, P = self.levels.shape
        names = np.array(self.runs, dtype=object)
        return pd.DataFrame(
            {
                "measure": np.repeat(np.array(self.measures, dtype=object), P),
                "run": np.tile(names[self.pairs[:, 0]], M),
                "other": np.tile(names[self.pairs[:, 1]], M),
                "difference": self.differences.ravel(),
                "level": self.levels.ravel(),
                "corrected": self.corrected().ravel(),
                "needed": self.needed.ravel(),
            }
        )

    def summary(self) -> pd.DataFrame:
        """Return a row for each measure.

        Returns
        -------
        pandas.DataFrame
            Columns measure, pairs (their number), power, power_corrected, difference_needed.
        """
        import pandas as pd

        return pd.DataFrame(
            {
                "measure": self.measures,
                "pairs": len(self.pairs),
                "power": self.power(),
                "power_corrected": self.power(correct=True),
                "difference_needed": self.difference_needed(),
            }
        )


def significance(
    scores: Scores,
    *,
    test: Test = "bootstrap",
    pairs: Sequence[tuple[str, str]] | None = None,
    resamples: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
) -> Iterator[Significance]:
    """Test whether runs differ, by every measure of the scores.

    Parameters
    ----------
    scores : Scores
        The topics that count for every run take part: at least two.
    test : {"bootstrap", "randomisation", "t", "tukey"}
        Sakai's paired bootstrap (studentised); random signs of the differences, all of them where they are
        not more than `resamples`; Student's paired t; or randomised Tukey HSD, which permutes the runs within
        each topic and corrects for all pairs by itself.
    pairs : sequence of (str, str), optional
        Names of runs; all pairs by default. Tukey's HSD is against all runs whichever pairs are shown.
    resamples : int
        At least 1 / alpha. No level is below 1 / (resamples + 1), so that Holm's correction over many pairs
        wants the t test.
    alpha : float
        Above 0 and below 1.
    seed : int
        The same seed gives the same numbers. All pairs and measures share their resamples.

    Yields
    ------
    Significance
        After each part of the work, with all that has been done; the last is complete. Closing the generator
        stops the work.

    Raises
    ------
    InputError
        For an unknown test or run, a pair of one run or one that is there twice, too few topics or resamples,
        or an alpha that is no level.

    References
    ----------
    Sakai, Evaluating Evaluation Metrics based on the Bootstrap (SIGIR 2006); Smucker, Allan and Carterette, A
    Comparison of Statistical Significance Tests for IR Evaluation (CIKM 2007); Carterette, Multiple Testing
    in Statistical Analysis of Systems-Based Information Retrieval Experiments (TOIS 2012).

    Examples
    --------
    >>> import gapviz
    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> scores = gapviz.scores(generate(SMALL), ["AP"])
    >>> *_, last = significance(scores, test="t")
    >>> last.levels.shape, bool((last.levels >= 0).all())
    ((1, 66), True)
    """
    _check(test, resamples, alpha)
    topics = scores.counted.all(axis=0)
    values = scores.values[:, :, topics]  # noqa: PD011 - an array
    M, T = len(values), values.shape[2]
    if T < 2:
        raise InputError("significance", "two topics or more that count for every run", str(T))
    chosen = _pairs(scores.runs, pairs)
    if not M or not len(chosen):
        raise InputError("significance", "a measure and two runs or more", f"{M} and {len(scores.runs)}")
    means = values.mean(axis=2)
    differences = lead(means[:, chosen[:, 0]], means[:, chosen[:, 1]])
    so_far = Significance(
        test=test,
        measures=tuple(map(str, scores.measures)),
        runs=scores.runs,
        pairs=frozen(chosen),
        alpha=alpha,
        differences=frozen(differences),
        levels=np.full(differences.shape, np.nan),
        needed=np.full(differences.shape, np.nan),
        topics=T,
        resamples=resamples,
        done=0,
        total=0,
    )
    if test == "tukey":
        yield from _tukey(so_far, values, resamples, seed)
        return
    weights = resamples_of(test, T, resamples, np.random.default_rng(seed))
    size = max(1, BLOCK // max(1, len(weights)))
    blocks = [(m, slice(i, i + size)) for m in range(M) for i in range(0, len(chosen), size)]
    so_far = dataclasses.replace(so_far, total=len(blocks))
    for m, part in blocks:
        one, other = chosen[part].T
        by_topic = lead(values[m, one], values[m, other])
        room = EQUAL * np.maximum(means[m, one], means[m, other])
        levels, needed = so_far.levels.copy(), so_far.needed.copy()
        # To the last bit the mean that was tested, so that it compares with what is needed.
        differences = so_far.differences.copy()
        differences[m, part], levels[m, part], needed[m, part] = levels_of(
            test, by_topic, weights, alpha, room=room
        )
        so_far = dataclasses.replace(
            so_far,
            differences=frozen(differences),
            levels=frozen(levels),
            needed=frozen(needed),
            done=so_far.done + 1,
        )
        yield so_far


def _tukey(so_far: Significance, values: FloatArray, resamples: int, seed: int) -> Iterator[Significance]:
    """Permute the runs within each topic and compare each pair with the range of all means (Carterette)."""
    M, N, T = values.shape
    rng = np.random.default_rng(seed)
    size = max(1, min(resamples, BLOCK // max(1, N * T)))
    so_far = dataclasses.replace(so_far, total=M * -(-resamples // size))
    for m in range(M):
        ranges = np.empty(0)
        while ranges.size < resamples:
            count = min(size, resamples - ranges.size)
            shuffled = rng.permuted(np.broadcast_to(values[m], (count, N, T)), axis=1)
            ranges = np.concatenate([ranges, np.ptp(shuffled.mean(axis=2), axis=1)])
            so_far = dataclasses.replace(so_far, done=so_far.done + 1)
            if ranges.size < resamples:
                yield so_far
        means = values[m].mean(axis=1)
        observed = np.abs(lead(means[:, None], means)).reshape(-1, 1)
        ordered = np.sort(ranges)
        room = np.full(1, EQUAL * means.max())
        least = np.abs(so_far.differences[m]) - room
        levels, needed = so_far.levels.copy(), so_far.needed.copy()
        levels[m] = (1 + resamples - np.searchsorted(ordered, least)) / (resamples + 1)
        needed[m] = least_below(ranges[:, None], observed, so_far.alpha, exact=False, room=room)
        so_far = dataclasses.replace(so_far, levels=frozen(levels), needed=frozen(needed))
        yield so_far


def _pairs(runs: Sequence[str], pairs: Sequence[tuple[str, str]] | None) -> IntArray:
    if pairs is None:
        return np.stack(np.triu_indices(len(runs), k=1), axis=1)
    numbers = {name: number for number, name in enumerate(runs)}
    for name in itertools.chain.from_iterable(pairs):
        if name not in numbers:
            raise InputError("pairs", "names of runs of the collection", repr(name))
    seen: set[frozenset[str]] = set()
    for a, b in pairs:
        if a == b:
            raise InputError("pairs", "two different runs in each", f"{a!r} twice")
        if frozenset((a, b)) in seen:  # Holm's correction would count it twice
            raise InputError("pairs", "each pair once", f"{a!r} and {b!r} twice")
        seen.add(frozenset((a, b)))
    return np.array([[numbers[a], numbers[b]] for a, b in pairs], dtype=np.int64).reshape(-1, 2)


def _check(test: str, resamples: int, alpha: float) -> None:
    require("test", test, get_args(Test))
    if not 0 < alpha < 1:
        raise InputError("alpha", "a level above 0 and below 1", f"{alpha:g}")
    if test != "t" and resamples * alpha < 1:
        raise InputError(
            "resamples", f"{int(np.ceil(1 / alpha))} or more for alpha {alpha:g}", str(resamples)
        )
    if resamples < 1:  # Student's t has none, but what is no number of them is a mistake
        raise InputError("resamples", "1 or more", str(resamples))
