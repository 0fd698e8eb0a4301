"""Kendall's tau-b and tau_AP."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from gapviz.analysis.rankings.comparison import comparison
from gapviz.analysis.rankings.tau import swapped_pairs, tau_against, tau_each, tau_matrix
from gapviz.text.numbers import in_words
from tests import reference


@settings(deadline=None)
@given(st.integers(2, 40), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_against_scipy_with_ties(runs: int, levels: int, seed: int) -> None:
    """Witness: scipy.stats.kendalltau, and the definition over all pairs."""
    means = np.random.default_rng(seed).integers(0, levels, (3, runs)) / 10
    found = tau_matrix(means)
    for i in range(3):
        for j in range(3):
            exact = reference.tau_b(means[i].tolist(), means[j].tolist())
            if exact is None:
                assert np.isnan(found[i, j])
            else:
                assert found[i, j] == pytest.approx(exact, abs=1e-15)
                assert found[i, j] == pytest.approx(stats.kendalltau(means[i], means[j]).statistic, abs=1e-14)


@pytest.mark.parametrize("runs", [0, 1])
def test_undefined_without_a_pair(runs: int) -> None:
    assert np.isnan(tau_matrix(np.zeros((2, runs)))).all()


def test_many_runs() -> None:
    """Witness: scipy.stats.kendalltau on 143 runs."""
    means = np.random.default_rng(0).random((2, 143))
    found = tau_matrix(np.concatenate([means, -means[:1]]))
    assert found[0, 1] == pytest.approx(stats.kendalltau(*means).statistic, abs=1e-14)
    assert found[0, 0] == 1.0
    assert found[0, 2] == -1.0


@settings(deadline=None)
@given(st.integers(2, 30), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_tau_ap_against_its_definition(runs: int, levels: int, seed: int) -> None:
    """Witness: the definition, run by run, with ties."""
    means = np.random.default_rng(seed).integers(0, levels, (3, runs)) / 10
    found = tau_matrix(means, coefficient="ap")
    for i in range(3):
        for j in range(3):
            exact = reference.tau_ap(means[i].tolist(), means[j].tolist())
            assert np.isnan(found[i, j]) if exact is None else found[i, j] == pytest.approx(exact, abs=1e-14)


IRCOR = (
    (
        [0.897, 0.372, 0.908, 0.898, 0.661, 0.062, 0.177, 0.384, 0.498, 0.992],
        [0.82, 0.406, 0.817, 0.953, 0.673, 0.073, 0.364, 0.547, 0.589, 0.988],
        (0.8519, 0.8333, 0.7321),
    ),
    (
        [0.266, 0.573, 0.202, 0.945, 0.629, 0.206, 0.687, 0.77, 0.718, 0.38],
        [0.263, 0.843, 0.728, 0.928, 0.08, 0.114, 0.467, 0.641, 0.973, 0.644],
        (0.2504, 0.2880, 0.297),
    ),
    (
        [0.185, 0.573, 0.944, 0.129, 0.468, 0.553, 0.761, 0.405, 0.976, 0.445],
        [0.845, 0.272, 0.275, 0.924, 0.605, 0.334, 0.162, 0.872, 0.018, 0.25],
        (-0.6971, -0.668, -0.7047),
    ),
)
"""Two lists; tauAP(x, y), where y is gone through, tauAP_b(x, y), and tauAP_b of both rounded to 0.1."""


@pytest.mark.parametrize(("x", "y", "printed"), IRCOR)
def test_tau_ap_against_ircor(x: list[float], y: list[float], printed: tuple[float, float, float]) -> None:
    """Witness: numbers that the tests of Urbano's ircor assert (pyircor, tests/test_pyircor.py)."""
    lists = np.array([x, y])
    assert tau_matrix(lists, coefficient="ap")[1, 0] == pytest.approx(printed[0], abs=5e-5)
    for both, expected in zip((lists, lists.round(1)), printed[1:], strict=True):
        found = tau_matrix(both, coefficient="ap")
        assert (found[0, 1] + found[1, 0]) / 2 == pytest.approx(expected, abs=5e-5)


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(("b", "ap")))
def test_many_at_once_are_each_alone(seed: int, coefficient: Literal["b", "ap"]) -> None:
    rng = np.random.default_rng(seed)
    samples = rng.integers(0, rng.integers(1, 9), (4, 3, rng.integers(0, 20))) / 7
    each = tau_each(samples, coefficient=coefficient)
    for means, found in zip(samples, each, strict=True):
        np.testing.assert_allclose(found, tau_matrix(means, coefficient=coefficient), rtol=0, atol=1e-14)
        np.testing.assert_allclose(
            tau_against(means, means[1:2], coefficient=coefficient)[:, 0], found[:, 1], rtol=0, atol=1e-14
        )


def test_more_runs_than_a_byte_counts() -> None:
    """Witness: scipy.stats.kendalltau on 300 runs with ties."""
    means = np.random.default_rng(1).integers(0, 200, (2, 300)) / 10
    assert tau_matrix(means)[0, 1] == pytest.approx(stats.kendalltau(*means).statistic, abs=1e-14)


@pytest.mark.parametrize("coefficient", ["b", "ap"])
def test_undefined_is_said_in_words(coefficient: Literal["b", "ap"]) -> None:
    found = tau_matrix(np.array([np.full(5, 0.3), np.arange(5.0)]), coefficient=coefficient)
    assert [[in_words(tau) for tau in row] for row in found.tolist()] == [
        ["undefined", "undefined"],
        ["undefined", "1.0"],
    ]


@pytest.mark.parametrize("seed", range(20))
def test_swapped_pairs_are_those_of_the_comparison(seed: int) -> None:
    rng = np.random.default_rng(seed)
    means = rng.integers(0, 6, (3, 1 + seed)) / 10
    names = [f"run{i}" for i in range(1 + seed)]
    expected = [[len(comparison(one, other, names).swapped) for other in means] for one in means]
    assert swapped_pairs(means).tolist() == expected
