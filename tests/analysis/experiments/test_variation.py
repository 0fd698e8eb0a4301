"""Judgement variation on a collection: components by hand, and what the assessor does."""

from __future__ import annotations

import numpy as np
import pytest

import gapviz
from gapviz.analysis.experiments.regrading import Regrading
from gapviz.analysis.experiments.variation import Variation, judged_again, variation
from gapviz.analysis.rankings.scores import Empty, Topics
from gapviz.collection.errors import InputError
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.model import Collection
from gapviz.collection.synthetic.draw import generate
from gapviz.collection.synthetic.likenesses import SMALL
from gapviz.measures.example import ranked_lists


@pytest.fixture(scope="module")
def small() -> Collection:
    return generate(SMALL)


def last(collection: Collection, measures: list[str], **options: object) -> Variation:
    *_, found = variation(collection, measures, **options)  # type: ignore[arg-type]
    return found


def test_a_collection_that_is_too_large_is_refused() -> None:
    """As by `gapviz.profile`."""
    with pytest.raises(InputError, match="GAPVIZ_MAX_STATISTICS_MB"):
        last(ranked_lists([(100,)] * 6980), ["AP"], repeats=2)


@pytest.mark.parametrize(("topics", "empty"), [("judged", "zero"), ("run", "omit")])
def test_components_by_hand(topics: Topics, empty: Empty) -> None:
    """Witness: numpy's variances over the whole table of scores, run by run; one run lacks a topic."""
    draw = np.random.default_rng(4)
    qrels = {t: {f"d{d}": int(draw.choice(3, p=(0.6, 0.2, 0.2))) for d in range(20)} for t in "1234567"}
    qrels["8"] = {"d0": 0, "d1": 0}
    runs = {
        name: {t: {f"d{d}": float(draw.random()) for d in range(15)} for t in have}
        for name, have in (("all", "12345678"), ("part", "234578"), ("other", "12345678"))
    }
    collection = gapviz.load(qrels, runs)
    found = last(collection, ["AP", "nDCG"], repeats=6, seed=2, topics=topics, empty=empty)
    counted = gapviz.scores(collection, [], topics=topics, empty=empty).counted
    table = np.array(
        [
            gapviz.scores(
                Regrading(collection).under(
                    judged_again(collection, theta=0.9, rng=np.random.default_rng(child))
                ),
                ["AP", "nDCG"],
            ).values
            for child in np.random.SeedSequence(2).spawn(6)
        ]
    )
    for m in range(2):
        for i in range(3):
            v = table[:, m, i, counted[i]]
            assert found.topics[i] == v.shape[1]
            assert found.mean[m, i] == pytest.approx(v.mean())
            assert found.between[m, i] == pytest.approx(v.mean(axis=0).var(ddof=1))
            assert found.within[m, i] == pytest.approx(v.var(axis=0, ddof=1).mean())
            assert found.observed[m, i] == pytest.approx(v.var(axis=1, ddof=1).mean())
            error = np.sqrt((found.between + found.within)[m, i] / v.shape[1])
            assert found.error[m, i] == pytest.approx(error)


def test_a_sure_assessor_adds_nothing(small: Collection) -> None:
    found = last(small, ["AP", "nDCG"], theta=1.0, repeats=3)
    values = gapviz.scores(small, ["AP", "nDCG"]).values
    assert found.mean == pytest.approx(values.mean(axis=2))
    assert found.within == pytest.approx(0.0, abs=1e-30)
    assert found.between == pytest.approx(values.var(axis=2, ddof=1))
    assert found.observed == pytest.approx(found.between)
    assert found.share == pytest.approx(0.0, abs=1e-25)


def test_less_sure_is_more_variance(small: Collection) -> None:
    within = [last(small, ["AP"], theta=theta, repeats=15).within.mean() for theta in (0.99, 0.9, 0.5)]
    assert within == sorted(within)


def test_judged_again(small: Collection) -> None:
    """Each grade keeps its share theta, moves one step, and the expected relevant documents stay."""
    rng, draws, theta = np.random.default_rng(1), 400, 0.8
    base = grade_counts(small)
    again = [judged_again(small, theta=theta, rng=rng) for _ in range(draws)]
    moves = np.stack(again) - small.grades
    assert set(np.unique(moves).tolist()) == {-1, 0, 1}
    for k in range(1, small.c + 1):
        ours = moves[:, small.grades == k]
        assert (ours == 0).mean() == pytest.approx(theta, abs=4 * np.sqrt(0.16 / ours.size))
        half = (1 - theta) * (1.0 if k == small.c else 0.5)
        assert (ours == -1).mean() == pytest.approx(half, abs=4 * np.sqrt(0.16 / ours.size))
    relevant = np.stack([grade_counts(small, grades)[:, 1:].sum(axis=1) for grades in again])
    room = 4 * relevant.std(axis=0) / np.sqrt(draws) + 1e-9
    assert (np.abs(relevant.mean(axis=0) - base[:, 1:].sum(axis=1)) <= room).all()


def test_unjudged_stays_unjudged() -> None:
    collection = ranked_lists([(1, -1, 0, 0), (2, 1, -1, 0)])
    for seed in range(10):
        grades = judged_again(collection, theta=0.2, rng=np.random.default_rng(seed))
        assert ((grades == -1) == (collection.grades == -1)).all()
        assert grades.max() <= 2


def test_seed_workers_and_growth(small: Collection) -> None:
    one = list(variation(small, ["AP"], repeats=4, seed=1))
    two = last(small, ["AP"], repeats=4, seed=1, workers=2)
    assert [(step.done, step.total) for step in one] == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert np.array_equal(one[-1].mean, two.mean)
    assert np.array_equal(one[-1].within, two.within)
    assert np.isnan(one[0].within).all()
    assert not np.array_equal(one[-1].mean, last(small, ["AP"], repeats=4, seed=2).mean)
    assert list(one[-1].frame()) == [
        "measure", "run", "mean", "between", "within", "observed", "error", "share",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theta": 1.1}, "theta: expected a probability from 0 to 1, found 1.1"),
        ({"repeats": 1}, "repeats: expected two judgements or more, found 1"),
    ],
)
def test_refused(small: Collection, options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        last(small, ["AP"], **options)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        # By hand, theta = 0.8: a fifth of grade 2 falls, a tenth of grade 1 falls and a tenth rises.
        ((4000, 0, 2000), (4000, 400, 1600)),
        ((4000, 2000, 0), (4000, 1800, 200)),
        ((4000, 1000, 1000), (4000, 1100, 900)),
        # No document of grade 0 can make up for those that fall.
        ((0, 2000, 0), (200, 1600, 200)),
    ],
)
def test_only_the_number_of_relevant_documents_stays(
    counts: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    ranked = [grade for grade, number in enumerate(counts) for _ in range(number)]
    # A topic of its own gives the scale.
    collection = ranked_lists([ranked, [2]])
    again = judged_again(collection, theta=0.8, rng=np.random.default_rng(2))
    found = np.bincount(again[: len(ranked)], minlength=3)
    assert np.abs(found - expected).max() < 4 * np.sqrt(0.2 * sum(counts))
