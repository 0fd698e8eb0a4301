"""Random ranked lists as collections, for tests."""

from __future__ import annotations

import random
from dataclasses import dataclass

from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import Collection
from gapviz.measures.example import ranked_lists


@dataclass(frozen=True)
class Topic:
    """A ranked list with the judged documents that it misses."""

    ranked: tuple[int | None, ...]
    missing: tuple[int, ...]

    def counts(self, c: int) -> list[int]:
        """R[k] for k = 0..c."""
        judged = [*self.ranked, *self.missing]
        return [judged.count(k) for k in range(c + 1)]


def random_topics(number: int, c: int, *, seed: int) -> list[Topic]:
    """Short lists over grades 0..c: some without the top grade, some with nothing relevant, some empty.

    The first has grade c, so that the collection's highest grade is c.
    """
    draw = random.Random(seed)
    topics = [Topic((c,), ())]
    while len(topics) < number:
        top = draw.choice([0, *range(1, c + 1), c, c, c])
        choices: list[int | None] = [None, UNJUDGED, 0, *range(top + 1)]
        ranked = tuple(draw.choice(choices) for _ in range(draw.randrange(13)))
        missing = tuple(draw.randrange(top + 1) for _ in range(draw.randrange(6)))
        topics.append(Topic(ranked, missing))
    return topics


def collection_of(topics: list[Topic]) -> Collection:
    """One run over the topics."""
    return ranked_lists([topic.ranked for topic in topics], missing=[topic.missing for topic in topics])
