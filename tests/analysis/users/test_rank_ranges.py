"""Best and worst ranks over all user models."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from gapviz import users
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.users.family import GRADED, family
from gapviz.analysis.users.rank_ranges import rank_ranges
from gapviz.analysis.users.shares import run_ranks
from tests.analysis.users.test_winners import linear
from tests.real import PLACES, real_profile

Row = tuple[Fraction, ...]


def corners_of(means: list[Row]) -> set[Row]:
    """Where two lines meet in the triangle: those on which two runs are equal, and the sides."""
    sides = [tuple(Fraction(i == h) for i in range(3)) for h in range(3)]
    lines = [
        tuple(a - b for a, b in zip(one, other, strict=True))
        for one, other in itertools.combinations(means, 2)
    ]
    found = set()
    for (a, b, c), (d, e, f) in itertools.combinations([*sides, *lines], 2):
        meet = (b * f - c * e, c * d - a * f, a * e - b * d)
        if total := sum(meet):
            g = tuple(part / total for part in meet)
            if min(g) >= 0:
                found.add(g)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_ranks_by_egap_are_exact_for_three_thresholds(seed: int) -> None:
    """Witness: fractions. The lines on which two runs are equal cut the triangle into cells and corners;
    the middles of one, two or three corners lie in all of them, and within each no order changes."""
    draw = random.Random(seed)
    means = [tuple(Fraction(draw.randrange(5), 4) for _ in range(3)) for _ in range(4)]
    order = draw.sample(range(4), 4)
    corners = sorted(corners_of(means))
    best, worst = [4] * 4, [1] * 4
    for number in (1, 2, 3):
        for some in itertools.combinations(corners, number):
            g = [sum(parts, Fraction(0)) for parts in zip(*some, strict=True)]
            at = [sum((a * b for a, b in zip(row, g, strict=True)), Fraction(0)) for row in means]
            ranked = sorted(range(4), key=lambda run: (-at[run], run))
            for rank, run in enumerate(ranked, 1):
                best[run], worst[run] = min(best[run], rank), max(worst[run], rank)
    # The runs in another order: equal means are ranked by name all the same.
    sums = linear(np.array(means, dtype=np.float64)).take(order)
    found = rank_ranges(sums, "eGAP", np.empty((0, 3)))
    assert found.exact
    assert (found.best.tolist(), found.worst.tolist()) == (
        [best[run] for run in order], [worst[run] for run in order],
    )  # fmt: skip


@pytest.mark.parametrize("c", range(2, 6))
def test_ranks_by_egap_are_reached_and_cover_a_grid(c: int) -> None:
    """Witness: the ranks at the user models that are told, and at those of a grid; with many ties."""
    grid = users.simplex_grid(c, {2: 60, 3: 40, 4: 16, 5: 9}[c])
    for seed in range(4):
        means = np.random.default_rng(seed).integers(0, 7, (9, c)) / 8
        means[[3, 5]] = 0.0
        sums = linear(means)
        found = rank_ranges(sums, "eGAP", np.empty((0, c)))
        ranked = ranks(sums.means("eGAP", grid), sums.runs)
        assert found.exact
        assert (found.best <= ranked.min(axis=0)).all()
        assert (found.worst >= ranked.max(axis=0)).all()
        for run in range(9):
            for rank, g in ((found.best[run], found.best_g[run]), (found.worst[run], found.worst_g[run])):
                assert users.validate(g).tolist() == g.tolist()
                assert run_ranks(sums, "eGAP", run, g[None]).tolist() == [rank]


@pytest.mark.parametrize("name", PLACES)
def test_real_ranks(name: str) -> None:
    """Witness: ranks at the user models of a grid; those of eGAP are exact, the others are the same."""
    profile = real_profile(name)
    sums = family(profile, np.ones(profile.shape, dtype=bool))
    grid = users.simplex_grid(profile.c, {2: 1000, 3: 40}[profile.c])
    for measure in GRADED:
        found = rank_ranges(sums, measure, grid)
        ranked = ranks(sums.means(measure, grid), sums.runs)
        assert found.exact == (measure == "eGAP")
        best, worst = ranked.min(axis=0), ranked.max(axis=0)
        if found.exact:
            assert (found.best <= best).all()
            assert (found.worst >= worst).all()
        else:
            assert (found.best.tolist(), found.worst.tolist()) == (best.tolist(), worst.tolist())
        for run in (0, 20, 41):
            assert run_ranks(sums, measure, run, grid[:99]).tolist() == ranked[:99, run].tolist()
            for rank, g in ((found.best[run], found.best_g[run]), (found.worst[run], found.worst_g[run])):
                assert run_ranks(sums, measure, run, g[None]).tolist() == [rank]


def test_ranges_that_would_take_too_long_are_sampled() -> None:
    sums = linear(np.random.default_rng(0).random((80, 5)))
    grid = users.simplex_grid(5, 4)
    found = rank_ranges(sums, "eGAP", grid)
    assert not found.exact
    assert found.best.tolist() == ranks(sums.means("eGAP", grid), sums.runs).min(axis=0).tolist()


def test_one_run_and_one_threshold() -> None:
    one = rank_ranges(linear(np.array([[0.4, 0.1, 0.2]])), "eGAP", np.empty((0, 3)))
    assert (one.best.tolist(), one.worst.tolist(), one.exact) == ([1], [1], True)
    two = rank_ranges(linear(np.array([[0.4], [0.5]])), "GAP", np.ones((1, 1)))
    assert (two.best.tolist(), two.worst.tolist(), two.exact) == ([1, 2], [1, 2], True)
