"""What is kept for all sessions: one answer for equal arguments, and another for any other ones."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gapviz.pages.parts.cached import Sets
from gapviz.pages.server.computed_once import computed_once, digest

PAGES = Path(__file__).resolve().parents[3] / "gapviz" / "pages"


def test_a_function_runs_once_for_equal_arguments_however_they_are_given() -> None:
    asked: list[Any] = []

    @computed_once(4)
    def doubled(values: Any, *, times: int = 2, _label: str = "") -> Any:
        asked.append((values, _label))
        return values * times

    assert doubled(np.ones(3), times=2).tolist() == [2.0] * 3
    assert doubled(values=np.ones(3), times=2, _label="no part of the key").tolist() == [2.0] * 3
    assert len(asked) == 1
    doubled(np.ones(3), times=3)
    assert len(asked) == 2
    doubled.clear()
    doubled(np.ones(3), times=3)
    assert len(asked) == 3


def test_two_functions_have_two_caches() -> None:
    @computed_once()
    def one(number: int) -> int:
        return number

    @computed_once()
    def other(number: int) -> int:
        return -number

    assert (one(1), other(1)) == (1, -1)


def test_no_more_is_kept_than_was_said() -> None:
    asked: list[int] = []

    @computed_once(2)
    def kept(number: int) -> int:
        asked.append(number)
        return number

    for number in (1, 2, 3, 3, 1):
        kept(number)
    assert asked == [1, 2, 3, 1]


@pytest.mark.parametrize("size", [600_000, 60])
def test_one_cell_of_a_large_array_tells(size: int) -> None:
    """Streamlit takes a sample of arrays of 500,000 elements: it missed the cell in 30 to 38 of 40 trials."""
    values = np.zeros(size)
    before = digest(values)
    for cell in range(0, size, size // 30):
        values[cell] = 1.0
        assert digest(values) != before
        values[cell] = 0.0
    assert digest(values) == before


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", "bc"), ("ab", "c")),
        (("a, b",), ("a", "b")),
        (("'a', 'b'",), ("a", "b")),
        (1, "1"),
        (((1,), 2), (1, (2,))),
        (np.zeros(2), np.zeros(2, dtype=np.int64)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
    ],
)
def test_different_values_differ(one: Any, other: Any) -> None:
    assert digest(one) != digest(other)


def test_sets_are_told_apart() -> None:
    few, all_of_them = np.array([True, False]), np.array([True, True])
    assert digest(Sets(few, all_of_them)) != digest(Sets(all_of_them, few))
    assert digest(Sets(few, all_of_them)) == digest(Sets(few.copy(), all_of_them.copy()))


def test_what_nothing_identifies_is_refused() -> None:
    with pytest.raises(TypeError, match="a cached call got a set"):
        digest({1, 2})


def test_every_cache_of_the_pages_has_a_bound() -> None:
    """All of them are `computed_once`, which has one."""
    for path in PAGES.rglob("*.py"):
        if path.name != "computed_once.py" and path.parent.name != "live":
            text = path.read_text()
            assert "st.cache_" not in text, path


def test_cached_calls_read_of_a_view_only_what_is_in_their_key() -> None:
    tree = ast.parse((PAGES / "parts" / "cached.py").read_text())
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "view"
    }
    assert read == {"opened", "conventions", "counted", "counted_by_some"}
