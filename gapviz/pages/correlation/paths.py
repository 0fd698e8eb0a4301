"""Correlations along a path and over all user models, on the page Correlation."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from gapviz import users
from gapviz.analysis.rankings.intervals import LEVEL
from gapviz.analysis.users.family import GRADED, with_g
from gapviz.analysis.users.surface import cells
from gapviz.analysis.users.sweep import REFERENCES
from gapviz.arrays import FloatArray
from gapviz.figures.tau_line import tau_line
from gapviz.figures.triangle import value_triangle
from gapviz.pages.correlation import paper_table
from gapviz.pages.live import pieces
from gapviz.pages.parts import cached, markup, simplex
from gapviz.pages.parts.cached import Sets
from gapviz.pages.parts.frame import View, chart, choice, panel, save, table
from gapviz.text.numbers import in_words, percent, signed, user_model

POINTS = 101
"""User models on a path."""

SMALL_STEPS = 20
"""Small triangles along a side of the maps of tau."""


def along(view: View, chosen: Sets) -> None:
    """Show the correlation with a reference while g1 goes from 0 to 1."""
    state = view.state
    sign = markup.COEFFICIENTS[state.coefficient]
    g = users.path(np.array(state.g), POINTS)
    swept = cached.along(view, chosen, g, coefficient=view.coefficient)
    now = cached.along(view, chosen, np.array([state.g]), coefficient=view.coefficient)
    k = list(REFERENCES).index(state.reference)
    source = paper_table.source(view)
    points = paper_table.points(view, g) if state.coefficient == "b" else {}
    between = _between(view, chosen)

    def draw(theme: Any) -> Any:
        return tau_line(g, swept.tau[:, :, k], GRADED, at=np.array(state.g), here=now.tau[:, 0, k],
                        printed=points, source=source, theme=theme, between=between)  # fmt: skip

    title = f"{sign} with {state.reference} along g₁"
    with panel(title):
        choice("reference", {name: name for name in REFERENCES}, state.reference, label="Reference")
        save(view, draw, "correlation along g1")
    words = ["— this collection"]
    if any(points.values()):
        words.append(f"·○· printed, {source}")
    if between:
        words.append(f"Ɪ {percent(LEVEL)} interval at this g")
    st.html(pieces.measure_values([(name, name) for name in GRADED], view.theme, "&ensp;".join(words)))
    note = {1: "One relevant grade: there is one user model, and the three measures are AP.", 2: ""}.get(
        view.opened.profile.c, "Along g₁ the other probabilities keep their proportions."
    )
    if np.isnan(swept.tau[:, :, k]).all():
        note = f"{note} {sign} is undefined at every g: all runs have the same mean.".strip()
    chart(view, draw, "along", title=title, note=note,
          alt=f"{title}; the table below has the numbers.")  # fmt: skip
    with st.expander("As a table"):
        table(view, swept.frame, "along g1", digits=3, height=300)


def _between(view: View, chosen: Sets) -> tuple[FloatArray, FloatArray] | None:
    """Find the intervals of GAP, xGAP and eGAP with the reference at this g, if they are asked for."""
    if view.state.intervals == "no" or chosen.runs.sum() < 2:
        return None
    measures = [REFERENCES[view.state.reference], *with_g(GRADED, view.state.g)]
    intervals = cached.intervals(view, chosen, measures, coefficient=view.coefficient)
    return intervals.low[1:, 0], intervals.high[1:, 0]


def everywhere(view: View, chosen: Sets) -> None:
    """Show the correlation with the reference at every user model of a triangle."""
    state = view.state
    free, corners = simplex.corners(state)
    grid = cells(SMALL_STEPS)
    g = grid.mean(axis=1) @ corners
    swept = cached.along(view, chosen, g, coefficient=view.coefficient)
    k = list(REFERENCES).index(state.reference)
    at = simplex.at(state, corners)

    def draw(theme: Any, m: int) -> Any:
        words = [
            f"{GRADED[m]} with {state.reference}: {signed(in_words(tau, digits=3))}, g = {user_model(row)}"
            for tau, row in zip(swept.tau[m, :, k].tolist(), g.tolist(), strict=True)
        ]
        return value_triangle(
            grid, swept.tau[m, :, k], low=-1.0, high=1.0, stops=theme.tau,
            corners=simplex.marks(free, corners), at=at, theme=theme, words=words, small=True, height=230,
        )  # fmt: skip

    sign = markup.COEFFICIENTS[state.coefficient]
    with panel(f"{sign} with {state.reference} over all user models"):
        st.html(markup.tau_scale(view.theme), width="content")
    simplex.ask_slice(view)
    for m, column in enumerate(st.columns(3, gap="small")):
        with column:
            with panel("", html=pieces.measure_values([(GRADED[m], GRADED[m])], view.theme)):
                save(view, partial(draw, m=m), f"{GRADED[m]} over all g")
            chart(
                view, partial(draw, m=m), f"map {m}",
                title=f"{sign} of {GRADED[m]} with {state.reference} over all user models",
                alt=f"{GRADED[m]} with {state.reference} at every g; the table below has the numbers.",
            )  # fmt: skip
    st.caption(f"Corners: {simplex.sentence(free)}. The dot is the g in force.")
    with st.expander("As a table"):
        table(view, swept.frame, "over all g", digits=3, height=300)
