"""Where two runs change places, and the nearest such user model."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

import gapviz
from gapviz import users
from gapviz.analysis.users.family import GRADED, Family, Graded, family
from gapviz.analysis.users.nearest import distance, nearest
from gapviz.analysis.users.swaps import edge_swaps, swaps
from gapviz.profile import Profile
from tests.analysis.users.test_family import random_profile
from tests.real import PLACES, real_profile

PAIRS = 1000


def all_topics(profile: Profile) -> Family:
    return family(profile, np.ones(profile.shape, dtype=bool))


def random_pairs(runs: int, number: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    first = rng.integers(0, runs, number)
    return first, (first + rng.integers(1, runs, number)) % runs


def close_pairs(sums: Family, number: int) -> list[tuple[int, int]]:
    """Pairs of runs that stand within three places of one another under uniform g."""
    rng = np.random.default_rng(0)
    order = np.argsort(-sums.means("eGAP", np.full((1, sums.c), 1 / sums.c))[0])
    places = rng.integers(0, order.size - 3, number)
    others = places + rng.integers(1, 4, number)
    return list(zip(order[places].tolist(), order[others].tolist(), strict=True))


def means_by_topic(profile: Profile, measure: Graded, g: np.ndarray) -> np.ndarray:
    """Mean of every run, topic by topic and not by sums."""
    text = ",".join(map(repr, (g / g.sum()).tolist()))
    means: np.ndarray = gapviz.measure(f"{measure}(g={text})")(profile).mean(axis=1)
    return means


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("measure", GRADED)
def test_means_are_equal_and_the_order_changes(name: str, measure: Graded) -> None:
    """A thousand pairs of runs, each on a way of its own; witness: the measure itself on all topics."""
    profile = real_profile(name)
    sums, c = all_topics(profile), profile.c
    first, second = random_pairs(len(profile.runs), PAIRS)
    rng = np.random.default_rng(1)
    if c == 2:
        start, end = np.tile(np.eye(2)[1], (PAIRS, 1)), np.tile(np.eye(2)[0], (PAIRS, 1))
    else:
        start, end = rng.dirichlet(np.full(c, 0.1), (2, PAIRS))
    found = swaps(sums, measure, first, second, start=start, end=end)
    assert found.way.size > 50
    checked = rng.choice(found.way.size, min(30, found.way.size), replace=False)
    for r in checked.tolist():
        way = found.way[r]
        others = np.delete(found.share, r)[np.delete(found.way, r) == way]
        room = np.abs(np.concatenate((others, [0.0, 1.0])) - found.share[r]).min()
        step = min(1e-4, room / 2)
        leads = []
        for share in (found.share[r] - step, found.share[r], found.share[r] + step):
            means = means_by_topic(profile, measure, (1 - share) * start[way] + share * end[way])
            leads.append(means[first[way]] - means[second[way]])
        assert abs(leads[1]) < 1e-9
        assert leads[0] * leads[2] < 0
    assert found.g.sum(axis=1) == pytest.approx(1.0, abs=1e-12)
    # All of them, by sums over topics.
    at = sums.differences(measure, first[found.way], second[found.way], found.g[:, None])
    assert np.abs(at).max() < 1e-9


@pytest.mark.parametrize("measure", GRADED)
def test_no_swap_is_missed_on_a_line(measure: Graded) -> None:
    """Witness: signs at 5,001 user models; an odd number of swaps lies between opposite ones."""
    profile = real_profile("trec-covid-round1")
    sums = all_topics(profile)
    first, second = random_pairs(143, 200)
    start, end = np.array([1e-6, 1 - 1e-6]), np.array([1 - 1e-6, 1e-6])
    found = swaps(sums, measure, first, second, start=start, end=end)
    means = sums.means(measure, users.line(start, end, 5001))
    signs = np.sign(means[:, first] - means[:, second])
    for pair in range(200):
        changes = np.flatnonzero(signs[1:, pair] != signs[:-1, pair])
        shares = found.share[found.way == pair]
        assert len(changes) == len(shares)
        assert ((shares >= changes / 5000 - 1e-9) & (shares <= (changes + 1) / 5000 + 1e-9)).all()


@pytest.mark.parametrize("measure", GRADED)
@pytest.mark.parametrize("name", PLACES)
def test_nearest_is_not_beaten_by_a_dense_grid(name: str, measure: Graded) -> None:
    """Witness: every user model of a dense grid at which the order is the other one."""
    profile = real_profile(name)
    sums, c = all_topics(profile), profile.c
    grid = users.simplex_grid(c, 2000 if c == 2 else 100)
    means = sums.means(measure, grid)
    swapped = 0
    for pair, (one, other) in enumerate(close_pairs(sums, 25)):
        g = np.random.default_rng(pair).dirichlet(np.ones(c))
        lead = sums.differences(measure, [one], [other], g[None, None])[0, 0]
        found = nearest(sums, measure, one, other, g)
        reversed_ = (means[:, one] - means[:, other]) * np.sign(lead) < -1e-12
        distances = np.abs(grid - g).sum(axis=1)[reversed_] / 2
        if found is None:
            assert not distances.size
            continue
        swapped += 1
        assert found.moved == pytest.approx(distance(g, found.g), abs=1e-12)
        assert found.g.sum() == pytest.approx(1.0, abs=1e-12)
        assert found.g.min() >= 0
        assert found.moved <= distances.min(initial=np.inf) + 1e-9
        if not found.jump:
            at = means_by_topic(profile, measure, found.g)
            assert at[one] == pytest.approx(at[other], abs=1e-9)
            assert found.mean == pytest.approx(at[one], abs=1e-9)
    assert swapped > 5


@pytest.mark.parametrize("c", range(2, 7))
def test_nearest_by_egap_against_linear_programming(c: int) -> None:
    """Witness: scipy.optimize.linprog on the least moved users such that the means are equal."""
    rng = np.random.default_rng(c)
    for _ in range(20):
        threshold_means = rng.random((2, c))
        sums = Family(("a", "b"), threshold_means, np.zeros((2, c**3)), np.zeros((2, c)), np.ones((1, c)))
        g = rng.dirichlet(np.ones(c))
        gains = threshold_means[0] - threshold_means[1]
        # g + up - down, with the users that leave a threshold at most all of it.
        solved = optimize.linprog(
            np.concatenate((np.ones(c), np.zeros(c))),
            A_eq=[np.concatenate((gains, -gains)), np.concatenate((np.ones(c), -np.ones(c)))],
            b_eq=[-gains @ g, 0.0],
            bounds=[(0, None)] * c + [(0, share) for share in g],
        )
        found = nearest(sums, "eGAP", 0, 1, g)
        assert (found is None) == (not solved.success)
        if found is not None:
            assert found.exact
            assert found.moved == pytest.approx(solved.fun, abs=1e-9)
            assert found.g @ gains == pytest.approx(0.0, abs=1e-12)


def test_equal_runs_never_swap() -> None:
    sums = all_topics(real_profile("trec-covid-round1")).take([3, 3])
    for measure in GRADED:
        assert not len(edge_swaps(sums, measure, 0, 1))
        found = nearest(sums, measure, 0, 1, np.array([0.5, 0.5]))
        assert found is not None
        assert (found.moved, found.g.tolist()) == (0.0, [0.5, 0.5])


def test_gap_jumps_where_the_last_user_leaves() -> None:
    """By hand: topic 1 has only grade 1 and b finds it, topic 2 has grade 2 and a finds it, so that
    a leads at g = (0, 1) and the two are equal as soon as anyone has threshold 1."""
    qrels = {"1": {"x": 1}, "2": {"y": 2}, "3": {"x": 1}}
    runs = {"a": {"2": {"y": 1.0}}, "b": {"1": {"x": 1.0}, "3": {"x": 1.0}}}
    profile = gapviz.profile(gapviz.load(qrels, runs))
    sums = all_topics(profile)
    found = nearest(sums, "GAP", 0, 1, np.array([0.0, 1.0]))
    assert found is not None
    assert found.jump
    assert found.moved < 1e-8
    back = nearest(sums, "GAP", 0, 1, np.array([0.25, 0.75]))
    assert back is not None
    assert back.jump
    assert back.g.tolist() == [0.0, 1.0]
    assert back.moved == 0.25


def test_one_threshold_has_nothing_to_change() -> None:
    profile = gapviz.profile(gapviz.load({"1": {"x": 1}}, {"a": {"1": {"x": 1.0}}, "b": {"1": {"z": 1.0}}}))
    sums = all_topics(profile)
    for measure in GRADED:
        assert nearest(sums, measure, 0, 1, np.array([1.0])) is None
        assert edge_swaps(sums, measure, 0, 1).shape == (0, 1)


@pytest.mark.parametrize("seed", range(18))
def test_nearest_on_random_lists_is_not_beaten(seed: int) -> None:
    """Witness: a grid with all sides, edges and corners; topics without high grades make GAP jump there."""
    c = 2 + seed % 3
    profile = random_profile(c, seed=seed)
    sums = all_topics(profile)
    grid = users.simplex_grid(c, {2: 1000, 3: 60, 4: 20}[c])
    g = np.random.default_rng(seed).dirichlet(np.ones(c))
    for measure in GRADED:
        means = sums.means(measure, grid)
        for one, other in ((0, 1), (2, 3), (1, 2)):
            lead = sums.differences(measure, [one], [other], g[None, None])[0, 0]
            found = nearest(sums, measure, one, other, g)
            reversed_ = (means[:, one] - means[:, other]) * np.sign(lead) < -1e-12
            distances = np.abs(grid - g).sum(axis=1)[reversed_] / 2
            assert (np.inf if found is None else found.moved) <= distances.min(initial=np.inf) + 1e-9
