"""Soft measures: simulation, finite differences, and the measure itself as sigma goes to 0."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gapviz.collection.errors import InputError
from gapviz.learning import SoftMeasure, features
from gapviz.learning.soft import simulated
from gapviz.measures.parse import measure
from tests.learning.lists import measures_for, random_features, slow

SOFT = slice(0, 5)
"""Of `measures_for`: AP twice, GAP, xGAP, eGAP."""


@pytest.mark.parametrize("c", [1, 2, 3, 4])
def test_the_gradient_is_that_of_finite_differences_on_200_lists(c: int) -> None:
    length, step = 8, 1e-4
    made = random_features(50, length, c, seed=c)
    rng = np.random.default_rng(c)
    scores = rng.standard_normal(made.grades.size)
    for one in measures_for(c, seed=c)[SOFT]:
        soft = SoftMeasure(one, made, sigma=0.7)
        found = soft.gradient(scores).reshape(-1, length)
        differences = np.empty_like(found)
        for place in range(length):  # topics do not touch each other: one document of each at a time
            moved = np.zeros_like(found)
            moved[:, place] = step
            at = [soft.values(scores + steps * moved.ravel()) for steps in (-2, -1, 1, 2)]
            differences[:, place] = (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * step)
        size = np.abs(differences).max(axis=1, keepdims=True)
        assert (size > 0).any()
        assert (np.abs(found - differences) <= 1e-8 * size).all()


@pytest.mark.parametrize("c", [1, 2, 3, 4])
def test_without_noise_it_is_the_measure(c: int) -> None:
    made = random_features(40, 9, c, seed=c + 50)
    scores = np.random.default_rng(c).permutation(made.grades.size).astype(float)
    ranked = np.stack(
        [
            made.grades[low:high][np.argsort(-scores[low:high])]
            for low, high in zip(made.offsets[:-1], made.offsets[1:], strict=True)
        ]
    ).astype(np.int64)
    told = ranked.min(axis=1) < ranked.max(axis=1)
    for one in measures_for(c, seed=c)[SOFT]:
        found = SoftMeasure(one, made, sigma=1e-3).values(scores)
        np.testing.assert_allclose(found[told], slow(one, ranked, c)[told], rtol=0, atol=1e-12)


def test_soft_count_and_soft_rank_are_the_simulated_means_and_the_value_is_not() -> None:
    made = features(np.zeros((8, 1)), [2, 0, 1, 0, 2, 1, 0, 1], [1] * 8)
    scores = np.array([0.4, 0.9, 0.3, 0.2, 0.8, -0.5, 0.6, 0.1])
    soft = SoftMeasure("GAP(g=0.5,0.5)", made, sigma=0.5)
    (batch,) = soft.batches
    count, rank = soft.expectations(batch, scores)
    draws = 20_000
    rng = np.random.default_rng(1)
    drawn = (scores + 0.5 * rng.standard_normal((draws, 8)))[:, batch.rows[0]]
    above = drawn[:, None, :] >= drawn[:, :, None]  # m at or above n
    C = np.array([0.0, 0.5, 1.0])
    credit = C[np.minimum(batch.grades[0][:, None], batch.grades[0])] / C[batch.grades[0]].sum()
    for expected, samples in ((rank, above.sum(axis=2)), (count, (above * credit).sum(axis=2))):
        relevant = samples[:, : batch.relevant]
        error = relevant.std(axis=0) / math.sqrt(draws)
        assert (np.abs(relevant.mean(axis=0) - expected[0]) < 4 * error).all()

    mean, error = simulated(soft, scores, draws=2000, seed=0)
    bias = soft.values(scores)[0] - mean[0]
    print(f"soft GAP {soft.values(scores)[0]:.4f}, simulated GAP {mean[0]:.4f} +- {error[0]:.4f}")
    assert abs(bias) > 4 * error[0]  # a ratio of expectations is not the expectation of the ratio


def test_simulated_values_are_the_measure_where_nothing_is_uncertain() -> None:
    made = features(np.zeros((5, 1)), [1, 0, 2, 0, 1], [1] * 5)
    soft = SoftMeasure("xGAP(g=0.25,0.75)", made, sigma=1e-9)
    mean, error = simulated(soft, -np.arange(5.0), draws=2, seed=0)
    assert mean[0] == pytest.approx(slow(measure("xGAP(g=0.25,0.75)"), np.array([[1, 0, 2, 0, 1]]), 2)[0])
    assert error[0] == 0


@pytest.mark.parametrize(
    ("text", "sigma", "message"),
    [
        ("nDCG", 1.0, "nDCG: expected a measure with a soft form: AP, GAP, xGAP, eGAP, found another"),
        ("AP", 0.0, "sigma: expected a number above 0, found 0"),
        ("AP", math.nan, "sigma: expected a number above 0, found nan"),
    ],
)
def test_what_has_no_soft_form_is_one_sentence(text: str, sigma: float, message: str) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        SoftMeasure(text, features([[0], [0]], [0, 1], [1, 1]), sigma=sigma)
