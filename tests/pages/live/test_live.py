"""The live component's side of Python: what it tells the browser, and how reports are read."""

from __future__ import annotations

from typing import Any

import pytest

from gapviz.pages.live import live
from gapviz.pages.session.address import to_query
from gapviz.pages.session.state import State, by_hand


@pytest.mark.parametrize("whole", [True, False])
def test_what_the_browser_looks_for_in_the_address_is_what_python_writes(whole: bool) -> None:
    changed: Any = {
        "g": (0.3, 0.7), "pinned": (0.5, 0.5), "locked": (1,),
        "selected": ("a",), "sort": "AP", "against": "pinned", "shown": "top", "topic": "7", "order": "topic",
    }  # fmt: skip
    query = to_query(State(**changed))
    for one in by_hand(whole=whole):
        assert query.pop(one.parameter)
        assert one.default == getattr(State(), one.name)
    assert bool(query) is not whole


def test_a_report_that_crossed_a_change_by_python_counts_for_nothing() -> None:
    given = {"g": ["0.2,0.8"], "pinned": [], "locked": ["1"], "selected": ["a,b", "c"], "sort": ["AP"]}
    view = {"g": (0.2, 0.8), "pinned": (), "locked": (1,), "selected": ("a,b", "c"), "sort": "AP"}
    report = {"session": "a", "rev": 1, "final": True, "view": given}
    assert live._read(report, {"session": "a", "rev": 1}) == live.Event(view, final=True)
    assert live._read(report, {"session": "a", "rev": 2}) is None
    assert live._read(report, {"session": "b", "rev": 1}) is None
    assert live._read(None, {"session": "a", "rev": 1}) is None
