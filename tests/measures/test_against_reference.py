"""Each measure outside the graded family against its slow definition on random lists."""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from gapviz.measures import MEASURES
from gapviz.measures.parse import measure
from gapviz.profile import Profile, profile
from tests import reference
from tests.lists import Topic, collection_of, random_topics

HALF, TENTHS8 = Fraction(1, 2), Fraction(8, 10)

N = 40
"""Documents of the collection, for normalised recall and precision."""

Slow = Callable[[Topic, int], float | Fraction]

SLOW: dict[str, Slow] = {
    "AP": lambda topic, c: reference.average_precision(topic.ranked, topic.counts(c)),
    "AP(rel=2)": lambda topic, c: reference.average_precision(topic.ranked, topic.counts(c), 2),
    "AP@4": lambda topic, c: reference.average_precision_at(topic.ranked, topic.counts(c), 4),
    "AP(rel=2)@4": lambda topic, c: reference.average_precision_at(topic.ranked, topic.counts(c), 4, 2),
    "RR": lambda topic, c: reference.reciprocal_rank(topic.ranked),
    "RR(rel=2)@3": lambda topic, c: reference.reciprocal_rank(topic.ranked, 3, 2),
    "Success@2": lambda topic, c: reference.success(topic.ranked, 2),
    "Success(rel=2)@5": lambda topic, c: reference.success(topic.ranked, 5, 2),
    "Judged": lambda topic, c: reference.judged_share(topic.ranked),
    "Judged@4": lambda topic, c: reference.judged_share(topic.ranked, 4),
    "IPrec@0": lambda topic, c: reference.interpolated_precision(topic.ranked, topic.counts(c), 0),
    "IPrec@0.1": lambda topic, c: reference.interpolated_precision(topic.ranked, topic.counts(c), 0.1),
    "IPrec@0.7": lambda topic, c: reference.interpolated_precision(topic.ranked, topic.counts(c), 0.7),
    "IPrec@1": lambda topic, c: reference.interpolated_precision(topic.ranked, topic.counts(c), 1),
    "IPrec(rel=2,needed=nearest)@0.3": lambda topic, c: reference.interpolated_precision(
        topic.ranked, topic.counts(c), 0.3, 2, nearest=True
    ),
    "P@1": lambda topic, c: reference.precision(topic.ranked, topic.counts(c), 1),
    "P(rel=2)@5": lambda topic, c: reference.precision(topic.ranked, topic.counts(c), 5, 2),
    "P@100": lambda topic, c: reference.precision(topic.ranked, topic.counts(c), 100),
    "Recall@5": lambda topic, c: reference.recall(topic.ranked, topic.counts(c), 5),
    "Recall(rel=2)@5": lambda topic, c: reference.recall(topic.ranked, topic.counts(c), 5, 2),
    "Rprec": lambda topic, c: reference.r_precision(topic.ranked, topic.counts(c)),
    "Rprec(rel=2)": lambda topic, c: reference.r_precision(topic.ranked, topic.counts(c), 2),
    "nDCG": lambda topic, c: reference.ndcg(topic.ranked, topic.counts(c)),
    "nDCG@4": lambda topic, c: reference.ndcg(topic.ranked, topic.counts(c), 4),
    "nDCG(gain=exponential)": lambda topic, c: reference.ndcg(
        topic.ranked, topic.counts(c), exponential=True
    ),
    "nDCG(gain=exponential)@4": lambda topic, c: reference.ndcg(
        topic.ranked, topic.counts(c), 4, exponential=True
    ),
    "RBP(rel=1)": lambda topic, c: reference.rank_biased_precision(topic.ranked, TENTHS8),
    "RBP(p=0.5,rel=2)": lambda topic, c: reference.rank_biased_precision(topic.ranked, HALF, 2),
    "RBP(gain=graded)": lambda topic, c: reference.graded_rank_biased_precision(topic.ranked, TENTHS8, c),
    "ERR": lambda topic, c: reference.expected_reciprocal_rank(topic.ranked, c),
    "ERR@4": lambda topic, c: reference.expected_reciprocal_rank(topic.ranked, c, 4),
    "ERR(c=5)": lambda topic, c: reference.expected_reciprocal_rank(topic.ranked, 5),
    "bpref": lambda topic, c: reference.binary_preference(topic.ranked, topic.counts(c)),
    "bpref(rel=2)": lambda topic, c: reference.binary_preference(topic.ranked, topic.counts(c), 2),
    "infAP": lambda topic, c: reference.inferred_average_precision(topic.ranked, topic.counts(c)),
    "infAP(rel=2)": lambda topic, c: reference.inferred_average_precision(topic.ranked, topic.counts(c), 2),
    "bpref-R": lambda topic, c: reference.printed_binary_preference(topic.ranked, topic.counts(c)),
    "bpref-R(rel=2)": lambda topic, c: reference.printed_binary_preference(topic.ranked, topic.counts(c), 2),
    "bpref-10": lambda topic, c: reference.printed_binary_preference(topic.ranked, topic.counts(c), more=10),
    "bpref-10(rel=2)": lambda topic, c: reference.printed_binary_preference(
        topic.ranked, topic.counts(c), 2, more=10
    ),
    "indAP": lambda topic, c: reference.average_precision(reference.condensed(topic.ranked), topic.counts(c)),
    "indAP(rel=2)": lambda topic, c: reference.average_precision(
        reference.condensed(topic.ranked), topic.counts(c), 2
    ),
    "indAP@3": lambda topic, c: reference.average_precision_at(
        reference.condensed(topic.ranked), topic.counts(c), 3
    ),
    "nDCG'": lambda topic, c: reference.ndcg(reference.condensed(topic.ranked), topic.counts(c)),
    "nDCG'(gain=exponential)@4": lambda topic, c: reference.ndcg(
        reference.condensed(topic.ranked), topic.counts(c), 4, exponential=True
    ),
    "Q": lambda topic, c: reference.q_measure(topic.ranked, topic.counts(c)),
    "Q(beta=0.5)": lambda topic, c: reference.q_measure(topic.ranked, topic.counts(c), HALF),
    "Q'": lambda topic, c: reference.q_measure(reference.condensed(topic.ranked), topic.counts(c)),
    "R-measure": lambda topic, c: reference.r_measure(topic.ranked, topic.counts(c)),
    "R-measure(beta=0.5)": lambda topic, c: reference.r_measure(topic.ranked, topic.counts(c), HALF),
    "wAP": lambda topic, c: reference.weighted_average_precision(topic.ranked, topic.counts(c)),
    "genAP": lambda topic, c: reference.generalised_average_precision(topic.ranked, topic.counts(c)),
    "JKnDCG": lambda topic, c: reference.jk_ndcg(topic.ranked, topic.counts(c), 2),
    "JKnDCG(b=3.5)@4": lambda topic, c: reference.jk_ndcg(topic.ranked, topic.counts(c), 3.5, 4),
    "avgnDCG@5": lambda topic, c: reference.average_ndcg(topic.ranked, topic.counts(c), 2, 5),
    "avgnDCG(b=3.5)@30": lambda topic, c: reference.average_ndcg(topic.ranked, topic.counts(c), 3.5, 30),
    "SR": lambda topic, c: reference.sliding_ratio(topic.ranked, topic.counts(c)),
    "SR@4": lambda topic, c: reference.sliding_ratio(topic.ranked, topic.counts(c), 4),
    "mSR": lambda topic, c: reference.sliding_ratio(topic.ranked, topic.counts(c), modified=True),
    "mSR@4": lambda topic, c: reference.sliding_ratio(topic.ranked, topic.counts(c), 4, modified=True),
    "gP@4": lambda topic, c: reference.generalised_precision(topic.ranked, c, 4),
    "gR@4": lambda topic, c: reference.generalised_recall(topic.ranked, topic.counts(c), 4),
    "ADM": lambda topic, c: reference.average_distance(topic.ranked, topic.counts(c), falling(topic)),
}

