"""Ranks over all user models on the page User models."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz import users
from gapviz.analysis.users.family import Graded
from gapviz.analysis.users.rank_ranges import RankRanges
from gapviz.analysis.users.shares import KEPT, RankDistribution
from gapviz.figures.ranges import MOST_RUNS, rank_ranges
from gapviz.pages.parts import cached
from gapviz.pages.parts.frame import View, chart, panel, save, table
from gapviz.pages.session.session import commit, propose, tied
from gapviz.pages.session.state import State
from gapviz.text.names import subscript
from gapviz.text.numbers import percent, thousands
from gapviz.theme import Theme

MOST_MODELS = 1500
"""User models that best and worst ranks are looked for at, where they are not exact."""


def show(view: View, measure: Graded, chosen: tuple[int, int] | None) -> None:
    """Show between which ranks each run moves."""
    state, names = view.state, view.opened.profile.runs
    if len(names) < 2:
        return
    parameters = alpha(state)
    drawn = cached.drawn(view, measure, parameters)
    ends = cached.extremes(view, measure, _grid(len(state.g)))
    low, high = drawn.between()
    marked = [*(chosen or ()), *(i for i, name in enumerate(names) if name in state.selected)]
    ranked = np.argsort(drawn.expected, kind="stable").tolist()
    order = [i for place, i in enumerate(ranked) if place < MOST_RUNS or i in marked]

    def draw(theme: Theme) -> Any:
        return rank_ranges(names, drawn.expected, low, high, ends.best, ends.worst, order=order,
                           marked=marked, measure=measure, theme=theme)  # fmt: skip

    with panel("Rank over all g"):
        _ask_alpha(state, parameters)
        save(view, draw, "ranks over all user models")
    exact = "over all of them" if ends.exact else "at the user models that were looked at"
    note = (
        f"Mark: mean rank by {measure} over {thousands(drawn.models)} user models from "
        f"Dirichlet({_text(parameters)}); thick: {percent(KEPT)} of them; thin: best and worst {exact}."
    )
    chart(view, draw, "ranges", on_click=lambda data: _select(state, names[int(data[0])]),
          alt="Mean ranks over all user models; the table below has the same numbers.",
          title="Rank over all user models", note=note)  # fmt: skip
    with st.expander("As a table"):
        table(view, partial(_frame, view, drawn, ends), "ranks", digits=2, height=320)


def alpha(state: State) -> tuple[float, ...]:
    """Parameters of the Dirichlet distribution in force."""
    return state.alpha or (1.0,) * len(state.g)


def _text(alpha: tuple[float, ...]) -> str:
    return ", ".join(f"{part:g}" for part in alpha)


def _ask_alpha(state: State, parameters: tuple[float, ...]) -> None:
    with st.popover(f"Dirichlet {_text(parameters)}", icon=":material/tune:", type="tertiary"):
        st.caption(
            "How user models are drawn: 1 everywhere makes each as likely. The larger the numbers, the "
            "closer g stays to their proportions."
        )
        for h, value in enumerate(parameters):
            key = tied(f"alpha {h}", float(value))
            st.number_input(
                f"α{subscript(h + 1)}", 0.01, 1000.0, step=0.5, key=key, on_change=propose,
                args=(key, partial(_with, parameters, h)),
            )  # fmt: skip
        st.button("Around this g", key="alpha from g", on_click=commit,
                  kwargs={"alpha": tuple(max(0.01, round(20 * part, 2)) for part in state.g)})  # fmt: skip


def _with(alpha: tuple[float, ...], h: int, _state: State, value: float) -> dict[str, Any]:
    return {"alpha": (*alpha[:h], float(value), *alpha[h + 1 :])}


def _grid(c: int) -> Any:
    """As fine a grid of user models as `MOST_MODELS` allows."""
    steps = 1
    while c > 1 and math.comb(steps + c, c - 1) <= MOST_MODELS:
        steps += 1
    return users.simplex_grid(c, steps)


def _frame(view: View, drawn: RankDistribution, ends: RankRanges) -> pd.DataFrame:
    low, high = drawn.between()
    order = np.argsort(drawn.expected, kind="stable")
    return pd.DataFrame(
        {
            "run": [view.opened.profile.runs[i] for i in order.tolist()],
            "mean rank": drawn.expected[order],
            percent((1 - KEPT) / 2): low[order],
            percent((1 + KEPT) / 2): high[order],
            "best": ends.best[order],
            "at g": [_model(g) for g in ends.best_g[order].tolist()],
            "worst": ends.worst[order],
            "at g ": [_model(g) for g in ends.worst_g[order].tolist()],
            "share of g with rank 1": drawn.shares[order, 0],
        }
    )


def _model(g: list[float]) -> str:
    return ", ".join(f"{part:.3g}" for part in g)


def _select(state: State, name: str) -> None:
    kept = tuple(one for one in state.selected if one != name)
    commit(selected=kept if name in state.selected else (*kept, name))
