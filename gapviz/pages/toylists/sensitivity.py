"""Toy lists: how a move, a grade or a judgement changes a measure, and how top-heavy measures are."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from gapviz.analysis.toylists.sensitivity import (
    LONGEST,
    discovery_effects,
    grade_effects,
    move_effects,
    top_heaviness,
)
from gapviz.arrays import FloatArray
from gapviz.figures.effects import effect_map, value_lines
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.pages.parts.frame import CONFIG, panel
from gapviz.pages.parts.setting_widgets import keep
from gapviz.pages.session.settings import SIZES, offered
from gapviz.pages.toylists import parts
from gapviz.pages.toylists.parts import Toys
from gapviz.theme import Theme

KINDS = {
    "move": "Move it",
    "grade": "Give it another grade",
    "fixed": "The same, in a fixed pool",
    "found": "Judge the unjudged",
}

WORDS = {
    "move": "Row: where the document stands. Column: where it goes; those between close up.",
    "grade": "Row: rank. Column: the new grade; the topic's judged documents change with it.",
    "fixed": "As Kishida's equations have it: the topic's judged documents stay what they are.",
    "found": "Only documents without a judgement have numbers: what one adds when judged.",
}

SURVEY = ("AP(rel=1)", "RBP(p=0.8,rel=1)", "nDCG", "Q(beta=1)")
"""Measures of the survey's Figure 1."""


def show(view: Toys) -> None:
    """Show the map of a measure, and top-heaviness."""
    left, right = st.columns([1.25, 1], gap="large")
    with left:
        effects(view)
    with right:
        top(view)


def effects(view: Toys) -> None:
    """Show what a change of one document does to a measure, at each rank."""
    head = panel("What one document is worth")
    names = view.fitting
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        name = offered(view.state.settings, "worth", list(names))
        kind = offered(view.state.settings, "change", list(KINDS))
        st.selectbox("Measure", list(names), width=230, **keep("worth", name))
        st.segmented_control("Change", list(KINDS), format_func=KINDS.__getitem__, required=True,
                             **keep("change", kind))  # fmt: skip
    if not 0 < len(view.toy.ranked) <= LONGEST:
        st.info(f"The maps are for lists of 1 to {LONGEST} documents; this one has {len(view.toy.ranked)}.")
        return
    if kind == "found" and all(grade is not None and grade >= 0 for grade in view.toy.ranked):
        st.info("Every document of the list is judged. Make one unjudged (?) or outside the pool (×).")
        return
    values = changes(names[name], view, kind)
    rows = [f"rank {n}" for n in range(1, len(view.toy.ranked) + 1)]
    columns = [row.removeprefix("rank ") for row in rows]
    if kind != "move":
        columns = [str(k) for k in range(view.toy.c + 1)]
    along = "to rank" if kind == "move" else "to grade"

    def draw(theme: Theme) -> Any:
        return effect_map(values, rows, columns, title=("", along), theme=theme, height=60 + 24 * len(rows))

    def table() -> pd.DataFrame:
        return pd.DataFrame({"document": rows, **dict(zip(columns, values.T, strict=True))})

    with head:
        parts.save(view, draw, "map of changes")
    st.caption(WORDS[kind])
    with st.container(key="gv-changes"):
        st.plotly_chart(
            draw(view.theme),
            theme=None,
            key="worth",
            config=CONFIG,
            alt="Change of the measure for each change of a document; the table has the same.",
        )
    parts.as_table(table, "changes")


def changes(one: Measure, view: Toys, kind: str) -> FloatArray:
    """Ask what changes of one kind do to a measure."""
    if kind == "move":
        return move_effects(one, view.toy)
    if kind == "found":
        return discovery_effects(one, view.toy)
    return grade_effects(one, view.toy, pool="follows" if kind == "grade" else "fixed")


def top(view: Toys) -> None:
    """Show values of lists with one relevant document, by its rank."""
    head = panel("How top-heavy the measures are")
    survey = {str(measure(text)): measure(text) for text in SURVEY}
    choices = {**survey, **view.fitting}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        R = offered(view.state.settings, "relevant", SIZES)
        st.segmented_control("Relevant documents of the topic", SIZES, required=True, **keep("relevant", R))
        names = st.multiselect("Measures", list(choices), default=list(survey), key="heavy", max_selections=6)
    if not names:
        st.info("Choose a measure.")
        return
    values = top_heaviness([choices[name] for name in names], R=R, c=view.toy.c)

    def draw(theme: Theme) -> Any:
        return value_lines(values, names, theme=theme, along="rank of the one relevant document")

    def table() -> pd.DataFrame:
        ranks = range(1, values.shape[1] + 1)
        return pd.DataFrame({"rank": ranks, **dict(zip(names, values, strict=True))})

    with head:
        parts.save(view, draw, "top-heaviness")
    st.caption(
        "One of the R relevant documents is retrieved, at rank 1, 2, … 20; all have the highest grade. "
        "Figure 1 of Vyas's survey has AP, RBP, nDCG and Q with R = 10 and R = 100."
    )
    st.plotly_chart(
        draw(view.theme),
        theme=None,
        key="heavy chart",
        config=CONFIG,
        alt="Values by the rank of the one relevant document; the table has the same.",
    )
    parts.as_table(table, "top-heavy values", height=240)
