"""The axis of ranks."""

from __future__ import annotations

from typing import Any

import numpy as np

SQUARE_ROOT_ABOVE = 60
"""Runs from which on the rank axis is a square root, so that the top keeps room."""

TICK_GAP = 14
"""Least distance of two written ranks, in pixels."""


class RankScale:
    """Rank to place on the axis: the rank itself, or its square root above 60 runs.

    Parameters
    ----------
    last : int
        Last rank that is shown.
    inner : float
        Height of the axis in pixels.

    Examples
    --------
    >>> RankScale(143, inner=400).ticks()
    [1, 5, 10, 20, 40, 60, 80, 100, 120, 143]
    >>> RankScale(42, inner=400).ticks()
    [1, 10, 20, 30, 40, 42]
    >>> RankScale(1, inner=400).ticks()
    [1]
    """

    def __init__(self, last: int, *, inner: float) -> None:
        self.last = last
        self.inner = inner
        self.is_root = last > SQUARE_ROOT_ABOVE
        # Half a step of free axis above rank 1 and below the last one.
        self.half = 0.15 if self.is_root else max(0.5, last * 0.012)

    def place(self, rank: Any) -> Any:
        """Place of a rank, or of an array of ranks, on the axis."""
        return np.sqrt(rank) if self.is_root else np.asarray(rank, dtype=np.float64)

    def pixel(self, rank: Any) -> Any:
        """Pixels of a rank below the top of the axis.

        Returns
        -------
        float, or float64 array
            From 0 to `inner`.
        """
        top, bottom = self.place(1) - self.half, self.place(self.last) + self.half
        return (self.place(rank) - top) / (bottom - top) * self.inner

    def ticks(self) -> list[int]:
        """Ranks that are written on the axis: round ones, the first and the last.

        Returns
        -------
        list of int
            Ascending.
        """
        step = 20 if self.is_root else 10 if self.last > 20 else 5 if self.last > 8 else 1
        while self.last / step > 12:
            step = step * 5 if str(step).startswith("2") else step * 2
        wanted = [1, *((5, 10) if self.is_root else ()), *range(step, self.last, step)]
        kept = [1]
        for rank in wanted[1:]:
            apart = self.pixel(rank) - self.pixel(kept[-1])
            if (
                rank < self.last
                and apart >= TICK_GAP
                and self.pixel(self.last) - self.pixel(rank) >= TICK_GAP
            ):
                kept.append(rank)
        return kept if self.last == 1 else [*kept, self.last]
