"""The frame of an analysis page: what is open, under which conventions, the control of g, notices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.tau import Coefficient
from gapviz.arrays import BoolArray
from gapviz.collection.health.topics import nothing_relevant
from gapviz.figures.report import Chart, Draw, Part
from gapviz.pages.live.rail import rail
from gapviz.pages.parts import (
    in_python,
    markup,
    notices,
    open_collections,
    reports,
    save_menu,
    script,
    tables,
    uploads,
)
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.parts.script import Script, Source
from gapviz.pages.server.computed_once import digest
from gapviz.pages.session.session import choose, current, mirror, tied
from gapviz.pages.session.state import State, fit
from gapviz.text.conventions import Chip, chips, holds
from gapviz.text.names import for_html
from gapviz.text.report import Sheet
from gapviz.theme import Theme

CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False}
"""Of every chart."""


@dataclass(frozen=True, eq=False)
class View:
    """The open collection and the state that a page shows, and the parts it has shown so far.

    Attributes
    ----------
    opened : Opened
        With at least one run.
    state : State
        Fitted to the collection.
    theme : Theme
    parts : list of Chart, Sheet and Lines
        What the page has shown so far, for its report.
    """

    opened: Opened
    state: State
    theme: Theme
    parts: list[Part] = field(default_factory=list)

    @property
    def identity(self) -> str:
        """What cached calls know the view by: the collection, and the topics that a mean counts."""
        return digest((self.opened.collection.fingerprint, self.state.topics, self.state.empty))

    @property
    def counted(self) -> BoolArray:
        """Topics that the mean of each run counts, shape (N, T)."""
        return open_collections.counted(self.opened, self.state)

    @property
    def counted_by_some(self) -> BoolArray:
        """Topics that the mean of some run counts, shape (T,)."""
        return np.asarray(self.counted.any(axis=0))

    @cached_property
    def owner(self) -> str:
        """Which browser this is; asks the session."""
        return uploads.owner()

    @property
    def source(self) -> Source:
        """Where the numbers come from, for the lines that give them outside the browser."""
        return script.source(self.opened, self.state, self.owner)

    @property
    def coefficient(self) -> Coefficient:
        """Which tau: tau-b, or tau_AP."""
        return "ap" if self.state.coefficient == "ap" else "b"

    @property
    def conventions(self) -> Any:
        """Which topics a mean counts, as keywords of `gapviz.scores`."""
        return {"topics": self.state.topics, "empty": self.state.empty}


def opening(page: str) -> tuple[View, tuple[str, ...]]:
    """Open what the address of a page names.

    Parameters
    ----------
    page : str
        Its path in the address.

    Returns
    -------
    view : View
        Perhaps without a run.
    unfit : tuple of str
        A sentence for each field of the state that does not fit the collection.
    """
    theme = open_collections.theme()
    raw = current(page)
    opened = open_collections.of(raw)
    mirror(opened.named(raw))
    state, unfit = fit(raw, opened.profile.c)
    return View(opened, state, theme), unfit


def frame(
    page: str,
    title: str,
    body: Callable[[View], None],
    lines: Callable[[View], Script] | None = None,
) -> None:
    """Show a page: its head, notices and the control of g, and the body where a run is loaded.

    Parameters
    ----------
    page : str
        Its path in the address.
    title : str
        Its name, as in the navigation.
    body : callable
        Shows what is the page's own.
    lines : callable, optional
        Gives the lines with the same numbers, when they are asked for. The page then offers them, and a
        report of what the body showed under a title.
    """
    framed(page, title, *opening(page), body, lines)


def framed(
    page: str, title: str, view: View, unfit: tuple[str, ...], body: Callable[[View], None],
    lines: Callable[[View], Script] | None = None,
) -> None:  # fmt: skip
    """Show a page as `frame` does, of a view that is open."""
    opened, state, theme = view.opened, view.state, view.theme
    head(title, opened, marks(opened, state))
    notices.show(opened, state, unfit)
    rail(open_collections.for_g(opened, state), state, theme)
    if not opened.profile.runs:
        st.info("No run is loaded: there is nothing to score yet. Add runs on the page Collection.")
    else:
        body(view)
    if lines is None:
        return
    written = writer(view, lines) if opened.profile.runs else None
    with st.sidebar:
        if written:
            in_python.button(written)
        make = partial(reports.document, opened, state, view.parts, written, page=title)
        save_menu.report(make, opened.collection.name, page)


def writer(view: View, lines: Callable[[View], Script]) -> Callable[[], Script]:
    """Return a function that writes the lines of a view when they are asked for, also outside its session."""
    _ = view.owner
    return partial(lines, view)


def table(
    view: View, build: Callable[[], pd.DataFrame], what: str, *, digits: int = 4, height: int | None = None,
    more: Mapping[str, Callable[[], str]] | None = None, title: str = "",
    row: Any = None,
) -> None:  # fmt: skip
    """Show a table, offer it as files, and put it into the report.

    Parameters
    ----------
    view : View
    build : callable
        Makes the table; numbers that do not exist are NaN.
    what : str
        What it is: part of the key and of the file's name.
    digits : int
        Decimals of numbers that are not whole.
    height : int, optional
        In pixels.
    more : mapping from label to callable, optional
        Further files; see `save_menu.table`.
    title : str
        Heading, plain text.
    row : container, optional
        Where the button stands; in a row of its own, or beside the title, by default.
    """
    shown, columns = tables.readable(build(), digits=digits)
    words = title or what[:1].upper() + what[1:]
    view.parts.append(Sheet(words, shown, digits=digits, best=False))
    with row or (panel(title) if title else st.container()):
        save_menu.table(build, view.opened.collection.name, what, digits=digits, best=(), more=more)
    st.dataframe(shown, hide_index=True, key=f"table {what}", row_height=28, height=height or "auto",
                 column_config=columns, alt=what.capitalize())  # fmt: skip


def head(title: str, opened: Opened, chips: Sequence[Chip]) -> None:
    """Show where one is, what is open and under which conventions."""
    st.html(markup.title(title, holds(opened.profile), chips, collection=opened.collection.name))


def marks(opened: Opened, state: State) -> tuple[Chip, ...]:
    """Conventions in force, and what data health has to say first."""
    empty = int(nothing_relevant(open_collections.counts(opened)).sum())
    tied_runs = len([run for run in open_collections.health(opened).runs if run.tied])
    notice = f"{tied_runs} run{'s' if tied_runs > 1 else ''} with ties" if tied_runs else ""
    said = chips(
        opened.collection, topics=state.topics, empty=state.empty, nothing_relevant=empty, notice=notice
    )
    if missing := notices.not_loaded(opened):
        said += (Chip(missing, "See the page Collection for what is wrong with them.", notice=True),)
    return said


def panel(words: str, *, html: str = "") -> Any:
    """Begin a panel: a row with its heading, for what is chosen and saved to stand in.

    Parameters
    ----------
    words : str
        Plain text.
    html : str
        Instead of words; names in it are escaped.
    """
    row = st.container(horizontal=True, vertical_alignment="center", gap="small")
    row.html(html or f'<h2 class="gv-h2">{for_html(words)}</h2>')
    return row


def save(view: View, draw: Draw, what: str) -> None:
    """Offer a figure as a file."""
    name = view.opened.collection.name
    save_menu.figure(draw, name, what, theme=view.theme, title=f"{what}: {name}")


def chart(
    view: View, draw: Draw, key: str, *, alt: str, title: str = "", note: str = "",
    on_click: Callable[[list[Any]], None] | None = None,
) -> None:  # fmt: skip
    """Show a figure, and put it into the report if it has a title.

    Parameters
    ----------
    view : View
    draw : callable
        From a theme to the figure.
    key : str
    alt : str
        What a screen reader says.
    title : str
        Heading in the report.
    note : str
        A sentence below the figure, here and in the report; plain text.
    on_click : callable, optional
        Gets the ``customdata`` of the mark that was clicked.
    """

    def clicked() -> None:
        points = st.session_state[key]["selection"]["points"]
        if on_click and points and points[0].get("customdata") is not None:
            on_click(points[0]["customdata"])

    st.plotly_chart(
        draw(view.theme), theme=None, key=key, config=CONFIG, alt=alt, selection_mode="points",
        on_select=clicked if on_click else "ignore",
    )  # fmt: skip
    if note:
        st.html(f'<p class="gv-note">{for_html(note)}</p>')
    if title:
        view.parts.append(Chart(title, draw, note=note))


def choice(field: str, words: dict[str, str], value: str, *, label: str, hide_label: bool = True) -> None:
    """Offer the values of one field of the state as segments.

    Parameters
    ----------
    field : str
        Of the state.
    words : dict of str to str
        What is written for each value.
    value : str
        In force; the first where it is none of them.
    label : str
    hide_label : bool
    """
    key = tied(f"choice {field}", value if value in words else next(iter(words)))
    st.segmented_control(
        label, list(words), key=key, required=True, format_func=words.__getitem__,
        label_visibility="collapsed" if hide_label else "visible", on_change=choose,
        args=(key, lambda _state, chosen: {field: chosen} if chosen else {}),
    )  # fmt: skip
