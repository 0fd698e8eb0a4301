"""Uploaded files, kept in a folder under the digest of their content, for those who know it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.collection.reading import files
from gapviz.collection.reading.unpacking import reason

_SUFFIX = ".sent.npz"
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)

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
    """Digest of texts and files, 64 hexadecimal digits: nobody guesses it who does not have them."""
    whole = hashlib.sha256(json.dumps(list(texts)).encode())
    for name, content in sent:
        whole.update(hashlib.sha256(name.encode(errors="surrogatepass")).digest())
        whole.update(hashlib.sha256(content).digest())
    return whole.hexdigest()


def keep(folder: Path, texts: Sequence[str], sent: Sequence[Sent]) -> None:
    """Keep files and texts under their digest.

    Raises
    ------
    InputError
        Where the folder can't be written.
    """
    meta = json.dumps({"texts": list(texts), "names": [name for name, _ in sent]}).encode()
    arrays = {"meta": np.frombuffer(meta, np.uint8)}
    arrays |= {f"file{i}": np.frombuffer(content, np.uint8) for i, (_, content) in enumerate(sent)}
    try:
        files.write_arrays(_place(folder, digest(texts, sent)), arrays)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError("cache folder", "a folder that can be written", reason(error)) from None
    files.remove_oldest(folder, "*" + _SUFFIX, limits.KEPT.bytes)


def fetch(folder: Path, wanted: str) -> tuple[tuple[str, ...], tuple[Sent, ...]] | None:
    """Return the texts and files with this digest; None where they are not kept, or not whole."""
    if not _DIGEST.fullmatch(wanted):
        return None
    try:
        arrays = files.read_arrays(_place(folder, wanted))
        meta = json.loads(arrays["meta"].tobytes())
        texts = tuple(map(str, meta["texts"]))
        sent = tuple((str(name), arrays[f"file{i}"].tobytes()) for i, name in enumerate(meta["names"]))
    except Exception:  # in whatever way it is damaged
        return None
    return (texts, sent) if digest(texts, sent) == wanted else None


def _place(folder: Path, name: str) -> Path:
    return folder / (name + _SUFFIX)
