"""All user models at once."""

from __future__ import annotations

import numpy as np
import pytest

from gapviz.analysis.users.family import GRADED, family
from gapviz.analysis.users.shares import rank_distribution, share
from gapviz.collection.errors import InputError
from tests.analysis.users.test_winners import linear
from tests.real import PLACES, real_profile


@pytest.mark.parametrize("c", range(1, 6))
def test_share_by_egap_against_a_sample(c: int) -> None:
    """Witness: 100,000 user models drawn from the whole simplex."""
    rng = np.random.default_rng(c)
    g = rng.dirichlet(np.ones(c), 100_000)
    exact = 0
    for _ in range(10):
        sums = linear(rng.integers(0, 9, (2, c)) / 8)
        found = share(sums, "eGAP", 0, 1)
        means = sums.means("eGAP", g)
        tolerance = 0.006 if found.exact else 0.006 + 4 * found.error
        assert found.first == pytest.approx((means[:, 0] > means[:, 1]).mean(), abs=tolerance)
        assert found.second == pytest.approx((means[:, 0] < means[:, 1]).mean(), abs=tolerance)
        assert found.exact or c > 3
        exact += found.exact
    assert exact


@pytest.mark.parametrize("name", PLACES)
def test_share_of_real_runs_against_a_sample(name: str) -> None:
    """Witness: 20,000 other user models."""
    profile = real_profile(name)
    sums = family(profile, np.ones(profile.shape, dtype=bool))
    g = np.random.default_rng(9).dirichlet(np.ones(profile.c), 20_000)
    for measure in GRADED:
        means = sums.means(measure, g)
        for pair in range(0, 40, 2):
            found = share(sums, measure, pair, pair + 1)
            assert found.exact == (profile.c == 2 or measure == "eGAP")
            won = (means[:, pair] > means[:, pair + 1]).mean()
            assert found.first == pytest.approx(won, abs=0.02 + 4 * found.error)
            equal = np.abs(np.diff(means[:, [pair, pair + 1]])).max() < 1e-14  # the same run twice
            assert found.first + found.second == pytest.approx(0.0 if equal else 1.0, abs=1e-9)


def test_equal_runs_share_nothing() -> None:
    profile = real_profile("trec-covid-round1")
    sums = family(profile, np.ones(profile.shape, dtype=bool)).take([3, 3])
    for measure in GRADED:
        found = share(sums, measure, 0, 1)
        assert (found.first, found.second, found.exact) == (0.0, 0.0, True)


def test_rank_distribution() -> None:
    """By hand: two runs that lead at one threshold each; uniform g1, swap at g1 = 0.6."""
    sums = linear(np.array([[0.4, 0.1], [0.2, 0.4]]))
    found = rank_distribution(sums, "eGAP", (1.0, 1.0))
    assert found.shares.sum(axis=1) == pytest.approx([1.0, 1.0])
    assert found.shares[0] == pytest.approx([0.4, 0.6], abs=0.02)
    assert found.expected == pytest.approx([1.6, 1.4], abs=0.02)
    again = rank_distribution(sums, "eGAP", (1.0, 1.0))
    assert again.shares.tolist() == found.shares.tolist()
    near = rank_distribution(sums, "eGAP", (9000.0, 1000.0))
    assert near.shares[0].tolist() == [1.0, 0.0]
    with pytest.raises(InputError) as caught:
        rank_distribution(sums, "eGAP", (1.0, 0.0))
    assert str(caught.value) == "alpha: expected 2 positive numbers, found 1.0, 0.0"
