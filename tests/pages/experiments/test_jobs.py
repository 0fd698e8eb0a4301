from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.pages.experiments.jobs import MOST_OWN, Job, Pool, Work

HERE, THERE = ("one", "robustness"), ("two", "robustness")


@dataclass(frozen=True, eq=False)
class Count:
    done: int
    total: int = 3
    values: FloatArray | None = None


class Slow:
    """Work that goes on by one step whenever it is told to."""

    def __init__(self) -> None:
        self.go = threading.Semaphore(0)
        self.closed = threading.Event()
        self.starts = 0

    def __call__(self) -> Iterator[Count]:
        self.starts += 1
        try:
            for done in (1, 2, 3):
                self.go.acquire()
                yield Count(done)
        finally:
            self.closed.set()


def until(condition: Callable[[], object]) -> None:
    for _ in range(2000):
        if condition():
            return
        time.sleep(0.005)
    raise AssertionError("it does not come to that")


def pool(**bounds: float) -> Pool:
    return Pool(lambda _session: True, **bounds)  # type: ignore[arg-type]


def counts() -> Iterator[Count]:
    yield from map(Count, (1, 2, 3))


def test_a_job_runs_to_its_end_and_is_found_again() -> None:
    jobs = pool()
    job = jobs.ask("a", counts, HERE)
    until(lambda: job.status == "done")
    assert job.step is not None
    assert (job.step.done, job.step.total) == (3, 3)
    assert jobs.ask("a", counts, THERE) is job
    assert jobs.find("b") is None


def test_partial_results_come_as_they_are_there() -> None:
    work, jobs = Slow(), pool()
    job = jobs.ask("a", work, HERE)
    for done in (1, 2):
        work.go.release()

        def came(done: int = done) -> bool:
            return job.step is not None and job.step.done == done

        until(came)
        assert job.active
    work.go.release()
    until(lambda: job.status == "done")


def test_two_sessions_share_a_job_and_it_ends_when_both_have_left() -> None:
    work, jobs = Slow(), pool()
    job = jobs.ask("a", work, HERE)
    assert jobs.ask("a", work, THERE) is job
    work.go.release()
    until(lambda: job.step is not None)
    jobs.leave("a", HERE)
    assert job.active
    jobs.leave("a", THERE)
    assert job.status == "stopped"
    work.go.release()
    assert work.closed.wait(10)
    assert work.starts == 1


def test_what_was_done_stays_and_a_stopped_job_starts_again() -> None:
    work, jobs = Slow(), pool()
    job = jobs.ask("a", work, HERE)
    work.go.release()
    until(lambda: job.step is not None)
    jobs.leave("a", HERE)
    stopped = jobs.find("a")
    assert stopped is job
    assert stopped.step is not None
    assert jobs.ask("a", counts, HERE) is not job


def test_another_job_of_the_same_place_ends_the_first() -> None:
    work, jobs = Slow(), pool()
    first = jobs.ask("a", work, HERE)
    jobs.ask("b", counts, HERE)
    assert first.status == "stopped"


def test_threads_and_waiting_jobs_are_bounded() -> None:
    work, jobs = Slow(), pool(workers=1, waiting=1)
    running = jobs.ask("a", work, ("1", "p"))
    until(lambda: running.status == "running")
    waiting, refused = jobs.ask("b", counts, ("2", "p")), jobs.ask("c", counts, ("3", "p"))
    assert (waiting.status, refused.status) == ("waiting", "refused")
    assert jobs.before(waiting) == 0
    for _ in range(3):
        work.go.release()
    until(lambda: waiting.status == "done")
    assert jobs.ask("c", counts, ("3", "p")) is not refused


def test_a_waiting_job_that_is_left_never_runs() -> None:
    first, second, jobs = Slow(), Slow(), pool(workers=1)
    jobs.ask("a", first, ("1", "p"))
    jobs.ask("b", second, ("2", "p"))
    jobs.leave("b", ("2", "p"))
    for _ in range(3):
        first.go.release()
    until(lambda: jobs.ask("c", counts, ("3", "p")).status == "done")
    assert second.starts == 0


def test_a_job_whose_sessions_are_gone_ends() -> None:
    work, gone = Slow(), threading.Event()
    jobs = Pool(lambda _session: not gone.is_set(), grace=0.0)
    job = jobs.ask("a", work, HERE)
    work.go.release()
    until(lambda: job.step is not None)
    gone.set()
    work.go.release()
    until(lambda: job.status == "stopped")
    assert work.closed.wait(10)


