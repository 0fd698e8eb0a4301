"""A session file -> Sessions: which topics are the queries of one search session, and in which order."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

import numpy as np

from gapviz.arrays import frozen
from gapviz.collection import limits
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.model import Sessions
from gapviz.collection.reading import files
from gapviz.collection.reading.rules import UTF_8, Rules, as_utf8

COLUMNS = 3
HIGHEST = 10**6


def read_sessions(place: str | Path | IO[Any], topics: tuple[str, ...], *, encoding: str = UTF_8) -> Sessions:
    r"""Read a session file: session, position, topic, with spaces or tabs between.

    Parameters
    ----------
    place : path or file object
    topics : tuple of str
        Judged topics (`Collection.topics`); others in the file take no part.
    encoding : str
        Of the file.

    Returns
    -------
    Sessions
        A topic that the file lacks is a session of its own.

    Raises
    ------
    InputError
        Naming the line that can't be used: another number of fields, a position that is no whole number
        from 1, a topic or position that comes twice. Also where none of its topics is judged.

    Examples
    --------
    >>> import io
    >>> sessions = read_sessions(io.BytesIO(b"s1 1 301\ns1 2 302\n"), ("301", "302", "303"))
    >>> sessions.numbers.tolist(), sessions.positions.tolist()
    ([0, 0, 1], [1, 2, 1])
    """
    logs = files.find(place) if isinstance(place, str | Path) else files.opened(place)
    if len(logs) != 1:
        raise InputError(shown(str(place)), "one session file", f"{len(logs)} files")
    name = logs[0].name
    content = as_utf8(name, logs[0].read(), Rules(encoding=encoding).encoding)
    limits.ROWS.check(name, content.count(b"\n"))
    lines = content.decode().splitlines()
    index = {topic: number for number, topic in enumerate(topics)}
    places: dict[str, tuple[str, int]] = {}
    taken: set[tuple[str, int]] = set()
    for number, line in enumerate(lines, 1):
        fields = line.split()
        if not fields or fields[0].startswith("#"):
            continue
        session, position, topic = _fields(name, number, fields)
        if topic in places or (session, position) in taken:
            repeated = (
                f"topic {shown(topic)}" if topic in places else f"position {position} of {shown(session)}"
            )
            raise InputError(
                name, "each topic and position of a session once", f"{repeated} again", line=number
            )
        places[topic] = (session, position)
        taken.add((session, position))
    if not places:
        raise InputError(name, "sessions (session position topic)", "no rows")
    if index and not places.keys() & index.keys():
        expected = f"a judged topic, such as {shown(topics[0])}"
        raise InputError(name, expected, f"only others, such as {shown(next(iter(places)))}")
    numbers: dict[str | int, int] = {}
    positions = np.ones(len(topics), np.int64)
    owners = np.empty(len(topics), np.int64)
    for topic, t in index.items():
        session, positions[t] = places.get(topic, ("", 1))
        owners[t] = numbers.setdefault(session if topic in places else t, len(numbers))
    return Sessions(frozen(owners), frozen(positions))


def _fields(name: str, line: int, fields: list[str]) -> tuple[str, int, str]:
    if len(fields) != COLUMNS:
        raise InputError(name, "3 fields (session position topic)", str(len(fields)), line=line)
    session, text, topic = fields
    digits = in_digits(text) and len(text) <= len(str(HIGHEST))
    if not digits or not 1 <= int(text) <= HIGHEST:
        raise InputError(name, f"a position from 1 to {HIGHEST}", shown(text), line=line)
    return session, int(text), topic
