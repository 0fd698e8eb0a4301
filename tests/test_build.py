"""A store is built run by run, here or on the workers of a cluster: the same to the bit."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import gapviz
from gapviz.build import build
from gapviz.collection import store
from gapviz.collection.errors import InputError
from gapviz.collection.load import load
from gapviz.collection.reading.files import File, find
from gapviz.profile import STATISTICS, Profile, profile

SMALL = Path(__file__).resolve().parents[1] / "data" / "small"
QRELS = SMALL / "qrels.txt"
RUNS = sorted((SMALL / "runs").iterdir())


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def same(one: Profile, other: Profile) -> bool:
    arrays = [[getattr(each, name).tobytes() for name in STATISTICS] for each in (one, other)]
    return arrays[0] == arrays[1] and one.runs == other.runs and one.pool.same(other.pool)


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of six runs that one thread built."""
    folder = tmp_path_factory.mktemp("serial") / "kept"
    build(QRELS, RUNS[:6], output=folder, jobs=1)
    return folder


@pytest.fixture
def kept(serial: Path, tmp_path: Path) -> Path:
    """A copy of it that may be changed."""
    return Path(shutil.copytree(serial, tmp_path / "kept"))


def test_it_holds_the_profile_of_the_files(serial: Path) -> None:
    """Witness: the profile of the collection that is read at once."""
    assert same(profile(load(serial)), profile(load(QRELS, RUNS[:6])))


def test_batches_of_any_size_hold_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The runs of one batch lie one after another in its columns."""
    for size in (1, 10_000, store.BATCH):
        monkeypatch.setattr(store, "BATCH", size)
        build(QRELS, RUNS[:6], output=tmp_path / str(size))
        assert same(profile(load(tmp_path / str(size))), profile(load(QRELS, RUNS[:6])))


def test_without_a_folder_all_is_in_memory() -> None:
    assert same(gapviz.profile(QRELS, RUNS[:2], jobs=2), profile(load(QRELS, RUNS[:2])))


def test_a_run_is_added_without_touching_the_others(kept: Path) -> None:
    states = {path.name: (path.stat().st_mtime_ns, path.stat().st_ino) for path in kept.iterdir()}
    counted = gapviz.profile(QRELS, RUNS[6:8], output=kept)
    assert same(counted, profile(load(QRELS, RUNS[:8])))
    changed = {
        name for name, state in states.items()
        if ((kept / name).stat().st_mtime_ns, (kept / name).stat().st_ino) != state
    }  # fmt: skip
    assert changed == {store.LISTING}
    assert len(list(kept.iterdir())) == len(states) + 1


def test_runs_that_others_add_meanwhile_stay(kept: Path) -> None:
    def add_another(done: int, runs: int) -> None:
        build(QRELS, RUNS[7], output=kept)

    build(QRELS, RUNS[6], output=kept, progress=add_another)
    assert load(kept).run_names == tuple(run.name for run in [*RUNS[:6], RUNS[7], RUNS[6]])


def test_runs_that_others_add_at_the_same_moment_stay(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each waits for the other to have read the list, if it can be read by two."""
    write, both = store.Listing.write, threading.Barrier(2)

    def slow(listing: store.Listing, folder: Path) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(1)
        write(listing, folder)

    monkeypatch.setattr(store.Listing, "write", slow)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda run: build(QRELS, run, output=kept, jobs=1), RUNS[6:8]))
    assert set(load(kept).run_names) == {run.name for run in RUNS[:8]}


def test_a_run_that_another_added_meanwhile_is_refused(kept: Path) -> None:
    def add_the_same(done: int, runs: int) -> None:
        build(QRELS, RUNS[6], output=kept)

    with pytest.raises(InputError) as caught:
        build(QRELS, RUNS[6], output=kept, progress=add_the_same)
    name = RUNS[6].name
    assert str(caught.value) == f"kept: expected runs that are not in the store yet, found one named '{name}'"
    assert load(kept).run_names == tuple(run.name for run in RUNS[:7])


@pytest.mark.parametrize("case", ["judgements", "name", "conventions", "grades", "no store"])
def test_what_does_not_fit_is_refused(kept: Path, tmp_path: Path, case: str) -> None:
    qrels, options = QRELS, {}
    run = RUNS[0] if case == "name" else RUNS[6]
    if case == "judgements":
        qrels = tmp_path / "other"
        qrels.write_text(QRELS.read_text().replace(" 1\n", " 2\n", 1))
    elif case == "conventions":
        options = {"ties": "file"}
    elif case == "grades":
        options = {"grades": "1:2"}
    elif case == "no store":
        (kept / store.LISTING).unlink()
    before = contents(kept)
    given = f"one named '{RUNS[0].name}'"
    with pytest.raises(InputError) as caught:
        build(qrels, run, output=kept, **options)  # type: ignore[arg-type]
    assert (
        str(caught.value)
        == {
            "judgements": "qrels: expected the judgements and grades of the store 'kept', found others",
            "grades": "qrels: expected the judgements and grades of the store 'kept', found others",
            "name": f"runs/{RUNS[0].name}: expected a run that is not in the store yet, found {given}",
            "conventions": "ties: expected trec_eval, as in the store 'kept', found 'file'",
            "no store": "'kept': expected a store, or a folder that is not there yet, found something else",
        }[case]
    )
    assert contents(kept) == before


