"""A store: a folder of Arrow files with a collection and its statistics, opened without the run files.

``store.json`` lists the files with their sizes and sha256 digests: one of judgements, and one for all runs
that were added together, with a column for each array and a row for each run.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gapviz.arrays import GradeArray
from gapviz.collection import digests, packing
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import GradeMap
from gapviz.collection.model import Collection, Counted, Ranking, Run
from gapviz.collection.reading import files
from gapviz.collection.reading.rules import Rules
from gapviz.collection.reading.unpacking import reason

VERSION = 2
"""Of the layout; a store of another one has to be built again."""

LISTING = "store.json"
"""Name of the file that lists the others."""

BATCH = 1 << 26
"""Bytes of runs that are written together, and held in memory meanwhile."""

_JUDGEMENTS = "judgements.arrow"
_FIRST = "runs.arrow"
_ABOUT = "about"
_RUN = ("offsets", "codes", "estimates")

Arrays = Mapping[str, npt.NDArray[Any]]

Row = tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]
"""Arrays, which can't be written to, and facts."""


@dataclass(frozen=True)
class Part:
    """A file of a store.

    Attributes
    ----------
    names : tuple of str
        Of its runs in order, or of the collection in the case of the judgements.
    file : str
    size : int
        Bytes.
    sha256 : tuple of str
        Digests of its blocks (`digests.of`).
    """

    names: tuple[str, ...]
    file: str
    size: int
    sha256: tuple[str, ...]

    @classmethod
    def of(cls, names: Iterable[str], path: Path) -> Part:
        """Describe the file at a path."""
        content = files.buffer(path)
        return cls(tuple(names), path.name, len(content), digests.of(content))

    @classmethod
    def listed(cls, written: Mapping[str, Any]) -> Part:
        """Return the part that was listed as JSON."""
        return cls(tuple(written["names"]), written["file"], written["size"], tuple(written["sha256"]))

    def content(self, folder: Path) -> Any:
        """Map the file into memory.

        Raises
        ------
        InputError
            Where it is gone, or not what was written.
        """
        try:
            content = files.buffer(folder / self.file)
        except FileNotFoundError:
            raise _missing(folder, self.file) from None
        except (OSError, ValueError, TypeError):
            raise _damaged(folder, self.file) from None
        if len(content) != self.size or digests.of(content) != self.sha256:
            raise _damaged(folder, self.file)
        return content


@dataclass(frozen=True)
class Listing:
    """What a store holds, and the conventions under which its files were read.

    Attributes
    ----------
    judgements : Part
    parts : tuple of Part
        Files of runs, in the order in which they were added.
    grades : str
        Grade mapping under which the runs were counted.
    ranking : Ranking
    rules : Rules
    """

    judgements: Part
    parts: tuple[Part, ...]
    grades: str
    ranking: Ranking
    rules: Rules

    @classmethod
    def read(cls, folder: Path) -> Listing:
        """Read the list of a store.

        Raises
        ------
        InputError
            For a store of another version, and a list that is gone or damaged.
        """
        try:
            written = json.loads(bytes(files.mapped(folder / LISTING)))
            version, content, digest = written["version"], written["content"], written["sha256"]
        except FileNotFoundError:
            raise _missing(folder, LISTING) from None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            raise _damaged(folder, LISTING) from None
        if version != VERSION:
            expected = f"a store of version {VERSION}, which python -m gapviz profile builds"
            raise InputError(folder.name, expected, f"version {shown(version)}")
        if hashlib.sha256(json.dumps(content).encode()).hexdigest() != digest:
            raise _damaged(folder, LISTING)
        try:
            return cls(
                Part.listed(content["judgements"]),
                tuple(map(Part.listed, content["parts"])),
                content["grades"],
                Ranking(**content["ranking"]),
                Rules(**content["rules"]),
            )
        except (TypeError, KeyError):  # such as gapviz never wrote
            raise _damaged(folder, LISTING) from None

    def write(self, folder: Path) -> None:
        """Write the list; with it the store has the files."""
        content = dataclasses.asdict(self)
        text = json.dumps(content)
        written = {
            "version": VERSION,
            "sha256": hashlib.sha256(text.encode()).hexdigest(),
            "content": content,
        }
        files.replace(folder / LISTING, json.dumps(written).encode())

    @property
    def runs(self) -> tuple[str, ...]:
        """Names of all runs, in order."""
        return tuple(name for part in self.parts for name in part.names)

    @property
    def conventions(self) -> dict[str, Any]:
        """Names and values of the options of `gapviz.load` under which the files were read."""
        return {**dataclasses.asdict(self.ranking), **dataclasses.asdict(self.rules)}

    def refuse_other(self, folder: Path, ranking: Ranking, rules: Rules, *, usual: bool) -> None:
        """Refuse other conventions than the store's; where `usual`, what is left at its default fits any.

        Raises
        ------
        InputError
        """
        defaults = {**dataclasses.asdict(Ranking()), **dataclasses.asdict(Rules())}
        given = {**dataclasses.asdict(ranking), **dataclasses.asdict(rules)}
        for name, kept in self.conventions.items():
            if given[name] != kept and not (usual and given[name] == defaults[name]):
                raise InputError(name, f"{kept}, as in the store {shown(folder.name)}", shown(given[name]))


