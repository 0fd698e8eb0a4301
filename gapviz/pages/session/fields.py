"""What a field of the state is; `gapviz.pages.session.state.State` is the table of all of them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gapviz.pages.session import readers, settings
from gapviz.pages.session.fits import Fit

Hand = Literal["rail", "studio"]
"""Live component that changes a field: the control of g on every page, or the whole one of Explore."""

REPEATED = (readers.names, readers.two, readers.compared, readers.measures, settings.read)
"""Readers of names, which may have commas: the parameter stands once for each."""


@dataclass(frozen=True)
class Field:
    """What there is to know about one field of the state.

    Attributes
    ----------
    parameter : str
        Its name in an address.
    read : callable
        From the values of the parameter to that of the field.

    Raises
    ------
        ValueError
            With what was expected, for values that are none of the field's.
    choices : tuple of str
        Values of a field that takes one of a few.
    hand : {"rail", "studio"} or None
        The smallest live component that changes it.
    fit : Fit or None
        What becomes of a value that the open collection does not have, and the sentence that says so.
    name : str
    default : object
        Left out of an address.
    """

    parameter: str
    read: Callable[[Sequence[str]], Any]
    choices: tuple[str, ...] = ()
    hand: Hand | None = None
    fit: Fit | None = None
    name: str = ""
    default: Any = None

    def write(self, value: Any) -> list[str]:
        """Values of the parameter, as `read` reads them."""
        if self.read in REPEATED:
            return list(value)
        return [",".join(map(repr, value))] if isinstance(value, tuple) else [value]


def declared(parameter: str, read: Callable[[Sequence[str]], Any], default: Any = "", **more: Any) -> Any:
    """Declare a field of the state."""
    return dataclasses.field(default=default, metadata={"field": Field(parameter, read, **more)})


def one_of(parameter: str, choices: Sequence[str], default: str | None = None, **more: Any) -> Any:
    """Declare a field that takes one of a few values, the first by default."""
    first = choices[0] if default is None else default
    return declared(parameter, readers.one_of(choices), first, choices=tuple(choices), **more)


def table(state: type[Any]) -> tuple[Field, ...]:
    """Return the fields of the state in their order, with names and defaults."""
    return tuple(
        dataclasses.replace(one.metadata["field"], name=one.name, default=one.default)
        for one in dataclasses.fields(state)
    )
