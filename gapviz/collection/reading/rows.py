"""Bytes of a text file -> rows of fields, as whole arrays of positions."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import IntArray
from gapviz.collection import limits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.reading.decimals import decimals
from gapviz.collection.reading.rules import UTF_8, Comments, as_utf8
from gapviz.collection.reading.words import LONGEST, ByteArray

PIECE = 1 << 20
"""Bytes that are cut into fields at a time: the arrays of a piece fit a processor's cache."""

_TOPIC = re.compile("#?(topic|query|q)([-_.]?(id|no|num|number)|#)?", re.IGNORECASE)
_DOCUMENT = re.compile("(document|doc|corpus|passage|d|p)([-_.]?(id|no|num|number)|#)?", re.IGNORECASE)
"""What the columns of topics and documents are called where a file names them."""

_TAB, _NEWLINE, _SPACE, _COMMENT = 9, 10, 32, ord("#")
_PADDING = bytes(LONGEST + 24)


@dataclass(frozen=True, eq=False)
class Text:
    """A text file in memory: UTF-8, lines that end in a newline, padded.

    Attributes
    ----------
    name : str
        What messages call the file.
    data : uint8 array
        The text, and at least `LONGEST` zeros.
    size : int
        Bytes of the text.
    """

    name: str
    data: ByteArray
    size: int

    @classmethod
    def of(cls, name: str, content: bytes | bytearray, encoding: str = UTF_8) -> Text:
        """Check `content` and end its last line; a bytearray is taken over and changed.

        Raises
        ------
        InputError
            For content of another encoding, and a line that is too long.
        """
        content = as_utf8(name, content, encoding)
        if b"\r" in content:
            content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        text = content if isinstance(content, bytearray) else bytearray(content)
        if not text.endswith(b"\n"):
            text += b"\n"
        _check_lines(name, text)
        size = len(text)
        text += _PADDING
        return cls(name, np.frombuffer(text, np.uint8), size)

    def field(self, start: int, end: int) -> str:
        """Return the text from `start` to `end`."""
        return self.data[start:end].tobytes().decode()

    def next_line(self, position: int) -> int:
        """Return where the first line that starts at or after `position` begins."""
        reach = 1 << 12
        while position < self.size:
            ends = np.flatnonzero(self.data[position - 1 : position - 1 + reach] == _NEWLINE)
            if ends.size:
                return min(position + int(ends[0]), self.size)
            position += reach
        return self.size


def _check_lines(name: str, text: bytearray) -> None:
    """Refuse a line longer than the limit: one of these stretches lies within it."""
    most = limits.LINE.value
    stretch = most // 2 + 1
    for low in range(0, len(text) - stretch, stretch):
        if text.find(b"\n", low, low + stretch) < 0:
            start, end = text.rfind(b"\n", 0, low) + 1, text.find(b"\n", low)
            if end - start > most:
                raise limits.LINE.refusal(name, str(end - start), line=text.count(b"\n", 0, start) + 1)


@dataclass(frozen=True)
class Layout:
    """The fields of a line in one kind of file.

    Attributes
    ----------
    columns : tuple of str
    open_end : bool
        Whether more text may follow the last column, as trec_eval has it for runs.
    document, number : int
        Columns of the document, and of the number that counts.
    mistaken : dict of int to str
        What other kinds of files hold, which people pass by mistake, by their number of fields.
    """

    columns: tuple[str, ...]
    open_end: bool
    document: int
    number: int
    mistaken: Mapping[int, str]


PREFERENCES = "preference judgements (topic group subgroup document preference)"

QRELS = Layout(("topic", "iteration", "document", "grade"), False, 2, 3, {5: PREFERENCES, 6: "a run"})
CLICKS = Layout(("topic", "document", "clicks"), False, 1, 2, {4: "judgements"})
RUN = Layout(("topic", "Q0", "document", "rank", "score", "tag"), True, 2, 4, {4: "judgements"})


@dataclass(frozen=True, eq=False)
class Rows:
    """Fields of consecutive lines.

    Attributes
    ----------
    text : Text
    starts, ends : int64 arrays, shape (k, n)
        Field j of row i is ``text.data[starts[j, i]:ends[j, i]]``.
    lines : int64 array, shape (n,), or int
        Line number of each row from 1, or that of the first when no line was skipped.
    after : int
        Number of the line after the last.
    longer : int64 array
        Rows on which more text follows the last field.
    commented : int
        Lines among them that begin with ``#`` and were left out, though they could be rows.
    """

    text: Text
    starts: IntArray
    ends: IntArray
    lines: IntArray | int
    after: int
    longer: IntArray
    commented: int = 0

    def __len__(self) -> int:
        return int(self.starts.shape[1])

    def line(self, row: int) -> int:
        """Return the line number of a row."""
        return self.lines + row if isinstance(self.lines, int) else int(self.lines[row])

    def field(self, row: int, column: int) -> str:
        """Return one field as text."""
        return self.text.field(int(self.starts[column, row]), int(self.ends[column, row]))

    def error(self, row: int, expected: str, given: str) -> InputError:
        """Return the error that names this row's line."""
        return InputError(self.text.name, expected, given, line=self.line(row))

    def without_first(self) -> Rows:
        """Return all rows but the first."""
        lines = self.lines + 1 if isinstance(self.lines, int) else self.lines[1:]
        longer = self.longer[self.longer > 0] - 1
        return dataclasses.replace(
            self, starts=self.starts[:, 1:], ends=self.ends[:, 1:], lines=lines, longer=longer
        )


