"""Pages take turns: in the order in which they came, and nobody waits long for one that computes."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from gapviz.pages.server.turns import Turns

LONG = 60.0


@contextlib.contextmanager
def held(turns: Turns, session: str = "") -> Iterator[Callable[[str, Callable[[], object]], Future[None]]]:
    """Have the turn in a thread; yields what has others wait for theirs, and returns once they do."""
    begun, go = threading.Event(), threading.Event()

    def take(session: str, within: Callable[[], object]) -> None:
        with turns.take(session):
            within()

    def hold() -> None:
        begun.set()
        assert go.wait(LONG)

    with ThreadPoolExecutor() as pool:

        def wait(session: str, within: Callable[[], object]) -> Future[None]:
            waiting, end = turns.waiting, time.monotonic() + LONG
            other = pool.submit(take, session, within)
            while turns.waiting == waiting and not other.done():
                assert time.monotonic() < end
                time.sleep(0.001)
            return other

        first = pool.submit(take, session, hold)
        try:
            assert begun.wait(LONG)
            yield wait
        finally:
            go.set()
            first.result()


def test_one_after_the_other_in_order() -> None:
    turns, order = Turns(LONG), list[int]()
    with held(turns) as wait:
        for number in range(4):
            wait("", lambda number=number: order.append(number))  # type: ignore[misc]
        assert order == []
    assert order == [0, 1, 2, 3]


def test_a_long_one_does_not_hold_the_others_up() -> None:
    turns, order = Turns(0.01), list[int]()
    with held(turns) as wait:
        wait("", lambda: order.append(0)).result(LONG)
        assert order == [0]


def test_who_has_overtaken_their_own_run_does_not_wait_for_it() -> None:
    turns, order = Turns(LONG), list[str]()
    with held(turns, "a") as wait:
        wait("b", lambda: order.append("b"))
        wait("a", lambda: order.append("a")).result(LONG)
        assert order[:1] == ["a"]  # the one whose turn it was has not ended yet
    assert order == ["a", "b"]


def test_who_acts_again_keeps_their_place() -> None:
    turns, order = Turns(LONG), list[str]()
    with held(turns, "c") as wait:
        for name, session in (("early", "a"), ("b", "b"), ("late", "a")):
            wait(session, lambda name=name: order.append(name))  # type: ignore[misc]
    assert order == ["late", "early", "b"]


def test_what_breaks_off_has_had_its_turn() -> None:
    turns = Turns(LONG)
    with pytest.raises(KeyError), turns.take():
        raise KeyError
    with turns.take():
        pass
