"""What sessions that have gone leave behind: it is let go, and the memory goes back to the system."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import logging
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from gapviz.collection.limits import MEMORY, MIB, UPLOAD
from gapviz.pages.server.store import STORE

LEFT = 120.0
"""Seconds that a session may be cut off: Streamlit takes it up again as long."""

INTERVAL = 5.0
"""Seconds between two looks."""

GIVING = 60.0
"""Seconds after which free memory goes back to the system, whatever was seen."""

_M_ARENA_MAX = -8
_LOG = logging.getLogger(__name__)


def alive(session: str) -> bool:
    """Say whether a session is connected; all are where there is no server."""
    return not runtime.exists() or runtime.get_instance().is_active_session(session)


class Presence:
    """Who is there: owners of something, each known by its sessions.

    Parameters
    ----------
    alive : callable
        Says whether a session is connected.
    left : float
        See `LEFT`.
    """

    def __init__(self, alive: Callable[[str], bool] = alive, left: float = LEFT) -> None:
        self._alive, self._left = alive, left
        self._lock = threading.Lock()
        self._sessions: dict[str, set[str]] = {}
        self._since: dict[str, float] = {}

    def note(self, owner: str, session: str) -> None:
        """Note that this is a session of an owner."""
        with self._lock:
            self._sessions.setdefault(owner, set()).add(session)
            self._since.pop(owner, None)

    def gone(self, now: float) -> set[str]:
        """Return owners who have had no session for long; they are known no more."""
        with self._lock:
            for owner, sessions in self._sessions.items():
                if any(map(self._alive, sessions)):
                    self._since.pop(owner, None)
                else:
                    self._since.setdefault(owner, now)
            gone = {owner for owner, since in self._since.items() if now - since > self._left}
            for owner in gone:
                del self._sessions[owner], self._since[owner]
        return gone


class Files:
    """Files that browsers sent and Streamlit holds, whether a page has asked for them or not.

    Parameters
    ----------
    manager : MemoryUploadedFileManager
    alive, left :
        As in `Presence`.
    """

    def __init__(
        self, manager: MemoryUploadedFileManager, alive: Callable[[str], bool] = alive, left: float = LEFT
    ) -> None:
        self._manager, self._alive, self._left = manager, alive, left
        self._since: dict[str, float] = {}

    def guard(self) -> None:
        """From now on refuse a file at once that has no room beside those of all sessions."""
        add = self._manager.add_file

        def add_if_room(session_id: str, file: UploadedFileRec) -> None:
            size = sum(map(_bytes, list(self._manager.file_storage.values()))) + len(file.data)
            if size > MEMORY.bytes:
                raise HTTPException(413, str(MEMORY.refusal("uploads of all sessions", f"{size // MIB} MiB")))
            add(session_id, file)

        self._manager.add_file = add_if_room  # type: ignore[method-assign]

    def let_go(self, now: float) -> bool:
        """Remove those of sessions that have gone, and of any that holds more than an upload may have."""
        removed = False
        for session, files in list(self._manager.file_storage.items()):
            since = None if self._alive(session) else self._since.setdefault(session, now)
            size = _bytes(files)
            if (since is not None and now - since > self._left) or size > UPLOAD.bytes:
                self._manager.remove_session_files(session)
                removed = removed or size > 0
        self._since = {one: since for one, since in self._since.items() if not self._alive(one)}
        self._since = {one: since for one, since in self._since.items() if one in self._manager.file_storage}
        return removed


def _bytes(files: dict[str, UploadedFileRec]) -> int:
    return sum(len(file.data) for file in list(files.values()))


PRESENCE = Presence()
"""The browsers of this server."""

ON_LEAVING: list[Callable[[set[str]], bool]] = []
"""What lets go what owners had who are gone, and says whether there was anything."""


def watch() -> None:
    """Look from now on, in a thread of its own, for what can be let go."""
    with contextlib.suppress(AttributeError, OSError):  # glibc: of an arena for each thread little comes back
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)
    threading.Thread(target=_watch, name="gapviz departed", daemon=True).start()


def give_back() -> None:
    """Give memory that is free back to the system: allocators keep it for later."""
    gc.collect()
    if "pyarrow" in sys.modules:
        sys.modules["pyarrow"].default_memory_pool().release_unused()
    with contextlib.suppress(AttributeError, OSError):  # glibc alone has it
        ctypes.CDLL(None).malloc_trim(0)


class Sessions:
    """Streamlit's sessions, of which it would keep those that it would not take up again.

    It forgets them only when the next one leaves, and its loop goes on to hold the sessions that it last sent
    something to, with all that their widgets refer to. There is no public way; tests hold that this works.
    """

    def __init__(self, server: Any) -> None:
        self._server = server
        self._known: weakref.WeakValueDictionary[str, Any] = weakref.WeakValueDictionary()
        self._seen: set[str] = set()
        self.forgot = False  # whether any was, since somebody asked last

    def forget_soon(self) -> None:
        """Forget them in the loop of the server, which they belong to, unless it has ended."""
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._server._get_async_objs().eventloop.call_soon_threadsafe(self.forget)

    def forget(self) -> None:
        """Have Streamlit forget what is too old, and empty what it holds all the same."""
        manager = self._server._session_mgr
        manager._session_storage._cache.expire()
        there = {info.session.id: info.session for info in manager.list_sessions()}
        for identity, session in list(self._known.items()):
            if identity not in there:
                session.shutdown()
                session._session_state = type(session._session_state)()
                session._fragment_storage.clear()
                del self._known[identity]
        self.forgot = self.forgot or bool(self._seen - there.keys())
        self._seen = set(there)
        self._known.update(there)


def _watch() -> None:
    server = runtime.get_instance()
    files, sessions = Files(server.uploaded_file_mgr), Sessions(server)  # type: ignore[arg-type]
    files.guard()
    given = time.monotonic()
    while True:
        time.sleep(INTERVAL)
        try:
            sessions.forget_soon()
            freed, sessions.forgot = look(files) or sessions.forgot, False
            if freed or time.monotonic() - given > GIVING:
                give_back()
                given = time.monotonic()
        except Exception:  # the next look may do better
            _LOG.exception("what sessions left behind could not be let go")


def look(files: Files) -> bool:
    """Let go what can be; says whether there was anything."""
    now = time.monotonic()
    gone = PRESENCE.gone(now)
    freed = [let_go(gone) for let_go in ON_LEAVING] if gone else []
    freed.append(files.let_go(now))
    STORE.trim()
    return any(freed)
