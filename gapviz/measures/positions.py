"""Measures of where the relevant documents stand: ranked half life, normalised recall and precision."""

from __future__ import annotations

from functools import partial

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import BORLUND, KISHIDA
from gapviz.measures.measure import Definition, Parameter
from gapviz.measures.parameters import REQUIRED_CUT, THRESHOLD, whole
from gapviz.measures.relevant import Relevant, ratio, recall_base
from gapviz.profile import Profile

LARGEST = 10**12
"""Documents that a collection may have."""


def ranked_half_life(profile: Profile, *, n: int) -> FloatArray:
    """Rank at which half of the topic's total grade has been retrieved; lower is better.

    Parameters
    ----------
    profile : Profile
    n : int
        Cut-off: the value where the first n ranks do not hold half.

    Returns
    -------
    float64 array, shape (N, T)

    Notes
    -----
    The median of grouped data: the document at rank m fills the interval from m - 1 to m evenly.

    References
    ----------
    Borlund and Ingwersen, Measures of Relative Relevance and Ranked Half-Life (1998); Kishida, Property of
    Average Precision and its Generalization, section 4.1.3.

    Examples
    --------
    Grades 1, 0, 2, none, 1; the topic's grades sum to 6. After rank 2 the sum is 1, and rank 3 adds 2: half
    of 6 is reached at 2 + (3 - 1)/2 = 3.0.

    >>> from gapviz.measures.example import example
    >>> ranked_half_life(example(), n=5).item()
    3.0
    """
    relevant = Relevant(profile, n=n)
    half = profile.pool.recall_bases.sum(axis=1) / 2.0
    needed = half[relevant.topics]
    before = relevant.gain - relevant.grades
    crossing = (before < needed) & (relevant.gain >= needed)
    points = relevant.ranks - 1 + (needed - before) / relevant.grades  # [K] section 4.1.3
    point = relevant.total(np.where(crossing, points, 0.0))  # one document of a list, at most, crosses
    reached = relevant.total(crossing.astype(np.float64)) > 0
    return np.where(half > 0, np.where(reached, point, float(n)), 0.0)


HALF_LIFE = Definition(
    name="RHL",
    group="Graded relevance",
    function=ranked_half_life,
    formula=r"\mathrm{RHL} = m - 1 + \frac{\frac{1}{2} \sum_k k R(k) - cg(m - 1)}{r[m]}, \quad"
    r" cg(m - 1) < \tfrac{1}{2} \textstyle\sum_k k R(k) \le cg(m)",
    source=f"{BORLUND}; {KISHIDA}, section 4.1.3",
    range="0 to n; lower is better",
    limits="n where the first n ranks do not hold half of the topic's grades, also for a topic that the run "
    "lacks. 0 for a topic with nothing relevant.",
    example="RHL@5",
    graded=True,
    parameters=(REQUIRED_CUT,),
    aliases=("ranked-half-life",),
    better="lower",
)


def normalised_recall(profile: Profile, *, N: int, rel: int = 1) -> FloatArray:
    """How near the ranks of the relevant documents are to the first ones, of all orders of N documents.

    Parameters
    ----------
    profile : Profile
    N : int
        Documents of the collection. Relevant ones that the run does not retrieve stand at the last ranks.
    rel : int
        Lowest grade that counts as relevant.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where a topic shows more than N documents, or the collection has no grade `rel`.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 7.

    Examples
    --------
    Grades 1, 0, 2, none, 1 of N = 20 documents: the relevant ones stand at ranks 1, 3, 5, and the one that is
    missing at 20: 1 - (29 - (1 + 2 + 3 + 4)) / (4 * 16) = 0.7031.

    >>> from gapviz.measures.example import example
    >>> normalised_recall(example(), N=20).round(4).item()
    0.7031
    """
    R = recall_base(profile, rel)
    relevant, missing = _placed(profile, N, rel)
    ranks = relevant.total(relevant.ranks.astype(np.float64))
    last = missing * N - missing * (missing - 1.0) / 2.0
    excess = ranks + last - R * (R + 1.0) / 2.0
    return np.where(R > 0, 1.0 - ratio(excess, R * (N - R)), 0.0)  # [K] eq. 7


def normalised_precision(profile: Profile, *, N: int, rel: int = 1) -> FloatArray:
    """Normalised recall with the logarithm of the rank in place of the rank: the top weighs more.

    Parameters
    ----------
    profile : Profile
    N : int
        Documents of the collection. Relevant ones that the run does not retrieve stand at the last ranks.
    rel : int
        Lowest grade that counts as relevant.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where a topic shows more than N documents, or the collection has no grade `rel`.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 8.

    Examples
    --------
    Grades 1, 0, 2, none, 1 of N = 20 documents: the relevant ones stand at ranks 1, 3, 5, and the one that is
    missing at 20. ln(1 * 3 * 5 * 20) - ln(4!) = 2.5257, and 4 of 20 can stand in 4845 ways: 1 - 2.5257/8.4857
    = 0.7024.

    >>> from gapviz.measures.example import example
    >>> normalised_precision(example(), N=20).round(4).item()
    0.7024
    """
    R = recall_base(profile, rel)
    relevant, missing = _placed(profile, N, rel)
    most = int(R.max(initial=0))
    first = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, most + 1)))))
    last = np.concatenate(([0.0], np.cumsum(np.log(N - np.arange(min(most, N))))))
    ranks = relevant.total(np.log(relevant.ranks))
    excess = ranks + last[missing] - first[R]
    choices = np.where(R < N, last[R] - first[R], 0.0)  # log of N choose R
    return np.where(R > 0, 1.0 - ratio(excess, choices), 0.0)  # [K] eq. 8


def _placed(profile: Profile, N: int, rel: int) -> tuple[Relevant, IntArray]:
    """Return the retrieved relevant documents, and how many are not retrieved, shape (N, T)."""
    relevant = Relevant(profile, rel)
    missing = recall_base(profile, rel) - np.diff(relevant.starts).reshape(profile.shape)
    least = max(
        int((profile.retrieved + missing).max(initial=0)), int(profile.pool.counts.sum(axis=1).max(initial=0))
    )
    if least > N:
        raise InputError("N", f"N of at least {least}, the documents that a topic shows", str(N))
    return relevant, missing


SIZE = Parameter("N", "documents of the collection", partial(whole, name="N", highest=LARGEST), required=True)
LAST = "Relevant documents that the run does not retrieve stand at the last of the N ranks. "

NORMALISED_RECALL = Definition(
    name="normRecall",
    group="All ranks, sessions",
    function=normalised_recall,
    formula=r"z_r = 1 - \frac{\sum_{n:\, r[n] \ge rel} n - \sum_{n=1}^{R} n}{R (N - R)}",
    source=f"{KISHIDA}, eq. 7",
    range="0 to 1",
    limits=LAST + "1 where all N are relevant. " + NOTHING_RELEVANT,
    example="normRecall(N=20)",
    graded=False,
    parameters=(SIZE, THRESHOLD),
)

NORMALISED_PRECISION = Definition(
    name="normPrec",
    group="All ranks, sessions",
    function=normalised_precision,
    formula=r"z_p = 1 - \frac{\sum_{n:\, r[n] \ge rel} \log n - \sum_{n=1}^{R} \log n}{\log \binom{N}{R}}",
    source=f"{KISHIDA}, eq. 8",
    range="0 to 1",
    limits=LAST + "1 where all N are relevant. " + NOTHING_RELEVANT,
    example="normPrec(N=20)",
    graded=False,
    parameters=(SIZE, THRESHOLD),
)
