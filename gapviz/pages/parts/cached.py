"""Cached calls of the analysis pages: a key says all that an answer depends on, and g only if it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
import streamlit as st

from gapviz.analysis.rankings.curves import MeanCurve, mean_curve, mean_ideal_curve
from gapviz.analysis.rankings.intervals import Intervals, tau_intervals
from gapviz.analysis.rankings.paper_tables import TauTable, tau_table
from gapviz.analysis.rankings.scores import Scores, scores
from gapviz.analysis.rankings.sets import run_sets, within
from gapviz.analysis.rankings.standings import Standings, standings
from gapviz.analysis.users.family import Family, family
from gapviz.analysis.users.nearest import Nearest, nearest
from gapviz.analysis.users.shares import (
    RankDistribution,
    RankRanges,
    Share,
    rank_distribution,
    rank_ranges,
    share,
)
from gapviz.analysis.users.surface import Patch, equal_line, leading_sides, patches
from gapviz.analysis.users.sweep import Ground, Sweep, ground, sweep
from gapviz.analysis.users.winners import Stretch, stretches
from gapviz.arrays import BoolArray, FloatArray
from gapviz.collection.synthetic.printed import PrintedTau, printed_taus
from gapviz.figures.report import Draw
from gapviz.figures.style.theme import Theme
from gapviz.pages.parts import open_collections
from gapviz.pages.parts.frame import View

Key = tuple[Any, ...]


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
    def key(self) -> str:
        """Digest of both."""
        return sha256(self.topics.tobytes() + b"|" + self.runs.tobytes()).hexdigest()


def conventions(view: View) -> Key:
    """Return the part of a key that says which data, and which topics a mean counts."""
    return (view.found.collection.fingerprint, view.state.topics, view.state.empty)


def scored(view: View, measures: Sequence[str]) -> Scores:
    """Score all runs on all topics by any measures; not kept, as what they are asked for differs."""
    return scores(view.found.profile, measures, **view.conventions)


def standing(view: View, g: Sequence[float]) -> Standings:
    """Score and rank all runs for one g; kept, since readers of one collection meet at the same places."""
    return _standing((*conventions(view), tuple(g)), view, g)


def figure(view: View, key: Key, draw: Draw, theme: Theme) -> Any:
    """Draw a figure, once for all readers who look at the same; `key` says which, beside the conventions."""
    return _figure((*conventions(view), theme.page, key), draw, theme)


def quartiles(view: View) -> dict[str, BoolArray]:
    """Name the sets of runs."""
    return _quartiles(conventions(view), view)


def sums(view: View) -> Family:
    """Sum the statistics of the graded family over the topics that count."""
    return _sums(conventions(view), view)


def along(view: View, sets: Sets, g: FloatArray, references: Sequence[str]) -> Sweep:
    """Correlate GAP, xGAP and eGAP with references at some user models."""
    prepared = _ground((*conventions(view), sets.key, tuple(references)), view, sets)
    key = (*conventions(view), sets.key, tuple(references), view.state.coefficient, _digest(g))
    return _sweep(key, prepared, g, view.state.coefficient)


def intervals(view: View, sets: Sets, measures: Sequence[str]) -> Intervals:
    """Correlate every pair of measures, with bootstrap intervals over topics."""
    key = (*conventions(view), sets.key, tuple(measures), view.state.coefficient)
    return _intervals(key, view, sets, tuple(measures))


def paper(view: View, sets: Sets) -> TauTable:
    """Compute the paper's table for some runs, over the paper's sets of topics."""
    return _paper((*conventions(view), sets.key), view, sets)


@st.cache_resource(max_entries=1, show_spinner=False)
def printed() -> tuple[PrintedTau, ...]:
    """Read what the paper prints."""
    return printed_taus()


def areas(view: View, measure: Any, corners: FloatArray) -> tuple[Patch, ...]:
    """Who wins where in a triangle of user models."""
    return _areas((*conventions(view), measure, _digest(corners)), sums(view), corners)


def parts(view: View, measure: Any) -> tuple[Stretch, ...]:
    """Who wins where between two thresholds."""
    return _parts((*conventions(view), measure), sums(view))


def line(view: View, measure: Any, pair: tuple[int, int], corners: FloatArray) -> FloatArray:
    """Where two runs are equal in a triangle of user models."""
    return _line((*conventions(view), measure, pair, _digest(corners)), sums(view), corners)


def sides(view: View, measure: Any, pair: tuple[int, int], corners: FloatArray) -> FloatArray:
    """On which side of that line the first of them leads."""
    found = line(view, measure, pair, corners)
    return leading_sides(sums(view), measure, *pair, found, corners=corners)


def duel(view: View, measure: Any, pair: tuple[int, int]) -> tuple[Stretch, ...]:
    """Which of two runs is ahead where between two thresholds; none where they are equal throughout."""
    found = beats(view, measure, pair)
    if found.first == 0 == found.second:
        return ()
    return stretches(sums(view).take(pair), measure, start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))


def beats(view: View, measure: Any, pair: tuple[int, int]) -> Share:
    """For which share of all user models one run beats another."""
    return _beats((*conventions(view), measure, pair), sums(view))


def nearest_swap(view: View, measure: Any, pair: tuple[int, int]) -> Nearest | None:
    """Find the user model nearest to the g in force at which two runs swap."""
    return _nearest((*conventions(view), measure, pair, view.state.g), sums(view))


def extremes(view: View, measure: Any, g: FloatArray) -> RankRanges:
    """Best and worst rank of every run."""
    return _extremes((*conventions(view), measure, _digest(g)), sums(view), g)


def drawn(view: View, measure: Any, alpha: tuple[float, ...]) -> RankDistribution:
    """Rank the runs at user models drawn at random."""
    return _drawn((*conventions(view), measure, alpha), sums(view))


def averaged(view: View, run: int, g: tuple[float, ...], counted: BoolArray) -> MeanCurve:
    """Average the curves of a run over the topics that count."""
    return _averaged((*conventions(view), run, g), view, counted)


def averaged_ideal(view: View, g: tuple[float, ...], counted: BoolArray) -> MeanCurve:
    """Average the curves of the ideal lists over the topics that count."""
    return _averaged_ideal((*conventions(view), g), view, counted)


def _digest(values: FloatArray) -> str:
    return sha256(np.ascontiguousarray(values).tobytes()).hexdigest()


@st.cache_resource(max_entries=256, show_spinner=False)
def _standing(key: Key, _view: View, _g: Sequence[float]) -> Standings:
    return standings(_view.found.profile, _g, **_view.conventions)


@st.cache_resource(max_entries=256, show_spinner=False)
def _figure(key: Key, _draw: Draw, _theme: Theme) -> Any:
    return _draw(_theme)


@st.cache_resource(max_entries=96, show_spinner=False)
def _averaged(key: Key, _view: View, _counted: BoolArray) -> MeanCurve:
    return mean_curve(_view.found.profile, key[-2], g=key[-1], counted=_counted)


@st.cache_resource(max_entries=24, show_spinner=False)
def _averaged_ideal(key: Key, _view: View, _counted: BoolArray) -> MeanCurve:
    return mean_ideal_curve(_view.found.profile.pool, g=key[-1], counted=_counted)


@st.cache_resource(max_entries=12, show_spinner=False)
def _quartiles(key: Key, _view: View) -> dict[str, BoolArray]:
    return run_sets(scored(_view, ["AP"]).means()[0])


@st.cache_resource(max_entries=12, show_spinner=False)
def _sums(key: Key, _view: View) -> Family:
    return family(_view.found.profile, open_collections.counted(_view.found, _view.state))


@st.cache_resource(max_entries=12, show_spinner=False)
def _ground(key: Key, _view: View, _sets: Sets) -> Ground:
    return ground(
        _view.found.profile, against=key[-1], run_set=_sets.runs, topic_set=_sets.topics, **_view.conventions
    )


@st.cache_resource(max_entries=24, show_spinner=False)
def _sweep(key: Key, _ground: Ground, _g: FloatArray, coefficient: Any) -> Sweep:
    return sweep(_ground, _g, coefficient=coefficient)


@st.cache_resource(max_entries=24, show_spinner="Drawing topics 1 000 times")
def _intervals(key: Key, _view: View, _sets: Sets, measures: tuple[str, ...]) -> Intervals:
    found = within(scored(_view, measures), runs=_sets.runs, topics=_sets.topics)
    return tau_intervals(found, coefficient=key[-1])


@st.cache_resource(max_entries=12, show_spinner=False)
def _paper(key: Key, _view: View, _sets: Sets) -> TauTable:
    return tau_table(_view.found.profile, run_set=_sets.runs, **_view.conventions)


@st.cache_resource(max_entries=48, show_spinner=False)
def _areas(key: Key, _sums: Family, _corners: FloatArray) -> tuple[Patch, ...]:
    return patches(_sums, key[-2], corners=_corners)


@st.cache_resource(max_entries=48, show_spinner=False)
def _parts(key: Key, _sums: Family) -> tuple[Stretch, ...]:
    return stretches(_sums, key[-1], start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))


@st.cache_resource(max_entries=48, show_spinner=False)
def _line(key: Key, _sums: Family, _corners: FloatArray) -> FloatArray:
    return equal_line(_sums, key[-3], *key[-2], corners=_corners)


@st.cache_resource(max_entries=96, show_spinner=False)
def _beats(key: Key, _sums: Family) -> Share:
    return share(_sums, key[-2], *key[-1])


@st.cache_resource(max_entries=96, show_spinner=False)
def _nearest(key: Key, _sums: Family) -> Nearest | None:
    first, second = key[-2]
    return nearest(_sums, key[-3], first, second, np.array(key[-1]))


@st.cache_resource(max_entries=24, show_spinner=False)
def _extremes(key: Key, _sums: Family, _g: FloatArray) -> RankRanges:
    return rank_ranges(_sums, key[-2], _g)


@st.cache_resource(max_entries=24, show_spinner=False)
def _drawn(key: Key, _sums: Family) -> RankDistribution:
    return rank_distribution(_sums, key[-2], key[-1])
