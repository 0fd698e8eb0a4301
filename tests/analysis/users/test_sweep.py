"""Sweeps over user models and the paper's tables."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from scipy import stats

import gapviz
from gapviz import users
from gapviz.analysis.rankings.intervals import resampled_means, tau_intervals
from gapviz.analysis.rankings.paper_tables import tau_table
from gapviz.analysis.rankings.sets import first_quartile, within
from gapviz.analysis.users.family import GRADED
from gapviz.analysis.users.sweep import ground, sweep
from gapviz.collection.synthetic.printed import printed_taus
from tests.real import PLACES, real_profile
from tests.shared import likeness


@pytest.mark.parametrize("name", PLACES)
def test_sweep_against_scipy(name: str) -> None:
    """Witness: means that were taken topic by topic, each g alone, and scipy.stats.kendalltau of them."""
    profile = real_profile(name)
    topics = np.arange(len(profile.topics)) % 4 > 0
    runs = np.arange(len(profile.runs)) % 3 > 0
    grid = users.simplex_grid(profile.c, 5)
    prepared = ground(profile, run_set=runs, topic_set=topics)
    found = sweep(prepared, grid)
    assert found.tau.shape == (3, len(grid), 4)
    for p in range(len(grid)):
        text = ",".join(map(repr, grid[p].tolist()))
        names = [*(f"{measure}(g={text})" for measure in GRADED), "AP", "nDCG", "RBP(rel=1)", "bpref"]
        means = gapviz.scores(profile, names).values[:, runs][:, :, topics].mean(axis=2)
        np.testing.assert_allclose(found.means[:, p], means[:3], rtol=0, atol=1e-14)
        np.testing.assert_allclose(prepared.references, means[3:], rtol=0, atol=1e-14)
        for m in range(3):
            for k in range(4):
                expected = stats.kendalltau(found.means[m, p], prepared.references[k]).statistic
                assert found.tau[m, p, k] == pytest.approx(expected, abs=1e-14)


def test_all_users_with_one_threshold_make_the_measures_equal() -> None:
    """The paper, section 6: the three coincide, and equal AP where all have threshold 1."""
    profile = real_profile("trec-covid-round1")
    found = sweep(ground(profile, against=["AP", "AP(rel=2)"]), np.eye(2))
    assert found.tau[:, 0, 0].tolist() == [1.0, 1.0, 1.0]
    assert found.tau[:, 1, 1].tolist() == [1.0, 1.0, 1.0]


def test_quartile_of_the_paper() -> None:
    """Witness: Table 1, runs above the first quartile."""
    assert [int(first_quartile(np.random.default_rng(n).random(n)).sum()) for n in (95, 74, 27)] == [
        71,
        55,
        20,
    ]


def test_table_of_a_likeness_has_the_shape_of_the_printed_one() -> None:
    table = tau_table(gapviz.profile(likeness("TREC 21")))
    assert table.tau.shape == (21, 3, 5, 3)
    assert (table.runs, table.topics) == (20, (50, 10, 7))
    assert table.topic_sets == ("all", "few highly relevant", "few key")
    printed = table.beside(printed_taus(), "TREC 21")
    assert not np.isnan(printed).any()
    assert np.isnan(table.beside(printed_taus(), "TREC 8")).all()
    # Witness: the paper's example, g = (0.2, 0.2, 0.6): 0.94, 0.62 and 0.61 with AP on all topics.
    row = int(np.flatnonzero(np.isclose(table.g, (0.2, 0.2, 0.6)).all(axis=1))[0])
    assert printed[row, :, 1, 0].tolist() == [0.94, 0.62, 0.61]
    assert np.nanmax(np.abs(table.tau)) <= 1.0
    assert table.tau[:, 0, 0] == pytest.approx(1.0)  # GAP with itself


@pytest.mark.parametrize("name", ["TREC 10", "TREC 14"])
def test_paper_pattern(name: str) -> None:
    """The paper, section 6: tau(GAP, AP) rises to 1 faster than tau of xGAP and eGAP, more so on few."""
    table = tau_table(gapviz.profile(likeness(name)))
    with_ap = table.tau[:, :, 1]
    for p in range(1, 10):
        assert (with_ap[p, 0] > with_ap[p, 1]).all()
        assert (with_ap[p, 0] > with_ap[p, 2]).all()
    assert with_ap[10].tolist() == [[1.0, 1.0]] * 3
    assert with_ap[1, 0, 1] - with_ap[1, 2, 1] > with_ap[1, 0, 0] - with_ap[1, 2, 0]


def test_intervals() -> None:
    """Percentiles of the correlations of resampled means, and the same seed gives the same."""
    profile = real_profile("clef-ehealth-2013")
    found = within(gapviz.scores(profile, ["AP", "nDCG", "GAP(g=0.1,0.2,0.7)"]), topics=np.arange(50) < 30)
    intervals = tau_intervals(found, resamples=200, seed=3)
    means = resampled_means(found, resamples=200, seed=3)
    assert means.shape == (200, 3, 42)
    witness = [stats.kendalltau(sample[0], sample[1]).statistic for sample in means]
    low, high = np.quantile(witness, [0.025, 0.975])
    assert intervals.low[0, 1] == pytest.approx(low, abs=1e-9)
    assert intervals.high[1, 0] == pytest.approx(high, abs=1e-9)
    assert (intervals.low <= intervals.tau + 1e-12).all()
    assert (intervals.tau <= intervals.high + 1e-12).all()
    assert (intervals.topics, intervals.undefined.max()) == (30, 0.0)
    again = tau_intervals(found, resamples=200, seed=3)
    assert again.low.tolist() == intervals.low.tolist()
    assert (np.diagonal(intervals.low) == 1.0).all()


def test_intervals_of_constant_measures_are_undefined() -> None:
    counts = gapviz.profile(gapviz.load({"1": {"a": 1}}, {"x": {"1": {"a": 1.0}}, "y": {"1": {"a": 1.0}}}))
    found = tau_intervals(gapviz.scores(counts, ["AP", "nDCG"]), resamples=20, coefficient="ap")
    assert np.isnan(found.tau).all()
    assert np.isnan(found.low).all()
    assert (found.undefined == 1.0).all()
    nothing = dataclasses.replace(gapviz.scores(counts, ["AP", "nDCG"]), counted=np.zeros((2, 1), dtype=bool))
    assert np.isnan(tau_intervals(nothing, resamples=5).low).all()


@pytest.mark.parametrize("runs", [1, 2])
def test_one_run_and_equal_runs_are_undefined(runs: int) -> None:
    lists = {f"run{i}": {"1": {"a": 1.0, "b": 0.5}} for i in range(runs)}
    profile = gapviz.profile(gapviz.load({"1": {"a": 2, "b": 1}}, lists))
    assert np.isnan(sweep(ground(profile), users.simplex_grid(2, 4)).tau).all()
    assert np.isnan(tau_table(profile).tau).all()


def test_one_grade() -> None:
    """c = 1: one user model, and every measure is AP."""
    lists = {"x": {"1": {"a": 1.0, "b": 0.5}}, "y": {"1": {"b": 1.0, "a": 0.5}}}
    profile = gapviz.profile(gapviz.load({"1": {"a": 1, "b": 0}}, lists))
    table = tau_table(profile, run_set=np.ones(2, dtype=bool))
    assert table.g.tolist() == [[1.0]]
    assert (table.tau[0, :, :2] == 1.0).all()
