"""Features: what a ranker learns from, grouped by topic."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gapviz.arrays import FloatArray, GradeArray, IntArray, frozen
from gapviz.collection import limits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import GradeMap, usable
from gapviz.collection.natural_order import natural_key

HIGHEST = 30
"""Grades above this are refused: LightGBM's gains end there."""

Where = Callable[[int], int | None]
"""From a row to its line in a file; None where there is no file."""


@dataclass(frozen=True, eq=False)
class Features:
    """Documents as feature vectors with grades, topic by topic.

    Attributes
    ----------
    name : str
    topics : tuple of str
        Topic ids in natural order, length T.
    offsets : int64 array, shape (T + 1,)
        The documents of topic t are the rows from ``offsets[t]`` up to ``offsets[t + 1]``.
    values : float64 array, shape (D, F)
        A row for each document, in the order of the source within a topic.
    grades : int8 array, shape (D,)
        0..c; a document without a judgement counts as 0.
    c : int
        Highest grade of the whole set, at least 1; a part of it (`part`) keeps it.
    """

    name: str
    topics: tuple[str, ...]
    offsets: IntArray
    values: FloatArray
    grades: GradeArray
    c: int

    @functools.cached_property
    def fingerprint(self) -> str:
        """Hexadecimal digest of all that determines a number: equal data, equal fingerprint."""
        digest = hashlib.sha256("\0".join(self.topics).encode())
        for array in (self.offsets, self.values, self.grades):
            digest.update(np.ascontiguousarray(array).view(np.uint8).data)
        return digest.hexdigest()

    @property
    def sizes(self) -> IntArray:
        """Documents of each topic, shape (T,)."""
        return np.diff(self.offsets)

    @property
    def recall_bases(self) -> IntArray:
        """RB[h], the documents of grade h or more, shape (T, c): column h - 1 belongs to threshold h."""
        reach = self.grades[:, None] >= np.arange(1, self.c + 1)
        sums = np.concatenate([np.zeros((1, self.c), np.int64), np.cumsum(reach, axis=0)])
        bases: IntArray = sums[self.offsets[1:]] - sums[self.offsets[:-1]]
        return bases

    def rows(self, topics: IntArray) -> IntArray:
        """Rows of some topics, in their order.

        Parameters
        ----------
        topics : int64 array
            Their numbers.

        Returns
        -------
        int64 array
        """
        return np.concatenate(
            [np.empty(0, np.int64), *(np.arange(*self.offsets[t : t + 2]) for t in topics.tolist())]
        )

    def part(self, topics: IntArray) -> Features:
        """Return the set with some of its topics.

        Parameters
        ----------
        topics : int64 array
            Their numbers, ascending.

        Returns
        -------
        Features
        """
        rows = self.rows(topics)
        return Features(
            self.name,
            tuple(self.topics[t] for t in topics.tolist()),
            frozen(np.concatenate([[0], np.cumsum(self.sizes[topics])])),
            frozen(self.values[rows]),
            frozen(self.grades[rows]),
            self.c,
        )


def features(
    values: npt.ArrayLike,
    grades: npt.ArrayLike,
    topics: Sequence[object],
    *,
    name: str = "features",
    grade_map: GradeMap | str = "",
) -> Features:
    """Group feature vectors by topic.

    Parameters
    ----------
    values : array_like, shape (D, F)
    grades : array_like, shape (D,)
        Raw grades.
    topics : sequence, length D
        Topic of each row, as text or number; rows of one topic may stand apart.
    name : str
        What messages call the set.
    grade_map : GradeMap or str
        Mapping from raw grades to 0..c, or its text (`GradeMap.parse`).

    Returns
    -------
    Features

    Raises
    ------
    InputError
        For shapes that differ, features that are not finite, grades that are not whole or above `HIGHEST`
        after the mapping, and where no topic has two documents of different grades: nothing can be learned.

    Examples
    --------
    >>> made = features([[0.1], [0.7], [0.2]], [0, 1, 2], [10, 2, 2])
    >>> made.topics, made.sizes.tolist(), made.grades.tolist(), made.c
    (('2', '10'), [2, 1], [1, 2, 0], 2)
    """
    try:
        matrix = np.asarray(values, np.float64)
        raw = np.asarray(grades, np.float64)
    except (TypeError, ValueError):
        raise InputError(name, "arrays of numbers as features and grades", "something else") from None
    names = [str(topic) for topic in topics]
    if matrix.ndim != 2 or raw.shape != matrix.shape[:1] or len(names) != raw.size:
        given = f"features of shape {matrix.shape}, {raw.size} grades and {len(names)} topics"
        raise InputError(name, "a row of features, a grade and a topic for each document", given)
    return checked(name, matrix, raw, names, grade_map, where=lambda row: None)


def checked(
    name: str,
    values: FloatArray,
    raw_grades: FloatArray,
    topics: Sequence[str],
    grade_map: GradeMap | str,
    *,
    where: Where,
) -> Features:
    """Check rows that were read, and group them by topic.

    Parameters
    ----------
    name : str
    values : float64 array, shape (D, F)
    raw_grades : float64 array, shape (D,)
    topics : sequence of str, length D
    grade_map : GradeMap or str
    where : callable
        From a row to its line.

    Returns
    -------
    Features

    Raises
    ------
    InputError
        As `features`.
    """
    mapping = grade_map if isinstance(grade_map, GradeMap) else GradeMap.parse(grade_map)
    for row, expected, given in _faults(values, raw_grades, mapping):
        raise InputError(name, expected, given, line=None if row is None else where(row))
    grades = np.maximum(mapping.apply(raw_grades), 0)
    ordered = sorted(set(topics), key=natural_key)
    numbers = {topic: number for number, topic in enumerate(ordered)}
    of_row = np.array([numbers[topic] for topic in topics], np.int64)
    order = np.argsort(of_row, kind="stable")
    offsets = np.searchsorted(of_row[order], np.arange(len(ordered) + 1))
    made = Features(
        name,
        tuple(ordered),
        frozen(offsets.astype(np.int64)),
        frozen(values[order]),
        frozen(grades[order]),
        max(1, int(grades.max(initial=1))),
    )
    lowest, highest = (edge.reduceat(made.grades, offsets[:-1]) for edge in (np.minimum, np.maximum))
    if not (lowest < highest).any():
        raise InputError(name, "a topic with two documents of different grades", "none")
    return made


def _faults(values: FloatArray, raw: FloatArray, mapping: GradeMap) -> Iterator[tuple[int | None, str, str]]:
    """Yield the row, if it is one, what was expected and what was found, the worst first."""
    if not values.size:
        yield None, "documents with features", "none"
    if values.nbytes > limits.FEATURES.bytes:
        given = f"{values.shape[0]} documents with {values.shape[1]} features"
        yield None, limits.FEATURES.expected, given
    for row in np.flatnonzero(~np.isfinite(values).all(axis=1))[:1].tolist():
        column = int(np.argmin(np.isfinite(values[row])))
        yield row, "finite numbers as features", f"{values[row, column]:g} as feature {column}"
    for row in np.flatnonzero(~np.isfinite(raw) | mapping.refused(raw))[:1].tolist():
        yield row, usable(float(raw[row])), shown(float(raw[row]))
    for row in np.flatnonzero(mapping.apply(raw) > HIGHEST)[:1].tolist():
        yield row, f"grades up to {HIGHEST}, LightGBM's limit, or a mapping for others", f"{raw[row]:g}"