def test_no_run_is_no_store(kept: Path, tmp_path: Path) -> None:
    before = contents(kept)
    for output in (kept, tmp_path / "new"):
        with pytest.raises(InputError) as caught:
            build(QRELS, [], output=output)
        assert str(caught.value) == "runs: expected one run or more for a store, found none"
    assert contents(kept) == before
    assert {path.name for path in tmp_path.iterdir()} == {"kept"}


def test_a_store_is_not_counted_again(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"qrels: expected judgements, with runs to count, found the store "):
        build(kept, [], output=tmp_path / "new")


def test_a_stop_while_what_was_written_is_digested_leaves_nothing(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(kept)

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(store.Part, "of", stopped)
    with pytest.raises(KeyboardInterrupt):
        build(QRELS, RUNS[6], output=kept)
    assert contents(kept) == before


def test_a_store_that_takes_hours_is_not_taken_for_one_that_was_left(tmp_path: Path) -> None:
    def build_another(done: int, runs: int) -> None:
        (begun,) = tmp_path.glob(".*.gapviz.part")
        if done == 1:
            os.utime(begun, (time.time() - 7200,) * 2)
        elif done == 2:
            build(QRELS, RUNS[0], output=tmp_path / "other")

    build(QRELS, RUNS[:3], output=tmp_path / "kept", progress=build_another, jobs=1)
    assert load(tmp_path / "kept").run_names == tuple(run.name for run in RUNS[:3])


def stop(done: int, runs: int) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("at_fault", ["stopped", "a run"])
def test_nothing_is_left_of_what_was_not_finished(kept: Path, tmp_path: Path, at_fault: str) -> None:
    before = contents(kept)
    bad = tmp_path / "bad"
    bad.write_text("1 Q0 a\n")
    runs, progress = ([*RUNS[6:8]], stop) if at_fault == "stopped" else ([RUNS[6], bad], None)
    for output in (kept, tmp_path / "new"):
        with pytest.raises(KeyboardInterrupt if at_fault == "stopped" else InputError):
            build(QRELS, runs, output=output, progress=progress, jobs=1)
    assert contents(kept) == before
    assert {path.name for path in tmp_path.iterdir()} == {"kept", "bad"}


def test_what_a_killed_process_had_begun_goes_in_its_time(tmp_path: Path) -> None:
    for name, age in (("old", 7200), ("new", 0)):
        begun = tmp_path / f".{name}.gapviz.part"
        begun.mkdir()
        (begun / "runs.arrow").touch()
        os.utime(begun, (time.time() - age,) * 2)
    build(QRELS, RUNS[0], output=tmp_path / "kept")
    assert {path.name for path in tmp_path.iterdir()} == {"kept", ".new.gapviz.part"}


def test_a_run_that_can_not_be_read_is_left_out_where_asked(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_text("1 Q0 a\n")
    built = build(QRELS, [bad, RUNS[0]], output=tmp_path / "new", errors="collect")
    assert built.run_names == (RUNS[0].name,)
    assert [problem.line for problem in built.problems] == [1]
    with pytest.raises(InputError):
        build(QRELS, [bad], output=tmp_path / "none", errors="collect")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Of two workers, each a process of one thread."""
    distributed = pytest.importorskip("distributed", reason="Dask is absent: pip install distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_a_cluster_builds_the_same_store(client: Any, serial: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    counted = gapviz.profile(
        QRELS, RUNS[:6], output=tmp_path / "new", client=client, progress=lambda *done: told.append(done)
    )
    assert contents(tmp_path / "new") == contents(serial)
    assert same(counted, profile(load(QRELS, RUNS[:6])))
    assert told == [(done, 6) for done in range(1, 7)]


def lose_a_worker_once(path: Path, lost: Path) -> bytes | bytearray:
    """Read a run; the first process that does is gone midway."""
    (file,) = find(path)
    content = file.read()
    if not lost.exists():
        lost.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return content


def test_the_runs_of_a_lost_worker_are_done_again(client: Any, serial: Path, tmp_path: Path) -> None:
    deadly = File(RUNS[2].name, partial(lose_a_worker_once, RUNS[2], tmp_path / "lost"), None)
    build(QRELS, [*RUNS[:2], deadly, *RUNS[3:6]], output=tmp_path / "new", client=client)
    assert (tmp_path / "lost").exists()
    assert contents(tmp_path / "new") == contents(serial)


def test_workers_open_archives_and_say_what_they_can_not_read(client: Any, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    shutil.copy(RUNS[0], tmp_path / "runs")
    (tmp_path / "runs" / "bad").write_text("1 Q0 a\n")
    archive = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path / "runs")
    built = build(QRELS, archive, client=client, errors="collect")
    assert built.run_names == (RUNS[0].name,)
    (problem,) = built.problems
    (local,) = load(QRELS, archive, errors="collect").problems
    assert str(problem) == str(local)


def test_a_cluster_can_be_stopped(client: Any, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        build(QRELS, RUNS, output=tmp_path / "new", client=client, progress=stop)
    assert list(tmp_path.iterdir()) == []
