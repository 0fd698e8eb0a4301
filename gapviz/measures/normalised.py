"""Discounted gain over that of the ideal list, as Järvelin and Kekäläinen print it, and its average."""

from __future__ import annotations

import math
from itertools import accumulate

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import JARVELIN, KISHIDA
from gapviz.measures.cumulated import discounted_term, discounted_terms, discounts, ideal_gains
from gapviz.measures.facts import Facts, shown
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import CUT, LOG_BASE, REQUIRED_CUT
from gapviz.measures.relevant import Terms
from gapviz.profile import Profile


def normalised_discounted_gain(profile: Profile, *, b: float = 2.0, n: int | None = None) -> FloatArray:
    """Gain discounted as in DCG, from rank b on, over that of the ideal list cut at the same rank.

    Parameters
    ----------
    profile : Profile
    b : float
        Base of the logarithm; ranks below it are not discounted.
    n : int, optional
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques (2002); Kishida, Property of
    Average Precision and its Generalization, eq. 30-31.

    Examples
    --------
    Grades 1, 0, 2, none, 1, b = 2, cut at 3: 1 + 2/log2(3) = 2.2619. The ideal list starts 2, 2, 1:
    2 + 2/log2(2) + 1/log2(3) = 4.6309. The ratio is 0.4884.

    >>> from gapviz.measures.example import example
    >>> normalised_discounted_gain(example(), n=3).round(4).item()
    0.4884
    """
    return _normalised_terms(profile, b=b, n=n).sum()


def _normalised_terms(profile: Profile, *, b: float = 2.0, n: int | None = None) -> Terms:
    gains = discounted_terms(profile, b=b, n=n)
    return Terms(gains.relevant, gains.weights, ideal_gains(profile, b, n))  # [K] eq. 30 over eq. 31


def _normalised_term(facts: Facts, *, b: float = 2.0, n: int | None = None) -> str:
    return f"{discounted_term(facts, b=b)} / {shown(_ideal(facts, b, n))}"


def _ideal(facts: Facts, b: float, n: int | None) -> float:
    return sum(_ideal_terms(facts, b, n))


def _ideal_terms(facts: Facts, b: float, n: int | None) -> list[float]:
    """Return what each of the first n ranks of the ideal list adds."""
    return [grade / (math.log(m, b) if m >= b else 1.0) for m, grade in enumerate(facts.ideal(n), 1)]


JK_NDCG = Definition(
    name="JKnDCG",
    group="Gain and discount",
    function=normalised_discounted_gain,
    formula=r"\mathrm{nDCG}_b@n = d(n) / d_I(n), \quad"
    r" d(n) = \sum_{m < b} r[m] + \sum_{b \le m \le n} \frac{r[m]}{\log_b m}",
    source=f"{JARVELIN}; {KISHIDA}, eq. 30-31",
    range="0 to 1; an ideal list scores 1",
    limits="The form of the original paper; nDCG is trec_eval's. " + NOTHING_RELEVANT,
    example="JKnDCG(b=2)@3",
    graded=True,
    parameters=(LOG_BASE, CUT),
    terms=_normalised_terms,
    term=_normalised_term,
)


def average_normalised_gain(profile: Profile, *, b: float = 2.0, n: int) -> FloatArray:
    """Mean of JKnDCG over the cut-offs 1 to n.

    Parameters
    ----------
    profile : Profile
    b : float
        Base of the logarithm; ranks below it are not discounted.
    n : int
        Number of cut-offs.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 32.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and b = 2: 1, 1, 2.2619 at the cut-offs 1, 2, 3, where the ideal list has 2, 4,
    4.6309: (0.5 + 0.25 + 0.4884) / 3 = 0.4128.

    >>> from gapviz.measures.example import example
    >>> average_normalised_gain(example(), n=3).round(4).item()
    0.4128
    """
    return _average_terms(profile, b=b, n=n).sum()


def _average_terms(profile: Profile, *, b: float = 2.0, n: int) -> Terms:
    gains = discounted_terms(profile, b=b, n=n)
    relevant, bases = gains.relevant, profile.pool.recall_bases
    # A document at rank j is part of d(i) for all i = j..n: it meets the sum of 1 / dI(i) from j to n.
    # From rank R on dI stays what it is; so a column for each rank up to R is enough.
    end = min(n, int(bases.max(initial=0)))
    columns = np.arange(1, end + 1)
    ideal = np.zeros((len(profile.topics), end))
    for RB in bases.T:
        ideal += np.cumsum((columns <= RB[:, None]) * discounts(columns, b), axis=1)  # [K] eq. 31
    inverse = np.divide(1.0, ideal, out=np.zeros_like(ideal), where=ideal > 0)
    below = np.zeros((len(profile.topics), end + 1))  # from column i + 1 down to `end`
    below[:, :end] = np.cumsum(inverse[:, ::-1], axis=1)[:, ::-1]
    constant = inverse[:, -1] if end else np.zeros(len(profile.topics))
    first = np.minimum(relevant.ranks - 1, end)
    beyond = n - np.maximum(relevant.ranks - 1, end)
    met = below[relevant.topics, first] + beyond * constant[relevant.topics]
    return Terms(relevant, gains.weights * met, float(n))  # [K] eq. 32


def _average_term(facts: Facts, *, b: float = 2.0, n: int) -> str:
    ideals = list(accumulate(_ideal_terms(facts, b, n)))  # dI(1), dI(2), ...: from the last one on the same
    met = sum(1 / ideal for ideal in ideals[facts.n - 1 :])
    met += max(n - max(len(ideals), facts.n - 1), 0) / ideals[-1]
    return f"{discounted_term(facts, b=b)} · {shown(met)} / {n}"


AVERAGE_NDCG = Definition(
    name="avgnDCG",
    group="Gain and discount",
    function=average_normalised_gain,
    formula=r"v_D = \frac{1}{n} \sum_{i=1}^{n} \frac{d(i)}{d_I(i)}",
    source=f"{KISHIDA}, eq. 32",
    range="0 to 1; an ideal list scores 1",
    limits=NOTHING_RELEVANT,
    example="avgnDCG(b=2)@3",
    graded=True,
    parameters=(LOG_BASE, REQUIRED_CUT),
    aliases=("average-nDCG",),
    terms=_average_terms,
    term=_average_term,
)
