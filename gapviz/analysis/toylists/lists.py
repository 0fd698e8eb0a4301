"""Toy lists: a ranked list as a value, its edits, and its text for a link."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import GradeArray
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import UNJUDGED

OUTSIDE = -2
"""Grade of a document outside the pool, where a list is an array."""

HIGHEST = 9
"""Highest grade of a toy list: a document is one character of its text."""

LONGEST = 1000
"""Documents that a toy list may have, retrieved or not."""

_LETTERS = {"u": UNJUDGED, "x": None}
_TEXT = re.compile(r"([1-9])\.([0-9ux]*)\.([0-9]*)", re.ASCII)

Document = int | None
"""A grade 0..c, `UNJUDGED` for a document pooled without a judgement, None for one outside the pool."""


@dataclass(frozen=True)
class ToyList:
    """A ranked list, and the judged documents that it misses; each edit gives another list.

    Attributes
    ----------
    c : int
        Highest grade of the scale, 1..9, whether or not a document has it.
    ranked : tuple of int or None
        The document at each rank: its grade 0..c, `UNJUDGED`, or None for one outside the pool.
    missing : tuple of int
        Grades of the judged documents that were not retrieved.

    Examples
    --------
    >>> toy = ToyList.parse("3.31u22.10")
    >>> toy.step(0).move(1, 0)
    ToyList(c=3, ranked=(1, -1, -1, 2, 2), missing=(1, 0))
    >>> str(toy)
    '3.31u22.10'
    """

    c: int
    ranked: tuple[Document, ...] = ()
    missing: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.c <= HIGHEST:
            raise InputError("toy list", f"a highest grade from 1 to {HIGHEST}", str(self.c))
        if len(self.ranked) + len(self.missing) > LONGEST:
            raise InputError(
                "toy list", f"at most {LONGEST} documents", str(len(self.ranked) + len(self.missing))
            )
        graded = [grade for grade in self.ranked if grade is not None and grade != UNJUDGED]
        for grade in (*graded, *self.missing):
            if not 0 <= grade <= self.c:
                raise InputError("toy list", f"grades from 0 to {self.c}", str(grade))

    @classmethod
    def parse(cls, text: str) -> ToyList:
        """Read a list from its text: highest grade, documents by rank, documents not retrieved.

        A document is the digit of its grade, ``u`` where it was pooled but not judged, or ``x`` where it
        is outside the pool: ``3.31u22.10``.

        Parameters
        ----------
        text : str

        Returns
        -------
        ToyList

        Raises
        ------
        InputError
            For any other text.
        """
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            raise InputError("toy list", "a text such as 3.31u22.10", shown(text))
        ranked = tuple(_LETTERS[sign] if sign in _LETTERS else int(sign) for sign in match[2])
        return cls(int(match[1]), ranked, tuple(map(int, match[3])))

    @classmethod
    def read(cls, ranked: str, *, missing: str = "", c: int | None = None) -> ToyList:
        """Read a list from its documents, with spaces or commas between.

        Parameters
        ----------
        ranked : str
            The document at each rank: its grade, ``?`` where it was pooled but not judged, or ``x`` where it
            is outside the pool.
        missing : str
            Grades of the judged documents that were not retrieved.
        c : int, optional
            Highest grade of the scale; the highest in the list by default, at least 1.

        Returns
        -------
        ToyList

        Raises
        ------
        InputError
            For any other text.

        Examples
        --------
        >>> str(ToyList.read("1 0 2 ?", missing="2 1"))
        '2.102u.21'
        """
        signs = ranked.replace(",", " ").replace("?", "u").split()
        left = missing.replace(",", " ").split()
        grades = [int(sign) for sign in (*signs, *left) if in_digits(sign)]
        if len(grades) + sum(sign in _LETTERS for sign in signs) < len(signs) + len(left):
            expected = 'grades with spaces between, ? for unjudged, x for outside the pool, as in "1 0 2 ?"'
            raise InputError("toy list", expected, shown(f"{ranked} {missing}".strip()))
        listed = tuple(_LETTERS[sign] if sign in _LETTERS else int(sign) for sign in signs)
        return cls(c or max([1, *grades]), listed, tuple(map(int, left)))

    @classmethod
    def of(cls, ranked: Sequence[Document], counts: Sequence[int]) -> ToyList:
        """List from a pool whose relevant documents are known: those that are not ranked are missing.

        Parameters
        ----------
        ranked : sequence of int or None
            The document at each rank.
        counts : sequence of int, length c
            R[k], judged documents of grade k = 1..c, retrieved or not.

        Returns
        -------
        ToyList
            The missing documents by falling grade.

        Examples
        --------
        >>> str(ToyList.of([2, 0], counts=[2, 1]))
        '2.20.11'
        """
        c = len(counts)
        left = [counts[k - 1] - list(ranked).count(k) for k in range(1, c + 1)]
        return cls(c, tuple(ranked), tuple(k for k in range(c, 0, -1) for _ in range(left[k - 1])))

    def __str__(self) -> str:
        return f"{self.c}.{''.join(self.letters)}.{''.join(map(str, self.missing))}"

    @property
    def letters(self) -> tuple[str, ...]:
        """The document at each rank as the text has it: its grade, ``u`` or ``x``."""
        signs = {grade: sign for sign, grade in _LETTERS.items()}
        return tuple(signs[grade] if grade in signs else str(grade) for grade in self.ranked)

    @property
    def counts(self) -> tuple[int, ...]:
        """R[k], judged documents of grade k = 0..c, retrieved or not."""
        judged = (*self.ranked, *self.missing)
        return tuple(judged.count(k) for k in range(self.c + 1))

    @property
    def signs(self) -> GradeArray:
        """The document at each rank as a number: its grade, `UNJUDGED` or `OUTSIDE`."""
        return np.array([OUTSIDE if grade is None else grade for grade in self.ranked], np.int8)

    @property
    def ideal(self) -> ToyList:
        """The same judged documents, all retrieved, by falling grade; the others behind them."""
        judged = sorted((*self._judged(), *self.missing), reverse=True)
        others = [grade for grade in self.ranked if grade is None or grade == UNJUDGED]
        return dataclasses.replace(self, ranked=(*judged, *others), missing=())

    @property
    def ordered(self) -> ToyList:
        """The retrieved documents by falling grade, those without a judgement last; none is added."""
        return self._with(sorted(self.ranked, key=lambda grade: UNJUDGED if grade is None else grade)[::-1])

    @property
    def worst(self) -> ToyList:
        """The retrieved documents by rising grade, those without a judgement first."""
        return self._with(self.ordered.ranked[::-1])

    def step(self, place: int) -> ToyList:
        """Give the document at a place the next grade: 0, 1, …, c, unjudged, outside the pool, 0.

        Parameters
        ----------
        place : int
            Rank - 1.
        """
        cycle: list[Document] = [*range(self.c + 1), UNJUDGED, None]
        return self.grade(place, cycle[(cycle.index(self.ranked[place]) + 1) % len(cycle)])

    def grade(self, place: int, grade: Document) -> ToyList:
        """Give the document at a place another grade.

        Parameters
        ----------
        place : int
            Rank - 1.
        grade : int or None
            0..c, `UNJUDGED`, or None for outside the pool.
        """
        return self._with([*self.ranked[:place], grade, *self.ranked[place + 1 :]])

    def move(self, place: int, to: int) -> ToyList:
        """Move a document to another place; those between close up.

        Parameters
        ----------
        place, to : int
            Rank - 1 of now, and of then.
        """
        rest = [*self.ranked[:place], *self.ranked[place + 1 :]]
        return self._with([*rest[:to], self.ranked[place], *rest[to:]])

    def swap(self, place: int, other: int) -> ToyList:
        """Exchange two documents.

        Parameters
        ----------
        place, other : int
            Ranks - 1.
        """
        ranked = list(self.ranked)
        ranked[place], ranked[other] = ranked[other], ranked[place]
        return self._with(ranked)

    def add(self, grade: Document, place: int | None = None) -> ToyList:
        """Put a new document in, at the end by default.

        Parameters
        ----------
        grade : int or None
            As in `grade`.
        place : int, optional
            Rank - 1.
        """
        at = len(self.ranked) if place is None else place
        return self._with([*self.ranked[:at], grade, *self.ranked[at:]])

    def remove(self, place: int) -> ToyList:
        """Take a document away altogether.

        Parameters
        ----------
        place : int
            Rank - 1.
        """
        return self._with([*self.ranked[:place], *self.ranked[place + 1 :]])

    def drop(self, place: int) -> ToyList:
        """Move a document out of the list; a judged one then counts as not retrieved.

        Parameters
        ----------
        place : int
            Rank - 1.
        """
        grade = self.ranked[place]
        left = () if grade is None or grade == UNJUDGED else (grade,)
        return dataclasses.replace(self.remove(place), missing=(*self.missing, *left))

    def retrieve(self, number: int, place: int | None = None) -> ToyList:
        """Put the document with this number among the missing ones into the list, at the end by default.

        Parameters
        ----------
        number : int
            From 0.
        place : int, optional
            Rank - 1.
        """
        return self.lose(number).add(self.missing[number], place)

    def miss(self, grade: int) -> ToyList:
        """Add a judged document that was not retrieved.

        Parameters
        ----------
        grade : int
            0..c.
        """
        return dataclasses.replace(self, missing=(*self.missing, grade))

    def lose(self, number: int) -> ToyList:
        """Take the document with this number among the missing ones away altogether.

        Parameters
        ----------
        number : int
            From 0.
        """
        return dataclasses.replace(self, missing=(*self.missing[:number], *self.missing[number + 1 :]))

    def scale(self, c: int) -> ToyList:
        """Return the list on a scale up to c; higher grades become c.

        Parameters
        ----------
        c : int
            From 1.
        """
        ranked = tuple(grade if grade is None else min(grade, c) for grade in self.ranked)
        return ToyList(c, ranked, tuple(min(grade, c) for grade in self.missing))

    def _judged(self) -> list[int]:
        return [grade for grade in self.ranked if grade is not None and grade != UNJUDGED]

    def _with(self, ranked: Sequence[Document]) -> ToyList:
        return dataclasses.replace(self, ranked=tuple(ranked))
