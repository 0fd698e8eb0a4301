"""AP on part of the list: induced AP and subcollection AP."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.collection.subcollection import stays
from gapviz.measures.binary import NOTHING_RELEVANT, precision_term, precision_terms
from gapviz.measures.citations import YILMAZ
from gapviz.measures.measure import Definition, Parameter, Value
from gapviz.measures.parameters import CUT, THRESHOLD, number, whole
from gapviz.measures.relevant import Relevant, Terms, recall_base
from gapviz.profile import Profile


def induced_average_precision(profile: Profile, *, rel: int = 1, n: int | None = None) -> FloatArray:
    """AP on the condensed list: documents without a judgement are taken out first.

    Parameters
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.
    n : int, optional
        Cut-off in the condensed list.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.3.

    Examples
    --------
    Grades 1, 0, 2, none, 1 become 1, 0, 2, 1, and four are relevant: (1/1 + 2/3 + 3/4) / 4 = 0.6042.

    >>> from gapviz.measures.example import example
    >>> induced_average_precision(example()).round(4).item()
    0.6042
    """
    return precision_terms(profile, rel=rel, n=n, condensed=True).sum()  # [Y] section 2.3


INDAP = Definition(
    name="indAP",
    group="Incomplete judgements",
    function=induced_average_precision,
    formula=r"\mathrm{indAP} = \frac{1}{R} \sum_{r} \frac{|\text{relevant up to } r|}{rank'(r)}, \quad"
    r" rank' \text{ counts judged documents only}",
    source=f"{YILMAZ}, section 2.3",
    range="0 to 1",
    limits="AP where all that is retrieved is judged. " + NOTHING_RELEVANT,
    example="indAP",
    graded=False,
    parameters=(THRESHOLD, CUT),
    terms=partial(precision_terms, condensed=True),
    term=partial(precision_term, condensed=True),
)


def subcollection_average_precision(profile: Profile, *, p: float, seed: int = 1, rel: int = 1) -> FloatArray:
    """AP in a random part of the collection: the judged documents, and of those outside the pool a share p.

    Parameters
    ----------
    profile : Profile
    p : float
        Probability to keep a document outside the pool, each by itself; 0 to 1.
    seed : int
        Another seed, another part; a document stays or goes once, for all runs and topics. A run's value does
        not depend on what other runs there are.
    rel : int
        Lowest grade that counts as relevant.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`, or does not tell documents outside the pool apart
        (``gapviz.load(..., identities=True)``) and p is neither 0 nor 1.

    References
    ----------
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.4.

    Examples
    --------
    Grades 1, 0, 2, none, 1: the fourth document was pooled but not judged and leaves the list, none is
    outside the pool. So p plays no part: (1/1 + 2/3 + 3/4) / 4 = 0.6042.

    >>> from gapviz.measures.example import example
    >>> subcollection_average_precision(example(), p=0.5).round(4).item()
    0.6042
    """
    return _sub_terms(profile, p=p, seed=seed, rel=rel).sum()


def _sub_terms(profile: Profile, *, p: float, seed: int = 1, rel: int = 1) -> Terms:
    RB = recall_base(profile, rel)
    relevant = Relevant(profile, rel)
    ranks = relevant.judged_ranks + _outside_above(profile, p, seed)[relevant.kept]
    return Terms(relevant, (relevant.relevant_above + 1) / ranks, RB)  # [Y] section 2.4


def needs_identities(texts: Iterable[str]) -> bool:
    """Tell whether a measure asks which documents outside the pool stand in a list.

    Parameters
    ----------
    texts : iterable of str
        Texts of measures.

    Returns
    -------
    bool

    Examples
    --------
    >>> needs_identities(["AP", "subAP(p=rate)"]), needs_identities(["AP"])
    (True, False)
    """
    return any(text.strip().casefold().startswith(SUBAP.name.casefold()) for text in texts)


def _outside_above(profile: Profile, p: float, seed: int) -> IntArray:
    """Documents outside the pool that stay, above each retrieved relevant document, shape (H,)."""
    T = len(profile.topics)
    above = [np.empty(0, np.int64)]
    for i, run in enumerate(profile.lists):
        outside = np.flatnonzero(run.codes < 0)
        kept = np.zeros(run.codes.size + 1, np.int64)
        kept[1 + outside] = stays(run.codes[outside], p, seed=seed)
        np.cumsum(kept, out=kept)
        theirs = slice(profile.starts[i * T], profile.starts[(i + 1) * T])
        firsts = run.offsets[profile.topic_index[theirs]]
        above.append(kept[firsts + profile.ranks[theirs] - 1] - kept[firsts])
    return np.concatenate(above)


def _share(text: str) -> Value:
    p = number(text, "p as a number from 0 to 1")
    if not 0.0 <= p <= 1.0:
        raise InputError("p", "p as a number from 0 to 1", text)
    return p


SUBAP = Definition(
    name="subAP",
    group="Incomplete judgements",
    function=subcollection_average_precision,
    formula=r"\mathrm{subAP} = \mathrm{AP} \text{ of the judged documents and a random share } p"
    r" \text{ of those outside the pool}",
    source=f"{YILMAZ}, section 2.4",
    range="0 to 1",
    limits="p is the judged share of the pool. With p=1 it is AP where all of the pool is judged, with p=0 "
    "indAP. A document that was pooled without a judgement leaves the list. " + NOTHING_RELEVANT,
    example="subAP(p=0.5)",
    graded=False,
    parameters=(
        Parameter("p", "probability to keep a document outside the pool", _share, required=True),
        Parameter("seed", "number of the random part", partial(whole, name="seed"), default=1, spelled=True),
        THRESHOLD,
    ),
    terms=_sub_terms,
)
