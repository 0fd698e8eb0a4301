"""Mutations: one content becomes another that is damaged, in a way that a seed determines."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import zipfile
from collections.abc import Callable

import zstandard

ODD = (
    b"NaN", b"inf", b"-inf", b"1e400", b"-0", b"0x10", b"1_0", b"9" * 400, b"-1", b"1.5", b"101",
    b"18446744073709551616", b"\x00", b"\r", b"\r\n", b"\t", b" ", b"\n", b"\n\n", b"#", b'"', b"'", b"\\",
    b"{", b"}", b"[", b"]", b":", b",", b"\xef\xbb\xbf", b"\xff\xfe", b"\x80", b"\xc3\xa9",
    b"\xe2\x80\xae", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"\x1b[2J", b"x" * 64, b"x" * 65, b"x" * 1000,
    b"x" * 1001, b"null", b"true", b"qid:", b"qid:1", b"1:1", b"query_id", b"Q0", b"PK\x03\x04", b"\x1f\x8b",
    b"BZh9", b"\xfd7zXZ\x00", b"(\xb5/\xfd", b"<script>", b"=1+1",
)  # fmt: skip
"""What readers stumble over."""


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Return a content after a few mutations."""
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 8))):
        content = chance.choice(_WAYS)(content, chance)
    return content[: 1 << 16]


def packed(content: bytes, chance: random.Random) -> bytes:
    """Return a content plain, compressed or in an archive."""
    return chance.choice(_PACKERS)(content)


def _place(content: bytes, chance: random.Random) -> tuple[int, int]:
    low = chance.randrange(len(content) + 1)
    return low, min(len(content), low + chance.choice((1, 1, 2, 5, 20, 200)))


def _flip(content: bytes, chance: random.Random) -> bytes:
    low, high = _place(content, chance)
    return (
        content[:low]
        + bytes(byte ^ (1 << chance.randrange(8)) for byte in content[low:high])
        + content[high:]
    )


def _drop(content: bytes, chance: random.Random) -> bytes:
    low, high = _place(content, chance)
    return content[:low] + content[high:]


def _repeat(content: bytes, chance: random.Random) -> bytes:
    low, high = _place(content, chance)
    return content[:high] + content[low:high] * chance.choice((1, 2, 50)) + content[high:]


def _insert(content: bytes, chance: random.Random) -> bytes:
    low, _ = _place(content, chance)
    return content[:low] + chance.choice(ODD) + content[low:]


def _replace(content: bytes, chance: random.Random) -> bytes:
    words = content.split(b" ")
    words[chance.randrange(len(words))] = chance.choice(ODD)
    return b" ".join(words)


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _lines(content: bytes, chance: random.Random) -> bytes:
    lines = content.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def _recode(content: bytes, chance: random.Random) -> bytes:
    return content.decode("latin-1").encode(chance.choice(("utf-16", "utf-32", "utf-8-sig", "utf-16-le")))


_WAYS = (_flip, _drop, _repeat, _insert, _insert, _replace, _replace, _cut, _lines, _recode)


def _zip(content: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as handle:
        handle.writestr("runs/a.run", content)
        handle.writestr("../b.gz", gzip.compress(content))
    return archive.getvalue()


_PACKERS: tuple[Callable[[bytes], bytes], ...] = (
    bytes, bytes, bytes, gzip.compress, bz2.compress, lzma.compress, zstandard.ZstdCompressor().compress,
    _zip,
)  # fmt: skip
