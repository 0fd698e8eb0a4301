"""The page Correlation, second half: along a path, over all user models, and beside the paper's tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz import users
from gapviz.analysis.family import GRADED
from gapviz.analysis.surface import cells
from gapviz.analysis.sweep import REFERENCES
from gapviz.analysis.tables import TauTable
from gapviz.arrays import FloatArray
from gapviz.figures.names import for_markdown
from gapviz.figures.tables import tau_csv, tau_latex
from gapviz.figures.tau_line import tau_line
from gapviz.figures.triangle import value_triangle
from gapviz.pages import calls, downloads, look, simplex
from gapviz.pages.calls import Sets
from gapviz.pages.frame import View, chart, choice, panel, save, table
from gapviz.pages.session import propose, tied
from gapviz.pages.state import State

POINTS = 101
"""User models on a path."""

PRINTED = ("TREC 10", "TREC 14", "TREC 21")
"""Collections of the paper's Tables 2 and 3."""

SMALL_STEPS = 20
"""Small triangles along a side of the maps of tau."""


def along(view: View, chosen: Sets) -> None:
    """Show the correlation with a reference while g1 goes from 0 to 1."""
    state = view.state
    sign = look.COEFFICIENTS[state.coefficient]
    g = users.path(np.array(state.g), POINTS)
    found = calls.along(view, chosen, g, REFERENCES)
    now = calls.along(view, chosen, np.array([state.g]), REFERENCES)
    k = REFERENCES.index(state.reference)
    source = _printed_for(view)
    points = _printed_points(view, source, g) if state.coefficient == "b" else {}

    def draw(theme: Any) -> Any:
        return tau_line(g, found.tau[:, :, k], GRADED, at=np.array(state.g), here=now.tau[:, 0, k],
                        printed=points, source=source, theme=theme)  # fmt: skip

    with panel(f"{sign} with {state.reference} along g₁"):
        choice("reference", {name: name for name in REFERENCES}, state.reference, label="Reference")
        save(view, draw, "correlation along g1")
    more = f"— here ·○· printed, {source}" if any(points.values()) else ""
    st.html(look.measure_values([(name, name) for name in GRADED], view.theme, more))
    chart(
        view, draw, "along", alt=f"{sign} with {state.reference} along g1; the table below has the numbers."
    )
    if view.found.profile.c > 2:
        st.caption("Along g₁ the other probabilities keep their proportions.")
    if view.found.profile.c == 1:
        st.caption("One relevant grade: there is one user model, and the three measures are AP.")
    build = partial(_path_frame, g, found.tau, [str(one) for one in REFERENCES])
    with st.expander("As a table"):
        table(view, build, "along g1", digits=3, height=300)


def _path_frame(g: FloatArray, tau: FloatArray, references: Sequence[str]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            **{f"g{h + 1}": g[:, h] for h in range(g.shape[1])},
            **{
                f"{name}, {reference}": tau[m, :, k]
                for k, reference in enumerate(references)
                for m, name in enumerate(GRADED)
            },
        }
    )


def _printed_for(view: View) -> str:
    """Name the printed collection beside the numbers: its own, or the first with as many grades."""
    if view.found.key in PRINTED:
        return view.found.key
    return "TREC 21" if view.found.profile.c == 3 else "TREC 10"


def _printed_set(state: State) -> str:
    return state.topic_set if state.topic_set in ("few highly relevant", "few key") else "all"


def _printed_points(view: View, source: str, g: FloatArray) -> dict[str, list[tuple[float, float]]]:
    topics = _printed_set(view.state)
    return {
        name: [
            (one.g[0], one.tau)
            for one in calls.printed()
            if (one.collection, one.measure, one.against, one.topics)
            == (source, name, view.state.reference, topics)
            and len(one.g) == g.shape[1]
            and bool((np.abs(g - np.array(one.g)).sum(axis=1) < users.SUM_TOLERANCE).any())
        ]
        for name in GRADED
    }


