"""Whole numbers in a text."""

from __future__ import annotations


def in_digits(text: str) -> bool:
    """Tell whether a text is digits from 0 to 9 alone: Python's own check takes those of other scripts too.

    Examples
    --------
    >>> in_digits("30"), in_digits("-30"), in_digits("\u0663"), in_digits("")
    (True, False, False, False)
    """
    return text.isascii() and text.isdecimal()
