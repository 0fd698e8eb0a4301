"""`load`: judgements and runs from wherever they are -> Collection."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Any, Literal

from gapviz.collection import limits, store
from gapviz.collection.cache import Shelf
from gapviz.collection.discover import PoolOrigin, RunOrigin, pool_origin, run_origins
from gapviz.collection.errors import InputError, require, shown
from gapviz.collection.grades import GradeMap
from gapviz.collection.model import Collection, Ranking, Ties
from gapviz.collection.reading import files
from gapviz.collection.reading.files import File
from gapviz.collection.reading.join import JudgedIndex
from gapviz.collection.reading.rules import UTF_8, Comments, Duplicates, Rules
from gapviz.collection.workers import cores, read_runs

RUNS = "runs"
"""Name of the folder of a collection's runs."""

_NO_RUNS = (".md", ".csv", ".tsv", ".json", ".html", ".pdf", ".py", ".zip", ".xml")


def load(
    qrels: object,
    runs: object = (),
    *,
    name: str | None = None,
    grades: GradeMap | str | None = None,
    ties: Ties = "trec_eval",
    depth: int | None = None,
    duplicates: Duplicates = "refuse",
    encoding: str = UTF_8,
    comments: Comments = "skip",
    identities: bool = False,
    errors: Literal["raise", "collect"] = "raise",
    cache: str | Path | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Collection:
    """Read judgements and runs.

    Parameters
    ----------
    qrels : path, file object, table, dict or iterable
        Judgements: a TREC qrels file, or JSON, of topics with their documents or of records; a DataFrame of
        pandas, polars or the like with the columns query_id, doc_id and relevance, which records have too;
        ``{topic: {document: grade}}``; ir_measures' Qrel values; or ``"irds:ID"`` with the id of a dataset
        of the package ir_datasets.
    runs : path, file object, table, dict or iterable, or a sequence of them
        Runs: TREC files, or JSON; a folder, a pattern such as ``"runs/*.gz"`` or a zip archive of
        them; DataFrames with the columns query_id, doc_id and score; ``{topic: {document: score}}``;
        ir_measures' ScoredDoc values. ``{name: run}`` gives names; else a run is named by its file,
        without the suffix of a compression; files of one name in different folders get these too. An empty
        list, the default, loads the judgements alone.
    name : str, optional
        Name of the collection; by default that of the folder of the qrels file, or of the file.
    grades : GradeMap or str, optional
        Mapping from raw grades, or words, to 0..c, or its text (`GradeMap.parse`).
    ties : {"trec_eval", "trec_eval9", "rank", "file"}
        Ranking rule (`model.Ranking`).
    depth : int, optional
        Keep the first `depth` documents of each topic.
    duplicates : {"refuse", "first", "best"}
        What to do with a document that stands twice in a topic: refuse the file, keep the first row, or
        keep the best: the row that ranks best, of judgements the highest grade. What stands in a run below
        `depth` is no duplicate.
    encoding : str
        Encoding of the files, as Python names it, such as ``latin-1``.
    comments : {"skip", "read"}
        Whether a line that begins with ``#`` is a comment, or a row whose topic begins so.
    identities : bool
        Tell documents outside the pool apart, for subAP and for `imperfect`. It takes no memory, and a few
        nanoseconds more for each row.
    errors : {"raise", "collect"}
        Raise the first run that can't be read, or leave it out and list it in `Collection.problems`.
        Judgements that can't be read always raise.
    cache : path, optional
        Folder to keep what was read; files that did not change are not read again.
    jobs : int, optional
        Runs that are read at a time, as many as there are cores by default; files of more
        than `workers.HELD` bytes together wait for each other.
    progress : callable, optional
        Called with (runs done, runs in all) after each run.

    Returns
    -------
    Collection

    Raises
    ------
    InputError
        In one sentence: file and line, what was expected, what was found.

    Examples
    --------
    >>> collection = load(
    ...     {"1": {"a": 2, "b": 0}}, {"mine": {"1": {"b": 1.5, "a": 1.5, "x": 0.5}}}
    ... )
    >>> collection.run_names, collection.runs[0].codes.tolist()
    (('mine',), [1, 0, -1])
    """
    ranking = Ranking(ties, depth)
    if name is not None and not isinstance(name, str):
        raise InputError("name", "a text", shown(name))
    rules = Rules(duplicates, encoding, comments)
    require("errors", errors, ("raise", "collect"))
    grade_map = grade_map_of(grades)
    if cache is not None and not _is_path(cache):
        raise InputError("cache", "the path of a folder", shown(cache))
    if jobs is not None and (not isinstance(jobs, int) or isinstance(jobs, bool) or jobs < 1):
        raise InputError("jobs", "a whole number from 1", shown(jobs))
    if folder := store.at(qrels):
        if not isinstance(runs, tuple | list) or runs:
            raise InputError(RUNS, "none beside a store, which has its own", "some")
        opened = store.opened(folder, grades=grade_map if grades else None, ranking=ranking, rules=rules)
        return dataclasses.replace(opened, name=name or opened.name)
    pool, origins, problems = sources(qrels, runs, grade_map, ranking, rules, errors)
    conventions = (str(ranking), str(rules), grade_map.words, identities)
    shelf = None if cache is None else _shelf(Path(cache), pool, origins, conventions)
    stored = shelf and shelf.fetch()
    if stored and not grade_map.refused(stored[0].raw_grades).any():
        judgements, loaded = stored
    else:
        judgements = pool.read()
        limits.require_room(len(origins), len(judgements.topics))
        loaded = read_runs(
            origins,
            JudgedIndex.of(judgements, identified=identities),
            problems,
            errors,
            jobs or cores(),
            progress,
        )
        # Files that changed after they were looked at would be kept as what they were then.
        stamps = (pool.stamp, *(one.stamp for one in origins))
        if shelf and not problems and all(map(files.unchanged, stamps)):
            shelf.keep(judgements, loaded)
    return Collection(
        name or pool.label, judgements, loaded, grade_map, ranking, tuple(map(_bare, problems)), rules=rules
    )


def _is_path(given: object) -> bool:
    """Tell whether a system can have such a path."""
    try:
        path = os.fsencode(given) if isinstance(given, str | os.PathLike) else b""
    except UnicodeEncodeError:
        return False
    return path != b"" and b"\0" not in path


def grade_map_of(grades: GradeMap | str | None) -> GradeMap:
    """Return the grade mapping that was given, as a text or not at all."""
    if grades is not None and not isinstance(grades, str | GradeMap):
        raise InputError("grades", "a GradeMap, or its text such as -2:0,4:3", shown(grades))
    return grades if isinstance(grades, GradeMap) else GradeMap.parse(grades or "")


def sources(
    qrels: object, runs: object, grade_map: GradeMap, ranking: Ranking, rules: Rules, errors: str
) -> tuple[PoolOrigin, list[RunOrigin], list[InputError]]:
    """Return where judgements and runs are, and what is wrong with the places.

    Parameters
    ----------
    qrels, runs, grade_map, ranking, rules, errors :
        As for `load`.

    Returns
    -------
    pool : PoolOrigin
    origins : list of RunOrigin
        With different names.
    problems : list of InputError
        Runs that were not found; the first is raised where errors is "raise".
    """
    pool = pool_origin(qrels, grade_map, rules)
    problems: list[InputError] = []
    origins = run_origins(runs, ranking, rules, problems)
    if len(origins) > 1:  # a folder may hold the judgements among the runs
        origins = [origin for origin in origins if origin.stamp is None or origin.stamp != pool.stamp]
    origins = _distinct(origins, problems)
    limits.RUNS.check(RUNS, len(origins))
    if problems and errors == "raise":
        raise problems[0]
    return pool, origins, problems


@dataclass(frozen=True)
class Found:
    """A collection that was found on disk and not read yet.

    Attributes
    ----------
    name : str
        Name of its folder or archive.
    qrels : File
        The list of a store's files, where it is one.
    runs : tuple of File
        None for a store.
    place : Path
        The folder or archive.
    """

    name: str
    qrels: File
    runs: tuple[File, ...]
    place: Path

    @functools.cached_property
    def stamp(self) -> str:
        """Digest of the paths, sizes and times of change of its files: it tells whether one changed."""
        text = repr([(file.name, file.stamp) for file in (self.qrels, *self.runs)])
        return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()

    def load(self, **options: Any) -> Collection:
        """Read it; the options are those of `load`."""
        qrels = self.place if store.at(self.place) else self.qrels
        return load(qrels, self.runs, **{"name": self.name, **options})

    def again(self) -> Found | None:
        """Look at its place again: the collection with the files that are there now, or None."""
        here = _path(self.qrels)
        return next((one for one in _collections(self.place) if _path(one.qrels) == here), None)


def discover(folder: str | Path) -> tuple[Found, ...]:
    """Find the collections in a folder: in itself, its folders, stores among them, and its zip archives.

    A collection has a file with "qrels" in its name, one for each choice of judgements, and runs: the
    files of a folder `runs` beside it, or else the other files that can be some.

    Parameters
    ----------
    folder : path

    Returns
    -------
    tuple of Found
        In natural order of their names.

    Raises
    ------
    InputError
        Where the folder can't be read.
    """
    root = Path(folder).expanduser()
    return tuple(origin for place in (root, *files.subfolders(root)) for origin in _collections(place))


def _collections(place: Path) -> list[Found]:
    if store.at(place):
        (listing,) = files.find(place / store.LISTING)
        return [Found(place.absolute().name, listing, (), place)]
    inside = _inside(place)
    qrels = [file for file in inside if "qrels" in file.name.lower()]
    if place.is_dir():
        runs = _inside(place / RUNS) if qrels and (place / RUNS).is_dir() else []
    else:
        runs = [file for file in inside if file.folder == RUNS]
    if not runs:
        runs = [file for file in inside if file not in qrels and _may_be_run(file)]
    name = place.absolute().name if place.is_dir() else place.stem
    return [Found(name, file, tuple(runs), place) for file in qrels if runs and _stands_in(place, file)]


def _inside(place: Path) -> list[File]:
    try:
        return files.find(place)
    except InputError:
        return []  # an empty folder, or a damaged archive: the other collections are found all the same


def _stands_in(place: Path, file: File) -> bool:
    """Tell whether judgements are the place's own: those of an archive in a folder are the archive's."""
    return not place.is_dir() or (file.stamp is not None and Path(file.stamp[0]).parent == place.absolute())


def _path(file: File) -> str:
    return file.stamp[0] if file.stamp else file.name


def _may_be_run(file: File) -> bool:
    name = file.stem.lower()
    return not name.endswith(_NO_RUNS) and not name.startswith(("readme", "license"))


def _shelf(
    folder: Path, pool: PoolOrigin, origins: list[RunOrigin], conventions: Sequence[object]
) -> Shelf | None:
    """Return the place in the cache, or None where there is none or not all is on disk."""
    stamps = [pool.stamp, *(origin.stamp for origin in origins)]
    if not origins or None in stamps:
        return None
    names = [origin.name for origin in origins]
    return Shelf.of(folder, stamps, names, *conventions)


def _distinct(origins: list[RunOrigin], problems: list[InputError]) -> list[RunOrigin]:
    """Return the origins whose names are new; the others become problems.

    Equal names of files in different folders get as many folders before them as tell them apart.
    """
    places: dict[str, set[tuple[str, ...]]] = {}
    for origin in origins:
        places.setdefault(origin.name, set()).add(origin.parents)
    telling = {name: _telling(parents) for name, parents in places.items()}
    first: dict[str, RunOrigin] = {}
    for origin in origins:
        name = "/".join([*_last(origin.parents, telling[origin.name]), origin.name])
        if name in first:
            given = f"{shown(name)} again, after {shown(first[name].path)}"
            problems.append(InputError(origin.path, "runs of different names", given))
        else:
            first[name] = dataclasses.replace(origin, name=name)
    return list(first.values())


def _telling(places: set[tuple[str, ...]]) -> int:
    """Return how many of the last folders tell these places apart."""
    outward = sorted(parents[::-1] for parents in places)  # those that share most stand side by side
    return max((_shared(*pair) + 1 for pair in pairwise(outward)), default=0)


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Count the folders that two places have in common, from the file outward."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _last(parents: tuple[str, ...], number: int) -> tuple[str, ...]:
    return parents[max(0, len(parents) - number) :]


def _bare(error: InputError) -> InputError:
    """Return an error without what led to it: frames hold the contents of files."""
    error.__context__ = error.__cause__ = None
    return error.with_traceback(None)
