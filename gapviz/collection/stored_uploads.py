"""Files that somebody sent, kept in a folder for whoever has the key of 64 random digits."""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.collection.reading import files
from gapviz.collection.reading.unpacking import reason

SHARES = 8
"""Of the folder, one of so many is for the files of one owner."""

_SUFFIX = ".sent.npz"
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)
_DAY = 86_400
_WHOSE = 16

Sent = tuple[str, bytes]
"""Name and content of a file."""


def cache_folder() -> Path:
    """Folder for what can be made again: GAPVIZ_CACHE, or ``gapviz`` in the platform's place for caches."""
    if chosen := os.environ.get("GAPVIZ_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "gapviz" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "gapviz"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "gapviz"


def digest(texts: Sequence[str], sent: Sequence[Sent]) -> str:
    """Digest of texts and files, 64 hexadecimal digits: equal files, equal digest."""
    whole = hashlib.sha256(json.dumps(list(texts)).encode())
    for name, content in sent:
        whole.update(hashlib.sha256(name.encode(errors="surrogatepass")).digest())
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()


def keep(folder: Path, texts: Sequence[str], sent: Sequence[Sent], *, owner: str) -> str:
    """Keep files and texts until nobody has fetched them for long; return the key that they are fetched by.

    Parameters
    ----------
    folder : Path
    texts : sequence of str
    sent : sequence of (str, bytes)
    owner : str
        Digest of who sent them: nobody gets more than a share of the folder.

    Returns
    -------
    str
        64 hexadecimal digits that nobody can guess; the folder does not say them.

    Raises
    ------
    InputError
        Where the folder can't be written, or has no room: what others keep is not removed for it.
    """
    expire(folder)
    key, size = secrets.token_hex(32), sum(len(content) for _, content in sent)
    held = {path: state for path in _all(folder) if (state := _size(path))}
    own = sum(held[path] for path in held if path.name.endswith(f"-{_whose(owner)}{_SUFFIX}"))
    if own + size > limits.KEPT.bytes // SHARES:
        expected = (
            f"at most {limits.KEPT.value // SHARES} MiB that one browser keeps for links "
            f"(setting {limits.KEPT.variable}, a part of {SHARES})"
        )
        raise InputError("cache folder", expected, _mib(own + size))
    if sum(held.values()) + size > limits.KEPT.bytes:
        raise limits.KEPT.refusal("cache folder", _mib(sum(held.values()) + size))
    meta = json.dumps({"texts": list(texts), "names": [name for name, _ in sent], "place": _hashed(key)})
    arrays = {"meta": np.frombuffer(meta.encode(), np.uint8)}
    arrays |= {f"file{i}": np.frombuffer(content, np.uint8) for i, (_, content) in enumerate(sent)}
    try:
        files.write_arrays(folder / f"{_hashed(key)}-{_whose(owner)}{_SUFFIX}", arrays)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError("cache folder", "a folder that can be written", reason(error)) from None
    return key


def fetch(folder: Path, key: str) -> tuple[tuple[str, ...], tuple[Sent, ...]] | None:
    """Return the texts and files with this key; None where they are not kept, or not whole."""
    path = _place(folder, key)
    if path is None or _too_old(path):
        return None
    try:
        arrays = files.read_arrays(path)
        meta = json.loads(arrays["meta"].tobytes())
        if meta["place"] != _hashed(key):
            return None
        texts = tuple(map(str, meta["texts"]))
        return texts, tuple((str(name), arrays[f"file{i}"].tobytes()) for i, name in enumerate(meta["names"]))
    except Exception:  # in whatever way it is damaged
        return None


def delete(folder: Path, key: str) -> None:
    """Remove what is kept under this key; nothing happens where there is none.

    Raises
    ------
    InputError
        Where the folder can't be written.
    """
    path = _place(folder, key)
    try:
        if path is not None:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError("cache folder", "a folder that can be written", reason(error)) from None


def expire(folder: Path) -> None:
    """Remove what nobody has fetched for long."""
    for path in _all(folder):
        if _too_old(path):
            files.remove(path)


def _place(folder: Path, key: str) -> Path | None:
    if not _KEY.fullmatch(key):
        return None
    return next((path for path in _all(folder) if path.name.startswith(_hashed(key))), None)


def _all(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.glob(f"*{_SUFFIX}") if path.is_file()]
    except (OSError, ValueError):
        return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _too_old(path: Path) -> bool:
    try:
        return time.time() - path.stat().st_mtime > limits.KEPT_DAYS.value * _DAY
    except OSError:
        return True


def _mib(size: int) -> str:
    return f"{-(-size // limits.MIB)} MiB"


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def _whose(owner: str) -> str:
    return hashlib.sha256(owner.encode()).hexdigest()[:_WHOSE]