def everywhere(view: View, chosen: Sets) -> None:
    """Show the correlation with the reference at every user model of a triangle."""
    state = view.state
    free, corners = simplex.corners(state)
    grid = cells(SMALL_STEPS)
    g = grid.mean(axis=1) @ corners
    found = calls.along(view, chosen, g, REFERENCES)
    k = REFERENCES.index(state.reference)
    at = simplex.at(state, corners)

    def draw(theme: Any, m: int) -> Any:
        words = [
            f"{GRADED[m]} with {state.reference}: "
            + ("undefined" if np.isnan(tau) else look.signed(f"{tau:.3f}"))
            + f", g = {', '.join(f'{part:.2f}' for part in row)}"
            for tau, row in zip(found.tau[m, :, k].tolist(), g.tolist(), strict=True)
        ]
        return value_triangle(
            grid, found.tau[m, :, k], low=-1.0, high=1.0, stops=theme.tau, corners=simplex.marks(free),
            at=at, theme=theme, words=words, small=True, height=230,
        )  # fmt: skip

    sign = look.COEFFICIENTS[state.coefficient]
    with panel(f"{sign} with {state.reference} over all user models"):
        st.html(look.tau_scale(view.theme), width="content")
    simplex.ask_slice(view)
    for m, column in enumerate(st.columns(3, gap="small")):
        with column:
            with panel("", html=look.measure_values([(GRADED[m], GRADED[m])], view.theme)):
                save(view, partial(draw, m=m), f"{GRADED[m]} over all g")
            chart(
                view, partial(draw, m=m), f"map {m}",
                alt=f"{GRADED[m]} with {state.reference} at every g; the table below has the numbers.",
            )  # fmt: skip
    st.caption(f"Corners: {simplex.sentence(free)}. The dot is the g in force.")
    build = partial(_path_frame, g, found.tau, [str(one) for one in REFERENCES])
    with st.expander("As a table"):
        table(view, build, "over all g", digits=3, height=300)


def paper(view: View, chosen: Sets) -> None:
    """Show the paper's table for this collection, with what is printed beside it."""
    state = view.state
    found = calls.paper(view, chosen)
    source, name = _printed_for(view), view.found.collection.name
    printed = found.beside(calls.printed(), source)
    topics = _printed_set(state)
    topics = topics if topics in found.topic_sets else "all"
    z = found.topic_sets.index(topics)
    k = found.against.index(state.reference)
    beside = not np.isnan(printed[:, :, k, z]).all()
    number = 3 if source == "TREC 21" else 2
    left, right = st.columns([2.1, 1], gap="medium")
    with left:
        with panel(f"τ-b with {state.reference}, in the shape of the printed Table {number}"):
            downloads.table(
                partial(_paper_frame, found, printed, k, z, source), name, "as printed", digits=3, best=(),
                more={
                    "CSV, all of it .csv": partial(tau_csv, found),
                    "LaTeX, all of it, as in the paper .tex": partial(tau_latex, found, collection=name),
                },
            )  # fmt: skip
        frame_ = _paper_frame(found, printed, k, z, source)
        here = np.flatnonzero(np.abs(found.g - np.array(state.g)).sum(axis=1) < 1e-6).tolist()
        key = tied("paper", {"selection": {"rows": here, "columns": [], "cells": []}})
        st.dataframe(
            frame_, key=key, hide_index=True, row_height=28, selection_mode="single-row",
            on_select=partial(propose, key, partial(_to_row, found)), height=min(640, 40 + 28 * len(frame_)),
            column_config={
                column: st.column_config.NumberColumn(format="%.2f" if "printed" in column else "%.3f")
                for column in frame_.columns[1:]
            },
        )  # fmt: skip
        st.caption(
            f"Here: {for_markdown(name)}, {found.runs} runs, {found.topics[z]} topics ({topics}). "
            + (f"Printed: {source}, {topics}. " if beside else "")
            + "A ticked row is the g in force; tick another one to go there."
        )
    with right, st.container(border=True):
        st.markdown("**Reading it**")
        st.markdown(
            "All three equal AP at g₁ = 1, and each other wherever all users have one threshold.\n\n"
            "GAP returns to AP first: its weights follow the recall base, so that many relevant documents "
            "outvote few highly relevant ones."
        )
        if beside:
            st.caption("The printed runs are other runs: compare the shape, not the values.")


def _to_row(table: TauTable, _state: State, rows: Sequence[int]) -> dict[str, Any]:
    return {"g": tuple(table.g[rows[0]].tolist())} if rows and rows[0] < len(table.g) else {}


def _paper_frame(table: TauTable, printed: FloatArray, k: int, z: int, source: str) -> pd.DataFrame:
    columns: dict[str, Any] = {"g": [", ".join(f"{part:.1f}" for part in g) for g in table.g.tolist()]}
    columns |= {name: table.tau[:, m, k, z] for m, name in enumerate(table.measures)}
    if not np.isnan(printed[:, :, k, z]).all():
        columns |= {f"{name}, printed {source}": printed[:, m, k, z] for m, name in enumerate(table.measures)}
    return pd.DataFrame(columns)
