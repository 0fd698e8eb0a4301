"""The smallest change of the users that makes two runs change places."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gapviz import users
from gapviz.analysis.rankings.equality import lead
from gapviz.analysis.users.family import Family, Graded
from gapviz.analysis.users.swaps import always_equal, edge_swaps, swaps
from gapviz.arrays import FloatArray, frozen

DIRECTIONS = 720
"""Directions in which GAP and xGAP are searched first."""

ROUNDS = 24
"""Times that the search goes on around the best direction, each time half as wide."""

EACH_ROUND = 40


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
        Mean of both runs there; NaN where the order changes by a jump.
    exact : bool
        Whether no nearer one can exist; else it is the nearest that a search found.
    jump : bool
        Whether the order changes without the means being equal: GAP counts some topics 0 as long as no
        user accepts their best documents, and the measure jumps as soon as one does.
    to : tuple of int
        Thresholds, from 1, that have no users: where the order changes by a jump right beside the g that is
        asked for, which `g` then is, any share of users that moves to these, however small, swaps the runs.
        Else empty.
    """

    g: FloatArray
    moved: float
    mean: float
    exact: bool
    jump: bool = False
    to: tuple[int, ...] = ()


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
        None where the run that leads leads for all users, and where the two are equal for all users. Where
        they are equal at g but not everywhere, g.

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
    >>> swap = nearest(sums, "eGAP", 0, 1, np.array([0.9, 0.1]))
    >>> swap.g.round(9).tolist(), round(swap.moved, 9), round(swap.mean, 9)
    ([0.6, 0.4], 0.3, 0.28)
    """
    start = users.validate(g, c=sums.c)
    one, other = sums.take([first, second]).means(measure, start[None])[0]
    ahead = float(lead(one, other))
    if ahead == 0:
        equal = always_equal(sums, measure, first, second)
        return None if equal else Nearest(frozen(start.copy()), 0.0, float(one), exact=True)
    if measure == "eGAP":
        gains = lead(sums.threshold_means[first], sums.threshold_means[second]) * np.sign(ahead)
        move = _greedy(gains, start)
        return None if move is None else _at(sums, measure, first, start, move, exact=True)
    return _searched(sums, measure, first, second, start)


def _at(
    sums: Family, measure: Graded, first: int, start: FloatArray, g: FloatArray, *, exact: bool
) -> Nearest:
    mean = float(sums.take([first]).means(measure, g[None])[0, 0])
    return Nearest(frozen(g.copy()), distance(start, g), mean, exact)


def _greedy(gains: FloatArray, start: FloatArray) -> FloatArray | None:
    """Move users to the threshold of the least gain until the gains sum to 0.

    Parameters
    ----------
    gains : float64 array, shape (c,)
        MAP(h) of the leader less that of the other run: its product with g, the lead, is positive.
    """
    to = int(np.argmin(gains))
    if gains[to] >= 0:
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


def _searched(sums: Family, measure: Graded, first: int, second: int, start: FloatArray) -> Nearest | None:
    """Nearest of the first swaps in many directions, and of the swaps on the edges."""
    rng = np.random.default_rng(0)
    on_edges = edge_swaps(sums, measure, first, second)
    places, jumps = on_edges.g, on_edges.jump
    directions = _directions(start, rng)
    for turn in range(1, ROUNDS + 1 if sums.c > 2 else 2):
        ends = _ends(start, directions)
        pair = np.full(len(ends), first), np.full(len(ends), second)
        crossed = swaps(sums, measure, *pair, start=start, end=ends)
        reached = np.unique(crossed.way, return_index=True)[1]
        if beside := np.flatnonzero(crossed.jump[reached] & (crossed.share[reached] == 0)).tolist():
            end = ends[crossed.way[reached[beside[0]]]]
            to = tuple((np.flatnonzero((start == 0) & (end > 0)) + 1).tolist())
            return Nearest(frozen(start.copy()), 0.0, math.nan, exact=True, jump=True, to=to)
        places, jumps = np.concatenate([places, crossed.g[reached]]), np.append(jumps, crossed.jump[reached])
        if not places.size:
            return None
        nearest_ = np.argmin(np.abs(places - start).sum(axis=1))
        places, jumps = places[[nearest_]], jumps[[nearest_]]
        towards = places[0] - start
        noise = rng.standard_normal((2, EACH_ROUND, sums.c)) / 2**turn
        around = towards / np.abs(towards).sum() + noise[0] - noise[0].mean(axis=1, keepdims=True)
        # Others that keep the probabilities that are 0 there: GAP may jump on that side only.
        along = places[0] * np.exp(noise[1])
        directions = np.concatenate([around, along / along.sum(axis=1, keepdims=True) - start])
    if jumps[0]:
        return Nearest(frozen(places[0]), distance(start, places[0]), math.nan, sums.c <= 2, jump=True)
    return _at(sums, measure, first, start, places[0], exact=sums.c <= 2)


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