def at(place: object) -> Path | None:
    """Return the folder of a store where there is one at the place.

    Parameters
    ----------
    place : object
        Whatever `gapviz.load` takes as judgements.

    Returns
    -------
    Path or None
    """
    if not isinstance(place, str | Path) or not place:
        return None
    try:
        folder = Path(place).expanduser()
        return folder if (folder / LISTING).is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def opened(
    folder: Path,
    *,
    grades: GradeMap | None = None,
    ranking: Ranking | None = None,
    rules: Rules | None = None,
) -> Collection:
    """Open a store: its files are compared with their digests and mapped, not copied.

    Parameters
    ----------
    folder : Path
    grades : GradeMap, optional
        Another mapping than the one under which it was counted; it is then counted anew where needed.
    ranking, rules :
        What was asked for: it has to be what the store has, or the default.

    Returns
    -------
    Collection

    Raises
    ------
    InputError
        Where it is damaged or lacks a file, is of another version, or was read under other conventions than
        are asked for.
    """
    listing = Listing.read(folder)
    listing.refuse_other(folder, ranking or Ranking(), rules or Rules(), usual=True)
    own = GradeMap.parse(listing.grades)
    if grades and grades.words and grades.words != own.words:
        expected = f"{str(own) or 'no words'}, as in the store {shown(folder.name)}"
        raise InputError("grades", expected, shown(str(grades)))
    contents = [part.content(folder) for part in (listing.judgements, *listing.parts)]
    try:
        (name,), ((arrays, facts),) = listing.judgements.names, rows(contents[0])
        judgements = packing.judgements_from(arrays, facts)
        counted = own.apply(judgements.raw_grades)
        runs = tuple(run_from(row, counted) for content in contents[1:] for row in rows(content))
    except (ValueError, TypeError, KeyError, IndexError, OSError):
        raise _damaged(folder, "a file") from None
    if tuple(run.name for run in runs) != listing.runs:
        raise _damaged(folder, LISTING)
    return Collection(name, judgements, runs, grades or own, listing.ranking, rules=listing.rules)


def create(folder: Path, collection: Collection, runs: Iterable[tuple[str, bytes]]) -> None:
    """Write a store, which others see whole or not at all.

    Parameters
    ----------
    folder : Path
        It must not be there yet.
    collection : Collection
        Judgements and conventions.
    runs : iterable of (str, bytes)
        Name and content (`packed_run`) of each, in order, at least one; `BATCH` bytes are written at a time.

    Raises
    ------
    InputError
        Where it can't be written.
    """
    judgements = collection.judgements
    content = packed(packing.judgement_arrays(judgements), packing.judgement_facts(judgements))
    with _writing(folder), files.whole_folder(folder) as begun:
        judged = _written(begun / _JUDGEMENTS, [(collection.name, content)])
        parts = (_written(begun / _FIRST, _in_use(begun, runs)),)
        listing = Listing(judged, parts, str(collection.grade_map), collection.ranking, collection.rules)
        listing.write(begun)


