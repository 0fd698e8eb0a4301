"""A run that a faster hand overtakes ends where it next calls Streamlit; what it was told is not lost."""

from __future__ import annotations

from typing import Any

import pytest

from gapviz.analysis.toylists.lists import ToyList
from gapviz.pages.live import rail
from gapviz.pages.live.live import Event
from gapviz.pages.session import session
from gapviz.pages.session.memory import Memory
from gapviz.pages.toylists import edit

LISTS = ("3.3222.", "3.0222.", "3.0122.", "3.022.")
HAND = ("", *LISTS[1:], "undo", "undo", "redo")  # what was done, by its number


class OvertakenError(Exception):
    """What Streamlit raises in a run that is no longer wanted."""


class Kept(dict[str, Any]):
    """What Streamlit keeps of a session, for runs that end at their nth access."""

    left = 10**6

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OvertakenError

    def __getitem__(self, key: str) -> Any:
        self._count()
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self._count()
        return super().__contains__(key)

    def __setitem__(self, key: str, value: Any) -> None:
        self._count()
        super().__setitem__(key, value)

    def get(self, key: str, default: Any = None) -> Any:
        self._count()
        return super().get(key, default)


class Address(dict[str, Any]):
    """Stand in for the parameters that Streamlit has of the browser."""

    def get_all(self, name: str) -> Any:
        return self[name]

    def from_dict(self, query: Any) -> None:
        self.update(query)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Kept:
    """Keep what a session does that began with the first of the lists."""
    memory = Memory.of({"list": [LISTS[0]]}, page="toylists")
    memory.settle_on(memory.state)
    kept = Kept(memory=memory)
    monkeypatch.setattr("streamlit.session_state", kept)
    return kept


def report(done: int) -> dict[str, Any]:
    """Return what the tiles have told when so much is done."""
    steps = [{"act": one} if one.isalpha() else {"rev": 0, "text": one, "words": one} for one in HAND[1:]]
    return {"hand": {"session": "one", "done": done, "steps": steps[:done]}}


def calls(kept: Kept, told: Any) -> bool:
    """Run a callback, and say whether it was ended."""
    try:
        told()
    except OvertakenError:
        return True
    finally:
        del kept.left  # the next run is wanted
    return False


@pytest.mark.parametrize("first", range(1, 7))
def test_every_step_of_a_fast_hand_is_done_once(kept: Kept, first: int) -> None:
    told = edit._edit("tiles", "toy", ToyList.parse(LISTS[0]))
    memory: Memory = kept["memory"]
    begun = (memory.state, memory.trail)
    for allowed in range(20):
        memory.state, memory.trail, memory.acted = *begun, False
        kept.update(
            {"tiles": report(first), "tiles.seed": {"session": "one", "rev": 0, "text": LISTS[0], "seen": 0}}
        )
        kept.left = allowed
        ended = calls(kept, told)
        kept["tiles"] = report(6)
        calls(kept, told)
        assert memory.state.toy == "3.0122."
        assert memory.trail
        assert [state.toy for state in memory.trail.states] == list(LISTS)
        assert memory.acted
    assert not ended


@pytest.mark.parametrize("moving", [(), ("bars",)])
@pytest.mark.parametrize(("action", "states"), [(None, 2), ("undo", 2), ("reset", 2)])
def test_what_the_hand_did_with_g_is_done_as_a_whole(
    kept: Kept, monkeypatch: pytest.MonkeyPatch, moving: tuple[str, ...], action: str | None, states: int
) -> None:
    monkeypatch.setattr("streamlit.rerun", lambda *_: None)
    monkeypatch.setattr("streamlit.query_params", Address())
    event = Event({"g": (1.0, 0.0, 0.0)}, final=True, action=action)
    monkeypatch.setattr(rail, "heard", lambda *_: event)
    memory: Memory = kept["memory"]
    begun = (memory.state, memory.trail)
    for allowed in range(10):
        memory.state, memory.trail = begun
        kept.left = allowed
        ended = calls(kept, lambda: rail._told(3, moving, tuple))
        assert memory.trail
        assert memory.trail.here == memory.state
        assert len(memory.trail.states) == (1 if memory.trail == begun[1] else states)
        assert (memory.state.g == (1.0, 0.0, 0.0)) is (action is None and memory.trail != begun[1])
    assert not ended


def test_what_a_widget_in_a_fragment_proposed_is_a_step_or_still_proposed(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory: Memory = kept["memory"]
    begun = (memory.state, memory.trail)
    for allowed in range(10):
        address = Address()
        monkeypatch.setattr("streamlit.query_params", address)
        memory.state, memory.trail = begun
        session.commit(sort="GAP")
        kept.left = allowed
        ended = calls(kept, session.held)
        session.mirror(session.held())
        assert memory.trail
        assert [state.sort for state in memory.trail.states] == ["eGAP", "GAP"]
        assert address["sort"] == ["GAP"]
    assert not ended
