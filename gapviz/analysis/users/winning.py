"""For which share of all user models each run wins, whatever the number of grades."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gapviz.analysis.users.family import Family, Graded
from gapviz.analysis.users.shares import rank_distribution
from gapviz.analysis.users.surface import patches
from gapviz.analysis.users.winners import stretches, winners


@dataclass(frozen=True)
class WinningShare:
    """Share of all user models, each as likely, for which a run has the highest mean.

    Attributes
    ----------
    run : int
        Number of the run.
    share : float
    exact : bool
        Whether it was computed and not sampled.
    """

    run: int
    share: float
    exact: bool


def winning_shares(sums: Family, measure: Graded) -> tuple[WinningShare, ...]:
    """Find the runs that win anywhere, and for which share of all user models.

    Parameters
    ----------
    sums : Family
        With at least one run.
    measure : {"GAP", "xGAP", "eGAP"}

    Returns
    -------
    tuple of WinningShare
        Largest first. Exact for c = 2, by `stretches`, and for eGAP and c = 3, by `patches`; there the other
        measures' borders are roots between sampled winners, and for more grades user models are drawn.

    Examples
    --------
    >>> empty = np.zeros((2, 8))
    >>> sums = Family(("a", "b"), np.array([[0.4, 0.1], [0.2, 0.4]]), empty, empty, np.ones((4, 2)))
    >>> [(sums.runs[one.run], round(one.share, 9), one.exact) for one in winning_shares(sums, "eGAP")]
    [('b', 0.6, True), ('a', 0.4, True)]
    """
    exact = measure == "eGAP" or sums.c == 2
    if sums.c == 1:
        run = int(winners(sums.means(measure, np.ones((1, 1))), sums.runs)[0])
        return (WinningShare(run, 1.0, exact=True),)
    lengths: dict[int, float] = {}
    if sums.c == 2:
        for part in stretches(sums, measure, start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0])):
            lengths[part.run] = lengths.get(part.run, 0.0) + part.end - part.start
    elif sums.c == 3:
        lengths = {part.run: part.share for part in patches(sums, measure, corners=np.eye(3))}
    else:
        exact = False
        drawn = rank_distribution(sums, measure, [1.0] * sums.c).shares[:, 0]
        lengths = {int(run): float(drawn[run]) for run in np.flatnonzero(drawn)}
    shares = [WinningShare(run, min(length, 1.0), exact) for run, length in lengths.items()]
    return tuple(sorted(shares, key=lambda one: (-one.share, sums.runs[one.run])))
