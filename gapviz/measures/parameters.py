"""Parameters that several measures share, and how their values are read."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial

from gapviz import users
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError
from gapviz.measures.measure import Parameter, Value

HIGHEST = 10**9
"""Parameters above this are refused: sums with them would leave the range of doubles."""

_LONG_EXPONENT = re.compile(r"e[+-]?[\d_]{4}", re.IGNORECASE)
"""An exact fraction has as many digits as its exponent says: writing a few letters must not take minutes."""


def whole(text: str, *, name: str, highest: int = HIGHEST) -> Value:
    """Read a whole number.

    Parameters
    ----------
    text : str
    name : str
        What an error calls it.
    highest : int
        It is from 1 to here.

    Returns
    -------
    int

    Raises
    ------
    InputError
        For any other text.

    Examples
    --------
    >>> whole("20", name="n")
    20
    """
    digits = in_digits(text) and len(text) <= len(str(highest))
    if not digits or not 1 <= int(text) <= highest:
        raise InputError(name, f"{name} as a whole number from 1 to {highest}", text or "nothing")
    return int(text)


def choice(text: str, *, name: str, words: tuple[str, ...]) -> Value:
    """Read one of some words.

    Parameters
    ----------
    text : str
    name : str
        What an error calls it.
    words : tuple of str

    Returns
    -------
    str

    Raises
    ------
    InputError
        For any other text.

    Examples
    --------
    >>> choice("linear", name="gain", words=("linear", "exponential"))
    'linear'
    """
    if text not in words:
        raise InputError(name, f"{name} as {' or '.join(words)}", text or "nothing")
    return text


def number(text: str, expected: str) -> float:
    """Read a decimal number or a fraction.

    Parameters
    ----------
    text : str
    expected : str
        What an error says was expected.

    Returns
    -------
    float

    Raises
    ------
    InputError
        For a text that is no number, or one that would take minutes to write out.

    Examples
    --------
    >>> number("1/4", "a probability")
    0.25
    """
    try:
        if _LONG_EXPONENT.search(text):
            raise ValueError
        return float(Fraction(text.strip()))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise InputError("number", expected, text.strip() or "nothing") from None


def at_least(text: str, *, name: str, lowest: float, above: bool = False) -> Value:
    """Read a number with a lower limit.

    Parameters
    ----------
    text : str
    name : str
        What an error calls it.
    lowest : float
    above : bool
        Whether it has to be above `lowest`.

    Returns
    -------
    float
        Up to `HIGHEST`.

    Raises
    ------
    InputError
        For a text that is no such number.

    Examples
    --------
    >>> at_least("1.5", name="b", lowest=1.0, above=True)
    1.5
    """
    start = f"above {lowest:g} and up" if above else f"from {lowest:g}"
    expected = f"{name} as a number {start} to {HIGHEST}"
    value = number(text, expected)
    if not (value > lowest if above else value >= lowest) or value > HIGHEST:
        raise InputError(name, expected, text)
    return value


def _thresholds(text: str) -> Value:
    expected = "probabilities such as 0.1,0.9 or 1/4,3/4"
    g = users.validate([number(part, expected) for part in text.split(",")])
    return tuple(g.tolist())


THRESHOLD = Parameter("rel", "lowest grade that counts as relevant", partial(whole, name="rel"), default=1)
CUT = Parameter("n", "a cut-off: only the first n ranks count", partial(whole, name="the cut-off"))
REQUIRED_CUT = Parameter("n", "a cut-off", partial(whole, name="the cut-off"), required=True)
THRESHOLD_PROBABILITIES = Parameter(
    "g", "g, the probability of each threshold 1..c", _thresholds, required=True
)
LOG_BASE = Parameter(
    "b",
    "base of the logarithm; ranks below it are not discounted",
    partial(at_least, name="b", lowest=1.0, above=True),
    default=2.0,
    spelled=True,
)
BETA = Parameter(
    "beta",
    "weight of the gain against the count",
    partial(at_least, name="beta", lowest=0.0),
    default=1.0,
    spelled=True,
)
