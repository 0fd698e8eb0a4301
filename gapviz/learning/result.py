"""The result of learning: rankers trained for measures, tested on measures, on topics new to them."""

from __future__ import annotations

import dataclasses
import functools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gapviz.analysis.experiments.significance import significance
from gapviz.analysis.rankings.scores import Scores
from gapviz.arrays import BoolArray, FloatArray, IntArray
from gapviz.collection.model import Collection
from gapviz.learning.features import Features
from gapviz.learning.rankings import collection_of, document_ids, run_of
from gapviz.measures.measure import Measure

if TYPE_CHECKING:
    import pandas as pd

ALL = "all"
"""Stands for all folds in the table."""

RESAMPLES = 10_000
"""Random signs of the paired test."""


@dataclass(frozen=True, eq=False)
class Learning:
    """Rankers trained for K objectives and tested on M measures, fold by fold; complete or still growing.

    Attributes
    ----------
    features : Features
        All topics, T of them with D documents.
    trained : tuple of str
        Length K: texts of measures, the same after "soft", and names of peers.
    tested : tuple of Measure
        Length M.
    fold_of : int64 array, shape (T,)
        The fold in which a topic is tested, from 0 to F - 1.
    counted : bool array, shape (T,)
        Topics that take part in a mean.
    scores : float64 array, shape (K, D)
        Of the documents, each by the ranker that did not see its topic; NaN where there is none yet.
    values : float64 array, shape (K, M, T)
        Of the topics, likewise.
    points : int64 array, shape (P,)
        Rounds of `curves`, ascending up to the last.
    curves : float64 array, shape (K, M, F, P)
        Mean over the counted topics of a fold after so many rounds; NaN where there is none.
    opposed : float64 array, shape (K,)
        Share of the pair weights, over all rounds and folds so far, whose exchange would have changed the
        measure the other way; NaN for rankers without pair weights.
    signed : bool
        Whether those counted with their sign, or with their absolute value.
    done, total : int
        Rounds that have been trained, of K * F * rounds.
    """

    features: Features
    trained: tuple[str, ...]
    tested: tuple[Measure, ...]
    fold_of: IntArray
    counted: BoolArray
    scores: FloatArray
    values: FloatArray
    points: IntArray
    curves: FloatArray
    opposed: FloatArray
    signed: bool
    done: int
    total: int

    @property
    def folds(self) -> int:
        """F, the number of folds."""
        return int(self.curves.shape[2])

    @property
    def folds_done(self) -> int:
        """Folds in which all rankers have been trained and tested."""
        return self.done * self.folds // self.total

    @property
    def common(self) -> IntArray:
        """Numbers of the topics on which all rankers have been tested."""
        return np.flatnonzero(~np.isnan(self.values).any(axis=(0, 1)))

    @functools.cached_property
    def compared(self) -> IntArray:
        """Numbers of the counted topics on which all rankers have been tested: those of `means`."""
        return self.common[self.counted[self.common]]

    def reference(self, measure: int) -> int | None:
        """Return the row that was trained for a tested measure, None where there is none.

        Parameters
        ----------
        measure : int
            Number of the tested measure.

        Returns
        -------
        int or None
        """
        text = str(self.tested[measure])
        return self.trained.index(text) if text in self.trained else None

    @property
    def held_out(self) -> Scores:
        """Scores of the rankers, as runs, on the topics on which all have been tested."""
        topics = self.common
        return Scores(
            self.tested,
            self.trained,
            tuple(self.features.topics[t] for t in topics.tolist()),
            self.values[:, :, topics].transpose(1, 0, 2),
            np.broadcast_to(self.counted[topics], (len(self.trained), topics.size)),
        )

    def means(self) -> FloatArray:
        """Mean over the topics that all rankers share, shape (K, M); NaN where there are none.

        Returns
        -------
        float64 array, shape (K, M)
        """
        return np.where(self.compared.size > 0, self.held_out.means().T, np.nan)

    def levels(self, *, seed: int = 0) -> FloatArray:
        """Test each ranker, on each measure, against the one trained for it.

        A paired randomisation test over the topics of `means`, with Holm's correction within each tested
        measure.

        Parameters
        ----------
        seed : int
            Of the random signs.

        Returns
        -------
        float64 array, shape (K, M)
            Corrected two-sided p-values; NaN for the reference itself, where no ranker was trained for the
            measure, and with fewer than two topics.
        """
        levels = np.full(self.values.shape[:2], np.nan)
        if self.compared.size < 2 or len(self.trained) < 2:
            return levels
        whole = self.held_out
        for m in range(len(self.tested)):
            if (own := self.reference(m)) is None:
                continue
            others = [k for k in range(len(self.trained)) if k != own]
            pairs = [(self.trained[k], self.trained[own]) for k in others]
            own_values = whole.values[m : m + 1]  # noqa: PD011 - an array
            one = dataclasses.replace(whole, measures=self.tested[m : m + 1], values=own_values)
            *_, last = significance(one, test="randomisation", pairs=pairs, resamples=RESAMPLES, seed=seed)
            levels[others, m] = last.corrected()[0]
        return levels

    def bands(self, measure: int) -> FloatArray:
        """Return the learning curves by one measure: mean, lowest and highest over the folds that are done.

        Parameters
        ----------
        measure : int
            Number of the tested measure.

        Returns
        -------
        float64 array, shape (3, K, P)
            After the rounds `points`; NaN for a ranker without a fold.
        """
        curves = self.curves[:, measure]
        known = ~np.isnan(curves)
        mean = np.where(known, curves, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
        low, high = np.where(known, curves, np.inf).min(axis=1), np.where(known, curves, -np.inf).max(axis=1)
        return np.where(known.any(axis=1), np.stack([mean, low, high]), np.nan)

    def notes(self) -> tuple[str, ...]:
        """Say of each ranker for xGAP, which is not monotone, how its pairs were weighed.

        Returns
        -------
        tuple of str
            A sentence each.
        """
        kind = "signed" if self.signed else "absolute"
        return tuple(
            f"{name}: pairs are weighed with the {kind} change of xGAP; in {share:.2%} of them it falls "
            "where the better document moves up."
            for name, share in zip(self.trained, self.opposed.tolist(), strict=True)
            if name.startswith("xGAP") and not math.isnan(share)
        )

    def collection(self) -> Collection:
        """Return the held-out rankings as runs, with the topics' own grades as judgements.

        Returns
        -------
        Collection
            Of the topics on which all rankers have been tested; scored, it gives `values`.
        """
        part = self.features.part(self.common)
        rows, every = self.features.rows(self.common), np.arange(self.common.size)
        runs = [run_of(name, part, every, self.scores[k, rows]) for k, name in enumerate(self.trained)]
        return collection_of(part, runs)

    def files(self) -> dict[str, str]:
        """Write the held-out rankings as the text of TREC files.

        Returns
        -------
        dict of str to str
            ``qrels.txt`` and ``runs/<ranker>``; `gapviz.load` of them gives the runs of `collection`.
        """
        part, rows = self.features.part(self.common), self.features.rows(self.common)
        of_row = np.repeat(np.array(part.topics, dtype=object), part.sizes).tolist()
        ids = document_ids(part)
        grades = zip(of_row, ids, part.grades.tolist(), strict=True)
        written = {"qrels.txt": "".join(f"{topic} 0 {one} {grade}\n" for topic, one, grade in grades)}
        for name, scores in zip(self.trained, self.scores[:, rows].tolist(), strict=True):
            lines = zip(of_row, ids, scores, strict=True)
            written[f"runs/{name}"] = "".join(f"{t} Q0 {one} 0 {score!r} gapviz\n" for t, one, score in lines)
        return written

    def frame(self) -> pd.DataFrame:
        """Return the means as a table.

        Returns
        -------
        pandas.DataFrame
            Columns trained, tested, fold (from 1, at last "all"), topics (how many are counted), mean. "all"
            has the topics on which all rankers have been tested.
        """
        import pandas as pd

        means, rows = self.means(), []
        for k, trained in enumerate(self.trained):
            for m, tested in enumerate(map(str, self.tested)):
                for fold in range(self.folds):
                    topics = np.flatnonzero((self.fold_of == fold) & self.counted)
                    if not np.isnan(self.values[k, m, topics]).any():
                        mean = self.values[k, m, topics].mean() if topics.size else np.nan
                        rows.append((trained, tested, str(fold + 1), topics.size, mean))
                if self.compared.size:
                    rows.append((trained, tested, ALL, self.compared.size, means[k, m]))
        return pd.DataFrame(rows, columns=["trained", "tested", "fold", "topics", "mean"])
