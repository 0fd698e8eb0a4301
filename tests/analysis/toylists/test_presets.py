"""The bundled toy lists and the pairs that separate measures."""

from __future__ import annotations

import itertools

import pytest

from gapviz.analysis.toylists.disagreement import disagreement
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.presets import late_lengths, late_values, presets, separations
from gapviz.analysis.toylists.profile import values
from gapviz.measures import MEASURES
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure

GRADED = [measure(row.example) for row in MEASURES if row.graded]

NEVER_APART = {("CG@3", "DCG(b=2)@3"), ("CG@3", "sDCG(b=2,bq=4)@3")}
"""Up to grade 2 the discount at rank 3 takes less than 1 in all, the least difference in CG."""

SAME = {("DCG(b=2)@3", "sDCG(b=2,bq=4)@3"), ("JKnDCG(b=2)@3", "nsDCG(b=2,bq=4)@3")}
"""Equal for a query that is a session of its own."""


def test_presets_are_the_lists_of_the_file_with_their_pools() -> None:
    found = {preset.key: preset for preset in presets()}
    assert str(found["3122"].toy) == "3.3122."
    assert str(found["swap-before"].toy) == "2.00012.111111111"
    assert found["late-10"].toy.counts == (0, 10, 1)
    assert found["kishida-a"].printed["Q-measure"] == 0.667
    assert all(len(preset.g) == preset.toy.c for preset in presets())


def prefers(one: Measure, a: float, b: float) -> int:
    sign = 1 if one.definition.better == "higher" else -1
    return sign * ((a > b + 1e-9) - (a < b - 1e-9))


def test_separating_lists_separate() -> None:
    assert separations()
    for pair in separations():
        first, second = measure(pair.first), measure(pair.second)
        (a, b), (x, y) = values(
            [first, second], [ToyList.parse(pair.one), ToyList.parse(pair.other)]
        ).tolist()
        assert prefers(first, a, b) == 1, pair
        assert prefers(second, x, y) == -1, pair


def test_every_two_graded_measures_are_separated_but_those_that_never_differ() -> None:
    pairs = {(str(one), str(other)) for one, other in itertools.combinations(GRADED, 2)}
    assert {(pair.first, pair.second) for pair in separations()} == pairs - NEVER_APART - SAME


@pytest.mark.parametrize("c", [1, 2, 3, 9])
def test_disagreement_orders_the_lists_in_opposite_ways(c: int) -> None:
    ndcg, bpref = measure("nDCG"), measure("bpref")
    found = disagreement(ndcg, bpref, c=c)
    assert found is not None
    assert found == disagreement(ndcg, bpref, c=c)
    assert found.first[0] > found.first[1]
    assert found.second[0] < found.second[1]
    scored = values([ndcg, bpref], [found.one, found.other]).tolist()
    assert scored == [list(found.first), list(found.second)]
    another = disagreement(ndcg, bpref, c=c, number=1)
    assert another is not None
    assert another != found


def test_disagreement_knows_that_a_low_half_life_is_good() -> None:
    found = disagreement(measure("RHL@10"), measure("nDCG"), c=2)
    assert found is not None
    assert found.first[0] < found.first[1]
    assert found.second[0] < found.second[1]


def test_no_disagreement_of_measures_that_are_the_same() -> None:
    assert disagreement(measure("gP@3"), measure("CG@3"), c=2) is None
    assert disagreement(measure("AP"), measure("GAP(g=1,0)"), c=2) is None


def test_late_values_at_every_length_are_those_of_the_lists() -> None:
    lengths = late_lengths()
    assert lengths[:40].tolist() == list(range(1, 41))
    assert lengths[-1] == 10_000
    chosen = [measure(f"{name}(g=0.4,0.6)") for name in ("GAP", "xGAP", "eGAP")]
    drawn = late_values(chosen, lengths)
    for place in (0, 11, 39):
        toy = ToyList(2, (1,) * int(lengths[place]) + (2,))
        assert values(chosen, [toy])[:, 0].tolist() == pytest.approx(drawn[:, place].tolist(), abs=1e-12)
    # The mock-up of the page prints these for n = 12.
    assert drawn[:, 11].round(3).tolist() == [0.905, 0.651, 0.446]
