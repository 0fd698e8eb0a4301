"""Damaged copies of a file."""

from __future__ import annotations

from collections.abc import Iterator

STEP = 7
"""Bytes from one flip to the next; it shares no factor with the widths of the fields of an npz file."""


def flips(content: bytes) -> Iterator[bytes]:
    """Copies of a content, in each of which one byte is another; the flips go through all of it."""
    for at in range(0, len(content), STEP):
        yield content[:at] + bytes([content[at] ^ (1 << at % 8)]) + content[at + 1 :]
