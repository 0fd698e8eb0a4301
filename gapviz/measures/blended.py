"""Measures that blend counting with cumulated gain: Q, Q', R-measure, weighted and generalised AP."""

from __future__ import annotations

from functools import partial
from itertools import accumulate

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import KISHIDA, SAKAI, VYAS
from gapviz.measures.facts import Facts, shown
from gapviz.measures.ideal import ideal_gain
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import BETA
from gapviz.measures.relevant import Relevant, Terms, ratio
from gapviz.profile import Profile


def q_measure(profile: Profile, *, beta: float = 1.0) -> FloatArray:
    """AP with the precision at each relevant document blended with its share of the ideal gain.

    Parameters
    ----------
    profile : Profile
    beta : float
        Weight of the gain; with 0 it is AP.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 35; Vyas, Survey of Graded Relevance
    Metrics for Information Retrieval, section E.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and beta = 1; the gain is 1, 3, 4 at ranks 1, 3, 5, that of the ideal list
    2, 2, 1, 1 is 2, 5, 6 there. Q = ((1 + 1)/(2 + 1) + (3 + 2)/(5 + 3) + (4 + 3)/(6 + 5)) / 4 = 0.482.

    >>> from gapviz.measures.example import example
    >>> q_measure(example()).round(4).item()
    0.482
    """
    return _q_terms(profile, beta=beta).sum()


def _q_terms(profile: Profile, *, beta: float = 1.0, condensed: bool = False) -> Terms:
    relevant = Relevant(profile, condensed=condensed)
    n, count = relevant.places, relevant.relevant_above + 1
    best = ideal_gain(profile, relevant.topics, n)
    ratios = (beta * relevant.gain + count) / (beta * best + n)  # [K] eq. 35
    return Terms(relevant, ratios, profile.pool.recall_bases[:, 0])


def _q_term(facts: Facts, *, beta: float = 1.0, condensed: bool = False) -> str:
    rank = facts.place(condensed=condensed)
    above = f"{beta:g} · {facts.cg} + {facts.count()}"
    return f"({above}) / ({beta:g} · {sum(facts.ideal(rank))} + {rank}) / {facts.RB(1)}"


Q = Definition(
    name="Q",
    group="Graded relevance",
    function=q_measure,
    formula=r"Q = \frac{1}{R} \sum_{n:\, r[n] > 0} \frac{\beta \, cg(n) + count(n)}{\beta \, cg_I(n) + n}",
    source=f"{KISHIDA}, eq. 35; {VYAS}, section E",
    range="0 to 1; an ideal list scores 1",
    limits="AP for beta=0. " + NOTHING_RELEVANT,
    example="Q(beta=1)",
    graded=True,
    parameters=(BETA,),
    aliases=("Q-measure",),
    terms=_q_terms,
    term=_q_term,
)


def condensed_q_measure(profile: Profile, *, beta: float = 1.0) -> FloatArray:
    """Q-measure on the condensed list: documents without a judgement are taken out first.

    Parameters
    ----------
    profile : Profile
    beta : float
        Weight of the gain; with 0 it is indAP.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Sakai, Alternatives to Bpref (2007); Vyas, Survey of Graded Relevance Metrics for Information Retrieval,
    Figures 3 and 4.

    Examples
    --------
    Grades 1, 0, 2, none, 1 become 1, 0, 2, 1; the gain is 1, 3, 4 at ranks 1, 3, 4, that of the ideal list
    2, 2, 1, 1 is 2, 5, 6 there. Q' = ((1 + 1)/(2 + 1) + (3 + 2)/(5 + 3) + (4 + 3)/(6 + 4)) / 4 = 0.4979.

    >>> from gapviz.measures.example import example
    >>> condensed_q_measure(example()).round(4).item()
    0.4979
    """
    return _q_terms(profile, beta=beta, condensed=True).sum()


CONDENSED_Q = Definition(
    name="Q'",
    group="Incomplete judgements",
    function=condensed_q_measure,
    formula=r"Q' = Q \text{ of the list without unjudged documents}",
    source=f"{SAKAI}; {VYAS}",
    range="0 to 1; an ideal list scores 1",
    limits="Q where all that is retrieved is judged. " + NOTHING_RELEVANT,
    example="Q'(beta=1)",
    graded=True,
    parameters=(BETA,),
    aliases=("condensed-Q",),
    terms=partial(_q_terms, condensed=True),
    term=partial(_q_term, condensed=True),
)


def r_measure(profile: Profile, *, beta: float = 1.0) -> FloatArray:
    """Blended ratio of gain and count at rank R, the number of the topic's relevant documents.

    Parameters
    ----------
    profile : Profile
    beta : float
        Weight of the gain; with 0 it is Rprec.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Vyas, Survey of Graded Relevance Metrics for Information Retrieval, section E.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and R = 4: gain 3 and count 2 at rank 4, where the ideal list 2, 2, 1, 1 has gain
    6: (3 + 2) / (6 + 4) = 0.5.

    >>> from gapviz.measures.example import example
    >>> r_measure(example()).item()
    0.5
    """
    return _r_terms(profile, beta=beta).sum()


