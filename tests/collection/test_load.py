from __future__ import annotations

import gzip
import io
import json
import sys
import types
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gapviz.collection.errors import InputError
from gapviz.collection.load import discover, load

QRELS = "2 0 a 1\n2 0 b 0\n10 0 a 2\n"
RUN = "2 Q0 b 1 2 tag\n2 Q0 a 2 1 tag\n10 Q0 x 1 1 tag\n"
CODES = [1, 0, -1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    here = tmp_path / "some-collection"
    (here / "runs").mkdir(parents=True)
    (here / "qrels.txt").write_text(QRELS)
    (here / "runs" / "r10.run").write_text(RUN)
    (here / "runs" / "r2.run.gz").write_bytes(gzip.compress(RUN.encode()))
    return here


def message(*arguments: Any, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        load(*arguments, **options)
    return str(caught.value)


def test_paths_folders_patterns_and_lists(folder: Path) -> None:
    runs = folder / "runs"
    for place in (runs, str(runs), str(runs / "*"), [runs / "r2.run.gz", runs / "r10.run"], [runs]):
        collection = load(folder / "qrels.txt", place)
        assert collection.name == "some-collection"
        assert collection.run_names == ("r2.run", "r10.run")
        assert [run.codes.tolist() for run in collection.runs] == [CODES, CODES]
        assert [run.facts.tag for run in collection.runs] == ["tag", "tag"]


def test_names_for_files(folder: Path) -> None:
    collection = load(folder / "qrels.txt", {"mine": folder / "runs" / "r2.run.gz"}, name="given")
    assert (collection.name, collection.run_names) == ("given", ("mine",))
    assert message(folder / "qrels.txt", {"mine": folder / "runs"}) == "'mine': expected one file, found 2"


def test_file_objects_and_archives(folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "runs.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("x/a.run", RUN)
        archive.writestr("x/b.run.gz", gzip.compress(RUN.encode()))
    for runs in (packed, io.BytesIO(packed.read_bytes()), [packed]):
        collection = load(io.BytesIO(QRELS.encode()), runs)
        assert collection.run_names == ("a.run", "b.run")
        assert collection.runs[1].codes.tolist() == CODES


def test_json_files(tmp_path: Path) -> None:
    (tmp_path / "qrels.json").write_text("\ufeff" + json.dumps({"2": {"a": 1, "b": 0}, "10": {"a": 2}}))
    (tmp_path / "run.json").write_text(json.dumps({"2": {"b": 2, "a": 1}, "10": {"x": 1e-3}}))
    collection = load(tmp_path / "qrels.json", tmp_path / "run.json")
    assert collection.runs[0].codes.tolist() == CODES


def test_the_judgements_may_lie_among_the_runs(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "a").write_text(RUN)
    assert load(tmp_path / "qrels", tmp_path).run_names == ("a",)
    assert load(tmp_path, tmp_path / "a").run_names == ("a",)
    assert message(tmp_path / "qrels", tmp_path / "qrels") == (
        "qrels:1: expected 6 fields (topic Q0 document rank score tag), found 4, as in judgements"
    )


def test_the_other_runs_load(folder: Path) -> None:
    runs = folder / "runs"
    (runs / "bad1").write_text("2 Q0 a 1 high t\n")
    (runs / "bad2").write_bytes(gzip.compress(RUN.encode())[:-9])
    (runs / "bad3").write_bytes(b"")
    (runs / "r10.run.gz").write_bytes(gzip.compress(RUN.encode()))
    assert message(folder / "qrels.txt", runs) == (
        "runs/r10.run.gz: expected runs of different names, found 'r10.run' again, after 'runs/r10.run'"
    )
    collection = load(folder / "qrels.txt", runs, errors="collect")
    assert collection.run_names == ("r2.run", "r10.run")
    assert [str(problem) for problem in collection.problems] == [
        "runs/r10.run.gz: expected runs of different names, found 'r10.run' again, after 'runs/r10.run'",
        "bad1:1: expected a number as score, found 'high'",
        "bad2: expected a readable gzip file, found "
        "'Compressed file ended before the end-of-stream marker was re...'",
        "bad3: expected a run (topic Q0 document rank score tag), found no rows",
    ]
    (runs / "r10.run.gz").unlink()
    assert message(folder / "qrels.txt", runs) == str(collection.problems[1])


def test_runs_of_one_name_in_different_folders_are_named_by_them(folder: Path, tmp_path: Path) -> None:
    members = ["late/x/a.run", "early/x/a.run", "early/b.run", "early/y/a.run.gz"]
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as archive:
        for name in members:
            archive.writestr(name, RUN)
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(RUN)
    wanted = ("early/x/a.run", "late/x/a.run", "early/y/a.run", "b.run")
    for place in (tmp_path / "packed.zip", str(tmp_path / "*" / "**" / "?.run*")):
        assert load(folder / "qrels.txt", place).run_names == wanted
    # As few folders as tell them apart, in the order in which they are named.
    two = [tmp_path / "late" / "x" / "a.run", tmp_path / "early" / "y" / "a.run.gz"]
    assert load(folder / "qrels.txt", two).run_names == ("x/a.run", "y/a.run")
    assert message(folder / "qrels.txt", [two[0], two[1], two[0]]) == (
        "x/a.run: expected runs of different names, found 'x/a.run' again, after 'x/a.run'"
    )


def test_deep_folders_with_runs_of_one_name_are_told_apart_at_once(folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "deep.zip", "w") as archive:
        for number in range(400):
            archive.writestr(f"{number}/{'a/' * 500}x.run", RUN)
    named = load(folder / "qrels.txt", tmp_path / "deep.zip").run_names
    assert named == tuple(f"{number}/{'a/' * 500}x.run" for number in range(400))


@pytest.mark.parametrize("cache", ["", "a\0b", "\ud800"])
def test_what_is_no_path_is_no_cache(folder: Path, monkeypatch: pytest.MonkeyPatch, cache: str) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    said = message(folder / "qrels.txt", folder / "runs", cache=cache)
    assert said.startswith("cache: expected the path of a folder, found ")
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-8-sig", "UTF8"])
def test_files_of_another_encoding(tmp_path: Path, encoding: str) -> None:
    files = {
        "qrels.txt": QRELS.replace("a", "é"),
        "runs/a.run": RUN.replace("a", "é"),
        "runs/b.json": json.dumps({"2": {"b": 2, "é": 1}, "10": {"x": 1}}, ensure_ascii=False),
    }
    (tmp_path / "runs").mkdir()
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding=encoding)
    collection = load(tmp_path / "qrels.txt", tmp_path / "runs", encoding=encoding)
    assert "é".encode() in collection.judgements.documents.tolist()
    # By bytes é comes after b.
    assert [run.codes.tolist() for run in collection.runs] == [[0, 1, -1]] * 2


def test_what_is_in_another_encoding_names_the_option(folder: Path) -> None:
    (folder / "qrels.txt").write_text(QRELS.replace("a", "é"), encoding="latin-1")
    assert message(folder / "qrels.txt", folder / "runs") == (
        "qrels.txt:1: expected UTF-8 text, or the option encoding, such as latin-1 or utf-16, "
        "found the byte 0xe9"
    )
    assert message(folder / "qrels.txt", folder / "runs", encoding="ascii") == (
        "qrels.txt:1: expected text in ascii, found the byte 0xe9"
    )


def test_topics_that_begin_like_a_comment(folder: Path) -> None:
    (folder / "qrels.txt").write_text(QRELS + "#3 0 a 1\n")
    (folder / "runs" / "r10.run").write_text(RUN + "#3 Q0 a 1 1 tag\n")
    skipped = load(folder / "qrels.txt", folder / "runs")
    assert skipped.topics == ("2", "10")
    assert skipped.health().alarms == tuple(
        f"{name}: expected no row that begins with '#', or the option comments (read), "
        "found 1 left out as a comment."
        for name in ("judgements", "r10.run")
    )
    kept = load(folder / "qrels.txt", folder / "runs", comments="read")
    assert kept.topics == ("2", "10", "#3")
    assert [run.codes.tolist() for run in kept.runs] == [[1, 0, -1], [1, 0, -1, 3]]
    assert kept.health().alarms == ()


def test_what_has_nothing_in_common_with_the_judgements_is_said_with_examples(folder: Path) -> None:
    (folder / "runs" / "other.run").write_text(RUN.replace("2 Q0", "q.2 Q0").replace("10 Q0", "q.10 Q0"))
    (folder / "runs" / "far.run").write_text(RUN.replace(" b ", " d7 ").replace(" a ", " d8 "))
    report = load(folder / "qrels.txt", folder / "runs").health()
    assert report.alarms == (
        "far.run: expected a judged document, such as 'a', found only others, such as 'd7'.",
        "other.run: expected a judged topic, such as '2', found only others, such as 'q.2'.",
    )


def test_an_archive_of_judgements_without_files(folder: Path) -> None:
    packed = folder / "qrels.zip"
    for members in ({}, {"runs/": ""}, {".hidden": QRELS}, {"__MACOSX/qrels": QRELS}):
        with zipfile.ZipFile(packed, "w") as archive:
            for name, content in members.items():
                archive.writestr(name, content)
        expected = "qrels.zip: expected a file, folder or pattern, found an archive without files"
        with packed.open("rb") as handle:
            assert message(handle, folder / "runs") == expected
        assert message(packed, folder / "runs") == expected


def test_bad_judgements_always_raise(folder: Path) -> None:
    (folder / "qrels.txt").write_text("2 0 a\n")
    assert message(folder / "qrels.txt", folder / "runs", errors="collect") == (
        "qrels.txt:1: expected 4 fields (topic iteration document grade), found 3"
    )


def test_missing_files(folder: Path) -> None:
    assert message(folder / "qrels.txt", folder / "no").endswith(
        "expected a file, folder or pattern, found nothing there"
    )
    (folder / "second").write_text(QRELS)
    (folder / "qrels.txt").rename(folder / "first")
    assert message(folder, folder / "runs") == "qrels: expected one file of judgements, found 2 files"


def test_judgements_without_runs(folder: Path) -> None:
    collection = load(folder / "qrels.txt", [], cache=folder / "cache")
    assert collection.run_names == ()
    assert collection.topics == ("2", "10")


def test_a_place_in_a_list_may_be_missing(folder: Path) -> None:
    runs = [folder / "no", *sorted((folder / "runs").iterdir())]
    assert "found nothing there" in message(folder / "qrels.txt", runs)
    collection = load(folder / "qrels.txt", runs, errors="collect")
    assert collection.run_names == ("r10.run", "r2.run")
    assert len(collection.problems) == 1


def test_a_damaged_archive_among_the_runs(folder: Path) -> None:
    runs = folder / "runs"
    (runs / "damaged.zip").write_bytes(b"PK\x03\x04damaged")
    for place in (runs, [runs], str(runs / "*")):
        collection = load(folder / "qrels.txt", place, errors="collect")
        assert collection.run_names == ("r2.run", "r10.run")
        assert [str(problem) for problem in collection.problems] == [
            "damaged.zip: expected a readable zip archive, found 'File is not a zip file'"
        ]
    assert message(folder / "qrels.txt", runs).startswith("damaged.zip: ")


@pytest.mark.parametrize("missing", ["nowhere", "~nobody-of-this-name/x"])
def test_a_place_may_be_missing_wherever_it_is_named(folder: Path, missing: str) -> None:
    good = folder / "runs" / "r10.run"
    for runs, left in ((missing, ()), ({"mine": missing, "good": good}, ("good",))):
        collection = load(folder / "qrels.txt", runs, errors="collect")
        assert (collection.run_names, len(collection.problems)) == (left, 1)
        assert message(folder / "qrels.txt", runs) == str(collection.problems[0])


def test_an_archive_without_files(folder: Path) -> None:
    packed = folder / "empty.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("runs/", "")
    assert message(folder / "qrels.txt", [packed]).endswith("found an archive without files")


def test_grade_mappings_and_depth(folder: Path) -> None:
    collection = load(folder / "qrels.txt", folder / "runs", grades="2:1", depth=1)
    assert collection.grades.tolist() == [1, 0, 1]
    assert collection.runs[0].codes.tolist() == [1, -1]
    assert collection.ranking.depth == 1


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"ties": "best"}, "ties: expected one of trec_eval, trec_eval9, rank, file, found 'best'"),
        ({"duplicates": "last"}, "duplicates: expected one of refuse, first, best, found 'last'"),
        ({"comments": "keep"}, "comments: expected one of skip, read, found 'keep'"),
        (
            {"encoding": "klingon"},
            "encoding: expected an encoding of text, such as utf-8, latin-1 or utf-16, found 'klingon'",
        ),
        (
            {"encoding": "base64"},
            "encoding: expected an encoding of text, such as utf-8, latin-1 or utf-16, found 'base64'",
        ),
        (
            {"encoding": 5},
            "encoding: expected an encoding of text, such as utf-8, latin-1 or utf-16, found 5",
        ),
        ({"errors": "ignore"}, "errors: expected one of raise, collect, found 'ignore'"),
        ({"depth": 0}, "depth: expected a whole number from 1 to 1000000000, found 0"),
        (
            {"depth": 10**20},
            "depth: expected a whole number from 1 to 1000000000, found 100000000000000000000",
        ),
        ({"ties": ["file"]}, "ties: expected one of trec_eval, trec_eval9, rank, file, found ['file']"),
        ({"depth": True}, "depth: expected a whole number from 1 to 1000000000, found True"),
        ({"depth": 2.0}, "depth: expected a whole number from 1 to 1000000000, found 2.0"),
        ({"grades": 5}, "grades: expected a GradeMap, or its text such as -2:0,4:3, found 5"),
        ({"grades": {4: 3}}, "grades: expected a GradeMap, or its text such as -2:0,4:3, found {4: 3}"),
        ({"name": 5}, "name: expected a text, found 5"),
        ({"cache": 5}, "cache: expected the path of a folder, found 5"),
        ({"grades": "4"}, "grades: expected raw:grade pairs such as -2:0,4:3 or -1:unjudged, found '4'"),
    ],
)
def test_options(folder: Path, options: dict[str, Any], text: str) -> None:
    assert message(folder / "qrels.txt", folder / "runs", **options) == text


