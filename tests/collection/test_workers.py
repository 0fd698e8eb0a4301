"""Runs on several cores: the same runs in the same order, within the bound on memory."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from gapviz.collection import workers
from gapviz.collection.discover import RunOrigin
from gapviz.collection.errors import InputError
from gapviz.collection.load import load
from gapviz.collection.model import Judgements, Run
from gapviz.collection.reading.join import JudgedIndex

QRELS = {"1": {"a": 1, "b": 0}}


@pytest.fixture
def index() -> JudgedIndex:
    judgements: Judgements = load(QRELS, []).judgements
    return JudgedIndex.of(judgements)


def origin(name: str, size: int, seen: list[int], held: list[int], lock: threading.Lock) -> RunOrigin:
    made = load(QRELS, {name: {"1": {"a": 1.0}}}).runs[0]

    def read(name: str, index: JudgedIndex) -> Run:
        with lock:
            held.append(size)
            seen.append(sum(held))
        with lock:
            held.remove(size)
        return made

    return RunOrigin(name, name, read, (name, size, 0))


@pytest.mark.parametrize("jobs", [1, 2, 8])
def test_files_wait_for_room_and_one_of_any_size_is_read(
    index: JudgedIndex, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "HELD", 100)
    seen: list[int] = []
    held: list[int] = []
    lock = threading.Lock()
    sizes = [60, 60, 400, 10, 30, 100, 101, 1] * 10
    origins = [origin(f"r{i}", size, seen, held, lock) for i, size in enumerate(sizes)]
    runs = workers.read_runs(origins, index, [], "raise", jobs, None)
    assert [run.name for run in runs] == [f"r{i}" for i in range(len(sizes))]
    assert len(seen) == len(sizes)
    assert all(total <= 100 or total in sizes for total in seen)


def test_a_compressed_file_counts_unpacked(index: JudgedIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "HELD", 100)
    seen: list[int] = []
    held: list[int] = []
    lock = threading.Lock()
    origins = [origin(f"{i}.gz", 26, seen, held, lock) for i in range(40)]
    workers.read_runs(origins, index, [], "raise", 4, None)
    assert max(seen) == 26


def test_jobs_do_not_change_what_is_read(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    for i in range(5):
        (tmp_path / "runs" / f"{i}").write_text(
            "1 Q0 a 1 0.5 t\n1 Q0 b 2 0.5 t\n" if i % 2 else "1 Q0 b 1 1 t\n"
        )
    collections = [load(QRELS, tmp_path / "runs", jobs=jobs) for jobs in (None, 1, 3)]
    assert len({collection.fingerprint for collection in collections}) == 1


@pytest.mark.parametrize("jobs", [0, -1, 1.5, True, "2"])
def test_jobs_are_a_whole_number_from_1(jobs: object) -> None:
    with pytest.raises(InputError, match=r"^jobs: expected a whole number from 1, found "):
        load(QRELS, [], jobs=jobs)  # type: ignore[arg-type]
