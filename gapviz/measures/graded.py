"""The graded family of average precision: GAP, xGAP, eGAP under a distribution g of the threshold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz import users
from gapviz.arrays import FloatArray, IntArray
from gapviz.measures.citations import FERRANTE, ROBERTSON
from gapviz.measures.facts import Facts, shown
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import THRESHOLD_PROBABILITIES
from gapviz.measures.relevant import Relevant, Terms, ratio
from gapviz.profile import Profile


def gap(profile: Profile, *, g: Sequence[float]) -> FloatArray:
    """Sum of expected precisions, over the expected number of relevant documents, under thresholds g.

    Parameters
    ----------
    profile : Profile
    g : sequence of float, length c
        ``g[h - 1]`` is the probability that a user's threshold is h.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments (SIGIR 2010);
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, eq. 4.

    Examples
    --------
    Grades 1, 0, 2, none, 1, R[1] = R[2] = 2 and g = (1/4, 3/4). Sums of precisions at both thresholds:
    1/1 + 2/3 + 3/5 = 34/15 and 1/3; recall bases 4 and 2. GAP = (1/4 * 34/15 + 3/4 * 1/3) /
    (1/4 * 4 + 3/4 * 2) = 0.3267.

    >>> from gapviz.measures.example import example
    >>> gap(example(), g=(1/4, 3/4)).round(4).item()
    0.3267
    """
    p = users.validate(g, c=profile.c)
    expected_base = profile.pool.recall_bases @ p  # E[RB(K)], section 3 of [F]
    return ratio(profile.A @ p, expected_base)  # [F] eq. 4


def _gap_terms(profile: Profile, *, g: Sequence[float]) -> Terms:
    p = users.validate(g, c=profile.c)
    bases = profile.pool.recall_bases
    return _precisions(profile, np.broadcast_to(p, bases.shape), bases @ p)  # [F] eq. 4, by n


def _gap_term(facts: Facts, *, g: Sequence[float]) -> str:
    base = sum(p * facts.RB(h) for h, p in enumerate(g, 1))
    return f"1/{facts.n} · ({_expected(facts, g)}) / {shown(base)}"


GAP = Definition(
    name="GAP",
    group="The average precision family",
    function=gap,
    formula=r"\mathrm{GAP} = \frac{\sum_n \frac{1}{n} \sum_{m \le n} \sum_{h=1}^{\min(r[m], r[n])} g_h}"
    r"{\sum_{k=1}^{c} R(k) \sum_{j=1}^{k} g_j}",
    source=f"{ROBERTSON}; {FERRANTE}, eq. 4",
    range="0 to 1; an ideal list scores 1",
    limits="0 for a topic with no document at or above the lowest threshold that has a probability.",
    example="GAP(g=1/4,3/4)",
    graded=True,
    parameters=(THRESHOLD_PROBABILITIES,),
    terms=_gap_terms,
    term=_gap_term,
)


def xgap(profile: Profile, *, g: Sequence[float]) -> FloatArray:
    """GAP with the user drawn first: each threshold's relevant documents share its probability.

    Parameters
    ----------
    profile : Profile
    g : sequence of float, length c
        ``g[h - 1]`` is the probability that a user's threshold is h.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    Notes
    -----
    Unlike GAP and eGAP it can fall when a better document moves up past a worse one.

    References
    ----------
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, eq. 5.

    Examples
    --------
    Grades 1, 0, 2, none, 1, R[1] = R[2] = 2 and g = (1/4, 3/4). Grade 1 weighs (1/4 / 4) / (1/4) = 1/4 and
    grade 2 weighs (1/4 / 4 + 3/4 / 2) / 1 = 7/16. Those of grade 1 add 1/4 * 1/4 * (1/1 + 3/5) = 1/10, the
    one of grade 2 adds 7/16 * (1/4 * 2/3 + 3/4 * 1/3) = 35/192. xGAP = 0.2823.

    >>> from gapviz.measures.example import example
    >>> xgap(example(), g=(1/4, 3/4)).round(4).item()
    0.2823
    """
    p = users.validate(g, c=profile.c)
    w = xgap_weights(profile.pool.recall_bases, p)
    scores: FloatArray = np.einsum("itrh,trh->it", profile.S, w[:, :, None] * p)  # [F] eq. 5, by grade r
    return scores


def xgap_weights(recall_bases: IntArray, p: FloatArray) -> FloatArray:
    """Weight of a document of each grade, by topic: the users who find it relevant share their attention.

    Parameters
    ----------
    recall_bases : int64 array, shape (T, c)
    p : float64 array, shape (c,)
        Threshold probabilities.

    Returns
    -------
    float64 array, shape (T, c)
        In column r - 1 the sum over k <= r of g[k] / RB[k], over C[r]; 0 where no threshold with a
        probability is reached.

    Examples
    --------
    >>> xgap_weights(np.array([[4, 2]]), np.array([0.25, 0.75])).tolist()
    [[0.25, 0.4375]]
    """
    return ratio(np.cumsum(ratio(p, recall_bases), axis=1), np.cumsum(p))  # [F] eq. 5, the fraction


def _xgap_terms(profile: Profile, *, g: Sequence[float]) -> Terms:
    p = users.validate(g, c=profile.c)
    w = xgap_weights(profile.pool.recall_bases, p)
    precisions = _precisions(profile, np.broadcast_to(p, w.shape), 1.0)
    relevant = precisions.relevant
    return Terms(relevant, precisions.weights * w[relevant.topics, relevant.grades - 1])  # [F] eq. 5, by n


def _xgap_term(facts: Facts, *, g: Sequence[float]) -> str:
    reached = [(h, p) for h, p in enumerate(g[: facts.r], 1) if p]
    shares = " + ".join(f"{shown(p)}/{facts.RB(h)}" for h, p in reached)
    below = " + ".join(shown(p) for _, p in reached)
    return f"1/{facts.n} · ({shares}) / ({below}) · ({_expected(facts, g)})"


XGAP = Definition(
    name="xGAP",
    group="The average precision family",
    function=xgap,
    formula=r"\mathrm{xGAP} = \sum_n \frac{1}{n} \frac{\sum_{k=1}^{r[n]} g_k / RB(k)}{\sum_{k=1}^{r[n]} g_k}"
    r" \sum_{m \le n} \sum_{h=1}^{\min(r[m], r[n])} g_h",
    source=f"{FERRANTE}, eq. 5",
    range="0 to 1; an ideal list scores the probability of the thresholds that some document reaches",
    limits="0 for a topic with no document at or above the lowest threshold that has a probability. "
    "A document whose grade no threshold with a probability reaches adds 0.",
    example="xGAP(g=1/4,3/4)",
    graded=True,
    parameters=(THRESHOLD_PROBABILITIES,),
    terms=_xgap_terms,
    term=_xgap_term,
)


def egap(profile: Profile, *, g: Sequence[float]) -> FloatArray:
    """Mean of AP over the thresholds, each with its probability g.

    Parameters
    ----------
    profile : Profile
    g : sequence of float, length c
        ``g[h - 1]`` is the probability that a user's threshold is h.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    References
    ----------
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, eq. 6.

    Examples
    --------
    Grades 1, 0, 2, none, 1, R[1] = R[2] = 2 and g = (1/4, 3/4): AP(1) = (1/1 + 2/3 + 3/5) / 4 = 34/60 and
    AP(2) = (1/3) / 2 = 1/6. eGAP = 1/4 * 34/60 + 3/4 * 1/6 = 0.2667.

    >>> from gapviz.measures.example import example
    >>> egap(example(), g=(1/4, 3/4)).round(4).item()
    0.2667
    """
    p = users.validate(g, c=profile.c)
    weights = ratio(p, profile.pool.recall_bases)  # g[k] / RB[k]
    scores: FloatArray = np.einsum("ith,th->it", profile.A, weights)  # [F] eq. 6
    return scores


def _egap_terms(profile: Profile, *, g: Sequence[float]) -> Terms:
    p = users.validate(g, c=profile.c)
    return _precisions(profile, ratio(p, profile.pool.recall_bases), 1.0)  # [F] eq. 6, by n


def _egap_term(facts: Facts, *, g: Sequence[float]) -> str:
    reached = [(h, p) for h, p in enumerate(g[: facts.r], 1) if p]
    return f"1/{facts.n} · ({' + '.join(f'{shown(p)}/{facts.RB(h)} · {facts.count(h)}' for h, p in reached)})"


def _precisions(profile: Profile, weights: FloatArray, base: FloatArray | float) -> Terms:
    """Sum the precisions at each document over the thresholds that its grade reaches.

    Parameters
    ----------
    profile : Profile
    weights : float64 array, shape (T, c)
        What the precision at threshold h weighs.
    base : float64 array, shape (T,), or float
    """
    relevant = Relevant(profile)
    sums = np.zeros(relevant.ranks.size)
    for h in range(1, profile.c + 1):
        reach = Relevant(profile, h)
        precisions = (reach.relevant_above + 1) / reach.ranks  # [F] eq. 2: 1/n sum over m <= n of delta
        sums[reach.kept] += weights[reach.topics, h - 1] * precisions
    return Terms(relevant, sums, base)


def _expected(facts: Facts, g: Sequence[float]) -> str:
    """Write sum over h <= r of g[h] #{m <= n : r[m] >= h}, n times the expected precision."""
    parts = [f"{shown(p)} · {facts.count(h)}" for h, p in enumerate(g[: facts.r], 1) if p]
    return " + ".join(parts)


EGAP = Definition(
    name="eGAP",
    group="The average precision family",
    function=egap,
    formula=r"\mathrm{eGAP} = \sum_{k=1}^{c} g_k \, \mathrm{AP}(k)",
    source=f"{FERRANTE}, eq. 6",
    range="0 to 1; an ideal list scores the probability of the thresholds that some document reaches",
    limits="A threshold that no judged document reaches adds 0; nothing is normalised again.",
    example="eGAP(g=1/4,3/4)",
    graded=True,
    parameters=(THRESHOLD_PROBABILITIES,),
    terms=_egap_terms,
    term=_egap_term,
)
