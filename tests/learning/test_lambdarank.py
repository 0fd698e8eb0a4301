"""Gradients of pairs: a plain double loop, and LightGBM's own trees."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gapviz.arrays import FloatArray
from gapviz.learning import PEERS, Features, LambdaRank, features, synthetic
from gapviz.learning.rankers import grown
from tests.learning.lists import measures_for, random_features, slow

LAMBDARANK = PEERS[0]


def by_pairs(objective: LambdaRank, made: Features, scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Sum over pairs as the docstring of `LambdaRank` has it, one after the other."""
    gradient, second = np.zeros(scores.size), np.zeros(scores.size)
    for low, high in zip(made.offsets[:-1], made.offsets[1:], strict=True):
        rows = np.arange(low, high)
        order = rows[np.argsort(-scores[rows], kind="stable")]
        ranked = made.grades[order].astype(np.int64)
        before = slow(objective.measure, ranked[None], made.c)[0]
        apart = scores[rows].min() < scores[rows].max()
        total = 0.0
        pairs = [(a, b) for a in range(order.size) for b in range(order.size) if ranked[a] > ranked[b]]
        after = np.tile(ranked, (max(len(pairs), 1), 1))
        for number, (a, b) in enumerate(pairs):
            after[number, [a, b]] = ranked[[b, a]]
        changes = np.abs(slow(objective.measure, after, made.c) - before)
        for delta, (a, b) in zip(changes.tolist(), pairs, strict=False):
            ahead = scores[order[a]] - scores[order[b]]
            delta /= 0.01 + abs(ahead) if apart else 1.0
            rho = 1 / (1 + math.exp(ahead))
            gradient[order[a]] -= delta * rho
            gradient[order[b]] += delta * rho
            second[order[[a, b]]] += delta * rho * (1 - rho)
            total += 2 * delta * rho
        scale = math.log2(1 + total) / total if total else 1.0
        gradient[rows] *= scale
        second[rows] *= scale
    return gradient, second


def test_gradients_are_the_sums_over_pairs() -> None:
    made = random_features(6, 7, 3, seed=4)
    rng = np.random.default_rng(4)
    for scores in (np.zeros(42), rng.integers(0, 3, 42).astype(float), rng.standard_normal(42)):
        for one in measures_for(3, seed=5):
            objective = LambdaRank(one, made)
            for found, expected in zip(objective(scores), by_pairs(objective, made, scores), strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-10, atol=1e-13)


def test_trees_for_ndcg_are_those_of_lightgbm() -> None:
    """LightGBM takes its sigmoid from a table: the scores of 20 trees differ from the fifth digit on.

    Topics of at most 30 documents, since LightGBM's pairs need one among the first 30.
    """
    made = synthetic(topics=40, documents=1000)
    assert made.sizes.max() <= 60
    made = made.part(np.flatnonzero(made.sizes <= 30))
    *_, ours = grown(made, LambdaRank("nDCG(gain=exponential)", made), made.values, rounds=20)
    *_, theirs = grown(made, LAMBDARANK, made.values, rounds=20)
    assert theirs.std() > 0.3
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-4)


def test_xgap_alone_can_lose_where_a_better_document_moves_up() -> None:
    """mathematics.md: 0,0,0,1,2 and 0,0,0,2,1 with R[1] = 10, R[2] = 1, the other nine below."""
    grades = [0, 0, 0, 1, 2, *[1] * 9]
    made = features(np.zeros((14, 1)), grades, [1] * 14)
    scores = -np.arange(14.0)
    shares = {}
    for name in ("GAP", "xGAP", "eGAP"):
        objective = LambdaRank(f"{name}(g=0.5,0.5)", made)
        objective(scores)
        shares[name] = objective.opposed
        assert objective.pairs == 3 * 11 + 10  # a document of grade 0 with each other, the best with the rest
    assert shares["GAP"] == shares["eGAP"] == 0 < shares["xGAP"]
    ap = LambdaRank("AP", made)
    ap(scores)
    assert (ap.pairs, ap.opposed) == (3 * 11, 0)  # grades 1 and 2 are one to AP, to the last bit or not
    plain, signed = (LambdaRank("xGAP(g=0.5,0.5)", made, signed=sign)(scores)[0] for sign in (False, True))
    assert plain[4] < signed[4]  # less is pushed up


def test_a_topic_with_nothing_relevant_pushes_nothing() -> None:
    made = features(np.zeros((4, 1)), [0, 0, 1, 0], [1, 1, 2, 2])
    gradient, second = LambdaRank("nDCG", made)(np.zeros(4))
    assert gradient[:2].tolist() == second[:2].tolist() == [0, 0]
    assert gradient[2] < 0 < gradient[3]
    assert second[2:].tolist() == pytest.approx([second[2]] * 2)
