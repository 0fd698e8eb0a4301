"""Panels of the page Explore that Python draws: cards, ranks, leaderboard, taus, topics, tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY, Standings, highlights, run_topics
from gapviz.figures.bump import rank_bump
from gapviz.figures.dots import MOST_TOPICS, topic_dots
from gapviz.figures.heatmap import tau_heatmap
from gapviz.figures.style.theme import Theme
from gapviz.pages.live import pieces
from gapviz.pages.parts import cached, markup, open_collections, reports, row_choice, save_menu, tables
from gapviz.pages.parts.frame import View, chart, choice, panel, save
from gapviz.pages.session.session import commit, follow
from gapviz.pages.session.state import State
from gapviz.text.names import shorten
from gapviz.text.tables import tau_latex

TOP = 30
"""Ranks that the chart shows when only the top is asked for."""

HEIGHT = 452
"""Of the chart of ranks and of the leaderboard, in pixels."""


def pinned(view: View) -> Standings | None:
    """Standings under the pinned g, if there is one."""
    return cached.standing(view, view.state.pinned) if view.state.pinned else None


def chosen(state: State, now: Standings) -> list[int]:
    """Numbers of the selected runs that are here, in the order in which they were selected."""
    return [now.runs.index(name) for name in state.selected if name in now.runs]


def subject(state: State, now: Standings) -> int:
    """Run that is shown topic by topic: the one that was selected last, or the winner."""
    return [now.winner(FAMILY.index(state.sort)), *chosen(state, now)][-1]


def answers(now: Standings, before: Standings | None, theme: Theme) -> None:
    """Show the three cards."""
    st.html(markup.cards([tables.card(now, before, row) for row in (1, 2, 3)], theme))
    remarks(now)


def remarks(now: Standings) -> None:
    """Say where ranks mean little."""
    if len(now.runs) == 1:
        st.info("One run is loaded: scores and topics are shown; ranks and τ need two.")
    elif bool((now.means == now.means[:, :1]).all()):
        st.info("Every run has the same means: ranks follow the names, and τ is undefined.")


def ranking(view: View, now: Standings) -> None:
    """Show the chart of ranks."""
    state = view.state
    count = len(now.runs)
    words = {"all": f"All {count}", "top": f"Top {TOP}", "selected": "Selected"}
    if count <= TOP:
        del words["top"]
    lowest = TOP if state.shown == "top" and count > TOP else None
    lights = highlights(now.ranks, chosen(state, now), lowest=lowest)

    def draw(theme: Theme) -> Any:
        return rank_bump(
            now.ranks, now.runs, lights, theme=theme, lowest=lowest,
            only_selected=state.shown == "selected", height=HEIGHT - 26,
        )  # fmt: skip

    with panel("Ranking under each measure"):
        choice("shown", words, state.shown, label="Runs in the chart")
        save(view, draw, "Ranking under each measure")
    st.html(markup.legend(count - len(lights.in_order())))
    chart(view, draw, "bump", on_click=lambda data: _one_run(now.runs[int(data[0])], state.selected),
          alt="Ranks of the runs under AP, GAP, xGAP and eGAP; the leaderboard has the numbers.")  # fmt: skip


def leaderboard(view: View, now: Standings, before: Standings | None) -> None:
    """Show runs in the order of a measure, with their rank changes."""
    state = view.state
    baseline = before if state.against == "pinned" else None
    order = tables.order(now, state.sort)
    names = [now.runs[i] for i in order]
    build = partial(tables.leaderboard, now, baseline, sort=state.sort, order=order)
    with panel("Leaderboard"):
        if before:
            choice("against", {"AP": "vs AP", "pinned": "vs pinned"}, state.against, label="Rank changes")
        choice("sort", {name: name for name in FAMILY}, state.sort, label="Order by")
        save_menu.table(build, view.found.collection.name, "leaderboard")
    row_choice.runs_table(build(), names, state, "leaderboard", height=HEIGHT,
                          columns=tables.leaderboard_columns(state.sort))  # fmt: skip


def agreement(view: View, now: Standings) -> None:
    """Show the small map of Kendall's tau."""

    def draw(theme: Theme) -> Any:
        return tau_heatmap(now.tau, FAMILY, theme=theme)

    with panel("Kendall τ-b"):
        st.html(markup.tau_scale(view.theme), width="content")
        save(view, draw, "Kendall τ-b")
    chart(view, draw, "tau",
          alt="Kendall tau-b between the rankings of the four measures; a table has them too.")  # fmt: skip
    with st.expander("As a table"):
        tau_table(view, now)


