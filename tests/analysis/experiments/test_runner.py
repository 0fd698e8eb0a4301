"""Cells in order, on one thread or some, and no more of them than were asked for."""

from __future__ import annotations

import threading
import time

import pytest

from gapviz.analysis.experiments.runner import ordered


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_order(workers: int) -> None:
    def slow_at_first(item: int) -> int:
        time.sleep(0.002 * (5 - item))
        return item * item

    assert list(ordered(slow_at_first, range(5), workers=workers)) == [0, 1, 4, 9, 16]


@pytest.mark.parametrize("workers", [1, 2])
def test_closing_stops(workers: int) -> None:
    """No cell starts after the close, and few ran ahead of the one that was taken."""
    started: list[int] = []
    steps = ordered(lambda item: started.append(item) or item, range(1000), workers=workers)  # type: ignore[func-returns-value]
    assert next(steps) == 0
    steps.close()  # type: ignore[attr-defined]
    before = len(started)
    assert before <= 2 * workers + 1
    time.sleep(0.02)
    assert len(started) == before
    assert threading.active_count() == 1 or not [
        thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")
    ]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_comes_through(workers: int) -> None:
    steps = ordered(lambda item: 1 // item, [1, 0, 1], workers=workers)
    assert next(steps) == 1
    with pytest.raises(ZeroDivisionError):
        next(steps)