def test_progress(folder: Path) -> None:
    steps: list[tuple[int, int]] = []
    load(folder / "qrels.txt", folder / "runs", progress=lambda done, total: steps.append((done, total)))
    assert steps == [(1, 2), (2, 2)]


def test_progress_may_stop_the_work(folder: Path) -> None:
    def stop(done: int, total: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        load(folder / "qrels.txt", folder / "runs", progress=stop)


def test_ir_datasets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Dataset:
        def qrels_iter(self) -> Any:
            for line in QRELS.splitlines():
                topic, iteration, document, grade = line.split()
                yield types.SimpleNamespace(
                    query_id=topic, iteration=iteration, doc_id=document, relevance=int(grade)
                )

    class Unreachable:
        def qrels_iter(self) -> Any:
            yield from Dataset().qrels_iter()
            raise RuntimeError("All download sources failed", ["reasons"] * 99)

    stub = types.ModuleType("ir_datasets")
    datasets = {"some/set": Dataset(), "far": Unreachable()}
    stub.load = datasets.__getitem__  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "ir_datasets", stub)
    collection = load("irds:some/set", folder / "runs")
    assert collection.name == "some/set"
    assert collection.runs[0].codes.tolist() == CODES
    assert message("irds:far", folder / "runs").startswith(
        "irds:far: expected a dataset that can be fetched, found \"('All download sources failed', "
    )
    assert message("irds:other", folder / "runs") == (
        "irds:other: expected an id of ir_datasets with judgements, found another"
    )
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    assert message("irds:some/set", folder / "runs") == (
        "irds:some/set: expected judgements of ir_datasets, "
        "found no package ir_datasets: pip install ir_datasets"
    )


