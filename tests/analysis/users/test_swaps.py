"""Where two runs change places, and the nearest such user model."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

import gapviz
from gapviz import users
from gapviz.analysis.users.family import GRADED, Family, Graded, family
from gapviz.analysis.users.nearest import distance, nearest
from gapviz.analysis.users.shares import share
from gapviz.analysis.users.swaps import edge_swaps, swaps
from gapviz.analysis.users.winners import stretches
from gapviz.profile import Profile
from tests.analysis.users.test_family import random_profile
from tests.budget import budget
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
    assert not found.jump.any()
    assert found.way.size > 50
    checked = rng.choice(found.way.size, min(30, found.way.size), replace=False)
    for r in checked.tolist():
        way = found.way[r]
        others = np.delete(found.share, r)[np.delete(found.way, r) == way]
        room = np.abs(np.concatenate((others, [0.0, 1.0])) - found.share[r]).min()
        step = min(1e-4, room / 2)
        leads = []
        for place in (found.share[r] - step, found.share[r], found.share[r] + step):
            means = means_by_topic(profile, measure, (1 - place) * start[way] + place * end[way])
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
    grid = users.simplex_grid(c, 2000 if c == 2 else budget(50, 100))
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
    """Neither at a g nor anywhere: there is no user model at which one is ahead of the other."""
    for name in PLACES:
        sums = all_topics(real_profile(name)).take([3, 3])
        for measure in GRADED:
            assert not edge_swaps(sums, measure, 0, 1).way.size
            for g in np.concatenate([np.eye(sums.c), np.full((1, sums.c), 1 / sums.c)]):
                assert nearest(sums, measure, 0, 1, g) is None


def gap_jumps() -> Family:
    """By hand: topics 1 and 3 have only grade 1 and b finds them, topic 2 has grade 2 and a finds it, so that
    GAP of a is 1/3 for all users; of b it is 0 at g = (0, 1), and 2/3 as soon as anyone has threshold 1."""
    qrels = {"1": {"x": 1}, "2": {"y": 2}, "3": {"x": 1}}
    runs = {"a": {"2": {"y": 1.0}}, "b": {"1": {"x": 1.0}, "3": {"x": 1.0}}}
    return all_topics(gapviz.profile(gapviz.load(qrels, runs)))


def test_any_share_of_users_swaps_runs_where_gap_jumps_right_beside_g() -> None:
    for pair in ((0, 1), (1, 0)):
        found = nearest(gap_jumps(), "GAP", *pair, np.array([0.0, 1.0]))
        assert found is not None
        assert (found.g.tolist(), found.moved, found.jump, found.to) == ([0.0, 1.0], 0.0, True, (1,))
        assert found.exact
        assert np.isnan(found.mean)


def test_gap_jumps_where_the_last_user_leaves() -> None:
    back = nearest(gap_jumps(), "GAP", 0, 1, np.array([0.25, 0.75]))
    assert back is not None
    assert (back.g.tolist(), back.moved, back.jump, back.to) == ([0.0, 1.0], 0.25, True, ())
    listed = edge_swaps(gap_jumps(), "GAP", 0, 1)
    assert (listed.g.tolist(), listed.jump.tolist()) == ([[0.0, 1.0]], [True])


def test_xgap_and_egap_do_not_jump() -> None:
    """By hand: AP(1) is 1/3 and 2/3, AP(2) is 1/3 and 0, so that eGAP is equal at g1 = 1/2. xGAP of a is
    1/3, and of b 2/3 g1: equal there too."""
    for measure in GRADED[1:]:
        found = edge_swaps(gap_jumps(), measure, 0, 1)
        assert found.g[:, 0] == pytest.approx([1 / 2], abs=1e-15)
        assert not found.jump.any()
        near = nearest(gap_jumps(), measure, 0, 1, np.array([0.0, 1.0]))
        assert near is not None
        assert near.moved == pytest.approx(1 / 2)


def two_close_swaps() -> Family:
    """By hand: GAP of a less that of b, times six topics, is 2 / (30 g1 + 1) - 3/2 / (8 g1 + 1) + 1/3. That
    is 0 where 480 g1 * g1 - 98 g1 + 5 is: at 1/10 and 5/48, and b leads between only."""
    found = {"1": (30, 1, "a", 1), "2": (30, 1, "a", 1), "3": (8, 1, "b", 2), "4": (8, 1, "b", 2)}
    found |= {"5": (8, 1, "b", 2), "6": (3, 0, "a", 1)}  # of grade 1, of grade 2; who finds the best, where
    qrels: dict[str, dict[str, int]] = {}
    runs: dict[str, dict[str, dict[str, float]]] = {"a": {}, "b": {}}
    for topic, (one, two, who, rank) in found.items():
        qrels[topic] = {f"d{n}": 1 for n in range(one)} | {f"e{n}": 2 for n in range(two)}
        best = "e0" if two else "d0"
        runs[who][topic] = {"x": 2.0} | {best: 1.0} if rank == 2 else {best: 1.0}
    return all_topics(gapviz.profile(gapviz.load(qrels, runs)))


def test_two_swaps_that_are_close_together_are_both_found() -> None:
    found = edge_swaps(two_close_swaps(), "GAP", 0, 1)
    assert found.g[:, 0] == pytest.approx([1 / 10, 5 / 48], abs=1e-12)
    near = nearest(two_close_swaps(), "GAP", 0, 1, np.array([0.5, 0.5]))
    assert near is not None
    assert (near.g[0], near.moved) == pytest.approx((5 / 48, 1 / 2 - 5 / 48), abs=1e-12)
    told = share(two_close_swaps(), "GAP", 0, 1)
    assert (told.first, told.second, told.exact) == pytest.approx((239 / 240, 1 / 240, True), abs=1e-12)
    parts = stretches(two_close_swaps(), "GAP", start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))
    assert [part.run for part in parts] == [0, 1, 0]
    assert [part.start for part in parts] == pytest.approx([0.0, 1 / 10, 5 / 48], abs=1e-12)


def test_one_threshold_has_nothing_to_change() -> None:
    profile = gapviz.profile(gapviz.load({"1": {"x": 1}}, {"a": {"1": {"x": 1.0}}, "b": {"1": {"z": 1.0}}}))
    sums = all_topics(profile)
    for measure in GRADED:
        assert nearest(sums, measure, 0, 1, np.array([1.0])) is None
        assert edge_swaps(sums, measure, 0, 1).g.shape == (0, 1)


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
