"""Files: the only module that opens one. Paths, folders, patterns, archives and compressed contents."""

from __future__ import annotations

import contextlib
import errno
import glob
import hashlib
import io
import itertools
import mmap
import os
import shutil
import sys
import tempfile
import time
import uuid
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from gapviz.collection import limits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.natural_order import natural_key
from gapviz.collection.reading.unpacking import BROKEN, COMPRESSED, decompressed, reason, unpacked
from gapviz.collection.reading.words import LONGEST

_CHUNK = 1 << 20
_ROOM = 2 * LONGEST
_PART = ".gapviz.part"
_DOCTYPE = b"<!doctype html>"
_LEFT_AFTER = 3600
"""Seconds after which nobody goes on to write a file."""

_LONGEST_PATH = 1024
"""Characters of the path of a member in an archive; each folder in it is an object in memory."""

_LISTED = _LONGEST_PATH + 512
"""Bytes that a member takes in an archive's list of members, at most."""

_MAPPED_FROM = 1 << 20
"""Bytes from which a file is mapped: what cuts a mapped file short ends the process that reads it then."""

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
        raise InputError(shown(str(place)), "a file, folder or pattern", reason(error)) from None
    if not paths:
        raise InputError(shown(str(place)), "a file, folder or pattern", "nothing there")
    opening = _at if len(paths) == 1 else _at_or_damaged
    return [file for p in sorted(paths, key=_order) for file in opening(p)]


def subfolders(folder: Path) -> list[Path]:
    """Return the folders and zip archives in a folder, in natural order; hidden ones are left out."""
    try:
        inside = [p for p in folder.iterdir() if not p.name.startswith(".")]
    except OSError as error:
        raise InputError(shown(folder.name), "a readable folder", reason(error)) from None
    wanted = [p for p in inside if p.is_dir() or p.suffix.lower() == ".zip"]
    return sorted(wanted, key=lambda p: natural_key(p.name))


def opened(handle: IO[Any]) -> list[File]:
    """Return the file that an open file object holds, or the members of its zip archive."""
    name = PurePosixPath(_text(str(getattr(handle, "name", "file"))).replace("\\", "/")).name or "file"
    with contextlib.suppress(AttributeError, OSError, ValueError):
        handle.seek(0)  # a stream is read from where it stands
    try:
        content = handle.read(limits.UNPACKED.bytes + 1)
    except (OSError, ValueError) as error:
        raise InputError(name, "a readable file", reason(error)) from None
    if isinstance(content, str):
        content = content.encode(errors="surrogatepass")
    if len(content) > limits.UNPACKED.bytes:
        raise limits.UNPACKED.refusal(name, "more")
    if content.startswith(_ZIP):
        return _members(name, content, None)
    return [File(name, lambda: decompressed(name, content), None)]


@contextlib.contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to write that readers see whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_left(path.parent)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=_PART, delete=False) as handle:
        temporary = Path(handle.name)
        try:
            yield handle
            handle.close()
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def mapped(path: Path) -> mmap.mmap | bytes:
    """Return the content of a file, mapped into memory if it is large, and mark the file as used now."""
    with path.open("rb") as handle:
        large = os.fstat(handle.fileno()).st_size >= _MAPPED_FROM
        content = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ) if large else handle.read()
    with contextlib.suppress(OSError):
        path.touch()
    return content


def unchanged(stamp: tuple[str, int, int] | None) -> bool:
    """Say whether a file, or the archive that it is in, is what it was when it got its stamp."""
    if stamp is None:
        return False
    place, size, changed = stamp
    for path in itertools.chain(reversed(Path(place).parents), [Path(place)]):
        if path.is_file():  # a member's path goes on behind its archive's
            state = path.stat()
            return (state.st_size, state.st_mtime_ns) == (size, changed)
    return False


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let only one at a time do what changes a folder, where the system has locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a file system that locks no folders, such as NFS
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Make a folder that others see whole or not at all; yields the folder to write into."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_left(path.parent)
    begun = path.with_name(_beside())
    begun.mkdir()
    try:
        yield begun
        begun.rename(path)
    finally:
        shutil.rmtree(begun, ignore_errors=True)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a file to write that others see whole or not at all, with the rights that new files have."""
    begun = path.with_name(_beside())
    try:
        with begun.open("wb") as handle:
            yield handle
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)


def replace(path: Path, content: bytes) -> None:
    """Write a file that others see whole or not at all."""
    with replacing(path) as handle:
        handle.write(content)


def buffer(path: Path) -> Any:
    """Map a file into memory as a buffer of pyarrow, which holds no file open; a small one is read."""
    import pyarrow as pa  # it takes a while

    if path.stat().st_size < _MAPPED_FROM:
        return pa.py_buffer(path.read_bytes())
    with pa.memory_map(str(path)) as content:
        return content.read_buffer()


def write_arrays(path: Path, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write an npz file, and the digest of it at its end, that readers see whole or not at all."""
    with whole(path) as handle:
        np.savez(handle, allow_pickle=False, **arrays)
        handle.seek(0)
        handle.write(hashlib.file_digest(handle, "sha256").digest())  # type: ignore[arg-type]


