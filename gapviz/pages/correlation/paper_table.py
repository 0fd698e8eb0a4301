"""The page Correlation: the paper's table for this collection, and a printed one beside it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.paper_tables import TauTable, printed_along
from gapviz.analysis.users.family import GRADED
from gapviz.arrays import FloatArray
from gapviz.figures.tau_rows import tau_rows
from gapviz.pages.parts import cached, save_menu, tables
from gapviz.pages.parts.cached import Sets
from gapviz.pages.parts.frame import View, chart, choice, panel, save, table
from gapviz.pages.session.session import propose, tied
from gapviz.pages.session.state import State
from gapviz.text.names import for_html
from gapviz.text.numbers import counted, user_model
from gapviz.text.report import Sheet
from gapviz.text.tables import tau_csv, tau_latex

PRINTED = {"TREC 10": 2, "TREC 14": 2, "TREC 21": 3}
"""Collections of the paper's Tables 2 and 3, with the number of their thresholds."""

TABLES = {2: "Table 2", 3: "Table 3"}
"""The table by number of thresholds."""

NONE = "none"

HERE = "this collection"

NEAR = 1e-6
"""Difference of two user models that is rounding."""


def source(view: View) -> str:
    """Name the printed collection: the chosen one, else its own, else the first with as many thresholds."""
    if view.state.printed:
        return view.state.printed
    if view.opened.key in PRINTED:
        return view.opened.key
    return next((name for name, c in PRINTED.items() if c == view.opened.profile.c), NONE)


def printed_set(state: State) -> str:
    """Name of the set of topics that printed numbers are taken from."""
    return state.topic_set if state.topic_set in ("few highly relevant", "few key") else "all"


def points(view: View, g: FloatArray) -> dict[str, list[tuple[float, float]]]:
    """Find printed taus with the reference at user models of a path: g1 and tau by measure."""
    state = view.state
    return printed_along(cached.printed(), g, collection=source(view), against=state.reference,
                         topics=printed_set(state))  # fmt: skip


def show(view: View, chosen: Sets) -> None:
    """Show the paper's table for this collection, with what is printed beside it."""
    state, name = view.state, view.opened.collection.name
    paper = cached.paper(view, chosen)
    origin, topics = source(view), printed_set(state)
    topics = topics if topics in paper.topic_sets else "all"
    z, k = paper.topic_sets.index(topics), paper.against.index(state.reference)
    here, printed = paper.tau[:, :, k, z], paper.beside(cached.printed(), origin)[:, :, k, z]
    beside = not np.isnan(printed).all()
    build = partial(_frame, paper.g, here, printed if beside else None, origin)
    rows = build()

    def draw(theme: Any) -> Any:
        return tau_rows(paper.g, here, GRADED, theme=theme, marked=_in_force(paper, state), here=HERE,
                        printed=printed if beside else None, source=f"printed, {origin}")  # fmt: skip

    title = f"τ-b with {state.reference}, {_shape(paper.g.shape[1])}"
    with panel(title):
        choice("printed", {one: one for one in (*PRINTED, NONE)}, origin, label="Printed table beside it")
        choice("paper", {"table": "Table", "map": "Map"}, state.paper, label="How it is shown")
        if state.paper == "map":
            save(view, draw, "map of the table")
        else:
            save_menu.table(
                build, name, "as printed", digits=3, best=(),
                more={
                    "CSV, all of it .csv": partial(tau_csv, paper),
                    "LaTeX, all of it, as in the paper .tex": partial(tau_latex, paper, collection=name),
                },
            )  # fmt: skip
    note = f"This collection: {name}, {counted(paper.runs, 'run')}, "
    note += f"{counted(paper.topics[z], 'topic')} ({topics})."
    if beside:
        note += f" Printed: {origin}, {topics}, {TABLES[PRINTED[origin]]} of the xGAP paper."
    left, right = st.columns([2.6, 1], gap="medium")
    with left:
        if state.paper == "map":
            chart(view, draw, "paper map", title=title, note=note,
                  alt="τ-b at every g of the table; the table has the same numbers.")  # fmt: skip
        else:
            _rows(view, paper, rows)
            st.html(f'<p class="gv-note">{for_html(note)} A ticked row is the g in force.</p>')
        view.parts.append(Sheet(title, rows, digits=3, best=False, note=note))
    with right:
        _reading(origin if beside else "")
    if origin in PRINTED and not beside:
        _apart(view, origin, topics)


