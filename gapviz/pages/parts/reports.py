"""Views as documents: what a page shows, laid out for a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import gapviz
from gapviz.analysis.rankings.paper_tables import TauTable, tau_table
from gapviz.analysis.rankings.standings import FAMILY, Standings, highlights, run_topics, standings
from gapviz.arrays import IntArray
from gapviz.collection.health.topics import nothing_relevant
from gapviz.figures.bump import rank_bump
from gapviz.figures.dots import MOST_TOPICS, topic_dots
from gapviz.figures.heatmap import tau_heatmap
from gapviz.figures.report import Chart, Lines, Part, Sheet, report_html
from gapviz.pages.parts import open_collections, script, tables
from gapviz.pages.parts.conventions import chips
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.parts.script import Origin, Same
from gapviz.pages.session.state import State
from gapviz.text.names import shorten

TAU_WIDTH = 320
"""Of the map of taus, in pixels."""


def explore(found: Opened, state: State, origin: Origin) -> str:
    """Write the view of the page Explore as one HTML document.

    Parameters
    ----------
    found : Opened
    state : State
        Fitted to the collection.
    origin : Origin
        From `script.origin`, which asks the session: this function may run apart from it.
    """
    parts = _ranking(found, state) if found.profile.runs else []
    return document(found, state, parts, script.explore(state, origin))


def document(
    found: Opened, state: State, parts: Sequence[Part], same: Same | None = None, *, page: str = ""
) -> str:
    """Write what a page shows as one HTML document.

    Parameters
    ----------
    found : Opened
    state : State
        Fitted to the collection.
    parts : sequence of Chart, Sheet and Lines
        What is the page's own; the user model stands before it.
    same : Same, optional
        Lines that give the same numbers, which stand at the end.
    page : str
        Title of the page, beside the name of the collection.
    """
    counts: IntArray = open_collections.counts(found)
    empty = int(nothing_relevant(counts).sum())
    lines = []
    if same is not None:
        lines.append(Lines("The same numbers from Python", same.python))
        if same.command:
            lines.append(Lines("On the command line", same.command))
    facts = {
        "collection": found.collection.name,
        "holds": tables.facts(found),
        "fingerprint": found.collection.fingerprint,
        "made with": f"gapviz {gapviz.__version__}",
    }
    marks = chips(state, found.collection, nothing_relevant=empty)
    return report_html(
        title=f"{page}: {found.collection.name}" if page else found.collection.name,
        facts=facts,
        conventions=[(chip.text, chip.help) for chip in marks],
        parts=[Sheet("User model", _user_model(state), best=False), *parts, *lines],
    )


def taus(found: Opened, state: State) -> TauTable:
    """Correlate all runs' rankings under the g in force, in the shape of the paper's tables."""
    conventions: Any = {"topics": state.topics, "empty": state.empty}
    everyone = np.ones(len(found.profile.runs), dtype=bool)
    return tau_table(found.profile, g=np.array([state.g]), run_set=everyone, **conventions)


def _user_model(state: State) -> dict[str, list[object]]:
    c = len(state.g)
    table: dict[str, list[object]] = {
        "probability": [f"g{h}" for h in range(1, c + 1)],
        "a document counts": [
            f"from grade {h} on" if h < c else f"with grade {c} only" for h in range(1, c + 1)
        ],
        "in force": list(state.g),
    }
    return table | ({"pinned": list(state.pinned)} if state.pinned else {})


def _ranking(found: Opened, state: State) -> list[Part]:
    conventions: Any = {"topics": state.topics, "empty": state.empty}
    by: Any = state.order
    now = standings(found.profile, state.g, **conventions)
    before = standings(found.profile, state.pinned, **conventions) if state.pinned else None
    chosen = [now.runs.index(name) for name in state.selected if name in now.runs]
    run = chosen[-1] if chosen else now.winner(FAMILY.index(state.sort))
    rows = run_topics(now.scores, run)
    order, counts = rows.order(by), open_collections.counts(found)
    baseline = before if state.against == "pinned" else None
    lights = highlights(now.ranks, chosen)
    board = tables.leaderboard(now, baseline, sort=state.sort, order=tables.order(now, state.sort))
    more = len(rows.topics) - MOST_TOPICS
    bump = Chart(
        "Ranking under each measure", lambda theme: rank_bump(now.ranks, now.runs, lights, theme=theme)
    )
    return [
        Sheet("Winners", _winners(now, before), best=False),
        *([bump] if len(now.runs) > 1 else []),  # one run has nothing to be ranked among
        Chart("Kendall τ-b", lambda theme: tau_heatmap(now.tau, FAMILY, theme=theme), width=TAU_WIDTH),
        Sheet("Kendall τ-b, as a table", tables.tau(now).reset_index(), best=False),
        Chart(
            f"Topics of {shorten(now.runs[run], 60)}",
            lambda theme: topic_dots(rows, order, counts, theme=theme, marked=state.topic),
            note=f"{MOST_TOPICS} topics are drawn; {more} more are in the table." if more > 0 else "",
        ),
        Sheet("Leaderboard", board),
        Sheet("Topics", tables.topics(rows, order, counts), best=False),
    ]


def _winners(now: Standings, before: Standings | None) -> dict[str, list[object]]:
    found = [tables.card(now, before, row) for row in range(1, len(FAMILY))]
    table: dict[str, list[object]] = {
        "measure": [card.measure for card in found],
        "winner": [card.winner for card in found],
        "mean": [card.mean for card in found],
        "τ-b with AP": ["undefined" if card.tau is None else f"{card.tau:.3f}" for card in found],
    }
    return table | ({"winner under the pinned g": [card.was for card in found]} if before else {})
