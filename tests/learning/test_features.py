"""Features from arrays and files, and what is refused of them."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from gapviz.collection.errors import InputError
from gapviz.learning import discover_features, features, read_features, synthetic
from tests.shared import collections_folder


def read(text: str, groups: str | None = None, **options: str) -> object:
    return read_features(io.StringIO(text), None if groups is None else io.StringIO(groups), **options)


def test_rows_are_grouped_by_topic_in_natural_order() -> None:
    text = "# head\n2 qid:10 1:0.5 3:1 # docid = a\n\n0 qid:9 2:-1e-3\n1 qid:10\n"
    found = read_features(io.StringIO(text))
    assert found.topics == ("9", "10")
    assert found.offsets.tolist() == [0, 1, 3]
    assert found.grades.tolist() == [0, 2, 1]
    assert found.values.tolist() == [[0, 0, -0.001, 0], [0, 0.5, 0, 1], [0, 0, 0, 0]]


def test_files_may_be_compressed_and_have_any_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "some.txt.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf2 qid:1 1:1\r\n0 qid:1 1:2\r\n"))
    found = read_features(path)
    assert (found.name, found.grades.tolist(), found.values[:, 1].tolist()) == ("some.txt", [2, 0], [1, 2])


def test_groups_stand_for_topics() -> None:
    found = read_features(io.StringIO("0 1:1\n1 1:2\n2 1:3\n"), io.StringIO("1\n2\n"))
    assert (found.topics, found.sizes.tolist(), found.recall_bases.tolist()) == (
        ("1", "2"), [1, 2], [[0, 0], [2, 1]],
    )  # fmt: skip


def test_a_grade_mapping_applies() -> None:
    found = read_features(io.StringIO("-2 qid:1 1:1\n4 qid:1 1:2\n1 qid:1 1:2\n"), grades="4:3")
    assert found.grades.tolist() == [0, 3, 1]


@pytest.mark.parametrize(
    ("text", "groups", "message"),
    [
        ("", None, "file: expected documents with features, found none"),
        ("1 qid:1 1:2\n0 1:2\n", None, "file:2: expected grade qid:topic .* beside, found no qid:topic"),
        ("1 qid:1 1:2\n0 qid:a 1:2\n", None, "file:2: expected grade qid:topic .*, found '0 qid:a 1:2'"),
        ("1 qid:1 1:2\n0 qid:1 3:1 2:1\n", None, "file:2: expected .*ascending, found '0 qid:1 3:1 2:1'"),
        ("1 qid:1 99999999999:2\n", None, "file:1: expected .*, found '1 qid:1 99999999999:2'"),
        ("1 qid:1 999999999:2\n0 qid:1 1:1\n", None,
         "file:1: expected at most 1024 MiB of feature values, .*, found 2 documents with feature 999999999"),
        ("\n1 qid:1 1:2\n0 qid:1 1:1 2:nan\n", None,
         "file:3: expected finite numbers as features, found nan as feature 2"),
        ("1 qid:1 1:inf\n", None, "file:1: expected finite numbers as features, found inf as feature 1"),
        ("1.5 qid:1 1:1\n", None, "file:1: expected whole grades up to 100, or .*, found 1.5"),
        ("inf qid:1 1:1\n", None, "file:1: expected whole grades .*, found inf"),
        ("0 qid:1 1:1\n31 qid:1 1:1\n", None,
         "file:2: expected grades up to 30, LightGBM's limit, or a mapping for others, found 31"),
        ("0 qid:1 1:1\n2 qid:2 1:1\n", None,
         "file: expected a topic with two documents of different grades, found none"),
        ("0 1:1\n1 1:1\n", "1\n2\n", "file: expected sizes that sum to the 2 documents of 'file', found 3"),
        ("0 1:1\n1 1:1\n", "1\n0\n", "file:2: expected the number of documents of a topic, found '0'"),
        ("0 1:1\n1 1:1\n", "1 2\n", "file:1: expected the number of documents of a topic, found '1 2'"),
    ],
)  # fmt: skip
def test_bad_files_are_one_sentence(text: str, groups: str | None, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        read(text, groups)


@pytest.mark.parametrize(
    ("values", "grades", "topics", "message"),
    [
        ([[1.0], [2.0]], [0, 1], [1],
         r"features: expected a row .*, found features of shape \(2, 1\), 2 grades and 1 topics"),
        ([[1.0], ["x"]], [0, 1], [1, 1], "features: expected arrays of numbers .*, found something else"),
        ([[1.0], [np.nan]], [0, 1], [1, 1], "features: expected finite .*, found nan as feature 0"),
        ([[1.0], [1.0]], [0, 101], [1, 1], "features: expected whole grades .*, found 101.0"),
    ],
)  # fmt: skip
def test_bad_arrays_are_one_sentence(
    values: npt.ArrayLike, grades: list[float], topics: list[object], message: str
) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        features(values, grades, topics)


def test_the_real_features_are_read_whole() -> None:
    """Numbers of the README beside the files."""
    folder = collections_folder() / "lightgbm-rank"
    found = read_features(folder / "rank.train.gz", folder / "rank.train.query")
    other = read_features(folder / "rank.test.gz", folder / "rank.test.query")
    assert (len(found.topics), found.grades.size, len(other.topics), other.grades.size) == (
        201,
        3005,
        50,
        768,
    )
    grades = np.bincount(found.grades) + np.bincount(other.grades)
    assert grades.tolist() == [851, 1467, 1110, 266, 79]
    assert found.sizes.min() == 1  # a topic of one document is no fault: nothing is learned from it


def test_features_are_found_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "other.txt").write_text("no features")
    (tmp_path / "a.letor").write_text("1 qid:1 1:1\n0 qid:1 1:2\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "b.train.gz").write_bytes(gzip.compress(b"1 1:1\n0 1:2\n"))
    (inner / "b.train.query").write_text("2\n")
    found = discover_features(tmp_path)
    assert [one.name for one in found] == ["a.letor", "inner/b.train"]
    assert [one.read().grades.tolist() for one in found] == [[1, 0], [1, 0]]
    before = found[0].stamp
    (tmp_path / "a.letor").write_text("1 qid:1 1:1\n0 qid:1 1:2\n0 qid:1 1:2\n")
    assert discover_features(tmp_path)[0].stamp != before


def test_the_synthetic_set_has_ohsumeds_shape_at_every_call() -> None:
    first, again = synthetic(), synthetic()
    assert (first.values == again.values).all()
    assert (first.grades == again.grades).all()
    assert (len(first.topics), first.values.shape, first.c) == (106, (16_140, 45), 2)
    assert first.values.min() == 0
    assert first.values.max() == 1
    assert synthetic(seed=1).grades.tolist() != first.grades.tolist()
