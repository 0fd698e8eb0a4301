"""A question on eGAP that is drawn, so that nobody has seen it before."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.measures.parse import measure

LENGTH = 5
"""Documents of the list that is drawn, one of which it may miss."""

SHARES = (0.2, 0.3, 0.4, 0.6, 0.7, 0.8)
"""What g1 is drawn from; at one half two of the answers would be equal."""

DIGITS = 4
"""Decimals of the answers."""

PLAIN_MEAN = "the plain mean of the APs, not weighed by the shares of the users"
REVERSED = "the shares the other way round: g₁ is that of the users for whom any relevant document counts"
ALONE = "AP for threshold 1 alone, as if grade 1 were enough for everybody"


@dataclass(frozen=True)
class Question:
    """A list and a user model, of which eGAP is asked.

    Attributes
    ----------
    toy : ToyList
    g : tuple of float, length c
    aps : tuple of float, length c
        AP at each threshold.
    answers : tuple of float
        In rising order, all different to `DIGITS` decimals.
    right : int
        Number of the right one.
    slips : tuple of str
        For each answer what leads to it; empty for the right one.
    """

    toy: ToyList
    g: tuple[float, ...]
    aps: tuple[float, ...]
    answers: tuple[float, ...]
    right: int
    slips: tuple[str, ...]


def question(toy: ToyList, g: Sequence[float]) -> Question:
    """Ask for eGAP, with the answers that the usual slips lead to.

    Parameters
    ----------
    toy : ToyList
    g : sequence of float, length c

    Returns
    -------
    Question

    Examples
    --------
    Grades 0, 2, 1: AP is (1/2 + 2/3) / 2 = 7/12 at threshold 1 and 1/2 at threshold 2.

    >>> asked = question(ToyList.parse("2.021."), (0.8, 0.2))
    >>> asked.answers, asked.answers[asked.right]
    ((0.5167, 0.5417, 0.5667, 0.5833), 0.5667)
    """
    thresholds = [measure(f"AP(rel={h})") for h in range(1, toy.c + 1)]
    aps = tuple(values(thresholds, [toy])[:, 0].tolist())
    equal = [1 / toy.c] * toy.c
    slips = {
        _weighed(g, aps): "",
        _weighed(equal, aps): PLAIN_MEAN,
        _weighed(tuple(reversed(g)), aps): REVERSED,
        round(aps[0], DIGITS): ALONE,
    }
    answers = tuple(sorted(slips))
    right = answers.index(_weighed(g, aps))
    said = tuple("" if k == right else slips[answer] for k, answer in enumerate(answers))
    return Question(toy, tuple(g), aps, answers, right, said)


def draw(seed: int) -> Question:
    """Draw a list of grades 0 to 2 and a user model for which all four answers differ.

    Parameters
    ----------
    seed : int

    Returns
    -------
    Question

    Examples
    --------
    >>> len(draw(0).answers)
    4
    """
    chance = random.Random(seed)
    while True:
        grades = chance.choices((0, 1, 2), k=LENGTH)
        retrieved = chance.choice((LENGTH - 1, LENGTH))
        toy = ToyList(2, tuple(grades[:retrieved]), tuple(filter(None, grades[retrieved:])))
        share = chance.choice(SHARES)
        asked = question(toy, (share, round(1 - share, 1)))
        if len(asked.answers) == 4 and min(asked.aps) > 0:
            return asked


def _weighed(weights: Sequence[float], aps: Sequence[float]) -> float:
    return round(sum(weight * ap for weight, ap in zip(weights, aps, strict=True)), DIGITS)
