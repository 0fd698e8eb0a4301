"""Samples of the judgements, against what their definitions say, document by document."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

import gapviz
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.health.pools import grade_counts, imperfect, simple_sample, stratified_sample
from gapviz.collection.model import Collection
from gapviz.collection.reading.hashes import identities
from gapviz.collection.reading.words import Words
from gapviz.collection.synthetic.draw import generate
from gapviz.collection.synthetic.likenesses import SMALL
from gapviz.measures.example import ranked_lists

RATES = (1.0, 0.9, 0.5, 0.25, 0.1, 0.01)


@pytest.fixture(scope="module")
def small() -> Collection:
    return generate(SMALL)


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_stratified_sizes(small: Collection) -> None:
    """Witness: the rule of mathematics.md, section 6, for each topic and grade."""
    sample = stratified_sample(small, rng())
    for rate in RATES:
        grades = sample.at(rate)
        for t in range(len(small.topics)):
            for k in range(small.c + 1):
                ours = (small.judgements.topic_index == t) & (small.grades == k)
                n, m = int(ours.sum()), 10 if k == 0 else 1
                assert (grades[ours] == k).sum() == min(n, max(m, round(rate * n))), (rate, t, k)
        assert ((grades == small.grades) | (grades == UNJUDGED)).all()


def test_stratified_samples_are_nested(small: Collection) -> None:
    sample = stratified_sample(small, rng())
    kept = [sample.at(rate) != UNJUDGED for rate in RATES]
    assert kept[0].all()
    assert all((less <= more).all() for more, less in itertools.pairwise(kept))


def test_stratified_is_fair() -> None:
    """Each of ten documents of a grade is kept as often as another: 3 in 10, to 4 standard errors."""
    collection = ranked_lists([(1,) * 10])
    generator, draws = rng(), 2000
    kept = sum((stratified_sample(collection, generator).at(0.3) == 1).astype(int) for _ in range(draws))
    assert np.abs(np.asarray(kept) / draws - 0.3).max() < 4 * np.sqrt(0.3 * 0.7 / draws)


def test_simple_sizes_and_a_relevant_document_each(small: Collection) -> None:
    for rate in RATES:
        grades = simple_sample(small, rate, rng())
        counts = grade_counts(small, grades)
        judged = grade_counts(small).sum(axis=1)
        assert counts.sum(axis=1).tolist() == [max(1, round(rate * n)) for n in judged.tolist()]
        assert (counts[:, 1:].sum(axis=1) > 0).all()


def test_simple_is_the_draw_that_is_redrawn() -> None:
    """Witness: sampling and redrawing as the definition says. Two of six, one of them relevant.

    A sample with a relevant document has both in 1 of 9 cases if two are relevant: 4 * 2 + 1 pairs.
    """
    collection = ranked_lists([(1, 1, 0, 0, 0, 0)])
    generator, draws = rng(), 9000
    found = [simple_sample(collection, 1 / 3, generator) for _ in range(draws)]
    both = np.mean([(grades == 1).sum() == 2 for grades in found])
    assert abs(both - 1 / 9) < 4 * np.sqrt(8 / 81 / draws)
    first = np.mean([grades[0] == 1 for grades in found])
    assert abs(first - 5 / 9) < 4 * np.sqrt(20 / 81 / draws)


def test_nothing_relevant_is_not_drawn_again() -> None:
    collection = ranked_lists([(0, 0, 0, 0), (UNJUDGED, 2)])
    grades = simple_sample(collection, 0.5, rng())
    assert (grades[:4] == 0).sum() == 2
    assert grades[4:].tolist() == [UNJUDGED, 2]
    assert stratified_sample(collection, rng()).at(0.1).tolist() == [0, 0, 0, 0, UNJUDGED, 2]


def test_imperfect_takes_the_same_documents_from_all_runs(small: Collection) -> None:
    less = imperfect(small, 0.5, rng())
    gone: set[int] = set()
    for before, after in zip(small.runs, less.runs, strict=True):
        for t in range(len(small.topics)):
            old = before.codes[before.offsets[t] : before.offsets[t + 1]]
            new = after.codes[after.offsets[t] : after.offsets[t + 1]]
            gone |= set(old.tolist()) - set(new.tolist())
    stays = {code for run in less.runs for code in run.codes.tolist()}
    assert not stays & gone
    retrieved = stays | gone
    assert abs(len(stays) / len(retrieved) - 0.5) < 4 * np.sqrt(0.25 / len(retrieved))
    assert np.array_equal(less.grades, small.grades)


def test_imperfect_keeps_order_and_share_outside_the_pool() -> None:
    collection = ranked_lists([(1, *(None,) * 4000, 2)])
    run = imperfect(collection, 0.25, rng()).runs[0]
    outside = int((run.codes < 0).sum())
    assert abs(outside / 4000 - 0.25) < 4 * np.sqrt(0.25 * 0.75 / 4000)
    assert run.offsets.tolist() == [0, run.codes.size]
    whole = imperfect(collection, 1.0, rng()).runs[0]
    assert np.array_equal(whole.codes, collection.runs[0].codes)
    assert imperfect(collection, 0.0, rng()).runs[0].codes.size == 0


def test_imperfect_document_is_gone_in_all_topics() -> None:
    """`ranked_lists` numbers documents through, so give two topics the same names here."""
    collection = ranked_lists([(1, 0, 2), (0, 1, 1)])
    names = np.tile(collection.judgements.documents[:3], 2)
    collection = dataclasses.replace(
        collection, judgements=dataclasses.replace(collection.judgements, ids=Words.of(names))
    )
    for seed in range(20):
        run = imperfect(collection, 0.5, rng(seed)).runs[0]
        first = run.codes[run.offsets[0] : run.offsets[1]]
        second = run.codes[run.offsets[1] : run.offsets[2]]
        assert first.tolist() == (second - 3).tolist()


def test_imperfect_document_is_gone_also_where_it_is_outside_the_pool() -> None:
    """Each document is judged for one topic and retrieved for both, by runs in other orders."""
    qrels = {str(t): {f"{t}-{i}": 1 for i in range(30)} for t in range(2)}
    ids = [document for topic in qrels.values() for document in topic]
    lists = {"up": ids, "down": ids[::-1]}
    runs = {
        name: {topic: {one: -float(n) for n, one in enumerate(ranked)} for topic in qrels}
        for name, ranked in lists.items()
    }
    collection = gapviz.load(qrels, runs, identities=True)
    words = Words.of(np.array([one.encode() for one in ids]))
    outside = dict(zip(identities(words).tolist(), ids, strict=True))
    judged = dict(enumerate(collection.judgements.ids.texts()))
    less = imperfect(collection, 0.5, rng())
    left = [
        [(judged | outside)[code] for code in run.codes[run.offsets[t] : run.offsets[t + 1]].tolist()]
        for run in less.runs
        for t in range(2)
    ]
    assert left[0] == left[1] == left[2][::-1] == left[3][::-1]
    assert left[0] == [one for one in ids if one in left[0]]
    assert 15 < len(left[0]) < 45
