"""Pages take turns: in the order in which they came, and nobody waits long for one that computes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from streamlit.runtime.scriptrunner import RerunData, RerunException

from gapviz.pages.server.turns import Turns

LONG = 60.0


@contextlib.contextmanager
def waiting(turns: Turns) -> Iterator[Callable[[str, Callable[[], object]], Future[None]]]:
    """Yield what has others wait for their turn, and returns once they do."""

    def take(session: str, within: Callable[[], object]) -> None:
        with turns.take(session):
            within()

    with ThreadPoolExecutor() as pool:

        def wait(session: str, within: Callable[[], object]) -> Future[None]:
            before, end = turns.waiting, time.monotonic() + LONG
            other = pool.submit(take, session, within)
            while turns.waiting == before and not other.done():
                assert time.monotonic() < end
                time.sleep(0.001)
            return other

        yield wait


def test_one_after_the_other_in_order() -> None:
    turns, order = Turns(LONG), list[int]()
    with waiting(turns) as wait, turns.take():
        for number in range(4):
            wait("", lambda number=number: order.append(number))  # type: ignore[misc]
        assert order == []
    assert order == [0, 1, 2, 3]


def test_a_long_one_does_not_hold_the_others_up() -> None:
    turns, order = Turns(0.01), list[int]()
    with waiting(turns) as wait, turns.take():
        wait("", lambda: order.append(0)).result(LONG)
        assert order == [0]


def test_who_acts_again_keeps_their_turn() -> None:
    turns, order = Turns(LONG), list[str]()
    with waiting(turns) as wait:
        with contextlib.suppress(RerunException), turns.take("a"):
            wait("b", lambda: order.append("b"))
            raise RerunException(RerunData())
        with turns.take("a"):
            order.append("a")
    assert order == ["a", "b"]


def test_a_turn_that_is_left_for_nobody_ends_as_others_do() -> None:
    turns, begun = Turns(0.1), time.monotonic()
    with contextlib.suppress(RerunException), turns.take("a"):
        raise RerunException(RerunData())
    with turns.take("b"):
        assert time.monotonic() - begun >= 0.1


def test_who_acts_again_and_again_has_no_turn_for_ever() -> None:
    turns, order = Turns(0.1), list[str]()
    with waiting(turns) as wait:
        with contextlib.suppress(RerunException), turns.take("a"):
            wait("b", lambda: order.append("b"))
            time.sleep(0.2)
            raise RerunException(RerunData())
        with turns.take("a"):
            order.append("a")
    assert order == ["b", "a"]


def test_who_is_no_longer_wanted_leaves_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns(LONG)

    def end() -> None:
        raise RerunException(RerunData())

    with waiting(turns) as wait, turns.take("a"):
        monkeypatch.setattr("gapviz.pages.server.turns.end_if_unwanted", end)
        with pytest.raises(RerunException):
            wait("b", list).result(LONG)
        assert turns.waiting == 0


def test_what_breaks_off_has_had_its_turn() -> None:
    turns = Turns(LONG)
    with pytest.raises(KeyError), turns.take():
        raise KeyError
    with turns.take():
        pass