def _in_use(folder: Path, runs: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Touch a folder with every run: one that nobody touches for an hour counts as left behind."""
    for run in runs:
        folder.touch()
        yield run


def add(folder: Path, runs: Iterable[tuple[str, bytes]]) -> None:
    """Add runs to a store, all of them or none; no other file changes but the list.

    Parameters
    ----------
    folder : Path
    runs :
        As for `create`.

    Raises
    ------
    InputError
        Where it can't be written, or has a run of the same name by now.
    """
    path = folder / f"runs-{uuid.uuid4().hex[:12]}.arrow"
    with _writing(folder):
        try:
            part = _written(path, runs)
            with files.locked(folder):
                listing = Listing.read(folder)  # others may have added runs
                if taken := {*listing.runs} & {*part.names}:
                    given = f"one named {shown(min(taken))}"
                    raise InputError(folder.name, "runs that are not in the store yet", given)
                dataclasses.replace(listing, parts=(*listing.parts, part)).write(folder)
        except BaseException:  # KeyboardInterrupt, too: what was written and is not listed goes
            with files.locked(folder):
                if path.name not in _listed(folder):
                    files.remove(path)
            raise


def _listed(folder: Path) -> set[str]:
    """Names of the files that a store has; none of one whose list is gone or damaged."""
    with contextlib.suppress(InputError):
        return {part.file for part in Listing.read(folder).parts}
    return set()


def packed_run(run: Run, statistics: Arrays) -> bytes:
    """Return a run and its statistics as an Arrow file with one row.

    Parameters
    ----------
    run : Run
    statistics : mapping from name to array
        As `Counted.statistics` has them.

    Returns
    -------
    bytes
    """
    arrays = {name: getattr(run, name) for name in _RUN}
    return packed({**arrays, **statistics}, {"name": run.name, **dataclasses.asdict(run.facts)})


def run_from(row: Row, grades: GradeArray) -> Run:
    """Return the run that a row holds, with its statistics.

    Parameters
    ----------
    row : Row
    grades : int8 array, shape (D,)
        Mapped grades of the judged documents under which it was counted.

    Returns
    -------
    Run
    """
    arrays, facts = row
    offsets, codes, estimates = (arrays.pop(name, None) for name in _RUN)
    if offsets is None or codes is None:
        raise ValueError("expected ranked codes")
    counted = Counted(offsets, codes, grades, arrays)
    return Run(facts["name"], offsets, codes, packing.run_facts_from(facts), estimates, counted)


def packed(arrays: Mapping[str, npt.NDArray[Any] | None], facts: Mapping[str, Any]) -> bytes:
    """Return arrays and facts as an Arrow file (IPC) with one row.

    Parameters
    ----------
    arrays : mapping from name to array
        None in place of one of float64 that is not there.
    facts : mapping
        What JSON can hold; together with the shapes it is in the column "about".

    Returns
    -------
    bytes
    """
    import pyarrow as pa  # it takes a while

    columns: dict[str, Any] = {}
    forms = {}
    for name, array in arrays.items():
        if array is None:
            columns[name] = pa.nulls(1, pa.large_list(pa.float64()))
            continue
        forms[name] = (array.dtype.str, array.shape)
        flat = np.ascontiguousarray(array).reshape(-1)
        values = pa.array(flat.view(np.uint8) if flat.dtype.kind == "S" else flat)
        columns[name] = pa.LargeListArray.from_arrays(pa.array([0, len(values)], pa.int64()), values)
    columns[_ABOUT] = pa.array([json.dumps({"arrays": forms, "facts": facts})], pa.large_string())
    batch = pa.record_batch(columns)
    out = pa.BufferOutputStream()
    with pa.ipc.new_file(out, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(out.getvalue())


def rows(content: Any) -> Iterator[Row]:
    """Yield the rows of an Arrow file, the arrays where the content has them.

    Parameters
    ----------
    content : bytes or pyarrow.Buffer
        As `packed` makes it, or as it was written into a store.

    Yields
    ------
    Row
    """
    import pyarrow as pa

    with pa.ipc.open_file(pa.py_buffer(content)) as reader:
        for number in range(reader.num_record_batches):
            batch = reader.get_batch(number)
            about = map(json.loads, batch.column(_ABOUT).to_pylist())
            columns = {name: _cells(batch.column(name)) for name in batch.schema.names if name != _ABOUT}
            for row, one in enumerate(about):
                forms = one["arrays"].items()
                # The buffer itself: to_numpy imports pandas, which takes longer than to open the store.
                yield (
                    {
                        name: np.ndarray(shape, dtype, columns[name][0], columns[name][1][row])
                        for name, (dtype, shape) in forms
                    },
                    one["facts"],
                )


def _cells(column: Any) -> tuple[Any, list[int]]:
    """Return the buffer of a column's values, and the byte at which those of each row begin."""
    buffers = column.buffers()
    starts = np.frombuffer(buffers[1], np.int64, len(column)) * (column.type.value_type.bit_width // 8)
    return buffers[-1] or b"", starts.tolist()


def _written(path: Path, contents: Iterable[tuple[str, bytes]]) -> Part:
    """Write a file of rows, of which each has a name."""
    import pyarrow as pa

    names: list[str] = []
    with files.replacing(path) as handle, contextlib.ExitStack() as closing:
        writer: Any = None
        for batch in _batches(contents, names):
            writer = writer or closing.enter_context(pa.ipc.new_file(handle, batch.schema))
            writer.write_batch(batch)
    return Part.of(names, path)


def _batches(contents: Iterable[tuple[str, bytes]], names: list[str]) -> Iterator[Any]:
    """Join rows to batches, and note their names."""
    import pyarrow as pa

    held: list[Any] = []
    size = 0
    for name, content in contents:
        with pa.ipc.open_file(content) as reader:
            held.append(reader.get_batch(0))
        names.append(name)
        size += len(content)
        if size >= BATCH:
            yield from pa.Table.from_batches(held).combine_chunks().to_batches()
            held, size = [], 0
    if held:
        yield from pa.Table.from_batches(held).combine_chunks().to_batches()


def _missing(folder: Path, file: str) -> InputError:
    return InputError(f"{folder.name}/{file}", "a file of the store", "none")


def _damaged(folder: Path, file: str) -> InputError:
    return InputError(f"{folder.name}/{file}", "what was written into the store", "something else")


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Say in one sentence why a store can't be written."""
    try:
        yield
    except OSError as error:
        raise InputError(folder.name, "a folder that can be written", reason(error)) from None
