"""Binary measures that count relevant documents: AP, precision, recall, R-precision."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.measures.citations import FERRANTE, KISHIDA
from gapviz.measures.facts import Facts
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import CUT, REQUIRED_CUT, THRESHOLD
from gapviz.measures.relevant import Relevant, Terms, ratio, recall_base
from gapviz.profile import Profile

NOTHING_RELEVANT = "0 for a topic with nothing relevant and for a topic that the run lacks."


def average_precision(profile: Profile, *, rel: int = 1, n: int | None = None) -> FloatArray:
    """Mean, over the relevant documents, of the precision at their ranks; 0 for one not retrieved.

    Parameters
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.
    n : int, optional
        Cut-off: documents below it count as not retrieved. It is divided by all relevant ones all the same.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    References
    ----------
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, eq. 2.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and four relevant documents: (1/1 + 2/3 + 3/5) / 4 = 34/60 = 0.5667.

    >>> from gapviz.measures.example import example
    >>> average_precision(example()).round(4).item()
    0.5667
    """
    if n is not None:
        return precision_terms(profile, rel=rel, n=n).sum()
    RB = recall_base(profile, rel)
    return ratio(profile.A[:, :, rel - 1], RB)  # [F] eq. 2


def precision_terms(
    profile: Profile, *, rel: int = 1, n: int | None = None, condensed: bool = False
) -> Terms:
    """Return the precision at each relevant document; their sum is AP.

    Parameters
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.
    n : int, optional
        Cut-off.
    condensed : bool
        Whether documents without a judgement are taken out first.

    Returns
    -------
    Terms

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> precision_terms(example()).weights.round(4).tolist()
    [1.0, 0.6667, 0.6]
    """
    RB = recall_base(profile, rel)
    relevant = Relevant(profile, rel, n, condensed=condensed)
    return Terms(relevant, (relevant.relevant_above + 1) / relevant.places, RB)  # [F] eq. 2, by n


def precision_term(facts: Facts, *, rel: int = 1, n: int | None = None, condensed: bool = False) -> str:
    """Write the precision at a document as its share of AP.

    Parameters
    ----------
    facts : Facts
    rel : int
    n : int, optional
    condensed : bool
        As in `precision_terms`.

    Returns
    -------
    str

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> precision_term(Facts.of(example(), 1))
    '2/3 / 4'
    """
    return f"{facts.count(rel)}/{facts.place(condensed=condensed)} / {facts.RB(rel)}"


AP = Definition(
    name="AP",
    group="The average precision family",
    function=average_precision,
    formula=r"\mathrm{AP}(k) = \frac{1}{RB(k)} \sum_{n:\, r[n] \ge k} \frac{|\{m \le n : r[m] \ge k\}|}{n}",
    source=f"{FERRANTE}, eq. 2",
    range="0 to 1",
    limits="With a cut-off (trec_eval, map_cut) it is divided by all RB(k) relevant documents too. "
    + NOTHING_RELEVANT,
    example="AP",
    graded=False,
    parameters=(THRESHOLD, CUT),
    aliases=("map",),
    terms=precision_terms,
    term=precision_term,
    condensed="indAP",
)


def precision(profile: Profile, *, n: int, rel: int = 1) -> FloatArray:
    """Share of relevant documents among the first n; ranks that the run leaves empty count.

    Parameters
    ----------
    profile : Profile
    n : int
        Cut-off.
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
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, section 2.

    Examples
    --------
    Grades 1, 0, 2, none, 1: two of the first four are relevant, 2/4 = 0.5.

    >>> from gapviz.measures.example import example
    >>> precision(example(), n=4).item()
    0.5
    """
    return _found_in(profile, n=n, rel=rel).sum()


def _found_in(profile: Profile, *, n: int, rel: int = 1) -> Terms:
    recall_base(profile, rel)
    return _counted(Relevant(profile, rel, n), n)  # [F] section 2, Prec[n]


def _share_of_n(facts: Facts, *, n: int, rel: int = 1) -> str:
    return f"1/{n}"


def _counted(relevant: Relevant, base: FloatArray | IntArray | float) -> Terms:
    """Each document counts 1."""
    return Terms(relevant, np.ones(relevant.ranks.size), base)


P = Definition(
    name="P",
    group="Relevant or not",
    function=precision,
    formula=r"\mathrm{P}@n = \frac{|\{m \le n : r[m] \ge rel\}|}{n}",
    source=f"{FERRANTE}, section 2",
    range="0 to 1",
    limits="A run with fewer than n documents is divided by n too. " + NOTHING_RELEVANT,
    example="P@4",
    graded=False,
    parameters=(THRESHOLD, REQUIRED_CUT),
    aliases=("Precision",),
    terms=_found_in,
    term=_share_of_n,
)


def recall(profile: Profile, *, n: int, rel: int = 1) -> FloatArray:
    """Share of the topic's relevant documents that stand among the first n.

    Parameters
    ----------
    profile : Profile
    n : int
        Cut-off.
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
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, section 2.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and four relevant documents: three stand in the first five, 3/4 = 0.75.

    >>> from gapviz.measures.example import example
    >>> recall(example(), n=5).item()
    0.75
    """
    return _found_of(profile, n=n, rel=rel).sum()


def _found_of(profile: Profile, *, n: int, rel: int = 1) -> Terms:
    RB = recall_base(profile, rel)
    return _counted(Relevant(profile, rel, n), RB)  # [F] section 2, Rec[n]


def _share_of_base(facts: Facts, *, rel: int = 1, n: int | None = None) -> str:
    return f"1/{facts.RB(rel)}"


RECALL = Definition(
    name="Recall",
    group="Relevant or not",
    function=recall,
    formula=r"\mathrm{Recall}@n = \frac{|\{m \le n : r[m] \ge rel\}|}{RB(rel)}",
    source=f"{FERRANTE}, section 2",
    range="0 to 1",
    limits=NOTHING_RELEVANT,
    example="Recall@5",
    graded=False,
    parameters=(THRESHOLD, REQUIRED_CUT),
    aliases=("R",),
    terms=_found_of,
    term=_share_of_base,
)


def r_precision(profile: Profile, *, rel: int = 1) -> FloatArray:
    """Precision at the rank that equals the number of the topic's relevant documents.

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
    Kishida, Property of Average Precision and its Generalization, eq. 6.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and four relevant documents: two stand in the first four, 2/4 = 0.5.

    >>> from gapviz.measures.example import example
    >>> r_precision(example()).item()
    0.5
    """
    return _found_first(profile, rel=rel).sum()


def _found_first(profile: Profile, *, rel: int = 1) -> Terms:
    RB = recall_base(profile, rel)
    return _counted(Relevant(profile, rel, RB), RB)  # [K] eq. 6


RPREC = Definition(
    name="Rprec",
    group="Relevant or not",
    function=r_precision,
    formula=r"\mathrm{Rprec} = \frac{|\{m \le RB(rel) : r[m] \ge rel\}|}{RB(rel)}",
    source=f"{KISHIDA}, eq. 6",
    range="0 to 1",
    limits=NOTHING_RELEVANT,
    example="Rprec",
    graded=False,
    parameters=(THRESHOLD,),
    aliases=("R-precision",),
    terms=_found_first,
    term=_share_of_base,
)
