"""Zstandard contents as a stream that notices when its end is missing."""

from __future__ import annotations

import io

_INPUT = 1 << 12  # of which a block header of four bytes may stand for 128 KiB: 128 MiB at most


class ZstdStream(io.RawIOBase):
    """Read zstd frames, one after another.

    Parameters
    ----------
    content : bytes
        The compressed content.

    Raises
    ------
    RuntimeError
        Where the package zstandard is missing, or the content can't be read.
    """

    def __init__(self, content: bytes) -> None:
        try:
            import zstandard
        except ImportError:
            raise RuntimeError("no package to read it: pip install zstandard") from None
        self._error: type[Exception] = zstandard.ZstdError
        self._reader = zstandard.ZstdDecompressor(max_window_size=1 << 27)
        self._frame = self._reader.decompressobj()
        self._content = memoryview(content)

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, as many as are at hand; none at the end."""
        while self._content:
            piece, self._content = self._content[:_INPUT], self._content[_INPUT:]
            try:
                result = bytes(self._frame.decompress(piece))
            except self._error as error:
                raise RuntimeError(str(error)) from None
            if self._frame.eof and (self._frame.unused_data or self._content):
                self._content = memoryview(self._frame.unused_data + self._content.tobytes())
                self._frame = self._reader.decompressobj()
            if result:
                return result
        if not self._frame.eof:
            raise EOFError("Compressed file ended before its end was reached")
        return b""
