"""Binary preference: trec_eval's form, the printed one, and bpref-10."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import BUCKLEY, VYAS, YILMAZ
from gapviz.measures.facts import Facts
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import THRESHOLD
from gapviz.measures.relevant import Relevant, Terms, recall_base
from gapviz.profile import Profile


def binary_preference(profile: Profile, *, rel: int = 1) -> FloatArray:
    """Mean share of the judged non-relevant documents that a relevant one stands above; no others count.

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
    Buckley and Voorhees, Retrieval Evaluation with Incomplete Information (2004), in the form of trec_eval's
    ``bpref``; Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, eq. 1.

    Examples
    --------
    Grades 1, 0, 2, none, 1, four relevant and three judged non-relevant documents, of which 0, 1 and 1 stand
    above the retrieved relevant ones: (1 + 2/3 + 2/3) / 4 = 0.5833.

    >>> from gapviz.measures.example import example
    >>> binary_preference(example()).round(4).item()
    0.5833
    """
    return _terms(profile, rel=rel).sum()


def _terms(profile: Profile, *, rel: int = 1) -> Terms:
    R = recall_base(profile, rel)
    N = profile.pool.counts.sum(axis=1) - R
    # [Y] eq. 1 with trec_eval's divisor.
    return _preferences(profile, rel, first=R, divisor=np.minimum(R, N))


def _preferences(profile: Profile, rel: int, *, first: IntArray, divisor: IntArray) -> Terms:
    """Share of the first judged non-relevant documents that each relevant one does not stand below.

    Parameters
    ----------
    profile : Profile
    rel : int
    first : int64 array, shape (T,)
        How many judged non-relevant documents count, from the top.
    divisor : int64 array, shape (T,)
        0 only where none stands above a relevant one: there every share is 0.
    """
    relevant = Relevant(profile, rel)
    above = np.minimum(relevant.nonrelevant_above, relevant.spread(first))
    share = above / relevant.spread(np.maximum(divisor, 1))
    return Terms(relevant, 1.0 - share, recall_base(profile, rel))


def _term(facts: Facts, *, rel: int = 1) -> str:
    R = facts.RB(rel)
    return _preference(facts, rel, first=R, divisor=min(R, sum(facts.counts) - R))


def _preference(facts: Facts, rel: int, *, first: int, divisor: int) -> str:
    above = min(facts.nonrelevant_above(rel), first)
    return f"(1 - {above}/{divisor}) / {facts.RB(rel)}" if divisor else f"1/{facts.RB(rel)}"


BPREF = Definition(
    name="bpref",
    group="Incomplete judgements",
    function=binary_preference,
    formula=r"\mathrm{bpref} = \frac{1}{R} \sum_{r}"
    r" \left(1 - \frac{\min(|n \text{ above } r|, R)}{\min(R, N)}\right)",
    source=f"{BUCKLEY}; {YILMAZ}, eq. 1; trec_eval, bpref",
    range="0 to 1",
    limits="1 for a relevant document with no judged non-relevant one above it. " + NOTHING_RELEVANT,
    example="bpref",
    graded=False,
    parameters=(THRESHOLD,),
    terms=_terms,
    term=_term,
)


def printed_binary_preference(profile: Profile, *, rel: int = 1) -> FloatArray:
    """Binary preference as printed: the first R judged non-relevant documents count, divided by R.

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

    Notes
    -----
    The same as `bpref` but where fewer than R documents are judged non-relevant.

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, eq. 1.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and four relevant documents; 0, 1 and 1 judged non-relevant ones stand above:
    (1 + 3/4 + 3/4) / 4 = 0.625.

    >>> from gapviz.measures.example import example
    >>> printed_binary_preference(example()).item()
    0.625
    """
    return _printed_terms(profile, rel=rel).sum()


def _printed_terms(profile: Profile, *, rel: int = 1) -> Terms:
    R = recall_base(profile, rel)
    return _preferences(profile, rel, first=R, divisor=R)  # [Y] eq. 1


def _printed_term(facts: Facts, *, rel: int = 1) -> str:
    return _preference(facts, rel, first=facts.RB(rel), divisor=facts.RB(rel))


BPREF_R = Definition(
    name="bpref-R",
    group="Incomplete judgements",
    function=printed_binary_preference,
    formula=r"\mathrm{bpref} = \frac{1}{R} \sum_{r} \left(1 - \frac{\min(|n \text{ above } r|, R)}{R}\right)",
    source=f"{YILMAZ}, eq. 1; {VYAS}, where it is called bpref_R",
    range="0 to 1",
    limits="Not trec_eval's form, which divides by min(R, N). " + NOTHING_RELEVANT,
    example="bpref-R",
    graded=False,
    parameters=(THRESHOLD,),
    terms=_printed_terms,
    term=_printed_term,
)

MORE = 10
"""bpref-10 counts so many judged non-relevant documents more than there are relevant ones."""


def binary_preference_10(profile: Profile, *, rel: int = 1) -> FloatArray:
    """Binary preference for few relevant documents: the first 10 + R judged non-relevant ones count.

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
    Buckley and Voorhees, Retrieval Evaluation with Incomplete Information (2004); Yilmaz and Aslam,
    Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.2.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and four relevant documents; 0, 1 and 1 judged non-relevant ones stand above:
    (1 + 13/14 + 13/14) / 4 = 0.7143.

    >>> from gapviz.measures.example import example
    >>> binary_preference_10(example()).round(4).item()
    0.7143
    """
    return _terms_10(profile, rel=rel).sum()


def _terms_10(profile: Profile, *, rel: int = 1) -> Terms:
    first = MORE + recall_base(profile, rel)
    return _preferences(profile, rel, first=first, divisor=first)  # [Y] section 2.2


def _term_10(facts: Facts, *, rel: int = 1) -> str:
    first = MORE + facts.RB(rel)
    return _preference(facts, rel, first=first, divisor=first)


BPREF_10 = Definition(
    name="bpref-10",
    group="Incomplete judgements",
    function=binary_preference_10,
    formula=r"\mathrm{bpref\text{-}10} = \frac{1}{R} \sum_{r}"
    r" \left(1 - \frac{\min(|n \text{ above } r|, 10 + R)}{10 + R}\right)",
    source=f"{BUCKLEY}; {YILMAZ}, section 2.2",
    range="0 to 1",
    limits=NOTHING_RELEVANT,
    example="bpref-10",
    graded=False,
    parameters=(THRESHOLD,),
    terms=_terms_10,
    term=_term_10,
)
