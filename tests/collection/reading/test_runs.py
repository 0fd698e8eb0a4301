from __future__ import annotations

import functools
import random
import tracemalloc
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap
from gapviz.collection.model import Judgements, Ranking, Run, Ties
from gapviz.collection.reading import block, join, runs, words
from gapviz.collection.reading.join import JudgedIndex
from gapviz.collection.reading.qrels import read_judgements
from gapviz.collection.reading.rows import Lines, Text
from gapviz.collection.reading.rules import Duplicates, Rules
from gapviz.collection.reading.runs import read_run
from tests import reference

QRELS = b"10 0 a 1\n10 0 b 0\n2 0 a 2\n2 0 c 0\n2 0 b 1\n"


def judgements(content: bytes = QRELS) -> Judgements:
    return read_judgements(Text.of("qrels", content), GradeMap(), Rules())


def read(
    content: bytes,
    pool: Judgements,
    ties: Ties = "trec_eval",
    depth: int | None = None,
    duplicates: Duplicates = "refuse",
) -> Run:
    return read_run(
        Text.of("a.run", content), "a", JudgedIndex.of(pool), Ranking(ties, depth), Rules(duplicates)
    )


def lists(run: Run, pool: Judgements) -> dict[str, list[str | None]]:
    """Judged documents of each topic in order; None for others."""
    found = {}
    for t, topic in enumerate(pool.topics):
        codes = run.codes[run.offsets[t] : run.offsets[t + 1]].tolist()
        assert all(code == -1 or pool.offsets[t] <= code < pool.offsets[t + 1] for code in codes)
        found[topic] = [None if code < 0 else pool.documents[code].decode() for code in codes]
    return found


def wanted(
    content: bytes, pool: Judgements, ties: str, depth: int | None = None
) -> dict[str, list[str | None]]:
    """The same by the slow reader."""
    ranked = reference.ranked_lists(content, ties)
    found = {}
    for t, topic in enumerate(pool.topics):
        judged = {name.decode() for name in pool.documents[pool.offsets[t] : pool.offsets[t + 1]]}
        found[topic] = [
            document if document in judged else None for document in ranked.get(topic, [])[:depth]
        ]
    return found


