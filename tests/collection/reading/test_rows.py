from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.collection.errors import InputError, shown
from gapviz.collection.reading import rows as rows_module
from gapviz.collection.reading.rows import QRELS, RUN, Layout, Lines, Text
from tests import reference


def cut_all(content: bytes, layout: Layout = RUN, *, size: int = 1 << 20) -> list[tuple[int, list[str]]]:
    text = Text.of("a.run", content)
    return [
        (rows.line(i), [rows.field(i, j) for j in range(len(layout.columns))])
        for rows in Lines(text, layout, size=size)
        for i in range(len(rows))
    ]


PLAIN = b"1 Q0 a 1 2.5 tag\n1 Q0 b 2 1.5 tag\n2 Q0 a 1 3 tag\n"


@pytest.mark.parametrize(
    "content",
    [
        PLAIN,
        PLAIN.removesuffix(b"\n"),
        PLAIN.replace(b" ", b"\t"),
        PLAIN.replace(b" ", b" \t  "),
        PLAIN.replace(b"\n", b" \n"),
        PLAIN.replace(b"\n", b"\r\n"),
        PLAIN.replace(b"\n", b"\r"),
        PLAIN.replace(b"\n", b"\n\n"),
        b"\xef\xbb\xbf" + PLAIN,
        b"# comment\n" + PLAIN + b"  # another, indented\n#\n",
        b"\n \n" + PLAIN + b"\n\t\n",
        PLAIN.replace(b"a", "é,\"'NA#1".encode()),
    ],
)
@pytest.mark.parametrize("size", [1, 20, 1 << 20])
def test_rows_against_reference(content: bytes, size: int) -> None:
    assert cut_all(content, size=size) == reference.fields(content)


def test_plain_and_general_paths_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = cut_all(PLAIN)
    monkeypatch.setattr(rows_module, "_cut_plain", lambda *_: None)
    assert cut_all(PLAIN) == fast


@pytest.mark.parametrize("seed", range(30))
def test_messy_files_against_reference(seed: int) -> None:
    chance = random.Random(seed)
    content = b""
    for _ in range(chance.randrange(1, 60)):
        kind = chance.random()
        if kind < 0.1:
            content += chance.choice([b"", b"  ", b"# a b", b"\t#"])
        else:
            fields = [chance.choice([b"1", b"NA", b"x,y", b'"', "ü".encode(), b"0.5"]) for _ in range(6)]
            content += chance.choice([b" ", b"\t", b" \t"]).join(fields) + chance.choice([b"", b" "])
        content += chance.choice([b"\n", b"\r\n"] if kind < 0.5 else [b"\n"])
    assert cut_all(content, size=chance.choice([1, 50, 1000])) == reference.fields(content)


def test_more_text_may_follow_in_runs_only() -> None:
    assert cut_all(b"1 Q0 a 1 2.5 tag more text\n")[0][1][-1] == "tag"
    with pytest.raises(InputError):
        cut_all(b"1 0 a 1 more\n", QRELS)


@pytest.mark.parametrize(
    ("content", "layout", "message"),
    [
        (
            b"1 Q0 a 1 2.5 t\n1 Q0 b 2 t\n",
            RUN,
            "a.run:2: expected 6 fields (topic Q0 document rank score tag), found 5",
        ),
        (b"#\n\n1\n", RUN, "a.run:3: expected 6 fields (topic Q0 document rank score tag), found 1"),
        (
            b"1 0 a 1\n",
            RUN,
            "a.run:1: expected 6 fields (topic Q0 document rank score tag), found 4, as in judgements",
        ),
        (PLAIN, QRELS, "a.run:1: expected 4 fields (topic iteration document grade), found 6, as in a run"),
        (b"1 0 a\n", QRELS, "a.run:1: expected 4 fields (topic iteration document grade), found 3"),
        (b"1 0 a 1\n1 0 b\x00 1\n", QRELS, "a.run:2: expected text, found the control character '\\x00'"),
        (b"1 0 a 1\n1 0 \x1b[2J 1\n", QRELS, "a.run:2: expected text, found the control character '\\x1b'"),
        (
            b"1 0 a 1\n1 0 \xe9 1\n",
            QRELS,
            "a.run:2: expected UTF-8 text, or the option encoding, such as latin-1 or utf-16, "
            "found the byte 0xe9",
        ),
        (
            "1 0 a 1\n".encode("utf-16"),
            QRELS,
            "a.run: expected UTF-8 text, or the option encoding, such as latin-1 or utf-16, found UTF-16",
        ),
        (
            "1 0 a 1\n".encode("utf-32"),
            QRELS,
            "a.run: expected UTF-8 text, or the option encoding, such as latin-1 or utf-16, found UTF-32",
        ),
    ],
)
def test_messages(content: bytes, layout: Layout, message: str) -> None:
    with pytest.raises(InputError) as caught:
        cut_all(content, layout)
    assert str(caught.value) == message


