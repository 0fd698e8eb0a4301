"""nDCG in trec_eval's form, on the whole list and on the condensed one."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import JARVELIN, SAKAI, VYAS
from gapviz.measures.facts import Facts, shown
from gapviz.measures.ideal import ideal_sum
from gapviz.measures.measure import Definition, Parameter
from gapviz.measures.parameters import CUT, choice
from gapviz.measures.relevant import Relevant, Terms
from gapviz.profile import Profile


def ndcg(profile: Profile, *, gain: str = "linear", n: int | None = None) -> FloatArray:
    """Gain discounted by the logarithm of the rank, over that of the ideal list cut at the same rank.

    Parameters
    ----------
    profile : Profile
    gain : {"linear", "exponential"}
        The grade, or 2^grade - 1.
    n : int, optional
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques (2002), in the form of
    trec_eval's ``ndcg`` and ``ndcg_cut``.

    Examples
    --------
    Grades 1, 0, 2, none, 1, cut at 3: 1/log2(2) + 2/log2(4) = 2. The ideal list starts 2, 2, 1:
    2/log2(2) + 2/log2(3) + 1/log2(4) = 3.7619. nDCG@3 = 0.5317.

    >>> from gapviz.measures.example import example
    >>> ndcg(example(), n=3).round(4).item()
    0.5317
    """
    return _terms(profile, gain=gain, n=n).sum()


def _terms(profile: Profile, *, gain: str = "linear", n: int | None = None, condensed: bool = False) -> Terms:
    relevant = Relevant(profile, n=n, condensed=condensed)
    ranks, gains = relevant.places, gains_of(profile.c, gain)
    # A logarithm for each rank, not for each document.
    logarithms = _logarithms(np.arange(ranks.max(initial=0) + 1))
    # d(n) / dI(n), [K] eq. 30-31, with trec_eval's discount.
    weights = gains.take(relevant.grades) / logarithms.take(ranks)
    return Terms(relevant, weights, ideal_sum(profile, discounts, n=n, gains=gains))


def gains_of(c: int, gain: str) -> FloatArray:
    """Gain of each grade.

    Parameters
    ----------
    c : int
        Highest grade.
    gain : {"linear", "exponential"}

    Returns
    -------
    float64 array, shape (c + 1,)
        Of grade 0..c.

    Examples
    --------
    >>> gains_of(2, "exponential").tolist()
    [0.0, 1.0, 3.0]
    """
    grades = np.arange(c + 1, dtype=np.float64)
    return grades if gain == "linear" else 2.0**grades - 1.0


def discounts(ranks: IntArray) -> FloatArray:
    """Return what multiplies a gain at each rank: 1 / log2(1 + rank).

    Parameters
    ----------
    ranks : int64 array, shape (L,)
        From 1.

    Returns
    -------
    float64 array, shape (L,)

    Examples
    --------
    >>> discounts(np.array([1, 3])).tolist()
    [1.0, 0.5]
    """
    return 1.0 / _logarithms(ranks)


def _logarithms(ranks: IntArray) -> FloatArray:
    logarithms: FloatArray = np.log2(1.0 + ranks)
    return logarithms


def _term(facts: Facts, *, gain: str = "linear", n: int | None = None, condensed: bool = False) -> str:
    def value(grade: int) -> int:
        return grade if gain == "linear" else 2**grade - 1

    ideal = sum(value(grade) / math.log2(1 + m) for m, grade in enumerate(facts.ideal(n), 1))
    return f"{value(facts.r)} / log2(1 + {facts.place(condensed=condensed)}) / {shown(ideal)}"


GAIN = Parameter(
    "gain",
    "the grade (linear) or 2^grade - 1 (exponential)",
    partial(choice, name="gain", words=("linear", "exponential")),
    default="linear",
    foreign={"dcg=log2": "linear", "dcg=exp-log2": "exponential"},
)

NDCG = Definition(
    name="nDCG",
    group="Gain and discount",
    function=ndcg,
    formula=r"\mathrm{nDCG}@n = \sum_{m \le n} \frac{r[m]}{\log_2(1 + m)} \bigg/"
    r" \sum_{m \le n} \frac{y[m]}{\log_2(1 + m)}",
    source=f"{JARVELIN}; trec_eval, ndcg and ndcg_cut",
    range="0 to 1; an ideal list scores 1",
    limits=NOTHING_RELEVANT,
    example="nDCG@3",
    graded=True,
    parameters=(GAIN, CUT),
    terms=_terms,
    term=_term,
    condensed="nDCG'",
)


def condensed_ndcg(profile: Profile, *, gain: str = "linear", n: int | None = None) -> FloatArray:
    """Value of nDCG on the condensed list: documents without a judgement are taken out first.

    Parameters
    ----------
    profile : Profile
    gain : {"linear", "exponential"}
        The grade, or 2^grade - 1.
    n : int, optional
        Cut-off, in ranks of the condensed list.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Sakai, Alternatives to Bpref (2007); Vyas, Survey of Graded Relevance Metrics for Information Retrieval,
    Figures 3 and 4.

    Examples
    --------
    Grades 1, 0, 2, none, 1 become 1, 0, 2, 1. Cut at 4: 1/log2(2) + 2/log2(4) + 1/log2(5) = 2.4307. The ideal
    list 2, 2, 1, 1 has 2/log2(2) + 2/log2(3) + 1/log2(4) + 1/log2(5) = 4.1925. nDCG'@4 = 0.5798.

    >>> from gapviz.measures.example import example
    >>> condensed_ndcg(example(), n=4).round(4).item()
    0.5798
    """
    return _terms(profile, gain=gain, n=n, condensed=True).sum()


CONDENSED_NDCG = Definition(
    name="nDCG'",
    group="Incomplete judgements",
    function=condensed_ndcg,
    formula=r"\mathrm{nDCG}'@n = \mathrm{nDCG}@n \text{ of the list without unjudged documents}",
    source=f"{SAKAI}; {VYAS}",
    range="0 to 1; an ideal list scores 1",
    limits="nDCG where all that is retrieved is judged. " + NOTHING_RELEVANT,
    example="nDCG'@4",
    graded=True,
    parameters=(GAIN, CUT),
    aliases=("condensed-nDCG",),
    terms=partial(_terms, condensed=True),
    term=partial(_term, condensed=True),
)
