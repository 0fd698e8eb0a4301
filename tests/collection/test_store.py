"""A store is opened as it was written, or refused in one sentence."""

from __future__ import annotations

import hashlib
import itertools
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gapviz.build import build
from gapviz.collection import store
from gapviz.collection.errors import InputError
from gapviz.collection.load import discover, load
from gapviz.profile import STATISTICS, profile
from tests.collection.damage import flips

QRELS = "2 0 a 1\n2 0 b 0\n10 0 a 2\n10 0 é 1\n10 0 f -1\n"
RUNS = {
    "x": "2 Q0 b 1 2 tag\n2 Q0 a 2 2 tag\n9 Q0 a 1 1 tag\n",
    "y": "10 Q0 b 1 2 t\n10 Q0 f 2 1 t\n10 Q0 é 3 0 t\n",
}


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir())) if sys.platform == "linux" else 0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Judgements, two runs, and a store of them beside."""
    (tmp_path / "files" / "runs").mkdir(parents=True)
    (tmp_path / "files" / "qrels").write_text(QRELS)
    for name, text in RUNS.items():
        (tmp_path / "files" / "runs" / name).write_text(text)
    build(tmp_path / "files" / "qrels", tmp_path / "files" / "runs", output=tmp_path / "kept")
    return tmp_path


def test_it_is_what_was_read(folder: Path) -> None:
    """Also once the files are gone, and without one open file for each."""
    read = load(folder / "files" / "qrels", folder / "files" / "runs", identities=True)
    (folder / "files").rename(folder / "moved")
    before = open_files()
    opened = load(folder / "kept")
    assert open_files() == before
    assert opened.fingerprint == read.fingerprint
    assert opened.name == read.name
    assert [run.facts for run in opened.runs] == [run.facts for run in read.runs]
    for name in STATISTICS:
        stored, counted = (getattr(profile(one), name) for one in (opened, read))
        assert (stored.dtype, stored.shape) == (counted.dtype, counted.shape)
        assert stored.tobytes() == counted.tobytes()
        assert opened.runs[0].counted is not None
        assert not opened.runs[0].counted.statistics[name].flags.writeable


def test_it_opens_without_pandas(folder: Path) -> None:
    """Pandas takes longer to import than a store to open; pyarrow imports it for some conversions."""
    lines = "import sys, gapviz; gapviz.profile(gapviz.load(sys.argv[1])); print('pandas' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", lines, folder / "kept"], capture_output=True, check=True)
    assert process.stdout.split() == [b"False"]


def test_what_was_counted_is_not_used_for_anything_else(folder: Path) -> None:
    """Under other grades, or of a part of the lists, the run is counted anew."""
    read = load(folder / "files" / "qrels", folder / "files" / "runs", identities=True, grades="-1:2,1:0")
    opened = load(folder / "kept", grades="-1:2,1:0")
    assert profile(opened).S.tobytes() == profile(read).S.tobytes()
    one = load(folder / "kept").runs[0]
    assert one.counted is not None
    assert not one.counted.of(one.only(np.ones(one.codes.size, np.bool_)), one.counted.grades)


def test_a_flip_anywhere_is_said(folder: Path) -> None:
    for at, path in enumerate(sorted((folder / "kept").iterdir())):
        content = path.read_bytes()
        for damaged in itertools.islice(flips(content), at, None, 13):
            path.write_bytes(damaged)
            with pytest.raises(InputError, match=r"^kept"):
                load(folder / "kept")
        path.write_bytes(content)
    assert len(load(folder / "kept").runs) == 2


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("cut", "expected what was written into the store, found something else"),
        ("empty", "expected what was written into the store, found something else"),
        ("gone", "expected a file of the store, found none"),
    ],
)
def test_a_file_that_is_not_whole_is_said(folder: Path, damage: str, said: str) -> None:
    path = next((folder / "kept").glob("runs*"))
    path.write_bytes(path.read_bytes()[:-1] if damage == "cut" else b"")
    if damage == "gone":
        path.unlink()
    with pytest.raises(InputError) as caught:
        load(folder / "kept")
    assert str(caught.value) == f"kept/{path.name}: {said}"


def test_another_version_is_said(folder: Path) -> None:
    listing = folder / "kept" / store.LISTING
    listing.write_text(json.dumps({**json.loads(listing.read_text()), "version": 7}))
    with pytest.raises(InputError) as caught:
        load(folder / "kept")
    assert str(caught.value) == (
        "kept: expected a store of version 2, which python -m gapviz profile builds, found version 7"
    )


JUDGED: dict[str, object] = {"names": ["files"], "file": "judgements.arrow", "size": 0, "sha256": []}


ANYTHING: tuple[object, ...] = (None, 3, "x", [3])
PARTS: tuple[object, ...] = (*ANYTHING, [{}], [{**JUDGED, "file": 3}])
OTHER_SHAPES: list[tuple[str, object]] = [
    *itertools.product(("judgements", "ranking", "rules"), ANYTHING),
    *(("parts", value) for value in PARTS),
    *(("judgements", {**JUDGED, name: 3}) for name in JUDGED),
    ("judgements", {**JUDGED, "names": []}),
    ("judgements", {**JUDGED, "names": ["a", "b"]}),
    ("grades", 3),
    ("ranking", {"ties": "none"}),
]


@pytest.mark.parametrize(("field", "value"), OTHER_SHAPES)
def test_a_list_of_another_shape_is_said(folder: Path, field: str, value: object) -> None:
    """One that somebody wrote, with its right digest."""
    listing = folder / "kept" / store.LISTING
    content = {**json.loads(listing.read_text())["content"], field: value}
    digest = hashlib.sha256(json.dumps(content).encode()).hexdigest()
    listing.write_text(json.dumps({"version": store.VERSION, "sha256": digest, "content": content}))
    with pytest.raises(InputError):
        load(folder / "kept")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ties": "file"}, "ties: expected trec_eval, as in the store 'kept', found 'file'"),
        ({"depth": 3}, "depth: expected None, as in the store 'kept', found 3"),
        ({"comments": "read"}, "comments: expected skip, as in the store 'kept', found 'read'"),
        ({"grades": "NO:0"}, "grades: expected no words, as in the store 'kept', found 'NO:0'"),
        ({"runs": ["x"]}, "runs: expected none beside a store, which has its own, found some"),
    ],
)
def test_what_it_was_not_read_under_is_refused(
    folder: Path, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InputError) as caught:
        load(folder / "kept", **options)  # type: ignore[arg-type]
    assert str(caught.value) == sentence


def test_it_keeps_its_conventions(folder: Path) -> None:
    """They need not be said again."""
    build(
        folder / "files" / "qrels",
        folder / "files" / "runs",
        output=folder / "other",
        ties="file",
        depth=1,
        grades="-1:2",
    )
    opened = load(folder / "other")
    assert (opened.ranking.ties, opened.ranking.depth, str(opened.grade_map)) == ("file", 1, "-1:2")
    assert load(folder / "other", ties="file").runs[0].codes.tolist() == opened.runs[0].codes.tolist()


def test_it_stands_among_collections(folder: Path) -> None:
    """Found in a folder, and changed once a run is added."""
    kept, *_ = (one for one in discover(folder) if one.name == "kept")
    assert kept.load(errors="collect", cache=folder / "cache").run_names == ("x", "y")
    (folder / "z").write_text(RUNS["x"])
    build(folder / "files" / "qrels", folder / "z", output=folder / "kept")
    again = kept.again()
    assert again is not None
    assert again.stamp != kept.stamp
    assert again.load().run_names == ("x", "y", "z")
