"""One budget of bytes over all cached calls: what they hold is measured, and the least recently used goes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import gapviz
from gapviz.pages.server.store import Store, measured
from tests.shared import likeness

KIB = 1024


def array(kib: int) -> Any:
    return np.zeros(kib * KIB, np.uint8)


def store(kib: int = 100) -> Store:
    return Store(lambda: kib * KIB)


def put(held: Store, name: str, value: Any, *, entries: int = 99) -> Any:
    return held.get(("f", name), lambda: value, entries=entries)


def computes(held: Store, name: str) -> bool:
    """Say whether an answer is not there, without keeping one."""

    class Asked(Exception):  # noqa: N818
        pass

    def ask() -> None:
        raise Asked

    try:
        held.get(("f", name), ask, entries=99)
    except Asked:
        return True
    return False


class Holder:
    def __init__(self) -> None:
        self.inner = array(50)


def closure() -> Any:
    held = array(50)
    return lambda: held


@pytest.mark.parametrize(
    "make",
    [lambda: array(50), lambda: [array(50)], lambda: {"a": (array(50),)}, lambda: array(50)[:3], closure,
     Holder, lambda: memoryview(array(50)), lambda: b"x" * 50 * KIB, lambda: pa.table({"v": array(50)})],
)  # fmt: skip
def test_what_an_object_refers_to_is_measured(make: Callable[[], Any]) -> None:
    assert 50 * KIB <= measured(make()).total <= 54 * KIB


def test_frames_are_passed_over() -> None:
    with pytest.raises(ValueError, match="x") as caught:
        raise ValueError("x")
    assert measured(caught.value).total < 4 * KIB


def test_a_collection_and_its_profile_hold_their_arrays_once() -> None:
    collection = likeness("TREC 10")
    profile = gapviz.profile(collection)
    codes = sum(run.codes.nbytes for run in collection.runs)
    assert measured(collection).total > codes
    both, one = measured((collection, profile)).total, measured(profile).total
    assert one > profile.S.nbytes + codes
    assert both < one + measured(collection).total - codes


def test_the_least_recently_used_goes_first() -> None:
    held = store()
    for name in "abc":
        put(held, name, array(30))
    put(held, "a", None)
    put(held, "d", array(30))
    assert [computes(held, name) for name in "abcd"] == [False, True, False, False]
    assert 90 * KIB < held.held < 100 * KIB


def test_what_is_larger_than_the_budget_is_alone() -> None:
    held = store()
    put(held, "a", array(10))
    put(held, "b", array(200))
    assert [computes(held, name) for name in "ab"] == [True, False]
    put(held, "c", array(10))
    assert [computes(held, name) for name in "bc"] == [True, False]


def test_what_answers_share_counts_once() -> None:
    held, shared = store(), array(60)
    for name in "abc":
        put(held, name, [shared, array(5)])
    assert not any(computes(held, name) for name in "abc")
    held.forget("a", "b")
    assert 65 * KIB < held.held < 70 * KIB
    held.forget("c")
    assert held.held == 0


def test_what_an_answer_grows_to_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gapviz.pages.server.store.AGAIN", -1.0)
    monkeypatch.setattr("gapviz.pages.server.store.COST_RATIO", -1)
    held = store()
    grows = put(held, "a", [])
    grows.append(array(70))
    put(held, "a", None)
    assert held.held > 70 * KIB
    put(held, "b", array(40))
    assert computes(held, "a")


def test_what_is_held_beside_counts() -> None:
    held, beside = store(), [0]
    held.beside.append(lambda: beside[0])
    put(held, "a", array(50))
    beside[0] = 80 * KIB
    held.trim()
    assert computes(held, "a")


def test_an_answer_is_computed_once_for_all_who_ask_at_the_same_time() -> None:
    held, begun, go = store(), threading.Event(), threading.Event()
    computed, answers = [], []

    def slow() -> int:
        computed.append(1)
        begun.set()
        go.wait(10)
        return 7

    threads = [
        threading.Thread(target=lambda: answers.append(held.get(("f", "a"), slow, entries=9)))
        for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    begun.wait(10)
    put(held, "other", 1)  # nobody else waits
    go.set()
    for thread in threads:
        thread.join(10)
    assert (answers, computed) == ([7] * 5, [1])


def test_an_exception_is_not_kept_and_blocks_nobody() -> None:
    held = store()

    def fail() -> None:
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            held.get(("f", "a"), fail, entries=9)
    assert put(held, "a", 3) == 3


def test_an_answer_ages() -> None:
    held = store()
    assert held.get(("f", "a"), lambda: 1, entries=9, ttl=0.0) == 1
    assert held.get(("f", "a"), lambda: 2, entries=9, ttl=0.0) == 2
    assert held.get(("f", "a"), lambda: 3, entries=9, ttl=1000.0) == 2


def test_the_budget_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    from gapviz.pages.server.store import STORE

    monkeypatch.setenv("GAPVIZ_MAX_MEMORY_MB", "1")
    STORE.trim()
    STORE.get(("test", "a"), lambda: array(700), entries=2)
    STORE.get(("test", "b"), lambda: array(700), entries=2)
    assert STORE.values("a") == []
    assert STORE.held < 1 << 20
    STORE.clear("test")
