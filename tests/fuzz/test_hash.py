"""The part of a live page's address behind "#" is a view with sentences, whatever it is."""

from __future__ import annotations

from pathlib import Path

from tests.budget import budget
from tests.web.test_modules import node


def test_what_stands_behind_the_hash_is_a_view_with_sentences() -> None:
    node(Path(__file__).with_name("hash.mjs"), str(budget(2000, 100_000)))
