"""Faults that are injected: nothing that was promised is lost, and nothing wrong is shown."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path

import pytest

import gapviz
from gapviz.collection import limits, stored_uploads
from gapviz.collection.errors import InputError
from gapviz.collection.load import load
from gapviz.collection.model import Collection
from gapviz.collection.reading import files

SENT = (("qrels", b"1 0 a 1\n"), ("a.run", b"1 Q0 a 1 1 t\n" * 1000))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "runs").mkdir()
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 2\n2 0 a 1\n")
    for name in ("x", "y"):
        (tmp_path / "runs" / name).write_text("1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n2 Q0 a 1 1 t\n")
    return tmp_path


def opened(folder: Path) -> Collection:
    return load(folder / "qrels", folder / "runs", cache=folder / "cache")


def killed(code: str, folder: Path, ready: Path) -> None:
    """Run lines in a process of their own, and kill it with SIGKILL once it has made a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), str(folder), str(ready)], stdout=subprocess.DEVNULL
    )
    for _ in range(3000):
        if ready.exists() or process.poll() is not None:
            break
        time.sleep(0.01)
    assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


HELD = """
    import sys, time
    from pathlib import Path
    from gapviz.collection import stored_uploads
    from gapviz.collection.load import load
    folder, ready = map(Path, sys.argv[1:])
    def held(part, target):
        ready.touch()
        time.sleep(60)
    Path.replace = held
"""


def test_a_server_that_is_killed_while_an_upload_is_kept(tmp_path: Path) -> None:
    """What was kept before is there, what was begun is not, and its remains go within an hour."""
    key = stored_uploads.keep(tmp_path, ("before",), SENT, owner="me")
    keeping = 'stored_uploads.keep(folder, ("begun",), (("qrels", b"x"),), owner="me")'
    killed(textwrap.dedent(HELD) + keeping, tmp_path, tmp_path / "ready")
    assert stored_uploads.fetch(tmp_path, key) == (("before",), SENT)
    assert len(list(tmp_path.glob("*.sent.npz"))) == 1
    (left,) = tmp_path.glob(".*.part")
    os.utime(left, (0, 0))
    stored_uploads.keep(tmp_path, ("after",), SENT, owner="me")
    assert not left.exists()


def test_a_server_that_is_killed_while_a_collection_is_cached(folder: Path) -> None:
    caching = 'load(folder / "qrels", folder / "runs", cache=folder / "cache")'
    killed(textwrap.dedent(HELD) + caching, folder, folder / "ready")
    first = opened(folder)
    assert first.fingerprint == load(folder / "qrels", folder / "runs").fingerprint
    assert opened(folder).fingerprint == first.fingerprint


LIMITED = """
    import resource, sys
    from pathlib import Path
    from gapviz.collection import stored_uploads
    from gapviz.collection.errors import InputError
    from gapviz.collection.load import load
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
    folder = Path(sys.argv[1])
    print(load(folder / "qrels", folder / "runs", cache=folder / "cache").fingerprint)
    try:
        stored_uploads.keep(folder / "kept", (), (("a", bytes(10_000)),), owner="me")
    except InputError as error:
        print(error)
    print(sorted(path.name for path in (folder / "kept").iterdir()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_FSIZE stands for a full disk")
def test_a_disk_that_is_full(folder: Path) -> None:
    (folder / "runs" / "z").write_text("".join(f"1 Q0 d{i} {i} {-i} t\n" for i in range(3000)))
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LIMITED), str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    fingerprint, said, left = done.stdout.splitlines()
    assert fingerprint == load(folder / "qrels", folder / "runs").fingerprint
    assert said == "cache folder: expected a folder that can be written, found 'File too large'"
    assert left == "[]"


def refuse(*_: object, **__: object) -> None:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@pytest.mark.parametrize("what", ["mkdir", "replace", "open", "touch", "unlink", "stat"])
def test_a_cache_folder_that_does_not_let_one(
    what: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Injected, since the tests may run as a user that no permission holds back."""
    first = opened(folder)
    key = stored_uploads.keep(folder / "kept", ("name",), SENT, owner="me")
    real = getattr(Path, what)

    def inside(path: Path, *arguments: object, **more: object) -> object:
        if path.is_relative_to(folder / "cache") or path.is_relative_to(folder / "kept"):
            refuse()
        return real(path, *arguments, **more)

    monkeypatch.setattr(Path, what, inside)
    assert opened(folder).fingerprint == first.fingerprint
    assert stored_uploads.fetch(folder / "kept", key) in (None, (("name",), SENT))
    try:
        stored_uploads.keep(folder / "kept", ("another",), SENT, owner="me")
    except InputError as error:
        assert str(error).startswith("cache folder: expected a folder that can be written, found ")  # noqa: PT017
    monkeypatch.undo()
    assert stored_uploads.fetch(folder / "kept", key) == (("name",), SENT)


