"""Means and rankings when judgements are missing, or documents are gone."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from gapviz.analysis.experiments.agreement import Agreement
from gapviz.analysis.experiments.regrading import Regrading
from gapviz.analysis.experiments.runner import ordered
from gapviz.analysis.rankings.scores import RATE, Empty, Topics, scores
from gapviz.analysis.rankings.sets import taken, within
from gapviz.arrays import BoolArray, FloatArray, frozen
from gapviz.collection.errors import InputError, require
from gapviz.collection.health.pools import StratifiedSample, imperfect, simple_sample, stratified_sample
from gapviz.collection.model import Collection
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.profile import Profile, profile

if TYPE_CHECKING:
    import pandas as pd

Design = Literal["stratified", "simple", "imperfect"]
Statistic = Literal["tau", "tau_ap", "rho", "rms", "mean"]
Against = Literal["AP", "itself"]

RATES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.05, 0.04, 0.03, 0.02, 0.01)
"""Those of mathematics.md, section 6, after the whole."""

STATISTICS: tuple[Statistic, ...] = get_args(Statistic)
AGAINST: tuple[Against, ...] = get_args(Against)

AP = measure("AP(rel=1)")
"""The measure whose means at 100 % the others are compared with."""


@dataclass(frozen=True, eq=False)
class Robustness:
    """Means of runs at falling rates, and how they agree with those at 100 %; complete or still growing.

    Attributes
    ----------
    measures : tuple of str
        Texts, length M; "rate" stands where a parameter follows the rate.
    runs : tuple of str
        Length N.
    rates : tuple of float
        Length X.
    samples : int
        Y, samples at each rate.
    full : float64 array, shape (M, N)
        Means at 100 %.
    ap : float64 array, shape (N,)
        Those of AP.
    means : float64 array, shape (M, X, Y, N)
        Means by rate and sample; NaN where the cell has not been done.
    agreement : float64 array, shape (2, 4, M, X, Y)
        Against the means of AP at 100 %, and against the measure's own: Kendall's tau-b, tau_AP (which goes
        through the ranking by the sample from the top), Pearson's rho, and the root of the mean squared
        difference over runs. NaN for a cell that has not been done, and for a correlation that is undefined.
    done : int
        Cells that have been done, of X * Y.
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    rates: tuple[float, ...]
    samples: int
    full: FloatArray
    ap: FloatArray
    means: FloatArray
    agreement: FloatArray
    done: int

    @property
    def total(self) -> int:
        """Cells in all."""
        return len(self.rates) * self.samples

    def values(self, statistic: Statistic, against: Against = "itself") -> FloatArray:
        """Return a statistic by measure, rate and sample, shape (M, X, Y).

        Parameters
        ----------
        statistic : {"tau", "tau_ap", "rho", "rms", "mean"}
            "mean" is the mean value over runs.
        against : {"itself", "AP"}
            Which means at 100 %; no matter for "mean".

        Returns
        -------
        float64 array, shape (M, X, Y)
        """
        values: FloatArray
        if statistic == "mean":
            values = self.means.mean(axis=-1)
        else:
            values = self.agreement[AGAINST.index(against), STATISTICS.index(statistic)]
        return values

    def bands(self, statistic: Statistic, against: Against = "itself") -> FloatArray:
        """Return mean, lowest and highest over the samples, shape (3, M, X).

        NaN where no sample has been done or the statistic is undefined in all of them.

        Parameters
        ----------
        statistic, against :
            As in `values`.

        Returns
        -------
        float64 array, shape (3, M, X)
        """
        values = self.values(statistic, against)
        known = ~np.isnan(values)
        some = known.any(axis=-1)
        sums = np.where(known, values, 0.0).sum(axis=-1)
        bands = np.stack(
            [
                sums / np.maximum(known.sum(axis=-1), 1),
                np.where(known, values, np.inf).min(axis=-1),
                np.where(known, values, -np.inf).max(axis=-1),
            ]
        )
        return np.where(some, bands, np.nan)

    def points(self, m: int, x: int) -> FloatArray:
        """Return the mean of each run at a rate: over the samples the mean, the lowest and the highest.

        Beside `ap` these are the points of [Y], figures 1, 2, 4 and 6.

        Parameters
        ----------
        m, x : int
            Numbers of measure and rate.

        Returns
        -------
        float64 array, shape (3, N)
            NaN where no sample has been done.
        """
        done = self.means[m, x][~np.isnan(self.means[m, x]).any(axis=-1)]
        if not len(done):
            return np.full((3, len(self.runs)), np.nan)
        return np.stack([done.mean(axis=0), done.min(axis=0), done.max(axis=0)])

    def scatter(self) -> pd.DataFrame:
        """Return the mean of each run in each cell that has been done, beside its AP at 100 %.

        Returns
        -------
        pandas.DataFrame
            Columns measure, rate, sample (from 1), run, mean, ap.
        """
        import pandas as pd

        m, x, y, i = np.nonzero(~np.isnan(self.means))
        return pd.DataFrame(
            {
                "measure": np.array(self.measures, dtype=object)[m],
                "rate": np.array(self.rates)[x],
                "sample": y + 1,
                "run": np.array(self.runs, dtype=object)[i],
                "mean": self.means[m, x, y, i],
                "ap": self.ap[i],
            }
        )

    def frame(self) -> pd.DataFrame:
        """Return the cells that have been done as a table.

        Returns
        -------
        pandas.DataFrame
            Columns measure, rate, sample (from 1), against, tau, tau_ap, rho, rms, mean.
        """
        import pandas as pd

        cells = ~np.isnan(self.means[..., 0]) if self.runs else np.zeros(self.means.shape[:3], dtype=bool)
        m, x, y = np.nonzero(cells)
        parts = []
        for against in AGAINST:
            columns = {
                "measure": np.array(self.measures, dtype=object)[m],
                "rate": np.array(self.rates)[x],
                "sample": y + 1,
                "against": against,
            }
            numbers = {name: self.values(name, against)[m, x, y] for name in STATISTICS}
            parts.append(pd.DataFrame(columns | numbers))
        return pd.concat(parts, ignore_index=True)


