from __future__ import annotations

import os
import pickle
import tokenize
from pathlib import Path

import numpy as np
import pytest

from gapviz.collection import cache as cache_module
from gapviz.collection import load as sources
from gapviz.collection import mapped_arrays
from gapviz.collection.errors import InputError
from gapviz.collection.limits import Limit
from gapviz.collection.load import load
from gapviz.collection.model import Collection
from tests.collection.damage import flips


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "runs").mkdir()
    (tmp_path / "qrels").write_text("2 0 a 1\n2 0 b 0.5\n10 0 a 2\n")
    (tmp_path / "runs" / "x").write_text("2 Q0 b 1 2 tag\n2 Q0 a 2 2 tag\n9 Q0 a 1 1 tag\n")
    (tmp_path / "runs" / "é").write_text("10 Q0 a 1 2 t\n")
    return tmp_path


def open_it(folder: Path, **options: object) -> Collection:
    arguments = {"grades": "0.5:0", "cache": folder / "cache", **options}
    return load(folder / "qrels", folder / "runs", **arguments)  # type: ignore[arg-type]


@pytest.fixture
def no_reading(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    def refuse(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(sources, "read_runs", refuse)
    return monkeypatch


def test_a_stored_collection_is_the_same(folder: Path, request: pytest.FixtureRequest) -> None:
    first = open_it(folder)
    request.getfixturevalue("no_reading")
    again = open_it(folder)
    assert again.fingerprint == first.fingerprint
    assert again.topics == first.topics
    assert [run.facts for run in again.runs] == [run.facts for run in first.runs]
    assert again.judgements.raw_grades.tolist() == [1, 0.5, 2]
    assert not again.runs[0].codes.flags.writeable


def test_another_mapping_of_grades_needs_no_reading(folder: Path, request: pytest.FixtureRequest) -> None:
    open_it(folder)
    request.getfixturevalue("no_reading")
    assert open_it(folder, grades="0.5:2").grades.tolist() == [1, 2, 2]


def test_a_grade_that_the_mapping_does_not_take_is_refused_with_its_line(folder: Path) -> None:
    open_it(folder)
    with pytest.raises(InputError) as caught:
        open_it(folder, grades=None)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    "change", ["size", "time", "ties", "depth", "duplicates", "comments", "encoding", "grades"]
)
def test_changes_are_noticed(folder: Path, request: pytest.FixtureRequest, change: str) -> None:
    open_it(folder)
    request.getfixturevalue("no_reading")
    run = folder / "runs" / "x"
    options: dict[str, object] = {}
    if change == "size":
        run.write_text("2 Q0 b 1 2 tag\n")
    elif change == "time":
        os.utime(run, ns=(0, 10**18))
    else:
        options[change] = {
            "ties": "file", "depth": 1, "duplicates": "first", "comments": "read", "encoding": "latin-1",
            "grades": "NO:0,0.5:1",
        }[change]  # fmt: skip
    with pytest.raises(AssertionError, match="read again"):
        open_it(folder, **options)


@pytest.mark.parametrize("damage", ["cut", "flipped", "foreign", "one array", "pickle", "other", "empty"])
def test_damaged_entries_are_built_again(folder: Path, damage: str) -> None:
    first = open_it(folder)
    (entry,) = (folder / "cache").iterdir()
    content = entry.read_bytes()
    if damage == "cut":
        entry.write_bytes(content[:-100])
    elif damage == "flipped":
        at = len(content) // 2
        entry.write_bytes(content[:at] + bytes([content[at] ^ 255]) + content[at + 1 :])
    elif damage == "foreign":
        with entry.open("wb") as handle:
            np.savez(handle, a=np.arange(3))
    elif damage == "one array":
        with entry.open("wb") as handle:
            np.save(handle, np.arange(3))
    elif damage == "pickle":
        with entry.open("wb") as handle:
            pickle.dump([1], handle)
    elif damage == "other":
        arrays = {name: [array.copy()] for name, array in mapped_arrays.read(entry).items()}
        arrays["meta"] = [np.frombuffer(b'{"shelf": "another"}', np.uint8)]
        mapped_arrays.write(entry, arrays)
    else:
        entry.write_bytes(b"")
    assert open_it(folder).fingerprint == first.fingerprint
    assert entry.read_bytes() == content


def test_a_flip_anywhere_is_noticed(folder: Path) -> None:
    """Also where a reader of arrays would pass over it, or raise what no list of exceptions names."""
    open_it(folder)
    (entry,) = (folder / "cache").iterdir()
    shelf = cache_module.Shelf(entry)
    assert shelf.fetch() is not None
    for damaged in flips(entry.read_bytes()):
        entry.write_bytes(damaged)
        assert shelf.fetch() is None


def test_an_entry_is_made_anew_whatever_reading_it_raises(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_it(folder)

    def refuse(*_: object) -> None:
        raise tokenize.TokenError("EOF in multi-line statement")

    monkeypatch.setattr(mapped_arrays, "read", refuse)
    assert open_it(folder).fingerprint == first.fingerprint


def test_problems_are_not_stored(folder: Path) -> None:
    (folder / "runs" / "bad").write_text("2 Q0 b\n")
    assert len(open_it(folder, errors="collect").problems) == 1
    assert not (folder / "cache").exists()


def test_the_folder_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_it(folder)
    (first,) = (folder / "cache").iterdir()
    os.utime(first, ns=(0, 0))
    (folder / "cache" / "unrelated").write_text("stays")
    monkeypatch.setattr(Limit, "bytes", first.stat().st_size + 100)
    open_it(folder, depth=1)
    left = {path.name for path in (folder / "cache").iterdir()}
    assert len(left) == 2
    assert first.name not in left
    assert "unrelated" in left


def test_the_entry_that_was_not_used_longest_goes_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = []
    for depth in (1, 2):
        open_it(folder, depth=depth)
        entries += [entry for entry in (folder / "cache").iterdir() if entry not in entries]
        os.utime(entries[-1], ns=(depth, depth))
    open_it(folder, depth=1)
    monkeypatch.setattr(Limit, "bytes", 2 * entries[0].stat().st_size + 100)
    open_it(folder, depth=3)
    assert [entry.exists() for entry in entries] == [True, False]


def test_a_folder_that_can_not_be_written_does_no_harm(folder: Path) -> None:
    (folder / "cache").write_text("a file")
    assert len(open_it(folder).runs) == 2


def test_what_is_in_memory_is_not_stored(folder: Path) -> None:
    load({"2": {"a": 1}}, folder / "runs", cache=folder / "cache")
    assert not (folder / "cache").exists()


def test_what_was_read_is_not_kept_for_files_that_have_changed_since(folder: Path) -> None:
    run = folder / "runs" / "x"
    first, state = run.read_text(), run.stat()
    (found,) = sources.discover(folder)
    run.write_text(first.replace("2 tag", "0 tag"))
    found.load(grades="0.5:0", cache=folder / "cache")
    assert not (folder / "cache").exists()
    run.write_text(first)
    os.utime(run, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert open_it(folder).fingerprint == open_it(folder, cache=None).fingerprint