def _replaceable(path: Path) -> bool:
    """Tell whether a file is empty or an HTML document."""
    with path.open("rb") as handle:
        return handle.read(len(_DOCTYPE)).lower() in (b"", _DOCTYPE)


def write_document(path: Path, text: str) -> None:
    """Write an HTML document as UTF-8, lines ended as they are; where that fails, an older one stays.

    Raises
    ------
    InputError
        Where the file can't be written, or another one stands there, such as one of those that were read.
    """
    try:
        if path.is_file() and not _replaceable(path):
            raise InputError(_text(str(path)), "a new file, or a page to overwrite", "another file")
        if path.exists() and not path.is_file():  # such as a pipe
            path.write_bytes(text.encode())
        else:
            replace(path, text.encode())
    except OSError as error:
        raise InputError(_text(str(path)), "a file that can be written", reason(error)) from None


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Read all arrays of an npz file, none of them pickled, and mark it as used now.

    Raises
    ------
    OSError
        Where it can't be read.
    ValueError
        Where it is not what was written: a reader of arrays passes over much that is damaged.
    """
    with path.open("rb") as handle:
        left = path.stat().st_size - hashlib.sha256().digest_size
        digest = hashlib.sha256()
        while left > 0 and (chunk := handle.read(min(left, _CHUNK))):
            digest.update(chunk)
            left -= len(chunk)
        if handle.read() != digest.digest():
            raise ValueError("expected the digest of the content at its end")
        handle.seek(0)
        with np.load(handle, allow_pickle=False) as arrays:
            read = {name: arrays[name] for name in arrays.files}
    with contextlib.suppress(OSError):
        path.touch()
    return read


def remove(path: Path) -> None:
    """Remove a file, if it is there and can be."""
    with contextlib.suppress(OSError):
        path.unlink()


def remove_oldest(folder: Path, pattern: str, limit: int) -> None:
    """Remove files until those that match hold at most `limit` bytes, longest unused first."""
    entries = []
    for path in folder.glob(pattern):
        with contextlib.suppress(OSError):  # another server may have removed it
            entries.append((path.stat(), path))
    total = 0
    for state, path in sorted(entries, key=lambda pair: -pair[0].st_mtime_ns):
        total += state.st_size
        if total > limit:
            with contextlib.suppress(OSError):
                path.unlink()


def _beside() -> str:
    """Return a hidden name that nobody else takes."""
    return f".{uuid.uuid4().hex}{_PART}"


def _remove_left(folder: Path) -> None:
    """Remove what a server that was killed had begun to write."""
    for path in folder.glob(f".*{_PART}"):
        with contextlib.suppress(OSError):
            if path.stat().st_mtime < time.time() - _LEFT_AFTER:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _at(path: Path) -> list[File]:
    path = path.absolute()  # another process may read it, in another folder
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
        raise InputError(_text(path.name), "a readable file", reason(error)) from None
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
            if size > limits.UNPACKED.bytes:
                raise limits.UNPACKED.refusal(_text(path.name), "more")
            # The reader of rows appends to the content: with room for that nothing is copied.
            content = bytearray(size + _ROOM)
            with memoryview(content) as view:
                got = 0
                while got < size and (step := handle.readinto(view[got:size])):
                    got += step
            del content[got:]
    except OSError as error:
        raise InputError(_text(path.name), "a readable file", reason(error)) from None
    return decompressed(_text(path.name), content)


class _TooMuchError(Exception):
    """More was to be read at once than may be."""


class _Sparing(io.IOBase):
    """A file of which no more is read at once than `most`: zipfile reads the list of members whole."""

    most = sys.maxsize

    def read(self, size: int | None = -1, /) -> Any:
        if size is not None and size > self.most:
            raise _TooMuchError
        return super().read(size)


class _Held(_Sparing, io.BytesIO):
    """An archive in memory."""


class _Closed(_Sparing, io.RawIOBase):
    """A file on disk that is open only while something of it is read: thousands of them may be held."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at = 0

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at}.get(whence)
        at = offset + (self._path.stat().st_size if start is None else start)
        if at < 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))  # zipfile counts on it
        self._at = at
        return at

    def tell(self) -> int:
        return self._at

    def readinto(self, buffer: Any) -> int:
        with self._path.open("rb", buffering=0) as handle:
            handle.seek(self._at)
            got = handle.readinto(buffer) or 0
        self._at += got
        return got