def robustness(
    collection: Collection,
    measures: Sequence[Measure | str],
    *,
    design: Design = "stratified",
    rates: Sequence[float] = RATES,
    samples: int = 10,
    seed: int = 0,
    topics: Topics = "judged",
    empty: Empty = "zero",
    topic_set: BoolArray | None = None,
    run_set: BoolArray | None = None,
    workers: int = 1,
) -> Iterator[Robustness]:
    """Score the runs again on samples of the judgements, or without part of the documents.

    Parameters
    ----------
    collection : Collection
    measures : sequence of Measure or str
        The word ``rate`` in a text stands for the share of judgements that is left: ``subAP(p=rate)``.
    design : {"stratified", "simple", "imperfect"}
        What is drawn: judgements by grade, in nested samples; judgements whatever their grade; or documents
        that stay in the runs while all judgements stay (`gapviz.collection.health.pools`).
    rates : sequence of float
        Shares above 0 and up to 1.
    samples : int
        Samples at each rate.
    seed : int
        The same seed gives the same numbers, whatever the workers.
    topics, empty
        What a mean is over; see `gapviz.scores`.
    topic_set : bool array, shape (T,), optional
        Topics that a mean may count (`gapviz.analysis.rankings.sets.topic_set`); all by default.
    run_set : bool array, shape (N,), optional
        Runs that take part (`gapviz.analysis.rankings.sets.run_set`); all by default.
    workers : int
        Threads.

    Yields
    ------
    Robustness
        After each cell, a rate of a sample, with all that has been done; the last is complete. Closing the
        generator stops the work.

    Raises
    ------
    InputError
        For a measure, rate, design or number of samples that can't be used.

    References
    ----------
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, figures 1 and
    2; Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, figures 1 to 9.

    Examples
    --------
    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> *_, last = robustness(generate(SMALL), ["AP", "nDCG"], rates=(1, 0.5), samples=2, seed=1)
    >>> last.bands("tau")[0, :, 0].tolist()
    [1.0, 1.0]
    """
    _check(design, rates, samples)
    collection = taken(collection, run_set)
    shares = tuple(float(rate) for rate in rates)
    texts = tuple(_label(one) for one in measures)
    at = {rate: [measure(RATE.sub(repr(rate), text)) for text in texts] for rate in {1.0, *shares}}

    def means(counts: Profile, rate: float) -> FloatArray:
        return within(scores(counts, [*at[rate], AP], topics=topics, empty=empty), topics=topic_set).means()

    whole = means(profile(collection), 1.0)
    full, ap = whole[:-1], whole[-1]
    agreement = Agreement(ap, full)

    def work(cell: tuple[float, Callable[[], Profile]]) -> tuple[FloatArray, FloatArray]:
        rate, drawn = cell
        sampled = means(drawn(), rate)[:-1]
        return sampled, agreement.of(sampled)

    M, N, X = len(texts), len(collection.runs), len(shares)
    so_far = Robustness(
        measures=texts,
        runs=collection.run_names,
        rates=shares,
        samples=samples,
        full=frozen(full),
        ap=frozen(ap),
        means=np.full((M, X, samples, N), np.nan),
        agreement=np.full((2, 4, M, X, samples), np.nan),
        done=0,
    )
    cells = _cells(collection, design, shares, samples, seed)
    for number, (sampled, agreeing) in enumerate(ordered(work, cells, workers=workers)):
        y, x = divmod(number, X)
        grown, agreed = so_far.means.copy(), so_far.agreement.copy()
        grown[:, x, y], agreed[..., x, y] = sampled, agreeing
        so_far = dataclasses.replace(
            so_far, means=frozen(grown), agreement=frozen(agreed), done=so_far.done + 1
        )
        yield so_far


