"""A run that a faster hand overtakes ends where it next calls Streamlit; what it was told is not lost."""

from __future__ import annotations

from typing import Any

import pytest

from gapviz.analysis.toylists import ToyList
from gapviz.pages import rail, toyedit
from gapviz.pages.live.live import View
from gapviz.pages.memory import Memory

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

    def __setitem__(self, key: str, value: Any) -> None:
        self._count()
        super().__setitem__(key, value)

    def get(self, key: str, default: Any = None) -> Any:
        self._count()
        return super().get(key, default)


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
    told = toyedit._edit("tiles", "toy", ToyList.parse(LISTS[0]))
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


def test_an_undo_while_the_path_plays_is_done_as_a_whole(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("streamlit.rerun", lambda: None)
    memory: Memory = kept["memory"]
    memory.act(g=(0.2, 0.3, 0.5))
    memory.settle_on(memory.state)
    begun = (memory.state, memory.trail)
    for allowed in range(5):
        memory.state, memory.trail = begun
        kept.left = allowed
        ended = calls(kept, lambda: rail.walk(-1, {"g": View((1.0, 0.0, 0.0)).g}))
        if ended:
            assert (memory.state, memory.trail) == begun
        else:
            assert memory.state.g == (0.2, 0.3, 0.5)
            assert memory.can_step(1)
    assert not ended
