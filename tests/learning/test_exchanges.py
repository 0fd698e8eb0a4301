"""What an exchange changes is what the measures say before and after it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from gapviz.collection.errors import InputError
from gapviz.learning.batches import batches
from gapviz.learning.exchanges import exchanges
from gapviz.measures.parse import measure
from tests import reference
from tests.learning.lists import measures_for, random_features, slow


def test_the_double_sums_are_those_of_the_papers() -> None:
    ranked = np.array([[1, 0, 2, 1, 0], [0, 0, 1, 2, 2], [0, 0, 0, 0, 0]])
    g = (Fraction(1, 4), Fraction(3, 4))
    for row in ranked.tolist():
        R = [row.count(k) for k in range(3)]
        for name in ("gap", "xgap", "egap"):
            text = f"{name[:-3]}GAP(g=1/4,3/4)"
            exact = float(getattr(reference, name)(row, R, g))
            assert slow(measure(text), np.array([row]), 2)[0] == pytest.approx(exact, abs=1e-15)
        exact = float(reference.average_precision(row, R, 2))
        assert slow(measure("AP(rel=2)"), np.array([row]), 2)[0] == pytest.approx(exact, abs=1e-15)


@pytest.mark.parametrize("c", [1, 2, 3, 4])
def test_changes_are_those_of_the_measure_computed_again_on_500_lists(c: int) -> None:
    for length in range(2, 10):
        made = random_features(16, length, c, seed=100 * c + length)
        rng = np.random.default_rng(length)
        scores = rng.integers(0, 4, made.grades.size).astype(float)  # with ties
        for batch in batches(made.grades, made.offsets):
            ranks = batch.ranks(scores)
            b, i, j = np.nonzero(batch.pairs)
            exchanged = ranks[b]
            exchanged[np.arange(b.size), i], exchanged[np.arange(b.size), j] = ranks[b, j], ranks[b, i]
            before, after = (
                np.take_along_axis(batch.grades[b], np.argsort(one, axis=1), axis=1)
                for one in (ranks[b], exchanged)
            )
            for one in measures_for(c, seed=10 * c + length):
                found = exchanges(one, made.recall_bases)(batch, ranks)[b, i, j]
                expected = slow(one, after, c) - slow(one, before, c)
                np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_topics_of_all_lengths_fill_batches_once() -> None:
    rng = np.random.default_rng(0)
    sizes = rng.integers(1, 200, 60)
    grades = rng.integers(0, 3, sizes.sum()).astype(np.int8)
    offsets = np.concatenate([[0], np.cumsum(sizes)])
    made = batches(grades, offsets)
    rows = np.concatenate([one.rows[one.there] for one in made])
    useful = [t for t in range(60) if np.unique(grades[offsets[t] : offsets[t + 1]]).size > 1]
    expected = [row for t in useful for row in range(offsets[t], offsets[t + 1])]
    assert sorted(rows.tolist()) == expected
    for one in made:
        assert (np.sort(one.ranks(rng.random(grades.size)), axis=1) == np.arange(one.rows.shape[1]) + 1).all()


def test_equal_scores_keep_the_order_of_the_rows() -> None:
    (one,) = batches(np.array([0, 2, 1], np.int8), np.array([0, 3]))
    assert one.rows.tolist() == [[1, 2, 0]]
    assert one.ranks(np.zeros(3)).tolist() == [[2, 3, 1]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P@10", "P@10: expected a measure to train for: AP, GAP, xGAP, eGAP, nDCG, found another"),
        ("AP(rel=3)", r"AP\(rel=3\): expected rel from 1 to 2 \(grades go to 2\), found 3"),
        ("GAP(g=0.5,0.25,0.25)", r"g: expected 2 threshold probabilities \(grades go to 2\), found 3"),
    ],
)
def test_what_cannot_be_trained_for_is_one_sentence(text: str, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        exchanges(measure(text), np.array([[2, 1]]))
