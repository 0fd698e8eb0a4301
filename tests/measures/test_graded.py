"""GAP, xGAP and eGAP against the papers' double sums, and the papers' printed values."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.collection.errors import InputError
from gapviz.measures.binary import average_precision
from gapviz.measures.example import ranked_lists
from gapviz.measures.graded import egap, gap, xgap
from gapviz.profile import profile
from tests import reference
from tests.lists import Topic, collection_of, random_topics

FAMILY = [(gap, reference.gap), (xgap, reference.xgap), (egap, reference.egap)]
Fast = Callable[..., object]


def one(
    measure: Callable[..., np.ndarray], ranked: Sequence[int], missing: Sequence[int], g: Sequence[float]
) -> float:
    return float(measure(profile(ranked_lists([ranked], missing=[missing])), g=g)[0, 0])


@pytest.mark.parametrize("c", [1, 2, 3, 4])
def test_against_double_sums_in_exact_arithmetic(c: int) -> None:
    draw = random.Random(c)
    for seed in range(5):
        parts = [draw.choice([0, 0, 1, 2, 5]) for _ in range(c)]
        parts[draw.randrange(c)] += 1
        g = [Fraction(part, sum(parts)) for part in parts]
        topics = random_topics(100, c, seed=10 * c + seed)
        counts = profile(collection_of(topics))
        assert counts.c == c
        for fast, slow in FAMILY:
            exact = [float(slow(topic.ranked, topic.counts(c), g)) for topic in topics]
            np.testing.assert_allclose(fast(counts, g=[float(p) for p in g])[0], exact, rtol=0, atol=1e-12)


@pytest.mark.parametrize("c", [1, 2, 3, 4])
def test_all_are_the_threshold_ap_where_one_threshold_has_all_the_probability(c: int) -> None:
    counts = profile(collection_of(random_topics(200, c, seed=c)))
    for k in range(1, c + 1):
        g = [float(h == k) for h in range(1, c + 1)]
        for fast, _ in FAMILY:
            np.testing.assert_allclose(
                fast(counts, g=g), average_precision(counts, rel=k), rtol=0, atol=1e-15
            )


def test_grades_3_1_2_2() -> None:
    """Witness: mathematics.md, section 2."""
    thirds = [1 / 3] * 3
    assert one(gap, (3, 1, 2, 2), (), thirds) == pytest.approx(0.927083, abs=5e-7)
    assert one(xgap, (3, 1, 2, 2), (), thirds) == pytest.approx(0.943287, abs=5e-7)
    assert one(egap, (3, 1, 2, 2), (), thirds) == pytest.approx(0.935185, abs=5e-7)


@pytest.mark.parametrize("g2", [0.3, 0.5, 0.9])
def test_limits_with_one_highly_relevant_document_last(g2: float) -> None:
    """Witness: Ferrante et al., sections 3 to 5: n of grade 1, then one of grade 2; n to infinity."""
    g, ranked = [1 - g2, g2], (1,) * 200_000 + (2,)
    assert one(gap, ranked, (), g) == pytest.approx(1, abs=1e-4)
    assert one(xgap, ranked, (), g) == pytest.approx(1 - g2**2, abs=1e-4)
    assert one(egap, ranked, (), g) == pytest.approx(1 - g2, abs=1e-4)


@pytest.mark.parametrize(
    ("measure", "g2", "low", "high"),
    [
        (gap, 1 / 2, 1 / 12, 1 / 6),
        (gap, 9 / 10, None, 1 / 2),
        (xgap, 1 / 2, 1 / 22, 12 / 22),
        (xgap, 9 / 10, None, 100 / 110),
        (egap, 1 / 2, 1 / 22, 12 / 22),
        (egap, 9 / 10, None, 100 / 110),
    ],
)
def test_probability_of_selecting_a_document(
    measure: Callable[..., np.ndarray], g2: float, low: float | None, high: float
) -> None:
    """Witness: Ferrante et al., sections 3 and 4, R(1) = 10, R(2) = 1.

    A list with one document scores the probability that step 1 selects it, since steps 2 and 3 then
    always give 1.
    """
    g = [1 - g2, g2]
    assert one(measure, (2,), (1,) * 10, g) == pytest.approx(high, abs=1e-15)
    if low is not None:
        assert one(measure, (1,), (2,) + (1,) * 9, g) == pytest.approx(low, abs=1e-15)


def test_moving_a_better_document_up_can_lower_xgap() -> None:
    """Witness: mathematics.md, section 2: R[1] = 10, R[2] = 1; 7/40 and 17/110."""
    g, missing = [0.5, 0.5], (1,) * 9
    below, above = (0, 0, 0, 1, 2), (0, 0, 0, 2, 1)
    assert one(xgap, below, missing, g) == pytest.approx(7 / 40, abs=1e-15)
    assert one(xgap, above, missing, g) == pytest.approx(17 / 110, abs=1e-15)
    assert one(gap, above, missing, g) > one(gap, below, missing, g)
    assert one(egap, above, missing, g) > one(egap, below, missing, g)


def test_zero_where_no_document_reaches_a_threshold_with_a_probability() -> None:
    """Ferrante et al., section 3: 0 where nu > tau."""
    topics = [Topic((2,), ()), Topic((1, 1), (1,)), Topic((0, None), (0,)), Topic((), (2,))]
    counts = profile(collection_of(topics))
    for fast, _ in FAMILY:
        assert fast(counts, g=[0.0, 1.0])[0].tolist() == [1.0, 0.0, 0.0, 0.0]


def test_an_ideal_list_shows_its_ceiling() -> None:
    """mathematics.md, section 2: GAP 1, xGAP and eGAP C[tau] where nothing is above tau."""
    counts = profile(collection_of([Topic((3,), ()), Topic((2, 2, 1, 0), ()), Topic((1, 1), ())]))
    g = [0.2, 0.3, 0.5]
    np.testing.assert_allclose(gap(counts, g=g)[0], [1, 1, 1], atol=1e-15)
    np.testing.assert_allclose(xgap(counts, g=g)[0], [1, 0.5, 0.2], atol=1e-15)
    np.testing.assert_allclose(egap(counts, g=g)[0], [1, 0.5, 0.2], atol=1e-15)


def test_wrong_number_of_thresholds() -> None:
    counts = profile(ranked_lists([(1, 2, 3)]))
    with pytest.raises(
        InputError, match=r"^g: expected 3 threshold probabilities \(grades go to 3\), found 2$"
    ):
        gap(counts, g=[0.5, 0.5])


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[int], list[int], list[float]]:
    c = draw(st.integers(1, 4))
    grade = st.integers(0, c)
    ranked = draw(st.lists(grade, max_size=12))
    missing = [*draw(st.lists(grade, max_size=8)), c]
    weights = draw(st.lists(st.integers(0, 9), min_size=c, max_size=c).filter(any))
    return ranked, missing, [weight / sum(weights) for weight in weights]


@given(situations())
def test_range(situation: tuple[list[int], list[int], list[float]]) -> None:
    for fast, _ in FAMILY:
        assert 0 <= one(fast, *situation) <= 1 + 1e-12


@given(situations(), st.data())
def test_moving_a_better_document_up_lowers_neither_gap_nor_egap(
    situation: tuple[list[int], list[int], list[float]], data: st.DataObject
) -> None:
    ranked, missing, g = situation
    worse = [n for n in range(len(ranked) - 1) if ranked[n] < ranked[n + 1]]
    if not worse:
        return
    n = data.draw(st.sampled_from(worse))
    moved = [*ranked[:n], ranked[n + 1], ranked[n], *ranked[n + 2 :]]
    for fast in (gap, egap):
        assert one(fast, moved, missing, g) >= one(fast, ranked, missing, g) - 1e-12


@given(situations())
def test_the_ideal_list_is_the_highest(situation: tuple[list[int], list[int], list[float]]) -> None:
    ranked, missing, g = situation
    ideal = sorted([*ranked, *missing], reverse=True)
    for fast, _ in FAMILY:
        assert one(fast, ideal, (), g) >= one(fast, ranked, missing, g) - 1e-12
