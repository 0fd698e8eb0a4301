"""Judgements and runs that are in memory already: tables, dicts, JSON and ir_measures' values."""

from __future__ import annotations

import contextlib
import json
import numbers
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from gapviz.collection import limits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import NUMBER
from gapviz.collection.reading.block import Block, gathered
from gapviz.collection.reading.rules import as_utf8
from gapviz.collection.reading.words import LONGEST

Entry = tuple[object, object, object]
"""Topic, document, and score or grade."""

_NUMBER = {"grade": "relevance", "score": "score"}
_NOTHING = object()
"""Stands for the document of a topic that has none."""

_NO_WORDS: Mapping[str, int] = {}

_DIGITS = 400
"""Digits of a whole number that are read: it is far beyond the range of doubles by then."""


class Pairs(list[tuple[str, Any]]):
    """The members of a JSON object in their order; a name may stand twice."""

    def items(self) -> Pairs:
        """Return the members, as a dict does."""
        return self


def is_table(source: object) -> bool:
    """Tell whether `source` is a DataFrame of pandas or polars, or a table like it."""
    if isinstance(source, str | list | tuple | Mapping):
        return False  # without the import, which takes a while

    import narwhals as nw

    return nw.dependencies.is_into_dataframe(source)


def is_nested(source: object) -> bool:
    """Tell whether `source` is a dict of topics, each a dict of numbers by document.

    What is empty tells nothing: the first that is not decides, and where all are, they are runs.
    """
    if not isinstance(source, Mapping):
        return False
    inner = next((value for value in source.values() if not isinstance(value, Mapping) or value), None)
    return isinstance(inner, Mapping) and not isinstance(next(iter(inner.values())), Mapping)


def values(name: str, source: object) -> Iterator[Any]:
    """Go through a source of values, or refuse one that has none.

    Parameters
    ----------
    name : str
        What messages call the source.
    source : object

    Raises
    ------
    InputError
        For a source of another kind.
    """
    # Not whatever `iter` takes: that is also what has an index only, such as a lazy table.
    if isinstance(source, Iterable) and not isinstance(source, str | bytes):
        with contextlib.suppress(TypeError):  # an array of no dimension has `__iter__` all the same
            return iter(source)
    raise InputError(name, "a path, file, table or dict", shown(type(source).__name__))


def parse_json(name: str, content: bytes | bytearray) -> Pairs | list[Pairs]:
    """Read JSON: topics with their documents, the shape that ranx writes, or a list of records.

    Parameters
    ----------
    name : str
        What messages call the file.
    content : bytes or bytearray

    Returns
    -------
    Pairs or list of Pairs

    Raises
    ------
    InputError
        For text that is not JSON of one of these shapes.
    """
    expected = "JSON {topic: {document: number}}, or records [{query_id, doc_id, ...}]"
    if len(content) > limits.JSON.bytes:
        raise limits.JSON.refusal(name, "more")
    content = as_utf8(name, content)
    try:
        # A text, for of bytes with zeros it would guess another encoding.
        value = json.loads(
            content.decode(), object_pairs_hook=Pairs, parse_int=lambda digits: int(digits[:_DIGITS])
        )
    except json.JSONDecodeError as error:
        raise InputError(name, "JSON", shown(error.msg), line=error.lineno) from None
    except RecursionError as error:
        raise InputError(name, expected, shown(str(error))) from None
    if isinstance(value, list) and (isinstance(value, Pairs) or all(isinstance(one, Pairs) for one in value)):
        return value
    raise InputError(name, expected, shown(repr(value)))


def memory_block(name: str, source: object, what: str, *, words: Mapping[str, int] = _NO_WORDS) -> Block:
    """Return a block from a table, a dict, JSON, or an iterable of ir_measures' Qrel or ScoredDoc.

    A topic without a document stays in the block.

    Parameters
    ----------
    name : str
        What messages call the source.
    source : object
        Its ids are texts, or whole numbers that are read as their decimal text.
    what : {"grade", "score"}
    words : mapping of str to int
        Grades that words stand for.

    Returns
    -------
    Block
        The lines of its entries are their positions from 1; 0 where topic and document are what one looks
        them up by.

    Raises
    ------
    InputError
        For a source of another kind, ids that are no text, and numbers that are none.
    """
    records = isinstance(source, list) and isinstance(next(iter(source), None), Pairs)
    if isinstance(source, Mapping | Pairs):
        entries = _nested_entries(name, source, what)
    elif is_table(source):
        entries = _table_entries(name, source, what)
    else:
        entries = _value_entries(name, values(name, source), what)
    return _block(
        name, entries, what, words, by_position=not (records or isinstance(source, Mapping | Pairs))
    )


