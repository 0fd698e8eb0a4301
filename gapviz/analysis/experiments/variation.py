"""What part of a mean's variance comes from the assessors, and what part from the topics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from gapviz.analysis.experiments.regrading import Regrading
from gapviz.analysis.experiments.runner import ordered
from gapviz.analysis.rankings.scores import Empty, Topics, scores
from gapviz.analysis.rankings.sets import taken, within
from gapviz.arrays import BoolArray, FloatArray, GradeArray, IntArray, frozen
from gapviz.collection.errors import InputError
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.model import Collection
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Variation:
    """Variance components of means over topics under repeated judgements; complete or still growing.

    v[h, a] = mu[h] + e[h, a] is the score on topic h by the a-th judgement ([K] eq. 18). All arrays have
    shape (M, N), by measure and run, and are NaN before the second judgement.

    Attributes
    ----------
    measures, runs : tuple of str
        Length M and N.
    topics : int64 array, shape (N,)
        L, topics that the mean of a run is over.
    done, total : int
        Judgements that have been drawn, and those that will be.
    mean : float64 array
        Mean over topics and judgements.
    between : float64 array
        sigma_mu^2, variance over topics of their means over judgements.
    within : float64 array
        sigma_d^2, mean over topics of the variance over judgements ([K] eq. 25).
    observed : float64 array
        Mean over judgements of the variance over topics: what a single judgement lets one see.
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    topics: IntArray
    done: int
    total: int
    mean: FloatArray
    between: FloatArray
    within: FloatArray
    observed: FloatArray

    @property
    def error(self) -> FloatArray:
        """Standard error of the mean, sqrt((sigma_d^2 + sigma_mu^2) / L) ([K] eq. 24)."""
        errors: FloatArray = np.sqrt((self.within + self.between) / np.maximum(self.topics, 1))  # [K] eq. 24
        return errors

    @property
    def deviations(self) -> FloatArray:
        """Standard deviations of the two parts, sigma_mu and sigma_d, shape (2, M, N)."""
        parts: FloatArray = np.sqrt(np.stack([self.between, self.within]))
        return parts

    @property
    def share(self) -> FloatArray:
        """Share of the variance that is the assessors', 0 where there is none."""
        whole = self.within + self.between
        shares: FloatArray = self.within / np.where(whole > 0, whole, 1.0)
        return shares

    def frame(self) -> pd.DataFrame:
        """Return a row for each measure and run.

        Returns
        -------
        pandas.DataFrame
            Columns measure, run, mean, between, within, observed, error, share.
        """
        import pandas as pd

        M, N = self.mean.shape
        columns = ("mean", "between", "within", "observed", "error", "share")
        return pd.DataFrame(
            {
                "measure": np.repeat(np.array(self.measures, dtype=object), N),
                "run": np.tile(np.array(self.runs, dtype=object), M),
                **{name: getattr(self, name).ravel() for name in columns},
            }
        )


def variation(
    collection: Collection,
    measures: Sequence[Measure | str],
    *,
    theta: float = 0.9,
    repeats: int = 50,
    seed: int = 0,
    topics: Topics = "judged",
    empty: Empty = "zero",
    topic_set: BoolArray | None = None,
    run_set: BoolArray | None = None,
    workers: int = 1,
) -> Iterator[Variation]:
    """Judge the pool again and again with an assessor who errs, and take the scores' variance apart.

    Parameters
    ----------
    collection : Collection
    measures : sequence of Measure or str
    theta : float
        Probability that a relevant document gets its own grade again, 0 to 1; see `judged_again`.
    repeats : int
        Judgements, at least 2.
    seed : int
    topics, empty
        What a mean is over, by the collection's own judgements; see `gapviz.scores`.
    topic_set : bool array, shape (T,), optional
        Topics that a mean may count (`gapviz.analysis.rankings.sets.topic_set`); all by default.
    run_set : bool array, shape (N,), optional
        Runs that take part (`gapviz.analysis.rankings.sets.run_set`); all by default.
    workers : int
        Threads; they don't change the numbers.

    Yields
    ------
    Variation
        After each judgement; the last is complete. Closing the generator stops the work.

    Raises
    ------
    InputError
        For a measure, theta or number of repeats that can't be used, or fewer than two topics.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, section 3.3. Its simulation is
    `gapviz.analysis.experiments.simulation`.

    Examples
    --------
    With an assessor who is sure nothing varies but the topics:

    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> *_, last = variation(generate(SMALL), ["AP"], theta=1.0, repeats=2)
    >>> float(last.share.max())
    0.0
    """
    _check(theta, repeats, len(collection.topics) if topic_set is None else int(topic_set.sum()))
    collection = taken(collection, run_set)
    chosen = [measure(one) if isinstance(one, str) else one for one in measures]
    runs = Regrading(collection)
    children = np.random.SeedSequence(seed).spawn(repeats)
    work = partial(_judged, collection, runs, chosen, theta)
    names = (tuple(map(str, chosen)), collection.run_names)
    own = scores(runs.under(collection.grades), [], topics=topics, empty=empty)
    counted = within(own, topics=topic_set).counted
    yield from _components(ordered(work, children, workers=workers), names, counted, repeats=repeats)


