"""Ratios of grade sums: sliding ratio and its modification, generalised precision and recall."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import KISHIDA
from gapviz.measures.facts import Facts, shown
from gapviz.measures.ideal import ideal_sum
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import CUT, REQUIRED_CUT
from gapviz.measures.relevant import Relevant, Terms, grade_sum
from gapviz.profile import Profile


def sliding_ratio(profile: Profile, *, n: int | None = None) -> FloatArray:
    """Sum of the grades over that of the ideal list; the order plays no part.

    Parameters
    ----------
    profile : Profile
    n : int, optional
        Cut-off of both lists.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 26.

    Examples
    --------
    Grades 1, 0, 2, none, 1, cut at 3: 1 + 0 + 2 = 3; the ideal list starts 2, 2, 1 with sum 5: 3/5 = 0.6.

    >>> from gapviz.measures.example import example
    >>> sliding_ratio(example(), n=3).item()
    0.6
    """
    return _terms(profile, n=n).sum()


def _terms(profile: Profile, *, n: int | None = None) -> Terms:
    bases = profile.pool.recall_bases
    ideal = (bases if n is None else np.minimum(bases, n)).sum(axis=1)
    return grade_sum(profile, n=n, base=ideal)  # [K] eq. 26


def _term(facts: Facts, *, n: int | None = None) -> str:
    return f"{facts.r}/{sum(facts.ideal(n))}"


SLIDING_RATIO = Definition(
    name="SR",
    group="Graded relevance",
    function=sliding_ratio,
    formula=r"v_S@n = \sum_{m \le n} r[m] \bigg/ \sum_{m \le n} y[m]",
    source=f"{KISHIDA}, eq. 26",
    range="0 to 1; an ideal list scores 1",
    limits=NOTHING_RELEVANT,
    example="SR@3",
    graded=True,
    parameters=(CUT,),
    aliases=("sliding-ratio",),
    terms=_terms,
    term=_term,
)


def modified_sliding_ratio(profile: Profile, *, n: int | None = None) -> FloatArray:
    """Sum of grade over rank, over that of the ideal list.

    Parameters
    ----------
    profile : Profile
    n : int, optional
        Cut-off of both lists.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 27.

    Examples
    --------
    Grades 1, 0, 2, none, 1, cut at 3: 1/1 + 2/3 = 5/3; the ideal list starts 2, 2, 1: 2/1 + 2/2 + 1/3 = 10/3.
    The ratio is 0.5.

    >>> from gapviz.measures.example import example
    >>> modified_sliding_ratio(example(), n=3).round(4).item()
    0.5
    """
    return _modified_terms(profile, n=n).sum()


def _modified_terms(profile: Profile, *, n: int | None = None) -> Terms:
    relevant = Relevant(profile, n=n)
    ideal = ideal_sum(profile, lambda ranks: 1.0 / ranks, n=n)
    return Terms(relevant, relevant.grades / relevant.ranks, ideal)  # [K] eq. 27


def _modified_term(facts: Facts, *, n: int | None = None) -> str:
    ideal = sum(grade / m for m, grade in enumerate(facts.ideal(n), 1))
    return f"{facts.r}/{facts.n} / {shown(ideal)}"


MODIFIED_SLIDING_RATIO = Definition(
    name="mSR",
    group="Graded relevance",
    function=modified_sliding_ratio,
    formula=r"v_{S'}@n = \sum_{m \le n} \frac{r[m]}{m} \bigg/ \sum_{m \le n} \frac{y[m]}{m}",
    source=f"{KISHIDA}, eq. 27",
    range="0 to 1; an ideal list scores 1",
    limits=NOTHING_RELEVANT,
    example="mSR@3",
    graded=True,
    parameters=(CUT,),
    aliases=("modified-sliding-ratio",),
    terms=_modified_terms,
    term=_modified_term,
)


def generalised_precision(profile: Profile, *, n: int) -> FloatArray:
    """Mean of grade over c in the first n ranks; ranks that the run leaves empty count.

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
    Kishida, Property of Average Precision and its Generalization, section 4.1.4.

    Examples
    --------
    Grades 1, 0, 2, none, 1 with c = 2: (1/2 + 0 + 2/2 + 0) / 4 = 0.375.

    >>> from gapviz.measures.example import example
    >>> generalised_precision(example(), n=4).item()
    0.375
    """
    return _precision_terms(profile, n=n).sum()


def _precision_terms(profile: Profile, *, n: int) -> Terms:
    return grade_sum(profile, n=n, base=float(n * profile.c))  # [K] section 4.1.4, gP


def _precision_term(facts: Facts, *, n: int) -> str:
    return f"{facts.r}/{facts.c} / {n}"


GENERALISED_PRECISION = Definition(
    name="gP",
    group="Graded relevance",
    function=generalised_precision,
    formula=r"gP@n = \frac{1}{n} \sum_{m \le n} \frac{r[m]}{c}",
    source=f"{KISHIDA}, section 4.1.4",
    range="0 to 1",
    limits="c is that of the collection. " + NOTHING_RELEVANT,
    example="gP@4",
    graded=True,
    parameters=(REQUIRED_CUT,),
    terms=_precision_terms,
    term=_precision_term,
)


def generalised_recall(profile: Profile, *, n: int) -> FloatArray:
    """Share of the sum of all judged grades that stands in the first n ranks.

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
    Kishida, Property of Average Precision and its Generalization, section 4.1.4.

    Examples
    --------
    Grades 1, 0, 2, none, 1 with R[1] = R[2] = 2: (1 + 0 + 2) / (2 + 4) = 0.5 for the first four.

    >>> from gapviz.measures.example import example
    >>> generalised_recall(example(), n=4).item()
    0.5
    """
    return _recall_terms(profile, n=n).sum()


def _recall_terms(profile: Profile, *, n: int) -> Terms:
    whole = profile.pool.recall_bases.sum(axis=1)  # sum over k of k R(k)
    return grade_sum(profile, n=n, base=whole)  # [K] section 4.1.4, gR


def _recall_term(facts: Facts, *, n: int) -> str:
    return f"{facts.r}/{sum(facts.ideal())}"


GENERALISED_RECALL = Definition(
    name="gR",
    group="Graded relevance",
    function=generalised_recall,
    formula=r"gR@n = \sum_{m \le n} r[m] \bigg/ \sum_{k=1}^{c} k \, R(k)",
    source=f"{KISHIDA}, section 4.1.4",
    range="0 to 1",
    limits=NOTHING_RELEVANT,
    example="gR@4",
    graded=True,
    parameters=(REQUIRED_CUT,),
    terms=_recall_terms,
    term=_recall_term,
)
