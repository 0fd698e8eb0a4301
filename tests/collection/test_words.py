from __future__ import annotations

import random

import numpy as np
import pytest

from gapviz.arrays import IntArray
from gapviz.collection.words import (
    LONGEST,
    WordArray,
    ascending,
    equal,
    gather,
    hashes,
    repeated,
    sort_descending,
    texts,
)


def words_of(ids: list[str]) -> list[WordArray]:
    encoded = [text.encode() for text in ids]
    lengths = np.array([len(text) for text in encoded], np.int64)
    data = np.frombuffer(b"".join(encoded) + bytes(LONGEST), np.uint8)
    return gather(data, np.cumsum(lengths) - lengths, lengths)


def some_ids(seed: int, count: int) -> list[str]:
    chance = random.Random(seed)
    letters = "ab01-é~Z"
    return ["".join(chance.choice(letters) for _ in range(chance.randrange(1, 20))) for _ in range(count)]


def topics(count: int) -> IntArray:
    return np.zeros(count, np.int64)


def test_gather_gives_the_ids_back() -> None:
    ids = some_ids(0, 200)
    assert texts(words_of(ids)) == ids


def test_hash_does_not_depend_on_the_columns() -> None:
    short = hashes(words_of(["abc"]), topics(1))[0]
    assert hashes(words_of(["abc", "x" * 40]), topics(2))[0] == short


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


def test_equal_and_ascending_against_bytes() -> None:
    ids, others = some_ids(1, 300), some_ids(2, 300)
    others[::3] = ids[::3]
    together = words_of(ids + others)
    i, j = np.arange(300), np.arange(300, 600)
    pairs = list(zip(ids, others, strict=True))
    assert equal(words_of(ids), i, words_of(others), i).tolist() == [a == b for a, b in pairs]
    assert ascending(together, i, j).tolist() == [a.encode() < b.encode() for a, b in pairs]


@pytest.mark.parametrize(
    "ids", [["a9", "a10", "b"], ["x"], some_ids(3, 500), [f"clueweb12-{i:04d}wb" for i in range(99)]]
)
def test_sort_descending_against_sorted(ids: list[str]) -> None:
    ids = sorted(set(ids), key=hash)
    groups = np.sort(np.arange(len(ids)) % 3)
    order = sort_descending(words_of(ids), groups)
    wanted = sorted(range(len(ids)), key=lambda i: ids[i].encode(), reverse=True)
    wanted.sort(key=lambda i: int(groups[i]))
    assert order.tolist() == wanted