def _cells(
    collection: Collection, design: Design, rates: Sequence[float], samples: int, seed: int
) -> Iterator[tuple[float, Callable[[], Profile]]]:
    """Yield rate and profile of each cell, the profile as work to be done: sample by sample, rate by rate."""
    children = np.random.SeedSequence(seed).spawn(samples)
    if design == "stratified":
        runs = Regrading(collection)
        for child in children:
            sample = stratified_sample(collection, np.random.default_rng(child))
            yield from ((rate, partial(_nested, runs, sample, rate)) for rate in rates)
        return
    draw = partial(_simple, Regrading(collection)) if design == "simple" else _gone
    for child in children:
        for rate, own in zip(rates, child.spawn(len(rates)), strict=True):
            yield rate, partial(draw, collection, own, rate)


def _nested(runs: Regrading, sample: StratifiedSample, rate: float) -> Profile:
    return runs.under(sample.at(rate))


def _simple(runs: Regrading, collection: Collection, own: np.random.SeedSequence, rate: float) -> Profile:
    return runs.under(simple_sample(collection, rate, np.random.default_rng(own)))


def _gone(collection: Collection, own: np.random.SeedSequence, rate: float) -> Profile:
    return profile(imperfect(collection, rate, np.random.default_rng(own)))


def _label(one: Measure | str) -> str:
    """Return the canonical text, or a text with the word rate as it is."""
    return (
        one.strip()
        if isinstance(one, str) and RATE.search(one)
        else str(one if isinstance(one, Measure) else measure(one))
    )


def _check(design: str, rates: Sequence[float], samples: int) -> None:
    require("design", design, get_args(Design))
    if samples < 1:
        raise InputError("samples", "one sample or more", str(samples))
    for rate in rates or (0.0,):
        if not 0 < rate <= 1:
            raise InputError("rates", "shares above 0 and up to 1", f"{rate:g}" if rates else "none")
