"""Precision-recall curves."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gapviz
from gapviz.analysis.rankings.curves import graded_curve, ideal_curve, mean_curve, threshold_curve
from gapviz.profile import profile
from tests import reference
from tests.budget import budget
from tests.lists import collection_of, random_topics
from tests.real import PLACES, real_profile


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(0, 10_000))
def test_points_against_the_definition(c: int, seed: int) -> None:
    """Witness: the sums of mathematics.md, section 3, with exact numbers; zeros in g too."""
    topics = random_topics(5, c, seed=seed)
    counts = profile(collection_of(topics))
    parts = np.random.default_rng(seed).integers(0, 4, c)
    parts[np.random.default_rng(seed + 1).integers(c)] += 1
    g = [Fraction(int(part), int(parts.sum())) for part in parts]
    for t, topic in enumerate(topics):
        curve = graded_curve(counts, 0, t, g=[float(share) for share in g])
        points = reference.graded_points(topic.ranked, topic.counts(c), g)
        assert curve.ranks.tolist() == [n for n, _, _ in points]
        np.testing.assert_allclose(curve.recall, [float(recall) for _, recall, _ in points], atol=1e-14)
        np.testing.assert_allclose(curve.precision, [float(value) for _, _, value in points], atol=1e-14)
        assert curve.area == pytest.approx(float(reference.gap(topic.ranked, topic.counts(c), g)), abs=1e-13)


@pytest.mark.parametrize("name", PLACES)
def test_areas_are_gap_and_ap(name: str) -> None:
    """Witness: gapviz.measure, every run and topic of a real collection."""
    counts = real_profile(name)
    c = counts.c
    worst = 0.0
    for g in np.random.default_rng(0).dirichlet(np.ones(c), budget(1, 5)).tolist():
        gap = gapviz.measure(f"GAP(g={','.join(map(repr, g))})")(counts)
        for run in range(len(counts.runs)):
            found = [graded_curve(counts, run, t, g=g).area for t in range(len(counts.topics))]
            worst = max(worst, float(np.abs(found - gap[run]).max()))
    for h in range(1, c + 1):
        ap = gapviz.measure(f"AP(rel={h})")(counts)
        for run in range(len(counts.runs)):
            found = [threshold_curve(counts, run, t, h=h).area for t in range(len(counts.topics))]
            worst = max(worst, float(np.abs(found - ap[run]).max()))
    assert worst < 1e-12


def test_ideal_list_has_precision_1_up_to_recall_1() -> None:
    counts = real_profile("clef-ehealth-2013")
    for topic in range(len(counts.topics)):
        curve = ideal_curve(counts.pool, topic, g=(0.2, 0.3, 0.5))
        assert curve.precision == pytest.approx(1.0, abs=1e-14)
        assert curve.ranks.size == 0 or curve.recall[-1] == pytest.approx(1.0, abs=1e-12)


def test_interpolated_never_rises() -> None:
    counts = real_profile("clef-ehealth-2013")
    curve = graded_curve(counts, 0, 0, g=(0.2, 0.3, 0.5))
    assert (np.diff(curve.interpolated) <= 0).all()
    assert (curve.interpolated >= curve.precision).all()
    mean = mean_curve(counts, 0, g=(0.2, 0.3, 0.5))
    assert (np.diff(mean.interpolated) <= 1e-15).all()
    assert (mean.interpolated >= mean.precision).all()


def test_mean_curve_at_fine_levels_has_the_area_of_the_mean() -> None:
    """Witness: mean GAP; the area under equal steps comes near it as they get finer."""
    counts = real_profile("clef-ehealth-2013")
    curve = mean_curve(counts, 3, g=(0.2, 0.3, 0.5), levels=20_001)
    mean = gapviz.scores(counts, ["GAP(g=0.2,0.3,0.5)"]).means()[0, 3]
    assert curve.area == pytest.approx(mean, abs=1e-13)
    assert curve.precision[1:].mean() == pytest.approx(mean, abs=2e-4)
    assert curve.topics == 50


def test_nothing_retrieved_has_no_points() -> None:
    counts = gapviz.profile(gapviz.load({"1": {"a": 2}}, {"run": {"1": {"z": 1.0}}}))
    curve = graded_curve(counts, 0, 0, g=(0.5, 0.5))
    assert (curve.ranks.size, curve.area) == (0, 0.0)
    assert mean_curve(counts, 0, g=(0.5, 0.5)).precision.max() == 0.0
    with pytest.raises(ValueError, match="expected a threshold from 1 to 2, found 3"):
        threshold_curve(counts, 0, 0, h=3)
