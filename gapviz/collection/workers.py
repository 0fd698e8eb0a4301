"""Runs read on several cores, within a bound on the memory of their files."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed

import numpy as np

from gapviz.collection.discover import RunOrigin
from gapviz.collection.errors import InputError
from gapviz.collection.model import Run
from gapviz.collection.reading.join import JudgedIndex
from gapviz.collection.reading.unpacking import COMPRESSED

HELD = 128 << 20
"""Bytes of files that are in memory at once; a larger file is there alone."""

_UNPACKED = 4
"""How many times larger than its compressed form a run is taken to be."""

_KEPT_BYTES = 30 << 20


def cores() -> int:
    """Return how many cores this process may use.

    Returns
    -------
    int
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_runs(
    origins: list[RunOrigin],
    index: JudgedIndex,
    problems: list[InputError],
    errors: str,
    jobs: int,
    progress: Callable[[int, int], None] | None,
) -> tuple[Run, ...]:
    """Read runs, several at a time: numpy lets other threads work.

    Parameters
    ----------
    origins : list of RunOrigin
    index : JudgedIndex
        The judged documents.
    problems : list of InputError
        Runs that can't be read are put here.
    errors : {"raise", "collect"}
        Whether the first of them is raised instead.
    jobs : int
        Runs that are read at a time.
    progress : callable, optional
        Called with (runs done, runs in all) after each run.

    Returns
    -------
    tuple of Run
        In the order of `origins`.

    Raises
    ------
    InputError
    """
    _keep_freed_memory()
    room = _Room(HELD)

    def read(origin: RunOrigin) -> Run:
        with room.of(_bytes(origin)):
            return origin.read(origin.name, index)

    with ThreadPoolExecutor(jobs) as pool:
        futures: list[Future[Run]] = [pool.submit(read, origin) for origin in origins]
        try:
            for done, future in enumerate(as_completed(futures), 1):
                if errors == "raise" and future.exception() is not None:
                    break
                if progress is not None:
                    progress(done, len(futures))
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    loaded = []
    for future in futures:
        if future.cancelled():
            continue
        try:
            loaded.append(future.result())
        except InputError as error:
            if errors == "raise":
                raise
            problems.append(error)
    return tuple(loaded)


def _bytes(origin: RunOrigin) -> int:
    """Return about how many bytes of memory the file of a run takes while it is read."""
    size = origin.stamp[1] if origin.stamp else 0
    return size * _UNPACKED if origin.source.lower().endswith(COMPRESSED) else size


class _Room:
    """Memory that threads share: who would take too much waits until there is room, or nobody else.

    Parameters
    ----------
    most : int
        Bytes.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0
        self._changed = threading.Condition()

    @contextlib.contextmanager
    def of(self, size: int) -> Iterator[None]:
        """Hold `size` bytes."""
        with self._changed:
            self._changed.wait_for(lambda: not self._taken or self._taken + size <= self._most)
            self._taken += size
        try:
            yield
        finally:
            with self._changed:
                self._taken -= size
                self._changed.notify_all()


def _keep_freed_memory() -> None:
    """Ask glibc, by freeing one large block, to reuse freed memory from now on.

    Its limits for giving memory back to the system follow the largest block that was freed. While they
    are low each array of a piece is mapped, zeroed and unmapped again: a fifth of the time of reading.
    """
    np.empty(_KEPT_BYTES, np.uint8)
