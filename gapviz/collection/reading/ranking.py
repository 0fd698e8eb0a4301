"""Rows of a run -> ranked lists: the order of a topic's documents, ties and duplicates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, FloatArray, IntArray
from gapviz.collection.model import Ties
from gapviz.collection.reading.word_order import ascending, equal, sort
from gapviz.collection.reading.words import Words


@dataclass(frozen=True, eq=False)
class Ranked:
    """How rows are to be put in order, and what was noticed.

    Attributes
    ----------
    order : int64 array, shape (n,), or None
        Row at each place, topic by topic and best first; None where the rows are in order already.
    tied : int
        Rows that share their score with another of their topic.
    misranked : int
        Topics in which a document of higher score has a greater rank number.
    """

    order: IntArray | None
    tied: int
    misranked: int


def ranked(
    lists: IntArray, scores: FloatArray, ranks: FloatArray, ids: Callable[[IntArray], Words], *, ties: Ties
) -> Ranked:
    """Order the rows of some topics by a ranking rule (`model.Ranking`).

    Parameters
    ----------
    lists : int64 array, shape (n,)
        Number of each row's topic, ascending.
    scores : float64 array, shape (n,)
    ranks : float64 array, shape (n,)
        The rank column; NaN where it is no number, which the rule "rank" does not allow.
    ids : callable
        Returns the document ids of some rows; only those of tied rows are asked for.
    ties : {"trec_eval", "trec_eval9", "rank", "file"}
    """
    values: npt.NDArray[np.floating] = scores
    if ties == "trec_eval9":
        with np.errstate(over="ignore"):  # beyond the range of 32 bits all scores are infinite
            values = scores.astype(np.float32)
    together = lists[1:] == lists[:-1]
    order = None
    if (together & (values[1:] > values[:-1])).any():
        order = np.lexsort((-values, lists))
        values = values[order]
    same = together & (values[1:] == values[:-1])
    tied = _tied(same)
    misranked = _misranked(lists, scores, ranks, together)
    if ties == "file":
        order = None
    elif ties == "rank":
        late = together & (ranks[1:] < ranks[:-1])
        order = np.lexsort((ranks, lists)) if late.any() else None
    elif tied.any():
        order = _break_ties(order, same, tied, ids)
    return Ranked(order, int(np.count_nonzero(tied)), misranked)


def _tied(same: BoolArray) -> BoolArray:
    """Mark the rows whose score is the same as that of the one before or after."""
    tied = np.zeros(same.size + 1, np.bool_)
    tied[1:] |= same
    tied[:-1] |= same
    return tied


def _break_ties(
    order: IntArray | None, same: BoolArray, tied: BoolArray, ids: Callable[[IntArray], Words]
) -> IntArray | None:
    """Order the documents of equal score by id, descending."""
    places = np.flatnonzero(tied)
    rows = places if order is None else order[places]
    groups = np.cumsum(np.concatenate(([True], ~same)))[places]
    words = ids(rows)
    above = np.flatnonzero(groups[1:] == groups[:-1])
    if not ascending(words, above, above + 1).any():
        return order
    if order is None:
        order = np.arange(tied.size)
    order[places] = rows[sort(words, groups, descending=True)]
    return order


def _misranked(lists: IntArray, scores: FloatArray, ranks: FloatArray, together: BoolArray) -> int:
    """Count the topics whose rank column contradicts the order by score."""
    doubtful = together & ((scores[1:] > scores[:-1]) | (ranks[1:] < ranks[:-1]))
    if not doubtful.any():
        return 0
    marked = np.zeros(int(lists[-1]) + 1, np.bool_)
    marked[lists[1:][doubtful]] = True
    rows = np.flatnonzero(marked[lists])
    # Among documents of equal score any order of ranks is right: they stand by rank here.
    rows = rows[np.lexsort((ranks[rows], -scores[rows], lists[rows]))]
    lists, ranks = lists[rows], ranks[rows]
    wrong = (lists[1:] == lists[:-1]) & (ranks[1:] < ranks[:-1])
    return int(np.unique(lists[1:][wrong]).size)


def scaled(scores: FloatArray, counts: IntArray, judged: BoolArray) -> FloatArray:
    """Scale the scores of some topics to 0..1: 0 for the lowest of a topic's, 1 for its highest.

    Parameters
    ----------
    scores : float64 array, shape (n,)
        Topic by topic.
    counts : int64 array
        Scores of each topic; sum n.
    judged : bool array, shape (n,)
        The rows that are asked for.

    Returns
    -------
    float64 array, shape (J,)
        Of the judged rows, in order. Where all scores of a topic are equal each is 1.
    """
    counts = counts[counts > 0]
    if not counts.size:
        return np.empty(0)
    firsts = np.cumsum(counts) - counts
    lowest, highest = np.minimum.reduceat(scores, firsts), np.maximum.reduceat(scores, firsts)
    asked = np.add.reduceat(judged, firsts, dtype=np.int64)
    values = scores[judged]
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        spans = highest - lowest
        if np.isfinite(spans).all():
            shares: FloatArray = (values - np.repeat(lowest, asked)) / np.repeat(spans, asked)
        else:  # the largest doubles span more than a double: halves do not; infinite scores do
            shares = (values / 2 - np.repeat(lowest / 2, asked)) / np.repeat(highest / 2 - lowest / 2, asked)
    shares[values == np.repeat(highest, asked)] = 1.0
    shares[np.isnan(shares)] = 0.0  # infinite scores: what is not the highest is 0
    return shares


def duplicates(lists: IntArray, words: Words) -> IntArray:
    """Return the rows whose document stands in an earlier row of the same topic, ascending."""
    order = sort(words, lists)
    i, j = order[:-1], order[1:]
    return np.sort(j[(lists[i] == lists[j]) & equal(words, i, words, j)])
