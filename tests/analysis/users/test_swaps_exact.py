"""Swaps and shares for c = 2 against exact fractions, on random collections with many ties."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

import gapviz
from gapviz.analysis.users.family import GRADED, Family, family
from gapviz.analysis.users.nearest import nearest
from gapviz.analysis.users.shares import share
from gapviz.analysis.users.swaps import always_equal, edge_swaps
from tests import reference

COLLECTIONS = 20
PRECISION = Fraction(1, 10**9)
CLOSE = 2e-9
MEASURES = {"GAP": reference.gap, "xGAP": reference.xgap, "eGAP": reference.egap}

Lists = dict[str, dict[str, tuple[int, ...]]]
"""Grades of the ranked documents, by run and topic."""


def drawn(seed: int) -> tuple[Lists, dict[str, list[int]]]:
    """Lists of three runs, and the recall counts R of four topics: few grades and short lists, so ties."""
    draw = random.Random(seed)
    counts = {f"t{n}": [9, draw.choice([0, 1, 2, 9]), draw.choice([0, 0, 1, 3])] for n in range(4)}
    counts["t0"][2] = 1  # so that c = 2
    lists: Lists = {}
    for run in "abc":
        lists[run] = {}
        for topic, R in counts.items():
            held = [grade for grade, number in enumerate(R) for _ in range(min(number, 2))]
            lists[run][topic] = tuple(draw.sample(held, draw.randint(1, min(4, len(held)))))
    return lists, counts


def summed(lists: Lists, counts: dict[str, list[int]], order: list[str], names: dict[str, str]) -> Family:
    """Read the lists as a collection, runs in this order and with these names; topics in that of `counts`."""
    qrels = {
        topic: {f"{k}-{n}": k for k, number in enumerate(R) for n in range(number)}
        for topic, R in counts.items()
    }
    runs = {}
    for run in order:
        runs[names[run]] = {
            names.get(topic, topic): {
                f"{grade}-{grades[:n].count(grade)}": float(-n) for n, grade in enumerate(grades)
            }
            for topic, grades in lists[run].items()
        }
    renamed = {names.get(topic, topic): documents for topic, documents in qrels.items()}
    profile = gapviz.profile(gapviz.load(renamed, runs))
    return family(profile, np.ones(profile.shape, dtype=bool))


@pytest.mark.parametrize("seed", range(COLLECTIONS))
def test_swaps_and_shares_are_exact_whatever_the_names_and_the_order(seed: int) -> None:
    """Witness: the papers' sums as fractions; their changes of sign by Sturm's theorem."""
    lists, counts = drawn(seed)
    draw = random.Random(seed)
    renamed = {**dict(zip("abc", draw.sample("xyz", 3), strict=True)),
               **{f"t{n}": f"{9 - n}" for n in range(4)}}  # fmt: skip
    families = [
        (summed(lists, counts, list("abc"), {run: run for run in "abc"}), {run: run for run in "abc"}),
        (summed(lists, dict(reversed(counts.items())), list("cab"), renamed), renamed),
    ]
    for (first, second), measure in itertools.product((("a", "b"), ("b", "c"), ("c", "a")), GRADED):
        topics = [(lists[first][topic], lists[second][topic], R) for topic, R in counts.items()]
        slow = MEASURES[measure]
        polynomial = reference.lead_polynomial(slow, topics)
        before, roots = reference.sign_changes(polynomial, PRECISION)
        at_two = sum(slow(a, R, (Fraction(0), Fraction(1))) - slow(b, R, (Fraction(0), Fraction(1)))
                     for a, b, R in topics)  # fmt: skip
        lengths = np.diff([0.0, *map(float, roots), 1.0]) if before else np.zeros(2)
        expected = [lengths[::2].sum(), lengths[1::2].sum()][:: before or 1]
        jumps = at_two * before < 0
        for sums, names in families:
            pair = sums.runs.index(names[first]), sums.runs.index(names[second])
            found = edge_swaps(sums, measure, *pair)
            assert found.jump.tolist() == [True] * jumps + [False] * len(roots)
            assert found.g[~found.jump, 0] == pytest.approx(list(map(float, roots)), abs=CLOSE)
            told = share(sums, measure, *pair)
            assert told.exact
            assert [told.first, told.second] == pytest.approx(expected, abs=len(roots) * CLOSE + 1e-15)
            assert always_equal(sums, measure, *pair) == (not polynomial and not at_two)
            near = nearest(sums, measure, *pair, np.array([0.0, 1.0]))
            if at_two and jumps:
                assert near is not None
                assert (near.moved, near.jump, near.to) == (0.0, True, (1,))
            elif at_two:
                assert (near.moved if near else None) == pytest.approx(
                    float(roots[0]) if roots else None, abs=CLOSE
                )
            else:
                assert (near is None) == (not polynomial)
