"""What stands behind a correlation."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gapviz.analysis.rankings.comparison import comparison
from gapviz.analysis.rankings.tau import tau_matrix


@settings(deadline=None)
@given(st.integers(2, 25), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_swapped_pairs_are_what_tau_counts(runs: int, levels: int, seed: int) -> None:
    """Without ties tau is 1 - 2 swapped / all pairs; with ties the swapped pairs are the discordant ones."""
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, levels, (2, runs)) / 8
    found = comparison(first, second, [f"r{i:02d}" for i in range(runs)])
    pairs = {
        (i, j) for i in range(runs) for j in range(runs) if first[i] > first[j] and second[i] < second[j]
    }
    assert {(i, j) for i, j in found.swapped.tolist()} == pairs
    everything = runs * (runs - 1) // 2
    tied = sum(first[i] == first[j] or second[i] == second[j] for i in range(runs) for j in range(i))
    assert found.tied == tied
    tau = tau_matrix(np.stack([first, second]))[0, 1]
    if not tied and not np.isnan(tau):
        assert abs(tau - (1 - 2 * len(pairs) / everything)) < 1e-12
    assert found.climbs.sum() == 0
    assert (np.diff(np.abs(found.climbs[found.movers])) <= 0).all()


def test_farthest_pairs_come_first() -> None:
    """By hand: a falls from 1 to 4; the pair (a, d) is apart by 3 places in both rankings."""
    found = comparison(np.array([4.0, 3.0, 2.0, 1.0]), np.array([1.0, 3.0, 2.0, 4.0]), list("abcd"))
    assert found.climbs.tolist() == [-3, 0, 0, 3]
    assert found.swapped[0].tolist() == [0, 3]
    assert found.movers.tolist()[:2] == [3, 0]
