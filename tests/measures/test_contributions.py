"""What each rank adds: it sums to the measure, and the arithmetic that is shown gives it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gapviz.analysis.toylists.contributions import contributions
from gapviz.analysis.toylists.lists import ToyList
from gapviz.measures import MEASURES
from gapviz.measures.facts import Facts
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.profile import profile
from tests.lists import collection_of, random_topics

SUMS = [row for row in MEASURES if row.terms is not None]
NO_SUMS = {"IPrec", "Judged", "RHL", "ADM", "normRecall", "normPrec", "nsDCG"}
MORE = [
    "AP@4",
    "RR@3",
    "Success(rel=2)@5",
    "indAP@3",
    "AP(rel=2)",
    "GAP(g=0.5,0,0.5)",
    "xGAP(g=0,0.5,0.5)",
    "eGAP(g=0,0,1)",
    "nDCG",
    "nDCG(gain=exponential)@4",
    "nDCG'(gain=exponential)@4",
    "RBP(p=0.5,rel=2,gain=graded)",
    "ERR(c=5)@4",
    "bpref(rel=2)",
    "bpref-10(rel=2)",
    "infAP(rel=2)",
    "Q(beta=0.5)",
    "R-measure(beta=2)",
    "DCG(b=3.5)@6",
    "JKnDCG(b=3.5)",
    "avgnDCG(b=3.5)@6",
    "SR",
    "mSR",
    "subAP(p=0.3,seed=7)",
]


def texts() -> list[str]:
    examples = [row.example.replace("g=1/4,3/4", "g=1/5,2/5,2/5") for row in SUMS]
    return [*examples, *(text for text in MORE if text not in examples)]


def test_all_measures_but_these_are_sums_over_ranks() -> None:
    assert {row.name for row in MEASURES if row.terms is None} == NO_SUMS
    assert {row.name for row in SUMS if row.term is None} == {"subAP"}, "its ranks are random"


@pytest.mark.parametrize("text", texts())
def test_contributions_sum_to_the_measure(text: str) -> None:
    counted = profile(collection_of(random_topics(500, 3, seed=1)))
    one = measure(text)
    shares = one.contributions(counted)
    assert shares is not None
    sums = np.bincount(counted.segments, shares, minlength=len(counted.topics))
    np.testing.assert_allclose(sums, one(counted)[0], rtol=0, atol=1e-12)
    assert (shares >= -1e-15).all()


@pytest.mark.parametrize("text", [text for text in texts() if not text.startswith("subAP")])
def test_the_arithmetic_that_is_shown_gives_the_contribution(text: str) -> None:
    counted = profile(collection_of(random_topics(120, 3, seed=2)))
    one = measure(text)
    shares = one.contributions(counted)
    assert shares is not None
    checked = 0
    for place, share in enumerate(shares.tolist()):
        if share:
            assert evaluated(one, Facts.of(counted, place)) == pytest.approx(share, rel=2e-5), text
            checked += 1
    assert checked > 20


def evaluated(one: Measure, facts: Facts) -> float:
    arithmetic = (one.term(facts) or "").replace("·", "*").replace("^", "**")
    return float(eval(arithmetic, {"__builtins__": {}, "log2": math.log2}))


def test_by_rank() -> None:
    """Worked by hand: eGAP of 1, 0, 2, none, 1 with R[1] = R[2] = 2 is 0.2667 (graded.py)."""
    split = contributions(measure("eGAP(g=1/4,3/4)"), ToyList.parse("2.102u1.200"))
    assert split is not None
    np.testing.assert_allclose(split.by_rank, [1 / 16, 0, 1 / 24 + 1 / 8, 0, 3 / 80], atol=1e-15)
    assert split.value == pytest.approx(0.2667, abs=5e-5)
    assert split.arithmetic[2] == "1/3 · (0.25/4 · 2 + 0.75/2 · 1)"
    assert split.arithmetic[1] == ""


@pytest.mark.parametrize("name", sorted(NO_SUMS))
def test_no_sum_no_contributions(name: str) -> None:
    row = next(row for row in MEASURES if row.name == name)
    assert contributions(measure(row.example), ToyList.parse("2.102u1.200")) is None
