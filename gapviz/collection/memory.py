"""Judgements and runs that are in memory already: tables, dicts and ir_measures' values."""

from __future__ import annotations

import json
import numbers
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from gapviz.collection.block import Block, gathered
from gapviz.collection.errors import InputError, shown
from gapviz.collection.words import LONGEST

Entry = tuple[object, object, object]
"""Topic, document, and score or grade."""

_NUMBER = {"grade": "relevance", "score": "score"}


def is_table(source: object) -> bool:
    """Tell whether `source` is a DataFrame of pandas or a table like it."""
    return hasattr(source, "columns") and hasattr(source, "__getitem__")


def is_nested(source: object) -> bool:
    """Tell whether `source` is a dict of topics, each a dict of numbers by document."""
    if not isinstance(source, Mapping):
        return False
    inner = next(iter(source.values()), None)
    if not isinstance(inner, Mapping):
        return False
    return not isinstance(next(iter(inner.values()), None), Mapping)


def entries(name: str, source: object, what: str) -> Iterator[Entry]:
    """Yield the entries of a table, a dict or an iterable of ir_measures' Qrel or ScoredDoc.

    Parameters
    ----------
    name : str
        What messages call the source.
    source : object
    what : {"grade", "score"}

    Raises
    ------
    InputError
        For a source of another kind.
    """
    if is_table(source):
        return _table_entries(name, source, what)
    if isinstance(source, Mapping):
        return _nested_entries(name, source, what)
    return _value_entries(name, values(name, source), what)


def values(name: str, source: object) -> Iterator[Any]:
    """Go through a source of values, or refuse one that has none: the parameters are those of `entries`."""
    try:
        if not isinstance(source, str | bytes):
            return iter(source)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        pass
    raise InputError(name, "a path, file, table or dict", shown(type(source).__name__))


def parse_json(name: str, content: bytes | bytearray) -> Mapping[str, Any]:
    """Read a dict of topics from JSON, the shape that ranx writes.

    Raises
    ------
    InputError
        For text that is not JSON of that shape, or names a key twice.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, value in pairs:
            if key in result:
                raise InputError(name, "each JSON key once", f"{shown(key)} again")
            result[key] = value
        return result

    try:
        value = json.loads(content, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise InputError(name, "JSON", shown(error.msg), line=error.lineno) from None
    except (RecursionError, UnicodeDecodeError) as error:
        raise InputError(name, "JSON {topic: {document: number}}", shown(str(error))) from None
    except InputError:
        raise
    except ValueError as error:  # a whole number of thousands of digits
        raise InputError(name, "JSON {topic: {document: number}}", shown(str(error))) from None
    if not isinstance(value, Mapping):
        raise InputError(name, "JSON {topic: {document: number}}", shown(repr(value)))
    return value


def _table_entries(name: str, table: Any, what: str) -> Iterator[Entry]:
    wanted = ("query_id", "doc_id", _NUMBER[what])
    missing = [column for column in wanted if column not in table.columns]
    if missing:
        found = ", ".join(str(column) for column in table.columns)
        raise InputError(name, f"the columns {', '.join(wanted)}", shown(found))
    return zip(*(table[column].tolist() for column in wanted), strict=True)


def _nested_entries(name: str, source: Mapping[Any, Any], what: str) -> Iterator[Entry]:
    for topic, documents in source.items():
        if not isinstance(documents, Mapping):
            raise InputError(name, f"a dict {{topic: {{document: {what}}}}}", shown(repr(documents)))
        for document, number in documents.items():
            yield topic, document, number


def _value_entries(name: str, source: Iterator[Any], what: str) -> Iterator[Entry]:
    attribute = _NUMBER[what]
    for position, value in enumerate(source, 1):
        if not all(hasattr(value, part) for part in ("query_id", "doc_id", attribute)):
            expected = f"values with query_id, doc_id and {attribute}"
            raise InputError(name, expected, shown(repr(value)), line=position)
        yield value.query_id, value.doc_id, getattr(value, attribute)


def memory_block(name: str, entries: Iterable[tuple[object, object, object]], what: str) -> Block:
    """Return a block from (topic, document, number) triples in memory.

    Parameters
    ----------
    name : str
    entries : iterable of (topic, document, number)
        Ids are texts, or whole numbers that are read as their decimal text.
    what : str
        "score" or "grade", for messages.

    Raises
    ------
    InputError
        For ids that are no text, and numbers that are none; the line is the entry's position from 1.
    """
    names: list[str] = []
    counts: list[int] = []
    ids: list[bytes] = []
    values: list[float] = []
    for line, (topic, document, value) in enumerate(entries, 1):
        key = _id(name, topic, "topic", line)
        if not names or names[-1] != key:
            names.append(key)
            counts.append(0)
        counts[-1] += 1
        ids.append(_id(name, document, "document", line).encode())
        if isinstance(value, bool) or not isinstance(value, numbers.Real) or not value == value:
            raise InputError(name, f"a number as {what}", shown(repr(value)), line=line)
        try:
            values.append(float(value))
        except OverflowError:
            raise InputError(
                name, f"a number as {what}", "one beyond the range of doubles", line=line
            ) from None
    if not ids:
        raise InputError(name, "at least one entry", "none")
    lengths = np.array([len(text) for text in ids], np.int64)
    data = np.frombuffer(b"".join(ids) + bytes(LONGEST), np.uint8)
    return gathered(
        name,
        data,
        names,
        np.array(counts, np.int64),
        np.cumsum(lengths) - lengths,
        lengths,
        np.array(values),
        np.full(lengths.size, np.nan),
        np.arange(1, lengths.size + 1),
    )


def _id(name: str, value: object, what: str, line: int) -> str:
    if isinstance(value, numbers.Integral) and not isinstance(value, bool):
        value = str(int(value))
    if not isinstance(value, str):
        raise InputError(name, f"a {what} id as text", shown(repr(value)), line=line)
    try:
        size = len(value.encode())
    except UnicodeEncodeError:
        size = LONGEST + 1
    if not 0 < size <= LONGEST or "\0" in value:
        raise InputError(name, f"a {what} id of 1 to {LONGEST} bytes", shown(value), line=line)
    return value
