from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.pages.parts.loading import Loading
from gapviz.pages.parts.uploads import MOST_OWN, Upload, Uploads, kept

ROOT = Path(__file__).parents[3]


def upload(name: str, size: int = 10) -> Upload:
    return Upload(name, ("qrels", b"x" * size), ())


def test_equal_files_have_equal_keys() -> None:
    assert upload("a").key == upload("a").key
    assert upload("a").key != upload("b").key
    assert Upload("a", ("q", b"1"), (("r", b"2"),)).key != Upload("a", ("q", b"1"), (("r", b"3"),)).key


def test_an_upload_belongs_to_its_browser() -> None:
    store, mine = Uploads(), upload("mine")
    store.put("me", mine)
    assert store.get("me", mine.key) is mine
    assert store.get("you", mine.key) is None
    assert store.of("you") == {}


def test_a_browser_holds_a_few() -> None:
    store = Uploads()
    for i in range(MOST_OWN + 2):
        store.put("me", upload(str(i)))
    store.put("you", upload("yours"))
    assert list(store.of("me").values()) == ["2", "3", "4", "5"]
    assert list(store.of("you").values()) == ["yours"]


def test_the_server_holds_so_many_bytes() -> None:
    store = Uploads(most_bytes=lambda: 25)
    first, second = upload("first"), upload("second")
    store.put("a", first)
    store.put("b", second)
    store.get("a", first.key)
    store.put("c", upload("third"))
    assert store.get("a", first.key) is first
    assert store.get("b", second.key) is None


def test_a_kept_upload_is_the_same_after_a_restart() -> None:
    sent = Upload("mine", ("q", b"1 0 a 2\n1 0 b 1\n"), (("r.run", b"1 Q0 a 1 2 t\n"),), "2:1").keep()
    assert sent.kept
    found = kept(sent.key)
    assert found is not None
    assert (found.key, found.name, found.qrels, found.runs, found.grades) == (
        sent.key, sent.name, sent.qrels, sent.runs, sent.grades
    )  # fmt: skip
    assert found.load(Loading()).fingerprint == sent.load(Loading()).fingerprint


def test_what_is_not_kept_is_not_on_disk() -> None:
    upload = Upload("secret", ("q", b"1 0 a 1\n"), (("r.run", b"1 Q0 a 1 2 t\n"),))
    upload.load(Loading())
    assert kept(upload.key) is None


def test_an_upload_that_is_too_large_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAPVIZ_MAX_UPLOAD_MB", "1")
    with pytest.raises(InputError) as caught:
        upload("large", 2 << 20).load(Loading())
    assert str(caught.value) == (
        "upload: expected at most 1 MiB in the files of an upload together (setting GAPVIZ_MAX_UPLOAD_MB), "
        "found 2 MiB"
    )


def test_streamlit_takes_no_larger_file_than_gapviz() -> None:
    said = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert said["server"]["maxUploadSize"] == limits.UPLOAD.default