def _shape(c: int) -> str:
    return f"in the shape of the printed {TABLES[c]}" if c in TABLES else "at steps of g"


def _frame(g: FloatArray, here: FloatArray, printed: FloatArray | None, origin: str) -> pd.DataFrame:
    columns: dict[str, Any] = {"g": [user_model(row, digits=1) for row in g.tolist()]}
    columns |= {f"{name}, {HERE}": here[:, m] for m, name in enumerate(GRADED)}
    if printed is not None:
        columns |= {f"{name}, printed {origin}": printed[:, m] for m, name in enumerate(GRADED)}
    return pd.DataFrame(columns)


def _rows(view: View, paper: TauTable, frame: pd.DataFrame) -> None:
    """Show the table; its rows are user models, and the one in force is ticked."""
    shown, _ = tables.readable(frame, digits=3)
    shown.columns = pd.MultiIndex.from_tuples([_heads(str(name)) for name in shown.columns])
    key = tied(
        "paper table", {"selection": {"rows": _in_force(paper, view.state), "columns": [], "cells": []}}
    )
    st.dataframe(
        shown, key=key, hide_index=True, row_height=28, selection_mode="single-row",
        on_select=partial(propose, key, partial(_to_row, paper)), height=min(680, 70 + 28 * len(shown)),
        alt="Kendall's tau-b in the shape of the printed table",
        column_config=_formats(shown),
    )  # fmt: skip


def _in_force(paper: TauTable, state: State) -> list[int]:
    """Rows of the user model in force: one, or none."""
    rows: list[int] = np.flatnonzero(np.abs(paper.g - np.array(state.g)).sum(axis=1) < NEAR).tolist()
    return rows


def _formats(shown: pd.DataFrame) -> dict[Any, Any]:
    """How the numbers are written, by place: grouped columns have no one name. The index is column 0."""
    return {
        place: st.column_config.NumberColumn(format="%.3f" if HERE in name else "%.2f")
        for place, name in enumerate(shown.columns, start=1)
        if pd.api.types.is_float_dtype(shown[name])
    }


def _heads(name: str) -> tuple[str, str]:
    """Divide a column's name into whose numbers they are, and the measure.

    Examples
    --------
    >>> _heads("GAP, printed TREC 10"), _heads("g")
    (('printed TREC 10', 'GAP'), ('', 'g'))
    """
    measure, _, whose = name.partition(", ")
    return whose, measure


def _to_row(paper: TauTable, _state: State, rows: Sequence[int]) -> dict[str, Any]:
    return {"g": tuple(paper.g[rows[0]].tolist())} if rows and rows[0] < len(paper.g) else {}


def _reading(origin: str) -> None:
    with st.container(border=True):
        st.markdown("**Reading it**")
        st.markdown(
            "All three equal AP at g₁ = 1, and each other wherever all users have one threshold.\n\n"
            "GAP returns to AP first: its weights follow the recall base, so that many relevant documents "
            "outvote few highly relevant ones."
        )
        if origin:
            st.caption(f"The runs printed for {origin} are other runs: compare the shape, not the values.")


def _apart(view: View, origin: str, topics: str) -> None:
    """Show a printed table of other grades, which has other user models, by itself."""
    known = [
        one
        for one in cached.printed()
        if (one.collection, one.against, one.topics) == (origin, view.state.reference, topics)
    ]
    if not known:
        st.info(f"The paper prints nothing for {origin}, {topics}.")
        return
    models = list(dict.fromkeys(one.g for one in known))
    values = {(one.g, one.measure): one.tau for one in known}

    def build() -> pd.DataFrame:
        return pd.DataFrame(
            {
                "g": [user_model(g, digits=1) for g in models],
                **{
                    f"{name}, printed {origin}": [values.get((g, name), np.nan) for g in models]
                    for name in GRADED
                },
            }
        )

    title = f"Printed: {origin}, {TABLES[PRINTED[origin]]}, {topics}"
    table(view, build, "printed apart", digits=2, height=min(640, 40 + 28 * len(models)), title=title)
    st.caption(
        f"{origin} has {PRINTED[origin]} relevant grades and this collection {view.opened.profile.c}: "
        "their user models are not the same, so that the tables stand one below the other."
    )
