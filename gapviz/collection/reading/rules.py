"""How files are read, beside the order of documents: repeated documents, encoding, comments."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import Literal, get_args

from gapviz.collection.errors import InputError, require, shown

Duplicates = Literal["refuse", "first", "best"]
Comments = Literal["skip", "read"]

UTF_8 = "utf-8"


@dataclass(frozen=True)
class Rules:
    """The conventions under which the lines of a file are taken.

    Parameters
    ----------
    duplicates : {"refuse", "first", "best"}
        What to do with a document that stands twice in a topic: refuse the file, keep the first, or keep
        the best, which is the highest grade of judgements and the row of a run that ranks best.
    encoding : str
        Name of the files' encoding, as Python knows it.
    comments : {"skip", "read"}
        Whether a line that begins with ``#`` is a comment, or a row like any other.

    Raises
    ------
    InputError
        For another value.

    Examples
    --------
    >>> Rules(encoding="latin-1")
    Rules(duplicates='refuse', encoding='latin-1', comments='skip')
    """

    duplicates: Duplicates = "refuse"
    encoding: str = UTF_8
    comments: Comments = "skip"

    def __post_init__(self) -> None:
        require("duplicates", self.duplicates, get_args(Duplicates))
        require("comments", self.comments, get_args(Comments))
        try:
            "".encode(self.encoding)
        except (LookupError, TypeError, ValueError):
            expected = "an encoding of text, such as utf-8, latin-1 or utf-16"
            raise InputError("encoding", expected, shown(self.encoding)) from None


def as_utf8(name: str, content: bytes | bytearray, encoding: str = UTF_8) -> bytes | bytearray:
    """Return a content in UTF-8, without a byte order mark.

    Parameters
    ----------
    name : str
        What messages call the file.
    content : bytes or bytearray
    encoding : str
        Its encoding.

    Returns
    -------
    bytes or bytearray
        `content` itself where it is UTF-8 already.

    Raises
    ------
    InputError
        For content of another encoding, with the line.

    Examples
    --------
    >>> as_utf8("a.run", "é".encode("latin-1"), "latin-1").decode()
    'é'
    """
    if codecs.lookup(encoding).name != UTF_8:
        try:
            return content.decode(encoding).encode().removeprefix(codecs.BOM_UTF8)
        except UnicodeError as error:
            at = error.start if isinstance(error, UnicodeDecodeError) else 0
            raise _other(name, f"text in {encoding}", content, at) from None
    for mark, kind in _MARKS.items():
        if content.startswith(mark):
            raise InputError(name, _EXPECTED, kind)
    if not content.isascii():
        content = content.removeprefix(codecs.BOM_UTF8)
        _check_utf8(name, content)
    return content


_EXPECTED = "UTF-8 text, or the option encoding, such as latin-1 or utf-16"

_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""What other encodings begin with; the first that fits counts."""

_PIECE = 1 << 20


def _check_utf8(name: str, content: bytes | bytearray) -> None:
    decoder = codecs.getincrementaldecoder("utf-8")()
    with memoryview(content) as view:
        for low in range(0, len(content), _PIECE):
            high = min(low + _PIECE, len(content))
            try:
                decoder.decode(view[low:high], final=high == len(content))
            except UnicodeDecodeError as error:  # of this piece, and what the last one left over
                raise _other(name, _EXPECTED, content, high - len(error.object) + error.start) from None


def _other(name: str, expected: str, content: bytes | bytearray, at: int) -> InputError:
    line = content.count(b"\n", 0, at) + 1
    return InputError(name, expected, f"the byte 0x{content[at]:02x}", line=line)
