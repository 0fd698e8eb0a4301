"""Files that a browser uploaded: held in memory for that browser, and kept for links where it agrees."""

from __future__ import annotations

import binascii
import dataclasses
import functools
import hashlib
import io
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

import gapviz
from gapviz.collection import limits, stored_uploads
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection
from gapviz.collection.reading import files
from gapviz.pages.parts.computed_once import computed_once
from gapviz.pages.parts.loading import Loading

PREFIX = "upload/"

PARSED = "collections"
"""Part of the cache folder with what was read from files."""

MOST_BYTES = 1_000_000_000
"""Of all uploads that the server holds; the longest unused go first."""

MOST_OWN = 4
"""Uploads of one browser."""

MOST_READS = 2
"""Conventions under which an upload is held as a collection."""

NOT_KEPT = "The files stay in the server's memory, for this browser alone, and are not written to disk."

File = tuple[str, bytes]


@dataclass(frozen=True, eq=False)
class Upload:
    """Files of a collection as they arrived.

    Attributes
    ----------
    name : str
        What the reader calls it.
    qrels : tuple of (file name, bytes)
    runs : tuple of (file name, bytes)
    grades : str
        Grade mapping without which the judgements cannot be read, as a text.
    kept : bool
        Whether it lies in the cache folder, for whoever has its link.
    """

    name: str
    qrels: File
    runs: tuple[File, ...]
    grades: str = ""
    kept: bool = False
    _read: dict[Loading, Collection] = field(default_factory=dict, repr=False)

    @functools.cached_property
    def key(self) -> str:
        """Key of the collection: equal files, equal key."""
        return PREFIX + stored_uploads.digest((self.name, self.grades), (self.qrels, *self.runs))

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(len(content) for _, content in (self.qrels, *self.runs))

    def load(self, loading: Loading, *, progress: Callable[[int, int], None] | None = None) -> Collection:
        """Read the files, once for each convention; those that cannot be used are in `problems`.

        Parameters
        ----------
        loading : Loading
            Its grade mapping, if it has one, stands in the place of the upload's own.
        progress : callable, optional
            Called with the number of run files that were read and of all of them.

        Raises
        ------
        InputError
            Where the judgements cannot be used, or all files together are too large.
        """
        if self.size > limits.UPLOAD.bytes:
            raise limits.UPLOAD.refusal("upload", f"{self.size // limits.MIB} MiB")
        if loading in self._read:
            return self._read[loading]
        parsed = stored_uploads.cache_folder() / PARSED if self.kept else None
        runs = [one for number, file in enumerate(self.runs, 1) for one in self._opened(number, file)]
        qrels = self._opened(0, self.qrels)
        read = gapviz.load(
            qrels[0] if len(qrels) == 1 else named(*self.qrels), runs, name=self.name, identities=True,
            errors="collect", progress=progress, cache=parsed,
            **loading.options() | {"grades": loading.grades or self.grades},
        )  # fmt: skip
        for old in list(self._read)[: -MOST_READS + 1]:
            self._read.pop(old, None)
        return self._read.setdefault(loading, read)

    def keep(self) -> Upload:
        """Keep it for links; returns what is to be held.

        Raises
        ------
        InputError
            Where the cache folder can't be written.
        """
        stored_uploads.keep(folder(), (self.name, self.grades), (self.qrels, *self.runs))
        return dataclasses.replace(self, kept=True)

    def _opened(self, number: int, file: File) -> list[object]:
        """Files in a file that was sent; a stamp says that equal ones need not be read again."""
        try:
            unpacked = files.opened(named(*file))
        except InputError:
            return [named(*file)]  # said where it is read
        return [
            dataclasses.replace(
                one, stamp=(f"{self.key}/{number}/{'/'.join(one.parents)}/{one.name}", len(file[1]), 0)
            )
            for one in unpacked
        ]


def kept_or_said(upload: Upload) -> Upload:
    """Keep an upload for links; where that can't be done, `not_kept` has the sentence for the next run."""
    try:
        return upload.keep()
    except InputError as error:
        st.session_state["not kept"] = f"The files could not be kept for links. {error}. {NOT_KEPT}"
        return upload


def not_kept() -> list[str]:
    """Return the sentence on files that could not be kept, once; none where all is well."""
    sentence = st.session_state.pop("not kept", "")
    return [sentence] if sentence else []


def kept(key: str) -> Upload | None:
    """Return an upload that is kept for links."""
    stored = stored_uploads.fetch(folder(), key.removeprefix(PREFIX))
    if stored is None:
        return None
    (name, grades), (qrels, *runs) = stored
    return Upload(name, qrels, tuple(runs), grades, kept=True)


def folder() -> Path:
    """Where uploads are kept for links."""
    return stored_uploads.cache_folder() / "uploads"


def named(name: str, content: bytes) -> io.BytesIO:
    """Return a file object in memory that knows its name."""
    file = io.BytesIO(content)
    file.name = name
    return file


class Uploads:
    """Uploads of all browsers, each to be had by its own browser only.

    A page that is loaded anew is a new session for Streamlit; the cookie that guards against forged
    requests is the same, so it says which browser this is.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._held: OrderedDict[tuple[str, str], Upload] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, owner: str, upload: Upload) -> None:
        """Hold an upload, and drop the longest unused ones beyond the bounds."""
        with self._lock:
            self._held[owner, upload.key] = upload
            self._held.move_to_end((owner, upload.key))
            own = [key for key in self._held if key[0] == owner]
            for key in own[:-MOST_OWN]:
                del self._held[key]
            while len(self._held) > 1 and sum(one.size for one in self._held.values()) > self._most_bytes:
                self._held.popitem(last=False)

    def get(self, owner: str, key: str) -> Upload | None:
        """Return an upload of this browser, if it is still held."""
        with self._lock:
            held = self._held.get((owner, key))
            if held:
                self._held.move_to_end((owner, key))
            return held

    def of(self, owner: str) -> dict[str, str]:
        """Keys and names of this browser's uploads."""
        with self._lock:
            return {key: one.name for (whose, key), one in self._held.items() if whose == owner}


@computed_once(1)
def shelf() -> Uploads:
    """Return the one store of the server."""
    return Uploads()


def owner() -> str:
    """Say which browser this is, as a digest; a session without cookies owns what it uploaded itself."""
    try:
        _, mask, masked, _ = st.context.cookies["_streamlit_xsrf"].strip("\"'").split("|")
        key, hidden = binascii.a2b_hex(mask), binascii.a2b_hex(masked)
        # The mask changes with every answer of the server, the token under it does not.
        secret = bytes(byte ^ key[i % len(key)] for i, byte in enumerate(hidden))
    except (KeyError, ValueError, ZeroDivisionError):
        secret = st.session_state.setdefault("owner", secrets.token_bytes(16))
    return hashlib.sha256(secret).hexdigest()
