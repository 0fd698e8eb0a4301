"""Laws of the measures as properties of random lists."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.collection.grades import UNJUDGED
from gapviz.measures import MEASURES
from gapviz.measures.parse import measure
from tests.budget import budget
from tests.toys import text, toys

THIRDS = "g=1/3,1/3,1/3"
BINARY_OR_GRADED = [row for row in MEASURES if row.name not in ("GAP", "xGAP", "eGAP")]

NORMALISED = ["nDCG", "nDCG@4", "nDCG'", "Q", "Q'", "R-measure", "wAP", "genAP", "JKnDCG", "JKnDCG@4"]
NORMALISED += [
    "avgnDCG@4",
    "SR",
    "SR@4",
    "mSR",
    "mSR@4",
    "nsDCG@4",
    "AP",
    "Rprec",
    "bpref",
    "bpref-R",
    "bpref-10",
]
NORMALISED += ["indAP", f"GAP({THIRDS})"]
"""Measures whose table row says that an ideal list scores 1, and AP's like."""


@given(toys())
@settings(max_examples=budget(40, 400))
def test_values_lie_in_the_range_of_the_table(toy: ToyList) -> None:
    for row in MEASURES:
        value = values([measure(text(row, toy.c))], [toy]).item()
        unbounded = {"CG": 4 * toy.c, "DCG": 4 * toy.c, "sDCG": 4 * toy.c, "RHL": 5}
        assert -1e-12 <= value <= unbounded.get(row.name, 1) + 1e-12, row.name


@given(toys())
@settings(max_examples=budget(40, 400))
def test_a_perfect_list_scores_the_documented_maximum(toy: ToyList) -> None:
    ideal = toy.ideal
    relevant = sum(ideal.counts[1:]) > 0
    for name in NORMALISED:
        probabilities = ",".join([f"1/{toy.c}"] * toy.c)
        value = values([measure(name.replace(THIRDS, f"g={probabilities}"))], [ideal]).item()
        assert value == pytest.approx(float(relevant), abs=1e-12), name
    top = max((k for k in range(1, toy.c + 1) if ideal.counts[k]), default=0)
    for name in ("xGAP", "eGAP"):
        value = values([measure(f"{name}(g={probabilities})")], [ideal]).item()
        assert value == pytest.approx(top / toy.c, abs=1e-12), name


@given(toys(), st.data())
@settings(max_examples=budget(100, 1000))
def test_moving_a_better_document_up_never_lowers_gap_or_egap(toy: ToyList, data: st.DataObject) -> None:
    grades = [max(0, grade or 0) for grade in toy.ranked]
    worse = [n for n in range(len(grades) - 1) if grades[n] < grades[n + 1]]
    if not worse:
        return
    n = data.draw(st.sampled_from(worse))
    parts = data.draw(st.lists(st.integers(0, 9), min_size=toy.c, max_size=toy.c).filter(any))
    g = ",".join(repr(part / sum(parts)) for part in parts)
    chosen = [measure(f"{name}(g={g})") for name in ("GAP", "eGAP")]
    before, after = values(chosen, [toy, toy.swap(n, n + 1)]).T
    assert (after >= before - 1e-12).all()


def test_moving_a_better_document_up_can_lower_xgap() -> None:
    """Witness: mathematics.md, section 2: 7/40 and 17/110."""
    before = ToyList(2, (0, 0, 0, 1, 2), (1,) * 9)
    both = values([measure("xGAP(g=1/2,1/2)")], [before, before.swap(3, 4)])[0]
    np.testing.assert_allclose(both, [7 / 40, 17 / 110], rtol=0, atol=1e-15)


@given(toys(), st.data())
@settings(max_examples=budget(40, 400))
def test_the_family_is_ap_at_the_threshold_that_all_users_have(toy: ToyList, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, toy.c))
    g = ",".join(str(int(h == k)) for h in range(1, toy.c + 1))
    texts = [f"AP(rel={k})", *(f"{name}(g={g})" for name in ("GAP", "xGAP", "eGAP"))]
    scored = values([measure(one) for one in texts], [toy])[:, 0]
    np.testing.assert_allclose(scored, scored[0], rtol=0, atol=1e-12)


@given(toys())
@settings(max_examples=budget(40, 400))
def test_limits_that_the_table_states(toy: ToyList) -> None:
    """Q(0) is AP, Q'(0) is indAP, R-measure(0) is Rprec, nsDCG of a first query is JKnDCG, sDCG is DCG."""
    pairs = [("Q(beta=0)", "AP"), ("Q'(beta=0)", "indAP"), ("R-measure(beta=0)", "Rprec")]
    pairs += [("nsDCG@4", "JKnDCG@4"), ("sDCG(b=2)@4", "DCG(b=2)@4"), ("subAP(p=0)", "indAP")]
    complete = ToyList(toy.c, tuple(grade for grade in toy.ranked if grade != UNJUDGED), toy.missing)
    judged = ToyList(toy.c, tuple(grade for grade in complete.ranked if grade is not None), toy.missing)
    for one, other in pairs:
        first, second = values([measure(one), measure(other)], [toy])[:, 0]
        assert first == pytest.approx(second, abs=1e-12), one
    for seed in range(1, 4):
        first, second = values([measure(f"subAP(p=1,seed={seed})"), measure("AP")], [complete])[:, 0]
        assert first == pytest.approx(second, abs=1e-12)
    for one, other in [("indAP", "AP"), ("nDCG'", "nDCG"), ("Q'", "Q")]:
        first, second = values([measure(one), measure(other)], [judged])[:, 0]
        assert first == pytest.approx(second, abs=1e-12), one
    few = sum(judged.counts[1:]) > judged.counts[0]
    first, second = values([measure("bpref-R"), measure("bpref")], [toy])[:, 0]
    assert few or first == pytest.approx(second, abs=1e-12)
