"""Charts and tables of the page Explore, for its panels and for its report."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from gapviz.analysis.rankings.paper_tables import TauTable
from gapviz.analysis.rankings.paper_tables import tau_table as paper_table
from gapviz.analysis.rankings.standings import (
    FAMILY,
    Highlights,
    RunTopics,
    Standings,
    highlights,
    run_topics,
)
from gapviz.arrays import IntArray
from gapviz.figures import dots
from gapviz.figures.bump import rank_bump, spacing
from gapviz.figures.heatmap import tau_heatmap
from gapviz.figures.report import Chart, Part
from gapviz.pages.parts import cached, open_collections, tables
from gapviz.pages.parts.frame import View
from gapviz.pages.session.state import State
from gapviz.text.names import shorten
from gapviz.text.numbers import in_words
from gapviz.text.report import Sheet
from gapviz.theme import Theme

LEADERBOARD, TAUS, TOPICS = "Leaderboard", "Kendall τ-b, as a table", "Topics"
"""Titles of the tables."""

TOP = 30
"""Ranks that the chart shows when only the top is asked for."""

HEIGHT = 452
"""Of the chart of ranks and of the leaderboard, in pixels."""

TAU_WIDTH = 320
"""Of the map of taus in a file, in pixels."""


def report(view: View) -> list[Part]:
    """All parts, in the order of the page; none where no run is loaded."""
    if not view.opened.profile.runs:
        return []
    now, before = cached.standing(view, view.state.g), pinned(view)
    return [
        winners(now, before),
        *([bump(view, now)] if len(now.runs) > 1 else []),  # one run has nothing to be ranked among
        sheet(LEADERBOARD, leaderboard(view, now, before)),
        taus(now),
        sheet(TAUS, tables.tau(now).reset_index()),
        topics(view, now),
        sheet(TOPICS, topic_table(view, now)),
    ]


def pinned(view: View) -> Standings | None:
    """Standings under the pinned g, if there is one."""
    return cached.standing(view, view.state.pinned) if view.state.pinned else None


def chosen(state: State, now: Standings) -> list[int]:
    """Numbers of the selected runs that are here, in the order in which they were selected."""
    return [now.runs.index(name) for name in state.selected if name in now.runs]


def subject(state: State, now: Standings) -> int:
    """Run that is shown topic by topic: the one that was selected last, or the winner."""
    return [now.winner(FAMILY.index(state.sort)), *chosen(state, now)][-1]


def winners(now: Standings, before: Standings | None) -> Sheet:
    """Winner under each measure."""
    cards = [tables.card(now, before, row) for row in range(1, len(FAMILY))]
    table: dict[str, list[object]] = {
        "measure": [card.measure for card in cards],
        "winner": [card.winner for card in cards],
        "mean": [card.mean for card in cards],
        "τ-b with AP": [in_words(card.tau, digits=3) for card in cards],
    }
    if before:
        table["winner under the pinned g"] = [card.was for card in cards]
    return Sheet("Winners", table, best=False)


def lights(state: State, now: Standings) -> Highlights:
    """Choose the runs that stand out in the chart of ranks."""
    return highlights(now.ranks, chosen(state, now), lowest=_lowest(state, now))


def bump(view: View, now: Standings) -> Chart:
    """Ranks of the runs under the four measures."""
    state = view.state

    def draw(theme: Theme) -> Any:
        return rank_bump(
            now.ranks, now.runs, lights(state, now), theme=theme, lowest=_lowest(state, now),
            only_selected=state.shown == "selected", height=HEIGHT - 26,
        )  # fmt: skip

    step = spacing(len(now.runs))
    note = f"One run in {step} by AP is drawn; the leaderboard has all." if step > 1 else ""
    return Chart("Ranking under each measure", draw, note=note if state.shown == "all" else "")


def leaderboard(view: View, now: Standings, before: Standings | None) -> pd.DataFrame:
    """Table of the runs in the order of a measure, with their rank changes."""
    baseline, sort = before if view.state.against == "pinned" else None, view.state.sort
    return tables.leaderboard(now, baseline, sort=sort, order=tables.order(now, sort))


def taus(now: Standings) -> Chart:
    """Map of Kendall's tau."""
    return Chart("Kendall τ-b", lambda theme: tau_heatmap(now.tau, FAMILY, theme=theme), width=TAU_WIDTH)


def paper_row(view: View) -> TauTable:
    """Correlate all runs' rankings under the g in force, in the shape of the paper's tables."""
    everyone = np.ones(len(view.opened.profile.runs), dtype=bool)
    return paper_table(view.opened.profile, g=np.array([view.state.g]), run_set=everyone, **view.conventions)


def topics(view: View, now: Standings) -> Chart:
    """One run topic by topic."""
    more = len(now.scores.topics) - dots.MOST_TOPICS
    return Chart(
        f"Topics of {shorten(now.runs[subject(view.state, now)], 60)}",
        lambda theme: topic_dots(view, now, theme),
        note=f"{dots.MOST_TOPICS} topics are drawn; {more} more are in the table." if more > 0 else "",
    )


def topic_dots(view: View, now: Standings, theme: Theme, *, name: str = "") -> Any:
    """Draw one run topic by topic; with its name where the figure stands alone."""
    rows, order, counts = _topics(view, now)
    return dots.topic_dots(rows, order, counts, theme=theme, marked=view.state.topic, key=name)


def topic_table(view: View, now: Standings) -> pd.DataFrame:
    """One run topic by topic, as a table."""
    return tables.topics(*_topics(view, now))


def sheet(title: str, table: pd.DataFrame) -> Sheet:
    """Put a table into the report; the best runs are bold in the leaderboard alone."""
    return Sheet(title, table, best=title == LEADERBOARD)


def _topics(view: View, now: Standings) -> tuple[RunTopics, IntArray, IntArray]:
    rows = run_topics(now.scores, subject(view.state, now))
    by: Any = view.state.order
    return rows, rows.order(by), open_collections.counts(view.opened)


def _lowest(state: State, now: Standings) -> int | None:
    return TOP if state.shown == "top" and len(now.runs) > TOP else None
