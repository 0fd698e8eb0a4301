"""Explore: move the user model, and see how the measures rank the runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import streamlit as st

from gapviz.analysis.ceilings import ceilings
from gapviz.analysis.standings import FAMILY, Standings, highlights, run_topics, standings
from gapviz.collection.topics import nothing_relevant
from gapviz.figures.bump import rank_bump
from gapviz.figures.dots import MOST_TOPICS, topic_dots
from gapviz.figures.heatmap import tau_heatmap
from gapviz.figures.names import shorten
from gapviz.figures.theme import Theme
from gapviz.pages import look, notices, shared, snippets, tables
from gapviz.pages.conventions import chips
from gapviz.pages.rail import rail
from gapviz.pages.session import commit, current, mirror, propose, tied
from gapviz.pages.shared import Opened
from gapviz.pages.state import MOST_SELECTED, State, fit

TOP = 30
"""Ranks that the chart shows when only the top is asked for."""

HEIGHT = 452
"""Of the chart of ranks and of the leaderboard, in pixels."""

CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}


def show() -> None:
    """Show the page."""
    theme = shared.theme()
    raw = current("explore")
    found = shared.opened(raw)
    state, unfit = fit(raw, found.profile.c)
    head(found, state)
    notices.show(found, state, unfit)
    now = scored(found, state, state.g)
    with st.sidebar:
        counted = now.counted if now.runs else None
        rail(state, theme, ceilings(shared.counts(found), state.g, counted=counted).tolist())
        links(found, state)
    st.html(f'<div class="gv-phone">{look.share_bar(state.g, theme)}</div>')
    if not found.profile.runs:
        st.info("No run is loaded: there is nothing to score yet. Add runs on the page Collection.")
    else:
        before = scored(found, state, state.pinned) if state.pinned else None
        answers(now, before, theme)
        chosen = [now.runs.index(name) for name in state.selected if name in now.runs]
        left, right = st.columns([1.15, 1], gap="medium")
        with left:
            ranking(state, now, chosen, theme)
        with right:
            leaderboard(state, now, before, chosen)
        left, right = st.columns([1, 2.6], gap="medium")
        with left:
            agreement(now, theme)
        with right:
            topics(found, state, now, chosen, theme)
    mirror(raw.replace(fingerprint=found.fingerprint))


def scored(found: Opened, state: State, g: Sequence[float]) -> Standings:
    """Standings of all runs for one g under the state's conventions."""
    conventions: Any = {"topics": state.topics, "empty": state.empty}
    return standings(found.profile, g, **conventions)


def head(found: Opened, state: State) -> None:
    """Show what is open and under which conventions."""
    empty = int(nothing_relevant(shared.counts(found)).sum())
    tied = sum(run.tied > 0 for run in shared.health(found).runs)
    notice = f"{tied} run{'s' if tied > 1 else ''} with ties" if tied else ""
    name = found.collection.name
    marks = chips(state, found.collection, nothing_relevant=empty, notice=notice)
    st.html(look.title(name, tables.facts(found), marks))


def answers(now: Standings, before: Standings | None, theme: Theme) -> None:
    """Show the three cards."""
    st.html(look.cards([tables.card(now, before, row) for row in (1, 2, 3)], theme))
    if len(now.runs) == 1:
        st.info("One run is loaded: scores and topics are shown; ranks and τ need two.")
    elif bool((now.means == now.means[:, :1]).all()):
        st.info("Every run has the same means: ranks follow the names, and τ is undefined.")


def ranking(state: State, now: Standings, chosen: Sequence[int], theme: Theme) -> None:
    """Show the chart of ranks."""
    count = len(now.runs)
    words = {"all": f"All {count}", "top": f"Top {TOP}", "selected": "Selected"}
    if count <= TOP:
        del words["top"]
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.html('<h2 class="gv-h2">Ranking under each measure</h2>', width="content")
        choice("shown", words, state.shown, label="Runs in the chart")
    lowest = TOP if state.shown == "top" and count > TOP else None
    lights = highlights(now.ranks, chosen, lowest=lowest)
    st.html(look.legend(count - len(lights.in_order())))
    figure = rank_bump(
        now.ranks, now.runs, lights, theme=theme, lowest=lowest, only_selected=state.shown == "selected",
        height=HEIGHT - 26,
    )  # fmt: skip
    st.plotly_chart(
        figure, theme=None, key="bump", on_select=partial(_point, "bump", now.runs, state.selected),
        selection_mode="points", config=CONFIG,
        alt="Ranks of the runs under AP, GAP, xGAP and eGAP; the leaderboard has the same numbers.",
    )  # fmt: skip


