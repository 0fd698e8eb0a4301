"""The smallest change of the users that makes two runs change places."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gapviz import users
from gapviz.analysis.users.family import Family, Graded
from gapviz.analysis.users.swaps import NOISE, edge_swaps, first_swaps
from gapviz.arrays import FloatArray, frozen

DIRECTIONS = 720
"""Directions in which GAP and xGAP are searched first."""

ROUNDS = 24
"""Times that the search goes on around the best direction, each time half as wide."""

EACH_ROUND = 40

EQUAL = 1e-9
"""Means that differ by more at a swap are apart because GAP jumps there."""


@dataclass(frozen=True, eq=False)
class Nearest:
    """The nearest user model at which two runs swap.

    Attributes
    ----------
    g : float64 array, shape (c,)
        The two means are equal here, and in opposite order just beyond.
    moved : float
        Share of the users whose threshold has to change: half the sum of the absolute changes of g.
    mean : float
        Mean of both runs there.
    exact : bool
        Whether no nearer one can exist; else it is the nearest that a search found.
    jump : bool
        Whether the order changes without the means being equal: GAP counts some topics 0 as long as no
        user accepts their best documents, and the measure jumps as soon as one does.
    """

    g: FloatArray
    moved: float
    mean: float
    exact: bool
    jump: bool = False


def distance(g: FloatArray, other: FloatArray) -> float:
    """Share of the users who have to change their threshold: half the L1 distance.

    Parameters
    ----------
    g, other : float64 array, shape (c,)

    Returns
    -------
    float
        From 0 to 1.

    Examples
    --------
    >>> distance(np.array([0.5, 0.5, 0.0]), np.array([0.2, 0.5, 0.3]))
    0.3
    """
    return float(np.abs(g - other).sum() / 2)


def nearest(sums: Family, measure: Graded, first: int, second: int, g: FloatArray) -> Nearest | None:
    """Find the nearest user model at which two runs change places.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.
    g : float64 array, shape (c,)
        User model to start from.

    Returns
    -------
    Nearest or None
        None where the run that leads leads for all users. Where both means are equal at g already, g.

    Notes
    -----
    eGAP is linear in g, so that the best change is a greedy one: the users with the thresholds at which
    the leader gains most move to the threshold at which it gains least (a continuous knapsack). For GAP
    and xGAP straight ways from g in many directions are searched, then finer around the best. With c = 2
    there are two ways, and both are searched to the end.

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> found = nearest(sums, "eGAP", 0, 1, np.array([0.9, 0.1]))
    >>> found.g.round(9).tolist(), round(found.moved, 9), round(found.mean, 9)
    ([0.6, 0.4], 0.3, 0.28)
    """
    start = users.validate(g, c=sums.c)
    lead = float(sums.differences(measure, [first], [second], start[None, None])[0, 0])
    if abs(lead) <= NOISE:
        return _at(sums, measure, first, second, start, start, exact=True)
    if measure == "eGAP":
        gains = (sums.threshold_means[first] - sums.threshold_means[second]) * np.sign(lead)
        found = _greedy(gains, start)
        return None if found is None else _at(sums, measure, first, second, start, found, exact=True)
    found = _searched(sums, measure, first, second, start)
    return None if found is None else _at(sums, measure, first, second, start, found, exact=sums.c <= 2)


def _at(
    sums: Family, measure: Graded, first: int, second: int, start: FloatArray, g: FloatArray, *, exact: bool
) -> Nearest:
    one, other = sums.take([first, second]).means(measure, g[None])[0].tolist()
    jump = abs(one - other) > EQUAL
    return Nearest(frozen(g.copy()), distance(start, g), (one + other) / 2, exact, jump)


def _greedy(gains: FloatArray, start: FloatArray) -> FloatArray | None:
    """Move users to the threshold of the least gain until the gains sum to 0.

    Parameters
    ----------
    gains : float64 array, shape (c,)
        MAP(h) of the leader less that of the other run: its product with g, the lead, is positive.
    """
    to = int(np.argmin(gains))
    if gains[to] >= -NOISE:
        return None
    g, left = start.copy(), float(gains @ start)
    for h in np.argsort(-gains, kind="stable").tolist():
        if left <= 0 or h == to:
            break
        worth = gains[h] - gains[to]  # what a user who moves takes from the lead
        moved = min(g[h], left / worth)
        g[h] -= moved
        g[to] += moved
        left -= moved * worth
    return g


def _searched(sums: Family, measure: Graded, first: int, second: int, start: FloatArray) -> FloatArray | None:
    """Nearest of the first swaps in many directions, and of the swaps on the edges."""
    rng = np.random.default_rng(0)
    candidates = edge_swaps(sums, measure, first, second)
    directions = _directions(start, rng)
    for turn in range(1, ROUNDS + 1 if sums.c > 2 else 2):
        ends = _ends(start, directions)
        way, share = first_swaps(sums, measure, first, second, start=start, ends=ends)
        reached = start + share[:, None] * (ends[way] - start)
        candidates = np.concatenate([candidates, reached])
        if not candidates.size:
            return None
        candidates = candidates[[np.argmin(np.abs(candidates - start).sum(axis=1))]]
        towards = candidates[0] - start
        size = np.abs(towards).sum()
        if size == 0:
            break
        noise = rng.standard_normal((2, EACH_ROUND, sums.c)) / 2**turn
        around = towards / size + noise[0] - noise[0].mean(axis=1, keepdims=True)
        # Others that keep the probabilities that are 0 there: GAP may jump on that side only.
        beside = candidates[0] * np.exp(noise[1])
        directions = np.concatenate([around, beside / beside.sum(axis=1, keepdims=True) - start])
    best: FloatArray = candidates[0]
    return best


def _directions(start: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Return changes of g that sum to 0: from each threshold to each other, and all round.

    For c > 3 they are random ones, and those to a grid: its points on all sides, edges and corners matter,
    where GAP may jump and no random way ends. For c = 3 only the corners are such places.
    """
    c = start.size
    only = np.eye(c)
    moves = (only[:, None] - only[None]).reshape(-1, c)[~np.eye(c, dtype=np.bool_).reshape(-1)]
    if c == 2:
        return moves
    if c == 3:
        angle = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
        around = np.stack(
            [np.cos(angle), np.cos(angle - 2 * np.pi / 3), np.cos(angle + 2 * np.pi / 3)], axis=1
        )
    else:
        around = rng.standard_normal((DIRECTIONS, c))
        around -= around.mean(axis=1, keepdims=True)
    steps = 1
    while c > 3 and math.comb(steps + c, c - 1) <= DIRECTIONS:
        steps += 1
    return np.concatenate([moves, around, users.simplex_grid(c, steps) - start])


def _ends(start: FloatArray, directions: FloatArray) -> FloatArray:
    """Where the simplex ends in each direction; directions that lead out of it at once are left out."""
    inside = ~((directions < 0) & (start <= 0)).any(axis=1) & (np.abs(directions).sum(axis=1) > 1e-12)
    kept = directions[inside]
    with np.errstate(divide="ignore", invalid="ignore"):
        lengths = np.where(kept < 0, start / -kept, np.inf).min(axis=1)
    ends: FloatArray = start + lengths[:, None] * kept
    ends[ends < 1e-12] = 0.0  # a probability that is gone is gone, whatever the rounding leaves
    ends /= ends.sum(axis=1, keepdims=True)
    return ends
