"""Subcollection AP: the list that is left, its chances, and that a document stays or goes once."""

from __future__ import annotations

import random

import numpy as np
import pytest

import gapviz
from gapviz.collection.errors import InputError
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import Collection, Run
from gapviz.collection.reading.hashes import identities
from gapviz.collection.reading.words import Words
from gapviz.collection.subcollection import stays, told_apart
from gapviz.measures.example import ranked_lists
from gapviz.measures.parse import measure
from gapviz.profile import profile
from tests import reference
from tests.lists import collection_of, random_topics


def kept_ids(ids: list[str], p: float, seed: int) -> set[str]:
    encoded = np.array([one.encode() for one in ids])
    return {
        one for one, stay in zip(ids, stays(identities(Words.of(encoded)), p, seed=seed), strict=True) if stay
    }


@pytest.mark.parametrize("p", [0.0, 0.3, 0.7, 1.0])
def test_it_is_ap_of_the_list_that_is_left(p: float) -> None:
    """Witness: the slow AP of each list after the documents that were not drawn are taken out."""
    topics = random_topics(500, 3, seed=8)
    collection = collection_of(topics)
    run = collection.runs[0]
    found = measure(f"subAP(p={p},seed=3)")(profile(collection))[0]
    for t, topic in enumerate(topics):
        codes = run.codes[run.offsets[t] : run.offsets[t + 1]]
        left = [
            grade
            for grade, stay in zip(topic.ranked, stays(codes, p, seed=3), strict=True)
            if (grade is None and stay) or grade not in (None, UNJUDGED)
        ]
        exact = reference.average_precision(left, topic.counts(3))
        assert found[t] == pytest.approx(float(exact), abs=1e-12)


def test_a_document_stays_or_goes_once_for_all_runs_and_topics() -> None:
    """[Y] 2.4: a subcollection. Witness: AP of runs from which the same documents were taken by hand.

    The runs hold the same documents outside the pool at different ranks, and in different company.
    """
    draw = random.Random(5)
    qrels = {topic: {f"{topic}-{i}": i % 2 for i in range(6)} for topic in ("1", "2")}
    outside = [f"other document {i}" for i in range(200)]
    lists = {
        name: {topic: draw.sample([*outside[:size], *judged], size + 6) for topic, judged in qrels.items()}
        for name, size in (("a", 200), ("b", 200), ("c", 90))
    }
    kept = kept_ids(outside, 0.4, 9)

    def run(ids: list[str]) -> dict[str, float]:
        return {one: -float(n) for n, one in enumerate(ids)}

    def loaded(left: set[str]) -> Collection:
        runs = {
            name: {topic: run([one for one in ids if one in left]) for topic, ids in topics.items()}
            for name, topics in lists.items()
        }
        return gapviz.load(qrels, runs, identities=True)

    judged = {one for topic in qrels.values() for one in topic}
    found = gapviz.scores(loaded({*outside, *judged}), ["subAP(p=0.4,seed=9)"])
    exact = gapviz.scores(loaded({*kept, *judged}), ["AP"])
    assert 40 < len(kept) < 120
    assert found.values.tolist() == exact.values.tolist()


def test_documents_that_are_not_told_apart_are_refused_where_it_matters() -> None:
    collection = gapviz.load({"1": {"a": 1}}, {"mine": {"1": {"x": 2.0, "a": 1.0}}})
    with pytest.raises(InputError) as refused:
        gapviz.scores(collection, ["subAP(p=0.5)"])
    assert str(refused.value) == (
        "subAP(p=0.5,seed=1): expected documents outside the pool that are told apart, by "
        "gapviz.load(..., identities=True), found a collection without that"
    )
    assert gapviz.scores(collection, ["subAP(p=0)", "subAP(p=1)"]).means().tolist() == [[1.0], [0.5]]


@pytest.mark.parametrize("numbered", [True, False])
def test_documents_stay_with_probability_p_each_by_itself(numbered: bool) -> None:
    ids = np.array([b"LA%06d-%04d" % (i // 7, i) for i in range(90_000)])
    codes = told_apart(np.arange(ids.size)) if numbered else identities(Words.of(ids))
    kept = stays(codes, 0.3, seed=1).reshape(300, 300)
    assert abs(kept.mean() - 0.3) < 4 * np.sqrt(0.21 / kept.size)
    shares = [kept.mean(axis=axis).var() for axis in (0, 1)]
    assert shares == pytest.approx([0.21 / 300] * 2, rel=0.4)
    neighbours = np.corrcoef(kept[:, 1:].reshape(-1), kept[:, :-1].reshape(-1))[0, 1]
    assert abs(neighbours) < 4 / np.sqrt(kept.size)
    for seed in range(2, 8):
        other = stays(codes, 0.3, seed=seed)
        assert abs(np.corrcoef(kept.reshape(-1), other)[0, 1]) < 4 / np.sqrt(kept.size)


def test_what_stays_at_one_share_stays_at_a_higher_one() -> None:
    few, many = (stays(told_apart(np.arange(500)), p, seed=1) for p in (0.2, 0.6))
    assert (few <= many).all()
    assert few.any()


def two_runs() -> Collection:
    lists = [(None, 1, None, None, 1, None, 1), (None, None, 1)]
    collection = ranked_lists(lists)
    codes = [*told_apart(np.arange(11)).tolist(), 0, -2, -4, 3]
    longer = Run("longer", np.array([0, 12, 15]), np.array(codes, np.int32))
    return collection.with_runs([*collection.runs, longer])


def test_a_value_does_not_depend_on_other_runs() -> None:
    both, one = two_runs(), measure("subAP(p=0.5)")
    alone = one(profile(both.with_runs(both.runs[:1])))
    assert one(profile(both))[0].tolist() == alone[0].tolist()
