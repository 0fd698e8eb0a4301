"""Panels of the page Explore that Python draws: cards, ranks, leaderboard, taus, topics, tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY, Standings
from gapviz.pages.explore import parts
from gapviz.pages.live import pieces
from gapviz.pages.parts import cached, markup, row_choice, save_menu, tables
from gapviz.pages.parts.frame import View, chart, choice, panel, save
from gapviz.pages.session.session import commit, follow
from gapviz.pages.session.state import State
from gapviz.text.names import shorten
from gapviz.text.tables import tau_latex
from gapviz.theme import Theme


def answers(view: View, now: Standings, before: Standings | None) -> None:
    """Show the three cards."""
    st.html(markup.cards([tables.card(now, before, row) for row in (1, 2, 3)], view.theme))
    view.parts.append(parts.winners(now, before))
    remarks(now)


def remarks(now: Standings) -> None:
    """Say where ranks mean little."""
    if len(now.runs) == 1:
        st.info("One run is loaded: scores and topics are shown; ranks and τ need two.")
    elif bool((now.means == now.means[:, :1]).all()):
        st.info("Every run has the same means: ranks follow the names, and τ is undefined.")


def ranking(view: View, now: Standings) -> None:
    """Show the chart of ranks."""
    state, count = view.state, len(now.runs)
    words = {"all": f"All {count}", "top": f"Top {parts.TOP}", "selected": "Selected"}
    if count <= parts.TOP:
        del words["top"]
    part = parts.bump(view, now)
    view.parts.append(part)
    with panel(part.title):
        choice("shown", words, state.shown, label="Runs in the chart")
        save(view, part.draw, part.title)
    st.html(markup.legend(count - len(parts.lights(state, now).in_order())))
    chart(view, part.draw, "bump", on_click=lambda data: _one_run(now.runs[int(data[0])], state.selected),
          alt="Ranks of the runs under AP, GAP, xGAP and eGAP; the leaderboard has the numbers.",
          note=part.note)  # fmt: skip


def leaderboard(view: View, now: Standings, before: Standings | None) -> None:
    """Show runs in the order of a measure, with their rank changes."""
    state = view.state
    table = parts.leaderboard(view, now, before)
    view.parts.append(parts.sheet(parts.LEADERBOARD, table))
    with panel(parts.LEADERBOARD):
        if before:
            choice("against", {"AP": "vs AP", "pinned": "vs pinned"}, state.against, label="Rank changes")
        choice("sort", {name: name for name in FAMILY}, state.sort, label="Order by")
        save_menu.table(lambda: table, view.opened.collection.name, "leaderboard")
    names = [now.runs[i] for i in tables.order(now, state.sort)]
    row_choice.runs_table(table, names, state, "leaderboard", height=parts.HEIGHT,
                          columns=tables.leaderboard_columns(state.sort))  # fmt: skip


def agreement(view: View, now: Standings) -> None:
    """Show the small map of Kendall's tau."""
    part = parts.taus(now)
    view.parts.append(part)
    with panel(part.title):
        st.html(markup.tau_scale(view.theme), width="content")
        save(view, part.draw, part.title)
    chart(view, part.draw, "tau",
          alt="Kendall tau-b between the rankings of the four measures; a table has them too.")  # fmt: skip
    with st.expander("As a table"):
        tau_table(view, now)


def tau_table(view: View, now: Standings) -> None:
    """Show Kendall's tau-b as a table."""
    name, table = view.opened.collection.name, tables.tau(now)
    view.parts.append(parts.sheet(parts.TAUS, table.reset_index()))
    printed = {"LaTeX, as in the paper .tex": lambda: tau_latex(parts.paper_row(view), collection=name)}
    save_menu.table(lambda: table, name, "kendall tau", digits=3, best=(), more=printed)
    st.dataframe(table, key="tau table")


def topics(view: View, now: Standings) -> None:
    """Show one run topic by topic."""
    state, theme = view.state, view.theme
    part = parts.topics(view, now)
    view.parts.append(part)

    def kept(theme: Theme) -> Any:
        key = ("topic dots", state.g, parts.subject(state, now), state.order, state.topic)
        return cached.figure(view, theme.page, key, partial(part.draw, theme))

    topics_of(view, now)
    names = now.scores.topics
    chart(view, kept, "dots", on_click=lambda data: _mark_topic(names[int(data[0])], state.topic),
          alt="GAP, xGAP and eGAP of the run on each topic; the table has the same numbers.")  # fmt: skip
    st.html(pieces.measure_values(zip(FAMILY[1:], FAMILY[1:], strict=True), theme, "— median run, eGAP"))
    if part.note:
        st.caption(f"The first {part.note}")


def topics_of(view: View, now: Standings) -> None:
    """Say whose topics these are, and offer their order and their figure as a file."""
    name = now.runs[parts.subject(view.state, now)]
    with panel("", html=markup.subject("Topics of", shorten(name, 32))):
        choice("order", {"disagreement": "By disagreement", "topic": "By topic"}, view.state.order,
               label="Order of the topics")  # fmt: skip
        save(view, partial(parts.topic_dots, view, now, name=name), "Topics")


def topic_table(view: View, now: Standings) -> None:
    """Show one run topic by topic as a table, the selected topic marked."""
    table = parts.topic_table(view, now)
    view.parts.append(parts.sheet(parts.TOPICS, table))
    save_menu.table(lambda: table, view.opened.collection.name, "topics")
    names = table["topic"].tolist()
    marked = [row for row, name in enumerate(names) if name == view.state.topic]
    row_choice.rows_table(table, "topic table", marked, partial(_one_topic, names), single=True, height=320,
                columns=tables.topic_columns())  # fmt: skip


def _one_topic(names: Sequence[str], _state: State, rows: Sequence[int]) -> dict[str, Any]:
    return {"topic": names[rows[0]] if rows and rows[0] < len(names) else ""}


def _one_run(name: str, selected: tuple[str, ...]) -> None:
    kept = tuple(one for one in selected if one != name)
    commit(selected=kept if name in selected else (*kept, name))
    follow()


def _mark_topic(name: str, marked: str) -> None:
    commit(topic="" if name == marked else name)
    follow()
