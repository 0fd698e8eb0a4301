"""A toy list on a page: what its parts show, and how they show tables and charts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY, family_texts
from gapviz.analysis.toylists.contributions import Contributions, contributions
from gapviz.analysis.toylists.lists import Document, ToyList
from gapviz.analysis.toylists.profile import applicable, profile_lists
from gapviz.collection.grades import UNJUDGED
from gapviz.measures import MEASURES
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.pages.live.rail import Data
from gapviz.pages.parts import save_menu
from gapviz.pages.server.computed_once import computed_once
from gapviz.pages.session.session import held, remembered
from gapviz.pages.session.state import State, fit
from gapviz.text.names import for_markdown
from gapviz.theme import Theme

FIRST = ToyList.parse("2.1021u1020101.211")
"""The list that the page opens with."""

MOST_BARS = 6
"""Measures that have bars."""


@dataclass(frozen=True)
class Toys:
    """What the pages of toy lists show.

    Attributes
    ----------
    toy : ToyList
    other : ToyList or None
        The list beside it.
    state : State
        With a g that fits the list's scale.
    theme : Theme
    before : ToyList or None
        The list before the last step.
    words : str
        The last step in words.
    """

    toy: ToyList
    other: ToyList | None
    state: State
    theme: Theme
    before: ToyList | None = None
    words: str = ""

    @property
    def family(self) -> dict[str, Measure]:
        """AP, GAP, xGAP and eGAP under the g in force, by their short names."""
        return dict(zip(FAMILY, map(measure, family_texts(self.state.g)), strict=True))

    @property
    def measures(self) -> dict[str, Measure]:
        """The family, then the measures beside it."""
        return {**self.family, **{text: measure(text) for text in self.state.beside}}

    @property
    def fitting(self) -> dict[str, Measure]:
        """Those of `measures` that fit the list's scale."""
        return {name: one for name, one in self.measures.items() if applicable(one, self.toy.c)}


def read(text: str) -> ToyList | None:
    """Read a list of the state; None for none."""
    return ToyList.parse(text) if text else None


def toys(state: State, theme: Theme) -> Toys:
    """Gather what the pages show, with the last step where the list is still what it made."""
    toy = read(state.toy) or FIRST
    old, new, words = remembered().edited
    fresh = new == str(toy)
    before = read(old) if fresh else None
    return Toys(toy, read(state.other), state, theme, before, words if fresh else "")


def for_g(toy: ToyList) -> Data:
    """Return the statistics that the control of g computes with: the list as one run with one topic."""
    return Data(profile_lists([toy]), f"toy {toy}", np.ones((1, 1), np.bool_))


def moving(view: Toys) -> Toys:
    """Return the view under the g that the session holds now: for fragments that follow the hand."""
    return replace(view, state=fit(held(), view.toy.c)[0])


def notes(unfit: tuple[str, ...]) -> None:
    """Show what the link had wrong, and what did not fit; the place stays, so that nothing below moves."""
    with st.container():
        if sentences := (*remembered().notes, *unfit):
            st.warning("\n\n".join(map(for_markdown, sentences)), icon=":material/info:")


def splits(view: Toys, most: int | None = MOST_BARS) -> dict[str, Contributions]:
    """Split the measures that are sums over ranks, by name; AP is not among the bars."""
    by_name = {}
    for name, one in view.fitting.items():
        split = contributions(one, view.toy)
        if split is not None and (name != "AP" or most is None):
            by_name[name] = split
    return dict(list(by_name.items())[:most])


def documents(toy: ToyList) -> list[str]:
    """Say what each document is."""
    return [named(grade) for grade in toy.ranked]


def named(grade: Document) -> str:
    """Say what a document is."""
    if grade is None:
        return "outside the pool"
    return "unjudged" if grade == UNJUDGED else f"grade {grade}"


@computed_once(16)
def others(c: int) -> tuple[str, ...]:
    """Texts of one measure for each row of the table that fits a scale, without the graded family."""
    measures = [measure(row.example) for row in MEASURES if row.name not in FAMILY[1:]]
    return tuple(str(one) for one in measures if applicable(one, c))


def numbers(table: pd.DataFrame, key: str, *, height: int | None = None) -> None:
    """Show a table whose columns with fractions have four decimals."""
    shown = {
        name: st.column_config.NumberColumn(format="%.4f") for name in table.select_dtypes("float").columns
    }
    st.dataframe(table, hide_index=True, key=key, height=height or "auto", column_config=shown)


def save(view: Toys, draw: Callable[[Theme], Any], what: str) -> None:
    """Offer a chart as files."""
    save_menu.figure(draw, "toy list", what, theme=view.theme, title=f"Toy list: {what}")


def as_table(build: Callable[[], pd.DataFrame], what: str, *, height: int | None = None) -> None:
    """Show the numbers of a chart as a table, to be opened, with its files."""
    with st.expander("As a table"):
        save_menu.table(build, "toy list", f"{what} table")
        numbers(build(), what, height=height)
