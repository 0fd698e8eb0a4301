"""Paired tests against scipy.stats, and against slow definitions."""

from __future__ import annotations

import itertools
import random
import re
from typing import Literal

import numpy as np
import pytest
from scipy import stats

import gapviz
from gapviz.analysis.experiments.contrast import compared
from gapviz.analysis.experiments.paired import holm
from gapviz.analysis.experiments.significance import Significance, significance
from gapviz.analysis.rankings.scores import Scores
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure
from tests.shared import likeness

RESAMPLES = 2000


@pytest.fixture(scope="module")
def trec21() -> Scores:
    """Twenty-seven runs on fifty topics: 351 pairs by two measures."""
    return gapviz.scores(likeness("TREC 21"), ["AP", "GAP(g=0.2,0.3,0.5)"])


def of(values: list[list[float]]) -> Scores:
    """Scores of some runs on some topics by one measure."""
    table = np.array([values])
    _, N, T = table.shape
    runs, topics = tuple(f"run{i}" for i in range(N)), tuple(map(str, range(T)))
    return Scores((measure("AP"),), runs, topics, table, np.ones((N, T), dtype=bool))


def last(scores: Scores, **options: object) -> Significance:
    *_, found = significance(scores, **options)  # type: ignore[arg-type]
    return found


def chosen(found: Significance, number: int = 50) -> list[int]:
    return random.Random(6).sample(range(len(found.pairs)), number)


def error(p: float, resamples: int) -> float:
    """Standard error of the difference of two shares near p, each counted in so many resamples."""
    return float(np.sqrt(2 * max(p * (1 - p), 1 / resamples) / resamples))


def test_t_against_scipy(trec21: Scores) -> None:
    """Witness: scipy.stats.ttest_rel."""
    found = last(trec21, test="t")
    for m, k in itertools.product(range(2), chosen(found)):
        a, b = trec21.values[m, found.pairs[k]]
        assert found.levels[m, k] == pytest.approx(stats.ttest_rel(a, b).pvalue, abs=1e-12)


def test_randomisation_against_scipy(trec21: Scores) -> None:
    """Witness: scipy.stats.permutation_test on 50 pairs, within sampling error.

    scipy's two-sided level is twice the smaller one-sided one, so its error is that of p / 2, doubled.
    """
    found = last(trec21, test="randomisation", resamples=RESAMPLES, seed=1)
    more = 10_000
    for k in chosen(found):
        p = stats.permutation_test(
            tuple(trec21.values[0, found.pairs[k]]),
            lambda x, y, axis: (x - y).mean(axis=axis),
            permutation_type="samples",
            n_resamples=more,
            vectorized=True,
            rng=np.random.default_rng(k),
        ).pvalue
        variance = p * (1 - p) / RESAMPLES + 2 * p * (1 - p / 2) / more
        assert abs(found.levels[0, k] - p) < 4 * np.sqrt(variance) + 2 / RESAMPLES


def test_randomisation_is_exact_for_few_topics() -> None:
    """Witness: all 2^6 signs counted, and scipy.stats.permutation_test, which does the same."""
    values = np.random.default_rng(3).random((3, 6)).round(1)
    found = last(of(values.tolist()), test="randomisation")
    for (a, b), level in zip(found.pairs, found.levels[0], strict=True):
        z = values[a] - values[b]
        means = [abs(np.dot(signs, z)) for signs in itertools.product((1, -1), repeat=6)]
        assert level == pytest.approx(np.mean(np.array(means) >= abs(z.sum()) - 1e-9))
        witness = stats.permutation_test(
            (values[a], values[b]), lambda x, y: np.mean(x - y), permutation_type="samples"
        )
        assert level == pytest.approx(witness.pvalue)


def test_bootstrap_against_slow_definition(trec21: Scores) -> None:
    """Witness: Sakai, figure 1, pair by pair and resample by resample with the standard library's draws."""
    found = last(trec21, resamples=RESAMPLES, seed=4)
    draw = random.Random(5)
    for k in chosen(found, 6):
        a, b = trec21.values[0, found.pairs[k]]
        z = (a - b).tolist()
        n, mean = len(z), float(np.mean(z))
        w = [one - mean for one in z]
        t = mean / (float(np.std(z, ddof=1)) / n**0.5)
        count = 0
        for _ in range(RESAMPLES):
            sample = draw.choices(w, k=n)
            drawn = float(np.mean(sample)) / (float(np.std(sample, ddof=1)) / n**0.5)
            count += abs(drawn) >= abs(t)
        p = count / RESAMPLES
        assert abs(found.levels[0, k] - p) < 4 * error(p, RESAMPLES)


