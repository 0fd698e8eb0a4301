"""Rank-biased precision."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.measures.citations import MOFFAT
from gapviz.measures.facts import Facts, product
from gapviz.measures.measure import Definition, Parameter, Value
from gapviz.measures.parameters import THRESHOLD, choice, number
from gapviz.measures.relevant import Relevant, Terms, recall_base
from gapviz.profile import Profile


def rank_biased_precision(
    profile: Profile, *, p: float = 0.8, rel: int = 1, gain: str = "binary"
) -> FloatArray:
    """Rate of gain of a user who goes from each document to the next with probability p.

    Parameters
    ----------
    profile : Profile
    p : float
        Persistence: 0 < p < 1.
    rel : int
        Lowest grade that counts as relevant.
    gain : {"binary", "graded"}
        1 for a relevant document, or its grade over c.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    References
    ----------
    Moffat and Zobel, Rank-biased Precision for Measurement of Retrieval Effectiveness (2008).

    Examples
    --------
    Grades 1, 0, 2, none, 1 and p = 0.5: relevant at ranks 1, 3 and 5, so 0.5 * (1 + 0.25 + 0.0625) = 0.65625.

    >>> from gapviz.measures.example import example
    >>> rank_biased_precision(example(), p=0.5).item()
    0.65625
    """
    return (1.0 - p) * _viewed(profile, p=p, rel=rel, gain=gain).sum()  # [V] section C


def _viewed(profile: Profile, *, p: float = 0.8, rel: int = 1, gain: str = "binary") -> Terms:
    recall_base(profile, rel)
    relevant = Relevant(profile, rel)
    weights = (p ** np.arange(relevant.ranks.max(initial=1), dtype=np.float64))[relevant.ranks - 1]
    if gain == "graded":
        weights = weights * relevant.grades / profile.c
    return Terms(relevant, weights)


def _terms(profile: Profile, *, p: float = 0.8, rel: int = 1, gain: str = "binary") -> Terms:
    viewed = _viewed(profile, p=p, rel=rel, gain=gain)
    return Terms(viewed.relevant, (1.0 - p) * viewed.weights)


def _term(facts: Facts, *, p: float = 0.8, rel: int = 1, gain: str = "binary") -> str:
    share = f"{facts.r}/{facts.c}" if gain == "graded" else "1"
    return product(f"(1 - {p:g})", share, f"{p:g}^{facts.n - 1}")


def _persistence(text: str) -> Value:
    p = number(text, "p as a number between 0 and 1")
    if not 0.0 < p < 1.0:
        raise InputError("p", "p as a number between 0 and 1", text)
    return p


RBP = Definition(
    name="RBP",
    group="Relevant or not",
    function=rank_biased_precision,
    formula=r"\mathrm{RBP} = (1 - p) \sum_n u[n] \, p^{n-1}, \quad u[n] = 1 \text{ where } r[n] \ge rel",
    source=MOFFAT,
    range="0 to 1",
    limits="With gain=graded it tells relevant grades apart. "
    "The residual of unjudged documents counts as 0, as does a topic that the run lacks.",
    example="RBP(p=0.5,rel=1)",
    graded=False,
    parameters=(
        Parameter("p", "probability of going on to the next rank", _persistence, default=0.8, spelled=True),
        replace(THRESHOLD, spelled=True),
        Parameter(
            "gain",
            "1 for a relevant document (binary), or its grade over c (graded)",
            partial(choice, name="gain", words=("binary", "graded")),
            default="binary",
        ),
    ),
    explicit=("rel", "gain"),
    elsewhere="rbp of trec_eval is RBP(p=0.9,gain=graded), RBP of ir_measures without rel is graded too",
    terms=_terms,
    term=_term,
)
