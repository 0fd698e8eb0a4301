from __future__ import annotations

import io
import json
import math
from collections.abc import Callable
from typing import Any

import ir_measures
import numpy as np
import pandas as pd
import polars
import pyarrow
import pytest

from gapviz.analysis.rankings.scores import scores
from gapviz.collection.errors import InputError
from gapviz.collection.load import load
from gapviz.collection.model import Collection
from gapviz.collection.reading.in_memory import is_nested, memory_block, parse_json

GRADES = {"2": {"a": 1, "b": 0}, "10": {"01": 2, "1": 0}}
SCORES = {"10": {"1": 0.5, "01": 0.25}, "2": {"x y": 3, "b": 2.5, "a": 2.5}}
ROWS = [
    (topic, document, score) for topic, documents in SCORES.items() for document, score in documents.items()
]
JUDGED = [
    (topic, document, grade) for topic, documents in GRADES.items() for document, grade in documents.items()
]


def frame(rows: list[tuple[Any, ...]], last: str) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["query_id", "doc_id", last])


ROWLESS = frame([], "score")

SOURCES: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "dict": (lambda: GRADES, lambda: SCORES),
    "frame": (lambda: frame(JUDGED, "relevance"), lambda: frame(ROWS, "score")),
    "list": (
        lambda: [ir_measures.Qrel(*row) for row in JUDGED],
        lambda: [ir_measures.ScoredDoc(*row) for row in ROWS],
    ),
    "generator": (
        lambda: (ir_measures.Qrel(*row) for row in JUDGED),
        lambda: (ir_measures.ScoredDoc(*row) for row in ROWS),
    ),
    "numpy": (
        lambda: {t: {d: np.int64(g) for d, g in docs.items()} for t, docs in GRADES.items()},
        lambda: {t: {d: np.float32(s) for d, s in docs.items()} for t, docs in SCORES.items()},
    ),
}


def check(collection: Collection, name: str) -> None:
    assert collection.topics == ("2", "10")
    assert collection.run_names == (name,)
    assert collection.judgements.documents.tolist() == [b"a", b"b", b"01", b"1"]
    assert collection.grades.tolist() == [1, 0, 2, 0]
    # Scores tie for b and a in topic 2: descending ids.
    assert collection.runs[0].codes.tolist() == [-1, 1, 0, 3, 2]
    assert collection.runs[0].offsets.tolist() == [0, 3, 5]


@pytest.mark.parametrize("qrels", SOURCES)
@pytest.mark.parametrize("runs", SOURCES)
def test_sources_in_memory(qrels: str, runs: str) -> None:
    pool, run = SOURCES[qrels][0](), SOURCES[runs][1]()
    check(load(pool, run), "run")


def test_names() -> None:
    check(load(GRADES, {"mine": SCORES}), "mine")
    check(load(GRADES, {"mine": frame(ROWS, "score")}), "mine")
    check(load(GRADES, [SCORES]), "run 1")
    assert load(GRADES, [SCORES, frame(ROWS, "score")]).run_names == ("run 1", "run 2")


def test_whole_numbers_are_ids_by_their_text() -> None:
    collection = load(
        pd.DataFrame({"query_id": [1, 1], "doc_id": [7, 12], "relevance": [1, 0]}), {1: {12: 0.5, 7: 0.25}}
    )
    assert collection.topics == ("1",)
    assert collection.runs[0].codes.tolist() == [0, 1]


def test_topics_that_come_back() -> None:
    rows = [ROWS[0], ROWS[2], ROWS[1], ROWS[3], ROWS[4]]
    check(load(GRADES, frame(rows, "score")), "run")


