"""What sessions leave behind is let go; what may come back is held."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from streamlit.runtime import Runtime
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.memory_session_storage import MemorySessionStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.state import SessionState
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.web.server.starlette import starlette_routes

from gapviz.pages.parts import uploads
from gapviz.pages.parts.loading import Loading
from gapviz.pages.parts.uploads import Upload, Uploads
from gapviz.pages.server.departed import Files, Presence, Sessions, give_back, look
from gapviz.pages.server.store import STORE


@dataclasses.dataclass
class World:
    """Sessions that are connected."""

    connected: set[str] = dataclasses.field(default_factory=set)

    def alive(self, session: str) -> bool:
        return session in self.connected


def test_an_owner_is_gone_when_the_last_session_is_away_for_long() -> None:
    world = World({"one", "two"})
    presence = Presence(world.alive, left=10)
    for session in ("one", "two"):
        presence.note("me", session)
    world.connected = {"two"}
    assert [presence.gone(now) for now in (0, 100)] == [set(), set()]
    world.connected = set()
    assert [presence.gone(now) for now in (101, 111)] == [set(), set()]
    assert [presence.gone(now) for now in (112, 200)] == [{"me"}, set()]


@pytest.mark.parametrize("session", ["one", "another"])
def test_who_comes_back_is_not_gone(session: str) -> None:
    """A lost connection comes back as the same session, a reload as another one."""
    world = World()
    presence = Presence(world.alive, left=10)
    presence.note("me", "one")
    assert presence.gone(0) == set()
    world.connected = {session}
    presence.note("me", session)
    assert [presence.gone(now) for now in (9, 11, 30)] == [set(), set(), set()]
    world.connected = set()
    assert [presence.gone(now) for now in (31, 40, 42)] == [set(), set(), {"me"}]


def files(world: World, *sizes: tuple[str, int]) -> tuple[Files, MemoryUploadedFileManager]:
    manager = MemoryUploadedFileManager("/")
    for number, (session, size) in enumerate(sizes):
        manager.add_file(session, UploadedFileRec(str(number), "a", "text/plain", bytes(size)))
    return Files(manager, world.alive, left=10), manager


def test_files_of_a_session_go_with_it() -> None:
    world = World({"here"})
    sent, manager = files(world, ("here", 10), ("gone", 10), ("gone", 20))
    assert [sent.let_go(now) for now in (0, 9)] == [False, False]
    assert sent.let_go(11)
    assert set(manager.file_storage) == {"here"}
    assert not sent.let_go(12)


def test_a_session_that_sends_more_than_an_upload_may_have_loses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever knows the way can send files that no page asked for."""
    monkeypatch.setenv("GAPVIZ_MAX_UPLOAD_MB", "1")
    world = World({"greedy", "fair"})
    sent, manager = files(world, ("greedy", 600_000), ("greedy", 600_000), ("fair", 600_000))
    assert sent.let_go(0)
    assert set(manager.file_storage) == {"fair"}


def test_a_file_that_has_no_room_beside_those_of_all_sessions_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_MEMORY_MB", "1")
    sent, manager = files(World(), ("one", 600_000), ("two", 400_000))
    sent.guard()
    manager.add_file("two", UploadedFileRec("small", "a", "text/plain", bytes(40_000)))
    with pytest.raises(HTTPException, match="GAPVIZ_MAX_MEMORY_MB") as refused:
        manager.add_file("three", UploadedFileRec("large", "a", "text/plain", bytes(40_000)))
    assert refused.value.status_code == 413
    assert {session: len(held) for session, held in manager.file_storage.items()} == {"one": 1, "two": 2}


def upload(name: str) -> Upload:
    return Upload(name, ("q", b"1 0 a 1\n1 0 b 2\n"), (("r", f"1 Q0 a 1 {len(name)} t\n".encode()),))


