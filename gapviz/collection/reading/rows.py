"""Bytes of a text file -> rows of fields, as whole arrays of positions."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import IntArray
from gapviz.collection.errors import InputError, shown
from gapviz.collection.reading.words import LONGEST, ByteArray

PIECE = 1 << 20
"""Bytes that are cut into fields at a time: the arrays of a piece fit a processor's cache."""

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
    def of(cls, name: str, content: bytes | bytearray) -> Text:
        """Check `content` and end its last line; a bytearray is taken over and changed.

        Raises
        ------
        InputError
            For content that is not UTF-8.
        """
        if content.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
            raise InputError(name, "UTF-8 text", "UTF-32")
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise InputError(name, "UTF-8 text", "UTF-16")
        if not content.isascii():
            content = content.removeprefix(codecs.BOM_UTF8)
            _check_encoding(name, content)
        if b"\r" in content:
            content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        text = content if isinstance(content, bytearray) else bytearray(content)
        if not text.endswith(b"\n"):
            text += b"\n"
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


@dataclass(frozen=True)
class Layout:
    """What the lines of a kind of file hold.

    Attributes
    ----------
    columns : tuple of str
    open_end : bool
        Whether more text may follow the last column, as trec_eval has it for runs.
    mistaken : int
        Number of fields of the other kind of file, which people pass by mistake.
    other : str
        What the other kind holds.
    """

    columns: tuple[str, ...]
    open_end: bool
    mistaken: int
    other: str


QRELS = Layout(("topic", "iteration", "document", "grade"), False, 6, "a run")
CLICKS = Layout(("topic", "document", "clicks"), False, 4, "judgements")
RUN = Layout(("topic", "Q0", "document", "rank", "score", "tag"), True, 4, "judgements")


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
    """

    text: Text
    starts: IntArray
    ends: IntArray
    lines: IntArray | int
    after: int
    longer: IntArray

    def __len__(self) -> int:
        return int(self.starts.shape[1])

    def line(self, row: int) -> int:
        """Return the line number of a row."""
        return self.lines + row if isinstance(self.lines, int) else int(self.lines[row])

    def field(self, row: int, column: int) -> str:
        """Return one field as text."""
        return self.text.field(int(self.starts[column, row]), int(self.ends[column, row]))

    def error(self, row: int, expected: str, found: str) -> InputError:
        """Return the error that names this row's line."""
        return InputError(self.text.name, expected, found, line=self.line(row))


def cut(text: Text, layout: Layout, low: int, high: int, line: int) -> Rows:
    """Cut the lines of ``text.data[low:high]`` into fields.

    Fields stand between spaces or tabs; blank lines and lines that begin with ``#`` are skipped.

    Parameters
    ----------
    text : Text
    layout : Layout
    low, high : int
        A range that begins and ends between lines.
    line : int
        Number of the line at `low`.

    Raises
    ------
    InputError
        For a line with another number of fields, and for control characters.
    """
    plain = _cut_plain(text, len(layout.columns), low, high, line)
    return _cut_any(text, layout, low, high, line) if plain is None else plain


def _cut_plain(text: Text, k: int, low: int, high: int, line: int) -> Rows | None:
    """Cut lines that all have k fields with single separators, or return None."""
    piece = text.data[low:high]
    blank = piece <= _SPACE
    if blank[0] or (blank[1:] & blank[:-1]).any():
        return None
    at = np.flatnonzero(blank)
    if at.size % k:
        return None
    separators = piece[at].reshape(-1, k)
    inner = separators[:, :-1]
    if (separators[:, -1] != _NEWLINE).any() or ((inner != _SPACE) & (inner != _TAB)).any():
        return None
    ends = np.empty((k, len(separators)), np.int64)
    np.add(at.reshape(-1, k).T, low, out=ends)
    starts = np.empty_like(ends)
    starts[0, 0] = low
    np.add(ends[-1, :-1], 1, out=starts[0, 1:])
    np.add(ends[:-1], 1, out=starts[1:])
    if (text.data[starts[0]] == _COMMENT).any():
        return None
    none = np.empty(0, np.int64)
    return Rows(text, starts, ends, line, line + len(separators), none)


def _cut_any(text: Text, layout: Layout, low: int, high: int, line: int) -> Rows:
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
    told = piece[starts[first]] != _COMMENT
    first, counts = first[told], counts[told]
    wrong = counts < k if layout.open_end else counts != k
    if wrong.any():
        row = int(np.argmax(wrong))
        count = int(counts[row])
        raise InputError(
            text.name,
            f"{k} fields ({' '.join(layout.columns)})",
            f"{count}, as in {layout.other}" if count == layout.mistaken else str(count),
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
    )


def filled(text: Text, layout: Layout, **options: int) -> Iterator[Rows]:
    """Yield the rows of each piece that has some; the options are those of `pieces`."""
    line = 1
    for low, high in pieces(text, **options):
        rows = cut(text, layout, low, high, line)
        line = rows.after
        if len(rows):
            yield rows


def pieces(text: Text, *, size: int = PIECE) -> Iterator[tuple[int, int]]:
    """Yield ranges of whole lines of about `size` bytes that together are the text."""
    low = 0
    while low < text.size:
        high = text.next_line(low + size)
        yield low, high
        low = high


def _check_encoding(name: str, content: bytes | bytearray) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    with memoryview(content) as view:
        for low in range(0, len(content), PIECE):
            high = min(low + PIECE, len(content))
            try:
                decoder.decode(view[low:high], final=high == len(content))
            except UnicodeDecodeError as error:  # of this piece, and what the last one left over
                at = high - len(error.object) + error.start
                found = f"the byte 0x{content[at]:02x}"
                line = content.count(b"\n", 0, at) + 1
                raise InputError(name, "UTF-8 text", found, line=line) from None
