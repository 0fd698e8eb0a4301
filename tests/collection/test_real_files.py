"""The shared collections: every run loads, and samples are ranked as the slow reader ranks them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast, get_args

import numpy as np
import pytest
import pytrec_eval

from gapviz.collection.errors import InputError
from gapviz.collection.load import discover, load
from gapviz.collection.model import Collection, Ties
from gapviz.collection.reading.files import find
from tests import reference
from tests.real import real_collection
from tests.shared import collections_folder

COVID = ("trec-covid-round1/qrels.txt", "trec-covid-round1/runs")
CLEF = (
    "clef-ehealth-2013/qrels.clef2013ehealth.1-50-test.graded.final.20062013.txt",
    "clef-ehealth-2013/runs",
)


def check_lists(collection: Collection, content: bytes) -> None:
    """Compare the only run with the slow reader."""
    pool, run = collection.judgements, collection.runs[0]
    wanted = reference.ranked_lists(content, collection.ranking.ties)
    for t, topic in enumerate(pool.topics):
        start, end = pool.offsets[t], pool.offsets[t + 1]
        places = {name.decode(): int(start) + i for i, name in enumerate(pool.documents[start:end].tolist())}
        codes = run.codes[run.offsets[t] : run.offsets[t + 1]].tolist()
        assert codes == [places.get(document, -1) for document in wanted.get(topic, [])]


@pytest.mark.parametrize(
    ("name", "runs", "topics"), [("trec-covid-round1", 143, 30), ("clef-ehealth-2013", 42, 50)]
)
def test_all_runs_load(name: str, runs: int, topics: int) -> None:
    collection = real_collection(name)
    assert len(collection.runs) == runs
    assert len(collection.topics) == topics


def test_twelve_runs_of_round_1_contradict_their_ranks() -> None:
    # Witness: README of the shared collections.
    collection = real_collection("trec-covid-round1")
    assert sum(run.facts.misranked_topics > 0 for run in collection.runs) == 12


@pytest.mark.parametrize("ties", get_args(Ties))
@pytest.mark.parametrize(("places", "step"), [(COVID, 36), (CLEF, 20)])
def test_ranks_against_reference(places: tuple[str, str], step: int, ties: Ties) -> None:
    qrels, folder = (collections_folder() / place for place in places)
    for file in find(folder)[::step]:
        check_lists(load(qrels, [file], ties=ties), bytes(file.read()))


@pytest.mark.parametrize(("places", "step"), [(COVID, 40), (CLEF, 20)])
def test_average_precision_against_pytrec_eval(places: tuple[str, str], step: int) -> None:
    """pytrec_eval keeps scores as 32-bit floats, as trec_eval 9 does."""
    qrels, folder = (collections_folder() / place for place in places)
    judged: dict[str, dict[str, int]] = {}
    for _, (topic, _, document, grade) in reference.fields(qrels.read_bytes()):
        judged.setdefault(topic, {})[document] = int(grade)
    evaluator = pytrec_eval.RelevanceEvaluator(judged, {"map"})
    for file in find(folder)[::step]:
        scores: dict[str, dict[str, float]] = {}
        for _, row in reference.fields(bytes(file.read())):
            scores.setdefault(row[0], {})[row[2]] = float(row[4])
        collection = load(qrels, [file], ties="trec_eval9")
        for topic, values in cast(dict[str, dict[str, Any]], evaluator.evaluate(scores)).items():
            np.testing.assert_allclose(average_precision(collection, topic), values["map"], atol=1e-12)


def average_precision(collection: Collection, topic: str) -> float:
    t = collection.topics.index(topic)
    pool, run = collection.judgements, collection.runs[0]
    codes = run.codes[run.offsets[t] : run.offsets[t + 1]]
    relevant = (codes >= 0) & (pool.raw_grades[codes] > 0)
    hits = np.flatnonzero(relevant) + 1
    total = int(np.count_nonzero(pool.raw_grades[pool.offsets[t] : pool.offsets[t + 1]] > 0))
    return float((np.arange(1, hits.size + 1) / hits).sum() / total) if total else 0.0


@pytest.mark.parametrize(
    ("qrels", "run", "rows"),
    [
        ("qrels.test", "results.test", 1500),
        ("qrels.test", "results.trunc", 584),
        ("qrels.test.with-comments", "results.test", 1500),
        ("qrels.comment.test", "results.comment.test", 30100),
        ("qrels.rel_level", "results.test", 1500),
    ],
)
def test_files_of_trec_eval(qrels: str, run: str, rows: int) -> None:
    folder = collections_folder() / "odd-files" / "trec_eval"
    collection = load(folder / qrels, folder / run)
    assert collection.runs[0].facts.rows == rows
    check_lists(collection, (folder / run).read_bytes())


def test_files_of_ranx() -> None:
    folder = collections_folder() / "odd-files" / "ranx"
    one = load(folder / "small_qrels.json", folder / "results.test").judgements
    other = load(folder / "small_qrels.trec", folder / "results.test").judgements
    assert one.topics == other.topics == ("q_1", "q_2")
    assert one.documents.tolist() == other.documents.tolist()
    assert one.raw_grades.tolist() == other.raw_grades.tolist()
    assert len(load(folder / "qrels.trec", folder / "results.test").judgements.documents) > 5000


def test_other_files_are_refused_with_a_line() -> None:
    folder = collections_folder() / "odd-files" / "trec_eval"
    for name in ("bpref_bug", "LICENSE.md", "out.test", "zscores_file", "prefs.rank20"):
        with pytest.raises(InputError) as caught:
            load(folder / "qrels.test", folder / name)
        assert caught.value.line is not None


def test_discover() -> None:
    found = discover(collections_folder())
    assert [(one.name, len(one.runs)) for one in found] == [("clef-ehealth-2013", 42)] * 4 + [
        ("trec-covid-round1", 143)
    ]
    assert len({one.qrels.name for one in found}) == 5
    assert [one.name for one in discover(Path(collections_folder()) / "trec-covid-round1")] == [
        "trec-covid-round1"
    ]
