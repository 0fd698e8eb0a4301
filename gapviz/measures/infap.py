"""Inferred average precision."""

from __future__ import annotations

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import YILMAZ
from gapviz.measures.facts import Facts
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import THRESHOLD
from gapviz.measures.relevant import Relevant, Terms, recall_base
from gapviz.profile import Profile

SMOOTHING = 0.00001
"""[Y] section 2.5 and trec_eval."""


def inferred_average_precision(profile: Profile, *, rel: int = 1) -> FloatArray:
    """AP estimated where part of the pool has no judgement: the judged documents stand for all pooled.

    Parameters
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.5.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and four relevant documents; the one at rank 4 was pooled but not judged. Expected
    precision 1 at rank 1, 1/3 + 2/3 * 1/2 = 2/3 at rank 3, 1/5 + 4/5 * 4/4 * 2/3 = 11/15 at rank 5:
    infAP = (1 + 2/3 + 11/15) / 4 = 0.6.

    >>> from gapviz.measures.example import example
    >>> inferred_average_precision(example()).round(4).item()
    0.6
    """
    return _terms(profile, rel=rel).sum()


def _terms(profile: Profile, *, rel: int = 1) -> Terms:
    R = recall_base(profile, rel)
    relevant = Relevant(profile, rel)
    k, d = relevant.ranks, relevant.pooled_above
    above, e = relevant.relevant_above, SMOOTHING
    judged_precision = (above + e) / (above + relevant.nonrelevant_above + 2 * e)
    # [Y] section 2.5: 1/k + ((k - 1)/k) (d/(k - 1)) precision above, which is 1 at rank 1.
    expected = 1.0 / k + d / k * judged_precision
    return Terms(relevant, expected, R)


def _term(facts: Facts, *, rel: int = 1) -> str:
    k, d, above, e = facts.n, facts.judged_above + facts.unjudged_above, facts.count(rel) - 1, SMOOTHING
    judged = f"({above} + {e:.5f}) / ({above} + {facts.nonrelevant_above(rel)} + 2 · {e:.5f})"
    return f"(1/{k} + {d}/{k} · {judged}) / {facts.RB(rel)}"


INFAP = Definition(
    name="infAP",
    group="Incomplete judgements",
    function=inferred_average_precision,
    formula=r"\mathrm{infAP} = \frac{1}{R} \sum_{k:\, r[k] \ge rel} \left(\frac{1}{k} + \frac{d}{k} \cdot"
    r" \frac{rel_k + \epsilon}{rel_k + nonrel_k + 2\epsilon}\right)",
    source=f"{YILMAZ}, section 2.5",
    range="0 to 1",
    limits="Close to AP where all of the pool is judged (smoothing 0.00001). " + NOTHING_RELEVANT,
    example="infAP",
    graded=False,
    parameters=(THRESHOLD,),
    terms=_terms,
    term=_term,
)
