"""Kendall's tau-b."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gapviz.analysis.correlation import tau_b, tau_matrix
from tests import reference


@given(st.integers(2, 40), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_against_scipy_with_ties(runs: int, levels: int, seed: int) -> None:
    """Witness: scipy.stats.kendalltau, and the definition over all pairs."""
    means = np.random.default_rng(seed).integers(0, levels, (3, runs)) / 10
    found = tau_matrix(means)
    for i in range(3):
        for j in range(3):
            exact = reference.tau_b(means[i].tolist(), means[j].tolist())
            assert tau_b(means[i], means[j]) == (None if exact is None else pytest.approx(exact, abs=1e-15))
            if exact is None:
                assert np.isnan(found[i, j])
            else:
                assert found[i, j] == pytest.approx(exact, abs=1e-15)
                assert found[i, j] == pytest.approx(stats.kendalltau(means[i], means[j]).statistic, abs=1e-14)


@pytest.mark.parametrize("runs", [0, 1])
def test_undefined_without_a_pair(runs: int) -> None:
    assert tau_b(np.zeros(runs), np.zeros(runs)) is None


def test_many_runs() -> None:
    """Witness: scipy.stats.kendalltau on 143 runs."""
    means = np.random.default_rng(0).random((2, 143))
    assert tau_b(*means) == pytest.approx(stats.kendalltau(*means).statistic, abs=1e-14)
    assert tau_b(means[0], means[0]) == 1.0
    assert tau_b(means[0], -means[0]) == -1.0
