"""A message is one line, whatever was found."""

from __future__ import annotations

import pickle

from gapviz.collection.errors import InputError


def test_a_message_is_one_short_line() -> None:
    error = InputError("a\nb" + "s" * 1000, "this", "x\r\ud800\u2028" + "y" * 1000, line=3)
    assert str(error) == f"a?b{'s' * 197}...:3: expected this, found x???{'y' * 196}..."


def test_an_error_comes_whole_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(InputError("a.run", "a number", "'x'", line=3)))
    assert (str(error), error.line, error.expected) == (
        "a.run:3: expected a number, found 'x'",
        3,
        "a number",
    )
