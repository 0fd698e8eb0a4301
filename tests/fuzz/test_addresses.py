"""Any address is a state with sentences, and no page shows an exception for it."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from gapviz.pages import PAGES
from gapviz.pages.session.address import from_query, to_query
from gapviz.pages.session.state import State
from tests.budget import budget
from tests.fuzz.addresses import address

PATHS = [page.path for page in PAGES]
QUICK = ("collection", "toylists")
"""Pages that the test command tries; all of them take a minute."""


def test_an_address_is_a_state_with_sentences() -> None:
    for number in range(budget(300, 20_000)):
        state, notes = from_query(address(number))
        assert isinstance(state, State)
        again, none = from_query(to_query(state))
        assert (again.replace(fingerprint=state.fingerprint), none) == (state, ()), number
        assert all(note.startswith("The link has ") and note.endswith(".") for note in notes), notes


def test_an_empty_value_before_another_says_nothing() -> None:
    query = {"in": ["", "TREC 21"], "set": ["", "few"], "run": ["", "a", ""]}
    assert from_query(query) == (State(collection="TREC 21", topic_set="few", selected=("a",)), ())


@pytest.mark.parametrize("path", (budget(0, 1) and PATHS) or QUICK)
def test_no_page_shows_an_exception(path: str) -> None:
    start = 10_000 * PATHS.index(path)
    for number in range(start, start + budget(1, 5000 // len(PATHS) + 1)):
        assert not shown(PATHS.index(path), number), number


def shown(page: int, number: int) -> list[str]:
    """Return the exceptions that a page shows for an address."""
    script = f"from gapviz.pages import PAGES\nPAGES[{page}].show()"
    app = AppTest.from_string(script, default_timeout=120)
    for parameter, values in address(number).items():
        app.query_params[parameter] = values
    app.run()
    return [one.message for one in app.exception]
