"""Files: the only module that opens one. Paths, folders, patterns, archives and compressed contents."""

from __future__ import annotations

import bz2
import contextlib
import glob
import gzip
import io
import lzma
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from gapviz.collection.errors import InputError, shown
from gapviz.collection.natural_order import natural_key
from gapviz.collection.reading.words import LONGEST

MAX_BYTES = 2 << 30
"""Bytes that one file may have, after decompression."""

MAX_ARCHIVE = 8 << 30
"""Bytes that the members of an archive may have together."""

MAX_MEMBERS = 10_000
"""Members that an archive may have."""

MAX_RATIO = 250
"""How many times larger than its compressed form a content of more than `RATIO_FROM` bytes may be."""

RATIO_FROM = 64 << 20

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
_CHUNK = 1 << 20
_ROOM = 2 * LONGEST
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""What a zip archive begins with, the second if it is empty."""


@dataclass(frozen=True)
class File:
    """A file that can be read: on disk, a member of an archive, or in memory.

    Attributes
    ----------
    name : str
        Its name without folders.
    read : callable
        Returns the content, decompressed; the caller may change it where it is a bytearray.
    stamp : tuple of (str, int, int), or None
        Path, size and time of change, where it lies on disk; they tell whether it changed.
    folder : str
        Name of the folder it is in, within an archive where it is a member.
    parents : tuple of str
        Names of all folders it is in, the outermost first; an archive counts as one.
    """

    name: str
    read: Callable[[], bytes | bytearray]
    stamp: tuple[str, int, int] | None
    folder: str = ""
    parents: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """Name without the suffix of a compression."""
        for suffix in COMPRESSED:
            if self.name.lower().endswith(suffix) and len(self.name) > len(suffix):
                return self.name[: -len(suffix)]
        return self.name


def find(place: str | Path) -> list[File]:
    """Return the files at a path, in a folder or a zip archive, or that match a pattern.

    Files whose names begin with a dot are left out, and so are folders within a folder. Names are in
    natural order. Of several, one that can't be opened says so when it is read. A pipe, such as
    ``<(zcat a.run.gz)`` is in a shell, is read to its end at once.

    Raises
    ------
    InputError
        Where nothing is there.
    """
    if place == "":
        raise InputError(shown(place), "a file, folder or pattern", "an empty path")
    try:
        path = Path(place).expanduser()
        if path.is_dir():
            paths = [p for p in path.iterdir() if p.is_file() and not p.name.startswith(".")]
        elif path.exists():
            paths = [path]
        else:
            paths = [p for p in map(Path, glob.glob(str(path), recursive=True)) if p.is_file()]  # noqa: PTH207
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(shown(str(place)), "a file, folder or pattern", _reason(error)) from None
    if not paths:
        raise InputError(shown(str(place)), "a file, folder or pattern", "nothing there")
    opening = _at if len(paths) == 1 else _at_or_damaged
    return [file for p in sorted(paths, key=_order) for file in opening(p)]


def subfolders(folder: Path) -> list[Path]:
    """Return the folders and zip archives in a folder, in natural order; hidden ones are left out."""
    try:
        inside = [p for p in folder.iterdir() if not p.name.startswith(".")]
    except OSError as error:
        raise InputError(shown(folder.name), "a readable folder", _reason(error)) from None
    wanted = [p for p in inside if p.is_dir() or p.suffix.lower() == ".zip"]
    return sorted(wanted, key=lambda p: natural_key(p.name))


def opened(handle: IO[Any]) -> list[File]:
    """Return the file that an open file object holds, or the members of its zip archive."""
    name = PurePosixPath(_text(str(getattr(handle, "name", "file"))).replace("\\", "/")).name or "file"
    with contextlib.suppress(AttributeError, OSError, ValueError):
        handle.seek(0)  # a stream is read from where it stands
    try:
        content = handle.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(name, "a readable file", _reason(error)) from None
    if isinstance(content, str):
        content = content.encode(errors="surrogatepass")
    if len(content) > MAX_BYTES:
        raise InputError(name, f"at most {MAX_BYTES >> 20} MiB", "more")
    if content.startswith(_ZIP):
        return _members(name, content, None)
    return [File(name, lambda: _decompressed(name, content), None)]


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write an npz file that readers see whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as handle:
        temporary = Path(handle.name)
        try:
            np.savez(handle, allow_pickle=False, **arrays)
            handle.close()
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Read all arrays of an npz file, none of them pickled, and mark it as used now."""
    with path.open("rb") as handle, np.load(handle, allow_pickle=False) as arrays:
        found = {name: arrays[name] for name in arrays.files}
    with contextlib.suppress(OSError):
        path.touch()
    return found


def remove_oldest(folder: Path, pattern: str, limit: int) -> None:
    """Remove files until those that match hold at most `limit` bytes, longest unused first."""
    found = sorted(((p.stat(), p) for p in folder.glob(pattern)), key=lambda pair: -pair[0].st_mtime_ns)
    total = 0
    for state, path in found:
        total += state.st_size
        if total > limit:
            path.unlink(missing_ok=True)


def _at(path: Path) -> list[File]:
    try:
        if path.is_fifo():
            with path.open("rb") as pipe:
                return opened(pipe)
        if not path.is_file():
            raise InputError(_text(path.name), "a file or a pipe", "something else")
        state = path.stat()
        stamp = (str(path.absolute()), state.st_size, state.st_mtime_ns)
        with path.open("rb") as handle:
            is_zip = handle.read(len(_ZIP[0])) in _ZIP
    except OSError as error:
        raise InputError(_text(path.name), "a readable file", _reason(error)) from None
    if is_zip:
        return _members(_text(path.name), path, stamp, _parents(path))
    parents = _parents(path)
    return [File(_text(path.name), lambda: _read(path), stamp, parents[-1], parents)]


