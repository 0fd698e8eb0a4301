"""Toy lists: every output that a pool allows, and two measures on all of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.outputs import LONGEST, Outputs, Summary, number_of_outputs, outputs, summary
from gapviz.collection.errors import InputError
from gapviz.figures.outputs import measure_scatter
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.frame import CONFIG, panel
from gapviz.pages.parts.setting_widgets import keep, put
from gapviz.pages.server.computed_once import computed_once
from gapviz.pages.session.session import commit, propose, remembered, tied
from gapviz.pages.session.settings import changed, offered, setting
from gapviz.pages.session.state import State
from gapviz.pages.toylists import parts
from gapviz.pages.toylists.parts import Toys
from gapviz.text.names import for_markdown, subscript
from gapviz.text.numbers import in_words
from gapviz.theme import Theme

KISHIDA = (3, 1, 1, 1, 5)
"""Highest grade, one document of each grade, and the length of Kishida's 136 outputs."""


def show(view: Toys) -> None:
    """Show all outputs of a pool: the list's own unless another is asked for."""
    panel("Every output that the judged documents allow")
    counts, length = asked(view)
    number = number_of_outputs(counts, length)
    try:
        listed = _outputs(counts, length)
    except InputError as error:
        st.info(
            f"{for_markdown(str(error))}. {number:,} outputs are too many to list one by one: choose fewer "
            "documents or a shorter length."
        )
        return
    st.caption(f"{number:,} outputs. Documents of one grade are not told apart; not relevant ones fill up.")
    names = view.fitting
    values = listed.values(list(names.values()))
    left, right = st.columns([1.25, 1], gap="large")
    with left:
        scatter(view, listed, values)
    with right:
        statistics(list(names), summary(values))


def asked(view: Toys) -> tuple[tuple[int, ...], int]:
    """Ask for the pool and the length, from those of the list."""
    st.button("Kishida's 136", key="kishida", on_click=_kishida)
    pool = pool_of(view.state.settings, view.toy)
    labels = [f"R{subscript(k)}, grade {k}" for k in range(1, len(pool))] + ["Length"]
    for k, (column, label) in enumerate(zip(st.columns(len(pool)), labels, strict=True)):
        key = tied(f"outputs {label}", pool[k])
        column.number_input(label, int(label == "Length"), LONGEST, key=key, on_change=propose,
                            args=(key, partial(_sized, view.toy, k)))  # fmt: skip
    *counts, length = pool
    return tuple(counts), length


def pool_of(kept: Sequence[str], toy: ToyList) -> list[int]:
    """Return the documents of each grade and the length, as kept for this scale or as the list has them."""
    text = setting(kept, "pool")
    pool = [int(part) for part in text.split(",")] if text else []
    if len(pool) == toy.c + 1 and pool[-1]:
        return pool
    return [*(min(2, count) for count in toy.counts[1 : toy.c + 1]), 5]


def scatter(view: Toys, listed: Outputs, values: Any) -> None:
    """Show two measures on all outputs; a point opens in the editor."""
    names = list(view.fitting)
    head = panel("Two measures on every output")
    one, other = st.columns(2)
    x, y = (offered(view.state.settings, axis, names) for axis in ("x", "y"))
    one.selectbox("Along", names, **keep("x", x))
    other.selectbox("Up", names, **keep("y", y))
    chosen = values[[names.index(x), names.index(y)]]
    texts = [listed.text(number) for number in range(len(listed))]
    here = "".join(str(grade) for grade in view.toy.ranked)
    marked = texts.index(here) if here in texts else None

    def draw(theme: Theme) -> Any:
        return measure_scatter(chosen, (x, y), texts, theme=theme, marked=marked)

    def table() -> pd.DataFrame:
        return pd.DataFrame({"output": texts, **dict(zip(names, np.asarray(values), strict=True))})

    with head:
        parts.save(view, draw, "two measures on all outputs")
    st.plotly_chart(
        draw(view.theme),
        theme=None,
        key="outputs",
        config=CONFIG,
        selection_mode="points",
        on_select=partial(_open, listed),
        alt="Two measures on every output; a click opens one. The table has the same.",
    )
    st.caption("A click on a point opens its list above.")
    with st.expander("As a table"):
        save_menu.table(table, "toy list", "all outputs")
        st.dataframe(table(), hide_index=True, key="outputs table", height=260, selection_mode="single-row",
                     on_select=partial(_open_row, listed), column_config={
                         name: st.column_config.NumberColumn(format="%.4f") for name in names})  # fmt: skip


def statistics(names: list[str], result: Summary) -> None:
    """Show mean and deviation of each measure, and how they correlate."""
    frame = pd.DataFrame({"measure": names, "mean": result.means, "deviation": result.deviations})
    with panel("Mean and deviation"):
        save_menu.table(lambda: frame, "toy list", "means of outputs")
    parts.numbers(frame, "output means")
    text = [[in_words(value, digits=3) for value in row] for row in result.correlations.tolist()]
    correlations = pd.DataFrame(text, index=pd.Index(names, name="Pearson's r"), columns=names)
    with panel("Pearson's correlation"):
        save_menu.table(lambda: correlations, "toy list", "correlations of outputs")
    st.dataframe(correlations, key="output correlations")
    st.caption("The deviation is that of a sample: the number of outputs less one divides.")


@computed_once(4, spinner="Listing the outputs")
def _outputs(counts: tuple[int, ...], length: int) -> Outputs:
    return outputs(counts, length)


def _open(listed: Outputs) -> None:
    points = st.session_state["outputs"]["selection"]["points"]
    if points and points[0].get("customdata"):
        commit(toy=str(listed.toy(int(points[0]["customdata"][0]))))


def _open_row(listed: Outputs) -> None:
    rows = st.session_state["outputs table"]["selection"]["rows"]
    if rows:
        commit(toy=str(listed.toy(rows[0])))


def _sized(toy: ToyList, k: int, state: State, number: int) -> dict[str, Any]:
    pool = pool_of(state.settings, toy)
    pool[k] = number
    return {"settings": changed(state.settings, pool=",".join(map(str, pool)))}


def _kishida() -> None:
    c, *pool = KISHIDA
    put(pool=",".join(map(str, pool)))
    toy = parts.read(remembered().state.toy)
    if toy is None or toy.c != c:
        commit(toy="3.32100.", other="")
