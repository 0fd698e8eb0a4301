"""The one error that bad input raises."""

from __future__ import annotations


class InputError(ValueError):
    """Input that gapviz can't use, in one sentence: where, what was expected, what was found.

    Parameters
    ----------
    source : str
        Name of the file, table or option.
    expected : str
        What would have been right.
    found : str
        What was there instead.
    line : int, optional
        Line number, from 1.

    Examples
    --------
    >>> print(InputError("a.run", "6 fields (topic Q0 document rank score tag)", "5", line=3))
    a.run:3: expected 6 fields (topic Q0 document rank score tag), found 5
    """

    def __init__(self, source: str, expected: str, found: str, *, line: int | None = None) -> None:
        self.source = source
        self.line = line
        self.expected = expected
        self.found = found
        where = source if line is None else f"{source}:{line}"
        super().__init__(f"{where}: expected {expected}, found {found}")
