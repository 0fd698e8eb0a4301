"""Measures of where the first relevant document stands: reciprocal rank, success."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import KANTOR, TREC_EVAL
from gapviz.measures.facts import Facts
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import CUT, REQUIRED_CUT, THRESHOLD
from gapviz.measures.relevant import Relevant, Terms, recall_base
from gapviz.profile import Profile


def reciprocal_rank(profile: Profile, *, rel: int = 1, n: int | None = None) -> FloatArray:
    """One over the rank of the first relevant document.

    Parameters
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.
    n : int, optional
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    References
    ----------
    Kantor and Voorhees, The TREC-5 Confusion Track (2000).

    Examples
    --------
    Grades 1, 0, 2, none, 1: with rel = 2 the first relevant document stands at rank 3, which gives 1/3; with
    rel = 1 at rank 1, which gives 1.

    >>> from gapviz.measures.example import example
    >>> reciprocal_rank(example()).item(), reciprocal_rank(example(), rel=2).round(4).item()
    (1.0, 0.3333)
    """
    return _reciprocal(profile, rel=rel, n=n).sum()


def _reciprocal(profile: Profile, *, rel: int = 1, n: int | None = None) -> Terms:
    recall_base(profile, rel)
    relevant = Relevant(profile, rel, n)
    return Terms(relevant, (relevant.relevant_above == 0) / relevant.ranks)


def _reciprocal_term(facts: Facts, *, rel: int = 1, n: int | None = None) -> str:
    return f"1/{facts.n}"


RR = Definition(
    name="RR",
    group="Relevant or not",
    function=reciprocal_rank,
    formula=r"\mathrm{RR} = \frac{1}{\min \{n : r[n] \ge rel\}}",
    source=KANTOR,
    range="0 to 1",
    limits="0 where no relevant document stands among the first n. " + NOTHING_RELEVANT,
    example="RR",
    graded=False,
    parameters=(THRESHOLD, CUT),
    aliases=("MRR", "recip_rank"),
    terms=_reciprocal,
    term=_reciprocal_term,
)


def success(profile: Profile, *, n: int, rel: int = 1) -> FloatArray:
    """Whether a relevant document stands among the first n: 1 or 0.

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
    trec_eval, success.

    Examples
    --------
    Grades 1, 0, 2, none, 1: the first document is relevant, 1.

    >>> from gapviz.measures.example import example
    >>> success(example(), n=2).item(), success(example(), n=2, rel=2).item()
    (1.0, 0.0)
    """
    return _success(profile, n=n, rel=rel).sum()


def _success(profile: Profile, *, n: int, rel: int = 1) -> Terms:
    recall_base(profile, rel)
    relevant = Relevant(profile, rel, n)
    return Terms(relevant, (relevant.relevant_above == 0).astype(np.float64))


def _success_term(facts: Facts, *, n: int, rel: int = 1) -> str:
    return "1"


SUCCESS = Definition(
    name="Success",
    group="Relevant or not",
    function=success,
    formula=r"\mathrm{Success}@n = 1 \text{ where } \max_{m \le n} r[m] \ge rel, \text{ else } 0",
    source=f"{TREC_EVAL}, success",
    range="0 or 1",
    limits=NOTHING_RELEVANT,
    example="Success@2",
    graded=False,
    parameters=(THRESHOLD, REQUIRED_CUT),
    aliases=("hit_rate",),
    terms=_success,
    term=_success_term,
)