def judged_again(collection: Collection, *, theta: float, rng: np.random.Generator) -> GradeArray:
    """Draw the grades that another assessor might give.

    Parameters
    ----------
    collection : Collection
    theta : float
        Probability that a relevant document keeps its grade.
    rng : numpy.random.Generator

    Returns
    -------
    int8 array, shape (D,)
        0..c, or `UNJUDGED` as before.

    Notes
    -----
    A relevant document that does not keep its grade moves to the one below or above with equal chance, where
    there are two; one of the highest grade can only fall. A document of grade 0 moves to grade 1 with the
    chance that makes up for those that leave grade 1 downwards, so that the expected number of relevant
    documents of a topic stays, where it has as many documents of grade 0. (With one chance for all, as in the
    paper's simulation, the many documents of grade 0 would flood a topic with relevant ones.)

    Only that number stays. Nothing makes up for the highest grade's falls: a topic whose relevant documents
    are mostly of grade c loses some of these, one with many of grade c - 1 gains some, and means of graded
    measures move. [K] takes the errors of the score to cancel out (after eq. 19); errors of the judgements
    do not promise that: those at the first ranks weigh most, and most documents there can only lose.

    Examples
    --------
    An assessor who is sure gives the same grades:

    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> made = generate(SMALL)
    >>> bool((judged_again(made, theta=1.0, rng=np.random.default_rng(0)) == made.grades).all())
    True
    """
    grades, c = collection.grades, collection.c
    topics = collection.judgements.topic_index
    counts = grade_counts(collection).astype(np.float64)
    down = (1.0 - theta) * (1.0 if c == 1 else 0.5)
    rising = np.minimum(1.0, counts[:, 1] * down / np.maximum(counts[:, 0], 1.0))
    chance, moves = rng.random(grades.size), np.zeros(grades.size, dtype=np.int8)
    top, relevant, none = grades == c, grades > 0, grades == 0
    falls = np.where(top, 1.0 - theta, 0.5 * (1.0 - theta))  # the top grade can only fall
    moves[relevant & (chance < falls)] = -1
    moves[relevant & ~top & (chance >= falls) & (chance < 1.0 - theta)] = 1
    moves[none & (chance < rising[topics])] = 1
    return np.where(grades == UNJUDGED, grades, grades + moves).astype(np.int8)


def _judged(
    collection: Collection,
    runs: Regrading,
    measures: Sequence[Measure],
    theta: float,
    child: np.random.SeedSequence,
) -> FloatArray:
    grades = judged_again(collection, theta=theta, rng=np.random.default_rng(child))
    return scores(runs.under(grades), measures).values  # noqa: PD011 - an array


def _components(
    judgements: Iterator[FloatArray],
    names: tuple[tuple[str, ...], tuple[str, ...]],
    counted: BoolArray,
    *,
    repeats: int,
) -> Iterator[Variation]:
    """Add up scores v[h, a], shape (M, N, T) a judgement, and yield the components after each."""
    mean = squares = observed = np.zeros(())
    L = counted.sum(axis=1)
    for a, values in enumerate(judgements, start=1):
        change = values - mean
        mean = mean + change / a
        squares = squares + change * (values - mean)  # Welford: the sum of squares about the mean
        observed = observed + _variance(values, counted)
        blank = np.full(values.shape[:2], np.nan)
        yield Variation(
            measures=names[0],
            runs=names[1],
            topics=frozen(L),
            done=a,
            total=repeats,
            mean=frozen(_mean(mean, counted)),  # [K] eq. 21
            between=frozen(_variance(mean, counted)) if a > 1 else blank,
            within=frozen(_mean(squares, counted) / (a - 1)) if a > 1 else blank,  # [K] eq. 25
            observed=frozen(observed / a) if a > 1 else blank,
        )


def _mean(values: FloatArray, counted: BoolArray) -> FloatArray:
    """Mean over the counted topics, shape (M, N); 0 for a run without any."""
    means: FloatArray = (values * counted).sum(axis=2) / np.maximum(counted.sum(axis=1), 1)
    return means


def _variance(values: FloatArray, counted: BoolArray) -> FloatArray:
    """Sample variance over the counted topics, shape (M, N); 0 for a run with one topic or none."""
    spread = values - _mean(values, counted)[:, :, None]
    variances: FloatArray = (spread**2 * counted).sum(axis=2) / np.maximum(counted.sum(axis=1) - 1, 1)
    return variances


def _check(theta: float, repeats: int, topics: int) -> None:
    if not 0.0 <= theta <= 1.0:
        raise InputError("theta", "a probability from 0 to 1", f"{theta:g}")
    if repeats < 2:
        raise InputError("repeats", "two judgements or more", str(repeats))
    if topics < 2:
        raise InputError("variation", "two topics or more", str(topics))
