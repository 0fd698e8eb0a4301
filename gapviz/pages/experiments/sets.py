"""Topics and runs that an experiment is over: widgets for a plan's sets, and the sets of a plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypedDict

import streamlit as st

from gapviz.analysis.rankings.sets import EVERYTHING, FIRST_QUARTILE, listed
from gapviz.collection.errors import InputError
from gapviz.collection.health.topics import topic_sets
from gapviz.pages.parts import cached, open_collections
from gapviz.pages.parts.cached import Sets
from gapviz.pages.parts.frame import View
from gapviz.pages.session.plans import SETS, SetPlan
from gapviz.text.names import for_cell, for_markdown

BEST = "top 15 by AP"
"""A set of the best runs, as an example; any other may be typed."""


class Chosen(TypedDict):
    """Sets of a plan, as texts."""

    topic_set: str
    run_set: str


def ask(view: View, key: Callable[[str], str], shown: SetPlan) -> None:
    """Offer sets of topics and of runs."""
    names = view.opened.profile.runs
    topics = {
        name: f"{name.capitalize()} {int(mask.sum())}"
        for name, mask in topic_sets(open_collections.counts(view.opened)).items()
    }
    runs = {
        EVERYTHING: f"All {len(names)}",
        FIRST_QUARTILE: "MAP ≥ first quartile",
        BEST: f"T{BEST[1:]}",
    }
    selected = [name for name in view.state.selected if name in names]
    if selected:
        runs[listed(selected)] = f"Selected {len(selected)}"
    left, right = st.columns(2)
    with left:
        _box("Topics", topics, shown.topic_set, key("topic_set"), "Topics may be typed, with commas between.")
    with right:
        _box("Runs", runs, shown.run_set, key("run_set"),
             "The best runs by any measure may be typed, as in top 20 by nDCG@10, those by several, as in "
             "top 15 by AP and nDCG; or runs with commas between.")  # fmt: skip


def chosen(key: Callable[[str], str]) -> Chosen:
    """Read the widgets of `ask`, as a plan takes them."""
    topics, runs = (st.session_state[key(name)] or EVERYTHING for name in SETS)
    return {"topic_set": topics, "run_set": runs}


def of(view: View, plan: SetPlan) -> Sets | None:
    """Return the sets of a plan; where it names one that is not here, say so."""
    try:
        return cached.named_sets(view, plan.topic_set, plan.run_set)
    except InputError as error:
        st.warning(for_markdown(f"{error}."), icon=":material/info:")
        return None


def subject(view: View, runs: Sequence[str]) -> str:
    """Name one of the runs to look at: the one that was selected last, or the best by AP."""
    now = cached.standing(view, view.state.g)
    best = sorted(runs, key=lambda name: now.ranks[0, now.runs.index(name)])[:1]
    return [*best, *(name for name in view.state.selected if name in runs)][-1]


def _box(label: str, words: Mapping[str, str], value: str, key: str, help_: str) -> None:
    options = list(dict.fromkeys([*words, value]))
    st.selectbox(label, options, options.index(value), key=key, accept_new_options=True, help=help_,
                 format_func=partial(_words, words))  # fmt: skip


def _words(words: Mapping[str, str], text: str) -> str:
    return for_cell(words.get(text, text))
