"""For which share of all user models each run wins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz.analysis.users.family import GRADED, Family, family
from gapviz.analysis.users.winners import winners
from gapviz.analysis.users.winning import winning_shares

ROOT = Path(__file__).resolve().parents[3]


def sums_of(means: list[list[float]]) -> Family:
    values = np.array(means)
    N, c = values.shape
    empty = np.zeros((N, c**3))
    return Family(tuple("abcdef"[:N]), values, empty, empty, np.ones((c * c, c)))


@pytest.mark.parametrize("c", [1, 2, 3, 4])
def test_shares_of_a_run_that_is_better_by_one_threshold(c: int) -> None:
    """By hand: a leads where g_1 > 1/2 of the simplex, a corner of share 2^-(c - 1)."""
    sums = sums_of([[0.4, *[0.2] * (c - 1)], [0.2, *[0.4] * (c - 1)]])
    found = {sums.runs[one.run]: one for one in winning_shares(sums, "eGAP")}
    share = 1.0 if c == 1 else 0.5 ** (c - 1)
    if c < 4:
        assert found["a"].share == pytest.approx(share, abs=1e-12)
        assert found["a"].exact
    else:
        assert abs(found["a"].share - share) < 4 * np.sqrt(share * (1 - share) / 10_000)
        assert not found["a"].exact
    assert sum(one.share for one in found.values()) == pytest.approx(1.0, abs=1e-12)


def test_shares_are_those_of_drawn_user_models() -> None:
    """Witness: the winners at 20,000 user models that are drawn, within four standard errors."""
    counts = gapviz.profile(gapviz.load(ROOT / "data/small/qrels.txt", ROOT / "data/small/runs"))
    sums = family(counts, np.ones(counts.shape, bool))
    g = np.random.default_rng(0).dirichlet(np.ones(3), 20_000)
    for measure in GRADED:
        drawn = np.bincount(winners(sums.means(measure, g), sums.runs), minlength=len(sums.runs)) / len(g)
        found = np.zeros(len(sums.runs))
        for one in winning_shares(sums, measure):
            found[one.run] = one.share
        assert (np.abs(found - drawn) <= 4 * np.sqrt(drawn * (1 - drawn) / len(g)) + 1e-3).all()