ANY_SIZE: dict[str, Slow] = {
    "CG@4": lambda topic, c: reference.cumulated_gain(topic.ranked, 4),
    "DCG(b=2)@4": lambda topic, c: reference.discounted(reference.grades(topic.ranked), 2, 4),
    "DCG(b=3.5)@100": lambda topic, c: reference.discounted(reference.grades(topic.ranked), 3.5, 100),
    "sDCG(b=2)@4": lambda topic, c: reference.discounted(reference.grades(topic.ranked), 2, 4),
    "nsDCG@4": lambda topic, c: reference.jk_ndcg(topic.ranked, topic.counts(c), 2, 4),
    "RHL@4": lambda topic, c: reference.ranked_half_life(topic.ranked, topic.counts(c), 4),
    "RHL@100": lambda topic, c: reference.ranked_half_life(topic.ranked, topic.counts(c), 100),
}
"""Measures whose values are not 0 to 1; without sessions, sDCG is DCG and nsDCG is JKnDCG."""

IN_COLLECTION: dict[str, Slow] = {
    "normRecall(N=40)": lambda topic, c: reference.normalised_recall(topic.ranked, topic.counts(c), N),
    "normRecall(N=40,rel=2)": lambda topic, c: reference.normalised_recall(
        topic.ranked, topic.counts(c), N, 2
    ),
    "normPrec(N=40)": lambda topic, c: reference.normalised_precision(topic.ranked, topic.counts(c), N),
    "normPrec(N=40,rel=2)": lambda topic, c: reference.normalised_precision(
        topic.ranked, topic.counts(c), N, 2
    ),
}