def _block(
    name: str, entries: Iterable[Entry], what: str, words: Mapping[str, int], *, by_position: bool
) -> Block:
    names: list[str] = []
    counts: list[int] = []
    ids: list[bytes] = []
    numbers: list[float] = []
    for position, (topic, document, value) in enumerate(entries, 1):
        try:
            key = _id(topic, "topic")
            if not names or names[-1] != key:
                names.append(key)
                counts.append(0)
            if document is _NOTHING:
                continue
            counts[-1] += 1
            ids.append(_id(document, "document").encode())
            numbers.append(_number(words.get(value, value) if isinstance(value, str) else value, what))
        except _UnfitError as error:
            if by_position:
                raise InputError(name, error.expected, error.given, line=position) from None
            place = f"document {shown(document)} of topic {shown(topic)}"
            raise InputError(name, error.expected, f"{error.given} for {place}") from None
    lengths = np.array([len(text) for text in ids], np.int64)
    return gathered(
        name,
        np.frombuffer(b"".join(ids) + bytes(LONGEST), np.uint8),
        names,
        np.array(counts, np.int64),
        np.cumsum(lengths) - lengths,
        lengths,
        np.array(numbers, np.float64),
        np.full(lengths.size, np.nan),
        np.arange(1, lengths.size + 1) if by_position else np.zeros(lengths.size, np.int64),
    )


def _table_entries(name: str, table: Any, what: str) -> Iterator[Entry]:
    import narwhals as nw

    wanted = ("query_id", "doc_id", _NUMBER[what])
    columns = list(getattr(table, "column_names", table.columns))  # pyarrow's columns are the values
    if not set(wanted) <= set(columns):
        given = ", ".join(str(column) for column in columns) or "none"
        raise InputError(name, f"the columns {', '.join(wanted)}", shown(given))
    if twice := [column for column in wanted if columns.count(column) > 1]:
        raise InputError(name, "each column once", f"{shown(twice[0])} {columns.count(twice[0])} times")
    frame = nw.from_native(table, eager_only=True)
    return zip(*(frame.get_column(column).to_list() for column in wanted), strict=True)


def _nested_entries(name: str, source: Mapping[Any, Any] | Pairs, what: str) -> Iterator[Entry]:
    seen = set()
    for topic, documents in source.items():
        if not isinstance(documents, Mapping | Pairs):
            given = f"{shown(repr(documents))} for topic {shown(topic)}"
            raise InputError(name, f"a dict {{topic: {{document: {what}}}}}", given)
        if topic in seen:
            raise InputError(name, "each topic once", f"{shown(topic)} again")
        seen.add(topic)
        if not documents:
            yield topic, _NOTHING, _NOTHING
        for document, number in documents.items():
            yield topic, document, number


def _value_entries(name: str, source: Iterator[Any], what: str) -> Iterator[Entry]:
    wanted = ("query_id", "doc_id", _NUMBER[what])
    for position, value in enumerate(source, 1):
        if isinstance(value, Pairs):
            parts = dict(value)
            where: dict[str, Any] = {"given": f"{shown(', '.join(parts))} in record {position}"}
        else:
            parts = {part: getattr(value, part) for part in wanted if hasattr(value, part)}
            where = {"given": shown(repr(value)), "line": position}
        if not parts.keys() >= set(wanted):
            raise InputError(name, f"values with {wanted[0]}, {wanted[1]} and {wanted[2]}", **where)
        yield parts[wanted[0]], parts[wanted[1]], parts[wanted[2]]


class _UnfitError(Exception):
    """A value that can't be used, without its place."""

    def __init__(self, expected: str, given: str) -> None:
        super().__init__(expected)
        self.expected = expected
        self.given = given


def _number(value: object, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or value != value:
        expected = NUMBER if isinstance(value, str) and what == "grade" else f"a number as {what}"
        raise _UnfitError(expected, shown(repr(value)))
    try:
        return float(value)
    except OverflowError:
        raise _UnfitError(f"a number as {what}", "one beyond the range of doubles") from None


def _id(value: object, what: str) -> str:
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        value = str(int(value))
    if not isinstance(value, str):
        raise _UnfitError(f"a {what} id as text", shown(repr(value)))
    try:
        size = len(value.encode())
    except UnicodeEncodeError:
        size = LONGEST + 1
    if not 0 < size <= LONGEST or "\0" in value:
        raise _UnfitError(f"a {what} id of 1 to {LONGEST} bytes", shown(value))
    return value
