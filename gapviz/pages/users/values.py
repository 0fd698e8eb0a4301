"""A value at every user model on the page User models: the rank of a run, or a correlation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz import users
from gapviz.analysis.users.family import GRADED, Graded
from gapviz.analysis.users.shares import run_ranks
from gapviz.analysis.users.surface import cells
from gapviz.analysis.users.sweep import REFERENCES
from gapviz.arrays import FloatArray
from gapviz.figures.strip import rank_line
from gapviz.figures.tau_line import tau_line
from gapviz.figures.triangle import value_triangle
from gapviz.pages.parts import cached, markup, sets, simplex
from gapviz.pages.parts.frame import View, chart, save, table
from gapviz.pages.session.session import commit
from gapviz.text.numbers import counted, in_words, signed, user_model
from gapviz.theme import Theme

HEIGHT = 500
"""Of the large triangle, in pixels."""

STEPS = 32
"""Small triangles along a side of a map of values."""

POINTS = 201
"""User models on a line."""

ALT = "A map of user models; the tables below have the same numbers."


def line(view: View, measure: Graded, run: int, said: str, saved: Any) -> None:
    """Show c = 2: the value on the way from g1 = 0 to g1 = 1."""
    state, names, sums = view.state, view.opened.profile.runs, cached.sums(view)
    g = users.line((0.0, 1.0), (1.0, 0.0), POINTS)
    if state.area == "rank":
        ranks = run_ranks(sums, measure, run, g)

        def draw(theme: Theme) -> Any:
            return rank_line(g, ranks, names[run], at=state.g[0], runs=len(names), measure=measure,
                             theme=theme)  # fmt: skip

        chart(view, draw, "rank line", alt=ALT, title=said)
        _value_table(view, g, "rank", ranks.astype(np.float64))
    else:
        chosen_sets, k = sets.of(view), list(REFERENCES).index(state.reference)
        swept = cached.along(view, chosen_sets, g, coefficient=view.coefficient)
        now = cached.along(view, chosen_sets, np.array([state.g]), coefficient=view.coefficient)
        m = GRADED.index(measure)

        def draw(theme: Theme) -> Any:
            return tau_line(g, swept.tau[[m], :, k], [measure], at=np.array(state.g), here=now.tau[[m], 0, k],
                            printed={}, source="", theme=theme)  # fmt: skip

        chart(view, draw, "tau line", alt=ALT, title=said, note=_compared(view))
        _value_table(view, g, "tau", swept.tau[m, :, k])
    with saved:
        save(view, draw, "user models")


def triangle(view: View, measure: Graded, run: int, said: str, saved: Any) -> None:
    """Show a value for every user model of the triangle."""
    state = view.state
    free, corners = simplex.corners(state)
    grid = cells(STEPS)
    g = grid.mean(axis=1) @ corners
    ranked = state.area == "rank"
    if ranked:
        values = run_ranks(cached.sums(view), measure, run, g).astype(np.float64)
        low, high = float(values.min()), float(values.max())
    else:
        swept = cached.along(view, sets.of(view), g, coefficient=view.coefficient)
        values = swept.tau[GRADED.index(measure), :, list(REFERENCES).index(state.reference)]
        low, high = -1.0, 1.0
    words = [
        (f"rank {value:.0f}" if ranked else signed(f"τ {in_words(value, digits=3)}"))
        + f" at g = {user_model(row)}"
        for value, row in zip(values.tolist(), g.tolist(), strict=True)
    ]

    def draw(theme: Theme) -> Any:
        return value_triangle(
            grid, values, low=low, high=high, corners=simplex.marks(free, corners),
            at=simplex.at(state, corners), scale=len(state.g) == 3, theme=theme, words=words, height=HEIGHT,
            stops=(theme.measure(measure), theme.chip) if ranked else theme.tau,
        )  # fmt: skip

    note = f"From rank {low:.0f}, strong, to {high:.0f}, pale." if ranked else _compared(view)
    note += " Click to go to a user model."
    chart(view, draw, "value triangle", alt=ALT, title=said, note=note,
          on_click=lambda data: go(g[int(data[0])]))  # fmt: skip
    if not ranked:
        st.html(markup.tau_scale(view.theme))
    with saved:
        save(view, draw, "user models")
    _value_table(view, g, "rank" if ranked else "tau", values)


def _compared(view: View) -> str:
    """Say what is correlated: sets that are chosen on another page."""
    chosen = sets.of(view)
    topics, runs = int(chosen.topics.sum()), int(chosen.runs.sum())
    shown = f"{counted(topics, 'topic')}, {counted(runs, 'run')}"
    return f"{shown}, as chosen on the page Correlation."


def _value_table(view: View, g: FloatArray, name: str, values: FloatArray) -> None:
    def build() -> pd.DataFrame:
        return pd.DataFrame({**{f"g{h + 1}": g[:, h] for h in range(g.shape[1])}, name: values})

    with st.expander("As a table"):
        table(view, build, f"{name} by g", digits=0 if name == "rank" else 3, height=300)


def go(g: FloatArray) -> None:
    """Take a user model; rounding must not keep it from summing to 1."""
    parts = g.round(12)
    parts[int(np.argmax(parts))] += 1.0 - parts.sum()
    commit(g=tuple(parts.tolist()))
