from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from gapviz.collection import stored_uploads
from gapviz.collection.errors import InputError
from gapviz.collection.limits import Limit
from tests.collection.damage import flips

SENT = (("qrels", b"1 0 a 1\n"), ("a \u202e.run", b"\x00\xff"), ("empty", b""))


def test_what_is_kept_is_fetched_by_its_digest(tmp_path: Path) -> None:
    stored_uploads.keep(tmp_path / "new", ("name", ""), SENT)
    wanted = stored_uploads.digest(("name", ""), SENT)
    assert len(wanted) == 64
    assert stored_uploads.fetch(tmp_path / "new", wanted) == (("name", ""), SENT)


@pytest.mark.parametrize("part", ["name", "file name", "content"])
def test_everything_is_in_the_digest(part: str) -> None:
    texts = ("other" if part == "name" else "name", "")
    name, content = SENT[0]
    first = (name + "x" if part == "file name" else name, content + b"x" if part == "content" else content)
    assert stored_uploads.digest(texts, (first, *SENT[1:])) != stored_uploads.digest(("name", ""), SENT)


@pytest.mark.parametrize("wanted", ["", "../../etc/passwd", "0" * 63, "0" * 64, "A" * 64, "0" * 64 + "\n"])
def test_nothing_else_is_opened(tmp_path: Path, wanted: str) -> None:
    assert stored_uploads.fetch(tmp_path, wanted) is None
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path) -> None:
    stored_uploads.keep(tmp_path, ("name",), SENT)
    (place,) = tmp_path.iterdir()
    whole = place.read_bytes()
    for damaged in (b"", whole[:100], whole.replace(b"1 0 a 1", b"1 0 a 2")):
        place.write_bytes(damaged)
        assert stored_uploads.fetch(tmp_path, stored_uploads.digest(("name",), SENT)) is None


def test_a_flip_anywhere_is_noticed(tmp_path: Path) -> None:
    stored_uploads.keep(tmp_path, ("name",), SENT)
    (place,) = tmp_path.iterdir()
    wanted = stored_uploads.digest(("name",), SENT)
    for damaged in flips(place.read_bytes()):
        place.write_bytes(damaged)
        assert stored_uploads.fetch(tmp_path, wanted) is None


def test_the_longest_unused_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = [((f"file {i}", bytes(1000)),) for i in range(3)]
    stored_uploads.keep(tmp_path, (), sent[0])
    stored_uploads.keep(tmp_path, (), sent[1])
    size = sum(place.stat().st_size for place in tmp_path.iterdir())
    assert stored_uploads.fetch(tmp_path, stored_uploads.digest((), sent[0]))
    monkeypatch.setattr(Limit, "bytes", size + 10)
    stored_uploads.keep(tmp_path, (), sent[2])
    assert [stored_uploads.fetch(tmp_path, stored_uploads.digest((), one)) is None for one in sent] == [
        False,
        True,
        False,
    ]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "full").mkdir()
    for folder, found in (("file", "File exists"), ("file/folder", "Not a directory"), ("a\0b", "null")):
        with pytest.raises(InputError) as caught:
            stored_uploads.keep(tmp_path / folder, (), SENT)
        assert str(caught.value).startswith("cache folder: expected a folder that can be written, found '")
        assert found in str(caught.value)
        assert str(tmp_path) not in str(caught.value)


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(InputError, match="found 'No space left on device'"):
        stored_uploads.keep(tmp_path, (), SENT)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_server_had_begun_is_removed(tmp_path: Path) -> None:
    """It is removed once it is old: until then another server may be writing it."""
    for name, age in (("old", 7200), ("new", 0)):
        begun = tmp_path / f".{name}.gapviz.part"
        begun.write_bytes(b"PK")
        os.utime(begun, (time.time() - age,) * 2)
    stored_uploads.keep(tmp_path, (), SENT)
    assert [path.name for path in tmp_path.glob(".*")] == [".new.gapviz.part"]


def test_a_folder_in_the_place_of_a_file_takes_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.sent.npz").mkdir()
    monkeypatch.setattr(Limit, "bytes", 0)
    stored_uploads.keep(tmp_path, (), SENT)
    assert stored_uploads.fetch(tmp_path, stored_uploads.digest((), SENT)) is None


def test_the_folder_is_chosen_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_CACHE", "/some/where")
    assert stored_uploads.cache_folder() == Path("/some/where")
    if sys.platform == "linux":
        monkeypatch.delenv("GAPVIZ_CACHE")
        monkeypatch.setenv("XDG_CACHE_HOME", "/var/mine")
        assert stored_uploads.cache_folder() == Path("/var/mine/gapviz")