@pytest.mark.parametrize(
    ("qrels", "runs", "message"),
    [
        (
            GRADES,
            {"2": {"a": math.nan}},
            "run: expected a number as score, found 'nan' for document 'a' of topic '2'",
        ),
        (
            GRADES,
            {"2": {"b": 1, "a": "1"}},
            "run: expected a number as score, found \"'1'\" for document 'a' of topic '2'",
        ),
        (
            GRADES,
            {"2": {"a": True}},
            "run: expected a number as score, found 'True' for document 'a' of topic '2'",
        ),
        (
            {"2": {"a": 0.5}},
            SCORES,
            "qrels: expected whole grades up to 100, or a mapping for others, found 0.5 "
            "for document 'a' of topic '2'",
        ),
        (
            GRADES,
            {"2": {"a": 10**5000}},
            "run: expected a number as score, found one beyond the range of doubles "
            "for document 'a' of topic '2'",
        ),
        (
            {"2": {"a": -(10**400)}},
            SCORES,
            "qrels: expected a number as grade, found one beyond the range of doubles "
            "for document 'a' of topic '2'",
        ),
        (
            {"2": {"a": None}},
            SCORES,
            "qrels: expected a number as grade, found 'None' for document 'a' of topic '2'",
        ),
        (
            {"2": {"a": math.inf}},
            SCORES,
            "qrels: expected a finite grade, found inf for document 'a' of topic '2'",
        ),
        (
            {"2": {1.5: 1}},
            SCORES,
            "qrels: expected a document id as text, found '1.5' for document 1.5 of topic '2'",
        ),
        (
            {math.nan: {"a": 1}},
            SCORES,
            "qrels: expected a topic id as text, found 'nan' for document 'a' of topic nan",
        ),
        (
            {"2": {"": 1}},
            SCORES,
            "qrels: expected a document id of 1 to 1000 bytes, found '' for document '' of topic '2'",
        ),
        (
            {"2": {"\0": 1}},
            SCORES,
            "qrels: expected a document id of 1 to 1000 bytes, found '\\x00' "
            "for document '\\x00' of topic '2'",
        ),
        (
            {"2": {"\ud800": 1}},
            SCORES,
            "qrels: expected a document id of 1 to 1000 bytes, found '\\ud800' "
            "for document '\\ud800' of topic '2'",
        ),
        ({"2": 1}, SCORES, "qrels: expected a dict {topic: {document: grade}}, found '1' for topic '2'"),
        ({}, SCORES, "qrels: expected at least one judgement, found none"),
        ({"1": {}, "2": {}}, SCORES, "qrels: expected at least one judgement, found none"),
        (3, SCORES, "qrels: expected a path, file, table or dict, found 'int'"),
        (GRADES, 3, "runs: expected a path, file, table or dict, found 'int'"),
        (polars.LazyFrame(), SCORES, "qrels: expected a path, file, table or dict, found 'LazyFrame'"),
        (GRADES, polars.LazyFrame(), "runs: expected a path, file, table or dict, found 'LazyFrame'"),
        (GRADES, [polars.LazyFrame()], "run 1: expected a path, file, table or dict, found 'LazyFrame'"),
        ([1], SCORES, "qrels:1: expected values with query_id, doc_id and relevance, found '1'"),
        (
            pd.DataFrame({"qid": ["1"]}),
            SCORES,
            "qrels: expected the columns query_id, doc_id, relevance, found 'qid'",
        ),
        (
            GRADES,
            frame([("2", "a", 1), ("2", "b", 0.5), ("2", "a", 0)], "score"),
            "run:3: expected each document once for a topic, or the option duplicates (first or best), "
            "found 'a' again for topic '2'",
        ),
        (
            frame([("2", "a", 1)], "relevance").iloc[:, [0, 1, 2, 1]],
            SCORES,
            "qrels: expected each column once, found 'doc_id' 2 times",
        ),
    ],
)
def test_messages(qrels: object, runs: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load(qrels, runs)
    assert str(caught.value) == message


def test_the_rule_rank_needs_a_file() -> None:
    with pytest.raises(InputError) as caught:
        load(GRADES, SCORES, ties="rank")
    assert (
        str(caught.value)
        == "run: expected a file with a rank column, which the rule 'rank' needs, found none"
    )


def test_nested() -> None:
    assert is_nested(GRADES)
    assert not is_nested({"mine": GRADES})
    assert not is_nested({"mine": "a.run"})
    assert not is_nested({})
    assert is_nested({"1": {}, **GRADES})
    assert not is_nested({"empty": {}, "mine": GRADES})
    assert not is_nested({"empty": {}})


def test_tables_of_any_kind() -> None:
    for make in (polars.DataFrame, pyarrow.table, pd.DataFrame):
        judged, ranked = (
            make(dict(zip(("query_id", "doc_id", last), zip(*rows, strict=True), strict=True)))
            for rows, last in ((JUDGED, "relevance"), (ROWS, "score"))
        )
        check(load(judged, ranked), "run")
        check(load(judged, {"mine": ranked}), "mine")
        assert load(judged, [ranked, SCORES, ranked]).run_names == ("run 1", "run 2", "run 3")
        with pytest.raises(InputError, match="expected the columns query_id, doc_id, relevance, found"):
            load(ranked, ranked)


def test_what_is_empty_is_kept() -> None:
    collection = load(
        {"0": {}, **GRADES}, {"none": {}, "some": {"10": {"1": 0.5}, "2": {}}, "all": SCORES, "rows": ROWLESS}
    )
    assert collection.topics == ("0", "2", "10")
    assert collection.judgements.offsets.tolist() == [0, 0, 2, 4]
    assert collection.run_names == ("none", "some", "all", "rows")
    assert [run.facts.rows for run in collection.runs] == [0, 1, 5, 0]
    assert collection.runs[0].offsets.tolist() == [0, 0, 0, 0]
    # AP of "all": topic 2 has its one relevant document third, topic 10 second; topic 0 has none.
    assert scores(collection, ["AP"]).means()[0].tolist() == [0.0, 0.0, (1 / 3 + 1 / 2) / 3, 0.0]
    report = collection.health()
    findings = {one.sentence: one.subjects for one in report.findings}
    assert findings["1 topic without any judgement: every run scores 0 there."] == ("0",)
    assert report.alarms == tuple(
        f"{name}: expected documents, found none: the run scores 0 everywhere." for name in ("none", "rows")
    )


def test_json_of_records() -> None:
    judged = [{"query_id": topic, "doc_id": one, "relevance": grade} for topic, one, grade in JUDGED]
    ranked = [{"query_id": topic, "doc_id": one, "score": score, "rank": 1} for topic, one, score in ROWS]
    files = [
        io.BytesIO(json.dumps(rows, indent=indent).encode()) for rows, indent in ((judged, 1), (ranked, None))
    ]
    assert load(*files).runs[0].codes.tolist() == [-1, 1, 0, 3, 2]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            '{"1": {"a": 1, "b": 0, "a": 2}}',
            "each document once for a topic, or the option duplicates (first or best), "
            "found 'a' again for topic '1'",
        ),
        ('{"1": {"a": 1}, "1": {"b": 0}}', "each topic once, found '1' again"),
        (
            '{"1": {"a": "x"}}',
            "a number as grade, or a mapping for words such as NO:0,FIRST:1, "
            "found \"'x'\" for document 'a' of topic '1'",
        ),
        (
            '{"1": {"a": 0.5}}',
            "whole grades up to 100, or a mapping for others, found 0.5 for document 'a' of topic '1'",
        ),
        (
            '{"1": {"a": ' + "1" * 5000 + "}}",
            "a number as grade, found one beyond the range of doubles for document 'a' of topic '1'",
        ),
        ('{"1": 5}', "a dict {topic: {document: grade}}, found '5' for topic '1'"),
        (
            '[{"query_id": "1", "doc_id": "a"}]',
            "values with query_id, doc_id and relevance, found 'query_id, doc_id' in record 1",
        ),
        (
            '[{"query_id": "1", "doc_id": "a", "relevance": "x"}]',
            "a number as grade, or a mapping for words such as NO:0,FIRST:1, "
            "found \"'x'\" for document 'a' of topic '1'",
        ),
    ],
)
def test_json_messages_say_where(content: str, message: str) -> None:
    file = io.BytesIO(content.encode())
    file.name = "q.json"
    with pytest.raises(InputError) as caught:
        load(file, [])
    assert str(caught.value) == f"q.json: expected {message}"