def test_bootstrap_needs_about_what_t_needs(trec21: Scores) -> None:
    """The difference at which a pair would be significant; for fifty topics both tests are near."""
    bootstrap, t = (last(trec21, test=test).needed[0] for test in ("bootstrap", "t"))
    assert np.median(bootstrap / t) == pytest.approx(1.0, abs=0.15)


def test_tukey_against_slow_definition(trec21: Scores) -> None:
    """Witness: Carterette's randomised Tukey HSD with the standard library's shuffles, on five runs."""
    few = Scores(
        trec21.measures[:1], trec21.runs[:5], trec21.topics, trec21.values[:1, :5], trec21.counted[:5]
    )
    found = last(few, test="tukey", resamples=RESAMPLES, seed=7)
    columns = few.values[0].T.tolist()
    draw, ranges = random.Random(8), []
    for _ in range(RESAMPLES):
        sums = [0.0] * 5
        for column in columns:
            shuffled = draw.sample(column, 5)
            sums = [so_far + value for so_far, value in zip(sums, shuffled, strict=True)]
        ranges.append((max(sums) - min(sums)) / len(columns))
    for difference, level in zip(found.differences[0], found.levels[0], strict=True):
        p = float(np.mean(np.array(ranges) >= abs(difference)))
        assert abs(level - p) < 4 * error(p, RESAMPLES)
    assert found.needed[0, 0] == pytest.approx(np.quantile(ranges, 0.95), rel=0.05)
    assert found.corrected() is found.levels


def test_equal_runs_and_constant_differences() -> None:
    """Equal on every topic: level 1. The same difference on every topic: the lowest level there is."""
    scores = of([[0.1, 0.7, 0.4] * 5, [0.1, 0.7, 0.4] * 5, [0.2, 0.8, 0.5] * 5])
    for test, lowest in (("bootstrap", 1 / 1001), ("randomisation", 3 / 1001), ("t", 0.0)):
        levels = last(scores, test=test).levels[0]
        assert levels[0] == 1.0
        assert levels[1] == levels[2] <= lowest


def test_needed_is_where_levels_turn(trec21: Scores) -> None:
    """Student: a pair is significant exactly where its difference is above what it needs."""
    found = last(trec21, test="t", alpha=0.01)
    assert np.array_equal(found.levels < 0.01, np.abs(found.differences) > found.needed)
    for test in ("randomisation", "tukey"):
        for resamples in (20, 99, 1000):
            found = last(trec21, test=test, resamples=resamples)
            assert np.array_equal(found.levels < 0.05, np.abs(found.differences) >= found.needed)


@pytest.mark.parametrize("topics", range(2, 9))
def test_needed_of_few_topics_is_where_levels_turn(topics: int) -> None:
    """Witness: all signs counted, for each value that their mean can have; rounded scores make ties."""
    values = np.random.default_rng(topics).random((6, topics)).round(1)
    found = last(of(values.tolist()), test="randomisation")
    assert np.array_equal(found.levels < 0.05, np.abs(found.differences) >= found.needed)
    signs = np.array(list(itertools.product((1, -1), repeat=topics)))
    for (a, b), needed in zip(found.pairs, found.needed[0], strict=True):
        means = np.abs(signs @ (values[a] - values[b])).round(9) / topics
        enough = [value for value in means if np.mean(means >= value) < 0.05]
        assert needed == pytest.approx(min(enough, default=np.nan), nan_ok=True)
    if topics <= 5:  # two of 32 signs are more than 0.05
        assert np.isnan(found.needed).all()
        assert np.isnan(found.difference_needed()).all()


