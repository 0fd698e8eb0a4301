"""Two lists on which two measures disagree: a bounded search that always finds the same."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.arrays import FloatArray
from gapviz.collection.grades import UNJUDGED
from gapviz.measures.measure import Measure

MARGIN = 1e-6
"""Differences below this share of a measure's span don't count."""

MOST = 400
"""Lists of a set that are compared with one another."""


@dataclass(frozen=True)
class Disagreement:
    """Two lists; the first measure prefers `one`, the second prefers `other`.

    Attributes
    ----------
    one, other : ToyList
    first, second : tuple of (float, float)
        Values of the first and of the second measure for `one` and `other`.
    """

    one: ToyList
    other: ToyList
    first: tuple[float, float]
    second: tuple[float, float]


def disagreement(first: Measure, second: Measure, *, c: int, number: int = 0) -> Disagreement | None:
    """Find two lists on which two measures disagree.

    Orders of the same documents are tried first, then lists that miss some, then lists with documents
    that nobody judged, then lists from different pools.

    Parameters
    ----------
    first, second : Measure
        That fit the scale (`toylists.profile.applicable`).
    c : int
        Highest grade of the lists.
    number : int
        0 for the clearest pair of lists, 1 for the next, and so on.

    Returns
    -------
    Disagreement or None
        None where no pair was found among the lists that are tried: gP@3 and CG@3, say, always agree.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> lists = disagreement(measure("GAP(g=0.4,0.6)"), measure("eGAP(g=0.4,0.6)"), c=2)
    >>> str(lists.one), str(lists.other)
    ('2.121100.', '2.200111.')
    """
    for lists in _sets(c):
        scored = values((first, second), lists)
        signs = [1.0 if one.definition.better == "higher" else -1.0 for one in (first, second)]
        pairs = _pairs(scored * np.array(signs)[:, None])
        if len(pairs) > number:
            i, j = pairs[number]
            (a, b), (x, y) = scored[:, i].tolist(), scored[:, j].tolist()
            return Disagreement(lists[i], lists[j], (a, x), (b, y))
    return None


def _pairs(scored: FloatArray) -> list[tuple[int, int]]:
    """Return pairs that the rows order in opposite ways, those with the largest lesser gap first."""
    spans = np.ptp(scored, axis=1)
    if (spans <= 0).any():
        return []
    a, b = scored / spans[:, None]
    gaps = np.minimum(a[:, None] - a[None, :], b[None, :] - b[:, None])
    rows, columns = np.nonzero(gaps > MARGIN)
    # Gaps that differ by rounding alone count as equal, so that every machine finds the same.
    order = np.lexsort((columns, rows, -gaps[rows, columns].round(9)))
    return [(int(rows[k]), int(columns[k])) for k in order]


def _sets(c: int) -> Iterator[list[ToyList]]:
    """Yield sets of lists to compare, the most telling first."""
    middle = (c + 1) // 2
    relevant = (c, middle, 1, 1)
    yield _orders(c, (*relevant, 0, 0))
    yield [
        ToyList(c, order, tuple(left))
        for shown in _parts(relevant)
        for order in _distinct((*shown, *[0] * (4 - len(shown))))
        for left in [_without(relevant, shown)]
    ][:MOST]
    yield _orders(c, (c, 1, 1, UNJUDGED, None, 0))
    yield [
        ToyList(c, order, missing)
        for missing in ((), (1,), (c,), (1, 1, 1), (c, c))
        for shown in ((c, 0, 0), (1, 0, 0), (c, 1, 0), (1, 1, 0), (c, c, 1))
        for order in _distinct(shown)
    ]


def _orders(c: int, documents: tuple[int | None, ...]) -> list[ToyList]:
    return [ToyList(c, order) for order in _distinct(documents)][:MOST]


def _distinct(documents: tuple[int | None, ...]) -> list[tuple[int | None, ...]]:
    """Return the distinct orders of documents, each once."""
    return list(dict.fromkeys(itertools.permutations(documents)))


def _parts(documents: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the distinct selections of documents, each once."""
    sizes = range(len(documents), -1, -1)
    return list(dict.fromkeys(part for size in sizes for part in itertools.combinations(documents, size)))


def _without(documents: tuple[int, ...], taken: tuple[int, ...]) -> list[int]:
    left = list(documents)
    for document in taken:
        left.remove(document)
    return left
