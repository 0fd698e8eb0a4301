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
from streamlit.runtime.scriptrunner import get_script_run_ctx

import gapviz
from gapviz.collection import limits, stored_uploads
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection
from gapviz.pages.parts.loading import Loading
from gapviz.pages.server import departed
from gapviz.pages.server.computed_once import computed_once
from gapviz.pages.server.store import STORE
from gapviz.pages.server.wanted import waiting

PREFIX = "upload/"

SAID = "not kept"
"""Where a session has the sentence that the next run says."""

MOST_OWN = 4
"""Uploads of one browser."""

SHARE = 2
"""The part of the memory of all caches that the files of uploads may take: one of so many."""

AT_ONCE = threading.BoundedSemaphore(2)
"""Collections that are read at a time: meanwhile each takes several times the memory that it has then."""


def kept_words() -> str:
    """Say what becomes of files that are kept for links."""
    return (
        "The files lie in the server's cache folder. Whoever has the link to this view can open them, and "
        "delete them, and nobody else: its address holds a key of 64 random digits. They are removed when "
        f"nobody has opened them for {limits.KEPT_DAYS.value} days."
    )


NOT_KEPT = (
    "The files stay in the server's memory, for this browser alone, until two minutes after its last page is "
    "closed. They are not written to disk."
)

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
    secret : str
        Key under which it lies in the cache folder, for whoever has its link; empty where it does not.
    """

    name: str
    qrels: File
    runs: tuple[File, ...]
    grades: str = ""
    secret: str = field(default="", repr=False)

    @functools.cached_property
    def key(self) -> str:
        """Key of the collection: its secret; of one that is not kept equal files have an equal key."""
        return PREFIX + (
            self.secret or stored_uploads.digest((self.name, self.grades), (self.qrels, *self.runs))
        )

    @property
    def kept(self) -> bool:
        """Whether it is kept for links."""
        return bool(self.secret)

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
        return _read(self.key, loading, self, progress)

    def keep(self) -> Upload:
        """Keep it for links; returns what is to be held.

        Raises
        ------
        InputError
            Where the cache folder can't be written, or is full.
        """
        sent = (self.qrels, *self.runs)
        secret = stored_uploads.keep(folder(), (self.name, self.grades), sent, owner=owner())
        return dataclasses.replace(self, secret=secret)


def kept_or_said(upload: Upload) -> Upload:
    """Keep an upload for links; where that can't be done, `not_kept` has the sentence for the next run."""
    try:
        return upload.keep()
    except InputError as error:
        st.session_state[SAID] = f"The files could not be kept for links. {error}. {NOT_KEPT}"
        return upload


def not_kept() -> list[str]:
    """Return the sentence on files that could not be kept, once; none where all is well."""
    sentence = st.session_state.pop(SAID, "")
    return [sentence] if sentence else []


def kept(key: str) -> Upload | None:
    """Return an upload that is kept for links."""
    stored = stored_uploads.fetch(folder(), key.removeprefix(PREFIX))
    if stored is None:
        return None
    (name, grades), (qrels, *runs) = stored
    return Upload(name, qrels, tuple(runs), grades, key.removeprefix(PREFIX))


def delete(key: str) -> None:
    """Delete an upload that was kept for links, and what was read from it, for everybody."""
    stored_uploads.delete(folder(), key.removeprefix(PREFIX))
    shelf().remove(key)
    forget(key)


def forget(key: str) -> None:
    """Let go what was read from an upload and computed from that."""
    collections = [one for one in STORE.values(key) if isinstance(one, Collection)]
    STORE.forget(key, *(one.fingerprint for one in collections))


def is_kept(key: str) -> bool:
    """Say whether what is open is an upload that is kept for links."""
    upload = shelf().get(owner(), key)
    return upload is not None and upload.kept


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

    def __init__(self, most_bytes: Callable[[], int] = lambda: limits.MEMORY.bytes // SHARE) -> None:
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
            while len(self._held) > 1 and self.size > self._most_bytes():
                self._held.popitem(last=False)

    def get(self, owner: str, key: str) -> Upload | None:
        """Return an upload of this browser, if it is still held."""
        with self._lock:
            held = self._held.get((owner, key))
            if held:
                self._held.move_to_end((owner, key))
            return held

    @property
    def size(self) -> int:
        """Bytes of all of them."""
        return sum(one.size for one in list(self._held.values()))

    def remove(self, key: str) -> None:
        """Let an upload go, whoever holds it."""
        with self._lock:
            for place in [place for place in self._held if place[1] == key]:
                del self._held[place]

    def let_go(self, owners: set[str]) -> bool:
        """Let go what browsers had that are gone, and what was computed from it; say whether they had any."""
        with self._lock:
            gone = [place for place in self._held if place[0] in owners]
            for place in gone:
                del self._held[place]
            left = {key for _, key in self._held}
        for key in {key for _, key in gone} - left:
            forget(key)
        return bool(gone)

    def of(self, owner: str) -> dict[str, str]:
        """Keys and names of this browser's uploads."""
        with self._lock:
            return {key: one.name for (whose, key), one in self._held.items() if whose == owner}


def of_server() -> Uploads:
    """Return a new store, whose bytes count with those of the caches, and which lets go what nobody has."""
    made = Uploads()
    STORE.beside.append(lambda: made.size)
    departed.ON_LEAVING.append(made.let_go)
    return made


@functools.cache
def shelf() -> Uploads:
    """Return the one store of collections of the server."""
    return of_server()


@computed_once(64)
def _read(
    key: str, loading: Loading, _upload: Upload, _progress: Callable[[int, int], None] | None
) -> Collection:
    """Read an upload; its key and the conventions say it all."""
    with waiting(AT_ONCE):
        return gapviz.load(
            named(*_upload.qrels), [named(*file) for file in _upload.runs], name=_upload.name,
            identities=True, errors="collect", progress=_progress,
            **loading.options() | {"grades": loading.grades or _upload.grades},
        )  # fmt: skip


def here() -> None:
    """Note that this browser is there: what it uploaded is held as long as one of its pages is open."""
    owner()


def owner() -> str:
    """Say which browser this is, as a digest; a session without cookies owns what it uploaded itself."""
    whose = _owner()
    if context := get_script_run_ctx():
        departed.PRESENCE.note(whose, context.session_id)
    return whose


def _owner() -> str:
    try:
        _, mask, masked, _ = st.context.cookies["_streamlit_xsrf"].strip("\"'").split("|")
        key, hidden = binascii.a2b_hex(mask), binascii.a2b_hex(masked)
        # The mask changes with every answer of the server, the token under it does not.
        secret = bytes(byte ^ key[i % len(key)] for i, byte in enumerate(hidden))
    except (KeyError, ValueError, ZeroDivisionError):
        secret = st.session_state.setdefault("owner", secrets.token_bytes(16))
    return hashlib.sha256(secret).hexdigest()
