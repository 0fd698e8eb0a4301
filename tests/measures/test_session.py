"""Session gains against their definition, on topics in random sessions."""

from __future__ import annotations

import math
import random

import numpy as np

from gapviz.collection.model import Sessions
from gapviz.measures.parse import measure
from gapviz.profile import profile
from tests import reference
from tests.lists import collection_of, random_topics


def test_against_slow_definition() -> None:
    """Witness: Vyas, section D: DCG over 1 + log_bq(q), summed down to the query for nsDCG."""
    draw, b, bq, n = random.Random(1), 2.0, 3.0, 4
    topics = random_topics(500, 3, seed=9)
    order = list(range(500))
    draw.shuffle(order)
    numbers, positions = np.empty(500, np.int64), np.empty(500, np.int64)
    sessions: list[list[int]] = []
    while order:
        size = min(draw.randrange(1, 7), len(order))
        sessions.append([order.pop() for _ in range(size)])
    for number, queries in enumerate(sessions):
        places = sorted(draw.sample(range(1, 12), len(queries)))  # positions may have gaps
        numbers[queries], positions[queries] = number, places
    counted = profile(collection_of(topics).with_sessions(Sessions(numbers, positions)))
    found = {name: measure(f"{name}(b=2,bq=3)@4")(counted)[0] for name in ("sDCG", "nsDCG")}

    for queries in sessions:
        gains = best = 0.0
        for t in queries:
            divisor = 1 + math.log(positions[t], bq)
            gain = reference.discounted(reference.grades(topics[t].ranked), b, n) / divisor
            gains += gain
            best += reference.discounted(reference.ideal(topics[t].counts(3)), b, n) / divisor
            assert abs(found["sDCG"][t] - gain) < 1e-12
            assert abs(found["nsDCG"][t] - (gains / best if best else 0.0)) < 1e-12


def test_an_ideal_session_scores_1() -> None:
    topics = [[2, 1], [1, 1, 1], [2]]
    from gapviz.measures.example import ranked_lists

    sessions = Sessions(np.array([0, 0, 0]), np.array([2, 1, 3]))
    counted = profile(ranked_lists(topics).with_sessions(sessions))
    np.testing.assert_allclose(measure("nsDCG@10")(counted)[0], [1, 1, 1], atol=1e-12)
    worse = profile(ranked_lists([[1, 2], [1, 1, 1], [2]]).with_sessions(sessions))
    values = measure("nsDCG(b=2,bq=4)@1")(worse)[0]
    assert values[1] == 1.0
    # The second query has 1 of 2, both over 1 + log4(2) = 1.5: (1 + 1/1.5) / (1 + 2/1.5).
    np.testing.assert_allclose(values[0], (1 + 1 / 1.5) / (1 + 2 / 1.5), atol=1e-12)
