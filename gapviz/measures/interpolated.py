"""Interpolated precision at a level of recall."""

from __future__ import annotations

from functools import partial

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.citations import TREC_EVAL
from gapviz.measures.measure import Definition, Parameter, Value
from gapviz.measures.parameters import THRESHOLD, choice, number
from gapviz.measures.relevant import Relevant, recall_base
from gapviz.profile import Profile


def interpolated_precision(
    profile: Profile, *, recall: float, rel: int = 1, needed: str = "up"
) -> FloatArray:
    """Highest precision at a rank where recall has reached a level.

    Parameters
    ----------
    profile : Profile
    recall : float
        Level of recall: 0 to 1.
    rel : int
        Lowest grade that counts as relevant.
    needed : {"up", "nearest"}
        Relevant documents that the level asks for: recall * RB, rounded up from a tenth above a whole number
        on (trec_eval 9, ir_measures), or to the nearest whole number (trec_eval 10).

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    References
    ----------
    trec_eval, iprec_at_recall.

    Examples
    --------
    Grades 1, 0, 2, none, 1 and four relevant documents: recall 0.5 asks for two. Precision from the second
    on is 2/3 and 3/5; the highest is 0.6667.

    >>> from gapviz.measures.example import example
    >>> interpolated_precision(example(), recall=0.5).round(4).item()
    0.6667
    """
    RB = recall_base(profile, rel)
    relevant = Relevant(profile, rel)
    precision = (relevant.relevant_above + 1) / relevant.ranks
    reached = relevant.relevant_above + 1 >= relevant.spread(_needed(recall, RB, needed))
    highest = np.zeros(profile.shape).ravel()
    np.maximum.at(highest, profile.segments[relevant.kept][reached], precision[reached])
    return highest.reshape(profile.shape)


def _needed(recall: float, RB: IntArray, needed: str) -> IntArray:
    """Round as trec_eval does, in doubles: 9 cuts off after adding 0.9, 10 takes lround."""
    share: FloatArray = recall * RB.astype(np.float64)
    whole = np.floor(share + 0.9) if needed == "up" else np.floor(share) + (share - np.floor(share) >= 0.5)
    return whole.astype(np.int64)


def _level(text: str) -> Value:
    level = number(text, "recall as a number from 0 to 1")
    if not 0.0 <= level <= 1.0:
        raise InputError("recall", "recall as a number from 0 to 1", text)
    return level


IPREC = Definition(
    name="IPrec",
    group="Relevant or not",
    function=interpolated_precision,
    formula=r"\mathrm{IPrec}@x = \max_{n:\, |\{m \le n : r[m] \ge rel\}| \ge x \, RB(rel)}"
    r" \frac{|\{m \le n : r[m] \ge rel\}|}{n}",
    source=f"{TREC_EVAL}, iprec_at_recall",
    range="0 to 1",
    limits="x RB(rel) is rounded as in trec_eval 9: up, from a tenth above a whole number on; with "
    "needed=nearest as in trec_eval 10. 0 where the run does not reach that recall. " + NOTHING_RELEVANT,
    example="IPrec@0.5",
    graded=False,
    parameters=(
        THRESHOLD,
        Parameter(
            "needed",
            "relevant documents for the level: rounded up (trec_eval 9) or nearest (trec_eval 10)",
            partial(choice, name="needed", words=("up", "nearest")),
            default="up",
        ),
        Parameter("recall", "a level of recall", _level, required=True),
    ),
    at="recall",
)
