"""Toy lists: the family whose limits tell the measures apart, and lists on which two measures disagree."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY, family_texts
from gapviz.analysis.toylists.disagreement import Disagreement, disagreement
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.presets import late_lengths, late_limits, late_values, separations
from gapviz.analysis.toylists.profile import applicable
from gapviz.collection.errors import InputError
from gapviz.figures.limits import limit_curves
from gapviz.measures.parse import measure
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.frame import CONFIG, panel
from gapviz.pages.parts.setting_widgets import keep, put
from gapviz.pages.server.computed_once import computed_once
from gapviz.pages.session.session import commit, remembered
from gapviz.pages.session.settings import LENGTHS, offered, setting
from gapviz.pages.toylists import markup, parts
from gapviz.pages.toylists.parts import Toys
from gapviz.theme import Theme

HALVES = (0.5, 0.5)
"""The g of the family where the list's scale is another."""


def show(view: Toys) -> None:
    """Show both parts side by side."""
    left, right = st.columns([1.25, 1], gap="large")
    with left:
        limit(view)
    with right:
        disagree(view)


def limit(view: Toys) -> None:
    """Show the family up to n = 10 000, with its limits."""
    g = view.state.g if view.toy.c == 2 else HALVES
    n = offered(view.state.settings, "n", LENGTHS)
    lengths, names = late_lengths(), FAMILY[1:]
    rows = late_values([measure(text) for text in family_texts(g)[1:]], lengths)
    limits = late_limits(g)

    def draw(theme: Theme) -> Any:
        return limit_curves(lengths, dict(zip(names, rows, strict=True)), limits, n=n, theme=theme)

    with panel("In the limit: n ones, then one two"):
        st.button(f"Put n = {n} on the list", key="put late", on_click=commit, type="secondary",
                  kwargs={"toy": str(ToyList(2, (*(1,) * n, 2))), "g": g, "locked": ()})  # fmt: skip
        parts.save(view, draw, "limits")
    if view.toy.c != 2:
        st.caption("The family has grades 0–2, so g₁ = g₂ = 0.5 is in force here.")
    st.plotly_chart(
        draw(view.theme),
        theme=None,
        key="limit",
        config=CONFIG,
        alt="GAP, xGAP and eGAP as n grows, and their limits; the table has the same.",
    )
    st.select_slider("n", LENGTHS, **keep("n", n))
    parts.as_table(lambda: table(lengths, rows), "limit values", height=240)


def table(lengths: Any, rows: Any) -> pd.DataFrame:
    """Lay out the family as a table."""
    return pd.DataFrame({"n": lengths, **dict(zip(FAMILY[1:], np.asarray(rows), strict=True))})


def disagree(view: Toys) -> None:
    """Find two lists on which two chosen measures disagree."""
    kept = view.state.settings
    number = int(setting(kept, "pair"))
    with panel("Where two measures disagree"):
        st.button("Another", icon=":material/casino:", key="another", on_click=partial(put, pair=number + 1))
    names = {**view.family, **{text: measure(text) for text in parts.others(view.toy.c)}, **view.fitting}
    names = {name: one for name, one in names.items() if applicable(one, view.toy.c)}
    one, other = st.columns(2)
    first, second = offered(kept, "first", list(names)), offered(kept, "second", list(names))
    one.selectbox("A wins under", list(names), **keep("first", first, pair=0))
    other.selectbox("B wins under", list(names), **keep("second", second, pair=0))
    lists = _disagreeing(str(names[first]), str(names[second]), view.toy.c, number)
    if lists is None:
        st.info("No such pair was found among some thousand short lists: the two may always agree.")
    else:
        pair(view, lists, (first, second))
    ready()


def pair(view: Toys, lists: Disagreement, names: tuple[str, str]) -> None:
    """Show two lists and what two measures say of them."""
    st.caption(f"{names[0]} prefers A, {names[1]} prefers B.".replace("(", "\\(").replace("*", "\\*"))
    for k, (letter, toy) in enumerate((("A", lists.one), ("B", lists.other))):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.html(f"<b>{letter}</b> {markup.still(toy, view.theme)}", width="stretch")
            st.button(f"Edit {letter}", key=f"edit {letter}", on_click=commit, kwargs={"toy": str(toy)})
        st.html(markup.verdict([(name, values[k], values[k] == max(values))
                                 for name, values in zip(names, (lists.first, lists.second), strict=True)],
                                view.theme))  # fmt: skip
    st.button("Open both in the editor", key="edit both", on_click=commit,
              kwargs={"toy": str(lists.one), "other": str(lists.other)})  # fmt: skip


def ready() -> None:
    """Offer the bundled pairs, one for each two graded measures."""
    with st.expander(f"A ready pair for each two graded measures ({len(separations())})"):
        rows = separations()
        frame = pd.DataFrame([[one.first, one.second, one.one, one.other] for one in rows],
                             columns=["prefers A", "prefers B", "A", "B"])  # fmt: skip
        save_menu.table(lambda: frame, "toy list", "separating lists")
        st.dataframe(frame, hide_index=True, key="separating", selection_mode="single-row", height=260,
                     on_select=_open_pair)  # fmt: skip


def _open_pair() -> None:
    rows = st.session_state["separating"]["selection"]["rows"]
    if rows:
        chosen = separations()[rows[0]]
        graded = [text for text in (chosen.first, chosen.second) if "g=" in text]
        fields: dict[str, Any] = {"toy": chosen.one, "other": chosen.other}
        if graded:
            fields["g"], fields["locked"] = dict(measure(graded[0]).parameters)["g"], ()
        beside = [text for text in (chosen.first, chosen.second) if "g=" not in text]
        kept = remembered().state.beside
        commit(**fields, beside=tuple(dict.fromkeys((*kept, *beside))))


@computed_once(64)
def _search(first: str, second: str, c: int, number: int) -> Disagreement | None:
    return disagreement(measure(first), measure(second), c=c, number=number)


def _disagreeing(first: str, second: str, c: int, number: int) -> Disagreement | None:
    """Return the pair that is asked for; after the last one the first comes again."""
    try:
        return _search(first, second, c, number) or _search(first, second, c, 0)
    except InputError:
        return None
