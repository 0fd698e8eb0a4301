"""Every row of the table is complete, and its example is true."""

from __future__ import annotations

import inspect

import pytest

from gapviz.measures import MEASURES
from gapviz.measures.example import example
from gapviz.measures.measure import GROUPS, Definition
from gapviz.measures.parse import measure

rows = pytest.mark.parametrize("row", MEASURES, ids=lambda row: row.name)


def test_names_are_unique_in_any_case() -> None:
    names = [name.casefold() for row in MEASURES for name in (row.name, *row.aliases)]
    assert len(set(names)) == len(names)


@rows
def test_row_is_complete(row: Definition) -> None:
    assert row.summary.endswith(".")
    assert row.formula
    assert row.source
    assert row.group in GROUPS
    assert row.range
    assert row.limits.endswith(".")
    assert all(parameter.meaning for parameter in row.parameters)
    assert ">>>" in (inspect.getdoc(row.function) or "")


@rows
def test_example_is_worked_out_to_its_value(row: Definition) -> None:
    value = measure(row.example)(example()).item()
    assert f"{value:.4f}".rstrip("0") in row.worked


@rows
def test_example_is_its_own_canonical_text_or_equal_to_it(row: Definition) -> None:
    one = measure(row.example)
    assert one.definition is row
    assert measure(str(one)) == one


@rows
def test_graded_measures_alone_tell_relevant_grades_apart(row: Definition) -> None:
    from gapviz.measures.example import ranked_lists
    from gapviz.profile import profile

    value = measure(row.example)
    values = [
        value(profile(ranked_lists([(first, 0, 0)], missing=[(left,)]))).item()
        for first, left in ((2, 1), (1, 2))
    ]
    assert (values[0] != values[1]) == row.graded
    if row.graded:
        assert (values[0] > values[1]) == (row.better == "higher")
