"""Digests of what is kept on disk, by which it is known when it is read again."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

BLOCK = 1 << 20
"""Bytes that have a digest together."""


def of(content: Any) -> tuple[str, ...]:
    """Return the sha256 digests of the blocks of a content, computed on all processors.

    Parameters
    ----------
    content : bytes or another buffer

    Returns
    -------
    tuple of str
        Hexadecimal.

    Examples
    --------
    >>> [digest[:6] for digest in of(b"abc")]
    ['ba7816']
    """
    view = memoryview(content)
    blocks = [view[low : low + BLOCK] for low in range(0, len(view), BLOCK)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # a digest is computed without Python's lock
        return tuple(one.hexdigest() for one in pool.map(hashlib.sha256, blocks))
