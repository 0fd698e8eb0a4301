"""A triangle of user models in small triangles: the winner of each part, and where two runs are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.analysis.users.family import Family, Graded
from gapviz.analysis.users.winners import ENDS, area, border_shares, regions, winners
from gapviz.arrays import FloatArray, IntArray, frozen

STEPS = 24
"""Small triangles along a side where a measure's winners are sampled."""


BESIDE = 0.01
"""How far beside a line its sides are compared, as a share of the triangle's side."""


@dataclass(frozen=True, eq=False)
class Patch:
    """All user models of a triangle for which one run wins.

    Attributes
    ----------
    run : int
        Number of the run.
    pieces : tuple of float64 array, shape (V, 3)
        Convex polygons, their corners as shares of the triangle's three corners.
    share : float
        Part of the triangle's area that they cover: of its user models, each as likely.
    exact : bool
        Whether it was computed from straight borders, and not sampled.
    """

    run: int
    pieces: tuple[FloatArray, ...]
    share: float
    exact: bool

    @property
    def centre(self) -> FloatArray:
        """Middle of the largest piece, or of all where they are small, as shares of the corners."""
        sizes = np.array([area(piece) for piece in self.pieces])
        middles = np.stack([piece.mean(axis=0) for piece in self.pieces])
        middle: FloatArray = sizes @ middles / sizes.sum()
        return middle


def cells(steps: int) -> FloatArray:
    """Corners of the small triangles that a triangle is divided into.

    Parameters
    ----------
    steps : int
        Along a side.

    Returns
    -------
    float64 array, shape (steps ** 2, 3, 3)
        Cell, corner of the cell, share of each corner of the triangle.

    Examples
    --------
    >>> cells(1).tolist()
    [[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]
    >>> len(cells(4)), float(cells(4).mean())
    (16, 0.3333333333333333)
    """
    upright = _whole(steps - 1)[:, None] + np.eye(3)
    inverted = _whole(steps - 2)[:, None] + (1.0 - np.eye(3))
    centres: FloatArray = np.concatenate([upright, inverted]) / steps
    return centres


def shares_of(g: Sequence[float] | FloatArray, corners: FloatArray) -> FloatArray:
    """Shares of the corners that make a user model of their triangle.

    Parameters
    ----------
    g : float64 array, shape (..., c)
    corners : float64 array, shape (3, c)

    Returns
    -------
    float64 array, shape (..., 3)

    Examples
    --------
    >>> from gapviz import users
    >>> shares_of((0.1, 0.1, 0.5, 0.3), users.corners(4, (1, 2, 4), {3: 0.5})).round(9).tolist()
    [0.2, 0.2, 0.6]
    """
    shares: FloatArray = np.asarray(g) @ np.linalg.pinv(corners)
    return shares


def patches(sums: Family, measure: Graded, *, corners: FloatArray, steps: int = STEPS) -> tuple[Patch, ...]:
    """Divide a triangle of user models into the parts in which each run wins.

    Parameters
    ----------
    sums : Family
        With at least one run.
    measure : {"GAP", "xGAP", "eGAP"}
    corners : float64 array, shape (3, c)
        ``np.eye(3)`` for c = 3; a slice (`users.corners`) for more grades.
    steps : int
        Small triangles along a side, for GAP and xGAP.

    Returns
    -------
    tuple of Patch
        Largest first; their shares sum to 1. Exact for eGAP (`winners.regions`). For GAP and xGAP winners are
        known at the corners of the small triangles, and borders between two of them are roots; a run that
        wins only inside one isn't seen.

    Examples
    --------
    >>> empty = np.zeros((2, 27))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.2, 0.3], [0.2, 0.4, 0.3]]), empty, empty, np.ones((9, 3)))
    >>> [(sums.runs[part.run], round(part.share, 9)) for part in patches(sums, "eGAP", corners=np.eye(3))]
    [('a', 0.5), ('b', 0.5)]
    """
    if measure == "eGAP":
        return tuple(
            Patch(part.run, (part.polygon,), part.share, exact=True)
            for part in regions(sums, corners=corners)
        )
    grid, g = _inside(steps, corners)
    best = winners(sums.means(measure, g.reshape(-1, g.shape[2])), sums.runs).reshape(-1, 3)
    pieces: dict[int, list[FloatArray]] = {}
    same = (best == best[:, :1]).all(axis=1)
    for cell, run in zip(grid[same], best[same, 0].tolist(), strict=True):
        pieces.setdefault(run, []).append(cell)
    borders = _borders(sums, measure, best[~same], g[~same])
    for cell, run, border in zip(grid[~same], best[~same].tolist(), borders, strict=True):
        for winner, piece in _divided(cell, run, border):
            pieces.setdefault(winner, []).append(piece)
    won = [
        Patch(run, tuple(map(frozen, parts)), sum(map(area, parts)), exact=False)
        for run, parts in pieces.items()
    ]
    return tuple(sorted(won, key=lambda part: (-part.share, sums.runs[part.run])))