def messy(chance: random.Random) -> tuple[bytes, bytes]:
    """Judgements and a run with ties, odd separators, comments and topics in any order."""
    names = [
        chance.choice(["d", "D", "dé", "x-"])
        + str(i)
        + chance.choice(["", "z", "-long-tail-" * chance.choice([2, 12, 40])])
        for i in range(40)
    ]
    topics = ["1", "01", "10", "2", "NA", "q,1"][: chance.randrange(1, 7)]
    judged = [
        f"{t} 0 {d} {chance.randrange(-1, 4)}"
        for t in topics
        for d in chance.sample(names, chance.randrange(1, 20))
    ]
    rows = []
    style = chance.choice(["two places", "near", "wild"])
    for topic in [*topics, "extra"]:
        for rank, document in enumerate(chance.sample(names, chance.randrange(0, 40)), 1):
            score = {
                "two places": f"{chance.randrange(-3, 3) / 4:.2f}",
                "near": f"{1 + chance.randrange(4) * 1e-9:.12f}",
                "wild": repr(chance.uniform(-1, 1) * 10.0 ** chance.randrange(-310, 10)),
            }[style]
            number = chance.choice([rank, rank, chance.randrange(40)])
            rows.append(
                chance.choice([" ", "\t", "  "] if style == "wild" else [" "]).join(
                    [topic, "Q0", document, str(number), score, "t"]
                )
            )
    if chance.random() < 0.3:
        chance.shuffle(rows)
    if chance.random() < 0.3:
        rows[len(rows) // 2 : 0] = ["# a comment", "", " "]
    chance.shuffle(judged)
    end = chance.choice(["\n", "\r\n"])
    return "\n".join(judged).encode(), (end.join(rows) or "1 Q0 d 1 1 t").encode()


@pytest.mark.parametrize("ties", get_args(Ties))
@pytest.mark.parametrize("seed", range(25))
def test_messy_runs_against_reference(monkeypatch: pytest.MonkeyPatch, seed: int, ties: Ties) -> None:
    chance = random.Random(seed)
    qrels, run = messy(chance)
    pool = judgements(qrels)
    size = chance.choice([1, 100, 1000])
    monkeypatch.setattr(runs, "Lines", functools.partial(Lines, size=size))
    monkeypatch.setattr(block, "_AT_ONCE", chance.choice([1, 7, 1 << 16]))
    depth = chance.choice([None, 1, 5])
    assert lists(read(run, pool, ties, depth), pool) == wanted(run, pool, ties, depth)


def test_shuffled_rows_give_the_same_run() -> None:
    rows = [f"{t} Q0 d{i} 0 {(i * 7) % 5} t" for t in ("2", "10") for i in range(50)]
    pool = judgements(b"2 0 d3 1\n2 0 d9 0\n10 0 d7 1\n")
    tidy = read("\n".join(rows).encode(), pool)
    random.Random(0).shuffle(rows)
    shuffled = read("\n".join(rows).encode(), pool)
    np.testing.assert_array_equal(tidy.codes, shuffled.codes)
    np.testing.assert_array_equal(tidy.offsets, shuffled.offsets)


def test_join_is_exact_when_all_hashes_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    same = lambda words, topics: np.full(topics.size, 7, np.uint64)  # noqa: E731
    monkeypatch.setattr(join, "hashes", same)
    monkeypatch.setattr(runs, "hashes", same)
    content = b"2 Q0 c 1 5 t\n2 Q0 x 2 4 t\n2 Q0 a 3 3 t\n10 Q0 c 1 2 t\n10 Q0 a 2 1 t\n"
    pool = judgements()
    assert lists(read(content, pool), pool) == {"2": ["c", None, "a"], "10": [None, "a"]}


def test_ids_are_text() -> None:
    pool = judgements(b"01 0 1 1\n1 0 01 1\n1 0 NA 1\n1 0 null 0\n")
    run = read(b"01 Q0 01 1 9 t\n1 Q0 1 1 9 t\n1 Q0 01 2 8 t\n1 Q0 NA 3 7 t\n1 Q0 null 4 6 t\n", pool)
    assert lists(run, pool) == {"01": [None], "1": [None, "01", "NA", "null"]}


def test_long_and_short_ids_are_told_apart() -> None:
    stem = "d" * 16
    pool = judgements(f"1 0 {stem} 1\n1 0 {stem}e 1\n".encode())
    run = read(f"1 Q0 {stem}e{'f' * 30} 1 3 t\n1 Q0 {stem}e 2 2 t\n1 Q0 {stem[1:]} 3 1 t\n".encode(), pool)
    assert lists(run, pool) == {"1": [None, stem + "e", None]}


def test_near_scores_tie_in_trec_eval_9_only() -> None:
    # Witness: performance.md, section 1: trec_eval 10 ranks the higher double first.
    pool = judgements(b"1 0 a 1\n1 0 b 0\n")
    content = b"1 Q0 a 1 1.00000000002 t\n1 Q0 b 2 1.00000000001 t\n"
    assert lists(read(content, pool), pool) == {"1": ["a", "b"]}
    assert lists(read(content, pool, "trec_eval9"), pool) == {"1": ["b", "a"]}


def test_scores_beyond_32_bits_tie_in_trec_eval_9() -> None:
    pool = judgements(b"1 0 a 1\n1 0 b 0\n")
    assert lists(read(b"1 Q0 a 1 1e300 t\n1 Q0 b 2 1e299 t\n", pool, "trec_eval9"), pool) == {"1": ["b", "a"]}


def test_facts() -> None:
    content = (
        b"2 x a 1 5 first\n2 x b 2 5 second\n2 x c 3 4 t\n"  # a tie
        b"10 x a 2 5 t\n10 x b 1 4 t\n"  # the rank contradicts the score
        b"30 x a 1 1 t\n7 x a 1 1 t\n"
    )
    facts = read(content, judgements()).facts
    assert (facts.tag, facts.rows, facts.tied, facts.misranked_topics) == ("first", 7, 2, 1)
    assert facts.extra_topics == ("7", "30")


@pytest.mark.parametrize("ranks", [b"11", b"00", b"21", b"??"])
def test_ranks_of_tied_documents_and_constant_ranks_contradict_nothing(ranks: bytes) -> None:
    content = b"2 x a %c 5 t\n2 x b %c 5 t\n" % (ranks[0], ranks[1])
    assert read(content, judgements()).facts.misranked_topics == 0


def test_ascending_scores_are_misranked() -> None:
    assert read(b"2 x a 1 1 t\n2 x b 2 2 t\n", judgements()).facts.misranked_topics == 1
    assert read(b"2 x a 2 1 t\n2 x b 1 2 t\n", judgements()).facts.misranked_topics == 0


TWICE = b"10 x a 1 9 t\n2 x a 1 1 t\n2 x c 2 5 t\n2 x a 3 9 t\n3 x a 1 1 t\n3 x a 1 1 t\n"


@pytest.mark.parametrize("ties", ["trec_eval", "file", "rank"])
def test_duplicates_below_the_depth_refuse_no_run(ties: Ties) -> None:
    """The second b stands third by score, rank and place."""
    content = b"2 x a 1 9 t\n2 x b 2 8 t\n2 x b 3 7 t\n2 x c 4 6 t\n3 x q 1 5 t\n"
    pool = judgements(b"2 0 a 1\n2 0 b 1\n2 0 c 1\n")
    assert lists(read(content, pool, ties, 2), pool)["2"] == ["a", "b"]
    with pytest.raises(InputError) as caught:
        read(content, pool, ties, 3)
    assert str(caught.value).startswith("a.run:3: expected each document once for a topic, or the option")


def test_duplicates() -> None:
    pool = judgements()
    first = read(TWICE, pool, duplicates="first")
    best = read(TWICE, pool, duplicates="best")
    assert lists(first, pool) == {"2": ["c", "a"], "10": ["a"]}
    assert lists(best, pool) == {"2": ["a", "c"], "10": ["a"]}
    assert first.facts.duplicates == best.facts.duplicates == 1
    assert lists(read(TWICE, pool, "rank", duplicates="best"), pool)["2"] == ["a", "c"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            TWICE,
            "a.run:4: expected each document once for a topic, or the option duplicates (first or best), "
            "found 'a' again for topic '2'",
        ),
        (b"2 x a 1 high t\n", "a.run:1: expected a number as score, found 'high'"),
        (b"2 x a 1 1 t\n2 x b 2 NaN t\n", "a.run:2: expected a number as score, found 'NaN'"),
        (b"#\n\n", "a.run: expected a run (topic Q0 document rank score tag), found no rows"),
        (b"", "a.run: expected a run (topic Q0 document rank score tag), found no rows"),
        (
            b"2 x a b 1 0.5 t\n",
            "a.run:1: expected 6 fields (topic Q0 document rank score tag), "
            "found more, perhaps a space in an id",
        ),
        (
            b"2 x a 1 1 0.5 t\n",
            "a.run:1: expected 6 fields (topic Q0 document rank score tag), "
            "found more, perhaps a space in an id",
        ),
        (
            b"2 x %s 1 1 t\n" % (b"d" * 1001),
            f"a.run:1: expected a document id of at most 1000 bytes, found '{'d' * 60}...'",
        ),
        (
            b"%s x d 1 1 t\n" % (b"2" * 1001),
            f"a.run:1: expected a topic id of at most 1000 bytes, found '{'2' * 60}...'",
        ),
    ],
)
def test_messages(content: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(content, judgements())
    assert str(caught.value) == message


def test_rank_column_must_be_whole_only_where_it_counts() -> None:
    content = b"2 x a 1 1 t\n2 x b two 1 t\n"
    assert lists(read(content, judgements()), judgements())["2"] == ["b", "a"]
    with pytest.raises(InputError) as caught:
        read(content, judgements(), "rank")
    assert (
        str(caught.value)
        == "a.run:2: expected a whole number as rank, which the rule 'rank' needs, found 'two'"
    )


def test_a_run_without_judged_topics_is_empty() -> None:
    run = read(b"77 x a 1 1 t\n", judgements())
    assert run.codes.size == 0
    assert run.offsets.tolist() == [0, 0, 0]


@given(st.lists(st.binary(max_size=12), max_size=30))
def test_any_bytes_give_a_run_or_an_input_error(parts: list[bytes]) -> None:
    try:
        read(b"2 x a 1 1 t\n" + b" ".join(parts), judgements())
    except InputError as error:
        assert str(error).startswith("a.run")  # noqa: PT017


def test_one_long_id_does_not_make_all_rows_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [f"2 x d{i} 1 {i} t" for i in range(2000)] + [f"2 x {'e' * words.LONGEST} 1 -1 t"]
    monkeypatch.setenv("GAPVIZ_MAX_LONG_IDS_MB", "1")
    assert read("\n".join(rows).encode(), judgements()).offsets[1] == 2001
    rows += [f"2 x {i}{'e' * words.HEAD} 1 -1 t" for i in range(2000)]
    with pytest.raises(InputError) as caught:
        read("\n".join(rows).encode(), judgements())
    assert str(caught.value) == (
        "a.run: expected at most 1 MiB of document ids beyond 64 bytes, each as wide as the longest "
        "(setting GAPVIZ_MAX_LONG_IDS_MB), found 2001 of up to 1000 bytes"
    )


def test_a_run_of_one_topic_takes_little_memory_beside_its_text() -> None:
    """Place, length, score, rank, line and topic of an entry are 48 bytes; twice that while joined."""
    count = 200_000
    content = b"".join(b"2 Q0 document-%06d %d %d t\n" % (i, i + 1, count - i) for i in range(count))
    text, index = Text.of("a.run", content), JudgedIndex.of(judgements())
    tracemalloc.start()
    try:
        read_run(text, "a", index, Ranking(), Rules())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak / count < 150
