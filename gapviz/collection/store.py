"""A store: a folder of Arrow files with a collection and its statistics, opened without the run files.

``store.json`` lists the files with their sizes and sha256 digests: the judgements, and one file for each run.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gapviz.arrays import GradeArray, frozen
from gapviz.collection import packing
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import GradeMap
from gapviz.collection.model import Collection, Counted, Ranking, Run
from gapviz.collection.reading import files
from gapviz.collection.reading.rules import Rules
from gapviz.collection.reading.unpacking import reason

VERSION = 1
"""Of the layout; a store of another one has to be built again."""

LISTING = "store.json"
"""Name of the file that lists the others."""

_JUDGEMENTS = "judgements.arrow"
_FACTS = b"gapviz"
_RUN = ("offsets", "codes", "estimates")

Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Part:
    """A file of a store.

    Attributes
    ----------
    name : str
        Of the run, or of the collection in the case of the judgements.
    file : str
    size : int
        Bytes.
    sha256 : str
        Hexadecimal digest.
    """

    name: str
    file: str
    size: int
    sha256: str

    @classmethod
    def of(cls, name: str, file: str, content: bytes) -> Part:
        """Describe a file with this content."""
        return cls(name, file, len(content), hashlib.sha256(content).hexdigest())


@dataclass(frozen=True)
class Listing:
    """What a store holds, and the conventions under which its files were read.

    Attributes
    ----------
    judgements : Part
    runs : tuple of Part
    grades : str
        Grade mapping under which the runs were counted.
    ranking : Ranking
    rules : Rules
    """

    judgements: Part
    runs: tuple[Part, ...]
    grades: str
    ranking: Ranking
    rules: Rules

    @classmethod
    def read(cls, folder: Path) -> Listing:
        """Read the list of a store.

        Raises
        ------
        InputError
            For a store of another version, or a damaged list.
        """
        try:
            written = json.loads(bytes(files.mapped(folder / LISTING)))
            version, content, digest = written["version"], written["content"], written["sha256"]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            raise _damaged(folder, LISTING) from None
        if version != VERSION:
            expected = f"a store of version {VERSION}, which python -m gapviz profile builds"
            raise InputError(folder.name, expected, f"version {shown(version)}")
        if hashlib.sha256(json.dumps(content).encode()).hexdigest() != digest:
            raise _damaged(folder, LISTING)
        return cls(
            Part(**content["judgements"]),
            tuple(Part(**run) for run in content["runs"]),
            content["grades"],
            Ranking(**content["ranking"]),
            Rules(**content["rules"]),
        )

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
    """Open a store: nothing is read that is not looked at.

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
        Where it is damaged, of another version, or was read under other conventions than are asked for.
    """
    listing = Listing.read(folder)
    listing.refuse_other(folder, ranking or Ranking(), rules or Rules(), usual=True)
    own = GradeMap.parse(listing.grades)
    if grades and grades.words and grades.words != own.words:
        expected = f"{str(own) or 'no words'}, as in the store {shown(folder.name)}"
        raise InputError("grades", expected, shown(str(grades)))
    contents = list(_contents(folder, (listing.judgements, *listing.runs)))
    try:
        arrays, facts = unpacked(contents[0])
        judgements = packing.judgements_from(arrays, facts)
        counted = own.apply(judgements.raw_grades)
        runs = tuple(run_from(content, counted) for content in contents[1:])
    except (ValueError, TypeError, KeyError, IndexError, OSError):
        raise _damaged(folder, "a file") from None
    names = tuple(run.name for run in runs)
    if names != tuple(part.name for part in listing.runs):
        raise _damaged(folder, LISTING)
    return Collection(
        listing.judgements.name, judgements, runs, grades or own, listing.ranking, rules=listing.rules
    )


def create(folder: Path, collection: Collection, runs: Iterable[tuple[int, str, bytes]]) -> None:
    """Write a store, which others see whole or not at all.

    Parameters
    ----------
    folder : Path
        It must not be there yet.
    collection : Collection
        Judgements and conventions.
    runs : iterable of (int, str, bytes)
        Place in the order, name, and content (`packed_run`) of each; in any order, one in memory at a time.

    Raises
    ------
    InputError
        Where it can't be written.
    """
    content = packed_judgements(collection)
    judgements = Part.of(collection.name, _JUDGEMENTS, content)
    listing = Listing(judgements, (), str(collection.grade_map), collection.ranking, collection.rules)
    with _writing(folder), files.whole_folder(folder) as begun:
        files.replace(begun / _JUDGEMENTS, content)
        add(begun, listing, runs)


def add(folder: Path, listing: Listing, runs: Iterable[tuple[int, str, bytes]]) -> None:
    """Add runs to a store, all of them or none; no other file changes but the list.

    Parameters
    ----------
    folder : Path
    listing : Listing
        What it has.
    runs :
        As for `create`.

    Raises
    ------
    InputError
        Where it can't be written.
    """
    added: dict[int, Part] = {}
    with _writing(folder):
        try:
            for place, name, content in runs:
                digest = hashlib.sha256(content).hexdigest()
                part = Part(name, f"{len(listing.runs) + place:05}-{digest[:8]}.arrow", len(content), digest)
                added[place] = part
                files.replace(folder / part.file, content)
            in_order = [added[place] for place in sorted(added)]
            with files.locked(folder):
                latest = Listing.read(folder) if at(folder) else listing  # others may have added runs
                taken = {part.name for part in latest.runs} & {part.name for part in in_order}
                if taken:
                    given = f"one named {shown(min(taken))}"
                    raise InputError(folder.name, "runs that are not in the store yet", given)
                if gone := next((part.file for part in in_order if not (folder / part.file).is_file()), ""):
                    raise _damaged(folder, gone)  # another process added the same run, failed, and removed it
                dataclasses.replace(latest, runs=(*latest.runs, *in_order)).write(folder)
        except BaseException:  # KeyboardInterrupt, too: what was written and is not listed goes
            with files.locked(folder):
                held = Listing.read(folder).runs if at(folder) else ()  # another may have listed the same run
                for part in added.values():
                    if part not in held:
                        files.remove(folder / part.file)
            raise


def packed_judgements(collection: Collection) -> bytes:
    """Return the content of the file of judgements."""
    judgements = collection.judgements
    return packed(packing.judgement_arrays(judgements), packing.judgement_facts(judgements))


def packed_run(run: Run, statistics: Arrays) -> bytes:
    """Return the content of the file of a run and its statistics.

    Parameters
    ----------
    run : Run
    statistics : mapping from name to array
        As `Counted.statistics` has them.

    Returns
    -------
    bytes
    """
    arrays = {name: getattr(run, name) for name in _RUN if getattr(run, name) is not None}
    return packed({**arrays, **statistics}, {"name": run.name, **dataclasses.asdict(run.facts)})


def run_from(content: Any, grades: GradeArray) -> Run:
    """Return the run that a file holds, with its statistics.

    Parameters
    ----------
    content : bytes or pyarrow.Buffer
        As `packed_run` made it.
    grades : int8 array, shape (D,)
        Mapped grades of the judged documents under which it was counted.

    Returns
    -------
    Run
    """
    arrays, facts = unpacked(content)
    offsets, codes, estimates = (arrays.pop(name, None) for name in _RUN)
    if offsets is None or codes is None:
        raise ValueError("expected ranked codes")
    counted = Counted(offsets, codes, grades, arrays)
    return Run(facts["name"], offsets, codes, packing.run_facts_from(facts), estimates, counted)


def packed(arrays: Arrays, facts: Mapping[str, Any]) -> bytes:
    """Return an Arrow file (IPC) with a column and one row for each array.

    Parameters
    ----------
    arrays : mapping from name to array
    facts : mapping
        What JSON can hold; together with the types and shapes it is in the schema, under "gapviz".

    Returns
    -------
    bytes
    """
    import pyarrow as pa  # it takes a while

    columns, forms = [], {}
    for name, array in arrays.items():
        flat = np.ascontiguousarray(array).reshape(-1)
        forms[name] = (array.dtype.str, array.shape)
        values = pa.array(flat.view(np.uint8) if flat.dtype.kind == "S" else flat)
        columns.append(pa.LargeListArray.from_arrays(pa.array([0, len(values)], pa.int64()), values))
    about = json.dumps({"arrays": forms, "facts": facts}).encode()
    batch = pa.record_batch(columns, names=list(arrays)).replace_schema_metadata({_FACTS: about})
    out = pa.BufferOutputStream()
    with pa.ipc.new_file(out, batch.schema) as writer:
        writer.write_batch(batch)
    return bytes(out.getvalue())


def unpacked(content: Any) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
    """Return arrays and facts of an Arrow file, the arrays where the content has them.

    Parameters
    ----------
    content : bytes or pyarrow.Buffer
        As `packed` made it.

    Returns
    -------
    arrays : dict from name to array
        They can't be written to.
    facts : dict
    """
    import pyarrow as pa

    with pa.ipc.open_file(pa.py_buffer(content)) as reader:
        batch = reader.get_batch(0)
    about = json.loads(batch.schema.metadata[_FACTS])
    arrays = {}
    for (name, (dtype, shape)), column in zip(about["arrays"].items(), batch.columns, strict=True):
        # The buffer itself: to_numpy imports pandas, which takes longer than to open the store.
        data, size = column.buffers()[-1], math.prod(shape)
        arrays[name] = frozen(np.ndarray(shape, dtype, data if size else b""))
    return arrays, about["facts"]


def _contents(folder: Path, parts: Sequence[Part]) -> Iterator[Any]:
    """Map the files and compare each with its digest, on all processors: a digest needs no lock of Python."""

    def mapped(part: Part) -> Any:
        try:
            content = files.buffer(folder / part.file)
        except (OSError, ValueError):
            raise _damaged(folder, part.file) from None
        if len(content) != part.size or hashlib.sha256(content).hexdigest() != part.sha256:
            raise _damaged(folder, part.file)
        return content

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(mapped, parts)


def _damaged(folder: Path, file: str) -> InputError:
    return InputError(f"{folder.name}/{file}", "what was written into the store", "something else")


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Say in one sentence why a store can't be written."""
    try:
        yield
    except OSError as error:
        raise InputError(folder.name, "a folder that can be written", reason(error)) from None