def test_what_was_read_from_the_upload_of_one_who_left_is_let_go() -> None:
    shelf, mine, yours = Uploads(), upload("mine"), upload("yours and another")
    for owner, one in (("me", mine), ("you", yours), ("you too", yours)):
        shelf.put(owner, one)
        one.load(Loading())
    fingerprint = mine.load(Loading()).fingerprint
    STORE.get(("figure", f"view={fingerprint}"), lambda: "drawn", entries=9)
    assert shelf.let_go({"me", "you"})
    assert shelf.get("me", mine.key) is None
    assert STORE.values(mine.key) == []
    assert STORE.values(fingerprint) == []
    assert shelf.get("you too", yours.key) is yours
    assert len(STORE.values(yours.key)) == 1
    assert not shelf.let_go({"nobody"})
    uploads.forget(yours.key)


def test_a_look_lets_go_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    sent, _ = files(world, ("gone", 10))
    left: list[set[str]] = []

    def let_go(owners: set[str]) -> bool:
        left.append(owners)
        return True

    presence = Presence(world.alive, left=-1)
    presence.note("me", "one")
    monkeypatch.setattr("gapviz.pages.server.departed.PRESENCE", presence)
    monkeypatch.setattr("gapviz.pages.server.departed.ON_LEAVING", [let_go])
    assert look(sent)
    assert left == [{"me"}]
    assert not look(sent)


class Kept:
    """A server that has Streamlit's storage of sessions."""

    def __init__(self) -> None:
        self.storage = MemorySessionStorage(ttl_seconds=0)
        self._session_mgr = SimpleNamespace(list_sessions=self.storage.list, _session_storage=self.storage)


class Session:
    def __init__(self, identity: str) -> None:
        self.id = identity
        self._session_state = SessionState()
        self._fragment_storage = MemoryFragmentStorage()
        self.shut = 0

    def shutdown(self) -> None:
        self.shut += 1


def test_sessions_that_do_not_come_back_hold_nothing() -> None:
    """Even where something goes on to hold them: Streamlit's loop does."""
    server, held = Kept(), Session("one")
    held._session_state["large"] = array = bytearray(1000)
    server._session_mgr.list_sessions = lambda: [SimpleNamespace(session=held)]
    sessions = Sessions(server)
    for _ in range(2):
        sessions.forget()
        assert held._session_state["large"] is array
        assert not sessions.forgot
    server._session_mgr.list_sessions = server.storage.list
    sessions.forget()
    assert (held.shut, "large" in held._session_state) == (1, False)
    assert sessions.forgot
    sessions.forget()
    assert held.shut == 1


def test_a_server_that_ends_is_left_alone() -> None:
    server, loop = Kept(), asyncio.new_event_loop()
    server._get_async_objs = lambda: SimpleNamespace(eventloop=loop)  # type: ignore[attr-defined]
    loop.close()
    Sessions(server).forget_soon()


def test_streamlit_has_what_is_used_of_it() -> None:
    assert "upload_mgr.add_file(" in inspect.getsource(starlette_routes)
    for name in ("_session_state", "_fragment_storage", "shutdown"):
        assert name in inspect.getsource(AppSession)
    for name in ("_session_mgr", "_get_async_objs", "uploaded_file_mgr"):
        assert name in inspect.getsource(Runtime)
    server, left = Kept(), Session("one")
    server.storage._cache["one"] = SimpleNamespace(session=left)  # type: ignore[assignment]
    assert list(server.storage._cache._data) == ["one"]  # type: ignore[attr-defined]
    Sessions(server).forget()
    assert list(server.storage._cache._data) == []  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform != "linux", reason="glibc gives memory back")
def test_memory_goes_back_to_the_system() -> None:
    """Blocks that are too small for a place of their own, with one in use after every ten."""

    def resident() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096

    give_back()
    before = resident()
    blocks: list[Any] = [bytearray(100_000) for _ in range(2000)]
    kept = blocks[::10]
    del blocks
    give_back()
    assert resident() - before < 60 << 20, len(kept)