def test_no_difference_suffices_where_few_topics_differ() -> None:
    """Two pairs differ on three of twenty topics: of eight signs two reach the largest mean."""
    near = [0.5] * 17 + [0.6, 0.7, 0.8]
    found = last(of([[0.5] * 20, near, np.linspace(0, 0.4, 20).tolist()]), test="randomisation")
    assert np.isnan(found.needed[0]).tolist() == [True, False, False]
    assert found.difference_needed() == found.needed[0, 1:].max()  # that of the pairs that can be significant


@pytest.mark.parametrize("test", ["randomisation", "tukey"])
def test_three_topics_of_two_runs_are_too_few(test: str) -> None:
    found = last(of([[1.0, 0.5, 1.0], [0.25, 0.2, 0.1]]), test=test)
    assert found.levels.item() > 0.2
    assert np.isnan(found.needed).all()


def test_holm_step_by_step() -> None:
    """Witness: the procedure as Holm wrote it, on random levels: reject while p(i) <= alpha / (P - i)."""
    levels = np.random.default_rng(9).random((20, 12)) ** 3
    for row in levels:
        corrected = holm(row)
        for alpha in (0.01, 0.05, 0.2):
            rejected = set()
            for i, k in enumerate(np.argsort(row)):
                if row[k] > alpha / (12 - i):
                    break
                rejected.add(int(k))
            assert set(np.flatnonzero(corrected <= alpha).tolist()) == rejected


def test_power_table_and_curves(trec21: Scores) -> None:
    found = last(trec21, test="t")
    assert found.levels.shape == (2, 351)
    assert (np.diff(found.curves(), axis=1) >= 0).all()
    assert found.power() == pytest.approx((found.levels < 0.05).mean(axis=1))
    assert (found.power(correct=True) <= found.power()).all()
    table = found.table(1)
    assert np.array_equal(table, table.T, equal_nan=True)
    assert table[3, 5] == found.levels[1, [tuple(pair) for pair in found.pairs.tolist()].index((3, 5))]
    assert np.isnan(np.diag(table)).all()
    assert found.difference_needed() == pytest.approx(found.needed.max(axis=1))


def test_chosen_pairs_are_those_of_all_pairs(trec21: Scores) -> None:
    a, b, c = (trec21.runs[i] for i in (2, 11, 20))
    some = last(trec21, pairs=[(a, b), (c, a)], seed=3)
    every = last(trec21, seed=3)
    for m in range(2):
        assert some.levels[m].tolist() == [every.table(m)[2, 11], every.table(m)[20, 2]]
    assert some.differences[0, 1] == pytest.approx(-every.differences[0, every.pairs.tolist().index([2, 20])])
    assert some.frame()["run"].tolist() == [a, c, a, c]


def test_only_topics_that_count_for_every_run() -> None:
    values = np.random.default_rng(1).random((2, 8))
    whole = of(values.tolist())
    counted = np.ones((2, 8), dtype=bool)
    counted[0, 2] = counted[1, 5] = False
    part = Scores(whole.measures, whole.runs, whole.topics, whole.values, counted)
    kept = np.delete(values, [2, 5], axis=1)
    assert last(part, test="t").levels.item() == pytest.approx(stats.ttest_rel(*kept).pvalue)


def test_seed_and_stopping(trec21: Scores) -> None:
    for test in ("bootstrap", "randomisation", "tukey"):
        one, two, other = (last(trec21, test=test, seed=seed).levels for seed in (1, 1, 2))
        assert np.array_equal(one, two)
        assert not np.array_equal(one, other)
    steps = significance(trec21)
    first = next(steps)
    assert (first.done, first.total) == (1, 2)
    assert np.isnan(first.levels[1]).all()
    assert not np.isnan(first.levels[0]).any()
    steps.close()  # type: ignore[attr-defined]
    assert list(steps) == []


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "t", "tukey"])
def test_progress_ends_complete(trec21: Scores, test: str) -> None:
    steps = list(significance(trec21, test=test, resamples=3000))  # type: ignore[arg-type]
    assert [step.done for step in steps] == list(range(1, steps[-1].total + 1))
    assert not np.isnan(steps[-1].levels).any()
    assert not np.isnan(steps[-1].needed).any()