def tau_table(view: View, now: Standings) -> None:
    """Show Kendall's tau-b as a table."""
    name = view.found.collection.name
    printed = {
        "LaTeX, as in the paper .tex": lambda: tau_latex(
            reports.taus(view.found, view.state), collection=name
        )
    }
    save_menu.table(partial(tables.tau, now), name, "kendall tau", digits=3, best=(),
                    more=printed)  # fmt: skip
    st.dataframe(tables.tau(now), key="tau table")


def topics(view: View, now: Standings, *, height: int = 230, legend: bool = True) -> None:
    """Show one run topic by topic."""
    found, state, theme = view.found, view.state, view.theme
    run = subject(state, now)
    rows, counts = run_topics(now.scores, run), open_collections.counts(found)
    order = rows.order(_by(state))

    def draw(theme: Theme, key: str = "") -> Any:
        return topic_dots(rows, order, counts, theme=theme, marked=state.topic, height=height, key=key)

    def kept(theme: Theme) -> Any:
        key = ("topic dots", state.g, run, state.order, state.topic, height)
        return cached.figure(view, theme.page, key, partial(draw, theme))

    with panel("", html=markup.subject("Topics of", shorten(now.runs[run], 32))):
        choice("order", {"disagreement": "By disagreement", "topic": "By topic"}, state.order,
               label="Order of the topics")  # fmt: skip
        save(view, partial(draw, key=now.runs[run]), "Topics")
    chart(view, kept, "dots", on_click=lambda data: _mark_topic(rows.topics[int(data[0])], state.topic),
          alt="GAP, xGAP and eGAP of the run on each topic; the table has the same numbers.")  # fmt: skip
    if legend:
        st.html(pieces.measure_values(zip(FAMILY[1:], FAMILY[1:], strict=True), theme, "— median run, eGAP"))
    if (more := len(rows.topics) - MOST_TOPICS) > 0:
        st.caption(f"The first {MOST_TOPICS} topics are drawn; {more} more are in the table.")


def topic_table(view: View, now: Standings) -> None:
    """Show one run topic by topic as a table, the selected topic marked."""
    found, state = view.found, view.state
    rows, counts = run_topics(now.scores, subject(state, now)), open_collections.counts(found)
    order = rows.order(_by(state))
    names = [rows.topics[t] for t in order.tolist()]
    build = partial(tables.topics, rows, order, counts)
    save_menu.table(build, found.collection.name, "topics")
    marked = [row for row, name in enumerate(names) if name == state.topic]
    row_choice.rows_table(build(), "topic table", marked, partial(_one_topic, names), single=True, height=320,
                          columns=tables.topic_columns())  # fmt: skip


def _by(state: State) -> Any:
    return state.order


def _one_topic(names: Sequence[str], _state: State, rows: Sequence[int]) -> dict[str, Any]:
    return {"topic": names[rows[0]] if rows and rows[0] < len(names) else ""}


def _one_run(name: str, selected: tuple[str, ...]) -> None:
    kept = tuple(one for one in selected if one != name)
    commit(selected=kept if name in selected else (*kept, name))
    follow()


def _mark_topic(name: str, marked: str) -> None:
    commit(topic="" if name == marked else name)
    follow()
