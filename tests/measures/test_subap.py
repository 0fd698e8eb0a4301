"""Subcollection AP: the list that is left, its chances, and what its random part does not depend on."""

from __future__ import annotations

import numpy as np
import pytest

from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import Collection, Run
from gapviz.measures.example import ranked_lists
from gapviz.measures.induced import _kept
from gapviz.measures.parse import measure
from gapviz.profile import profile
from tests import reference
from tests.lists import collection_of, random_topics


@pytest.mark.parametrize("p", [0.0, 0.3, 0.7, 1.0])
def test_it_is_ap_of_the_list_that_is_left(p: float) -> None:
    """Witness: the slow AP of each list after the documents that were not drawn are taken out."""
    topics = random_topics(500, 3, seed=8)
    collection = collection_of(topics)
    found = measure(f"subAP(p={p},seed=3)")(profile(collection))[0]
    kept = _kept(collection.topics, 20, p, 3)
    for t, topic in enumerate(topics):
        outside = iter(kept[t].tolist())
        left = [
            grade
            for grade in topic.ranked
            if (grade is None and next(outside)) or grade not in (None, UNJUDGED)
        ]
        exact = reference.average_precision(left, topic.counts(3))
        assert found[t] == pytest.approx(float(exact), abs=1e-12)


def test_documents_stay_with_probability_p_each_by_itself() -> None:
    kept = _kept(tuple(map(str, range(300))), 300, 0.3, 1)
    assert abs(kept.mean() - 0.3) < 4 * np.sqrt(0.21 / kept.size)
    shares = [kept.mean(axis=axis).var() for axis in (0, 1)]
    assert shares == pytest.approx([0.21 / 300] * 2, rel=0.4)
    neighbours = np.corrcoef(kept[:, 1:].reshape(-1), kept[:, :-1].reshape(-1))[0, 1]
    assert abs(neighbours) < 4 / np.sqrt(kept.size)
    other = _kept(tuple(map(str, range(300))), 300, 0.3, 2)
    assert abs(np.corrcoef(kept.reshape(-1), other.reshape(-1))[0, 1]) < 4 / np.sqrt(kept.size)


def test_what_stays_at_one_share_stays_at_a_higher_one() -> None:
    few, many = (_kept(("a", "b"), 500, p, 1) for p in (0.2, 0.6))
    assert (few <= many).all()


def two_runs() -> Collection:
    lists = [(None, 1, None, None, 1, None, 1), (None, None, 1)]
    collection = ranked_lists(lists)
    longer = Run("longer", np.array([0, 12, 15]), np.array([-1] * 11 + [0, -1, -1, 3], np.int32))
    return collection.with_runs([*collection.runs, longer])


def test_a_value_does_not_depend_on_other_runs() -> None:
    both, one = two_runs(), measure("subAP(p=0.5)")
    alone = one(profile(both.with_runs(both.runs[:1])))
    assert one(profile(both))[0].tolist() == alone[0].tolist()
