"""Random collections in which many runs have equal means, for tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

import gapviz

NAMES = ("10", "2", "1", "q10", "q9", "a", "B", "é", "run-1", "run_1")


class Lists:
    """Short lists of few documents, of which many have equal means; each topic has documents of its own."""

    def __init__(self, seed: int, *, runs: int | None = None) -> None:
        draw = random.Random(seed)
        self.grades = [[draw.choice((0, 1, 1, 2)) for _ in range(4)] for _ in range(draw.randint(2, 5))]
        self.grades[0][0] = 2
        documents = [*range(4), None]  # the last of them is not judged
        self.runs = [
            [draw.sample(documents, draw.randint(0, 4)) for _ in self.grades]
            for _ in range(runs or draw.randint(2, 7))
        ]

    def load(self, topics: Sequence[str], runs: Sequence[str], order: Sequence[int]) -> gapviz.Collection:
        """Collection under these names, the runs in this order."""
        qrels = {
            topic: {f"d{t}.{k}": grade for k, grade in enumerate(grades)}
            for t, (topic, grades) in enumerate(zip(topics, self.grades, strict=True))
        }
        given = {
            runs[i]: {
                topic: {f"d{t}.{k}": -float(rank) for rank, k in enumerate(self.runs[i][t])}
                for t, topic in enumerate(topics)
            }
            for i in order
        }
        return gapviz.load(qrels, given, identities=True)


def made(seed: int) -> tuple[Lists, gapviz.Collection, list[int]]:
    """Lists, and their collection under random names with the runs in a random order, which is told."""
    lists, draw = Lists(seed), random.Random(-seed)
    T, N = len(lists.grades), len(lists.runs)
    topics, names, order = draw.sample(NAMES, T), draw.sample(NAMES, N), draw.sample(range(N), N)
    return lists, lists.load(topics, names, order), order
