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
from gapviz.collection.stored_uploads import Sent
from tests.collection.damage import flips

SENT = (("qrels", b"1 0 a 1\n"), ("a \u202e.run", b"\x00\xff"), ("empty", b""))


def keep(
    folder: Path, texts: tuple[str, ...] = ("name",), sent: tuple[Sent, ...] = SENT, *, owner: str = "me"
) -> str:
    return stored_uploads.keep(folder, texts, sent, owner=owner)


def test_what_is_kept_is_fetched_by_its_key(tmp_path: Path) -> None:
    key = keep(tmp_path / "new", ("name", ""))
    assert len(key) == 64
    assert stored_uploads.fetch(tmp_path / "new", key) == (("name", ""), SENT)


def test_a_key_is_not_known_from_the_files_nor_from_the_folder(tmp_path: Path) -> None:
    key, other = keep(tmp_path), keep(tmp_path)
    assert key != other
    assert stored_uploads.fetch(tmp_path, stored_uploads.digest(("name",), SENT)) is None
    for path in tmp_path.iterdir():
        assert key not in path.name
        assert key.encode() not in path.read_bytes()
        assert stored_uploads.fetch(tmp_path, path.name[:64]) is None
        assert path.stat().st_mode & 0o077 == 0


def test_a_file_under_the_name_of_another_is_as_good_as_none(tmp_path: Path) -> None:
    mine = keep(tmp_path)
    (place,) = tmp_path.iterdir()
    content = place.read_bytes()
    yours = keep(tmp_path, owner="you")
    (other,) = [path for path in tmp_path.iterdir() if path != place]
    other.write_bytes(content)
    assert stored_uploads.fetch(tmp_path, yours) is None
    assert stored_uploads.fetch(tmp_path, mine) is not None


@pytest.mark.parametrize("part", ["name", "file name", "content"])
def test_everything_is_in_the_digest(part: str) -> None:
    texts = ("other" if part == "name" else "name", "")
    name, content = SENT[0]
    first = (name + "x" if part == "file name" else name, content + b"x" if part == "content" else content)
    assert stored_uploads.digest(texts, (first, *SENT[1:])) != stored_uploads.digest(("name", ""), SENT)


@pytest.mark.parametrize(
    "wanted", ["", "../../etc/passwd", "0" * 63, "0" * 64, "A" * 64, "0" * 64 + "\n", "*" * 64]
)
def test_nothing_else_is_opened(tmp_path: Path, wanted: str) -> None:
    keep(tmp_path)
    assert stored_uploads.fetch(tmp_path, wanted) is None
    stored_uploads.delete(tmp_path, wanted)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path) -> None:
    key = keep(tmp_path)
    (place,) = tmp_path.iterdir()
    whole = place.read_bytes()
    for damaged in (b"", whole[:100], whole.replace(b"1 0 a 1", b"1 0 a 2")):
        place.write_bytes(damaged)
        assert stored_uploads.fetch(tmp_path, key) is None


def test_a_flip_anywhere_is_noticed(tmp_path: Path) -> None:
    key = keep(tmp_path)
    (place,) = tmp_path.iterdir()
    for damaged in flips(place.read_bytes()):
        place.write_bytes(damaged)
        assert stored_uploads.fetch(tmp_path, key) is None


def test_what_is_deleted_is_gone(tmp_path: Path) -> None:
    key, other = keep(tmp_path), keep(tmp_path)
    stored_uploads.delete(tmp_path, key)
    assert stored_uploads.fetch(tmp_path, key) is None
    assert stored_uploads.fetch(tmp_path, other) is not None
    stored_uploads.delete(tmp_path, key)
    assert len(list(tmp_path.iterdir())) == 1


def test_what_nobody_opened_for_long_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_KEPT_DAYS", "2")
    old, opened = keep(tmp_path), keep(tmp_path)
    for path in tmp_path.iterdir():
        os.utime(path, (time.time() - 1.9 * 86_400,) * 2)
    assert stored_uploads.fetch(tmp_path, opened) is not None  # it counts from now on
    for path in tmp_path.iterdir():
        os.utime(path, (path.stat().st_mtime - 0.2 * 86_400,) * 2)
    assert stored_uploads.fetch(tmp_path, old) is None
    assert stored_uploads.fetch(tmp_path, opened) is not None
    stored_uploads.expire(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_nobody_takes_the_place_of_what_others_keep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_KEPT_MB", "8")
    large = (("qrels", bytes(700_000)),)
    keys = [keep(tmp_path, sent=large)]
    with pytest.raises(InputError) as caught:
        keep(tmp_path, sent=large)
    assert str(caught.value) == (
        "cache folder: expected at most 1 MiB that one browser keeps for links "
        "(setting GAPVIZ_MAX_KEPT_MB, a part of 8), found 2 MiB"
    )
    keys += [keep(tmp_path, sent=large, owner=str(i)) for i in range(10)]
    with pytest.raises(InputError) as caught:
        keep(tmp_path, sent=large, owner="another")
    assert str(caught.value) == (
        "cache folder: expected at most 8 MiB of uploads that are kept for links "
        "(setting GAPVIZ_MAX_KEPT_MB), found 9 MiB"
    )
    assert all(stored_uploads.fetch(tmp_path, key) for key in keys)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "full").mkdir()
    for folder, found in (("file", "File exists"), ("file/folder", "Not a directory"), ("a\0b", "null")):
        with pytest.raises(InputError) as caught:
            keep(tmp_path / folder)
        assert str(caught.value).startswith("cache folder: expected a folder that can be written, found '")
        assert found in str(caught.value)
        assert str(tmp_path) not in str(caught.value)


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(InputError, match="found 'No space left on device'"):
        keep(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_server_had_begun_is_removed(tmp_path: Path) -> None:
    """It is removed once it is old: until then another server may be writing it."""
    for name, age in (("old", 7200), ("new", 0)):
        begun = tmp_path / f".{name}.gapviz.part"
        begun.write_bytes(b"PK")
        os.utime(begun, (time.time() - age,) * 2)
    keep(tmp_path)
    assert [path.name for path in tmp_path.glob(".*")] == [".new.gapviz.part"]


def test_a_folder_in_the_place_of_a_file_is_as_good_as_none(tmp_path: Path) -> None:
    key = keep(tmp_path)
    (place,) = tmp_path.iterdir()
    place.unlink()
    place.mkdir()
    assert stored_uploads.fetch(tmp_path, key) is None
    stored_uploads.delete(tmp_path, key)
    assert stored_uploads.fetch(tmp_path, keep(tmp_path)) is not None


def test_the_folder_is_chosen_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_CACHE", "/some/where")
    assert stored_uploads.cache_folder() == Path("/some/where")
    if sys.platform == "linux":
        monkeypatch.delenv("GAPVIZ_CACHE")
        monkeypatch.setenv("XDG_CACHE_HOME", "/var/mine")
        assert stored_uploads.cache_folder() == Path("/var/mine/gapviz")