def _r_terms(profile: Profile, *, beta: float = 1.0) -> Terms:
    R = profile.pool.recall_bases[:, 0]
    whole = profile.pool.recall_bases.sum(axis=1)  # cgI(R): all grades
    relevant = Relevant(profile, n=R)
    gains = beta * relevant.grades.astype(np.float64) + 1.0  # they sum to beta cg(R) + count(R)
    return Terms(relevant, gains, beta * whole + R)  # [V] section E


def _r_term(facts: Facts, *, beta: float = 1.0) -> str:
    return f"({beta:g} · {facts.r} + 1) / ({beta:g} · {sum(facts.ideal())} + {facts.RB(1)})"


R_MEASURE = Definition(
    name="R-measure",
    group="Graded relevance",
    function=r_measure,
    formula=r"\mathrm{R\text{-}measure} = \frac{\beta \, cg(R) + count(R)}{\beta \, cg_I(R) + R}",
    source=f"{VYAS}, section E",
    range="0 to 1; an ideal list scores 1",
    limits="Rprec for beta=0. " + NOTHING_RELEVANT,
    example="R-measure(beta=1)",
    graded=True,
    parameters=(BETA,),
    terms=_r_terms,
    term=_r_term,
)


def weighted_average_precision(profile: Profile) -> FloatArray:
    """Mean, over the relevant documents, of the gain at their ranks over that of the ideal list.

    Parameters
    ----------
    profile : Profile

    Returns
    -------
    float64 array, shape (N, T)

    Notes
    -----
    Below rank R the ideal gain stays what it is, so the order there plays no part; Q was made for that.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 34.

    Examples
    --------
    Grades 1, 0, 2, none, 1: the gain is 1, 3, 4 at ranks 1, 3, 5, that of the ideal list 2, 2, 1, 1 is 2, 5,
    6 there: (1/2 + 3/5 + 4/6) / 4 = 0.4417.

    >>> from gapviz.measures.example import example
    >>> weighted_average_precision(example()).round(4).item()
    0.4417
    """
    return _weighted_terms(profile).sum()


def _weighted_terms(profile: Profile) -> Terms:
    relevant = Relevant(profile)
    best = ideal_gain(profile, relevant.topics, relevant.ranks)
    return Terms(relevant, ratio(relevant.gain, best), profile.pool.recall_bases[:, 0])  # [K] eq. 34


def _weighted_term(facts: Facts) -> str:
    return f"{facts.cg}/{sum(facts.ideal(facts.n))} / {facts.RB(1)}"


WEIGHTED_AP = Definition(
    name="wAP",
    group="Graded relevance",
    function=weighted_average_precision,
    formula=r"v_W = \frac{1}{R} \sum_{n:\, r[n] > 0} \frac{cg(n)}{cg_I(n)}",
    source=f"{KISHIDA}, eq. 34",
    range="0 to 1; an ideal list scores 1",
    limits=NOTHING_RELEVANT,
    example="wAP",
    graded=True,
    aliases=("weighted-AP",),
    terms=_weighted_terms,
    term=_weighted_term,
)


def generalised_average_precision(profile: Profile) -> FloatArray:
    """Sum of the mean grades down to each relevant document, over that of the ideal list.

    Parameters
    ----------
    profile : Profile

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 42.

    Examples
    --------
    Grades 1, 0, 2, none, 1: mean grades 1/1, 3/3, 4/5 at ranks 1, 3, 5, sum 2.8; the ideal list 2, 2, 1, 1
    has 2/1 + 4/2 + 5/3 + 6/4 = 7.1667: 0.3907.

    >>> from gapviz.measures.example import example
    >>> generalised_average_precision(example()).round(4).item()
    0.3907
    """
    return _generalised_terms(profile).sum()


def _generalised_terms(profile: Profile) -> Terms:
    relevant, bases = Relevant(profile), profile.pool.recall_bases
    # Of the ideal list's mean grades sum_h min(RB[h], n) / n at n = 1..R, threshold h has 1 each down to
    # RB[h], and RB[h] / n from there on.
    harmonic = np.concatenate(([0.0], np.cumsum(1.0 / np.arange(1, bases.max(initial=0) + 1))))
    below = harmonic[bases[:, :1]] - harmonic[bases]
    return Terms(relevant, relevant.gain / relevant.ranks, (bases * (1.0 + below)).sum(axis=1))  # [K] eq. 42


def _generalised_term(facts: Facts) -> str:
    best = sum(cg / n for n, cg in enumerate(accumulate(facts.ideal()), 1))
    return f"{facts.cg}/{facts.n} / {shown(best)}"


GENERALISED_AP = Definition(
    name="genAP",
    group="Graded relevance",
    function=generalised_average_precision,
    formula=r"v_G = \sum_{n:\, r[n] > 0} \frac{cg(n)}{n} \bigg/ \sum_{n:\, y[n] > 0} \frac{cg_I(n)}{n}",
    source=f"{KISHIDA}, eq. 42",
    range="0 to 1; an ideal list scores 1",
    limits="AP where only one grade occurs. " + NOTHING_RELEVANT,
    example="genAP",
    graded=True,
    aliases=("generalised-AP", "generalized-AP"),
    terms=_generalised_terms,
    term=_generalised_term,
)
