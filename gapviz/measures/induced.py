"""AP on part of the list: induced AP and subcollection AP."""

from __future__ import annotations

import zlib
from functools import partial

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, FloatArray
from gapviz.collection.errors import InputError
from gapviz.measures.binary import NOTHING_RELEVANT, precision_term, precision_terms
from gapviz.measures.measure import Definition, Parameter, Value
from gapviz.measures.parameters import THRESHOLD, number, whole
from gapviz.measures.relevant import Relevant, Terms, recall_base
from gapviz.measures.sources import YILMAZ
from gapviz.profile import Profile

BLOCK = 1 << 20
"""Random numbers that are drawn at a time."""


def induced_average_precision(profile: Profile, *, rel: int = 1) -> FloatArray:
    """AP on the condensed list: documents without a judgement are taken out first.

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
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.3.

    Examples
    --------
    Grades 1, 0, 2, none, 1 become 1, 0, 2, 1, and four are relevant: (1/1 + 2/3 + 3/4) / 4 = 0.6042.

    >>> from gapviz.measures.example import example
    >>> induced_average_precision(example()).round(4).item()
    0.6042
    """
    return precision_terms(profile, rel=rel, condensed=True).sum()  # [Y] section 2.3


INDAP = Definition(
    name="indAP",
    function=induced_average_precision,
    formula=r"\mathrm{indAP} = \frac{1}{R} \sum_{r} \frac{|\text{relevant up to } r|}{rank'(r)}, \quad"
    r" rank' \text{ counts judged documents only}",
    source=f"{YILMAZ}, section 2.3",
    range="0 to 1",
    limits="AP where all that is retrieved is judged. " + NOTHING_RELEVANT,
    example="indAP",
    graded=False,
    parameters=(THRESHOLD,),
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
        Another seed, another part. A run's value does not depend on what other runs there are.
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
    outside = relevant.ranks - 1 - relevant.pooled_above
    kept = _kept(profile.topics, int(outside.max(initial=0)), p, seed)
    before = np.zeros((kept.shape[0], kept.shape[1] + 1), np.int64)
    np.cumsum(kept, axis=1, out=before[:, 1:])
    ranks = relevant.judged_ranks + before[relevant.topics, outside]
    return Terms(relevant, (relevant.relevant_above + 1) / ranks, RB)  # [Y] section 2.4


def _kept(topics: tuple[str, ...], length: int, p: float, seed: int) -> BoolArray:
    """Tell which documents outside the pool stay: the first, second, … of each topic, shape (T, length).

    The number that decides is a hash of seed, topic id and place, so that it is the same whatever other
    runs and topics are there, and what stays at one p stays at every higher p.
    """
    keys = np.array([zlib.crc32(topic.encode()) for topic in topics], np.uint64)[:, None]
    starts = _mix(_mix(np.full_like(keys, seed)) + keys)
    places = np.arange(length, dtype=np.uint64)[None, :]
    kept = np.empty((len(topics), length), np.bool_)
    rows = max(1, BLOCK // max(1, length))
    for low in range(0, len(topics), rows):
        kept[low : low + rows] = _mix(starts[low : low + rows] + places) / 2.0**64 < p
    return kept


def _mix(values: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Spread whole numbers over all 64 bits: the output function of SplitMix64."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _share(text: str) -> Value:
    p = number(text, "p as a number from 0 to 1")
    if not 0.0 <= p <= 1.0:
        raise InputError("p", "p as a number from 0 to 1", text)
    return p


SUBAP = Definition(
    name="subAP",
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
