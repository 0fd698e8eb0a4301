"""How values stand in an address: from the values of a parameter to the value of a field."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from gapviz import users
from gapviz.analysis.toylists.lists import ToyList
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap
from gapviz.measures.parse import measure
from gapviz.pages.session import plans

LONGEST_FINGERPRINT = 40

MOST_BESIDE = 12
"""Measures that stand beside the family on toy lists."""

MOST_COMPARED = 40
"""Measures that are compared with one another."""

_DEEPEST = 1_000_000


def text(given: Sequence[str]) -> str:
    """Read any text."""
    return given[0]


def fingerprint(given: Sequence[str]) -> str:
    """Read what tells data from others."""
    return given[0][:LONGEST_FINGERPRINT]


def names(given: Sequence[str]) -> tuple[str, ...]:
    """Read names, which may have commas: the parameter stands once for each."""
    return tuple(dict.fromkeys(given))


def two(given: Sequence[str]) -> tuple[str, ...]:
    """Read the names of two measures."""
    pair = names(given)
    if len(pair) != 2:
        raise ValueError("expected two measures")
    return pair


def compared(given: Sequence[str]) -> tuple[str, ...]:
    """Read the names of some measures."""
    return _at_most(MOST_COMPARED, names(given))


def measures(given: Sequence[str]) -> tuple[str, ...]:
    """Read some measures as canonical texts."""
    try:
        return _at_most(MOST_BESIDE, tuple(dict.fromkeys(str(measure(one)) for one in given)))
    except InputError as error:
        raise ValueError(f"expected {error.expected}, found {error.given}") from None


def shares(given: Sequence[str]) -> tuple[float, ...]:
    """Read probabilities that sum to 1."""
    try:
        return tuple(users.validate(_numbers(given)).tolist())
    except InputError as error:
        raise ValueError(f"expected {error.expected}, found {error.given}") from None


def positive(given: Sequence[str]) -> tuple[float, ...]:
    """Read positive numbers."""
    numbers = _numbers(given)
    if not all(0 < number < math.inf for number in numbers):
        raise ValueError("expected positive numbers")
    return tuple(numbers)


def positions(given: Sequence[str]) -> tuple[int, ...]:
    """Read positions in a short list."""
    parts = given[0].split(",")
    if not all(in_digits(part) and len(part) < 4 for part in parts):
        raise ValueError("expected positions with commas between them")
    return tuple(sorted({int(part) for part in parts}))


def depth(given: Sequence[str]) -> str:
    """Read how many documents of a topic are kept."""
    digits = given[0].lstrip("0") if in_digits(given[0]) else ""
    if len(digits) > len(str(_DEEPEST)) or not 1 <= int(digits or "0") <= _DEEPEST:
        raise ValueError(f"expected a depth from 1 to {_DEEPEST}")
    return str(int(digits))


def grades(given: Sequence[str]) -> str:
    """Read a grade mapping."""
    try:
        return str(GradeMap.parse(given[0]))
    except InputError as error:
        raise ValueError(f"expected {error.expected}") from None


def toy_list(given: Sequence[str]) -> str:
    """Read a toy list."""
    try:
        return str(ToyList.parse(given[0]))
    except InputError as error:
        raise ValueError(f"expected {error.expected}") from None


def plan(kind: type[plans.Plan]) -> Callable[[Sequence[str]], str]:
    """Make the reader of an experiment's plan."""
    return lambda given: str(plans.read(kind, given[0]))


def one_of(choices: Sequence[str]) -> Callable[[Sequence[str]], str]:
    """Make the reader of a field that takes one of a few values."""

    def read(given: Sequence[str]) -> str:
        if given[0] not in choices:
            raise ValueError(f"expected one of {', '.join(choices)}")
        return given[0]

    return read


def _at_most(most: int, texts: tuple[str, ...]) -> tuple[str, ...]:
    if len(texts) > most:
        raise ValueError(f"expected at most {most} measures, found {len(texts)}")
    return texts


def _numbers(given: Sequence[str]) -> list[float]:
    try:
        return [float(part) for part in given[0].split(",")]
    except ValueError:
        raise ValueError("expected numbers with commas between them") from None
