from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap
from gapviz.collection.model import Judgements
from gapviz.collection.reading.qrels import read_judgements
from gapviz.collection.reading.rows import Text
from gapviz.collection.reading.rules import Duplicates, Rules


def read(content: bytes, grades: str = "", duplicates: Duplicates = "refuse") -> Judgements:
    return read_judgements(Text.of("qrels", content), GradeMap.parse(grades), Rules(duplicates))


def test_topics_in_natural_order_and_documents_by_bytes() -> None:
    pool = read(b"10 0 b 1\n2 0 b 0\n10 0 B 2\n2 0 a-long-name 3\n10 0 a 0\n2 0 \xc3\xa9 -1\n")
    assert pool.topics == ("2", "10")
    assert pool.offsets.tolist() == [0, 3, 6]
    assert pool.documents.tolist() == [b"a-long-name", b"b", "é".encode(), b"B", b"a", b"b"]
    assert pool.raw_grades.tolist() == [3, 0, -1, 2, 0, 1]


def test_fractions_need_a_mapping() -> None:
    content = b"1 0 a 1\n1 0 b 0.5\n"
    with pytest.raises(InputError) as caught:
        read(content)
    assert str(caught.value) == "qrels:2: expected whole grades up to 100, or a mapping for others, found 0.5"
    assert read(content, "0.5:1").raw_grades.tolist() == [1, 0.5]
    assert read(content, "consecutive").raw_grades.tolist() == [1, 0.5]


@pytest.mark.parametrize("grades", ["", "negative:not relevant", "-1:unjudged"])
def test_negative_fractions_need_a_mapping_too(grades: str) -> None:
    with pytest.raises(InputError) as caught:
        read(b"1 0 a 1\n1 0 b -0.5\n", grades)
    assert (
        str(caught.value) == "qrels:2: expected whole grades up to 100, or a mapping for others, found -0.5"
    )
    assert read(b"1 0 a 1\n1 0 b -0.5\n", "-0.5:0").raw_grades.tolist() == [1, -0.5]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1:2,1:3", "each raw grade once, found '1:3' after another of it"),
        ("1:2, 1.0:2", "each raw grade once, found '1.0:2' after another of it"),
        (
            "negative:unjudged,negative:not relevant",
            "each raw grade once, found 'negative:not relevant' after another of it",
        ),
        ("nan:1", "raw:grade pairs such as -2:0,4:3 or -1:unjudged, found 'nan:1'"),
        ("1e999:1", "raw:grade pairs such as -2:0,4:3 or -1:unjudged, found '1e999:1'"),
        ("1:101", "raw:grade pairs such as -2:0,4:3 or -1:unjudged, found '1:101'"),
        ("1" * 99, f"raw:grade pairs such as -2:0,4:3 or -1:unjudged, found '{'1' * 60}...'"),
    ],
)
def test_what_is_no_grade_mapping(text: str, found: str) -> None:
    with pytest.raises(InputError) as caught:
        GradeMap.parse(text)
    assert str(caught.value) == f"grades: expected {found}"


