"""The columns of runs, qrels files and click logs, read into a block of entries."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.collection.errors import shown
from gapviz.collection.grades import NUMBER
from gapviz.collection.reading.block import Block, gathered
from gapviz.collection.reading.decimals import decimals
from gapviz.collection.reading.rows import Rows
from gapviz.collection.reading.words import LONGEST, gather

_TOPIC, _DOCUMENT, _RANK, _SCORE, _TAG = 0, 2, 3, 4, 5
_GRADE = 3
_CLICKS = 2

MOST_CLICKS = 10**9
"""Clicks that one line may have: those of all lines that a file has room for add up in 64 bits."""


def run_block(rows: Rows, *, by_rank: bool) -> Block:
    """Read the columns of a run.

    Parameters
    ----------
    rows : Rows
    by_rank : bool
        Whether the rank column counts and has to hold whole numbers.

    Returns
    -------
    Block

    Raises
    ------
    InputError
        For a score or rank that is no number, an id that is too long, and rows that are longer because
        an id holds a space.
    """
    scores = _numbers(rows, _SCORE, "a number as score")
    ranks = decimals(rows.text.data, rows.starts[_RANK], rows.ends[_RANK])
    if by_rank:
        for row in np.flatnonzero(~(ranks == np.rint(ranks)))[:1].tolist():
            expected = "a whole number as rank, which the rule 'rank' needs"
            raise rows.error(row, expected, shown(rows.field(row, _RANK)))
    if rows.longer.size:
        _check_longer(rows, ranks)
    return _block(rows, scores, ranks)


def judgement_block(rows: Rows, words: Mapping[str, int]) -> Block:
    """Read the columns of a qrels file.

    Parameters
    ----------
    rows : Rows
    words : mapping of str to int
        Grades that words stand for.

    Returns
    -------
    Block

    Raises
    ------
    InputError
        For a grade that is neither a number nor one of the words, and an id that is too long.
    """
    grades = decimals(rows.text.data, rows.starts[_GRADE], rows.ends[_GRADE])
    for row in np.flatnonzero(np.isnan(grades)).tolist():
        word = rows.field(row, _GRADE)
        if word not in words:
            raise rows.error(row, NUMBER, shown(word))
        grades[row] = words[word]
    return _block(rows, grades, np.full(len(rows), np.nan))


def click_block(rows: Rows) -> Block:
    """Read the columns of a click log.

    Parameters
    ----------
    rows : Rows

    Returns
    -------
    Block

    Raises
    ------
    InputError
        For clicks that are no whole number from 0 to `MOST_CLICKS`, and an id that is too long.
    """
    clicks = _numbers(rows, _CLICKS, "a number of clicks")
    for row in np.flatnonzero((clicks < 0) | np.isinf(clicks) | (clicks != np.rint(clicks)))[:1].tolist():
        raise rows.error(row, "a whole number of clicks", shown(rows.field(row, _CLICKS)))
    for row in np.flatnonzero(clicks > MOST_CLICKS)[:1].tolist():
        raise rows.error(row, f"at most {MOST_CLICKS} clicks", shown(rows.field(row, _CLICKS)))
    columns = [0, 0, 1]  # the document stands where a qrels file has it
    placed = dataclasses.replace(rows, starts=rows.starts[columns], ends=rows.ends[columns])
    return _block(placed, clicks, np.full(len(rows), np.nan))


def _numbers(rows: Rows, column: int, expected: str) -> FloatArray:
    values = decimals(rows.text.data, rows.starts[column], rows.ends[column])
    wrong = np.isnan(values)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise rows.error(row, expected, shown(rows.field(row, column)))
    return values


def _check_longer(rows: Rows, ranks: FloatArray) -> None:
    """Refuse rows of more fields that look shifted: a number as tag, or none as rank."""
    i = rows.longer
    tags = decimals(rows.text.data, rows.starts[_TAG, i], rows.ends[_TAG, i])
    shifted = ~np.isnan(tags) | np.isnan(ranks[i])
    if shifted.any():
        row = int(i[np.argmax(shifted)])
        raise rows.error(row, "6 fields (topic Q0 document rank score tag)", "more, perhaps a space in an id")


def _block(rows: Rows, values: FloatArray, ranks: FloatArray) -> Block:
    data = rows.text.data
    starts, ends = rows.starts[_TOPIC], rows.ends[_TOPIC]
    _check_lengths(rows, _TOPIC, ends - starts, "topic")
    words = gather(data, starts, ends - starts)
    changes = np.ones(len(rows), np.bool_)
    changes[1:] = False
    for column in (*words.columns, *words.tail_ranks()):
        changes[1:] |= column[1:] != column[:-1]
    firsts = np.flatnonzero(changes)
    names = words.take(firsts).texts()
    starts = rows.starts[_DOCUMENT].copy()  # a view would keep all columns
    lengths = rows.ends[_DOCUMENT] - starts
    _check_lengths(rows, _DOCUMENT, lengths, "document")
    lines = rows.lines
    if isinstance(lines, int):
        lines = np.arange(lines, lines + len(rows))
    counts = np.diff(firsts, append=len(rows))
    return gathered(rows.text.name, data, names, counts, starts, lengths, values, ranks, lines)


def _check_lengths(rows: Rows, column: int, lengths: IntArray, what: str) -> None:
    if lengths.max(initial=0) > LONGEST:
        row = int(np.argmax(lengths > LONGEST))
        raise rows.error(row, f"a {what} id of at most {LONGEST} bytes", shown(rows.field(row, column)))