def falling(topic: Topic) -> list[Fraction]:
    """Scaled scores of a toy list: evenly from 1 to 0; a single document has 1."""
    last = len(topic.ranked) - 1
    return [Fraction(last - n, last) if last else Fraction(1) for n in range(last + 1)]


def test_every_measure_has_a_slow_definition() -> None:
    """Those of the graded family are in test_graded.py, that of subAP in test_subap.py."""
    have = {measure(text).name for text in SLOW | IN_COLLECTION | ANY_SIZE} | {"GAP", "xGAP", "eGAP", "subAP"}
    assert have == {definition.name for definition in MEASURES}


@functools.cache
def five_hundred(c: int) -> tuple[list[Topic], Profile]:
    """Return random lists, and what is counted of them once for all measures."""
    topics = random_topics(500, c, seed=c)
    return topics, profile(collection_of(topics))


@pytest.mark.parametrize("text", SLOW | IN_COLLECTION | ANY_SIZE)
@pytest.mark.parametrize("c", [1, 2, 4])
def test_against_slow_definition(text: str, c: int) -> None:
    if c == 1 and "rel=2" in text:
        return
    topics, counted = five_hundred(c)
    fast = measure(text)(counted)[0]
    slow = (SLOW | IN_COLLECTION | ANY_SIZE)[text]
    np.testing.assert_allclose(fast, [float(slow(topic, c)) for topic in topics], rtol=0, atol=1e-12)
    assert (fast >= -1e-12).all()
    assert text in ANY_SIZE or (fast <= 1 + 1e-12).all()


def test_against_slow_definition_on_long_lists() -> None:
    topics = [Topic(topic.ranked * 40, topic.missing) for topic in random_topics(30, 3, seed=7)]
    counts = profile(collection_of(topics))
    for text, slow in (SLOW | ANY_SIZE).items():
        exact = [float(slow(topic, 3)) for topic in topics]
        np.testing.assert_allclose(measure(text)(counts)[0], exact, rtol=0, atol=1e-12, err_msg=text)
