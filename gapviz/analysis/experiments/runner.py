"""Cells of a long experiment, one after the other or on some threads; the caller may stop at any of them."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def ordered(
    function: Callable[[Item], Result], items: Iterable[Item], *, workers: int = 1
) -> Iterator[Result]:
    """Yield ``function(item)`` in the order of the items.

    Parameters
    ----------
    function : callable
        Pure: it draws from no generator but its item's.
    items : iterable
    workers : int
        Threads, at least 1; results don't depend on how many.

    Yields
    ------
    Result
        Closing the generator stops the work after the cells that run at that moment.

    Examples
    --------
    >>> list(ordered(abs, [-2, -1], workers=2))
    [2, 1]
    """
    if workers <= 1:
        yield from map(function, items)
        return
    rest = iter(items)
    with ThreadPoolExecutor(workers) as threads:
        started: deque[Future[Result]] = deque(
            threads.submit(function, item) for item in itertools.islice(rest, 2 * workers)
        )
        try:
            while started:
                result = started.popleft().result()
                started.extend(threads.submit(function, item) for item in itertools.islice(rest, 1))
                yield result
        finally:
            for future in started:
                future.cancel()
