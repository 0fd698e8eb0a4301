"""The profile against plain counting."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from gapviz.collection.errors import InputError
from gapviz.collection.grades import UNJUDGED, GradeMap
from gapviz.collection.model import Collection, Run
from gapviz.measures.example import example, ranked_lists
from gapviz.profile import STATISTICS, PooledLists, Profile, merge, pool_of, profile, profile_run
from tests import reference
from tests.lists import collection_of, random_topics


def test_example_by_hand() -> None:
    """Grades 1, 0, 2, none, 1; a document of grade 2 and two of grade 0 are missing."""
    counted = example()
    assert counted.pool.counts.tolist() == [[3, 2, 2]]
    assert counted.pool.unjudged.tolist() == [1]
    assert counted.pool.recall_bases.tolist() == [[4, 2]]
    assert counted.retrieved.tolist() == [[5]]
    assert counted.ranks.tolist() == [1, 3, 5]
    assert counted.grades.tolist() == [1, 2, 1]
    assert counted.judged_above.tolist() == [0, 2, 3]
    assert counted.unjudged_above.tolist() == [0, 0, 1]
    np.testing.assert_allclose(counted.S, [[[[1 + 3 / 5, 0], [2 / 3, 1 / 3]]]], rtol=1e-15)
    np.testing.assert_allclose(counted.A, [[[1 + 2 / 3 + 3 / 5, 1 / 3]]], rtol=1e-15)


@pytest.mark.parametrize("c", [1, 2, 4])
def test_against_plain_counting(c: int) -> None:
    topics = random_topics(200, c, seed=c)
    counted = profile(collection_of(topics))
    for t, topic in enumerate(topics):
        S = [[float(value) for value in row] for row in reference.precision_sums(topic.ranked, c)]
        np.testing.assert_allclose(counted.S[0, t], S, rtol=0, atol=1e-13)
        here = slice(counted.starts[t], counted.starts[t + 1])
        relevant = [n for n, grade in enumerate(topic.ranked) if grade is not None and grade > 0]
        above = [topic.ranked[:n] for n in relevant]
        assert (counted.ranks[here] - 1).tolist() == relevant
        assert counted.grades[here].tolist() == [topic.ranked[n] for n in relevant]
        assert counted.unjudged_above[here].tolist() == [part.count(UNJUDGED) for part in above]
        judged = [sum(grade is not None and grade >= 0 for grade in part) for part in above]
        assert counted.judged_above[here].tolist() == judged
        assert counted.pool.counts[t].tolist() == topic.counts(c)
        assert counted.pool.unjudged[t] == [*topic.ranked, *topic.missing].count(UNJUDGED)
        assert counted.retrieved[0, t] == len(topic.ranked)


def several_runs() -> Collection:
    """Five runs over one pool, its documents in different orders, every second rank outside the pool."""
    collection = collection_of(random_topics(40, 3, seed=1))
    draw = np.random.default_rng(1)
    runs = [collection.runs[0]]
    for number in range(4):
        lists = [draw.permutation(np.arange(a, b)) for a, b in _spans(collection)]
        codes = [np.repeat(part, 2) for part in lists]
        for part in codes:
            part[1::2] = -1
        offsets = np.cumsum([0, *(part.size for part in codes)])
        runs.append(Run(f"run {number}", offsets, np.concatenate(codes).astype(np.int32)))
    return collection.with_runs(runs)


def _spans(collection: Collection) -> list[tuple[int, int]]:
    offsets = collection.judgements.offsets.tolist()
    return list(itertools.pairwise(offsets))


def assert_same(one: Profile, other: Profile) -> None:
    assert one.runs == other.runs
    for field in ("S", "retrieved", "starts", "ranks", "grades", "judged_above", "unjudged_above"):
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field), err_msg=field)


def test_a_new_run_costs_only_itself() -> None:
    collection = several_runs()
    before = profile(collection.with_runs(collection.runs[:4]))
    new = profile_run(collection.runs[4], collection.grades, before.pool)
    assert_same(merge([before, new], pool=before.pool), profile(collection))


def test_runs_can_be_profiled_far_apart() -> None:
    collection = several_runs()
    halves = [profile(collection.with_runs(part)) for part in (collection.runs[:2], collection.runs[2:])]
    assert_same(merge(halves, pool=pool_of(collection)), profile(collection))


@pytest.mark.parametrize("number", [0, 1, 3, 7])
def test_runs_that_are_counted_at_once_are_those_that_are_counted_alone(number: int) -> None:
    """Among them one without scores, an empty one, and documents without a judgement."""
    collection = several_runs().with_grades(GradeMap.parse("1:unjudged"))
    first, *others = collection.runs
    scored = dataclasses.replace(first, estimates=np.linspace(0, 1, int((first.codes >= 0).sum())))
    empty = Run("empty", np.zeros_like(first.offsets), first.codes[:0])
    runs = (scored, first, empty, *others)[:number]
    pool = pool_of(collection)
    at_once = PooledLists.of(runs).profile(collection.grades, pool)
    alone = merge([PooledLists.of([run]).profile(collection.grades, pool) for run in runs], pool=pool)
    assert at_once.runs == alone.runs
    for name in STATISTICS:
        one, other = getattr(at_once, name), getattr(alone, name)
        assert (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes()), name


def test_another_pool_is_refused() -> None:
    collection = several_runs()
    other = profile(collection.with_grades(GradeMap.parse("3:2")))
    with pytest.raises(
        ValueError, match="expected profiles over one pool, found another pool for run, run 0"
    ):
        merge([other], pool=pool_of(collection))


def test_a_grade_mapping_is_one_look_up() -> None:
    lists = [(1, 2, 0), (0, 2)]
    mapped = profile(ranked_lists(lists).with_grades(GradeMap.parse("2:1,1:0")))
    assert mapped.pool.counts.tolist() == [[2, 1], [1, 1]]
    assert mapped.ranks.tolist() == [2, 2]


def test_no_runs() -> None:
    counted = profile(several_runs().with_runs([]))
    assert counted.shape == (0, 40)
    assert counted.S.shape == (0, 40, 3, 3)
    assert counted.segments.size == 0


def test_arrays_cannot_be_changed() -> None:
    counted = example()
    for field in dataclasses.fields(counted):
        value = getattr(counted, field.name)
        assert not isinstance(value, np.ndarray) or not value.flags.writeable, field.name
    assert not counted.A.flags.writeable
    assert not counted.segments.flags.writeable


def test_too_many_grades_for_a_large_collection() -> None:
    """S would take 100 * 100 * 8 bytes for each of 6,980 topics."""
    collection = ranked_lists([(100,)] * 6980)
    with pytest.raises(InputError) as caught:
        profile(collection)
    assert str(caught.value) == (
        "grades: expected a mapping to fewer grades for so large a collection (runs: 1, topics: 6980; "
        "setting GAPVIZ_MAX_STATISTICS_MB), found grades up to 100"
    )
