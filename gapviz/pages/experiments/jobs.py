"""Jobs that run experiments in a few threads: sessions share results, and what nobody waits for is stopped.

Threads, not processes: the experiments spend their time in numpy, which lets other threads run. Beside one of
them the server answered a change of g in 83 ms instead of 51 (95 of 100 cases, 143 runs, two cores).
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Literal, Protocol, cast

from gapviz.collection.errors import InputError

WORKERS = 2
"""Jobs that run at a time."""

MOST_WAITING = 100
"""Jobs that wait for a thread; further ones are refused."""

MOST_OWN = 5
"""Jobs of one reader that run or wait, one for each page of experiments; further ones are refused."""

MOST_BYTES = 256 * 2**20
"""Of the arrays of results that are kept; those that were not asked for longest go first."""

LONGEST = 600.0
"""Seconds after which a job is stopped; what was done is kept."""

GRACE = 15.0
"""Seconds that a job goes on when nobody waits for it any more: a connection may only have dropped."""

_LOG = logging.getLogger(__name__)

Status = Literal["waiting", "running", "done", "stopped", "late", "failed", "refused"]


class Step(Protocol):
    """What an experiment yields: all that has been done, complete or still growing."""

    @property
    def done(self) -> int: ...  # noqa: D102

    @property
    def total(self) -> int: ...  # noqa: D102


Work = Callable[[], Iterator[Step]]
"""Starts an experiment; it must not touch a session."""

Place = tuple[str, str]
"""Who waits: a session, and its page."""


@dataclass(eq=False)
class Job:
    """A piece of work, and how far it is.

    Attributes
    ----------
    key : str
        Digest of all that determines the result.
    status : str
        "late" is one that was stopped after `LONGEST`; "refused" one that found too many before it.
    step : Step or None
        The newest result.
    error : str
        Sentence of the `InputError` that a failed job ended with, or why it was refused.
    readers : set of str
        Who asked for it.
    """

    key: str
    work: Work = field(repr=False)
    status: Status = "waiting"
    step: Step | None = None
    error: str = ""
    seen: float = 0.0
    places: set[Place] = field(default_factory=set)
    readers: set[str] = field(default_factory=set)

    @property
    def active(self) -> bool:
        """Whether more is to come."""
        return self.status in ("waiting", "running")


class Pool:
    """Bounded threads and a bounded cache of results.

    Parameters
    ----------
    alive : callable
        Says whether a session is still connected.
    workers, waiting, size : int
        Bounds; see `WORKERS`, `MOST_WAITING`, `MOST_BYTES`.
    longest, grace : float
        See `LONGEST`, `GRACE`.
    """

    def __init__(
        self,
        alive: Callable[[str], bool],
        *,
        workers: int = WORKERS,
        waiting: int = MOST_WAITING,
        size: int = MOST_BYTES,
        longest: float = LONGEST,
        grace: float = GRACE,
    ) -> None:
        self._alive = alive
        self._bounds = (workers, waiting, size)
        self._longest, self._grace = longest, grace
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._queue: deque[Job] = deque()
        self._threads = 0
        self._turn = 0
        self._turns: dict[str, int] = {}

    def ask(self, key: str, work: Work, place: Place, *, reader: str = "") -> Job:
        """Return the job with this key, started if it is not there; `place` waits for it and no other.

        Two sessions that ask for the same get the same. A job that was stopped starts again. A reader, by
        default the session, has its turn when others have had theirs, however many jobs it has.
        """
        reader = reader or place[0]
        with self._lock:
            for other in list(self._jobs.values()):
                if other.key != key:
                    self._leave(other, place)
            job = self._jobs.get(key)
            if job is None or job.status in ("stopped", "late", "refused"):
                job = self._jobs[key] = Job(key, work)
                self._start(job, reader)
            job.readers.add(reader)
            job.seen = time.monotonic()
            job.places.add(place)
            self._jobs.move_to_end(key)
            return job

    def find(self, key: str) -> Job | None:
        """Return the job with this key, if there is one; nothing is started."""
        with self._lock:
            return self._jobs.get(key)

    def leave(self, key: str, place: Place) -> None:
        """Wait no longer; a job that nobody else waits for is stopped."""
        with self._lock:
            if key in self._jobs:
                self._leave(self._jobs[key], place)

    @property
    def held(self) -> int:
        """Bytes of the arrays of all results."""
        with self._lock:
            return sum(_size(job.step) for job in self._jobs.values())

    def before(self, job: Job) -> int:
        """Return how many jobs wait before this one."""
        with self._lock:
            return self._in_turn().index(job) if job in self._queue else 0

    def _start(self, job: Job, reader: str) -> None:
        workers, waiting, _ = self._bounds
        self._drop_left()
        if sum(one.active and reader in one.readers for one in self._jobs.values()) >= MOST_OWN:
            job.status, job.error = (
                "refused",
                f"{MOST_OWN} of your experiments run or wait: as many as may.",
            )
            return
        if self._threads >= workers and len(self._queue) >= waiting:
            job.status, job.error = "refused", "Too many experiments wait on this server."
            return
        self._queue.append(job)
        if self._threads < workers:
            self._threads += 1
            threading.Thread(target=self._serve, name="gapviz job", daemon=True).start()

    def _in_turn(self) -> list[Job]:
        """Return the jobs that wait, in the order in which they run: a job for each reader, then the next."""
        active = Counter(
            name for job in self._jobs.values() if job.status == "running" for name in job.readers
        )
        turns = []
        for job in self._queue:
            turns.append(min((active[name], self._turns.get(name, 0)) for name in job.readers))
            active.update(job.readers)
        order = sorted(range(len(turns)), key=lambda place: (turns[place], place))
        return [self._queue[place] for place in order]

    def _drop_left(self) -> None:
        """Stop the jobs that wait and that nobody waits for any more."""
        now = time.monotonic()
        for job in list(self._queue):
            if any(self._alive(session) for session, _ in job.places):
                job.seen = now
            elif now - job.seen > self._grace:
                job.status = "stopped"
                self._queue.remove(job)

    def _leave(self, job: Job, place: Place) -> None:
        job.places.discard(place)
        if not job.places and job.active:
            job.status = "stopped"
            if job in self._queue:
                self._queue.remove(job)

    def _serve(self) -> None:
        while True:
            with self._lock:
                self._drop_left()
                if not self._queue:
                    self._threads -= 1
                    return
                job = self._in_turn()[0]
                self._queue.remove(job)
                self._turn += 1
                self._turns.update(dict.fromkeys(job.readers, self._turn))
                job.status = "running"
            self._run(job)
            job.work = _nothing  # the collection may go
            with self._lock:
                self._trim()

    def _run(self, job: Job) -> None:
        end = time.monotonic() + self._longest
        try:
            with closing(cast("Generator[Step]", job.work())) as steps:
                for step in steps:
                    job.step = step
                    if not self._goes_on(job, end):
                        return
            self._settle(job, "done")
        except InputError as error:
            job.error = f"{error}."
            self._settle(job, "failed")
        except Exception:  # the thread serves others too
            _LOG.exception("an experiment broke off")
            job.error = "The experiment broke off: a fault in gapviz. The server's log says more."
            self._settle(job, "failed")

    def _goes_on(self, job: Job, end: float) -> bool:
        now = time.monotonic()
        if now > end:
            self._settle(job, "late")
        elif any(self._alive(session) for session, _ in list(job.places)):
            job.seen = now
        elif now - job.seen > self._grace:
            self._settle(job, "stopped")
        return job.status == "running"

    def _settle(self, job: Job, status: Status) -> None:
        with self._lock:
            if job.status == "running":
                job.status = status

    def _trim(self) -> None:
        newest, *others = reversed(self._jobs.values())
        kept = _size(newest.step)
        for job in others:
            kept += _size(job.step)
            if not job.active and kept > self._bounds[2]:
                del self._jobs[job.key]


def _nothing() -> Iterator[Step]:
    yield from ()


def _size(step: Step | None) -> int:
    """Bytes of the arrays of a result; 1024 for all else, so that empty ones have a bound too."""
    values = vars(step).values() if step is not None else ()
    return 1024 + sum(getattr(value, "nbytes", 0) for value in values)
