"""The one error that bad input raises."""

from __future__ import annotations

from collections.abc import Callable, Sequence

_MOST = 200
"""Characters of found text that a message repeats at most."""

_SHOWN = 60
"""Characters of a value that `shown` repeats."""


def one_line(text: str, most: int = _MOST) -> str:
    r"""Return a text as a sentence may hold it: on one line, and cut.

    Examples
    --------
    >>> one_line("a\nb")
    'a?b'
    """
    text = "".join(letter if letter.isprintable() else "?" for letter in text[: most + 1])
    return _cut(text, most)


def shown(value: object) -> str:
    """Return what was found as a message may show it: escaped and cut, text in quotes.

    Examples
    --------
    >>> shown("a" * 100)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"
    >>> shown(1.5)
    '1.5'
    """
    if isinstance(value, str):
        return ascii(_cut(value, _SHOWN))
    try:
        return _cut(ascii(value), _SHOWN)
    except ValueError:  # a whole number of thousands of digits
        return f"a value of type {type(value).__name__}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "..."


class InputError(ValueError):
    """Input that gapviz can't use, in one sentence: where, what was expected, what was found.

    Parameters
    ----------
    source : str
        Name of the file, table or option.
    expected : str
        What would have been right.
    given : str
        What was there instead.
    line : int, optional
        Line number, from 1.

    Examples
    --------
    >>> print(InputError("a.run", "6 fields (topic Q0 document rank score tag)", "5", line=3))
    a.run:3: expected 6 fields (topic Q0 document rank score tag), found 5
    """

    def __init__(self, source: str, expected: str, given: str, *, line: int | None = None) -> None:
        self.source = one_line(source)
        self.line = line
        self.expected = expected
        self.given = one_line(given)
        where = self.source if line is None else f"{self.source}:{line}"
        super().__init__(f"{where}: expected {expected}, found {self.given}")

    def __reduce__(self) -> tuple[Callable[..., InputError], tuple[object, ...]]:
        """Be sent from one process to another."""
        return _made, (self.source, self.expected, self.given, self.line)


def _made(source: str, expected: str, given: str, line: int | None) -> InputError:
    return InputError(source, expected, given, line=line)


def require(name: str, value: object, allowed: Sequence[str]) -> None:
    """Refuse a value that is none of those that an option takes.

    Parameters
    ----------
    name : str
        Of the option.
    value : object
        As it was given.
    allowed : sequence of str

    Raises
    ------
    InputError

    Examples
    --------
    >>> require("ties", "best", ("rank", "file"))
    Traceback (most recent call last):
    ...
    gapviz.collection.errors.InputError: ties: expected one of rank, file, found 'best'
    """
    if not isinstance(value, str) or value not in allowed:
        raise InputError(name, f"one of {', '.join(allowed)}", shown(value))