def test_shown_is_harmless() -> None:
    assert shown("\x1b[31m<é>") == "'\\x1b[31m<\\xe9>'"


@given(st.binary(max_size=200))
def test_any_bytes_give_rows_or_an_input_error(content: bytes) -> None:
    try:
        found = cut_all(content, QRELS, size=16)
    except InputError:
        return
    assert found == reference.fields(content)


@pytest.mark.parametrize("piece", [1, 2, 3, 7, 1 << 20])
@pytest.mark.parametrize(
    ("content", "line", "byte"),
    [
        ("1 0 é 1\n1 0 ☃ 1\n".encode() + b"1 0 \xe9 1\n", 3, "0xe9"),
        (b"1 0 \xc3 1\n", 1, "0xc3"),
        (b"1 0 a 1\n1 0 a\xe2\x98", 2, "0xe2"),
    ],
)
def test_a_bad_byte_is_found_wherever_the_text_is_divided(
    monkeypatch: pytest.MonkeyPatch, piece: int, content: bytes, line: int, byte: str
) -> None:
    monkeypatch.setattr(rows_module, "PIECE", piece)
    with pytest.raises(InputError) as caught:
        Text.of("a.run", content)
    assert (
        str(caught.value)
        == f"a.run:{line}: expected UTF-8 text, or the option encoding, such as latin-1 or utf-16, "
        f"found the byte {byte}"
    )


@pytest.mark.parametrize("size", [1, 20, 1 << 20])
@pytest.mark.parametrize(
    ("header", "known"),
    [
        (b"query_id Q0 doc_id rank score tag\n", True),
        (b"# a comment\n\nqid\tQ0\tdocno\trank\tscore\t2019\n", True),
        (b"TOPIC iter DocumentID rank 1.5 1\n", True),
        (b"TOPIC ITERATION DOCUMENT# RANK SCORE TAG\n", True),
        (b"topic Q0 d7 1 2 3\n", False),
        (b"7 Q0 document 1 2 3\n", False),
    ],
)
def test_a_first_line_that_names_the_columns_is_left_out(header: bytes, known: bool, size: int) -> None:
    lines = Lines(Text.of("a.run", header + PLAIN), RUN, size=size)
    assert sum(map(len, lines)) == (3 if known else 4)
    assert lines.header == known
    assert cut_all(PLAIN + header, size=size)[-1][1][0] == header.split()[-6].decode()


@pytest.mark.parametrize("size", [1, 20, 1 << 20])
def test_comments_that_could_be_rows_are_counted(size: int) -> None:
    """Two of them: a comment of six words is none, since its fifth is no number."""
    rows = b"#1 Q0 a 1 2.5 tag\n#2 Q0 a 1 2.5 tag and more\n# in the like of a run\n#\n"
    lines = Lines(Text.of("a.run", rows + PLAIN), RUN, size=size)
    assert (sum(map(len, lines)), lines.commented) == (3, 2)
    both = Lines(Text.of("a.run", PLAIN + rows[:18]), RUN, comments="read", size=size)
    assert [part.field(len(part) - 1, 0) for part in both][-1] == "#1"
    assert both.commented == 0
