"""Where every run stands under AP, GAP, xGAP and eGAP for one user model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from gapviz.analysis.rankings.equality import falling, lead
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.rankings.scores import Empty, Scores, Topics, scores
from gapviz.analysis.rankings.tau import tau_matrix
from gapviz.analysis.users.family import GRADED, with_g
from gapviz.arrays import BoolArray, FloatArray, IntArray
from gapviz.measures.parse import measure
from gapviz.notebook import shown_table
from gapviz.profile import Profile

FAMILY = ("AP", "GAP", "xGAP", "eGAP")
"""The measures that are compared, in this order."""

MOVERS = 3
"""Runs with the largest rise, and with the largest fall, that are pointed out."""


@dataclass(frozen=True, eq=False)
class Standings:
    """Means, ranks and agreement of AP, GAP, xGAP and eGAP, in this order.

    Attributes
    ----------
    scores : Scores
        Scores of the four measures on each run and topic, with the conventions of their means.
    means : float64 array, shape (4, N)
    ranks : int64 array, shape (4, N)
        From 1; equal means are ordered by name.
    tau : float64 array, shape (4, 4)
        Kendall's tau-b between the means; nan where it is undefined.
    """

    scores: Scores
    means: FloatArray
    ranks: IntArray
    tau: FloatArray

    @property
    def runs(self) -> tuple[str, ...]:
        """Names of the runs."""
        return self.scores.runs

    @property
    def counted(self) -> BoolArray:
        """Topics that the mean of some run counts, shape (T,)."""
        return np.asarray(self.scores.counted.any(axis=0))

    def winner(self, row: int) -> int:
        """Return the number of the run with rank 1 under measure `row`.

        Parameters
        ----------
        row : int
            0..3, in the order of `FAMILY`.

        Returns
        -------
        int
        """
        return int(np.argmin(self.ranks[row]))

    def _repr_html_(self) -> str:
        """Show Kendall's tau between the measures, and the runs by eGAP with their means and ranks."""
        taus = {"": FAMILY, **dict(zip(FAMILY, self.tau, strict=True))}
        best = np.argsort(self.ranks[-1])
        runs: dict[str, Any] = {"run": [self.runs[i] for i in best]}
        for name, means, places in zip(FAMILY, self.means, self.ranks, strict=True):
            runs |= {name: means[best], f"rank by {name}": places[best]}
        return shown_table("Kendall's tau-b", taus, digits=3) + shown_table("Runs by eGAP", runs)


def family_texts(g: Sequence[float]) -> tuple[str, ...]:
    """Texts of the four measures for one g; AP is at threshold 1.

    Parameters
    ----------
    g : sequence of float, length c

    Returns
    -------
    tuple of str, length 4
        In the order of `FAMILY`; `gapviz.measure` reads them.

    Examples
    --------
    >>> family_texts((0.1, 0.9))[1]
    'GAP(g=0.1,0.9)'
    """
    return with_g(("AP(rel=1)", *GRADED), g)


def standings(
    profile: Profile,
    g: Sequence[float],
    *,
    topics: Topics = "judged",
    empty: Empty = "zero",
) -> Standings:
    """Score and rank every run under the four measures.

    Parameters
    ----------
    profile : Profile
    g : sequence of float, length c
        Threshold probabilities.
    topics, empty
        Which topics a mean counts; see `gapviz.scores`.

    Returns
    -------
    Standings

    Raises
    ------
    InputError
        Where g is no distribution over the collection's thresholds.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> standings(example(), (1/4, 3/4)).means.round(4).ravel().tolist()
    [0.5667, 0.3267, 0.2823, 0.2667]
    """
    scored = scores(profile, [measure(text) for text in family_texts(g)], topics=topics, empty=empty)
    means = scored.means()
    return Standings(scored, means, ranks(means, scored.runs), tau_matrix(means))


@dataclass(frozen=True)
class Highlights:
    """Numbers of the runs that a chart of ranks points out; each stands in one role only.

    Attributes
    ----------
    selected, winners, risers, fallers : tuple of int
        In falling order of precedence.
    """

    selected: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    risers: tuple[int, ...] = ()
    fallers: tuple[int, ...] = ()

    def in_order(self) -> tuple[int, ...]:
        """All of them, the selected ones last, so that these are drawn on top.

        Returns
        -------
        tuple of int
        """
        return (*self.fallers, *self.risers, *self.winners, *self.selected)


def highlights(ranks: IntArray, selected: Sequence[int] = (), *, lowest: int | None = None) -> Highlights:
    """Choose what a chart of ranks points out: selected runs, winners, and who moves most.

    Parameters
    ----------
    ranks : int64 array, shape (M, N)
        Ranks under M measures; rises and falls are from the first to the last.
    selected : sequence of int
        Runs that the reader chose.
    lowest : int, optional
        Risers and fallers are taken from the runs that the last measure ranks down to here.

    Returns
    -------
    Highlights

    Examples
    --------
    >>> highlights(np.array([[1, 2, 3, 4], [1, 4, 2, 3]]), selected=[3])
    Highlights(selected=(3,), winners=(0,), risers=(2,), fallers=(1,))
    """
    chosen = tuple(dict.fromkeys(selected))
    winners = tuple(dict.fromkeys(int(run) for run in np.argmin(ranks, axis=1)))
    gained = ranks[0] - ranks[-1]
    order = np.argsort(-gained, kind="stable").tolist()
    taken = {*chosen, *winners}
    free = [i for i in order if i not in taken and (lowest is None or ranks[-1, i] <= lowest)]
    return Highlights(
        selected=chosen,
        winners=tuple(i for i in winners if i not in chosen),
        risers=tuple([i for i in free if gained[i] > 0][:MOVERS]),
        fallers=tuple([i for i in reversed(free) if gained[i] < 0][:MOVERS]),
    )


@dataclass(frozen=True, eq=False)
class RunTopics:
    """One run, topic by topic.

    Attributes
    ----------
    topics : tuple of str
    scores : float64 array, shape (3, T)
        GAP, xGAP and eGAP.
    median : float64 array, shape (T,)
        eGAP of the median run on each topic.
    counted : bool array, shape (T,)
        Topics that the run's mean counts.
    """

    topics: tuple[str, ...]
    scores: FloatArray
    median: FloatArray
    counted: BoolArray

    def order(self, by: Literal["disagreement", "topic"]) -> IntArray:
        """Order of the topics: largest difference between the three measures first, or as they come.

        Parameters
        ----------
        by : {"disagreement", "topic"}

        Returns
        -------
        int64 array, shape (T,)
        """
        if by == "topic":
            return np.arange(len(self.topics))
        return falling(lead(self.scores.max(axis=0), self.scores.min(axis=0)))


def run_topics(scores: Scores, run: int) -> RunTopics:
    """Take one run out of the scores of AP, GAP, xGAP and eGAP, beside the median run.

    Parameters
    ----------
    scores : Scores
        `Standings.scores`.
    run : int
        Its number.

    Returns
    -------
    RunTopics

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> run_topics(standings(example(), (1/4, 3/4)).scores, 0).scores.round(4).ravel().tolist()
    [0.3267, 0.2823, 0.2667]
    """
    return RunTopics(
        scores.topics, scores.values[1:, run], np.median(scores.values[-1], axis=0), scores.counted[run]
    )