def test_discover(folder: Path, tmp_path: Path) -> None:
    (folder / "qrels.other").write_text(QRELS)
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as archive:
        archive.writestr("in/qrels.txt", QRELS)
        archive.writestr("in/runs/a", RUN)
        archive.writestr("in/notes", "x")
    flat = tmp_path / "flat"
    flat.mkdir()
    (flat / "qrels").write_text(QRELS)
    (flat / "README.md").write_text("x")
    (flat / "b").write_text(RUN)
    (tmp_path / "empty").mkdir()
    wanted = [
        ("flat", "qrels", ["b"]),
        ("packed", "qrels.txt", ["a"]),
        ("some-collection", "qrels.other", ["r2.run.gz", "r10.run"]),
        ("some-collection", "qrels.txt", ["r2.run.gz", "r10.run"]),
    ]
    for _ in range(2):
        found = discover(tmp_path)
        assert [(one.name, one.qrels.name, [file.name for file in one.runs]) for one in found] == wanted
        (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04")
    for one in found:
        collection = one.load()
        assert collection.name == one.name
        assert collection.runs[0].codes.tolist() == CODES
    assert [one.name for one in discover(flat)] == ["flat"]
    with pytest.raises(InputError):
        discover(tmp_path / "nowhere")


def test_a_collection_is_looked_for_again(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for name in ("qrels.1.txt", "qrels.2.txt"):
        (tmp_path / name).write_text("1 0 a 1\n")
    run = tmp_path / "runs" / "one.run"
    run.write_text("1 Q0 a 1 2 t\n")
    first, second = discover(tmp_path)
    again = second.again()
    assert again is not None
    assert (again.qrels.name, again.stamp) == ("qrels.2.txt", second.stamp)
    assert first.stamp != second.stamp
    run.write_text("1 Q0 a 1 2 tag\n")
    changed = second.again()
    assert changed is not None
    assert changed.stamp != second.stamp
    (tmp_path / "qrels.2.txt").unlink()
    assert second.again() is None
    assert first.again() is not None


def test_discover_passes_over_a_collection_whose_runs_are_not_there(folder: Path, tmp_path: Path) -> None:
    for name, runs in {"none-yet": {}, "damaged": {"a.zip": b"PK\x03\x04"}}.items():
        (tmp_path / name / "runs").mkdir(parents=True)
        (tmp_path / name / "qrels.txt").write_text(QRELS)
        for file, content in runs.items():
            (tmp_path / name / "runs" / file).write_bytes(content)
    assert [one.name for one in discover(tmp_path)] == ["some-collection"]


@pytest.mark.parametrize("name", ["", "\ud800", "a\nb", None, 1.5, True, ("a",)])
def test_names_of_runs_are_text(name: object) -> None:
    judged, run = {"1": {"a": 1}}, {"1": {"a": 1.0}}
    assert message(judged, {name: run}).startswith(
        "runs: expected printable text as the name of a run, found "
    )
    collection = load(judged, {name: run, 7: run}, errors="collect")
    assert (collection.run_names, len(collection.problems)) == (("7",), 1)
    assert collection.fingerprint


@pytest.mark.parametrize("source", [5, None, True, object(), b"1 0 a 1", np.array(5), int, len])
def test_what_is_no_source_is_one_sentence(source: object) -> None:
    kind = type(source).__name__
    assert message(source, []) == f"qrels: expected a path, file, table or dict, found '{kind}'"
    assert message({"1": {"a": 1}}, source) == f"runs: expected a path, file, table or dict, found '{kind}'"


def test_a_problem_holds_nothing_of_the_file_that_it_is_about(tmp_path: Path) -> None:
    """Frames of a traceback would hold its content as long as the collection lives."""
    (tmp_path / "q").write_text("1 0 a 1\n")
    (tmp_path / "a.gz").write_bytes(b"\x1f\x8b no gzip")
    (tmp_path / "b").write_text("nonsense\n")
    found = load(tmp_path / "q", [tmp_path / "a.gz", tmp_path / "b", tmp_path / "none"], errors="collect")
    assert len(found.problems) == 3
    for problem in found.problems:
        assert (problem.__traceback__, problem.__context__, problem.__cause__) == (None, None, None)