def test_a_job_that_takes_too_long_keeps_what_was_done() -> None:
    job = pool(longest=-1.0).ask("a", counts, HERE)
    until(lambda: job.status == "late")
    assert job.step is not None
    assert job.step.done == 1


def test_an_input_error_is_a_sentence_and_a_fault_ends_only_its_job() -> None:
    def bad() -> Iterator[Count]:
        raise InputError("theta", "a probability", "2")

    def broken() -> Iterator[Count]:
        raise ZeroDivisionError

    jobs = pool(workers=1)
    failed, fault = jobs.ask("a", bad, HERE), jobs.ask("b", broken, THERE)
    until(lambda: fault.status == "failed")
    assert failed.error == "theta: expected a probability, found 2."
    assert "fault" in fault.error
    after = jobs.ask("c", counts, HERE)
    until(lambda: after.status == "done")


def test_the_cache_is_bounded_and_keeps_what_was_asked_for_last() -> None:
    def big() -> Iterator[Count]:
        yield Count(3, values=np.zeros(1000))

    jobs = pool(size=20_000, workers=1)
    found: list[Job] = []
    works: list[Work] = [big] * 4
    for number, work in enumerate(works):
        found.append(jobs.ask(str(number), work, (str(number), "p")))
        until(lambda: found[-1].status == "done")
    until(lambda: jobs.find("0") is None)
    assert jobs.find("3") is found[3]


def test_jobs_of_readers_who_left_while_they_waited_never_run() -> None:
    """Twenty readers start one each and leave: the one that runs ends, and so do all others."""
    connected = {str(number) for number in range(20)}
    jobs = Pool(lambda session: session in connected, workers=1, grace=0.0)
    works = [Slow() for _ in range(20)]
    asked = [jobs.ask(str(i), work, (str(i), "p")) for i, work in enumerate(works)]
    works[0].go.release()
    until(lambda: asked[0].step is not None)
    connected.clear()
    works[0].go.release()
    until(lambda: not any(job.active for job in asked))
    assert {job.status for job in asked} == {"stopped"}
    assert [work.starts for work in works] == [1] + [0] * 19
    connected.add("later")
    later = jobs.ask("later", counts, ("later", "p"))
    until(lambda: later.status == "done")


def test_a_reader_with_many_jobs_does_not_hold_up_another() -> None:
    jobs, works = pool(workers=1), [Slow() for _ in range(4)]
    ran: list[str] = []

    def noted(name: str) -> Work:
        def work() -> Iterator[Count]:
            ran.append(name)
            yield Count(3)

        return work

    jobs.ask("first", works[0], ("0", "p"), reader="greedy")
    until(lambda: works[0].starts)
    names = [f"greedy {i}" for i in range(1, 5)]
    mine = [jobs.ask(name, noted(name), (name, "p"), reader="greedy") for name in names]
    other = jobs.ask("other", noted("other"), ("9", "p"), reader="other")
    assert [jobs.before(job) for job in (other, *mine)] == [0, 1, 2, 3, 4]
    for _ in range(3):
        works[0].go.release()
    until(lambda: mine[-1].status == "done")
    assert ran == ["other", *names]


def test_a_reader_has_a_few_jobs_at_a_time() -> None:
    jobs, work = pool(workers=1), Slow()
    asked = [jobs.ask(str(i), work, (str(i), "p"), reader="me") for i in range(MOST_OWN + 1)]
    assert [job.status for job in asked].count("refused") == 1
    assert asked[-1].error == "5 of your experiments run or wait: as many as may."
    assert jobs.ask("a", work, ("9", "p"), reader="you").status == "waiting"
    for _ in range(60):
        work.go.release()
    until(lambda: not any(job.active for job in asked))
    assert jobs.ask(str(MOST_OWN), counts, ("9", "p"), reader="me").status != "refused"


def test_a_reload_finds_the_job_that_it_started() -> None:
    """The old session is gone before the new one asks."""
    connected, work = {"old"}, Slow()
    jobs = Pool(lambda session: session in connected)
    job = jobs.ask("a", work, ("old", "p"), reader="me")
    work.go.release()
    until(lambda: job.step is not None)
    connected.clear()
    work.go.release()
    until(lambda: job.step is not None and job.step.done == 2)
    connected.add("new")
    assert jobs.ask("a", work, ("new", "p"), reader="me") is job
    work.go.release()
    until(lambda: job.status == "done")
    assert work.starts == 1
