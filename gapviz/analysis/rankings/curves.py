"""Graded precision and recall: the curves whose areas are GAP and AP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gapviz import users
from gapviz.arrays import BoolArray, CodeArray, FloatArray, GradeArray, frozen
from gapviz.collection.errors import InputError
from gapviz.measures.relevant import ratio, up_to
from gapviz.notebook import shown_table
from gapviz.profile import Pool, Profile

if TYPE_CHECKING:
    import pandas as pd

IDEAL = "ideal list"

LEVELS = 101
"""Recall levels, from 0 to 1, at which curves are averaged."""


@dataclass(frozen=True, eq=False)
class Curve:
    """Graded precision against graded recall, at the documents that some user counts as relevant.

    Attributes
    ----------
    run, topic : str
    g : tuple of float
        The user model; all of it at one threshold for a threshold curve.
    ranks : int32 array, shape (K,)
        Rank of each document, ascending.
    grades : int8 array, shape (K,)
    recall : float64 array, shape (K,)
        Ascending, at most 1.
    precision : float64 array, shape (K,)
    steps : float64 array, shape (K,)
        How much recall each document adds.
    """

    run: str
    topic: str
    g: tuple[float, ...]
    ranks: CodeArray
    grades: GradeArray
    recall: FloatArray
    precision: FloatArray
    steps: FloatArray

    @property
    def area(self) -> float:
        """Area under the steps: GAP, or AP at the threshold of a threshold curve."""
        return float(self.precision @ self.steps)  # [R] section 3.2

    @property
    def interpolated(self) -> FloatArray:
        """Highest precision at this recall or a higher one, shape (K,)."""
        return frozen(np.maximum.accumulate(self.precision[::-1])[::-1])

    def frame(self) -> pd.DataFrame:
        """Return the points as a table: run, topic, rank, grade, recall, precision, interpolated."""
        names = ("run", "topic", "ranks", "grades", "recall", "precision", "interpolated")
        return _frame(self, names).rename(columns={"ranks": "rank", "grades": "grade"})

    def _repr_html_(self) -> str:
        """Show the area and the points."""
        points = self.frame().drop(columns=["run", "topic"])
        return shown_table(f"Curve of {self.run} on topic {self.topic}, area {self.area:.4f}", points)


@dataclass(frozen=True, eq=False)
class MeanCurve:
    """Curve of a run, averaged over topics.

    At each recall level the precision of a topic is that of the first document with which its recall
    reaches the level, and 0 where it never does; raw, or the highest precision from there on. The mean is
    over the topics that count, each with the same weight.

    Attributes
    ----------
    run : str
    g : tuple of float
    recall : float64 array, shape (L,)
        Levels.
    precision, interpolated : float64 array, shape (L,)
        Means over topics.
    area : float
        Mean of the areas of the topics' curves: mean GAP, or MAP at the threshold of a threshold curve.
    topics : int
        Topics that count.
    """

    run: str
    g: tuple[float, ...]
    recall: FloatArray
    precision: FloatArray
    interpolated: FloatArray
    area: float
    topics: int

    def frame(self) -> pd.DataFrame:
        """Return the points as a table: run, recall, precision, interpolated."""
        return _frame(self, ("run", "recall", "precision", "interpolated"))

    def _repr_html_(self) -> str:
        """Show the area and the points."""
        points = self.frame().drop(columns="run")
        return shown_table(
            f"Mean curve of {self.run} over {self.topics} topics, area {self.area:.4f}", points
        )


def graded_curve(profile: Profile, run: int, topic: int, *, g: Sequence[float] | FloatArray) -> Curve:
    """Graded precision-recall curve of a run on a topic.

    Parameters
    ----------
    profile : Profile
    run, topic : int
        Their numbers.
    g : sequence of float, length c
        Threshold probabilities.

    Returns
    -------
    Curve
        Without points where no user finds a retrieved document relevant.

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 3.2.

    Examples
    --------
    Grades 1, 0, 2, none, 1, R[1] = R[2] = 2 and g = (1/4, 3/4), so C = (1/4, 1). The recall steps are
    1/4, 1 and 1/4 over 2 * 1/4 + 2 * 1 = 5/2. Precisions: 1, (1/4 + 1) / 3 / 1 and (3 * 1/4) / 5 / (1/4).

    >>> from gapviz.measures.example import example
    >>> curve = graded_curve(example(), 0, 0, g=(1/4, 3/4))
    >>> curve.ranks.tolist(), curve.recall.round(4).tolist(), curve.precision.round(4).tolist()
    ([1, 3, 5], [0.1, 0.5, 0.6], [1.0, 0.4167, 0.6])
    >>> round(curve.area, 4)
    0.3267
    """
    p = users.validate(g, c=profile.c)
    segment = run * len(profile.topics) + topic
    places = slice(int(profile.starts[segment]), int(profile.starts[segment + 1]))
    ranks, grades = profile.ranks[places], profile.grades[places]
    return _curve(profile.runs[run], profile.pool, topic, p, ranks, grades)


def threshold_curve(profile: Profile, run: int, topic: int, *, h: int) -> Curve:
    """Binary precision-recall curve of a run on a topic, with relevant from grade h on.

    Parameters
    ----------
    profile : Profile
    run, topic : int
        Their numbers.
    h : int
        Threshold, 1..c.

    Returns
    -------
    Curve
        The graded curve of users who all have this threshold; its area is AP(h).

    Raises
    ------
    InputError
        Where the collection has no such grade.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> threshold_curve(example(), 0, 0, h=2).precision.round(4).tolist()
    [0.3333]
    """
    return graded_curve(profile, run, topic, g=_only(profile.c, h))


def ideal_curve(pool: Pool, topic: int, *, g: Sequence[float]) -> Curve:
    """Curve of the ideal list: all relevant documents of the topic by falling grade.

    Parameters
    ----------
    pool : Pool
    topic : int
        Its number.
    g : sequence of float, length c

    Returns
    -------
    Curve
        Its precision is 1 throughout.

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> ideal_curve(example().pool, 0, g=(1/4, 3/4)).grades.tolist()
    [2, 2, 1, 1]
    """
    p = users.validate(g, c=pool.c)
    grades = np.repeat(np.arange(pool.c, 0, -1), pool.counts[topic, :0:-1]).astype(np.int8)
    return _curve(IDEAL, pool, topic, p, np.arange(1, grades.size + 1, dtype=np.int32), grades)


def mean_curve(
    profile: Profile, run: int, *, g: Sequence[float], counted: BoolArray | None = None, levels: int = LEVELS
) -> MeanCurve:
    """Average the curves of a run over topics, at equal recall levels.

    Parameters
    ----------
    profile : Profile
    run : int
        Its number.
    g : sequence of float, length c
        Threshold probabilities; 1 at one threshold for the averaged threshold curve.
    counted : bool array, shape (T,), optional
        Topics that the mean counts; all by default.
    levels : int
        Recall levels from 0 to 1.

    Returns
    -------
    MeanCurve

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> curve = mean_curve(example(), 0, g=(1/4, 3/4), levels=5)
    >>> curve.precision.round(4).tolist(), curve.interpolated.round(4).tolist()
    ([1.0, 0.4167, 0.4167, 0.0, 0.0], [1.0, 0.6, 0.6, 0.0, 0.0])
    """
    chosen = range(len(profile.topics)) if counted is None else np.flatnonzero(counted).tolist()
    curves = [graded_curve(profile, run, topic, g=g) for topic in chosen]
    return _averaged(profile.runs[run], curves, g, levels)


def mean_ideal_curve(
    pool: Pool, *, g: Sequence[float], counted: BoolArray | None = None, levels: int = LEVELS
) -> MeanCurve:
    """Average the curves of the ideal lists over topics.

    Parameters
    ----------
    pool : Pool
    g : sequence of float, length c
    counted : bool array, shape (T,), optional
        Topics that the mean counts; all by default.
    levels : int
        Recall levels from 0 to 1.

    Returns
    -------
    MeanCurve
        At each level the share of the topics that have anything relevant for some user: its area is the
        highest mean GAP.

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> mean_ideal_curve(example().pool, g=(1/4, 3/4), levels=3).precision.tolist()
    [1.0, 1.0, 1.0]
    """
    chosen = range(len(pool.topics)) if counted is None else np.flatnonzero(counted).tolist()
    return _averaged(IDEAL, [ideal_curve(pool, topic, g=g) for topic in chosen], g, levels)


def _frame(curve: Curve | MeanCurve, names: Sequence[str]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame({name: getattr(curve, name) for name in names}, index=range(len(curve.recall)))


def _averaged(name: str, curves: Sequence[Curve], g: Sequence[float], levels: int) -> MeanCurve:
    at = np.linspace(0.0, 1.0, levels)
    raw, upper, area = np.zeros(levels), np.zeros(levels), 0.0
    for curve in curves:
        # The rounding of a sum of steps may not push a level to the next document.
        first = np.searchsorted(curve.recall, at - 1e-12)
        raw += np.append(curve.precision, 0.0)[first]
        upper += np.append(curve.interpolated, 0.0)[first]
        area += curve.area
    size = max(1, len(curves))
    means = (frozen(at), frozen(raw / size), frozen(upper / size), area / size)
    return MeanCurve(name, tuple(map(float, g)), *means, topics=len(curves))


def _curve(run: str, pool: Pool, topic: int, p: FloatArray, ranks: CodeArray, grades: GradeArray) -> Curve:
    expected_base = float(pool.counts[topic, 1:] @ np.cumsum(p))  # sum over k of R[k] C[k]
    precision, steps = _points(ranks, grades, p, expected_base)
    seen = steps > 0
    return Curve(
        run=run,
        topic=pool.topics[topic],
        g=tuple(p.tolist()),
        ranks=frozen(ranks[seen]),
        grades=frozen(grades[seen]),
        recall=frozen(np.cumsum(steps[seen])),
        precision=frozen(precision[seen]),
        steps=frozen(steps[seen]),
    )


def _points(
    ranks: CodeArray, grades: GradeArray, p: FloatArray, expected_base: float
) -> tuple[FloatArray, FloatArray]:
    """Graded precision and recall step of each relevant document of a list, both of shape (H,).

    Parameters
    ----------
    ranks, grades : arrays, shape (H,)
        In order of rank.
    p : float64 array, shape (c,)
    expected_base : float
        Expected number of relevant documents of the topic.
    """
    reached: FloatArray = np.concatenate(([0.0], np.cumsum(p)))[grades]  # C[r[n]]
    expected = np.zeros(ranks.size)  # sum over m <= n of C[min(r[m], r[n])]
    for h in np.flatnonzero(p > 0).tolist():
        reach = grades > h
        expected += p[h] * reach * np.cumsum(reach)
    # [R] section 3.2: graded precision, and recall step.
    return ratio(expected, ranks * reached), ratio(reached, np.asarray(expected_base))


def _only(c: int, h: int) -> FloatArray:
    if not 1 <= h <= c:
        raise InputError("threshold", f"a threshold {up_to(c)}", str(h))
    only: FloatArray = np.eye(c)[h - 1]
    return only