def instead(path: Path, how: str) -> None:
    """Put something else in the place of a file."""
    path.unlink()
    if how == "folder":
        path.mkdir()
    elif how == "link to nothing":
        path.symlink_to(path.with_name("nothing"))
    elif how == "link to itself":
        path.symlink_to(path)
    elif how == "pipe":
        os.mkfifo(path)
    elif how == "empty":
        path.touch()


WAYS = ["gone", "folder", "link to nothing", "link to itself", "empty"]


@pytest.mark.parametrize("how", WAYS)
def test_an_entry_of_the_cache_that_is_something_else(how: str, folder: Path) -> None:
    first = opened(folder)
    (entry,) = (folder / "cache").iterdir()
    instead(entry, how)
    assert opened(folder).fingerprint == first.fingerprint


@pytest.mark.parametrize("how", WAYS)
def test_a_run_that_becomes_something_else_while_its_folder_is_read(
    how: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others are read; it is a sentence without the server's path."""
    real = files._read

    def changed(path: Path) -> bytes | bytearray:
        if path.name == "y":
            instead(path, how)
        return real(path)

    monkeypatch.setattr(files, "_read", changed)
    found = load(folder / "qrels", folder / "runs", errors="collect")
    assert found.run_names == ("x",)
    (problem,) = found.problems
    assert str(problem).startswith("y: expected ")
    assert str(folder) not in str(problem)


def test_judgements_that_go_while_they_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = files._read

    def gone(path: Path) -> bytes | bytearray:
        path.unlink()
        return real(path)

    monkeypatch.setattr(files, "_read", gone)
    with pytest.raises(InputError) as caught:
        opened(folder)
    assert str(caught.value) == "qrels: expected a readable file, found 'No such file or directory'"


def together(count: int, work: Callable[[int], None]) -> None:
    """Do work in several threads at once; what one raises is raised."""
    faults: list[BaseException] = []
    start = threading.Barrier(count)

    def one(number: int) -> None:
        start.wait()
        try:
            work(number)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_several_servers_on_one_cache_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They write, read and remove the same entries at the same time; each has the right numbers."""
    monkeypatch.setattr(limits, "CACHED", types.SimpleNamespace(bytes=6000))  # two entries
    expected = load(folder / "qrels", folder / "runs").fingerprint

    def serve(number: int) -> None:
        for depth in (None, 1, 2, None, 1):
            found = load(folder / "qrels", folder / "runs", cache=folder / "cache", depth=depth)
            assert depth or found.fingerprint == expected, number

    together(4, serve)


def test_several_servers_keep_and_delete_uploads(tmp_path: Path) -> None:
    def serve(number: int) -> None:
        for _ in range(5):
            key = stored_uploads.keep(tmp_path, (str(number),), SENT, owner=str(number))
            assert stored_uploads.fetch(tmp_path, key) == ((str(number),), SENT)
            stored_uploads.expire(tmp_path)
            stored_uploads.delete(tmp_path, key)

    together(4, serve)
    assert list(tmp_path.iterdir()) == []


def test_an_open_file_that_is_cut_short(folder: Path, tmp_path: Path) -> None:
    """What was read from a cache or a store stays: small files are not mapped."""
    cache, kept = tmp_path / "cache", tmp_path / "kept"
    load(folder / "qrels", folder / "runs", cache=cache)
    gapviz.profile(folder / "qrels", folder / "runs", output=kept)
    opened = [load(folder / "qrels", folder / "runs", cache=cache), load(kept)]
    expected = [gapviz.scores(one, ["AP"]).values.tolist() for one in opened]
    again = [load(folder / "qrels", folder / "runs", cache=cache), load(kept)]
    for path in (*cache.iterdir(), *kept.iterdir()):
        os.truncate(path, 8)
    assert [gapviz.scores(one, ["AP"]).values.tolist() for one in again] == expected