def test_compared_user_models() -> None:
    assert compared(np.array([np.nan, 0.01]), np.array([0.01, 0.01]), alpha=0.05).tolist() == [-1, 3]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"test": "sign"}, "test: expected one of bootstrap, randomisation, t, tukey, found 'sign'"),
        ({"pairs": [("run0", "none")]}, "pairs: expected names of runs of the collection, found 'none'"),
        ({"alpha": 1.0}, "alpha: expected a level above 0 and below 1, found 1"),
        ({"test": "t", "resamples": -5}, "resamples: expected 1 or more, found -5"),
        ({"resamples": 10}, "resamples: expected 20 or more for alpha 0.05, found 10"),
    ],
)
def test_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        last(of([[0.1, 0.2], [0.3, 0.1]]), **options)
    assert str(error.value) == message


def test_one_topic_is_too_few() -> None:
    with pytest.raises(InputError, match="two topics or more that count for every run, found 1"):
        last(of([[0.1], [0.3]]))


def test_one_run_has_no_pair() -> None:
    with pytest.raises(InputError, match="a measure and two runs or more, found 1 and 1"):
        last(of([[0.1, 0.2]]))


def test_runs_whose_scores_differ_by_rounding_alone_are_equal() -> None:
    """Topic by topic, as 1/3 + 1/6 is from 1/2, or in sum: no difference, and the highest level."""
    half = 0.1 + 0.2 + 0.2  # not quite 0.5
    rows = [[half, 0.1 + 0.2, half] * 4, [0.5, 0.3, 0.5] * 4, [0.3, 0.5, 0.5] * 4]
    assert rows[0] != rows[1]
    for test in ("bootstrap", "randomisation", "t", "tukey"):
        found = last(of(rows), test=test, resamples=200)
        assert found.differences.tolist() == [[0.0, 0.0, 0.0]]
        assert found.levels.tolist() == [[1.0, 1.0, 1.0]]


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "t", "tukey"])
def test_tiny_differences_of_large_scores_have_their_own_levels(test: str) -> None:
    """Witness: the same differences without the scores, a million times as large."""
    scores = np.random.default_rng(2).integers(0, 7, (2, 9)) / 4
    large, small = (
        last(of(values.tolist()), test=test, resamples=600, seed=2)
        for values in (scores, 0.5 + scores / 2**20)
    )
    assert small.levels == pytest.approx(large.levels, abs=1e-9)
    assert small.needed == pytest.approx(large.needed / 2**20, rel=1e-6)


@pytest.mark.parametrize("test", ["bootstrap", "randomisation"])
@pytest.mark.parametrize(
    ("runs", "topics", "resamples"), [(4, 40, 119), (4, 40, 120), (3, 6, 200), (2, 5, 50), (2, 40, 20)]
)
def test_what_it_says_is_out_of_reach_nothing_reaches(
    test: Literal["bootstrap", "randomisation"], runs: int, topics: int, resamples: int
) -> None:
    """Witness: runs so far apart on every topic that each pair has the lowest level there is.

    Six pairs of 119 resamples have 6/120 = 0.05 after Holm at best, of 120 6/121. All signs of six topics
    have 2/64, and three pairs 6/64, of five topics 2/32 alone: more resamples do not help there.
    """
    noise = np.random.default_rng(1).random((runs, topics))
    scores = of((np.arange(runs)[:, None] + 0.01 * noise).tolist())
    found = last(scores, test=test, resamples=resamples)
    said = found.out_of_reach()
    assert bool(said) == (found.power(correct=True).item() == 0.0)
    if few := re.search(r"([\d,]+) resamples", said):
        more = last(scores, test=test, resamples=int(few[1].replace(",", "")))
        assert more.out_of_reach() == ""
        assert more.power(correct=True).item() > 0.0
    elif said:
        assert test == "randomisation"
        assert last(scores, test=test, resamples=5000).out_of_reach() == said


def test_it_says_what_is_out_of_reach() -> None:
    scores = of([[float(i)] * 40 for i in range(4)])
    assert last(scores, resamples=100).out_of_reach() == (
        "After Holm's correction no level can be below alpha 0.05: the lowest of this test is 0.0099 "
        "before it, for 6 pairs. 121 resamples, Student's t test or Tukey's HSD can go below."
    )
    assert [last(scores, test=test, resamples=20).out_of_reach() for test in ("t", "tukey")] == ["", ""]
