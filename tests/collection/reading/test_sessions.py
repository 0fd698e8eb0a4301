"""Session files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from gapviz.collection.errors import InputError
from gapviz.collection.reading.sessions import read_sessions
from gapviz.measures.example import ranked_lists
from gapviz.profile import pool_of

TOPICS = ("1", "2", "10", "11")


def file(text: str) -> io.BytesIO:
    handle = io.BytesIO(text.encode())
    handle.name = "sessions.txt"
    return handle


def test_a_file_without_a_judged_topic_is_refused_with_examples() -> None:
    with pytest.raises(InputError) as caught:
        read_sessions(io.BytesIO(b"s1 1 q.1\ns1 2 q.2\n"), ("1", "2"))
    assert str(caught.value) == "file: expected a judged topic, such as '1', found only others, such as 'q.1'"


def test_a_file_with_tabs_comments_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "sessions.txt"
    path.write_bytes(
        "\ufeff# session position topic\r\nb 3 10\r\n\r\nb\t1\t2\r\na 1 1\r\nb 2 99\r\n".encode()
    )
    found = read_sessions(path, TOPICS)
    assert found.positions.tolist() == [1, 1, 3, 1]
    assert found.numbers.tolist() == [0, 1, 1, 2], "2 and 10 share a session, 11 has its own"


def test_a_collection_with_sessions_is_another_one() -> None:
    plain = ranked_lists([(1,), (0, 1)])
    assert pool_of(plain).sessions.numbers.tolist() == [0, 1]
    together = plain.with_sessions(read_sessions(file("a 1 1\na 2 2\n"), plain.topics))
    assert together.fingerprint != plain.fingerprint
    assert not pool_of(together).same(pool_of(plain))
    assert together.with_sessions(None).fingerprint == plain.fingerprint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a 1 1\na 2\n", "sessions.txt:2: expected 3 fields (session position topic), found 2"),
        ("a 0 1\n", "sessions.txt:1: expected a position from 1 to 1000000, found '0'"),
        ("a x 1\n", "sessions.txt:1: expected a position from 1 to 1000000, found 'x'"),
        (
            "a 1 1\nb 1 1\n",
            "sessions.txt:2: expected each topic and position of a session once, found topic '1' again",
        ),
        (
            "a 1 1\na 1 2\n",
            "sessions.txt:2: expected each topic and position of a session once, "
            "found position 1 of 'a' again",
        ),
        ("# nothing\n", "sessions.txt: expected sessions (session position topic), found no rows"),
    ],
)
def test_bad_files_are_one_sentence(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_sessions(file(text), TOPICS)
    assert str(caught.value) == message
