"""What the analysis pages compute, each computed once for equal arguments.

Of a view they read the collection and the conventions of its means, which are what the view is known by in
their keys; whatever else an answer depends on is an argument.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gapviz.analysis.rankings.curves import MeanCurve, mean_curve, mean_ideal_curve
from gapviz.analysis.rankings.intervals import Intervals, tau_intervals
from gapviz.analysis.rankings.paper_tables import TauTable, tau_table
from gapviz.analysis.rankings.scores import Scores, fitting, scores
from gapviz.analysis.rankings.sets import run_set, run_sets, topic_set, within
from gapviz.analysis.rankings.standings import Standings, standings
from gapviz.analysis.rankings.tau import Coefficient
from gapviz.analysis.users.family import Family, Graded, family
from gapviz.analysis.users.nearest import Nearest, nearest
from gapviz.analysis.users.rank_ranges import RankRanges, rank_ranges
from gapviz.analysis.users.shares import (
    RankDistribution,
    Share,
    rank_distribution,
    share,
)
from gapviz.analysis.users.surface import Patch, equal_line, leading_sides, patches
from gapviz.analysis.users.sweep import REFERENCES, Ground, Sweep, ground, sweep
from gapviz.analysis.users.winners import Stretch, stretches
from gapviz.arrays import BoolArray, FloatArray
from gapviz.collection.synthetic.printed import PrintedTau, printed_taus
from gapviz.pages.parts.frame import View
from gapviz.pages.server.computed_once import computed_once, digest

Pair = tuple[int, int]
"""Numbers of two runs."""

WHOLE_LINE = {"start": np.array([0.0, 1.0]), "end": np.array([1.0, 0.0])}
"""All user models of two thresholds, from g1 = 0 to g1 = 1."""


@dataclass(frozen=True, eq=False)
class Sets:
    """Topics that means are over, and runs that are ranked.

    Attributes
    ----------
    topics : bool array, shape (T,)
    runs : bool array, shape (N,)
    """

    topics: BoolArray
    runs: BoolArray

    @property
    def identity(self) -> str:
        """Digest of both."""
        return digest((self.topics, self.runs))


def scored(view: View, measures: Sequence[str]) -> Scores:
    """Score all runs on all topics by any measures; not kept, as what they are asked for differs."""
    return scores(view.opened.profile, measures, **view.conventions)


@computed_once(256)
def misfit(view: View, text: str) -> str:
    """Return why a measure can't be used on this collection; nothing where it can."""
    return "".join(f"{problem}." for problem in fitting(view.opened.profile, [text])[1])


@computed_once(256)
def standing(view: View, g: Sequence[float]) -> Standings:
    """Score and rank all runs for one g."""
    return standings(view.opened.profile, g, **view.conventions)


@computed_once(256)
def figure(view: View, page: str, key: Sequence[Any], _draw: Callable[[], Any]) -> Any:
    """Draw a figure for a ground colour; `key` says what it shows, beside what the view says."""
    return _draw()


@computed_once()
def quartiles(view: View) -> dict[str, BoolArray]:
    """Name the sets of runs."""
    return run_sets(scored(view, ["AP"]).means()[0])


@computed_once(24)
def named_sets(view: View, topics: str, runs: str) -> Sets:
    """Read sets of topics and of runs from their texts.

    Raises
    ------
    InputError
        For a text that names none.
    """
    profile = view.opened.profile
    return Sets(topic_set(topics, profile), run_set(runs, profile, **view.conventions))


@computed_once()
def sums(view: View) -> Family:
    """Sum the statistics of the graded family over the topics that count."""
    return family(view.opened.profile, view.counted)


@computed_once(24)
def along(view: View, sets: Sets, g: FloatArray, *, coefficient: Coefficient) -> Sweep:
    """Correlate GAP, xGAP and eGAP with the references at some user models."""
    return sweep(_ground(view, sets), g, coefficient=coefficient)


@computed_once()
def _ground(view: View, sets: Sets) -> Ground:
    """Prepare what is the same at every user model."""
    references = tuple(REFERENCES.values())
    return ground(
        view.opened.profile, against=references, run_set=sets.runs, topic_set=sets.topics, **view.conventions
    )


@computed_once(24, spinner="Drawing topics 1 000 times")
def intervals(view: View, sets: Sets, measures: Sequence[str], *, coefficient: Coefficient) -> Intervals:
    """Correlate every pair of measures, with bootstrap intervals over topics."""
    chosen = within(scored(view, measures), runs=sets.runs, topics=sets.topics)
    return tau_intervals(chosen, coefficient=coefficient)


@computed_once()
def paper(view: View, sets: Sets) -> TauTable:
    """Compute the paper's table for some runs, over the paper's sets of topics."""
    return tau_table(view.opened.profile, run_set=sets.runs, **view.conventions)


@computed_once(1)
def printed() -> tuple[PrintedTau, ...]:
    """Read what the paper prints."""
    return printed_taus()


@computed_once(48)
def areas(view: View, measure: Graded, corners: FloatArray) -> tuple[Patch, ...]:
    """Parts of a triangle of user models, each with the run that wins in it."""
    return patches(sums(view), measure, corners=corners)


@computed_once(48)
def parts(view: View, measure: Graded) -> tuple[Stretch, ...]:
    """Stretches between two thresholds, each with the run that wins in it."""
    return stretches(sums(view), measure, **WHOLE_LINE)


@computed_once(48)
def line(view: View, measure: Graded, pair: Pair, corners: FloatArray) -> FloatArray:
    """Line in a triangle of user models on which two runs are equal."""
    return equal_line(sums(view), measure, *pair, corners=corners)


def sides(view: View, measure: Graded, pair: Pair, corners: FloatArray) -> FloatArray:
    """On which side of that line the first of them leads."""
    return leading_sides(sums(view), measure, *pair, line(view, measure, pair, corners), corners=corners)


def duel(view: View, measure: Graded, pair: Pair) -> tuple[Stretch, ...]:
    """Stretches between two thresholds, with the run of a pair that is ahead; none if always equal."""
    ahead = beats(view, measure, pair)
    if ahead.first == 0 == ahead.second:
        return ()
    return stretches(sums(view).take(pair), measure, **WHOLE_LINE)


@computed_once(96)
def beats(view: View, measure: Graded, pair: Pair) -> Share:
    """For which share of all user models one run beats another."""
    return share(sums(view), measure, *pair)


@computed_once(96)
def nearest_swap(view: View, measure: Graded, pair: Pair, g: Sequence[float]) -> Nearest | None:
    """Find the user model nearest to g at which two runs swap."""
    return nearest(sums(view), measure, *pair, np.array(g))


@computed_once(24)
def extremes(view: View, measure: Graded, g: FloatArray) -> RankRanges:
    """Best and worst rank of every run."""
    return rank_ranges(sums(view), measure, g)


@computed_once(24)
def drawn(view: View, measure: Graded, alpha: Sequence[float]) -> RankDistribution:
    """Rank the runs at user models drawn at random."""
    return rank_distribution(sums(view), measure, alpha)


@computed_once(96)
def averaged(view: View, run: int, g: Sequence[float]) -> MeanCurve:
    """Average the curves of a run over the topics that count."""
    return mean_curve(view.opened.profile, run, g=g, counted=view.counted[run])


@computed_once(24)
def averaged_ideal(view: View, g: Sequence[float]) -> MeanCurve:
    """Average the curves of the ideal lists over the topics that count for some run."""
    return mean_ideal_curve(view.opened.profile.pool, g=g, counted=view.counted_by_some)
