"""The two rankings behind a cell of the page Correlation: runs that move, and pairs that change places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.comparison import Comparison, comparison
from gapviz.analysis.rankings.sets import within
from gapviz.analysis.users.family import with_g
from gapviz.figures.bump import spacing
from gapviz.figures.slope import rank_slope
from gapviz.pages.parts import cached
from gapviz.pages.parts.cached import Sets
from gapviz.pages.parts.frame import View, chart, panel, save, table
from gapviz.pages.session.session import commit
from gapviz.pages.session.state import State
from gapviz.text.numbers import counted, thousands


def show(view: View, chosen: Sets, one: str, other: str, *, said: str) -> None:
    """Show how the runs move from one measure to another.

    Parameters
    ----------
    view : View
    chosen : Sets
        Of topics and runs.
    one, other : str
        Names of the measures; those of the family follow g.
    said : str
        What stands below the chart before the pairs are counted.
    """
    scored = within(
        cached.scored(view, with_g([one, other], view.state.g)), runs=chosen.runs, topics=chosen.topics
    )
    first, second = scored.means()
    moved = comparison(first, second, scored.runs)
    selected = [i for i, name in enumerate(moved.runs) if name in view.state.selected]

    def draw(theme: Any) -> Any:
        return rank_slope(moved, (one, other), selected=selected, theme=theme)

    left, right = st.columns([1, 1.05], gap="medium")
    with left:
        title = f"From {one} to {other}"
        with panel(title):
            save(view, draw, "two rankings")
        chart(
            view, draw, "slope", on_click=lambda data: commit(selected=_toggled(view.state, moved, data)),
            alt="Ranks of the runs under the two measures; the table beside has the same numbers.",
            title=title, note=said + _said_pairs(moved) + _said_drawn(moved, one),
        )  # fmt: skip
    with right:
        row = st.container(
            horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"
        )
        with row:
            which = st.segmented_control(
                "Runs or pairs", ["Runs that move most", "Pairs that change places"], key="behind",
                required=True, default="Runs that move most", label_visibility="collapsed",
            )  # fmt: skip
        pairs = which != "Runs that move most"
        if pairs and not len(moved.swapped):
            st.info("No pair of runs changes places.")
            return
        rows = len(moved.swapped) if pairs else len(moved.runs)
        build = partial(_pairs if pairs else _movers, moved, one, other)
        table(view, build, str(which).lower(), height=min(392, 40 + 28 * rows), row=row)


def _said_pairs(moved: Comparison) -> str:
    N = len(moved.runs)
    pairs = counted(N * (N - 1) // 2, "pair")
    tied_pairs = f"; {thousands(moved.tied)} are tied in one of the two" if moved.tied else ""
    return f"{thousands(len(moved.swapped))} of {pairs} of runs change places{tied_pairs}."


def _said_drawn(moved: Comparison, one: str) -> str:
    step = spacing(len(moved.runs))
    if step == 1:
        return ""
    return f" Of the runs that are not named one in {step} by {one} is drawn; the table has all."


def _toggled(state: State, moved: Comparison, data: Sequence[Any]) -> tuple[str, ...]:
    name = moved.runs[int(data[0])]
    kept = tuple(one for one in state.selected if one != name)
    return kept if name in state.selected else (*kept, name)


def _movers(moved: Comparison, one: str, other: str) -> pd.DataFrame:
    order = moved.movers
    return pd.DataFrame(
        {
            "run": [moved.runs[i] for i in order.tolist()],
            f"rank, {one}": moved.ranks[0, order],
            f"rank, {other}": moved.ranks[1, order],
            "climbs": moved.climbs[order],
            f"mean {one}": moved.means[0, order],
            f"mean {other}": moved.means[1, order],
        }
    )


def _pairs(moved: Comparison, one: str, other: str) -> pd.DataFrame:
    first, second = moved.swapped.T
    return pd.DataFrame(
        {
            f"leads by {one}": [moved.runs[i] for i in first.tolist()],
            f"leads by {other}": [moved.runs[i] for i in second.tolist()],
            f"ranks, {one}": [f"{a}, {b}" for a, b in moved.ranks[0][moved.swapped].tolist()],
            f"ranks, {other}": [f"{a}, {b}" for a, b in moved.ranks[1][moved.swapped].tolist()],
        }
    )