def test_a_grade_mapping_is_checked_when_it_is_made() -> None:
    for pairs in ([(1, 2)], ((1, "2"),), ((1, 2, 3),), 5, (("a", 1),), ((math.nan, 1),), {1: 2}):
        with pytest.raises(InputError, match="expected pairs of a raw grade and a whole grade"):
            GradeMap(pairs)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="negative: expected one of not relevant, unjudged, found"):
        GradeMap(negative="zero")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"1 0 a 1\n1 0 b x\n",
            "qrels:2: expected a number as grade, or a mapping for words such as NO:0,FIRST:1, found 'x'",
        ),
        (
            b"1 0 a nan\n",
            "qrels:1: expected a number as grade, or a mapping for words such as NO:0,FIRST:1, found 'nan'",
        ),
        (b"1 0 a inf\n", "qrels:1: expected a finite grade, found inf"),
        (
            b"1 0 a 101\n",
            "qrels:1: expected whole grades up to 100 (setting GAPVIZ_MAX_GRADE), or a mapping for others, "
            "found 101",
        ),
        (
            b"2 0 a 1\n1 0 a 1\n2 0 a 0\n",
            "qrels:3: expected each document once for a topic, or the option duplicates (first or best), "
            "found 'a' again for topic '2'",
        ),
        (b"", "qrels: expected judgements (topic iteration document grade), found no rows"),
        (b"# only a comment", "qrels: expected judgements (topic iteration document grade), found no rows"),
    ],
)
def test_messages(content: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(content)
    assert str(caught.value) == message


def test_the_first_of_two_judgements_is_kept_on_request() -> None:
    pool = read(b"1 0 a 2\n1 0 b 1\n1 0 a 0\n", duplicates="first")
    assert pool.raw_grades.tolist() == [2, 1]
    assert (pool.duplicates, pool.raised) == (1, 0)


def test_the_best_of_all_judgements_is_the_highest_grade() -> None:
    """Five of seven are dropped; a is raised by its third judgement, b stays as it is first."""
    content = b"1 0 a 0\n1 1 a 1\n1 2 a 2\n2 0 a 0\n1 0 b 1\n1 1 b 0\n1 2 b 1\n1 9 a 1\n"
    best, first = read(content, duplicates="best"), read(content, duplicates="first")
    assert best.raw_grades.tolist() == [2, 1, 0]
    assert first.raw_grades.tolist() == [0, 1, 0]
    assert (best.duplicates, best.raised) == (first.duplicates, first.raised) == (5, 1)


@given(st.lists(st.tuples(st.sampled_from("12"), st.sampled_from("abc"), st.integers(-2, 4)), min_size=1))
def test_the_best_judgement_against_a_dict(rows: list[tuple[str, str, int]]) -> None:
    """Witness: the highest grade of each topic and document, and the first, gathered one by one."""
    highest: dict[tuple[str, str], int] = {}
    first: dict[tuple[str, str], int] = {}
    for topic, document, grade in rows:
        first.setdefault((topic, document), grade)
        highest[topic, document] = max(grade, highest.get((topic, document), grade))
    content = "".join(f"{topic} 0 {document} {grade}\n" for topic, document, grade in rows).encode()
    pool = read(content, duplicates="best")
    assert pool.raw_grades.tolist() == [highest[key] for key in sorted(highest)]
    assert pool.duplicates == len(rows) - len(highest)
    assert pool.raised == sum(highest[key] > first[key] for key in highest)


def test_words_as_grades() -> None:
    content = b"1 0 a NO\n1 0 b FIRST\n1 0 c L2\n1 0 d 1\n1 0 e ?x\n"
    grades = "NO:0,FIRST:1,L2:2,?x:unjudged"
    pool = read(content, grades)
    assert GradeMap.parse(grades).apply(pool.raw_grades).tolist() == [0, 1, 2, 1, -1]
    assert str(GradeMap.parse(grades)) == "?x:unjudged,FIRST:1,L2:2,NO:0"
    assert GradeMap.parse(str(GradeMap.parse(grades))) == GradeMap.parse(grades)
    assert GradeMap.parse("FIRST:4,L2:2,consecutive").apply(np.array([4.0, 2.0])).tolist() == [2, 1]
    with pytest.raises(InputError, match="qrels:3: expected a number as grade, or a mapping for words"):
        read(content, "NO:0,FIRST:1")


@pytest.mark.parametrize("text", ["FIRST:1,1:2", "x:unjudged,negative:not relevant", "-1:0,x:unjudged"])
def test_the_grade_of_a_word_is_not_changed_again(text: str) -> None:
    with pytest.raises(InputError, match="expected words whose grades the other parts do not change"):
        GradeMap.parse(text)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"1 0 a 1\n1 1 a 0\n", "'a' again for topic '1' with another second column, as where groups or"),
        (b"301 A B d1 1.0\n", "5, as in preference judgements (topic group subgroup document preference)"),
    ],
)
def test_what_is_no_qrels_file_is_named(content: bytes, found: str) -> None:
    with pytest.raises(InputError) as caught:
        read(content)
    assert f", found {found}" in str(caught.value)


def test_a_header_and_comments_that_could_be_judgements() -> None:
    pool = read(b"topic iteration document 0\n1 0 a 1\n#2 0 b 1\n# four words of comment\n")
    assert (pool.topics, pool.header, pool.commented) == (("1",), True, 1)
    assert read(b"TOPIC ITERATION DOCUMENT# RELEVANCY\n1 0 a 1\n").header  # as NIST names the columns


@given(st.lists(st.binary(max_size=12), max_size=30))
def test_any_bytes_give_judgements_or_an_input_error(parts: list[bytes]) -> None:
    try:
        read(b"1 0 a 1\n" + b" ".join(parts))
    except InputError as error:
        assert str(error).startswith("qrels")  # noqa: PT017


@pytest.mark.parametrize("raw", [-2, 4.0, 0.5, 0.1234567, 0.1 + 0.2, 123456789, 1e22, -1e-7])
def test_a_grade_mapping_parses_back(raw: float) -> None:
    grade_map = GradeMap(((raw, 1),))
    assert GradeMap.parse(str(grade_map)) == grade_map
