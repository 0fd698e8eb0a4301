"""Errors of inferred curves as the user model moves, and what is inferred for one list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.experiments.inference import Known, inferred_grades, inferred_precision, retrieved_grades
from gapviz.analysis.experiments.informativeness import Informativeness, path_texts
from gapviz.analysis.rankings.curves import threshold_curve
from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.measures.measure import Measure
from gapviz.profile import Profile

STILL = ("nDCG(gain=exponential)", "AP")
"""Measures without a user model that the path is compared with."""


def pathway(families: Sequence[str], c: int) -> tuple[str, ...]:
    """Texts of the measures along the path of g, family by family, and then those of `STILL`.

    Parameters
    ----------
    families : sequence of {"GAP", "xGAP", "eGAP"}
    c : int
        Highest grade.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> pathway(["xGAP"], 1)
    ('xGAP(g=1)', 'nDCG(gain=exponential)', 'AP')
    """
    moving = [text for text in path_texts(c) if text.startswith("GAP")]
    return (*(text.replace("GAP", name, 1) for name in families for text in moving), *STILL)


@dataclass(frozen=True, eq=False)
class PathErrors:
    """Mean errors along the path of user models.

    Attributes
    ----------
    shares : float64 array, shape (S,)
        g[1].
    moving : mapping from family to float64 array, shape (S, c)
        By threshold; NaN where no list is shared yet.
    still : mapping from measure to float64 array, shape (c,)
    """

    shares: FloatArray
    moving: Mapping[str, FloatArray]
    still: Mapping[str, FloatArray]


def path_errors(result: Informativeness, families: Sequence[str]) -> PathErrors:
    """Arrange the mean errors of the measures of `pathway`.

    Parameters
    ----------
    result : Informativeness
        Of ``pathway(families, c)``.
    families : sequence of {"GAP", "xGAP", "eGAP"}

    Returns
    -------
    PathErrors

    Examples
    --------
    >>> from gapviz.analysis.experiments.informativeness import informativeness
    >>> from gapviz.measures.example import example
    >>> *_, last = informativeness(example(), pathway(["GAP"], 2), known="retrieved", least=1)
    >>> path_errors(last, ["GAP"]).moving["GAP"].shape
    (11, 2)
    """
    means = result.means()
    steps = (len(means) - len(STILL)) // max(1, len(families))
    return PathErrors(
        shares=np.linspace(0.0, 1.0, steps) if steps > 1 else np.ones(1),
        moving={name: means[k * steps : (k + 1) * steps] for k, name in enumerate(families)},
        still=dict(zip(STILL, means[len(means) - len(STILL) :], strict=True)),
    )


@dataclass(frozen=True, eq=False)
class Inferred:
    """What a measure's value tells of one list.

    Attributes
    ----------
    measure : str
    value : float
    probabilities : float64 array, shape (n, c + 1), or None
        Of grades 0..c at each rank; None where no distribution has the value.
    precision : float64 array, shape (K,)
        Expected precision at each relevant document; empty where nothing can be inferred.
    error : float
        Root of the mean squared difference from the actual precision; NaN where there is none.
    """

    measure: str
    value: float
    probabilities: FloatArray | None
    precision: FloatArray
    error: float


@dataclass(frozen=True, eq=False)
class InferredList:
    """A list's curve beside those that measures' values let one expect.

    Attributes
    ----------
    run, topic : str
    h : int
        Documents of this grade or more are relevant.
    recall, precision : float64 array, shape (K,)
        At each relevant document.
    grades : int64 array, shape (n,)
        Grade at each rank; 0 where a document is not relevant or not judged.
    inferred : tuple of Inferred
    """

    run: str
    topic: str
    h: int
    recall: FloatArray
    precision: FloatArray
    grades: IntArray
    inferred: tuple[Inferred, ...]


def inferred_list(
    profile: Profile, measures: Sequence[Measure], *, run: int, topic: int, h: int, known: Known
) -> InferredList:
    """Infer a list's curve from each measure's value.

    Parameters
    ----------
    profile : Profile
    measures : sequence of Measure
        See `gapviz.analysis.experiments.inference.SUPPORTED`.
    run, topic : int
        Their numbers.
    h : int
        Documents of this grade or more are relevant.
    known : {"judged", "retrieved"}
        See `gapviz.analysis.experiments.inference.inferred_grades`.

    Returns
    -------
    InferredList

    Raises
    ------
    InputError
        For a measure that nothing can be inferred from, or a grade that the collection has not.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> from gapviz.measures.parse import measure
    >>> inferred = inferred_list(example(), [measure("AP")], run=0, topic=0, h=1, known="retrieved")
    >>> inferred.precision.round(4).tolist(), inferred.grades.tolist()
    ([1.0, 0.6667, 0.6], [1, 0, 2, 0, 1])
    """
    actual = threshold_curve(profile, run, topic, h=h)
    every = threshold_curve(profile, run, topic, h=1)
    grades = np.zeros(int(profile.retrieved[run, topic]), dtype=np.int64)
    grades[every.ranks - 1] = every.grades
    inferred = []
    for measure in measures:
        value = float(measure(profile)[run, topic])
        likely = inferred_grades(profile, measure, run=run, topic=topic, known=known)
        if likely is None or not actual.precision.size:
            inferred.append(Inferred(str(measure), value, None, np.empty(0), np.nan))
            continue
        precision = inferred_precision(likely, retrieved=actual.precision.size, h=h)
        error = float(np.sqrt(((precision - actual.precision) ** 2).mean()))  # [R] section 4.1
        inferred.append(Inferred(str(measure), value, likely.probabilities, precision, error))
    return InferredList(
        profile.runs[run],
        profile.topics[topic],
        h,
        actual.recall,
        actual.precision,
        frozen(grades),
        tuple(inferred),
    )


def fullest_topic(profile: Profile, run: int) -> int:
    """Find the topic on which a run retrieves most documents of the grade that it retrieves least of.

    Parameters
    ----------
    profile : Profile
        With at least one topic.
    run : int
        Its number.

    Returns
    -------
    int
        Number of the topic; the first of equal ones.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> fullest_topic(example(), 0)
    0
    """
    least = retrieved_grades(profile)[run].min(axis=1)
    return int(np.argmax(least))
