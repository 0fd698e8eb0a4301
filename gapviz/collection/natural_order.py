"""Natural order of names: "2" before "10"."""

from __future__ import annotations

import re
from collections.abc import Iterable

_DIGITS = re.compile("([0-9]+)")


def natural_key(name: str) -> tuple[list[tuple[int, int, str]], str]:
    """Return a key that sorts digits within names as numbers.

    Examples
    --------
    >>> sorted(["10", "2", "a10", "a9", "02"], key=natural_key)
    ['02', '2', '10', 'a9', 'a10']
    """
    key = []
    for part in filter(None, _DIGITS.split(name)):
        # Digits are compared by length and then as text, which is their order as numbers of any size.
        digits = part.lstrip("0")
        key.append((0, len(digits), digits) if part[0] in "0123456789" else (1, 0, part))
    return key, name


def natural(names: Iterable[str]) -> tuple[str, ...]:
    """Return names in natural order."""
    return tuple(sorted(names, key=natural_key))
