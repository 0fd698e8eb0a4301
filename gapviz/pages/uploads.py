"""Files that a browser uploaded: held for that browser alone, within bounds."""

from __future__ import annotations

import binascii
import functools
import hashlib
import io
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

import gapviz
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection, Ties

PREFIX = "upload/"

MOST_BYTES = 1_000_000_000
"""Of all uploads that the server holds; the longest unused go first."""

MOST_OWN = 4
"""Uploads of one browser."""

MOST_READS = 2
"""Conventions under which an upload is held as a collection."""

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
    """

    name: str
    qrels: File
    runs: tuple[File, ...]
    grades: str = ""
    _read: dict[tuple[Ties, int | None], Collection] = field(default_factory=dict, repr=False)

    @functools.cached_property
    def key(self) -> str:
        """Key of the collection: equal files, equal key."""
        digest = hashlib.sha256(f"{self.name}\0{self.grades}".encode())
        for name, content in (self.qrels, *self.runs):
            digest.update(hashlib.sha256(name.encode()).digest() + hashlib.sha256(content).digest())
        return PREFIX + digest.hexdigest()[:16]

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(len(content) for _, content in (self.qrels, *self.runs))

    def load(
        self, ties: Ties, depth: int | None, *, progress: Callable[[int, int], None] | None = None
    ) -> Collection:
        """Read the files, once for each convention; those that cannot be used are in `problems`.

        Parameters
        ----------
        ties, depth
            Conventions of `gapviz.load`.
        progress : callable, optional
            Called with the number of run files that were read and of all of them.

        Raises
        ------
        InputError
            Where the judgements cannot be used, or all files together are too large.
        """
        if self.size > MOST_BYTES // 2:
            raise InputError(
                "upload", f"at most {MOST_BYTES // 2_000_000} MB", f"{self.size // 1_000_000} MB"
            )
        if (ties, depth) in self._read:
            return self._read[ties, depth]
        files = [named(*file) for file in self.runs]
        read = gapviz.load(
            named(*self.qrels), files, name=self.name, grades=self.grades, ties=ties, depth=depth,
            errors="collect", progress=progress,
        )  # fmt: skip
        for old in list(self._read)[: -MOST_READS + 1]:
            self._read.pop(old, None)
        return self._read.setdefault((ties, depth), read)


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
            found = self._held.get((owner, key))
            if found:
                self._held.move_to_end((owner, key))
            return found

    def of(self, owner: str) -> dict[str, str]:
        """Keys and names of this browser's uploads."""
        with self._lock:
            return {key: one.name for (whose, key), one in self._held.items() if whose == owner}


@st.cache_resource(max_entries=1, show_spinner=False)
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
