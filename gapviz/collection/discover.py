"""What `load` may be given -> what to read: paths, file objects, tables, dicts, ir_datasets ids."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from gapviz.collection.cache import Stamp
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import GradeMap
from gapviz.collection.model import Judgements, Ranking, Run
from gapviz.collection.reading import files
from gapviz.collection.reading.files import File
from gapviz.collection.reading.in_memory import is_nested, is_table, memory_block, parse_json, values
from gapviz.collection.reading.join import JudgedIndex
from gapviz.collection.reading.qrels import judgements_of, read_judgements
from gapviz.collection.reading.rows import Text
from gapviz.collection.reading.rules import UTF_8, Rules, as_utf8
from gapviz.collection.reading.runs import rank_block, read_run

_JSON = re.compile(rb"(\xef\xbb\xbf)?\s*(\{|\[\s*[{\]])")

DATASETS = "irds:"
"""Prefix of an ir_datasets id where judgements are asked for."""


@dataclass(frozen=True)
class PoolOrigin:
    """Judgements to be read.

    Attributes
    ----------
    label : str
        A name for the collection.
    read : callable
        Returns the judgements.
    stamp : Stamp or None
        Tells whether the file changed, where there is one on disk.
    """

    label: str
    read: Callable[[], Judgements]
    stamp: Stamp | None = None


@dataclass(frozen=True)
class RunOrigin:
    """A run to be read.

    Attributes
    ----------
    name : str
        Name of the run.
    source : str
        What messages call its file.
    read : callable
        Returns the run, given its name and the index of the judged documents.
    stamp : Stamp or None
        Tells whether the file changed, where there is one on disk.
    parents : tuple of str
        Folders that the file is in, the outermost first.
    """

    name: str
    source: str
    read: Callable[[str, JudgedIndex], Run]
    stamp: Stamp | None = None
    parents: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Its file with the folder, for messages."""
        return "/".join([*self.parents[-1:], self.source])


def pool_origin(qrels: object, grade_map: GradeMap, rules: Rules) -> PoolOrigin:
    """Return where judgements come from.

    Parameters
    ----------
    qrels, grade_map, rules :
        As in `gapviz.load`.

    Returns
    -------
    PoolOrigin

    Raises
    ------
    InputError
        Where the place holds no file of judgements, or more than one.

    Examples
    --------
    >>> pool_origin({"1": {"d1": 2}}, GradeMap(), Rules()).label
    'collection'
    """
    if isinstance(qrels, str) and qrels.startswith(DATASETS):
        dataset = qrels.removeprefix(DATASETS)
        return PoolOrigin(dataset, lambda: _from_entries(qrels, _dataset(dataset), grade_map, rules))
    if not _is_place(qrels):
        return PoolOrigin("collection", lambda: _from_entries("qrels", qrels, grade_map, rules))
    files = _files(qrels)
    if len(files) > 1:
        named = [file for file in files if "qrels" in file.name.lower()]
        if len(named) != 1:
            raise InputError("qrels", "one file of judgements", f"{len(files)} files")
        files = named
    file = files[0]
    return PoolOrigin(file.folder or file.stem, lambda: _read_pool(file, grade_map, rules), file.stamp)


def run_origins(runs: object, ranking: Ranking, rules: Rules, problems: list[InputError]) -> list[RunOrigin]:
    """Return where the runs come from, in order.

    Places where there is no run become problems.

    Parameters
    ----------
    runs, ranking, rules :
        As in `gapviz.load`.
    problems : list of InputError
        What cannot be found is put here.

    Returns
    -------
    list of RunOrigin

    Raises
    ------
    InputError
        For a name of a run that is no printable text, or a run that is none.

    Examples
    --------
    >>> from gapviz.collection.model import Ranking
    >>> [origin.name for origin in run_origins({"a": {"1": {"d1": 0.5}}}, Ranking(), Rules(), [])]
    ['a']
    """
    options = (ranking, rules)
    if _is_place(runs):
        return _noted(problems, lambda: [_file_run(file.stem, file, *options) for file in _files(runs)])
    if is_table(runs) or is_nested(runs):
        return [_memory_run("run", runs, *options)]
    if isinstance(runs, Mapping):
        return [
            origin
            for name, run in runs.items()
            for origin in _noted(problems, partial(_named_run, name, run, *options))
        ]
    parts = list(values("runs", runs))
    if parts and hasattr(parts[0], "query_id") and not is_table(parts[0]):
        return [_memory_run("run", parts, *options)]
    origins = []
    for position, part in enumerate(parts, 1):
        if _is_place(part):
            origins += run_origins(part, *options, problems)
        else:
            origins.append(_memory_run(f"run {position}", part, *options))
    return origins


