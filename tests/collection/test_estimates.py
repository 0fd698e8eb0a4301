"""Scores that a run keeps for the average distance measure."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz.collection.errors import InputError
from gapviz.collection.model import Run, Ties
from gapviz.collection.reading.ranking import scaled
from gapviz.measures.parse import measure
from gapviz.profile import profile


def files(folder: Path, *, groups: bool) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Write qrels and a run with scores of a few values, topics in groups or mixed; return what they hold."""
    draw = random.Random(1)
    qrels = {f"t{t}": {f"d{d}": draw.randrange(4) for d in range(12)} for t in range(8)}
    run = {
        topic: {f"d{d}": draw.randrange(-4, 9) / 4 for d in draw.sample(range(20), draw.randrange(1, 15))}
        for topic in [*list(qrels)[:7], "extra"]
    }
    rows = [(topic, document, score) for topic, scores in run.items() for document, score in scores.items()]
    if not groups:
        draw.shuffle(rows)
    folder.mkdir()
    (folder / "qrels").write_text(
        "".join(f"{t} 0 {d} {g}\n" for t, judged in qrels.items() for d, g in judged.items())
    )
    (folder / "run").write_text("".join(f"{t} Q0 {d} {n} {s} tag\n" for n, (t, d, s) in enumerate(rows)))
    return qrels, run


def slow(judged: dict[str, int], scores: dict[str, float]) -> Fraction:
    """Kishida eq. 38 over the judged documents, scores scaled by the topic's lowest and highest."""
    values = [Fraction(score) for score in scores.values()]
    low, high = min(values), max(values)
    total = Fraction(0)
    for document, grade in judged.items():
        share = Fraction(0)
        if document in scores:
            share = (Fraction(scores[document]) - low) / (high - low) if high > low else Fraction(1)
        total += abs(share - Fraction(grade, 3))
    return 1 - total / len(judged)


@pytest.mark.parametrize("groups", [True, False])
@pytest.mark.parametrize("ties", ["trec_eval", "file"])
def test_adm_of_files(tmp_path: Path, groups: bool, ties: Ties) -> None:
    qrels, run = files(tmp_path / "data", groups=groups)
    cache = tmp_path / "cache"
    for _ in ("read", "from the cache"):
        collection = gapviz.load(
            tmp_path / "data" / "qrels", tmp_path / "data" / "run", ties=ties, cache=cache
        )
        found = measure("ADM")(profile(collection))[0]
        for topic, value in zip(collection.topics, found.tolist(), strict=True):
            expected = slow(qrels[topic], run[topic]) if topic in run else 0
            assert value == pytest.approx(float(expected), abs=1e-12)
    assert list(cache.iterdir())


def test_adm_of_dictionaries_follows_the_depth() -> None:
    """The first three of a's documents remain: scores 4, 3, 2 become 1, 1/2, 0."""
    qrels = {"1": {"a": 1, "b": 0, "c": 1, "d": 1}}
    run = {"1": {"a": 4.0, "b": 3.0, "c": 2.0, "d": 1.0}}
    collection = gapviz.load(qrels, {"run": run}, depth=3)
    assert measure("ADM")(profile(collection)).item() == pytest.approx(1 - (0 + 0.5 + 1 + 1) / 4)


def test_equal_codes_with_other_scores_are_another_collection() -> None:
    one, other = (
        gapviz.load({"1": {"a": 1, "b": 0}}, {"run": {"1": {"a": 2.0, "b": s, "x": 0.0}}}) for s in (1.0, 1.5)
    )
    assert one.runs[0].codes.tolist() == other.runs[0].codes.tolist()
    assert one.fingerprint != other.fingerprint


def test_infinite_and_huge_scores_stay_between_0_and_1() -> None:
    infinity, huge = float("inf"), 1.7e308
    scores = np.array([infinity, 1.0, -infinity, huge, 0.0, -huge, 5.0, 5.0])
    counts = np.array([3, 0, 3, 2])
    assert scaled(scores, counts, np.ones(8, np.bool_)).tolist() == [1, 0, 0, 1, 0.5, 0, 1, 1]


def test_a_run_without_scores_has_no_adm() -> None:
    collection = gapviz.load({"1": {"a": 1}}, {"run": {"1": {"a": 2.0}}})
    bare = collection.with_runs([Run("bare", np.array([0, 1]), np.array([0], np.int32))])
    with pytest.raises(InputError) as caught:
        measure("ADM")(profile(bare))
    assert str(caught.value) == "ADM: expected a run with scores, found none in bare"


def test_a_run_of_some_of_its_documents_keeps_their_scores() -> None:
    """Scores 4, 3, 2, 0 of a, x, b, c; without x and b distances are 0, and 1 for b of grade 1."""
    collection = gapviz.load(
        {"1": {"a": 1, "b": 1, "c": 0}}, {"run": {"1": {"a": 4.0, "x": 3.0, "b": 2.0, "c": 0.0}}}
    )
    run = collection.runs[0].only(np.array([True, False, False, True]))
    assert run.offsets.tolist() == [0, 2]
    assert run.estimates is not None
    assert run.estimates.tolist() == [1.0, 0.0]
    assert measure("ADM")(profile(collection.with_runs([run]))).item() == pytest.approx(1 - 1 / 3)
