"""The address of a page: a state as its parameters, and back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gapviz import users
from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.users.sweep import REFERENCES
from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap
from gapviz.measures.parse import measure
from gapviz.pages.session import plans, settings
from gapviz.pages.session.state import State

Query = dict[str, list[str]]

CHOICES = {
    "sort": FAMILY,
    "against": ("AP", "pinned"),
    "ties": ("trec_eval", "trec_eval9", "rank", "file"),
    "duplicates": ("refuse", "first", "best"),
    "encoding": ("utf-8", "latin-1", "cp1252", "cp1251", "gb18030", "shift_jis", "utf-16"),
    "comments": ("skip", "read"),
    "topics": ("judged", "run"),
    "empty": ("zero", "omit"),
    "shown": ("all", "top", "selected"),
    "order": ("disagreement", "topic"),
    "controls": ("live", "plain"),
    "coefficient": ("b", "ap"),
    "run_set": ("all", "quartile", "selected"),
    "reference": tuple(REFERENCES),
    "printed": ("TREC 10", "TREC 14", "TREC 21", "none"),
    "paper": ("table", "map"),
    "intervals": ("no", "yes"),
    "area": ("winner", "rank", "tau"),
    "curve": ("raw", "interpolated"),
    "bars": ("rank", "total", "table"),
    "panel": ("limits", "experiments", "worth", "outputs"),
    "chapter": ("1", "2", "3", "4", "5"),
    "statistic": ("tau", "tau_ap", "rho", "rms", "mean"),
    "base": ("itself", "AP"),
    "correction": ("none", "holm"),
}
"""Fields that take one of a few values."""

PARAMETERS = {
    "collection": "in",
    "fingerprint": "data",
    "g": "g",
    "pinned": "pin",
    "locked": "lock",
    "sort": "sort",
    "against": "vs",
    "ties": "ties",
    "depth": "depth",
    "duplicates": "duplicates",
    "encoding": "encoding",
    "comments": "comments",
    "grades": "grades",
    "topics": "topics",
    "empty": "empty",
    "selected": "run",
    "topic": "topic",
    "shown": "show",
    "order": "order",
    "controls": "controls",
    "compared": "m",
    "coefficient": "tau",
    "topic_set": "set",
    "own_topics": "of",
    "run_set": "runs",
    "cell": "cell",
    "reference": "ref",
    "printed": "printed",
    "paper": "paper",
    "intervals": "ci",
    "pair": "ab",
    "area": "map",
    "slice": "slice",
    "alpha": "alpha",
    "curve": "curve",
    "toy": "list",
    "other": "list2",
    "beside": "with",
    "bars": "bars",
    "panel": "panel",
    "settings": "at",
    "chapter": "chapter",
    "robustness": "robustness",
    "significance": "significance",
    "informativeness": "informativeness",
    "variation": "variation",
    "learning": "learning",
    "statistic": "by",
    "base": "base",
    "correction": "correct",
}
"""Name of each field in the address."""

_NAMES = ("beside", "selected", "compared", "own_topics", "cell", "pair", "settings")
"""Fields that hold names, which may have commas: the parameter stands once for each."""


def to_query(state: State) -> Query:
    """Write a state as the parameters of an address; what has its default is left out.

    Examples
    --------
    >>> to_query(State(g=(0.1, 0.9), sort="GAP"))
    {'g': ['0.1,0.9'], 'sort': ['GAP']}
    """
    query: Query = {}
    for name, parameter in PARAMETERS.items():
        value, default = getattr(state, name), getattr(State(), name)
        if value == default:
            continue
        if name in _NAMES:
            query[parameter] = list(value)
        elif isinstance(value, tuple):
            query[parameter] = [",".join(repr(part) for part in value)]
        else:
            query[parameter] = [value]
    # A fingerprint alone says nothing that the default does not.
    if set(query) <= {PARAMETERS["fingerprint"]}:
        return {}
    return query


def from_query(query: Mapping[str, Sequence[str]]) -> tuple[State, tuple[str, ...]]:
    """Read a state from the parameters of an address.

    Parameters
    ----------
    query : mapping from parameter to its values

    Returns
    -------
    state : State
        Defaults stand where a value was missing or could not be used.
    notes : tuple of str
        One sentence for each value that could not be used.

    Examples
    --------
    >>> state, notes = from_query({"g": ["0.1,0.7"], "sort": ["GAP"]})
    >>> state == State(sort="GAP"), notes
    (True, ('The link has g=0.1,0.7: expected probabilities that sum to 1, found 0.1, 0.7 with sum 0.8.',))
    """
    values: dict[str, Any] = {}
    notes = []
    for name, parameter in PARAMETERS.items():
        given = query.get(parameter, ())
        if not given or not any(given):
            continue
        try:
            values[name] = _READERS[name](given)
        except ValueError as error:
            notes.append(f"The link has {parameter}={','.join(given)[:60]}: {error}.")
    return State(**values), tuple(notes)


def _one_of(name: str) -> Callable[[Sequence[str]], str]:
    def read(given: Sequence[str]) -> str:
        if given[0] not in CHOICES[name]:
            raise ValueError(f"expected one of {', '.join(CHOICES[name])}")
        return given[0]

    return read


def _shares(given: Sequence[str]) -> tuple[float, ...]:
    try:
        numbers = [float(part) for part in given[0].split(",")]
    except ValueError:
        raise ValueError("expected numbers with commas between them") from None
    try:
        return tuple(users.validate(numbers).tolist())
    except InputError as error:
        raise ValueError(f"expected {error.expected}, found {error.found}") from None


def _two(given: Sequence[str]) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(given))
    if len(names) != 2:
        raise ValueError("expected two measures")
    return names


def _positions(given: Sequence[str]) -> tuple[int, ...]:
    parts = given[0].split(",")
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise ValueError("expected positions with commas between them")
    return tuple(sorted({int(part) for part in parts}))


def _parameters(given: Sequence[str]) -> tuple[float, ...]:
    try:
        numbers = tuple(float(part) for part in given[0].split(","))
    except ValueError:
        raise ValueError("expected numbers with commas between them") from None
    if not all(0 < number < math.inf for number in numbers):
        raise ValueError("expected positive numbers")
    return numbers


def _plan(kind: type[plans.Plan]) -> Callable[[Sequence[str]], str]:
    return lambda given: str(plans.read(kind, given[0]))


def _depth(given: Sequence[str]) -> str:
    if not given[0].isdecimal() or not 1 <= int(given[0][:9]) <= 1_000_000:
        raise ValueError("expected a depth from 1 to 1000000")
    return str(int(given[0][:9]))


def _grades(given: Sequence[str]) -> str:
    try:
        return str(GradeMap.parse(given[0]))
    except InputError as error:
        raise ValueError(f"expected {error.expected}") from None


def _toy(given: Sequence[str]) -> str:
    try:
        return str(ToyList.parse(given[0]))
    except InputError as error:
        raise ValueError(f"expected {error.expected}") from None


def _measures(given: Sequence[str]) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(str(measure(text)) for text in given))
    except InputError as error:
        raise ValueError(f"expected {error.expected}, found {error.found}") from None


_READERS: dict[str, Callable[[Sequence[str]], Any]] = {
    "collection": lambda given: given[0],
    "fingerprint": lambda given: given[0][:40],
    "g": _shares,
    "pinned": _shares,
    "locked": _positions,
    "depth": _depth,
    "grades": _grades,
    "topic": lambda given: given[0],
    "topic_set": lambda given: given[0],
    "slice": _positions,
    "alpha": _parameters,
    "toy": _toy,
    "other": _toy,
    **dict.fromkeys(_NAMES, lambda given: tuple(dict.fromkeys(given))),
    **{name: _plan(kind) for name, kind in plans.KINDS.items()},
    **{name: _one_of(name) for name in CHOICES},
    "beside": _measures,
    "cell": _two,
    "settings": settings.read,
}
