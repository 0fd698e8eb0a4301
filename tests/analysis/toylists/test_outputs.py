"""All outputs of a pool against plain enumeration."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from gapviz.analysis.toylists.outputs import number_of_outputs, outputs, summary
from gapviz.analysis.toylists.profile import values
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure


@pytest.mark.parametrize(
    ("counts", "length"), [([1, 1, 1], 5), ([2, 0, 1], 4), ([3], 2), ([0, 0], 3), ([2, 2], 6)]
)
def test_against_plain_enumeration(counts: list[int], length: int) -> None:
    c = len(counts)
    every = itertools.product(range(c, -1, -1), repeat=length)
    expected = [one for one in every if all(one.count(k) <= counts[k - 1] for k in range(1, c + 1))]
    found = outputs(counts, length)
    assert [tuple(row) for row in found.ranked.tolist()] == expected
    assert number_of_outputs(counts, length) == len(found) == len(expected)


def test_an_output_opens_as_a_toy_list_with_the_same_values() -> None:
    found = outputs([2, 1], 3)
    chosen = [measure("GAP(g=1/2,1/2)"), measure("Q"), measure("bpref")]
    scored = found.values(chosen)
    for number in range(len(found)):
        toy = found.toy(number)
        assert toy.counts[1:] == (2, 1)
        np.testing.assert_allclose(values(chosen[:2], [toy])[:, 0], scored[:2, number], atol=1e-15)


@pytest.mark.parametrize(
    ("counts", "length", "message"),
    [
        (
            [3, 3, 3],
            12,
            "outputs: expected at most 50000 outputs; fewer documents or a shorter list, found 2715541",
        ),
        ([1], 61, "outputs: expected a length from 1 to 60, found 61"),
        (
            [30, 31],
            5,
            "outputs: expected for each grade a number of documents, together at most 60, found [30, 31]",
        ),
        ([], 5, "outputs: expected for each grade a number of documents, together at most 60, found []"),
    ],
)
def test_too_many(counts: list[int], length: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        outputs(counts, length)
    assert str(caught.value) == message


def test_summary_against_numpy() -> None:
    scored = outputs([2, 1], 4).values([measure("nDCG"), measure("AP")])
    told = summary(scored)
    np.testing.assert_allclose(told.means, scored.mean(axis=1), atol=1e-15)
    np.testing.assert_allclose(told.deviations, scored.std(axis=1, ddof=1), atol=1e-15)
    np.testing.assert_allclose(told.correlations, np.corrcoef(scored), atol=1e-12)


def test_a_measure_that_is_constant_has_no_correlation() -> None:
    told = summary(np.array([[0.5, 0.5, 0.5], [0.1, 0.2, 0.3]]))
    assert np.isnan(told.correlations[0]).all()
    assert np.isnan(told.correlations[:, 0]).all()
    assert told.correlations[1, 1] == pytest.approx(1.0, abs=1e-15)
    assert told.deviations[0] == 0.0
    assert summary(np.array([[0.5]])).deviations.tolist() == [0.0]
