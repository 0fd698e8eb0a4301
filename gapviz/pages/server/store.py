"""What was computed for all sessions, within one budget of bytes: the least recently used goes first."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import BuiltinFunctionType, FrameType, FunctionType, ModuleType
from typing import Any

import numpy as np

from gapviz.collection.limits import MEMORY
from gapviz.pages.server.wanted import waiting

LARGE = 4096
"""Bytes of an object that counts once, however many answers share it."""

AGAIN = 10.0
"""Seconds after which, at the earliest, an answer that is asked for is measured again: it may have grown."""

COST_RATIO = 1000
"""An answer is measured again only after so many times what measuring it took."""

_PASSED_OVER = (type, ModuleType, FrameType, BuiltinFunctionType)

Key = tuple[str, str]
"""Name of a function, and its arguments as a text."""


@dataclass(frozen=True)
class Size:
    """Bytes that an object holds.

    Attributes
    ----------
    large : dict of int to int
        Bytes of each large object by its identity: others may hold it too.
    rest : int
        Bytes of all others together.
    """

    large: dict[int, int]
    rest: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.rest + sum(self.large.values())


def measured(value: object) -> Size:
    """Measure an object with all that it refers to: arrays, texts, containers, instances.

    Parameters
    ----------
    value : object

    Returns
    -------
    Size

    Examples
    --------
    >>> array = np.zeros(1000)
    >>> measured([array, array[1:], "a"]).total - sys.getsizeof(array) < 1000
    True
    """
    seen: dict[int, int] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, _PASSED_OVER):
            continue
        seen[id(one)] = sys.getsizeof(one, 0)
        if isinstance(one, np.ndarray):
            waiting.append(one.base)
        if isinstance(one, FunctionType):  # not the module that it stands in
            waiting.extend(one.__closure__ or ())
        elif type(one).__module__.startswith("pyarrow"):  # it shows the collector nothing
            seen[id(one)] = getattr(one, "nbytes", 0)
        else:
            waiting.extend(gc.get_referents(one))
    large = {identity: size for identity, size in seen.items() if size >= LARGE}
    return Size(large, sum(seen.values()) - sum(large.values()))


@dataclass(eq=False)
class _Answer:
    value: Any
    size: Size
    since: float
    measure_after: float


@dataclass(eq=False)
class _Turn:
    """One computation at a time of an answer; how many wait for it."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    waiting: int = 0


class Store:
    """Answers of all cached calls.

    Parameters
    ----------
    budget : callable
        Bytes that all answers may hold, with what is held beside them.

    Attributes
    ----------
    beside : list of callable
        Each returns the bytes that something else holds within the same budget.
    """

    def __init__(self, budget: Callable[[], int]) -> None:
        self._budget = budget
        self._lock = threading.RLock()
        self._answers: OrderedDict[Key, _Answer] = OrderedDict()
        self._large: dict[int, tuple[int, int]] = {}
        self._turns: dict[Key, _Turn] = {}
        self._counts: Counter[str] = Counter()
        self._held = 0
        self.beside: list[Callable[[], int]] = []

    @property
    def held(self) -> int:
        """Bytes that all answers hold; what several of them share counts once."""
        return self._held

    def get(self, key: Key, compute: Callable[[], Any], *, entries: int, ttl: float | None = None) -> Any:
        """Return an answer, computed if it is not there.

        Parameters
        ----------
        key : (str, str)
        compute : callable
            What it raises is raised, and nothing is kept.
        entries : int
            Answers of this function that are kept.
        ttl : float, optional
            Seconds after which an answer counts no more.
        """
        with self._turn(key):
            now = time.monotonic()
            with self._lock:
                answer = self._answers.get(key)
                if answer is not None and (ttl is None or now - answer.since < ttl):
                    self._answers.move_to_end(key)
                    if now > answer.measure_after:
                        self._look_again(answer)
                    return answer.value
            value = compute()
            size, measure_after = _sized(value)
            with self._lock:
                self._drop(key)
                self._answers[key] = _Answer(value, size, time.monotonic(), measure_after)
                self._counts[key[0]] += 1
                self._add(size)
                if self._counts[key[0]] > entries:
                    self._drop(next(one for one in self._answers if one[0] == key[0]))
                self._trim(key)
            return value

    def trim(self) -> None:
        """Drop what goes beyond the budget."""
        with self._lock:
            self._trim(None)

    def forget(self, *texts: str) -> int:
        """Drop all answers whose arguments have one of these texts; returns how many."""
        with self._lock:
            keys = [key for key in self._answers if any(text in key[1] for text in texts)]
            for key in keys:
                self._drop(key)
        return len(keys)

    def values(self, text: str) -> list[Any]:
        """Return the answers whose arguments have this text."""
        with self._lock:
            return [answer.value for key, answer in self._answers.items() if text in key[1]]

    def clear(self, name: str) -> None:
        """Drop the answers of one function."""
        with self._lock:
            for key in [key for key in self._answers if key[0] == name]:
                self._drop(key)

    @contextmanager
    def _turn(self, key: Key) -> Iterator[None]:
        with self._lock:
            turn = self._turns.setdefault(key, _Turn())
            turn.waiting += 1
        try:
            with waiting(turn.lock):
                yield
        finally:
            with self._lock:
                turn.waiting -= 1
                if not turn.waiting:
                    self._turns.pop(key, None)

    def _trim(self, newest: Key | None) -> None:
        beside = sum(one() for one in self.beside)
        while self._held + beside > self._budget():
            oldest = next((key for key in self._answers if key != newest), None)
            if oldest is None:
                return
            self._drop(oldest)

    def _drop(self, key: Key) -> None:
        answer = self._answers.pop(key, None)
        if answer is not None:
            self._counts[key[0]] -= 1
            self._remove(answer.size)

    def _look_again(self, answer: _Answer) -> None:
        self._remove(answer.size)
        answer.size, answer.measure_after = _sized(answer.value)
        self._add(answer.size)

    def _add(self, size: Size) -> None:
        self._held += size.rest
        for identity, of in size.large.items():
            count, known = self._large.get(identity, (0, of))
            self._held += 0 if count else known
            self._large[identity] = (count + 1, known)

    def _remove(self, size: Size) -> None:
        self._held -= size.rest
        for identity in size.large:
            count, known = self._large[identity]
            if count > 1:
                self._large[identity] = (count - 1, known)
            else:
                self._held -= known
                del self._large[identity]


def _sized(value: object) -> tuple[Size, float]:
    """Measure an object; return its size, and the time from which to measure it again."""
    start = time.thread_time()
    size = measured(value)
    return size, time.monotonic() + max(AGAIN, COST_RATIO * (time.thread_time() - start))


STORE = Store(lambda: MEMORY.bytes)
"""The one of this server."""