def test_a_document_twice_in_json_follows_the_rule_for_duplicates() -> None:
    content = io.BytesIO(b'{"1": {"a": 1, "b": 0, "a": 2}}')
    assert load(content, [], duplicates="first").grades.tolist() == [1, 0]
    assert load(content, [], duplicates="best").grades.tolist() == [2, 0]


@pytest.mark.parametrize(
    "judged",
    [
        {"1": {"a": "NO", "b": "L2", "c": 1}},
        frame([("1", "a", "NO"), ("1", "b", "L2"), ("1", "c", 1)], "relevance"),
        io.BytesIO(b'{"1": {"a": "NO", "b": "L2", "c": 1}}'),
    ],
)
def test_words_as_grades_in_memory(judged: object) -> None:
    assert load(judged, [], grades="NO:0,L2:2").grades.tolist() == [0, 2, 1]
    with pytest.raises(InputError, match="or a mapping for words such as NO:0,FIRST:1, found \"'L2'\""):
        load(judged, [], grades="NO:0")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"1": {"a": 1}', "q.json:1: expected JSON, found \"Expecting ',' delimiter\""),
        (
            b"[1]",
            "q.json: expected JSON {topic: {document: number}}, or records [{query_id, doc_id, ...}], "
            "found '[1]'",
        ),
        (
            b'{"a":' * 100_000,
            "q.json: expected JSON {topic: {document: number}}, or records [{query_id, doc_id, ...}], "
            "found 'maximum recursion depth exceeded",
        ),
    ],
)
def test_json_messages(content: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_json("q.json", content)
    assert str(caught.value).startswith(message)


def test_json_with_zeros_is_no_other_encoding() -> None:
    """Python's reader takes bytes with zeros for UTF-16 or UTF-32."""
    for content in (b'{\0"1": {"a": 1}}', b'{\0\0\0"1": {"a": 1}}', b'[\0{"query_id": "1"}]'):
        with pytest.raises(InputError, match=r"^a.json:1: expected JSON, found "):
            parse_json("a.json", content)


def test_a_record_without_a_column_is_said() -> None:
    records = parse_json("a.json", b'[{"query_id": "1", "doc_id": "a", "score": 1}, {"doc_id": "a"}]')
    with pytest.raises(InputError, match=r"query_id, doc_id and score, found 'doc_id' in record 2$"):
        memory_block("a.json", records, "score")
    with pytest.raises(
        InputError, match=r"^a:1: expected values with query_id, doc_id and score, found '3'$"
    ):
        memory_block("a", [3], "score")