def cut(text: Text, layout: Layout, low: int, high: int, line: int, *, comments: Comments = "skip") -> Rows:
    """Cut the lines of ``text.data[low:high]`` into fields.

    Fields stand between spaces or tabs; blank lines are skipped.

    Parameters
    ----------
    text : Text
    layout : Layout
    low, high : int
        A range that begins and ends between lines.
    line : int
        Number of the line at `low`.
    comments : {"skip", "read"}
        What to do with lines that begin with ``#``.

    Raises
    ------
    InputError
        For a line with another number of fields, and for control characters.
    """
    plain = _cut_plain(text, len(layout.columns), low, high, line, comments)
    return _cut_any(text, layout, low, high, line, comments) if plain is None else plain


def _cut_plain(text: Text, k: int, low: int, high: int, line: int, comments: Comments) -> Rows | None:
    """Cut lines that all have k fields with single separators, or return None."""
    piece = text.data[low:high]
    blank = piece <= _SPACE
    if blank[0] or (blank[1:] & blank[:-1]).any():
        return None
    at = np.flatnonzero(blank)
    if at.size % k:
        return None
    last = piece[at[k - 1 :: k]]
    inner = np.count_nonzero(piece == _SPACE) + np.count_nonzero(piece == _TAB)
    if (last != _NEWLINE).any() or inner != (k - 1) * last.size:
        return None
    ends = np.empty((k, last.size), np.int64)
    np.add(at.reshape(-1, k).T, low, out=ends)
    starts = np.empty_like(ends)
    starts[0, 0] = low
    np.add(ends[-1, :-1], 1, out=starts[0, 1:])
    np.add(ends[:-1], 1, out=starts[1:])
    if comments == "skip" and (text.data[starts[0]] == _COMMENT).any():
        return None
    none = np.empty(0, np.int64)
    return Rows(text, starts, ends, line, line + last.size, none)


def _cut_any(text: Text, layout: Layout, low: int, high: int, line: int, comments: Comments) -> Rows:
    """Cut lines with any white space, blank lines and comments among them."""
    k = len(layout.columns)
    piece = text.data[low:high]
    blank = (piece == _SPACE) | ((piece >= _TAB) & (piece <= 12))
    newlines = np.flatnonzero(piece == _NEWLINE)
    odd = np.flatnonzero((piece < _SPACE) & ~blank)
    if odd.size:
        at = int(odd[0])
        raise InputError(
            text.name,
            "text",
            f"the control character {shown(chr(piece[at]))}",
            line=line + int(np.searchsorted(newlines, at)),
        )
    # A field starts after white space and ends before it; both edges of the piece count as white space.
    edges = np.flatnonzero(np.diff(blank, prepend=True, append=True))
    starts, ends = edges[::2], edges[1::2]
    numbers = np.searchsorted(newlines, starts)  # line of each field
    first = np.flatnonzero(np.diff(numbers, prepend=-1))
    counts = np.diff(first, append=starts.size)
    wrong = counts < k if layout.open_end else counts != k
    commented = 0
    if comments == "skip":
        told = piece[starts[first]] != _COMMENT
        number = first[~told & ~wrong] + layout.number
        commented = int((~np.isnan(decimals(text.data, starts[number] + low, ends[number] + low))).sum())
        first, counts, wrong = first[told], counts[told], wrong[told]
    if wrong.any():
        row = int(np.argmax(wrong))
        count = int(counts[row])
        raise InputError(
            text.name,
            f"{k} fields ({' '.join(layout.columns)})",
            f"{count}, as in {layout.mistaken[count]}" if count in layout.mistaken else str(count),
            line=line + int(numbers[first[row]]),
        )
    fields = first + np.arange(k)[:, None]
    return Rows(
        text,
        starts[fields] + low,
        ends[fields] + low,
        numbers[first] + line,
        line + newlines.size,
        np.flatnonzero(counts > k),
        commented,
    )


class Lines:
    """The rows of a text, piece by piece, and what was left out of those that were gone through.

    Parameters
    ----------
    text : Text
    layout : Layout
    comments : {"skip", "read"}
        What to do with lines that begin with ``#``.
    size : int
        Bytes of a piece.

    Attributes
    ----------
    header : bool
        Whether the first row names the columns; it is left out.
    commented : int
        Lines that begin with ``#`` and were left out, though they could be rows.
    """

    def __init__(self, text: Text, layout: Layout, *, comments: Comments = "skip", size: int = PIECE) -> None:
        self._text, self._layout, self._comments, self._size = text, layout, comments, size
        self.header = False
        self.commented = 0

    def __iter__(self) -> Iterator[Rows]:
        self.header, self.commented = False, 0
        line, first = 1, True
        for low, high in pieces(self._text, size=self._size):
            rows = cut(self._text, self._layout, low, high, line, comments=self._comments)
            line = rows.after
            self.commented += rows.commented
            if first and len(rows):
                first = False
                if self._names_columns(rows):
                    self.header = True
                    rows = rows.without_first()
            if len(rows):
                yield rows

    @property
    def nothing(self) -> str:
        """What a message says of a text without rows."""
        return (
            "only lines that begin with '#', which the option comments (read) takes"
            if self.commented
            else "no rows"
        )

    def _names_columns(self, rows: Rows) -> bool:
        """Tell whether the first row is a header: its topic and its document are names of columns."""
        topic, document = rows.field(0, 0), rows.field(0, self._layout.document)
        return bool(_TOPIC.fullmatch(topic)) and bool(_DOCUMENT.fullmatch(document))


def pieces(text: Text, *, size: int = PIECE) -> Iterator[tuple[int, int]]:
    """Yield ranges of whole lines of about `size` bytes that together are the text."""
    low = 0
    while low < text.size:
        high = text.next_line(low + size)
        yield low, high
        low = high
