"""The graded family of average precision: GAP, xGAP, eGAP under a distribution g of the threshold."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz import users
from gapviz.arrays import FloatArray
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import THRESHOLD_PROBABILITIES
from gapviz.measures.relevant import ratio
from gapviz.measures.sources import FERRANTE, ROBERTSON
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


GAP = Definition(
    name="GAP",
    function=gap,
    formula=r"\mathrm{GAP} = \frac{\sum_n \frac{1}{n} \sum_{m \le n} \sum_{h=1}^{\min(r[m], r[n])} g_h}"
    r"{\sum_{k=1}^{c} R(k) \sum_{j=1}^{k} g_j}",
    source=f"{ROBERTSON}; {FERRANTE}, eq. 4",
    range="0 to 1; an ideal list scores 1",
    limits="0 for a topic with no document at or above the lowest threshold that has a probability.",
    example="GAP(g=1/4,3/4)",
    graded=True,
    parameters=(THRESHOLD_PROBABILITIES,),
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
    shares = np.cumsum(ratio(p, profile.pool.recall_bases), axis=1)  # sum over k <= r of g[k] / RB[k]
    w = ratio(shares, np.cumsum(p))  # over C[r]
    scores: FloatArray = np.einsum("itrh,trh->it", profile.S, w[:, :, None] * p)  # [F] eq. 5, by grade r
    return scores


XGAP = Definition(
    name="xGAP",
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


EGAP = Definition(
    name="eGAP",
    function=egap,
    formula=r"\mathrm{eGAP} = \sum_{k=1}^{c} g_k \, \mathrm{AP}(k)",
    source=f"{FERRANTE}, eq. 6",
    range="0 to 1; an ideal list scores the probability of the thresholds that some document reaches",
    limits="A threshold that no judged document reaches adds 0; nothing is normalised again.",
    example="eGAP(g=1/4,3/4)",
    graded=True,
    parameters=(THRESHOLD_PROBABILITIES,),
)
