"""Compressed contents, told by what they begin with, and unpacked up to limits."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable
from typing import IO, Any

from gapviz.collection.errors import InputError, shown
from gapviz.collection.limits import unpacked_limit

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
_CHUNK = 1 << 20


def decompressed(name: str, content: bytes | bytearray, *, packed: int | None = None) -> bytes | bytearray:
    """Return the content of a compressed file, or `content` where it is not compressed.

    Parameters
    ----------
    name : str
        Of the file, for errors.
    content : bytes or bytearray
    packed : int, optional
        Bytes that the file takes where it lies, in an archive.

    Returns
    -------
    bytes or bytearray

    Raises
    ------
    InputError
        Where it is damaged, or unpacks to more than the limits.
    """
    for magic, (kind, stream) in _STREAMS.items():
        if content.startswith(magic):
            packed = len(content) if packed is None else packed
            return unpacked(name, kind, lambda: stream(bytes(content)), packed)  # noqa: B023
    return content


def unpacked(name: str, kind: str, stream: Callable[[], IO[bytes]], packed: int) -> bytearray:
    """Read a compressed stream, up to the limits on what a small file may blow up to.

    Parameters
    ----------
    name : str
        Of the file, for errors.
    kind : str
        Of compression, in words.
    stream : callable
        Opens it.
    packed : int
        Bytes of the compressed form.

    Returns
    -------
    bytearray

    Raises
    ------
    InputError
        Where it is damaged, or unpacks to more than the limits.
    """
    most, limit = unpacked_limit(packed)
    content = bytearray()
    try:
        with stream() as chunks:
            while len(content) <= most and (chunk := chunks.read(_CHUNK)):
                content += chunk
    except BROKEN as error:
        raise InputError(name, f"a readable {kind} file", reason(error)) from None
    if len(content) > most:
        raise limit.refusal(name, "more")
    return content


def reason(error: Exception) -> str:
    """Return what an error says, without the paths of the server."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return shown(text)


def _zstd(content: bytes) -> IO[bytes]:
    """Return zstd frames, one after another, as a stream; pyarrow, which takes a while, is imported here."""
    import pyarrow as pa

    stream: IO[bytes] = pa.input_stream(pa.py_buffer(content), compression="zstd")
    return stream


_STREAMS: dict[bytes, tuple[str, Callable[[bytes], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda content: gzip.GzipFile(fileobj=io.BytesIO(content))),
    b"BZh": ("bzip2", lambda content: bz2.BZ2File(io.BytesIO(content))),
    b"\xfd7zXZ\x00": ("xz", lambda content: lzma.LZMAFile(io.BytesIO(content))),  # noqa: SIM115
    b"\x28\xb5\x2f\xfd": ("zstd", _zstd),
}
"""What a compressed content begins with, whatever its name says."""

BROKEN: tuple[type[Exception], ...] = (
    OSError,
    EOFError,
    RuntimeError,
    ValueError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    IndexError,  # zipfile on a member without a name
)
"""What damaged files raise."""
