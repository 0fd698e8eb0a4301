"""Which means are equal: the rule of gapviz.analysis.rankings.equality, against exact fractions."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.equality import EQUAL, lead, level, places
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.rankings.tau import tau_matrix
from gapviz.profile import Profile
from tests import reference
from tests.real import real_profile

SMALL = Path(__file__).parents[3] / "data" / "small"


def test_places() -> None:
    """The examples are those of tests/web/rankings.test.mjs."""
    for means, expected in (
        ([0.1 + 0.2, 0.3, 0.3 * (1 + 1e-11), 0], [1, 1, 2, 0]),
        ([1, 1 + 6e-13, 1 + 1.2e-12], [0, 0, 0]),
        ([-0.3, -0.1 - 0.2, -0.5], [1, 1, 0]),
        ([1e-30, 2e-30, 0], [1, 2, 0]),
        ([], []),
    ):
        assert places(np.array(means, dtype=np.float64)).tolist() == expected


def test_equal_means_become_the_same_value_and_others_stay() -> None:
    rng = np.random.default_rng(0)
    exact = rng.integers(0, 5, (50, 3, 9)) / 7
    means = exact * (1 + rng.uniform(-4e-15, 4e-15, exact.shape))
    same = level(means)
    assert np.array_equal(same[..., None] == same[..., None, :], exact[..., None] == exact[..., None, :])
    assert np.abs(same - means).max() < 1e-14
    assert np.array_equal(places(means), places(exact))
    assert np.array_equal(lead(means[0], means[1]) == 0, exact[0] == exact[1])


def test_rounding_of_many_topics_keeps_below_the_rule() -> None:
    """The worst that a sum can do: the same score 9,000 times, whose error has one direction."""
    for score in (0.1, 0.7, 1 / 3, 1e-3):
        mean = np.add.accumulate(np.full(9000, score))[-1] / 9000
        assert abs(mean - score) < EQUAL * score / 4


def hits(profile: Profile, n: int) -> list[Fraction]:
    """Exact mean P@n of each run."""
    N, T = profile.shape
    counts = np.add.reduceat(np.append(profile.ranks <= n, False), profile.starts[:-1])
    counts[profile.starts[:-1] == profile.starts[1:]] = 0
    return [Fraction(int(found), n * T) for found in counts.reshape(N, T).sum(axis=1)]


@pytest.mark.parametrize(
    ("name", "n", "tied"),
    [
        ("trec-covid-round1", 5, 116),
        ("trec-covid-round1", 20, 39),
        ("clef-ehealth-2013", 5, 8),
        ("clef-ehealth-2013", 20, 4),
    ],
)
def test_no_tie_of_a_collection_is_split(name: str, n: int, tied: int) -> None:
    """Witness: fractions. Sums of doubles alone find 55 to 79 of the 116 ties, by the order of the topics."""
    profile = real_profile(name)
    exact = hits(profile, n)
    numbers = {mean: place for place, mean in enumerate(sorted(set(exact)))}
    expected = [numbers[mean] for mean in exact]
    assert sum(k * (k - 1) // 2 for k in Counter(expected).values()) == tied
    found = gapviz.scores(profile, [f"P@{n}"])
    rng = np.random.default_rng(0)
    for _ in range(20):  # means that were added in other orders
        topics = rng.permutation(len(found.topics))
        means = np.add.accumulate(found.values[0][:, topics], axis=1)[:, -1] / len(topics)
        assert places(means).tolist() == expected
    assert places(found.means()[0]).tolist() == expected


def test_the_small_collection_has_its_exact_tau_whatever_the_topics_names() -> None:
    """Witness: fractions. AP with P@5; five of the 66 pairs are tied by P@5."""
    collection = gapviz.load(SMALL / "qrels.txt", SMALL / "runs")
    profile = gapviz.profile(collection)
    topics = np.arange(len(profile.topics))
    for order in itertools.islice(itertools.permutations(topics), 0, None, 997):
        found = gapviz.scores(profile, ["AP", "P@5"])
        values = found.values[:, :, order]
        means = np.add.accumulate(values, axis=2)[:, :, -1] / topics.size
        assert tau_matrix(means)[0, 1] == 0.6461702685025609
    assert reference.tau_b(found.means()[0].tolist(), hits(profile, 5)) == 0.6461702685025609  # type: ignore[arg-type]


def test_tau_of_runs_that_share_their_scores_among_the_topics_is_undefined() -> None:
    """By hand: each run has APs 5/6, 7/10 and 1/6, on other topics, so that all means are 17/30."""
    ranks_of = [(1, 3), (1, 5), (3,)]
    qrels = {topic: {"r1": 1, "r2": 1} for topic in "123"}
    runs = {
        name: {
            topic: {f"r{place}": -float(rank) for place, rank in enumerate(ranks_of[int(k)], 1)}
            | {f"n{rank}": -float(rank) for rank in range(1, 6) if rank not in ranks_of[int(k)]}
            for topic, k in zip("123", order, strict=True)
        }
        for name, order in zip("abc", ("012", "021", "210"), strict=True)
    }
    found = gapviz.scores(gapviz.load(qrels, runs), ["AP", "P@5"])
    assert found.means()[0] == pytest.approx(17 / 30, abs=1e-15)
    assert len(set(found.means()[0].tolist())) > 1  # rounding alone would be an order
    assert np.isnan(tau_matrix(found.means())[0]).all()
    assert ranks(found.means()[0], ["z", "y", "x"]).tolist() == [3, 2, 1]


def test_means_are_added_as_trec_eval_adds_them() -> None:
    """Witness: trec_eval adds topics as `strcmp` orders them, so that 601/800 of P@20 prints as 0.7512."""
    hits = np.random.default_rng(486).integers(10, 21, 40)
    assert hits.sum() == 601
    topics = [str(number) for number in range(1, 41)]
    qrels = {topic: {f"d{k}": 1 for k in range(20)} for topic in topics}
    run = {
        topic: {f"d{k}": 1.0 for k in range(found)} | {f"n{k}": 0.5 for k in range(20 - found)}
        for topic, found in zip(topics, hits.tolist(), strict=True)
    }
    found = gapviz.scores(gapviz.load(qrels, {"a": run}), ["P@20"])
    totals = []
    for order in (sorted(topics, key=str.encode), topics):
        total = 0.0
        for topic in order:
            total += hits[int(topic) - 1] / 20
        totals.append(total / 40)
    assert [f"{total:.4f}" for total in totals] == ["0.7512", "0.7513"]  # 1, 2, 3 would be another order
    assert found.means().item() == totals[0]
