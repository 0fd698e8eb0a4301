"""What topics and runs are called, and in which order they come, changes no correlation and no order."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import get_args

import numpy as np
import pytest

import gapviz
from gapviz.analysis.experiments.robustness import Design, robustness
from gapviz.analysis.rankings.comparison import comparison
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.rankings.tau import Coefficient, tau_against
from gapviz.analysis.users.family import GRADED, family
from gapviz.analysis.users.shares import run_ranks
from gapviz.analysis.users.sweep import ground, sweep
from gapviz.analysis.users.winners import stretches, winners
from gapviz.arrays import FloatArray
from tests import reference
from tests.budget import budget
from tests.tied import Lists, made

COLLECTIONS = budget(100, 500)
COEFFICIENTS = get_args(Coefficient)
G = (Fraction(3, 10), Fraction(7, 10))
MEASURES = ("AP", "P@5", "RBP(p=0.8,rel=1)", *(f"{name}(g=0.3,0.7)" for name in GRADED))
Ranked = tuple[int | None, ...]


@functools.cache
def exact(ranked: Ranked, R: tuple[int, ...], g: tuple[Fraction, ...] = G) -> tuple[Fraction, ...]:
    """Values of `MEASURES`."""
    return (
        reference.average_precision(ranked, R),
        reference.precision(ranked, R, 5),
        Fraction(reference.rank_biased_precision(ranked, Fraction(4, 5))),
        reference.gap(ranked, R, g),
        reference.xgap(ranked, R, g),
        reference.egap(ranked, R, g),
    )


def places(lists: Lists, order: Sequence[int], g: tuple[Fraction, ...] = G) -> list[list[int]]:
    """Place of each run's exact mean among the different ones, by measure; the runs in this order."""
    counts = [tuple(grades.count(k) for k in range(3)) for grades in lists.grades]
    values = [
        [
            exact(tuple(None if k is None else grades[k] for k in ranked), R, g)
            for ranked, grades, R in zip(lists.runs[i], lists.grades, counts, strict=True)
        ]
        for i in order
    ]
    sums = [[sum((topic[m] for topic in run), Fraction(0)) for run in values] for m in range(len(MEASURES))]
    return [[sorted(set(row)).index(total) for total in row] for row in sums]


def taus(means: list[list[int]], references: list[list[int]], coefficient: Coefficient) -> FloatArray:
    """Coefficient of each list with each reference, by its definition."""
    of: Callable[..., float | None] = {"b": reference.tau_b, "ap": reference.tau_ap}[coefficient]
    return np.array([[of(a, b) for b in references] for a in means], dtype=np.float64)


def ranked(placed: Sequence[int], names: Sequence[str]) -> list[int]:
    """Ranks from 1 by falling mean, equal ones by name."""
    order = sorted(range(len(placed)), key=lambda i: (-placed[i], names[i]))
    return [order.index(i) + 1 for i in range(len(placed))]


def test_correlations_and_ranks_are_those_of_fractions_under_any_names() -> None:
    """Witness: the definitions with fractions, on random collections with many ties."""
    tied = undefined = 0
    for seed in range(COLLECTIONS):
        lists, collection, order = made(seed)
        placed = places(lists, order)
        tied += sum(len(set(row)) < len(row) for row in placed)
        found = gapviz.scores(collection, MEASURES)
        means = found.means()
        for coefficient in COEFFICIENTS:
            expected = taus(placed, placed[1:3], coefficient)
            undefined += int(np.isnan(expected).sum())
            taus_found = tau_against(means, means[1:3], coefficient=coefficient)
            np.testing.assert_allclose(taus_found, expected, rtol=0, atol=1e-14, err_msg=str(seed))
        expected_ranks = [ranked(row, found.runs) for row in placed]
        assert ranks(means, found.runs).tolist() == expected_ranks, seed
        assert winners(means, found.runs).tolist() == [row.index(1) for row in expected_ranks], seed
    assert tied > COLLECTIONS  # of the six lists of means of each collection
    assert undefined > 0


def test_sweeps_are_those_of_fractions_under_any_names() -> None:
    """Witness: the definitions with fractions, at each g; means come from sums over topics here."""
    models = [(Fraction(k, 5), 1 - Fraction(k, 5)) for k in range(6)]
    g = np.array(models, dtype=np.float64)
    for seed in range(COLLECTIONS // 10):
        lists, collection, order = made(seed)
        prepared = ground(gapviz.profile(collection), against=MEASURES[:2])
        for coefficient in COEFFICIENTS:
            found = sweep(prepared, g, coefficient=coefficient)
            for p, model in enumerate(models):
                placed = places(lists, order, model)
                expected = taus(placed[3:], placed[:2], coefficient)
                np.testing.assert_allclose(found.tau[:, p], expected, rtol=0, atol=1e-14, err_msg=str(seed))


def test_who_wins_and_who_moves_follow_from_fractions_under_any_names() -> None:
    """Witness: the definitions with fractions, in the middle of each stretch that a run wins by eGAP."""
    for seed in range(COLLECTIONS // 10):
        lists, collection, order = made(seed)
        profile, names = gapviz.profile(collection), collection.run_names
        sums = family(profile, np.ones(profile.shape, dtype=np.bool_))
        end, start = np.eye(2)
        for part in stretches(sums, "eGAP", start=start, end=end):
            assert part.end - part.start > 1e-9
            middle = Fraction((part.start + part.end) / 2)
            ranking = ranked(places(lists, order, (middle, 1 - middle))[-1], names)
            assert ranking.index(1) == part.run, seed
        g = np.array([G], dtype=np.float64)
        first, second, _, *graded = places(lists, order)
        for measure, placed in zip(GRADED, graded, strict=True):
            found_ranks = [run_ranks(sums, measure, run, g).item() for run in range(len(names))]
            assert found_ranks == ranked(placed, names), seed
        means = gapviz.scores(profile, MEASURES[:2]).means()
        found = comparison(means[0], means[1], names)
        pairs = list(itertools.permutations(range(len(names)), 2))
        assert {(i, j) for i, j in pairs if first[i] > first[j] and second[i] < second[j]} == {
            (i, j) for i, j in found.swapped.tolist()
        }
        assert found.tied == sum(first[i] == first[j] or second[i] == second[j] for i, j in pairs if i < j)


@pytest.mark.parametrize("design", get_args(Design))
def test_samples_and_what_they_say_stay_under_other_names(design: Design) -> None:
    """The same seed keeps the same judgements, or documents, whatever the topics' and the runs' names."""
    for seed in range(COLLECTIONS // 25):
        lists, collection, order = made(seed)
        plain = lists.load(
            [f"t{t}" for t in range(len(lists.grades))],
            [f"r{i}" for i in range(len(order))],
            range(len(order)),
        )
        first, second = (
            [*robustness(one, ["AP", "P@5", "bpref"], design=design, rates=(0.8, 0.4), samples=1)][-1]
            for one in (plain, collection)
        )
        np.testing.assert_allclose(
            second.means, first.means[..., order], rtol=0, atol=1e-14, err_msg=str(seed)
        )
        np.testing.assert_allclose(second.agreement, first.agreement, rtol=0, atol=1e-12, err_msg=str(seed))
