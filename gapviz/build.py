"""Judgements and runs -> a store: runs are read and counted one by one, where asked on many machines."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import os
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal

from gapviz.arrays import GradeArray
from gapviz.collection import limits, store
from gapviz.collection.discover import RunOrigin
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import GradeMap
from gapviz.collection.load import grade_map_of, load, sources
from gapviz.collection.model import Collection, Judgements, Ranking, Ties
from gapviz.collection.reading.join import JudgedIndex
from gapviz.collection.reading.rules import UTF_8, Comments, Duplicates, Rules
from gapviz.collection.workers import cores
from gapviz.profile import STATISTICS, Pool, pool_of, profile_run

Judged = tuple[JudgedIndex, GradeArray, Pool]
"""What a run is read and counted against."""


def build(
    qrels: object,
    runs: object,
    *,
    output: str | Path | None = None,
    client: Any = None,
    name: str | None = None,
    grades: GradeMap | str | None = None,
    ties: Ties = "trec_eval",
    depth: int | None = None,
    duplicates: Duplicates = "refuse",
    encoding: str = UTF_8,
    comments: Comments = "skip",
    errors: Literal["raise", "collect"] = "raise",
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Collection:
    """Read and count runs into a store, or add them to the store that is there.

    Documents outside the pool are told apart, as with ``gapviz.load(..., identities=True)``.

    Parameters
    ----------
    qrels, runs, name, grades, ties, depth, duplicates, encoding, comments, errors, progress :
        As for `gapviz.load`. A run that is left out under ``errors="collect"`` can be added later.
    output : path, optional
        Folder of the store; without it all stays in memory. Where it is one already its judgements and
        conventions have to be the same; the files of its runs are not touched.
    client : distributed.Client, optional
        Of a Dask cluster, whose workers read the files where they are: at the same paths. The runs of a
        worker that is lost are done again by others.
    jobs : int, optional
        Runs that are read at a time without a client, as many as there are cores by default.

    Returns
    -------
    Collection
        The store, opened; `profile.profile` of it counts nothing again.

    Raises
    ------
    InputError
        As `gapviz.load` does, and where the store can't be written or has other judgements, or a run of the
        same name. Whatever is raised, also from `progress`, leaves the place as it was.
    """
    if output is not None and not (isinstance(output, str | os.PathLike) and str(output)):
        raise InputError("output", "the path of a folder", shown(output))
    if store.at(qrels):
        raise InputError("qrels", "judgements, with runs to count", f"the store {shown(str(qrels))}")
    ranking, rules, grade_map = (
        Ranking(ties, depth),
        Rules(duplicates, encoding, comments),
        grade_map_of(grades),
    )
    pool, origins, problems = sources(qrels, runs, grade_map, ranking, rules, errors)
    judgements = pool.read()
    asked = Collection(name or pool.label, judgements, (), grade_map, ranking, rules=rules)
    folder = None if output is None else Path(output).expanduser().absolute()
    if folder and not origins and not problems:
        raise InputError("runs", "one run or more for a store", "none")
    adding = folder is not None and _takes(folder, asked, origins)
    limits.require_room(len(origins), len(judgements.topics), c=asked.c)
    with contextlib.closing(
        _counted(origins, asked, client, jobs or cores(), problems, errors, progress)
    ) as counted:
        if folder is None:
            held = asked.with_runs(
                [store.run_from(row, asked.grades) for _, content in counted for row in store.rows(content)]
            )
        else:
            if adding:
                store.add(folder, counted)
            else:
                store.create(folder, asked, counted)
            held = load(folder)
    return dataclasses.replace(held, problems=tuple(problems))


def _takes(folder: Path, asked: Collection, origins: list[RunOrigin]) -> bool:
    """Tell whether there is a store that takes these runs; False where there is none yet."""
    if not store.at(folder):
        if folder.exists():
            raise InputError(
                shown(folder.name), "a store, or a folder that is not there yet", "something else"
            )
        return False
    store.Listing.read(folder).refuse_other(folder, asked.ranking, asked.rules, usual=False)
    held = load(folder)
    if held.with_runs(()).fingerprint != asked.fingerprint:
        raise InputError("qrels", f"the judgements and grades of the store {shown(folder.name)}", "others")
    for origin in origins:
        if origin.name in held.run_names:
            raise InputError(
                origin.path, "a run that is not in the store yet", f"one named {shown(origin.name)}"
            )
    return True


def _counted(
    origins: list[RunOrigin],
    asked: Collection,
    client: Any,
    jobs: int,
    problems: list[InputError],
    errors: str,
    progress: Callable[[int, int], None] | None,
) -> Generator[tuple[str, bytes], None, None]:
    """Yield name and content of each run, in order; what is left is called off at the end."""
    given = asked.judgements, asked.grades, pool_of(asked)
    executor: Executor
    if client is None:
        executor, judged = ThreadPoolExecutor(jobs), _judged(*given)
    else:
        # A task like the others: where its worker is lost it too is done again.
        executor, judged = client.get_executor(pure=False), client.submit(_judged, *given, pure=False)
    rest, waiting = iter(origins), deque[Future[bytes]]()

    def submit(runs: int) -> None:
        waiting.extend(executor.submit(_packed, origin, judged) for origin in itertools.islice(rest, runs))

    written = False
    try:
        # So few that those that are done before their turn take little memory.
        submit(2 * (jobs if client is None else max(1, sum(client.nthreads().values()))))
        for done, origin in enumerate(origins, 1):
            try:
                yield origin.name, _result(waiting[0], origin, client)
                written = True
            except InputError as error:
                if errors == "raise":
                    raise
                problems.append(error)
            finally:
                waiting.popleft()  # with it goes the content
                submit(1)
            if progress is not None:
                progress(done, len(origins))
        if problems and not written:
            raise problems[0]
    finally:
        for future in waiting:
            future.cancel()
        executor.shutdown(wait=client is None)


def _result(future: Future[bytes], origin: RunOrigin, client: Any) -> bytes:
    """Return what was counted; of a cluster whatever goes wrong is said in one sentence."""
    try:
        return future.result()
    except InputError:
        raise
    except Exception as error:
        if client is None:
            raise
        given = f"{type(error).__name__}: {error}"
        raise InputError(origin.path, "workers that read and count it", given) from None


def _judged(judgements: Judgements, grades: GradeArray, pool: Pool) -> Judged:
    return JudgedIndex.of(judgements, identified=True), grades, pool


def _packed(origin: RunOrigin, judged: Judged) -> bytes:
    """Read and count one run; returns it as an Arrow file with one row."""
    index, grades, pool = judged
    run = origin.read(origin.name, index)
    counts = profile_run(run, grades, pool)
    return store.packed_run(run, {name: getattr(counts, name) for name in STATISTICS})