def equal_line(
    sums: Family, measure: Graded, first: int, second: int, *, corners: FloatArray, steps: int = STEPS
) -> FloatArray:
    """Where two runs have the same mean in a triangle of user models.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.
    corners : float64 array, shape (3, c)
    steps : int
        Small triangles along a side.

    Returns
    -------
    float64 array, shape (R, 2, 3)
        Short pieces of the line, their ends as shares of the corners. For eGAP the line is straight.
    """
    two = sums.take([first, second])
    grid, g = _inside(steps, corners)
    best = winners(two.means(measure, g.reshape(-1, g.shape[2])), two.runs).reshape(-1, 3)
    crossed = ~(best == best[:, :1]).all(axis=1)
    borders = _borders(two, measure, best[crossed], g[crossed])
    ends = _ends(grid[crossed], borders)
    # Of three sides those two are crossed whose ends have different leaders.
    line: FloatArray = ends[best[crossed] != np.roll(best[crossed], -1, axis=1)].reshape(-1, 2, 3)
    return line


def leading_sides(
    sums: Family, measure: Graded, first: int, second: int, line: FloatArray, *, corners: FloatArray
) -> FloatArray:
    """On which side of the line where two runs are equal the first one leads.

    Parameters
    ----------
    sums : Family
    measure : {"GAP", "xGAP", "eGAP"}
    first, second : int
        Numbers of the runs.
    line : float64 array, shape (R, 2, 3)
        From `equal_line`.
    corners : float64 array, shape (3, c)

    Returns
    -------
    float64 array, shape (R, 3)
        For each piece a vector of length 1 across it, in the plane of the triangle; 0 for a piece without
        length.

    Examples
    --------
    >>> empty = np.zeros((2, 27))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.2, 0.3], [0.2, 0.4, 0.3]]), empty, empty, np.ones((9, 3)))
    >>> line = np.array([[[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]])
    >>> leading_sides(sums, "eGAP", 0, 1, line, corners=np.eye(3))[0, :2].round(3).tolist()
    [0.707, -0.707]
    """
    along = line[:, 1] - line[:, 0]
    across = np.cross(along, np.full(3, np.sqrt(1 / 3)))
    length = np.linalg.norm(across, axis=1, keepdims=True)
    across = np.divide(across, length, out=np.zeros_like(across), where=length > 0)
    beside = np.stack([line.mean(axis=1) + side * BESIDE * across for side in (1.0, -1.0)])
    inside = np.maximum(beside, 0.0)
    inside /= inside.sum(axis=2, keepdims=True)
    means = sums.take([first, second]).means(measure, inside.reshape(-1, 3) @ corners)
    leads = (means[:, 0] - means[:, 1]).reshape(2, -1)
    sides: FloatArray = np.sign(leads[0] - leads[1])[:, None] * across
    return sides


def _whole(total: int) -> FloatArray:
    """All triples of whole numbers from 0 with this sum."""
    first, second = np.nonzero(np.tri(max(total, -1) + 1, dtype=np.bool_)[::-1])
    return np.stack([first, second, total - first - second], axis=1).astype(np.float64)


def _inside(steps: int, corners: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Cells, and the user models of their corners: a bit inside, for GAP may jump at the sides."""
    grid = cells(steps)
    return grid, ((1.0 - ENDS) * grid + ENDS / 3.0) @ corners


def _borders(sums: Family, measure: Graded, best: IntArray, g: FloatArray) -> FloatArray:
    """Share of the way from each corner of a cell to the next at which their winners are equal, (K, 3)."""
    shares = np.full(best.shape, 0.5)
    cell, corner = np.nonzero(best != np.roll(best, -1, axis=1))
    after = (corner + 1) % 3
    one, other = best[cell, corner], best[cell, after]
    starts, ends = g[cell, corner], g[cell, after]
    borders = border_shares(sums, measure, one, other, starts, ends)
    # Where they are equal at a corner, and the first by name wins there, no order changes on the way.
    leads = np.abs([sums.differences(measure, one, other, at[:, None])[:, 0] for at in (starts, ends)])
    corners = np.where(leads[0] == leads[1], 0.5, np.where(leads[0] < leads[1], 0.0, 1.0))
    shares[cell, corner] = np.where(np.isnan(borders), corners, borders)
    return shares


def _ends(grid: FloatArray, borders: FloatArray) -> FloatArray:
    """Points at these shares of the sides of cells, shape (K, 3, 3)."""
    points: FloatArray = grid + borders[:, :, None] * (np.roll(grid, -1, axis=1) - grid)
    return points


def _divided(cell: FloatArray, best: Sequence[int], borders: FloatArray) -> list[tuple[int, FloatArray]]:
    """Divide a cell whose corners have two or three winners."""
    ends = _ends(cell[None], borders[None])[0]
    alone = [i for i in range(3) if best[i] != best[i - 1] and best[i] != best[i - 2]]
    if len(alone) == 1:
        i = alone[0]
        apex, after, before = cell[i], ends[i], ends[i - 1]
        rest = np.stack([cell[i - 2], cell[i - 1], before, after])
        return [(best[i], np.stack([apex, after, before])), (best[i - 1], rest)]
    middle = ends.mean(axis=0)
    return [(best[i], np.stack([cell[i], ends[i], middle, ends[i - 1]])) for i in range(3)]
