"""Means at many user models, by sums over topics."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gapviz
from gapviz.analysis.users.family import GRADED, MOST_GRADES, family
from gapviz.collection.errors import InputError
from gapviz.measures.example import ranked_lists
from gapviz.profile import Profile, merge, profile
from tests.lists import random_topics
from tests.real import PLACES, real_profile


def random_profile(c: int, *, seed: int, runs: int = 4) -> Profile:
    """Runs over the same judged documents: each ranks them by chance."""
    rng = np.random.default_rng(seed)
    topics = random_topics(8, c, seed=seed)
    qrels = {
        str(t): {f"d{n}": grade for n, grade in enumerate(topic.missing)} | {f"x{t}": c if t == 0 else 0}
        for t, topic in enumerate(topics)
    }
    lists = {
        f"run{i}": {
            t: {d: float(rng.random()) for d in docs if rng.random() < 0.8} for t, docs in qrels.items()
        }
        for i in range(runs)
    }
    kept = {name: {t: docs for t, docs in run.items() if docs} for name, run in lists.items()}
    return gapviz.profile(gapviz.load(qrels, kept))


def text(g: np.ndarray) -> str:
    return ",".join(map(repr, g.tolist()))


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(0, 10_000), st.booleans(), st.booleans())
def test_means_are_those_of_the_scores(c: int, seed: int, own: bool, omitted: bool) -> None:
    """Witness: gapviz.scores, topic by topic; with zeros in g, and each convention for means."""
    counts = random_profile(c, seed=seed)
    rng = np.random.default_rng(seed)
    g = np.concatenate([np.eye(c), rng.dirichlet(np.ones(c), 4)])
    for row in g:
        found = gapviz.scores(
            counts,
            [f"{name}(g={text(row)})" for name in GRADED],
            topics="run" if own else "judged",
            empty="omit" if omitted else "zero",
        )
        sums = family(counts, found.counted)
        means = [sums.means(name, row[None])[0] for name in GRADED]
        np.testing.assert_allclose(means, found.means(), rtol=0, atol=1e-14)


@pytest.mark.parametrize("name", PLACES)
def test_real_means(name: str) -> None:
    """Witness: gapviz.scores on every run of a real collection, on half of the topics."""
    counts = real_profile(name)
    topics = np.arange(len(counts.topics)) % 2 == 0
    sums = family(counts, np.broadcast_to(topics, counts.shape))
    for g in np.random.default_rng(0).dirichlet(np.ones(counts.c), 5):
        found = gapviz.scores(counts, [f"{measure}(g={text(g)})" for measure in GRADED])
        expected = found.values[:, :, topics].mean(axis=2)
        means = [sums.means(measure, g[None])[0] for measure in GRADED]
        np.testing.assert_allclose(means, expected, rtol=0, atol=1e-14)


def test_equal_runs_have_equal_means() -> None:
    """To the last bit and wherever they stand, so that they are tied in every ranking."""
    counts = real_profile("trec-covid-round1")
    order = np.random.default_rng(0).integers(0, 7, 143)
    sums = family(counts, np.ones(counts.shape, dtype=bool)).take(order)
    g = np.random.default_rng(1).dirichlet(np.ones(2), 30)
    for measure in GRADED:
        means = sums.means(measure, g)
        for run in range(7):
            assert np.ptp(means[:, order == run], axis=1).max() == 0.0


def test_differences_are_those_of_the_means() -> None:
    counts = random_profile(3, seed=5)
    sums = family(counts, np.ones(counts.shape, dtype=bool))
    g = np.random.default_rng(0).dirichlet(np.ones(3), (2, 6))
    for measure in GRADED:
        found = sums.differences(measure, [0, 2], [1, 3], g)
        for pair, (first, second) in enumerate(((0, 1), (2, 3))):
            means = sums.means(measure, g[pair])
            np.testing.assert_allclose(found[pair], means[:, first] - means[:, second], atol=1e-15)


def test_a_run_without_topics_has_mean_0() -> None:
    collection = ranked_lists([(1, 2), (2, 1)])
    counts = profile(collection)
    sums = family(counts, np.zeros(counts.shape, dtype=bool))
    assert [sums.means(name, np.array([[0.5, 0.5]])).tolist() for name in GRADED] == [[[0.0]]] * 3


def test_no_runs() -> None:
    empty = merge([], pool=profile(ranked_lists([(1, 2)])).pool)
    sums = family(empty, np.ones((0, 1), dtype=bool))
    assert sums.means("GAP", np.array([[0.5, 0.5]])).shape == (1, 0)


def test_a_scale_of_many_grades_needs_a_mapping() -> None:
    counts = random_profile(MOST_GRADES + 1, seed=0)
    with pytest.raises(InputError) as caught:
        family(counts, np.ones(counts.shape, dtype=bool))
    assert str(caught.value) == "grades: expected a mapping to at most 20 grades, to look at many g, found 21"
