"""Topic sets, and Table 1 of the xGAP paper from the official judgements."""

from __future__ import annotations

import numpy as np
import pytest

import gapviz
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.health.topics import few_highly_relevant, nothing_relevant, topic_sets
from tests.shared import collections_folder

# Table 1; the mapping of TREC 21 is the one of shared/collections/README.md.
TABLE_1 = {
    "trec10-web": (None, (17,), (2, 67.26, 372)),
    "trec14-robust": (None, (6,), (9, 131.22, 376)),
    "trec21-web": ("-2:0,4:3", (10, 7), (6, 70.46, 253)),
}


@pytest.mark.parametrize("name", TABLE_1)
def test_table_1_from_the_official_judgements(name: str) -> None:
    grades, few, (lowest, average, highest) = TABLE_1[name]
    path = collections_folder() / "official-qrels" / f"{name}.qrels.txt.gz"
    collection = gapviz.load(path, [], grades=grades)
    counts = grade_counts(collection)
    sets = topic_sets(counts)
    relevant = counts[:, 1:].sum(axis=1)
    assert len(collection.topics) == 50
    assert tuple(int(mask.sum()) for mask in sets.values()) == (50, *few)
    assert (relevant.min(), relevant.max()) == (lowest, highest)
    assert relevant.mean() == pytest.approx(average, abs=1e-9)


def test_few_takes_the_bound_and_leaves_out_none() -> None:
    # By hand: 20 >= 10 * 2 yes; 19 >= 20 no; R[2] = 0 is none, not few; R[1] = 0 can't be ten times as many.
    counts = np.array([[0, 20, 2], [0, 19, 2], [0, 20, 0], [0, 0, 1]])
    assert few_highly_relevant(counts).tolist() == [True, False, False, False]


def test_sets_are_named_in_the_order_of_the_tables() -> None:
    counts = np.array([[0, 10, 1, 1, 1], [0, 10, 2, 0, 1]])
    masks = {name: mask.tolist() for name, mask in topic_sets(counts).items()}
    assert masks == {
        "all": [True, True],
        "few highly relevant": [True, False],
        "few key": [True, False],
        "few of grade 4": [True, True],
    }
    assert list(masks) == ["all", "few highly relevant", "few key", "few of grade 4"]


def test_binary_judgements_have_all_topics_only() -> None:
    assert list(topic_sets(np.array([[3, 4], [3, 0]]))) == ["all"]


def test_nothing_relevant() -> None:
    assert nothing_relevant(np.array([[3, 0, 0], [0, 0, 2], [0, 0, 0]])).tolist() == [True, False, True]