def _is_place(source: object) -> bool:
    return isinstance(source, str | os.PathLike | File) or hasattr(source, "read")


def _files(place: Any) -> list[File]:
    if isinstance(place, File):
        return [place]
    return files.opened(place) if hasattr(place, "read") else files.find(place)


def _from_entries(name: str, source: object, grade_map: GradeMap, rules: Rules) -> Judgements:
    block = memory_block(name, source, "grade", words=dict(grade_map.words))
    if not len(block):
        raise InputError(name, "at least one judgement", "none")
    return judgements_of(block, grade_map, rules)


def _read_pool(file: File, grade_map: GradeMap, rules: Rules) -> Judgements:
    content = _content(file, rules)
    if _is_json(content):
        return _from_entries(file.name, parse_json(file.name, content), grade_map, rules)
    return read_judgements(Text.of(file.name, content), grade_map, rules)


def _content(file: File, rules: Rules) -> bytes | bytearray:
    """Read a file; what is UTF-8 by the rules is checked by those who read it."""
    content = file.read()
    return content if rules.encoding == UTF_8 else as_utf8(file.name, content, rules.encoding)


def _dataset(dataset: str) -> Iterator[Any]:
    """Yield the judgements of a dataset, which ir_datasets may have to fetch first."""
    try:
        import ir_datasets
    except ImportError:
        given = "no package ir_datasets: pip install ir_datasets"
        raise InputError(DATASETS + dataset, "judgements of ir_datasets", given) from None
    try:
        yield from ir_datasets.load(dataset).qrels_iter()
    except (KeyError, AttributeError):
        raise InputError(DATASETS + dataset, "an id of ir_datasets with judgements", "another") from None
    except (OSError, RuntimeError) as error:
        raise InputError(DATASETS + dataset, "a dataset that can be fetched", shown(str(error))) from None


def _noted(problems: list[InputError], find: Callable[[], list[RunOrigin]]) -> list[RunOrigin]:
    """Return what `find` finds; what can't be found becomes a problem."""
    try:
        return find()
    except InputError as error:
        problems.append(error)
        return []


def _named_run(key: object, run: object, ranking: Ranking, rules: Rules) -> list[RunOrigin]:
    name = str(key) if isinstance(key, int) and not isinstance(key, bool) else key
    if not isinstance(name, str) or not name or not name.isprintable():
        raise InputError("runs", "printable text as the name of a run", shown(key))
    if _is_place(run):
        files = _files(run)
        if len(files) != 1:
            raise InputError(shown(name), "one file", f"{len(files)}")
        return [_file_run(name, files[0], ranking, rules)]
    return [_memory_run(name, run, ranking, rules)]


def _file_run(name: str, file: File, ranking: Ranking, rules: Rules) -> RunOrigin:
    def read(name: str, index: JudgedIndex) -> Run:
        content = _content(file, rules)
        if _is_json(content):
            return _rank_entries(file.name, parse_json(file.name, content), ranking, rules, name, index)
        return read_run(Text.of(file.name, content), name, index, ranking, rules)

    return RunOrigin(name, file.name, read, file.stamp, file.parents)


def _memory_run(name: str, run: object, ranking: Ranking, rules: Rules) -> RunOrigin:
    return RunOrigin(name, name, partial(_rank_entries, name, run, ranking, rules))


def _rank_entries(
    origin: str, run: object, ranking: Ranking, rules: Rules, name: str, index: JudgedIndex
) -> Run:
    return rank_block(memory_block(origin, run, "score"), name, index, ranking, rules)


def _is_json(content: bytes | bytearray) -> bool:
    """Tell JSON by how it begins: an object, or a list of objects or of none."""
    return _JSON.match(content) is not None
