"""Files of features -> Features: svmlight with qid, as LETOR has it, and LightGBM's pair of files."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.collection import limits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import GradeMap
from gapviz.collection.reading import files
from gapviz.collection.reading.files import File
from gapviz.learning.features import Features, checked
from gapviz.learning.packages import package

Place = str | Path | IO[Any] | File

LINE = "grade qid:topic feature:value ..., the features ascending"
"""A line of a file, in words."""


def read_features(place: Place, groups: Place | None = None, *, grades: GradeMap | str = "") -> Features:
    r"""Read a file of features.

    Parameters
    ----------
    place : path, file object or File
        A document a line, ``2 qid:10 1:0.03 2:0.5 # comment``: grade, topic and the features that are not 0,
        by ascending number. Plain or compressed.
    groups : path, file object or File, optional
        LightGBM's form: the number of documents of each topic, in order, one a line. The lines of `place`
        then need no topic, and those that name one are not read for it.
    grades : GradeMap or str
        Mapping from raw grades to 0..c, or its text.

    Returns
    -------
    Features
        Column 0 is feature 0, of zeros in a file that counts from 1. With `groups` the topics are 1, 2, ...

    Raises
    ------
    InputError
        For a line that can't be read or has no topic, and for what `features` refuses; for sizes that don't
        sum to the documents.

    Examples
    --------
    >>> import io
    >>> made = read_features(io.StringIO("2 qid:7 1:0.5\n0 qid:7 2:0.25\n"))
    >>> made.topics, made.values.tolist()
    (('7',), [[0.0, 0.5, 0.0], [0.0, 0.0, 0.25]])
    """
    file = _one(place)
    lines = _lines(file)
    matrix, raw, topics = _parsed(file.name, lines, with_topics=groups is None)
    if groups is not None:
        of_groups = _one(groups)
        sizes = _sizes(of_groups)
        if sizes.sum() != raw.size:
            expected = f"sizes that sum to the {raw.size} documents of {shown(file.name)}"
            raise InputError(of_groups.name, expected, str(sizes.sum()))
        topics = np.repeat(np.arange(1, sizes.size + 1), sizes)
    numbers = [number for number, line in enumerate(lines, 1) if _content(line)]
    return checked(
        file.stem, matrix, raw, [str(topic) for topic in topics.tolist()], grades, where=numbers.__getitem__
    )


def _one(place: Place) -> File:
    """Return the one file at a place."""
    if isinstance(place, File):
        return place
    opened = files.find(place) if isinstance(place, str | Path) else files.opened(place)
    if len(opened) != 1:
        raise InputError(shown(str(place)), "one file of features", f"{len(opened)} files")
    return opened[0]


def _lines(file: File) -> list[bytes]:
    content = bytes(file.read()).removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")
    limits.ROWS.check(file.name, content.count(b"\n"))
    return content.split(b"\n")


def _content(line: bytes) -> bytes:
    """Return a line without its comment."""
    return line.partition(b"#")[0].strip()


def _parsed(name: str, lines: list[bytes], *, with_topics: bool) -> tuple[FloatArray, FloatArray, IntArray]:
    """Parse with scikit-learn's reader; where it fails, find the line."""
    if with_topics:
        for number, line in enumerate(lines, 1):
            if (fields := _content(line).split(None, 2)) and not fields[1:2] == _topic_field(fields):
                raise InputError(
                    name, f"{LINE}, or a file of group sizes beside", "no qid:topic", line=number
                )
    read = package("sklearn.datasets").load_svmlight_file
    try:
        sparse, raw, topics = _svmlight(read, b"\n".join(lines))
    except (ValueError, OverflowError):
        number, reason = _culprit(read, lines)
        raise InputError(name, LINE, reason, line=number) from None
    if 8 * np.prod(sparse.shape, dtype=float) > limits.FEATURES.bytes:
        number = next(n for n, line in enumerate(lines, 1) if _widest(line) == sparse.shape[1] - 1)
        given = f"{sparse.shape[0]} documents with feature {sparse.shape[1] - 1}"
        raise limits.FEATURES.refusal(name, given, line=number)
    return sparse.toarray(), raw, topics


def _topic_field(fields: list[bytes]) -> list[bytes]:
    return [field for field in fields[1:2] if field.startswith(b"qid:")]


def _svmlight(read: Callable[..., Any], content: bytes) -> tuple[Any, FloatArray, IntArray]:
    """Return a sparse matrix, grades and topic numbers."""
    # Column 0 stands also where the file counts from 1: to guess would depend on what a part of it holds.
    arrays: tuple[Any, FloatArray, IntArray] = read(io.BytesIO(content), query_id=True, zero_based=True)
    return arrays


def _culprit(read: Callable[..., Any], lines: list[bytes]) -> tuple[int, str]:
    """Return number and fault of the first line that can't be parsed."""
    for number, line in enumerate(lines, 1):
        try:
            _svmlight(read, line)
        except (ValueError, OverflowError):
            return number, shown(_content(line).decode(errors="replace"))
    raise AssertionError("each line alone can be parsed, and so can all")


def _widest(line: bytes) -> int:
    """Return the highest feature number of a line."""
    last = _content(line).split()[-1:]
    return int(last[0].partition(b":")[0]) if last and last[0][:1].isdigit() and b":" in last[0] else 0


def _sizes(file: File) -> IntArray:
    """Read LightGBM's file of group sizes."""
    sizes = []
    for number, line in enumerate(_lines(file), 1):
        if not (text := line.strip()):
            continue
        if not text.isdigit() or len(text) > 9 or int(text) == 0:
            expected = "the number of documents of a topic"
            raise InputError(file.name, expected, shown(text.decode(errors="replace")), line=number)
        sizes.append(int(text))
    return np.array(sizes, np.int64)
