"""Grade mapping: from the grades in a file to 0..c."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gapviz.arrays import BoolArray, FloatArray, GradeArray
from gapviz.collection import limits
from gapviz.collection.errors import InputError, require, shown

UNJUDGED = -1
"""Mapped grade of a document that was pooled but has no judgement."""

HIGHEST = limits.GRADES.default
"""Grades above this are refused: they are scores that want a mapping."""

_WHOLE = "whole grades up to"

NUMBER = "a number as grade, or a mapping for words such as NO:0,FIRST:1"
"""What is expected of the text of a grade: a file with words can be read under a mapping."""

MENDABLE = (_WHOLE, NUMBER, limits.FEWER)
"""How what is expected begins where a mapping can make a collection usable."""

_EXAMPLE = "raw:grade pairs such as -2:0,4:3 or -1:unjudged"

_WORD = re.compile(r"[^\s,]*[^\W\d_][^\s,]*")
"""A word in the place of a grade has a letter."""


@dataclass(frozen=True)
class GradeMap:
    """A mapping from raw grades to 0..c or `UNJUDGED`, as a value.

    Parameters
    ----------
    pairs : tuple of (raw, grade)
        Raw grades that change; a grade of `UNJUDGED` keeps the document in the pool without a judgement.
    negative : {"unjudged", "not relevant"}
        What a negative whole grade means that `pairs` does not name: pooled without a judgement, as in
        trec_eval, or judged and not relevant.
    words : tuple of (word, grade)
        What words in the place of grades stand for, as soon as they are read; `pairs` changes none of these.
    consecutive : bool
        Number the grades that occur 1, 2, 3, … so that gaps in the scale close.

    Examples
    --------
    >>> str(GradeMap.parse("-2:0,4:3"))
    '-2:0,4:3'
    >>> GradeMap.parse("-2:0,4:3").apply(np.array([-2.0, 0.0, 1.0, 4.0])).tolist()
    [0, 0, 1, 3]
    >>> GradeMap().apply(np.array([-1.0, 2.0])).tolist()
    [-1, 2]
    >>> GradeMap.parse("negative:not relevant").apply(np.array([-1.0, 2.0])).tolist()
    [0, 2]
    >>> GradeMap.parse("NO:0,FIRST:1").words
    (('FIRST', 1), ('NO', 0))
    >>> GradeMap(consecutive=True).apply(np.array([0.0, 4.0, 16.0, 2.0])).tolist()
    [0, 2, 3, 1]
    """

    pairs: tuple[tuple[float, int], ...] = ()
    negative: Literal["unjudged", "not relevant"] = "unjudged"
    consecutive: bool = False
    words: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        require("negative", self.negative, ("not relevant", "unjudged"))
        try:
            known = dict(self.pairs)
            finite = all(math.isfinite(raw) for raw in known)
            whole = all(isinstance(grade, int | np.integer) for grade in known.values())
        except (TypeError, ValueError):
            finite = whole = False
        if not (isinstance(self.pairs, tuple) and finite and whole):
            raise InputError("grades", "pairs of a raw grade and a whole grade", shown(self.pairs))
        for word, grade in self.words:
            kept = self.negative == "unjudged" if grade == UNJUDGED else True
            if known.get(grade, grade) != grade or not kept:
                expected = "words whose grades the other parts do not change"
                raise InputError("grades", expected, shown(f"{word}:{_grade(grade)}"))

    @classmethod
    def parse(cls, text: str) -> GradeMap:
        """Read a mapping from a text such as ``-2:0,4:3``, ``NO:0,FIRST:1,L2:2`` or ``consecutive``.

        Raises
        ------
        InputError
            Where a part is not ``raw:grade``, the grade no whole number from 0 to 100, or a raw grade
            named twice.
        """
        if not isinstance(text, str):
            raise InputError("grades", f"{_EXAMPLE} as text", shown(text))
        pairs: dict[float, int] = {}
        words: dict[str, int] = {}
        negative: Literal["unjudged", "not relevant"] | None = None
        consecutive = False
        for part in filter(None, (part.strip() for part in text.split(","))):
            raw, colon, grade = (side.strip() for side in part.rpartition(":"))
            if part == "consecutive":
                consecutive = True
            elif raw == "negative" and grade in ("not relevant", "unjudged"):
                if negative is not None:
                    raise InputError("grades", "each raw grade once", f"{shown(part)} after another of it")
                negative = "unjudged" if grade == "unjudged" else "not relevant"
            else:
                key, value = _pair(raw, grade if colon else "", part)
                if key in pairs or key in words:
                    raise InputError("grades", "each raw grade once", f"{shown(part)} after another of it")
                if isinstance(key, str):
                    words[key] = value
                else:
                    pairs[key] = value
        return cls(
            tuple(sorted(pairs.items())), negative or "unjudged", consecutive, tuple(sorted(words.items()))
        )

    def __str__(self) -> str:
        parts = [f"{_text(raw)}:{_grade(grade)}" for raw, grade in self.pairs]
        parts += [f"{word}:{_grade(grade)}" for word, grade in self.words]
        parts += ["negative:not relevant"] if self.negative == "not relevant" else []
        parts += ["consecutive"] if self.consecutive else []
        return ",".join(parts)

    def apply(self, raw: FloatArray) -> GradeArray:
        """Map raw grades.

        Parameters
        ----------
        raw : float64 array, any shape

        Returns
        -------
        int8 array, same shape
            0..c, or `UNJUDGED`.

        Raises
        ------
        InputError
            For a grade that is fractional, negative or not, or above 100 after the mapping.
        """
        values, inverse = np.unique(raw, return_inverse=True)
        mapped = self._mapped(values)
        for value in values[_unusable(mapped)].tolist():
            raise InputError("grades", usable(value), f"{value:g}")
        return mapped.astype(np.int8)[inverse].reshape(raw.shape)

    def refused(self, raw: FloatArray) -> BoolArray:
        """Tell which raw grades `apply` refuses, same shape as `raw`."""
        values, inverse = np.unique(raw, return_inverse=True)
        return _unusable(self._mapped(values))[inverse].reshape(raw.shape)

    def _mapped(self, values: FloatArray) -> FloatArray:
        """Map distinct raw grades."""
        mapping = dict(self.pairs)
        below = UNJUDGED if self.negative == "unjudged" else 0
        # A negative fraction stays what it is, and so is refused: no scale of grades has it.
        mapped = np.array(
            [mapping.get(v, below if v < 0 and v.is_integer() else v) for v in values.tolist()], np.float64
        )
        if self.consecutive:
            scale = np.unique(mapped[mapped > 0])
            mapped = np.where(mapped > 0, np.searchsorted(scale, mapped) + 1, mapped)
        return mapped


def usable(given: float) -> str:
    """Say what is expected of grades where one can't be used: under a mapping it can be read.

    Examples
    --------
    >>> usable(0.5)
    'whole grades up to 100, or a mapping for others'
    >>> usable(101)
    'whole grades up to 100 (setting GAPVIZ_MAX_GRADE), or a mapping for others'
    """
    setting = f" (setting {limits.GRADES.variable})" if given > _highest() else ""
    return f"{_WHOLE} {_highest()}{setting}, or a mapping for others"


def _highest() -> int:
    return min(HIGHEST, limits.GRADES.value)


def _unusable(mapped: FloatArray) -> BoolArray:
    unusable: BoolArray = (mapped != np.rint(mapped)) | (mapped > _highest())
    return unusable


def _text(raw: float) -> str:
    """Write a raw grade so that it parses back: 4 and not 4.0."""
    return str(int(raw)) if float(raw).is_integer() else repr(float(raw))


def _grade(grade: int) -> str:
    return "unjudged" if grade == UNJUDGED else str(grade)


def _pair(raw: str, grade: str, part: str) -> tuple[float | str, int]:
    """Read a raw grade, or a word, and what it counts as."""
    key: float | str
    try:
        key = float(raw)
    except ValueError:
        key = raw
    try:
        value = UNJUDGED if grade == "unjudged" else int(grade)
    except ValueError:
        value = HIGHEST + 1
    known = 0 <= value <= HIGHEST or (value == UNJUDGED and grade == "unjudged")
    if not known or not (_WORD.fullmatch(key) if isinstance(key, str) else math.isfinite(key)):
        raise InputError("grades", _EXAMPLE, shown(part))
    return key, value