class _Archive:
    """A zip archive whose list of members is read once, and what its members have unpacked to so far.

    Nothing is ever written to the paths that it names.
    """

    def __init__(self, name: str, archive: Path | bytes) -> None:
        size = len(archive) if isinstance(archive, bytes) else archive.stat().st_size
        content = _Held(archive) if isinstance(archive, bytes) else _Closed(archive)
        content.most = limits.MEMBERS.value * _LISTED
        try:
            self._zip = zipfile.ZipFile(content)
            self.infos = [info for info in self._zip.infolist() if not info.is_dir()]
        except _TooMuchError:
            raise limits.MEMBERS.refusal(name, "more") from None
        except BROKEN as error:
            raise InputError(name, "a readable zip archive", reason(error)) from None
        content.most = sys.maxsize
        self.name = name
        self._archive = archive
        self._most, self._limit = limits.unpacked_limit(size, most=limits.ARCHIVE)
        self._unpacked: dict[zipfile.ZipInfo, int] = {}
        self._total = 0
        limits.MEMBERS.check(name, len(self.infos))
        if sum(info.file_size for info in self.infos) > limits.ARCHIVE.bytes:
            raise limits.ARCHIVE.refusal(name, "more")

    def __reduce__(self) -> tuple[type[_Archive], tuple[str, Path | bytes]]:
        """Be opened anew in another process."""
        return _Archive, (self.name, self._archive)

    def read(self, name: str, info: zipfile.ZipInfo) -> bytes | bytearray:
        """Return the content of a member, decompressed; one that is read again counts once."""
        if info.flag_bits & 1:
            raise InputError(name, "a file that opens without a password", "an encrypted one")
        member = unpacked(name, "zip", lambda: self._zip.open(info), info.compress_size)
        if member.startswith(_ZIP):
            raise InputError(name, "a file in the archive", "another archive")
        content = decompressed(name, member, packed=info.compress_size)
        size = len(member) + (0 if content is member else len(content))
        self._total += size - self._unpacked.get(info, 0)
        self._unpacked[info] = size
        if self._total > self._most:
            raise self._limit.refusal(self.name, "more")
        return content


def _members(
    name: str, content: Path | bytes, stamp: tuple[str, int, int] | None, parents: tuple[str, ...] = ()
) -> list[File]:
    """Return the files in a zip archive."""
    archive = _Archive(name, content)
    files = []
    for info in archive.infos:
        if len(info.filename) > _LONGEST_PATH:
            expected = f"paths of at most {_LONGEST_PATH} characters in an archive"
            raise InputError(name, expected, f"one of {len(info.filename)}")
        parts = PurePosixPath(_text(info.filename).replace("\\", "/")).parts
        if parts and parts[0] != "__MACOSX" and not parts[-1].startswith("."):
            own = stamp and (f"{stamp[0]}/{info.filename}", stamp[1], stamp[2])
            folder = parts[-2] if len(parts) > 1 else ""
            reader = partial(archive.read, parts[-1], info)
            files.append(File(parts[-1], reader, own, folder, (*parents, name, *parts[:-1])))
    if not files:
        raise InputError(name, "a file, folder or pattern", "an archive without files")
    return sorted(files, key=lambda file: (natural_key(file.name), natural_key("/".join(file.parents))))


def _order(path: Path) -> tuple[object, object]:
    """Return what files are ordered by: their names, and equal names by their folders."""
    return natural_key(path.name), natural_key(str(path))


def _parents(path: Path) -> tuple[str, ...]:
    return tuple(map(_text, path.absolute().parent.parts))


def _text(name: str) -> str:
    """Return a file name that can be shown, whatever bytes the file system holds."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)
