"""What the measures say of a toy list: cards, a table, and the arithmetic of one of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.toylists.values import Said, said
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure
from gapviz.pages.parts import in_python, save_menu
from gapviz.pages.parts.frame import panel
from gapviz.pages.parts.script import Script
from gapviz.pages.session.readers import MOST_BESIDE
from gapviz.pages.session.session import whole
from gapviz.pages.toylists import markup, script
from gapviz.pages.toylists.parts import Toys, documents, moving, others, splits
from gapviz.text.names import for_markdown

FOLLOW = ("toy cards", "toy values")
"""Keys of the fragments that follow g while the hand moves it: the cards, and the table."""


@st.fragment(key="toy cards")
def cards(view: Toys) -> None:
    """Show what the family says; follows g while the hand moves it."""
    now = moving(view)
    rows = said(list(now.family.values()), now.toy, before=now.before, other=now.other)
    st.html(markup.cards(dict(zip(FAMILY, rows, strict=True)), now.theme))


def values_table(view: Toys) -> None:
    """Show all chosen measures as a table."""
    with panel("Values"):
        in_python.button(partial(lines, view), width="content")
        save_menu.table(lambda: values_frame(view), "toy list", "toy values")
    values(view)


def lines(view: Toys) -> Script:
    """Lines with the values of the list, and of the one beside it."""
    toys = [view.toy] if view.other is None else [view.toy, view.other]
    return script.toylists(toys, list(view.fitting.values()))


@st.fragment(key="toy values")
def values(view: Toys) -> None:
    """Show the values; follows g while the hand moves it."""
    numbers = {name: st.column_config.NumberColumn(format="%.4f") for name in ("value", "second list")}
    changes = {name: st.column_config.NumberColumn(format="%+.4f") for name in ("last step", "difference")}
    st.dataframe(values_frame(moving(view)), hide_index=True, key="toy values", alt="Values",
                 column_config={**numbers, **changes})  # fmt: skip


def values_frame(view: Toys) -> pd.DataFrame:
    """Lay out what all chosen measures say."""
    rows = said(list(view.measures.values()), view.toy, before=view.before, other=view.other)
    columns: dict[str, Callable[[Said], Any]] = {"measure": lambda row: str(row.measure)}
    columns["value"] = lambda row: row.value
    if any(row.step is not None for row in rows):
        columns["last step"] = lambda row: row.step
    if view.other is not None:
        columns["second list"] = lambda row: row.other
        columns["difference"] = lambda row: row.difference
    if any(row.problem or row.measure.definition.better == "lower" for row in rows):
        columns["note"] = lambda row: row.problem or f"{row.measure.definition.better} is better"
    return pd.DataFrame({name: [get(row) for row in rows] for name, get in columns.items()})


def chooser(view: Toys) -> None:
    """Offer measures beside the family."""
    offered = [text for text in others(view.toy.c) if text not in view.state.beside]
    key = "beside"
    st.session_state[key] = list(view.state.beside)
    st.multiselect(
        "Measures beside GAP, xGAP, eGAP and AP", [*view.state.beside, *offered], key=key,
        accept_new_options=True, max_selections=MOST_BESIDE, on_change=_choose,
        placeholder="Choose, or type one such as nDCG@5", help="Any measure of the page Measures, as text",
    )  # fmt: skip
    if trouble := st.session_state.pop("beside trouble", ""):
        st.warning(for_markdown(trouble), icon=":material/info:")


def terms(view: Toys) -> None:
    """Show the arithmetic of a measure, rank by rank."""
    parts = splits(view, most=None)
    with st.expander("The formula's terms", icon=":material/functions:"):
        if not parts:
            st.caption("None of the chosen measures is a sum over ranks of this list.")
            return
        name = st.selectbox("Measure", list(parts), key="terms of", index=min(1, len(parts) - 1))
        st.latex(view.measures[name].definition.formula)
        table = markup.terms(parts[name], documents(view.toy))
        save_menu.table(lambda: table, "toy list", "toy terms")
        st.dataframe(table, hide_index=True, key="toy terms", alt="Terms", column_config={
            "adds": st.column_config.NumberColumn(format="%.6f"),
            "running total": st.column_config.NumberColumn(format="%.6f")})  # fmt: skip


def _choose() -> None:
    kept: list[str] = []
    for text in st.session_state["beside"]:
        try:
            kept.append(str(measure(text)))
        except InputError as error:
            st.session_state["beside trouble"] = f"{error}."
    with whole() as memory:
        memory.act(beside=tuple(dict.fromkeys(kept)))