def leaderboard(state: State, now: Standings, before: Standings | None, chosen: Sequence[int]) -> None:
    """Show runs in the order of a measure, with their rank changes."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.html('<h2 class="gv-h2">Leaderboard</h2>', width="content")
        if before:
            choice("against", {"AP": "vs AP", "pinned": "vs pinned"}, state.against, label="Rank changes")
        choice("sort", {name: name for name in FAMILY}, state.sort, label="Order by")
    baseline = before if state.against == "pinned" else None
    order = tables.order(now, state.sort)
    table = tables.leaderboard(now, baseline, sort=state.sort, order=order)
    names = [now.runs[i] for i in order]
    marked = sorted(order.index(i) for i in chosen)
    key = tied("leaderboard", {"selection": {"rows": marked, "columns": [], "cells": []}})
    st.dataframe(
        table, key=key, height=HEIGHT, hide_index=True, row_height=28,
        on_select=partial(propose, key, partial(_rows, names)), selection_mode="multi-row",
        column_config=tables.leaderboard_columns(state.sort),
        alt="Leaderboard",
    )  # fmt: skip


def agreement(now: Standings, theme: Theme) -> None:
    """Show the small map of Kendall's tau."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.html('<h2 class="gv-h2">Kendall τ-b</h2>', width="content")
        st.html(look.tau_scale(theme), width="content")
    st.plotly_chart(
        tau_heatmap(now.tau, FAMILY, theme=theme), theme=None, key="tau", config=CONFIG,
        alt="Kendall tau-b between the rankings of the four measures; the table below has the same numbers.",
    )  # fmt: skip
    with st.expander("As a table"):
        st.dataframe(tables.tau(now), key="tau table")


def topics(found: Opened, state: State, now: Standings, chosen: Sequence[int], theme: Theme) -> None:
    """Show one run topic by topic: the run that was selected last, or the winner."""
    run = chosen[-1] if chosen else now.winner(FAMILY.index(state.sort))
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.html(look.subject("Topics of", shorten(now.runs[run], 32)), width="content")
        choice("order", {"disagreement": "By disagreement", "topic": "By topic"}, state.order,
               label="Order of the topics")  # fmt: skip
    rows = run_topics(now.scores, run)
    by: Any = state.order
    order = rows.order(by)
    figure = topic_dots(rows, order, shared.counts(found), theme=theme, marked=state.topic)
    st.plotly_chart(
        figure, theme=None, key="dots", on_select=partial(_topic, rows.topics, state.topic),
        selection_mode="points", config=CONFIG,
        alt="GAP, xGAP and eGAP of the run on each topic; the table below has the same numbers.",
    )  # fmt: skip
    more = len(rows.topics) - MOST_TOPICS
    st.html(look.measure_values(zip(FAMILY[1:], FAMILY[1:], strict=True), theme, "— median run, eGAP"))
    if more > 0:
        st.caption(f"The first {MOST_TOPICS} topics are drawn; {more} more are in the table.")
    with st.expander("As a table"):
        st.dataframe(tables.topics(rows, order, shared.counts(found)), hide_index=True, key="topic table",
                     column_config=tables.topic_columns(), height=320)  # fmt: skip


def links(found: Opened, state: State) -> None:
    """Offer the same view elsewhere: as a link, in Python, on the command line."""
    with st.popover("In Python", icon=":material/code:", width="stretch"):
        st.caption("The same numbers from Python")
        st.code(snippets.python(state, snippets.origin(found)), language="python", wrap_lines=True)
        if found.key not in shared.BUNDLED:
            st.caption("and on the command line")
            st.code(snippets.command(state, snippets.origin(found)), language="bash", wrap_lines=True)
        st.caption("The address of this page is a link to this view.")


def choice(field: str, words: dict[str, str], value: str, *, label: str) -> None:
    """Offer the values of one field of the state as segments."""
    key = tied(f"choice {field}", value if value in words else next(iter(words)))
    st.segmented_control(
        label, list(words), key=key, required=True, format_func=words.__getitem__,
        label_visibility="collapsed", on_change=propose,
        args=(key, lambda _state, chosen: {field: chosen} if chosen else {}),
    )  # fmt: skip


def _rows(names: Sequence[str], state: State, rows: Sequence[int]) -> dict[str, Any]:
    marked = [names[row] for row in rows if row < len(names)]
    # Those that were selected before stay in their order; a new one comes last.
    kept = [name for name in state.selected if name in marked]
    return {"selected": (*kept, *[name for name in marked if name not in kept])[-MOST_SELECTED:]}


def _point(key: str, names: Sequence[str], selected: tuple[str, ...]) -> None:
    points = st.session_state[key]["selection"]["points"]
    if points and points[0].get("customdata"):
        name = names[int(points[0]["customdata"][0])]
        kept = tuple(one for one in selected if one != name)
        commit(selected=kept if name in selected else (*kept, name)[-MOST_SELECTED:])


def _topic(names: Sequence[str], marked: str) -> None:
    points = st.session_state["dots"]["selection"]["points"]
    if points and points[0].get("customdata"):
        name = names[int(points[0]["customdata"][0])]
        commit(topic="" if name == marked else name)
