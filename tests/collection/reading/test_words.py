from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from gapviz.arrays import IntArray
from gapviz.collection.reading import hashes as hashes_module
from gapviz.collection.reading.hashes import hashes, repeated
from gapviz.collection.reading.word_order import ascending, equal, sort
from gapviz.collection.reading.words import HEAD, LONGEST, Words, gather
from tests.budget import budget


def words_of(ids: list[str]) -> Words:
    encoded = [text.encode() for text in ids]
    lengths = np.array([len(text) for text in encoded], np.int64)
    data = np.frombuffer(b"".join(encoded) + bytes(LONGEST), np.uint8)
    return gather(data, np.cumsum(lengths) - lengths, lengths)


def some_ids(seed: int, count: int) -> list[str]:
    chance = random.Random(seed)
    letters = "ab01-é~Z"
    return ["".join(chance.choice(letters) for _ in range(chance.randrange(1, 20))) for _ in range(count)]


def long_ids(seed: int, count: int) -> list[str]:
    """Ids some of which are longer than the columns, or as long, and many of them equal there."""
    chance = random.Random(seed)
    heads = ["h" * HEAD, "h" * (HEAD - 1) + "i", "short", "h" * (HEAD - 3)]
    return [chance.choice(heads) + chance.choice(["", *some_ids(seed, 9), "t" * 800]) for _ in range(count)]


def topics(count: int) -> IntArray:
    return np.zeros(count, np.int64)


@pytest.mark.parametrize("ids", [some_ids(0, 200), long_ids(0, 200), [], ["x" * LONGEST]])
def test_gather_gives_the_ids_back(ids: list[str]) -> None:
    words = words_of(ids)
    assert (words.texts() if ids else []) == ids
    assert words.array().tolist() == [text.encode() for text in ids]
    assert Words.of(words.array()).array().tolist() == words.array().tolist()
    rows = np.arange(len(ids))[::-2]
    assert words.take(rows).array().tolist() == [ids[row].encode() for row in rows]


def test_a_long_id_makes_no_other_wide() -> None:
    words = words_of(["a"] * 1000 + ["x" * LONGEST])
    columns = sum(column.nbytes for column in words.columns)
    assert columns + words.tails.nbytes <= 1001 * HEAD + LONGEST


def test_hash_does_not_depend_on_the_columns() -> None:
    short = hashes(words_of(["abc"]), topics(1))[0]
    assert hashes(words_of(["abc", "x" * 40]), topics(2))[0] == short
    for others in (["x" * 200], ["x" * LONGEST, "y" * 150]):
        assert hashes(words_of([*others, "abc"]), topics(1 + len(others)))[-1] == short
    long = hashes(words_of(["y" * 200]), topics(1))[0]
    assert hashes(words_of(["z" * 500, "y" * 200, "y" * 201]), topics(3)).tolist().count(long) == 1


def test_ids_that_count_up_do_not_collide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words that differ in their last four letters differ in the upper halves of their products only.

    Of 300,000 keys of 44 random bits 0.003 pairs are equal on average.
    """
    chance = np.random.default_rng(0)
    numbers = chance.integers(0, 10000, 300_000).tolist()
    words = words_of([f"clueweb09-en{number:04d}-{i:07d}" for i, number in enumerate(numbers)])
    equal_keys = 0
    for _ in range(budget(5, 50)):
        odd = chance.integers(0, 1 << 63, LONGEST // 8, np.uint64) * np.uint64(2) + np.uint64(1)
        monkeypatch.setattr(hashes_module, "_MULTIPLIERS", list(odd))
        keys = hashes(words, topics(len(words))) >> np.uint64(20)
        equal_keys += keys.size - np.unique(keys).size
    assert equal_keys == 0


def test_hash_tells_topics_apart() -> None:
    keys = hashes(words_of(["abc", "abc"]), np.array([0, 1]))
    assert keys[0] != keys[1]


@pytest.mark.parametrize("count", [0, 1, 2, 50, 3000])
def test_repeated_against_a_set(count: int) -> None:
    keys = np.random.default_rng(count).permutation(np.arange(count, dtype=np.uint64))
    assert not repeated(keys * np.uint64(0x9E3779B97F4A7C15))
    assert not repeated(keys)  # all of them compete for one place
    if count > 1:
        keys[-1] = keys[0]
        assert repeated(keys)
        assert repeated(keys * np.uint64(0x9E3779B97F4A7C15))


@pytest.mark.parametrize("some", [some_ids, long_ids])
def test_equal_and_ascending_against_bytes(some: Callable[[int, int], list[str]]) -> None:
    ids, others = some(1, 300), some(2, 300)
    others[::3] = ids[::3]
    together = words_of(ids + others)
    i, j = np.arange(300), np.arange(300, 600)
    pairs = list(zip(ids, others, strict=True))
    assert equal(words_of(ids), i, words_of(others), i).tolist() == [a == b for a, b in pairs]
    assert ascending(together, i, j).tolist() == [a.encode() < b.encode() for a, b in pairs]


@pytest.mark.parametrize(
    "ids",
    [
        ["a9", "a10", "b", "a9"],
        ["x"],
        some_ids(3, 500),
        long_ids(4, 200),
        [f"clueweb12-{i:04d}wb" for i in range(99)],
    ],
)
@pytest.mark.parametrize("descending", [False, True])
def test_sort_against_sorted(ids: list[str], *, descending: bool) -> None:
    groups = np.random.default_rng(5).integers(0, 3, len(ids))
    order = sort(words_of(ids), groups, descending=descending)
    # Python's sort keeps equal ids in their order too, also in reverse.
    wanted = sorted(range(len(ids)), key=lambda i: ids[i].encode(), reverse=descending)
    wanted.sort(key=lambda i: int(groups[i]))
    assert order.tolist() == wanted
