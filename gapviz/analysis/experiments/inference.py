"""The grades and the precisions that a list may be expected to have, from a measure's value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

import numpy as np

from gapviz.analysis.experiments.entropy import (
    Expectation,
    Gains,
    GradeAtRank,
    PrecisionSums,
    maximum_entropy,
)
from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError
from gapviz.measures.graded import xgap_weights
from gapviz.measures.ideal import ideal_sum
from gapviz.measures.measure import Measure
from gapviz.measures.ndcg import discounts, gains_of
from gapviz.measures.relevant import ratio
from gapviz.profile import Profile

SUPPORTED = ("AP", "GAP", "xGAP", "eGAP", "nDCG")

Known = Literal["judged", "retrieved"]
"""What a list is expected to hold of each grade: all judged documents, or as many as it does hold."""


def inferred_grades(
    profile: Profile, measure: Measure, *, run: int, topic: int, known: Known = "judged"
) -> GradeAtRank | None:
    """Infer the grade at each rank of a run on a topic from a measure's value.

    Parameters
    ----------
    profile : Profile
    measure : Measure
        AP, GAP, xGAP, eGAP or nDCG.
    run, topic : int
        Their numbers.
    known : {"judged", "retrieved"}
        What is known beside the value: R[k], as in the paper, so that the list is expected to hold all judged
        documents of each grade; or how many of each grade the list does hold, as in Aslam, Yilmaz and Pavlu.

    Returns
    -------
    GradeAtRank or None
        Grades without documents have probability 0. None where there are no documents, or no distribution has
        the value (see `maximum_entropy`). With R[k] that is so for many lists that miss
        documents: with all of them even the worst order has a higher value.

    Raises
    ------
    InputError
        For another measure.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> from gapviz.measures.parse import measure
    >>> inferred_grades(example(), measure("AP"), run=0, topic=0, known="retrieved").probabilities.shape
    (5, 3)
    """
    require_supported(measure)
    return inferred_from(profile, measure, measure(profile), run, topic, known)


def inferred_precision(grades: GradeAtRank, *, retrieved: int, h: int) -> FloatArray:
    """Return the expected precision at each relevant document of a list.

    Parameters
    ----------
    grades : GradeAtRank
    retrieved : int
        Documents of grade h or more in the list.
    h : int

    Returns
    -------
    float64 array, shape (retrieved,)
        At the recalls of the list's own curve (`threshold_curve`). The i-th document
        is expected at the rank at which i are expected to have been found, between whole ranks by linear
        interpolation; precision there is i over that rank.

    Examples
    --------
    One relevant document that stands at rank 2 for sure:

    >>> sure = GradeAtRank(np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> inferred_precision(sure, retrieved=1, h=1).tolist()
    [0.5]
    """
    numbers = np.arange(1.0, retrieved + 1.0)
    expected = np.concatenate(([0.0], grades.expected(h)))
    rising = np.flatnonzero(np.diff(expected, prepend=-1.0) > 0)  # ranks that add nothing don't count
    ranks = np.interp(numbers, expected[rising], rising)
    precision: FloatArray = np.minimum(numbers / ranks, 1.0)  # not before rank i but for rounding
    return precision


def inferred_from(
    profile: Profile, measure: Measure, scores: FloatArray, run: int, topic: int, known: Known
) -> GradeAtRank | None:
    """Infer the grade at each rank where the measure's scores are at hand.

    Parameters
    ----------
    profile : Profile
    measure : Measure
        One that `require_supported` lets pass.
    scores : float64 array, shape (N, T)
        ``measure(profile)``.
    run, topic : int
        Their numbers.
    known : {"judged", "retrieved"}

    Returns
    -------
    GradeAtRank or None
        As `inferred_grades`, which explains them.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> from gapviz.measures.parse import measure
    >>> one = measure("AP")
    >>> inferred_from(example(), one, one(example()), 0, 0, "retrieved").probabilities.shape
    (5, 3)
    """
    length = int(profile.retrieved[run, topic])
    if known == "judged":
        counts = profile.pool.counts[topic, 1:]
    else:
        counts = np.bincount(profile.grades[_documents(profile, run, topic)], minlength=profile.c + 1)[1:]
    present = np.flatnonzero(counts)
    if not present.size:
        return None
    expectation = expectation_of(profile, measure, topic, length)
    if present.size < counts.size:
        expectation = _Part(expectation, present, profile.c)
    likely = maximum_entropy(expectation, float(scores[run, topic]), documents=counts[present], length=length)
    if likely is None or present.size == counts.size:
        return likely
    full = np.zeros((length, profile.c + 1))
    full[:, np.concatenate(([0], present + 1))] = likely.probabilities
    return GradeAtRank(frozen(full))


@dataclass(frozen=True, eq=False)
class _Part:
    """An expectation over the grades that have documents."""

    whole: Expectation
    present: IntArray
    c: int

    def at(self, p: FloatArray) -> tuple[float, FloatArray]:
        full = np.zeros((len(p), self.c))
        full[:, self.present] = p
        value, slopes = self.whole.at(full)
        return value, slopes[:, self.present]


def expectation_of(profile: Profile, measure: Measure, topic: int, length: int) -> Expectation:
    """Take a measure on a topic as an expectation over lists.

    Parameters
    ----------
    profile : Profile
    measure : Measure
        AP, GAP, xGAP, eGAP or nDCG.
    topic : int
        Its number: the measure's divisor depends on the topic's recall bases.
    length : int
        Documents of the list.

    Returns
    -------
    Expectation

    References
    ----------
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, eq. 4-6.

    Examples
    --------
    A list that is sure to have grades 1, 0, 2 gets its AP, (1/1 + 2/3) / 4:

    >>> from gapviz.measures.example import example
    >>> from gapviz.measures.parse import measure
    >>> certain = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    >>> value, _ = expectation_of(example(), measure("AP"), 0, 3).at(certain)
    >>> round(value, 4)
    0.4167
    """
    c, bases = profile.c, profile.pool.recall_bases[topic]
    values = dict(measure.parameters)
    if measure.name == "nDCG":
        n = cast("int | None", values["n"])
        return Gains(_gains(profile, topic, length, cast(str, values["gain"]), n))
    if measure.name == "AP":
        g = (np.arange(1, c + 1) == values["rel"]).astype(np.float64)
    else:
        g = np.array(values["g"], dtype=np.float64)
    lower = np.tril(np.ones((c, c)))
    if measure.name == "GAP":
        return PrecisionSums(lower * ratio(g, np.full(c, g @ bases)))  # [F] eq. 4
    if measure.name == "xGAP":
        return PrecisionSums(lower * xgap_weights(bases[None], g).T * g)  # [F] eq. 5
    return PrecisionSums(lower * ratio(g, bases))  # [F] eq. 6; AP is eGAP where all users have one threshold


def _gains(profile: Profile, topic: int, length: int, gain: str, n: int | None) -> FloatArray:
    """Share of the ideal nDCG that each grade adds at each rank, shape (length, c)."""
    gains = gains_of(profile.c, gain)
    ideal = ideal_sum(profile, discounts, n=n, gains=gains)[topic]
    kept = discounts(np.arange(1, length + 1))
    if n is not None:
        kept[n:] = 0.0
    shares: FloatArray = np.outer(kept, gains[1:]) / ideal
    return shares


def require_supported(measure: Measure) -> None:
    """Refuse a measure that nothing can be inferred from.

    Parameters
    ----------
    measure : Measure

    Raises
    ------
    InputError
        For another than AP, GAP, xGAP, eGAP and nDCG.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> require_supported(measure("nDCG@10"))
    """
    if measure.name not in SUPPORTED:
        raise InputError("informativeness", f"one of {', '.join(SUPPORTED)}", str(measure))


def _documents(profile: Profile, run: int, topic: int) -> slice:
    place = run * len(profile.topics) + topic
    return slice(int(profile.starts[place]), int(profile.starts[place + 1]))


def retrieved_grades(profile: Profile) -> IntArray:
    """Count the retrieved documents of each grade.

    Parameters
    ----------
    profile : Profile

    Returns
    -------
    int64 array, shape (N, T, c)
        Of grade 1..c.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> retrieved_grades(example()).tolist()
    [[[2, 1]]]
    """
    cells = profile.segments * profile.c + (profile.grades - 1)
    size = profile.starts.size - 1
    return np.bincount(cells, minlength=size * profile.c).reshape(*profile.shape, profile.c)
