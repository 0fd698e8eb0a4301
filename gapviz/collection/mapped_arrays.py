"""Arrays in a file that is opened by mapping it into memory: whatever its size, at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gapviz.collection import digests
from gapviz.collection.reading import files

_ALIGNED = 64
_NUMBER = 8
_DIGEST = hashlib.sha256().digest_size

Arrays = npt.NDArray[Any]


def write(path: Path, arrays: Mapping[str, Sequence[Arrays]]) -> None:
    """Write arrays, and after them what tells them apart: names, types, shapes and digests.

    Parameters
    ----------
    path : Path
        Readers see the file whole or not at all.
    arrays : mapping from name to sequence of arrays
        Each the parts of an array, one after another along its first axis.

    Raises
    ------
    OSError
        Where it can't be written.
    """
    listed: dict[str, tuple[str, list[int], int]] = {}
    written: list[str] = []
    held = bytearray()
    with files.whole(path) as handle:
        for name, parts in arrays.items():
            held += bytes(-len(held) % _ALIGNED)
            first = parts[0]
            shape = [sum(len(part) for part in parts), *first.shape[1:]]
            listed[name] = (first.dtype.str, shape, len(written) * digests.BLOCK + len(held))
            for part in parts:
                held += np.ascontiguousarray(part, first.dtype).tobytes()
                while len(held) >= digests.BLOCK:
                    written.append(hashlib.sha256(held[: digests.BLOCK]).hexdigest())
                    handle.write(held[: digests.BLOCK])
                    del held[: digests.BLOCK]
        if held:
            written.append(hashlib.sha256(held).hexdigest())
            handle.write(held)
        footer = json.dumps([listed, written]).encode()
        footer += len(footer).to_bytes(_NUMBER, "little")
        handle.write(footer + hashlib.sha256(footer).digest())


def read(path: Path) -> dict[str, Arrays]:
    """Map a file of arrays, which are read when they are looked at, and mark it as used now.

    All digests are compared, on all processors.

    Parameters
    ----------
    path : Path

    Returns
    -------
    dict of arrays
        They can't be written to.

    Raises
    ------
    OSError
        Where it can't be read.
    ValueError
        Where it is not what was written.
    """
    content = memoryview(files.mapped(path))
    end = len(content) - _DIGEST
    if end < _NUMBER or hashlib.sha256(content[_footer(content, end) : end]).digest() != content[end:]:
        raise ValueError("expected the digest of the list of arrays at the end")
    start = _footer(content, end)
    listed, written = json.loads(bytes(content[start : end - _NUMBER]))
    if digests.of(content[:start]) != tuple(written):
        raise ValueError("expected blocks with the digests that are listed")
    return {
        name: np.frombuffer(content, dtype, int(np.prod(shape)), place).reshape(shape)
        for name, (dtype, shape, place) in listed.items()
    }


def _footer(content: memoryview, end: int) -> int:
    """Return where the list of arrays begins, which ends at `end` with its length."""
    return max(0, end - _NUMBER - int.from_bytes(content[end - _NUMBER : end], "little"))
