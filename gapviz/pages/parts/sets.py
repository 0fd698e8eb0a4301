"""Selectors of the topics and runs on which measures are compared, and the sets they stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st

from gapviz.analysis.rankings.sets import EVERYTHING, FIRST_QUARTILE, listed
from gapviz.arrays import BoolArray, IntArray
from gapviz.collection.health.topics import topic_sets
from gapviz.pages.parts import cached, markup, open_collections
from gapviz.pages.parts.cached import Sets
from gapviz.pages.parts.frame import View, choice
from gapviz.pages.session.fits import OWN
from gapviz.pages.session.session import commit, propose, tied
from gapviz.pages.session.state import State
from gapviz.text.names import for_cell, for_markdown

FEW_TOPICS = 5
"""Topics below which a ranking of runs says little."""


def ask(view: View) -> Sets:
    """Offer sets of topics and of runs, and the coefficient, and say what is odd about the choice."""
    state, opened = view.state, view.opened
    named = topic_sets(open_collections.counts(opened))
    runs = cached.quartiles(view)[FIRST_QUARTILE]
    selected = np.isin(np.array(opened.profile.runs, dtype=object), list(state.selected))
    words = {name: f"{name.capitalize()} {int(mask.sum())}" for name, mask in named.items()}
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        choice("topic_set", words | {OWN: "Own choice…"}, state.topic_set, label="Topics", hide_label=False)
        choice(
            "run_set",
            {
                "all": f"All {len(opened.profile.runs)}",
                "quartile": f"MAP ≥ first quartile {int(runs.sum())}",
                "selected": f"Selected {int(selected.sum())}",
            },
            state.run_set,
            label="Runs",
            hide_label=False,
        )
        choice("coefficient", markup.COEFFICIENTS, state.coefficient, label="Coefficient", hide_label=False)
        choice("intervals", {"no": "None", "yes": "Bootstrap"}, state.intervals, label="Intervals",
               hide_label=False)  # fmt: skip
    if state.topic_set == OWN:
        _own_topics(state, opened.profile.topics)
    if state.run_set == "selected":
        _own_runs(state, opened.profile.runs)
    chosen = of(view)
    _remarks(view, chosen)
    return chosen


def topic_set(view: View) -> str:
    """Name of the set of topics in force; a link may name one that these grades do not have."""
    name = view.state.topic_set
    return name if name == OWN or name in topic_sets(open_collections.counts(view.opened)) else EVERYTHING


def of(view: View) -> Sets:
    """Return the sets of a state."""
    state, opened = view.state, view.opened
    own = np.isin(np.array(opened.profile.topics, dtype=object), list(state.own_topics))
    name = topic_set(view)
    topics: BoolArray = own if name == OWN else topic_sets(open_collections.counts(opened))[name]
    runs: BoolArray = np.ones(len(opened.profile.runs), dtype=np.bool_)
    if state.run_set == "quartile":
        runs = cached.quartiles(view)[FIRST_QUARTILE]
    elif state.run_set == "selected":
        runs = np.isin(np.array(opened.profile.runs, dtype=object), list(state.selected))
    return Sets(topics, runs)


def named(view: View) -> dict[str, str]:
    """Write the sets that are not all, as `gapviz.analysis.topic_set` and `run_set` read them."""
    state, profile = view.state, view.opened.profile
    written, topics = {}, topic_set(view)
    if topics == OWN:
        written["topic"] = listed([name for name in profile.topics if name in state.own_topics])
    elif topics != EVERYTHING:
        written["topic"] = topics
    if state.run_set == "quartile":
        written["run"] = FIRST_QUARTILE
    elif state.run_set == "selected":
        written["run"] = listed([name for name in profile.runs if name in state.selected])
    return written


def _own_topics(state: State, names: Sequence[str]) -> None:
    key = tied("own topics", [name for name in state.own_topics if name in names])
    st.multiselect(
        "Topics of the own choice", names, key=key, label_visibility="collapsed", format_func=for_cell,
        placeholder="Choose topics", on_change=propose, args=(key, _as("own_topics")),
    )  # fmt: skip


def _own_runs(state: State, names: Sequence[str]) -> None:
    key = tied("own runs", [name for name in state.selected if name in names])
    st.multiselect(
        "Selected runs", names, key=key, label_visibility="collapsed",
        placeholder="Select runs, here or in any table", on_change=propose, args=(key, _as("selected")),
    )  # fmt: skip


def _as(field: str) -> Any:
    return lambda _state, chosen: {field: tuple(chosen)}


def _remarks(view: View, chosen: Sets) -> None:
    counts: IntArray = open_collections.counts(view.opened)
    topics, runs = int(chosen.topics.sum()), int(chosen.runs.sum())
    if not topics:
        with st.container(border=True):
            st.markdown(f":material/filter_alt_off: **No topic is in this set.** {_rule(view)}")
            st.button(f"Back to all {len(counts)} topics", key="all topics", on_click=commit,
                      kwargs={"topic_set": "all"})  # fmt: skip
    elif topics < FEW_TOPICS:
        names = [view.opened.profile.topics[t] for t in np.flatnonzero(chosen.topics).tolist()]
        few = for_markdown(", ".join(names))
        st.caption(
            f":material/info: {'Topic' if topics == 1 else 'Topics'} {few} only. "
            "Too few topics to rank runs on."
        )
    if runs < 2:
        st.info(
            f"{'No run is' if not runs else 'One run is'} in this set: a correlation of rankings needs two. "
            + ("Select runs above." if view.state.run_set == "selected" else "")
        )


def _rule(view: View) -> str:
    if view.state.topic_set == OWN:
        return "Choose some above."
    T = len(view.opened.profile.topics)
    return f"R₁ ≥ 10 Rₖ > 0 holds for none of the {T} topics, with k the grade that has to be rare."
