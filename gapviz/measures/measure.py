"""Measures as values: what defines one, its parameters, and the text that names it."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.measures.facts import Facts
from gapviz.measures.relevant import Terms
from gapviz.profile import Profile

Group = Literal[
    "The average precision family",
    "Relevant or not",
    "Gain and discount",
    "Graded relevance",
    "Incomplete judgements",
    "All ranks, sessions",
]
"""Headings under which measures are listed, in their order."""

GROUPS: tuple[Group, ...] = get_args(Group)

Value = int | float | str | tuple[float, ...] | None
"""A parameter's value; None where it is left to the definition (no cut-off, the collection's c)."""


@dataclass(frozen=True, eq=False)
class Parameter:
    """A parameter of a measure.

    Attributes
    ----------
    name : str
        As in the text; ``n`` is the cut-off, written ``@n``.
    meaning : str
        One line for readers.
    read : callable
        From text to value; raises `InputError` for a text that is none.
    default : value
        Where the text does not say.
    required : bool
        Whether the text has to say.
    spelled : bool
        Whether the canonical text says it even where it has the default value.
    foreign : mapping of str to str
        Other tools' spellings ("dcg=exp-log2") and the value that each means here.
    """

    name: str
    meaning: str
    read: Callable[[str], Value]
    default: Value = None
    required: bool = False
    spelled: bool = False
    foreign: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Definition:
    """What defines a measure: a row of the table `gapviz.measures.MEASURES`.

    Attributes
    ----------
    name : str
    group : Group
        Heading under which the Measures page lists it.
    function : callable
        ``function(profile, *, parameters)`` -> float64 array, shape (N, T); its docstring documents the
        measure.
    formula : str
        LaTeX.
    source : str
        Where the definition stands.
    range : str
        Lowest and highest value.
    limits : str
        What it gives where the formula does not say.
    example : str
        Text of a measure; the function's docstring works it out by hand.
    graded : bool
        Whether it tells relevant grades apart.
    parameters : tuple of Parameter
        In the order of the canonical text.
    aliases : tuple of str
        Other tools' names for it.
    better : {"higher", "lower"}
        Which values are better.
    terms : callable, optional
        ``terms(profile, *, parameters)`` -> Terms: what each document adds, where the measure is a sum
        over ranks.
    term : callable, optional
        ``term(facts, *, parameters)`` -> str: the arithmetic of what one document adds.
    condensed : str
        Name of the measure that is this one on the condensed list (ir_measures' ``judged_only=True``).
    at : str
        The parameter that stands behind an @.
    explicit : tuple of str
        Parameters of which a text has to say one, since other tools differ in what they take by default.
    elsewhere : str
        What other tools mean by the name where none of `explicit` is said.
    """

    name: str
    group: Group
    function: Callable[..., FloatArray]
    formula: str
    source: str
    range: str
    limits: str
    example: str
    graded: bool
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    better: Literal["higher", "lower"] = "higher"
    terms: Callable[..., Terms] | None = None
    term: Callable[..., str] | None = None
    condensed: str = ""
    at: str = "n"
    explicit: tuple[str, ...] = ()
    elsewhere: str = ""

    @property
    def summary(self) -> str:
        """First line of the function's docstring: the caption."""
        return _docstring(self).partition("\n")[0]

    @property
    def worked(self) -> str:
        """The example worked out by hand: the prose of the docstring's Examples section."""
        section = _docstring(self).partition("Examples\n--------\n")[2]
        return " ".join(section.partition(">>>")[0].split())

    def measure(self, **values: Value) -> Measure:
        """Return the measure with these parameter values, checked; a text is read, the rest default.

        Returns
        -------
        Measure

        Raises
        ------
        InputError
            For a parameter that the measure has not, that is missing, or whose value is out of range.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name, value in values.items():
            if name not in known:
                names = ", ".join("a cut-off @n" if key == "n" else key for key in known)
                given = f"the cut-off @{_text(value)}" if name == "n" else f"{name}={_text(value)}"
                raise InputError(
                    self.name, f"no other parameters than {names}" if names else "no parameters", given
                )
        pairs = []
        for name, parameter in known.items():
            value = values.get(name)
            if value is None and parameter.required:
                raise InputError(self.name, f"{parameter.meaning}, as in {self.example}", "none")
            pairs.append((name, parameter.default if value is None else parameter.read(_text(value))))
        return Measure(self.name, tuple(pairs), self)


@dataclass(frozen=True)
class Measure:
    """A measure with its parameters; its text names it and parses back to an equal value.

    Attributes
    ----------
    name : str
        Name of the definition.
    parameters : tuple of (name, value)
        All of them, defaults too.
    definition : Definition

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> measure("RBP(rel=1)")
    measure('RBP(p=0.8,rel=1)')
    """

    name: str
    parameters: tuple[tuple[str, Value], ...]
    definition: Definition = field(compare=False, repr=False)

    def __str__(self) -> str:
        named, cut = [], ""
        for (name, value), parameter in zip(self.parameters, self.definition.parameters, strict=True):
            if value == parameter.default and not parameter.spelled:
                continue
            if name == self.definition.at:
                cut = f"@{_text(value)}"
            else:
                named.append(f"{name}={_text(value)}")
        return f"{self.name}({','.join(named)}){cut}" if named else f"{self.name}{cut}"

    def __repr__(self) -> str:
        return f"measure({str(self)!r})"

    def __call__(self, profile: Profile) -> FloatArray:
        """Score every run on every topic.

        Parameters
        ----------
        profile : Profile

        Returns
        -------
        float64 array, shape (N, T)

        Raises
        ------
        InputError
            Where a parameter does not fit the collection's grades.
        """
        with self._named():
            return self.definition.function(profile, **dict(self.parameters))

    def contributions(self, profile: Profile) -> FloatArray | None:
        """Return what each retrieved relevant document adds to the value of its run and topic.

        Parameters
        ----------
        profile : Profile

        Returns
        -------
        float64 array, shape (H,), or None
            In the order of `Profile.ranks`; None where the measure is no sum over ranks.

        Raises
        ------
        InputError
            Where a parameter does not fit the collection's grades.
        """
        if self.definition.terms is None:
            return None
        with self._named():
            return self.definition.terms(profile, **dict(self.parameters)).shares()

    def term(self, facts: Facts) -> str | None:
        """Write the arithmetic of what one document adds; None where the measure is no sum over ranks.

        Parameters
        ----------
        facts : Facts

        Returns
        -------
        str or None
        """
        term = self.definition.term
        return None if term is None else term(facts, **dict(self.parameters))

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """Put the measure's text before the message of an error."""
        try:
            yield
        except InputError as error:
            raise InputError(str(self), error.expected, error.given) from error


def _text(value: Value) -> str:
    if isinstance(value, tuple | list):
        return ",".join(_text(part) for part in value)
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() else repr(float(value))
    return str(value)


def _docstring(definition: Definition) -> str:
    return inspect.getdoc(definition.function) or ""
