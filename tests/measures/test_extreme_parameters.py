"""What a measure costs depends on the list, never on how large a number its text holds."""

from __future__ import annotations

import itertools
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from gapviz.analysis.toylists.contributions import contributions
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import profile_lists
from gapviz.collection.errors import InputError
from gapviz.measures import MEASURES
from gapviz.measures.measure import Definition, Measure

TOY = ToyList.parse("2.1021u1020101.211")
MOST_LINES = 5_000
MOST_BYTES = 1 << 20
EXTREMES = {
    "n": ["10", "1000000000"],
    "b": ["2", "1.0000001", "1000000000"],
    "bq": ["4", "1.0000001", "1000000000"],
    "beta": ["0", "1000000000"],
    "p": ["1e-12", "0.999999999999"],
    "c": ["100"],
    "N": ["100", "1000000000000"],
    "seed": ["1000000000"],
    "rel": ["1", "2"],
    "g": ["0,1", "1,0"],
    "recall": ["0", "1"],
}
"""Values of the parameters, the largest and smallest that a text may have among them."""


def extremes(row: Definition) -> Iterator[Measure]:
    offered = [[(one.name, text) for text in EXTREMES.get(one.name, [None])] for one in row.parameters]
    for values in itertools.product(*offered):
        yield row.measure(**{name: text for name, text in values if text is not None})


def lines_run(call: Callable[[], object]) -> int:
    """Lines of Python that a call runs, each turn of a loop anew; it ends where they are too many."""
    lines = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        assert lines <= MOST_LINES, "a loop over the value of a parameter"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        call()
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize("row", MEASURES, ids=lambda row: row.name)
def test_a_large_number_costs_nothing(row: Definition) -> None:
    toys = profile_lists([TOY])
    found = list(extremes(row))
    assert found
    for one in found:
        try:
            one(toys)  # what is imported or computed once is not counted
            contributions(one, TOY)
        except InputError:  # it does not fit the list
            continue
        tracemalloc.start()
        try:
            assert lines_run(lambda one=one: (one(toys), contributions(one, TOY))) > 0  # type: ignore[misc]
            assert tracemalloc.get_traced_memory()[1] < MOST_BYTES, str(one)
        finally:
            tracemalloc.stop()
