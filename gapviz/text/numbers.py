"""Numbers as readers see them: a true minus sign, "undefined" in words, shares in per cent, user models."""

from __future__ import annotations

import math
from collections.abc import Iterable

UNDEFINED = "undefined"
"""What stands in the place of a number that does not exist."""


def signed(text: str) -> str:
    """Write a true minus sign in a number's text.

    Parameters
    ----------
    text : str
        Without hyphens that are none of a number.

    Examples
    --------
    >>> signed("-0.5")
    '−0.5'
    """
    return text.replace("-", "−")


def in_words(value: float | None, *, digits: int | None = None) -> str:
    """Write a number that may be none.

    Parameters
    ----------
    value : float or None
        NaN and None are undefined.
    digits : int, optional
        Decimals; as many as it has by default.

    Examples
    --------
    >>> in_words(-0.25), in_words(0.25, digits=3), in_words(float("nan"))
    ('-0.25', '0.250', 'undefined')
    """
    if value is None or math.isnan(value):
        return UNDEFINED
    return repr(float(value)) if digits is None else f"{value:.{digits}f}"


def percent(share: float, *, digits: int = 0) -> str:
    """Write a share; one that is neither nothing nor all is never rounded to it.

    Parameters
    ----------
    share : float
        From 0 to 1.
    digits : int
        Decimals of the percentage.

    Examples
    --------
    >>> percent(0.427), percent(0.2268, digits=1), percent(0.999)
    ('43 %', '22.7 %', 'over 99 %')
    """
    least = 0.5 * 10 ** -(digits + 2)
    if 0 < share < least:
        return f"under {10**-digits:g} %"
    if 1 - least <= share < 1:
        return f"over {100 - 10**-digits:g} %"
    return f"{100 * share:.{digits}f} %"


def user_model(g: Iterable[float], *, digits: int = 2) -> str:
    """Write probabilities with commas between.

    Parameters
    ----------
    g : iterable of float
    digits : int
        Decimals of each.

    Examples
    --------
    >>> user_model((0.25, 0.75))
    '0.25, 0.75'
    """
    return ", ".join(f"{share:.{digits}f}" for share in g)


def thousands(number: int) -> str:
    r"""Write a whole number with thin spaces.

    Examples
    --------
    >>> thousands(8691)
    '8\u2009691'
    """
    return f"{number:,}".replace(",", "\u2009")


def counted(number: int, thing: str) -> str:
    r"""Write how many there are of a thing.

    Examples
    --------
    >>> counted(1, "topic"), counted(8691, "pair")
    ('1 topic', '8\u2009691 pairs')
    """
    return f"{thousands(number)} {thing}{'' if number == 1 else 's'}"
