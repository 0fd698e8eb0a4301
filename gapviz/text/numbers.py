"""Numbers as readers see them: a true minus sign, shares in per cent, user models."""

from __future__ import annotations

from collections.abc import Iterable


def signed(text: str) -> str:
    """Write a true minus sign in a number's text.

    Parameters
    ----------
    text : str
        Without hyphens that are none of a number.

    Returns
    -------
    str

    Examples
    --------
    >>> signed("-0.5")
    '−0.5'
    """
    return text.replace("-", "−")


def percent(share: float, *, digits: int = 0) -> str:
    """Write a share; one that is neither nothing nor all is never rounded to it.

    Parameters
    ----------
    share : float
        From 0 to 1.
    digits : int
        Decimals of the percentage.

    Returns
    -------
    str

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

    Returns
    -------
    str

    Examples
    --------
    >>> user_model((0.25, 0.75))
    '0.25, 0.75'
    """
    return ", ".join(f"{share:.{digits}f}" for share in g)
