"""Cumulated gain as Järvelin and Kekäläinen print it: CG and DCG."""

from __future__ import annotations

import math
from functools import partial

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import JARVELIN, KISHIDA, VYAS
from gapviz.measures.facts import Facts
from gapviz.measures.ideal import ideal_sum
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import LOG_BASE, REQUIRED_CUT
from gapviz.measures.relevant import Relevant, Terms, grade_sum
from gapviz.profile import Profile


def cumulated_gain(profile: Profile, *, n: int) -> FloatArray:
    """Sum of the grades of the first n documents.

    Parameters
    ----------
    profile : Profile
    n : int
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 29.

    Examples
    --------
    Grades 1, 0, 2, none, 1: 1 + 0 + 2 = 3.0 for the first three.

    >>> from gapviz.measures.example import example
    >>> cumulated_gain(example(), n=3).item()
    3.0
    """
    return _gains(profile, n=n).sum()


def _gains(profile: Profile, *, n: int) -> Terms:
    return grade_sum(profile, n=n, base=1.0)  # [K] eq. 29


def _gain(facts: Facts, *, n: int) -> str:
    return str(facts.r)


CG = Definition(
    name="CG",
    group="Gain and discount",
    function=cumulated_gain,
    formula=r"\mathrm{CG}@n = \sum_{m \le n} r[m]",
    source=f"{KISHIDA}, eq. 29; {JARVELIN}",
    range="0 to n times c; not normalised",
    limits=NOTHING_RELEVANT,
    example="CG@3",
    graded=True,
    parameters=(REQUIRED_CUT,),
    terms=_gains,
    term=_gain,
)


def discounts(ranks: IntArray, b: float) -> FloatArray:
    """Return what multiplies a gain at each rank: 1 below rank b, then 1 / log_b(rank).

    Parameters
    ----------
    ranks : int64 array, shape (L,)
        From 1.
    b : float
        Base of the logarithm, above 1.

    Returns
    -------
    float64 array, shape (L,)
        Above 0, at most 1.

    Examples
    --------
    >>> discounts(np.array([1, 2, 4]), 2.0).tolist()
    [1.0, 1.0, 0.5]
    """
    return 1.0 / np.maximum(np.log(np.maximum(ranks, b)) / math.log(b), 1.0)


def ideal_gains(profile: Profile, b: float, n: int | None) -> FloatArray:
    """Discounted gain of the ideal list.

    Parameters
    ----------
    profile : Profile
    b : float
        Base of the logarithm.
    n : int or None
        Cut-off.

    Returns
    -------
    float64 array, shape (T,)

    Examples
    --------
    The ideal list 2, 2, 1, 1 has 2 + 2/log2(2) in its first two ranks:

    >>> from gapviz.measures.example import example
    >>> ideal_gains(example(), 2.0, 2).tolist()
    [4.0]
    """
    return ideal_sum(profile, partial(discounts, b=b), n=n)  # [K] eq. 31


def discounted_gain(profile: Profile, *, b: float = 2.0, n: int) -> FloatArray:
    """Sum of the grades of the first n documents, discounted by the logarithm of the rank.

    Parameters
    ----------
    profile : Profile
    b : float
        Base of the logarithm; ranks below it are not discounted.
    n : int
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 30; Vyas, Survey of Graded Relevance
    Metrics for Information Retrieval, section A, which has b = 2.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and b = 2: 1 + 0/log2(2) + 2/log2(3) = 2.2619.

    >>> from gapviz.measures.example import example
    >>> discounted_gain(example(), n=3).round(4).item()
    2.2619
    """
    return discounted_terms(profile, b=b, n=n).sum()


def discounted_terms(profile: Profile, *, b: float = 2.0, n: int | None = None) -> Terms:
    """Return what each document adds to the discounted gain.

    Parameters
    ----------
    profile : Profile
    b : float
        Base of the logarithm.
    n : int, optional
        Cut-off.

    Returns
    -------
    Terms
        Their sum is DCG.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> discounted_terms(example()).weights.round(4).tolist()
    [1.0, 1.2619, 0.4307]
    """
    relevant = Relevant(profile, n=n)
    return Terms(relevant, relevant.grades * discounts(relevant.ranks.astype(np.int64), b))  # [K] eq. 30


def discounted_term(facts: Facts, *, b: float = 2.0, n: int | None = None) -> str:
    """Write what a document adds to the discounted gain.

    Parameters
    ----------
    facts : Facts
    b : float
        Base of the logarithm.
    n : int, optional
        Cut-off.

    Returns
    -------
    str

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> discounted_term(Facts.of(example(), 1))
    '2 / log2(3)'
    """
    if facts.n < b:
        return str(facts.r)
    return f"{facts.r} / " + (f"log2({facts.n})" if b == 2 else f"(log2({facts.n}) / log2({b:g}))")


DCG = Definition(
    name="DCG",
    group="Gain and discount",
    function=discounted_gain,
    formula=r"\mathrm{DCG}@n = \sum_{m < b} r[m] + \sum_{b \le m \le n} \frac{r[m]}{\log_b m}",
    source=f"{KISHIDA}, eq. 30; {VYAS}, section A; {JARVELIN}",
    range="0 upward; not normalised",
    limits="Not the numerator of nDCG, whose discount is log2(1 + rank). " + NOTHING_RELEVANT,
    example="DCG(b=2)@3",
    explicit=("b",),
    elsewhere="dcg of trec_eval and ranx discounts rank n by log2(1 + n), which is no measure here",
    graded=True,
    parameters=(LOG_BASE, REQUIRED_CUT),
    terms=discounted_terms,
    term=discounted_term,
)
