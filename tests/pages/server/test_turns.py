"""Pages take turns: in the order in which they came, and nobody waits long for one that computes."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from gapviz.pages.server.turns import Turns

LONG = 60.0


@contextlib.contextmanager
def held(turns: Turns) -> Iterator[threading.Event]:
    """Have the turn in a thread until the event that this yields."""
    begun, go = threading.Event(), threading.Event()

    def hold() -> None:
        with turns.take():
            begun.set()
            go.wait()

    with ThreadPoolExecutor() as pool:
        pool.submit(hold)
        begun.wait()
        yield go
        go.set()


def test_one_after_the_other_in_order() -> None:
    turns, order = Turns(LONG), list[int]()

    def note(number: int) -> None:
        with turns.take():
            order.append(number)

    with ThreadPoolExecutor() as pool, held(turns):
        for number in range(4):
            pool.submit(note, number)
            while turns.waiting <= number:
                time.sleep(0.001)
        assert order == []
    assert order == [0, 1, 2, 3]


def test_a_long_one_does_not_hold_the_others_up() -> None:
    turns = Turns(0.01)
    with held(turns) as go, turns.take():
        assert not go.is_set()


def test_what_breaks_off_has_had_its_turn() -> None:
    turns = Turns(LONG)
    with pytest.raises(KeyError), turns.take():
        raise KeyError
    with turns.take():
        pass
