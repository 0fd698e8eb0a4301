"""Who wins where."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gapviz import users
from gapviz.analysis.users.family import GRADED, Family, Graded, family
from gapviz.analysis.users.winners import regions, stretches, winners
from tests.real import real_profile


def linear(threshold_means: np.ndarray) -> Family:
    """A family of which only eGAP is asked."""
    N, c = threshold_means.shape
    names = tuple(f"run{i}" for i in range(N))
    return Family(names, threshold_means, np.zeros((N, c**3)), np.zeros((N, c)), np.ones((1, c)))


@settings(deadline=None)
@given(st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_stretches_against_a_grid(runs: int, seed: int) -> None:
    """Witness: the winner at 1,001 user models, with ties between runs."""
    rng = np.random.default_rng(seed)
    sums = linear(rng.integers(0, 9, (runs, 2)) / 8)
    found = stretches(sums, "eGAP", start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))
    assert (found[0].start, found[-1].end) == (0.0, 1.0)
    assert [part.end for part in found[:-1]] == [part.start for part in found[1:]]
    g = users.line((0.0, 1.0), (1.0, 0.0), 1001)
    means = sums.means("eGAP", g)
    for part in found:
        assert part.start < part.end or len(found) == 1
        inside = (g[:, 0] > part.start + 1e-9) & (g[:, 0] < part.end - 1e-9)
        assert (means[inside, part.run] >= means[inside].max(axis=1) - 1e-12).all()


@pytest.mark.parametrize("measure", GRADED)
def test_stretches_of_real_runs(measure: Graded) -> None:
    """Witness: the winner at 2,001 user models."""
    profile = real_profile("trec-covid-round1")
    sums = family(profile, np.ones(profile.shape, dtype=bool))
    found = stretches(sums, measure, start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))
    g = users.line((0.0, 1.0), (1.0, 0.0), 2001)
    best = winners(sums.means(measure, g), sums.runs)
    for part in found:
        inside = (g[:, 0] > part.start + 1e-9) & (g[:, 0] < part.end - 1e-9)
        assert (best[inside] == part.run).all()


@settings(deadline=None)
@given(st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_regions_against_a_grid(runs: int, seed: int) -> None:
    """Witness: the winner at 5,151 user models: its polygon covers it, and shares are near the counts."""
    sums = linear(np.random.default_rng(seed).integers(0, 9, (runs, 3)) / 8)
    found = regions(sums, corners=np.eye(3))
    assert sum(region.share for region in found) == pytest.approx(1.0, abs=1e-9)
    g = users.simplex_grid(3, 100)
    means = sums.means("eGAP", g)
    for region in found:
        won = means[:, region.run] >= means.max(axis=1) - 1e-12
        assert won.mean() == pytest.approx(region.share, abs=0.04)
        at = sums.means("eGAP", region.polygon)
        assert (at[:, region.run] >= at.max(axis=1) - 1e-9).all()
        assert region.polygon.sum(axis=1) == pytest.approx(1.0, abs=1e-12)


def test_equal_runs_the_first_by_name_wins() -> None:
    sums = linear(np.full((3, 3), 0.5))
    assert [(region.run, region.share) for region in regions(sums, corners=np.eye(3))] == [(0, 1.0)]
    assert [part.run for part in stretches(sums, "eGAP", start=np.eye(3)[0], end=np.eye(3)[2])] == [0]


def test_a_slice_of_four_grades() -> None:
    """By hand: with g3 = 1/2 fixed, a run that is best at threshold 3 alone wins nowhere else."""
    sums = linear(np.array([[0.4, 0.2, 0.0, 0.2], [0.2, 0.4, 0.0, 0.2]]))
    corners = users.corners(4, (1, 2, 4), {3: 0.5})
    assert [region.share for region in regions(sums, corners=corners)] == pytest.approx([0.5, 0.5])
    models = regions(sums, corners=corners)[0].polygon @ corners
    assert models[:, 2] == pytest.approx(0.5)