def _at_or_damaged(path: Path) -> list[File]:
    """Return the files at a path, or one that raises when it is read: the others can be read all the same."""
    try:
        return _at(path)
    except InputError as error:
        parents = _parents(path)
        return [File(_text(path.name), partial(_refuse, error), None, parents[-1], parents)]


def _refuse(error: InputError) -> bytes:
    raise error


def _read(path: Path) -> bytes | bytearray:
    try:
        with path.open("rb", buffering=0) as handle:
            size = path.stat().st_size
            if size > MAX_BYTES:
                raise InputError(_text(path.name), f"at most {MAX_BYTES >> 20} MiB", "more")
            # The reader of rows appends to the content: with room for that nothing is copied.
            content = bytearray(size + _ROOM)
            with memoryview(content) as view:
                got = 0
                while got < size and (step := handle.readinto(view[got:size])):
                    got += step
            del content[got:]
    except OSError as error:
        raise InputError(_text(path.name), "a readable file", _reason(error)) from None
    return _decompressed(_text(path.name), content)


def _members(
    name: str, archive: Path | bytes, stamp: tuple[str, int, int] | None, parents: tuple[str, ...] = ()
) -> list[File]:
    """Return the files in a zip archive; nothing is ever written to the paths that it names."""
    try:
        with zipfile.ZipFile(_seekable(archive)) as members:
            infos = [info for info in members.infolist() if not info.is_dir()]
    except _BROKEN as error:
        raise InputError(name, "a readable zip archive", _reason(error)) from None
    if len(infos) > MAX_MEMBERS:
        raise InputError(name, f"at most {MAX_MEMBERS} files in an archive", str(len(infos)))
    if sum(info.file_size for info in infos) > MAX_ARCHIVE:
        raise InputError(name, f"at most {MAX_ARCHIVE >> 20} MiB in an archive", "more")
    files = []
    for info in infos:
        parts = PurePosixPath(_text(info.filename).replace("\\", "/")).parts
        if parts and parts[0] != "__MACOSX" and not parts[-1].startswith("."):
            own = stamp and (f"{stamp[0]}/{info.filename}", stamp[1], stamp[2])
            folder = parts[-2] if len(parts) > 1 else ""
            reader = _reader(parts[-1], archive, info)
            files.append(File(parts[-1], reader, own, folder, (*parents, name, *parts[:-1])))
    if not files:
        raise InputError(name, "a file, folder or pattern", "an archive without files")
    return sorted(files, key=lambda file: (natural_key(file.name), natural_key("/".join(file.parents))))


def _reader(name: str, archive: Path | bytes, info: zipfile.ZipInfo) -> Callable[[], bytes | bytearray]:
    def stream() -> IO[bytes]:
        return zipfile.ZipFile(_seekable(archive)).open(info)

    def read() -> bytes | bytearray:
        if info.flag_bits & 1:
            raise InputError(name, "a file that opens without a password", "an encrypted one")
        content = _unpacked(name, "zip", stream, info.compress_size)
        if content.startswith(_ZIP):
            raise InputError(name, "a file in the archive", "another archive")
        return _decompressed(name, content)

    return read


def _seekable(archive: Path | bytes) -> Path | IO[bytes]:
    return io.BytesIO(archive) if isinstance(archive, bytes) else archive


def _decompressed(name: str, content: bytes | bytearray) -> bytes | bytearray:
    """Return the content of a compressed file, or `content` where it is not compressed."""
    for magic, (kind, stream) in _STREAMS.items():
        if content.startswith(magic):
            return _unpacked(name, kind, lambda: stream(bytes(content)), len(content))  # noqa: B023
    return content


def _unpacked(name: str, kind: str, stream: Callable[[], IO[bytes]], packed: int) -> bytearray:
    """Read a compressed stream, up to the limits on what a small file may blow up to."""
    limit = min(MAX_BYTES, max(RATIO_FROM, MAX_RATIO * packed))
    content = bytearray()
    try:
        with stream() as unpacked:
            while len(content) <= limit and (chunk := unpacked.read(_CHUNK)):
                content += chunk
    except _BROKEN as error:
        raise InputError(name, f"a readable {kind} file", _reason(error)) from None
    if len(content) > limit:
        raise InputError(name, f"at most {limit >> 20} MiB after decompression", "more")
    return content


def _zstd(content: bytes) -> IO[bytes]:
    """Return zstd frames, one after another, as a stream; pyarrow, which takes a while, is imported here."""
    import pyarrow as pa

    stream: IO[bytes] = pa.input_stream(pa.py_buffer(content), compression="zstd")
    return stream


def _order(path: Path) -> tuple[object, object]:
    """Return what files are ordered by: their names, and equal names by their folders."""
    return natural_key(path.name), natural_key(str(path))


def _parents(path: Path) -> tuple[str, ...]:
    return tuple(map(_text, path.absolute().parent.parts))


def _text(name: str) -> str:
    """Return a file name that can be shown, whatever bytes the file system holds."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _reason(error: Exception) -> str:
    """Return what an error says, without the paths of the server."""
    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return shown(text)


_STREAMS: dict[bytes, tuple[str, Callable[[bytes], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda content: gzip.GzipFile(fileobj=io.BytesIO(content))),
    b"BZh": ("bzip2", lambda content: bz2.BZ2File(io.BytesIO(content))),
    b"\xfd7zXZ\x00": ("xz", lambda content: lzma.LZMAFile(io.BytesIO(content))),  # noqa: SIM115
    b"\x28\xb5\x2f\xfd": ("zstd", lambda content: _zstd(content)),
}
"""What a compressed content begins with, whatever its name says."""

_BROKEN: tuple[type[Exception], ...] = (
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
