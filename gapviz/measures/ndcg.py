"""nDCG in trec_eval's form."""

from __future__ import annotations

from functools import partial

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.measure import Definition, Parameter
from gapviz.measures.parameters import CUT, choice
from gapviz.measures.relevant import ratio, total
from gapviz.measures.sources import JARVELIN
from gapviz.profile import Profile


def ndcg(profile: Profile, *, gain: str = "linear", n: int | None = None) -> FloatArray:
    """Gain discounted by the logarithm of the rank, over that of the ideal list cut at the same rank.

    Parameters
    ----------
    profile : Profile
    gain : {"linear", "exponential"}
        The grade, or 2^grade - 1.
    n : int, optional
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Järvelin and Kekäläinen, Cumulated Gain-Based Evaluation of IR Techniques (2002), in the form of
    trec_eval's ``ndcg`` and ``ndcg_cut``.

    Examples
    --------
    Grades 1, 0, 2, none, 1, cut at 3: 1/log2(2) + 2/log2(4) = 2. The ideal list starts 2, 2, 1:
    2/log2(2) + 2/log2(3) + 1/log2(4) = 3.7619. nDCG@3 = 0.5317.

    >>> from gapviz.measures.example import example
    >>> ndcg(example(), n=3).round(4).item()
    0.5317
    """
    grades = np.arange(profile.c + 1, dtype=np.float64)
    gains = grades if gain == "linear" else 2.0**grades - 1.0
    kept = slice(None) if n is None else profile.ranks <= n
    ranks = profile.ranks[kept]
    dcg = total(profile, profile.segments[kept], gains[profile.grades[kept]] / np.log2(1.0 + ranks))

    # The ideal list has at its first RB[h] ranks grades of h or more: each adds gain(h) - gain(h - 1).
    bases = profile.pool.recall_bases
    ends = bases if n is None else np.minimum(bases, n)
    discounts = 1.0 / np.log2(1.0 + np.arange(1, ends.max(initial=0) + 1))
    summed = np.concatenate(([0.0], np.cumsum(discounts)))
    return ratio(dcg, summed[ends] @ np.diff(gains))


NDCG = Definition(
    name="nDCG",
    function=ndcg,
    formula=r"\mathrm{nDCG}@n = \sum_{m \le n} \frac{r[m]}{\log_2(1 + m)} \bigg/"
    r" \sum_{m \le n} \frac{y[m]}{\log_2(1 + m)}",
    source=f"{JARVELIN}; trec_eval, ndcg and ndcg_cut",
    range="0 to 1; an ideal list scores 1",
    limits=NOTHING_RELEVANT,
    example="nDCG@3",
    graded=True,
    parameters=(
        Parameter(
            "gain",
            "the grade (linear) or 2^grade - 1 (exponential)",
            partial(choice, name="gain", words=("linear", "exponential")),
            default="linear",
            foreign={"dcg=log2": "linear", "dcg=exp-log2": "exponential"},
        ),
        CUT,
    ),
    aliases=("ndcg_cut",),
)
