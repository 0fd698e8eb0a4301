"""What a document is worth, against Kishida's closed forms and against plain re-scoring."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.analysis.toylists.sensitivity import discovery_effects, grade_effects, move_effects, top_heaviness
from gapviz.collection.errors import InputError
from gapviz.measures import MEASURES
from gapviz.measures.parse import measure
from tests.budget import budget
from tests.toys import text, toys

TOY = ToyList.parse("3.0120x301.211")
X = [0, 1, 2, 0, 0, 3, 0, 1]
"""x_1..x_n of the list."""

Y = sorted([1, 2, 3, 1, 2, 1, 1], reverse=True)
"""y_1..y_R of its topic."""


def y_sum(n: int) -> int:
    return sum(Y[:n])


def test_kishida_equation_10() -> None:
    """An irrelevant document turns relevant, R as it was."""
    toy = ToyList.parse("1.010010.11")
    x, R, n = [0, 1, 0, 0, 1, 0], 4, 6
    effects = grade_effects(measure("AP"), toy, pool="fixed")
    for j in range(1, n + 1):
        if not x[j - 1]:
            turned = [*x[: j - 1], 1, *x[j:]]
            expected = (sum(turned[:j]) / j + sum(x[t - 1] / t for t in range(j + 1, n + 1))) / R
            assert effects[j - 1, 1] == pytest.approx(expected, abs=1e-12)


def test_kishida_equation_9() -> None:
    """The precision at j is added, and each precision below rises by x_t / t."""
    toy, j = ToyList.parse("1.010010.11"), 3
    x, R = [0, 1, 0, 0, 1, 0], 4
    turned = [*x[: j - 1], 1, *x[j:]]
    rises = [sum(turned[:t]) / t * turned[t - 1] - sum(x[:t]) / t * x[t - 1] for t in range(j + 1, 7)]
    expected = (sum(turned[:j]) / j + sum(rises)) / R
    assert grade_effects(measure("AP"), toy, pool="fixed")[j - 1, 1] == pytest.approx(expected, abs=1e-12)


def test_kishida_equation_11_and_12() -> None:
    """A higher rank is worth more: for every list, where both documents are irrelevant before."""
    draw = np.random.default_rng(1)
    for _ in range(50):
        x = draw.integers(0, 2, 12).tolist()
        effects = grade_effects(measure("AP"), ToyList(1, tuple(x), (1,) * 12), pool="fixed")[:, 1]
        for j in range(11):
            if x[j] == x[j + 1] == 0:
                assert effects[j] > effects[j + 1]
                below = [sum(x[t] / (t + 1) for t in range(start, 12)) for start in (j + 1, j + 2)]
                assert below[0] == below[1]  # eq. 12


def test_kishida_r_precision_does_not_depend_on_the_rank() -> None:
    """Section 2.2: within the first R ranks the increment is 1/R."""
    effects = grade_effects(measure("Rprec"), ToyList.parse("1.010.11"), pool="fixed")[:, 1]
    assert effects.tolist() == pytest.approx([1 / 3, 0, 1 / 3])


def test_kishida_equation_28() -> None:
    """The modified sliding ratio is linear in x_j: one grade more adds its derivative."""
    effects = grade_effects(measure("mSR@8"), TOY, pool="fixed")
    below = sum(y / k for k, y in enumerate(Y, 1))
    for j, x in enumerate(X, 1):
        if x < 3:
            assert effects[j - 1, x + 1] == pytest.approx(1 / j / below, abs=1e-12)


@pytest.mark.parametrize("b", [2, 3])
def test_kishida_equation_33(b: int) -> None:
    effects, n = grade_effects(measure(f"avgnDCG(b={b})@8"), TOY, pool="fixed"), 8

    def ideal(k: int) -> float:
        return sum(y / math.log(i, b) if i >= b else y for i, y in enumerate(Y[:k], 1))

    for j, x in enumerate(X, 1):
        if x < 3 and j >= b:
            expected = sum(1 / math.log(j, b) / ideal(k) for k in range(j, n + 1)) / n
            assert effects[j - 1, x + 1] == pytest.approx(expected, abs=1e-12)


def test_kishida_equation_36_and_37() -> None:
    effects, R, n = grade_effects(measure("Q"), TOY, pool="fixed"), len(Y), len(X)
    for j, x in enumerate(X, 1):
        if 0 < x < 3:  # eq. 36
            expected = sum(1 / (i + y_sum(i)) for i in range(j, n + 1) if X[i - 1]) / R
            assert effects[j - 1, x + 1] == pytest.approx(expected, abs=1e-12)
        if x == 0:  # eq. 37
            for grade in (1, 2, 3):
                turned = [*X[: j - 1], grade, *X[j:]]
                here = sum(value + 1 for value in turned[:j] if value) / (j + y_sum(j))
                below = sum((grade + 1) / (i + y_sum(i)) for i in range(j + 1, n + 1) if X[i - 1])
                assert effects[j - 1, grade] == pytest.approx((here + below) / R, abs=1e-12)


def test_kishida_equation_43_and_44() -> None:
    effects, n = grade_effects(measure("genAP"), TOY, pool="fixed"), len(X)
    best = sum(y_sum(i) / i for i in range(1, len(Y) + 1))
    for j, x in enumerate(X, 1):
        if 0 < x < 3:  # eq. 43
            expected = sum(1 / k for k in range(j, n + 1) if X[k - 1]) / best
            assert effects[j - 1, x + 1] == pytest.approx(expected, abs=1e-12)
        if x == 0:  # eq. 44
            for grade in (1, 2, 3):
                here = (sum(X[:j]) + grade) / j
                below = sum(grade / t for t in range(j + 1, n + 1) if X[t - 1])
                assert effects[j - 1, grade] == pytest.approx((here + below) / best, abs=1e-12)


@given(toys())
@settings(max_examples=budget(10, 100))
def test_effects_are_those_of_the_edits(toy: ToyList) -> None:
    places, grades = range(len(toy.ranked)), range(toy.c + 1)
    moves = [toy, *(toy.move(a, b) for a in places for b in places)]
    steps = [toy, *(toy.grade(a, k) for a in places for k in grades)]
    for row in MEASURES:
        one = measure(text(row, toy.c))
        before, *moved = values([one], moves)[0].tolist()
        effects = move_effects(one, toy)
        assert effects.shape == (len(places), len(places))
        np.testing.assert_allclose(effects.reshape(-1), np.array(moved) - before, rtol=0, atol=1e-12)
        before, *graded = values([one], steps)[0].tolist()
        effects = grade_effects(one, toy)
        np.testing.assert_allclose(effects.reshape(-1), np.array(graded) - before, rtol=0, atol=1e-12)


def test_a_document_can_be_discovered_only_once() -> None:
    effects = discovery_effects(measure("AP"), ToyList.parse("1.1ux0."))
    assert np.isnan(effects).all(axis=1).tolist() == [True, False, False, True]


def test_vyas_figure_1() -> None:
    """One relevant document at ranks 1 to 20: worth 1/(nR) to AP, 2/((n + R') R) to Q, the same to RBP."""
    measures = [
        measure(one)
        for one in ("AP", "Q", "nDCG", "RBP(p=0.5,rel=1)", "RBP(p=0.8,rel=1)", "RBP(p=0.95,rel=1)")
    ]
    ten, hundred = (top_heaviness(measures, R=R) for R in (10, 100))
    n = np.arange(1, 21)
    for R, found in ((10, ten), (100, hundred)):
        np.testing.assert_allclose(found[0], 1 / (n * R), atol=1e-15)
        np.testing.assert_allclose(found[1], 2 / ((n + np.minimum(n, R)) * R), atol=1e-15)
        ideal = (1 / np.log2(1 + np.arange(1, R + 1))).sum()
        np.testing.assert_allclose(found[2], 1 / np.log2(1 + n) / ideal, atol=1e-15)
    # "the value of R does not affect the RBP curves"; "RBP.5 ignores a relevant document below rank 10"
    np.testing.assert_array_equal(ten[3:], hundred[3:])
    np.testing.assert_allclose(ten[5], 0.05 * 0.95 ** (n - 1), atol=1e-15)
    assert ten[3, 10] < 0.0005
    # The figure's axis ends at 0.2, which RBP.8 reaches at rank 1.
    assert ten[4, 0] == pytest.approx(0.2)


def test_what_is_too_long() -> None:
    toy = ToyList(1, (1,) * 121)
    for call in (move_effects, grade_effects):
        with pytest.raises(InputError, match="toy list: expected at most 120 ranks, found 121"):
            call(measure("AP"), toy)
    with pytest.raises(InputError, match="pool: expected one of follows, fixed, found 'other'"):
        grade_effects(measure("AP"), TOY, pool="other")
    with pytest.raises(
        InputError, match="top-heaviness: expected R from 1 and 1 to 120 ranks, found R = 0, 20 ranks"
    ):
        top_heaviness([measure("AP")], R=0)
