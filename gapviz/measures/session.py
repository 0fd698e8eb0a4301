"""Discounted gain of a search session: later queries of a session count less."""

from __future__ import annotations

from functools import partial

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import VYAS
from gapviz.measures.cumulated import discounted_term, discounted_terms, ideal_gains
from gapviz.measures.facts import Facts
from gapviz.measures.measure import Definition, Parameter
from gapviz.measures.parameters import LOG_BASE, REQUIRED_CUT, at_least
from gapviz.measures.relevant import Terms, ratio
from gapviz.profile import Profile

SESSION_BASE = Parameter(
    "bq",
    "base of the logarithm that discounts later queries",
    partial(at_least, name="bq", lowest=1.0, above=True),
    default=4.0,
    spelled=True,
)


def session_gain(profile: Profile, *, b: float = 2.0, bq: float = 4.0, n: int) -> FloatArray:
    """DCG of a query, discounted by the logarithm of its position in the search session.

    Parameters
    ----------
    profile : Profile
        Of a collection with sessions; without them every topic is the first query of its own.
    b : float
        Base of DCG's logarithm.
    bq : float
        Base of the logarithm of the position.
    n : int
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Vyas, Survey of Graded Relevance Metrics for Information Retrieval, section D.

    Examples
    --------
    Grades 1, 0, 2, none, 1: DCG is 1 + 2/log2(3) = 2.2619 at 3, and the first query of a session is divided
    by 1 + log4(1) = 1. As the fourth query it would have half of that.

    >>> from gapviz.measures.example import example
    >>> session_gain(example(), n=3).round(4).item()
    2.2619
    """
    return _terms(profile, b=b, bq=bq, n=n).sum()


def _divisors(profile: Profile, bq: float) -> FloatArray:
    """Return 1 + log_bq(position), shape (T,)."""
    divisors: FloatArray = 1.0 + np.log(profile.pool.sessions.positions) / np.log(bq)  # [V] section D
    return divisors


def _terms(profile: Profile, *, b: float = 2.0, bq: float = 4.0, n: int) -> Terms:
    gains = discounted_terms(profile, b=b, n=n)
    return Terms(gains.relevant, gains.weights, _divisors(profile, bq))  # [V] section D


def _term(facts: Facts, *, b: float = 2.0, bq: float = 4.0, n: int) -> str:
    return f"{discounted_term(facts, b=b)} / (1 + log2({facts.position}) / log2({bq:g}))"


SDCG = Definition(
    name="sDCG",
    group="All ranks, sessions",
    function=session_gain,
    formula=r"\mathrm{sDCG}@n(q) = \frac{\mathrm{DCG}@n(q)}{1 + \log_{bq} q}",
    source=f"{VYAS}, section D",
    range="0 upward; not normalised",
    limits="DCG for the first query of a session, and where no sessions are given. " + NOTHING_RELEVANT,
    example="sDCG(b=2,bq=4)@3",
    explicit=("b", "bq"),
    elsewhere="SDCG of ir_measures is scaled DCG, which is no measure here",
    graded=True,
    parameters=(LOG_BASE, SESSION_BASE, REQUIRED_CUT),
    aliases=("session-DCG",),
    terms=_terms,
    term=_term,
)


def normalised_session_gain(profile: Profile, *, b: float = 2.0, bq: float = 4.0, n: int) -> FloatArray:
    """Gain of a search session down to a query, over that of ideal lists for the same queries.

    Parameters
    ----------
    profile : Profile
        Of a collection with sessions; without them every topic is the first query of its own.
    b : float
        Base of DCG's logarithm.
    bq : float
        Base of the logarithm of the position.
    n : int
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)
        That of the last query of a session is the session's.

    Notes
    -----
    The survey prints sDCG(q) over its ideal; taken for one query alone the discount would cancel and leave
    JKnDCG. Both sums here are over the queries down to q, so that the discount weighs them.

    References
    ----------
    Vyas, Survey of Graded Relevance Metrics for Information Retrieval, section D.

    Examples
    --------
    Grades 1, 0, 2, none, 1 as the first query of a session, cut at 3: 1 + 2/log2(3) = 2.2619 over that of the
    ideal list, 2 + 2 + 1/log2(3) = 4.6309: 0.4884.

    >>> from gapviz.measures.example import example
    >>> normalised_session_gain(example(), n=3).round(4).item()
    0.4884
    """
    gains = session_gain(profile, b=b, bq=bq, n=n)
    ideal = ideal_gains(profile, b, n) / _divisors(profile, bq)
    return ratio(_down_to(profile, gains), _down_to(profile, ideal))  # [V] section D, with sums


def _down_to(profile: Profile, values: FloatArray) -> FloatArray:
    """Sum values over the queries of a session down to each, along the last axis, shape (..., T)."""
    numbers, positions = profile.pool.sessions.numbers, profile.pool.sessions.positions
    order = np.lexsort((positions, numbers))
    sums = np.cumsum(values[..., order], axis=-1)
    ahead = np.searchsorted(numbers[order], numbers[order])  # first query of each one's session
    before = np.concatenate((np.zeros((*values.shape[:-1], 1)), sums), axis=-1)[..., ahead]
    down = np.empty_like(values)
    down[..., order] = sums - before
    return down


NSDCG = Definition(
    name="nsDCG",
    group="All ranks, sessions",
    function=normalised_session_gain,
    formula=r"\mathrm{nsDCG}@n(q) = \sum_{p \le q} \mathrm{sDCG}@n(p) \bigg/ \sum_{p \le q}"
    r" \mathrm{sDCG}_I@n(p)",
    source=f"{VYAS}, section D",
    range="0 to 1; ideal lists score 1",
    limits="Sums are over the queries of the session down to q; the last one has the session's value. "
    "JKnDCG for the first query, and where no sessions are given. 0 where nothing was relevant so far.",
    example="nsDCG(b=2,bq=4)@3",
    graded=True,
    parameters=(LOG_BASE, SESSION_BASE, REQUIRED_CUT),
    aliases=("normalised-session-DCG",),
)
