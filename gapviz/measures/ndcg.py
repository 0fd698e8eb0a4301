"""nDCG in trec_eval's form, on the whole list and on the condensed one."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from gapviz.arrays import CodeArray, FloatArray, IntArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.facts import Facts, shown
from gapviz.measures.measure import Definition, Parameter
from gapviz.measures.parameters import CUT, choice
from gapviz.measures.relevant import Relevant, Terms, ideal_sum
from gapviz.measures.sources import JARVELIN, SAKAI, VYAS
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


def _terms(profile: Profile, *, gain: str = "linear", n: int | None = None) -> Terms:
    relevant = Relevant(profile, n=n)
    return _discounted(relevant, relevant.ranks, gain, n)


def _discounted(relevant: Relevant, ranks: CodeArray, gain: str, n: int | None) -> Terms:
    """Gain of the documents discounted at `ranks`, over that of the ideal list cut at n."""
    profile = relevant.profile
    grades = np.arange(profile.c + 1, dtype=np.float64)
    gains = grades if gain == "linear" else 2.0**grades - 1.0
    ideal = ideal_sum(profile, lambda places: 1.0 / _logarithms(places), n=n, gains=gains)
    logarithms = _logarithms(np.arange(ranks.max(initial=0) + 1))  # once for each rank, not each document
    return Terms(relevant, gains.take(relevant.grades) / logarithms.take(ranks), ideal)


def _logarithms(ranks: IntArray) -> FloatArray:
    logarithms: FloatArray = np.log2(1.0 + ranks)
    return logarithms


def _term(facts: Facts, *, gain: str = "linear", n: int | None = None) -> str:
    return _share(facts, facts.n, gain, n)


def _share(facts: Facts, rank: int, gain: str, n: int | None) -> str:
    def value(grade: int) -> int:
        return grade if gain == "linear" else 2**grade - 1

    ideal = sum(value(grade) / math.log2(1 + m) for m, grade in enumerate(facts.ideal(n), 1))
    return f"{value(facts.r)} / log2(1 + {rank}) / {shown(ideal)}"


GAIN = Parameter(
    "gain",
    "the grade (linear) or 2^grade - 1 (exponential)",
    partial(choice, name="gain", words=("linear", "exponential")),
    default="linear",
    foreign={"dcg=log2": "linear", "dcg=exp-log2": "exponential"},
)

NDCG = Definition(
    name="nDCG",
    function=ndcg,
    formula=r"\mathrm{nDCG}@n = \sum_{m \le n} \frac{r[m]}{\log_2(1 + m)} \bigg/"
    r" \sum_{m \le n} \frac{y[m]}{\log_2(1 + m)}",
    source=f"{JARVELIN}; trec_eval, ndcg and ndcg_cut",
    range="0 to 1; an ideal list scores 1",
    limits=NOTHING_RELEVANT,
    example="nDCG@3",
    graded=True,
    parameters=(GAIN, CUT),
    aliases=("ndcg_cut",),
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
    return _condensed_terms(profile, gain=gain, n=n).sum()


def _condensed_terms(profile: Profile, *, gain: str = "linear", n: int | None = None) -> Terms:
    relevant = Relevant(profile, n=n, condensed=True)
    return _discounted(relevant, relevant.judged_ranks, gain, n)


def _condensed_term(facts: Facts, *, gain: str = "linear", n: int | None = None) -> str:
    return _share(facts, facts.condensed, gain, n)


CONDENSED_NDCG = Definition(
    name="nDCG'",
    function=condensed_ndcg,
    formula=r"\mathrm{nDCG}'@n = \mathrm{nDCG}@n \text{ of the list without unjudged documents}",
    source=f"{SAKAI}; {VYAS}",
    range="0 to 1; an ideal list scores 1",
    limits="nDCG where all that is retrieved is judged. " + NOTHING_RELEVANT,
    example="nDCG'@4",
    graded=True,
    parameters=(GAIN, CUT),
    aliases=("condensed-nDCG",),
    terms=_condensed_terms,
    term=_condensed_term,
)
