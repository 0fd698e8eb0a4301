"""Inputs of all readers: the n-th of each kind, and what comes of it."""

from __future__ import annotations

import io
import json
import math
import random
from collections.abc import Callable

import numpy as np

import gapviz
from gapviz.collection.errors import InputError
from gapviz.collection.reading.clicks import read_clicks
from gapviz.collection.reading.sessions import read_sessions
from gapviz.learning.reading import read_features
from tests.fuzz.mutation import mutated, packed

QRELS = b"".join(b"%d 0 d%d %d\n" % (t, d, (t + d) % 4 - 1) for t in range(1, 5) for d in range(8))
RUN = b"".join(b"%d Q0 d%d %d %d.5 tag\n" % (t, d, d, 9 - d // 2) for t in range(1, 5) for d in range(1, 12))
CLICKS = b"".join(b"%d d%d %d\n" % (t, d, d) for t in range(1, 5) for d in range(8))
SESSIONS = b"s1 1 1\ns1 2 2\ns2 1 3\n"
NESTED = json.dumps({str(t): {f"d{d}": (t + d) % 4 for d in range(8)} for t in range(1, 5)}).encode()
RECORDS = json.dumps(
    [
        {"query_id": str(t), "doc_id": f"d{d}", "score": d, "relevance": d % 3}
        for t in range(1, 4)
        for d in range(5)
    ]
).encode()
FEATURES = b"".join(b"%d qid:%d 1:%d 2:0.5 # d\n" % (d % 3, t, d) for t in range(1, 5) for d in range(4))
GROUPS = b"4\n4\n4\n4\n"
KNOWN = gapviz.load({"1": {"d1": 2, "d2": 1}, "2": {"d1": 1}}, {"known": {"1": {"d1": 1.0}}})

ENCODINGS = ("utf-8", "utf-8", "utf-8", "latin-1", "utf-16", "gb18030")
TIES = ("trec_eval", "trec_eval9", "rank", "file")
GRADES = (None, None, "4:3", "negative:not relevant", "consecutive", "0.5:1,x:2")


def file(content: bytes, name: str = "file") -> io.BytesIO:
    """Return a file object in memory that knows its name."""
    made = io.BytesIO(content)
    made.name = name
    return made


def _collection(qrels: bytes, run: bytes, chance: random.Random) -> None:
    """Load as the app does; what comes out has to be a profile with scores from 0 to 1."""
    collection = gapviz.load(
        file(qrels, "qrels"), [file(run, "a.run")], ties=chance.choice(TIES),  # type: ignore[arg-type]
        depth=chance.choice((None, None, 3)), duplicates=chance.choice(("refuse", "first", "best")),
        encoding=chance.choice(ENCODINGS), comments=chance.choice(("skip", "read")),
        grades=chance.choice(GRADES), identities=chance.random() < 0.5, errors="raise",
    )  # fmt: skip
    values = gapviz.scores(collection, ["AP(rel=1)", f"GAP(g={uniform(collection.c)})"]).values
    if not (np.isfinite(values).all() and values.min(initial=0) >= 0 and values.max(initial=0) <= 1 + 1e-12):
        raise AssertionError(f"expected scores from 0 to 1, found {values.min()} to {values.max()}")


def uniform(c: int) -> str:
    """Write the g that gives each of c grades the same."""
    parts = [round(1 / c, 9)] * (c - 1)
    return ",".join(map(repr, [*parts, 1 - math.fsum(parts)]))


def _reads(base: bytes, read: Callable[[bytes, random.Random], object]) -> Callable[[random.Random], object]:
    def case(chance: random.Random) -> object:
        content = packed(mutated(base, chance), chance)
        if chance.random() < 0.3:
            content = mutated(content, chance)
        return read(content, chance)

    return case


KINDS: dict[str, Callable[[random.Random], object]] = {
    "qrels": _reads(QRELS, lambda content, chance: _collection(content, RUN, chance)),
    "run": _reads(RUN, lambda content, chance: _collection(QRELS, content, chance)),
    "json qrels": _reads(NESTED, lambda content, chance: _collection(content, RUN, chance)),
    "json run": _reads(NESTED, lambda content, chance: _collection(QRELS, content, chance)),
    "json records": _reads(RECORDS, lambda content, chance: _collection(content, content, chance)),
    "clicks": _reads(CLICKS, lambda content, _: read_clicks(file(content), KNOWN)),
    "sessions": _reads(SESSIONS, lambda content, _: read_sessions(file(content), ("1", "2"))),
    "features": _reads(FEATURES, lambda content, _: read_features(file(content))),
    "groups": _reads(GROUPS, lambda content, _: read_features(file(FEATURES), file(content))),
}
"""What makes and reads an input of each kind."""


def outcome(kind: str, number: int) -> str:
    """Say what comes of an input: "value" or "sentence".

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    number : int
        Seed: the same number gives the same input.

    Raises
    ------
    AssertionError
        Where the sentence is none.
    Exception
        Whatever else comes out of a reader, which is a fault.
    """
    try:
        KINDS[kind](random.Random(f"{kind} {number}"))
    except InputError as error:
        text = str(error)
        if not (text.isprintable() and ": expected " in text and ", found " in text and len(text) < 1000):
            raise AssertionError(f"expected one sentence, found {text!r}") from None
        return "sentence"
    return "value"
