"""Each measure outside the graded family against its slow definition on random lists."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from gapviz.measures.parse import measure
from gapviz.profile import profile
from tests import reference
from tests.lists import Topic, collection_of, random_topics

HALF, TENTHS8 = Fraction(1, 2), Fraction(8, 10)

Slow = Callable[[Topic, int], float | Fraction]

SLOW: dict[str, Slow] = {
    "AP": lambda topic, c: reference.average_precision(topic.ranked, topic.counts(c)),
    "AP(rel=2)": lambda topic, c: reference.average_precision(topic.ranked, topic.counts(c), 2),
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
    "RBP": lambda topic, c: reference.rank_biased_precision(topic.ranked, TENTHS8),
    "RBP(p=0.5,rel=2)": lambda topic, c: reference.rank_biased_precision(topic.ranked, HALF, 2),
    "RBP(gain=graded)": lambda topic, c: reference.graded_rank_biased_precision(topic.ranked, TENTHS8, c),
    "ERR": lambda topic, c: reference.expected_reciprocal_rank(topic.ranked, c),
    "ERR@4": lambda topic, c: reference.expected_reciprocal_rank(topic.ranked, c, 4),
    "ERR(c=5)": lambda topic, c: reference.expected_reciprocal_rank(topic.ranked, 5),
    "bpref": lambda topic, c: reference.binary_preference(topic.ranked, topic.counts(c)),
    "bpref(rel=2)": lambda topic, c: reference.binary_preference(topic.ranked, topic.counts(c), 2),
    "infAP": lambda topic, c: reference.inferred_average_precision(topic.ranked, topic.counts(c)),
    "infAP(rel=2)": lambda topic, c: reference.inferred_average_precision(topic.ranked, topic.counts(c), 2),
}


@pytest.mark.parametrize("text", SLOW)
@pytest.mark.parametrize("c", [1, 2, 4])
def test_against_slow_definition(text: str, c: int) -> None:
    if c == 1 and "rel=2" in text:
        return
    topics = random_topics(300, c, seed=c)
    fast = measure(text)(profile(collection_of(topics)))[0]
    np.testing.assert_allclose(fast, [float(SLOW[text](topic, c)) for topic in topics], rtol=0, atol=1e-12)
    assert (fast >= 0).all()
    assert (fast <= 1 + 1e-12).all()


def test_against_slow_definition_on_long_lists() -> None:
    topics = [Topic(topic.ranked * 40, topic.missing) for topic in random_topics(30, 3, seed=7)]
    counts = profile(collection_of(topics))
    for text, slow in SLOW.items():
        exact = [float(slow(topic, 3)) for topic in topics]
        np.testing.assert_allclose(measure(text)(counts)[0], exact, rtol=0, atol=1e-12, err_msg=text)
