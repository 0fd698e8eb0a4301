"""Explore: move the user model, and see how the measures rank the runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from gapviz.pages.explore import live_file, panels, parts
from gapviz.pages.live.live import ACTIONS
from gapviz.pages.live.rail import is_live, mount
from gapviz.pages.parts import (
    cached,
    collection_choice,
    in_python,
    markup,
    notices,
    open_collections,
    reports,
    save_menu,
    script,
    uploads,
)
from gapviz.pages.parts.frame import View, framed, marks, opening
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.parts.script import Script
from gapviz.pages.session.session import commit, fragments, held, remembered
from gapviz.pages.session.state import State, fit
from gapviz.text.conventions import holds
from gapviz.theme import Theme
from gapviz.web.data import Heading

FRAGMENTS = ("studio", "tables")
"""Fragments that run again when anything is chosen."""

CONTROLS = {
    "live": ("Live controls", "The ranking moves while you drag"),
    "plain": ("Plain controls", "Streamlit's sliders and charts, for screen readers and slow computers"),
}
"""Words and meaning of each."""

WHICH = "which table"
"""Key of the choice of a table."""

TABLES = {"leaderboard": "Leaderboard", "tau": "Kendall τ-b", "topics": "Topics"}


def show() -> None:
    """Show the page."""
    view, unfit = opening("explore")
    if view.opened.profile.runs and is_live(view.opened.profile, view.state):
        _live(view.opened, view.state, unfit, view.theme)
        return
    framed("explore", "Explore", view, unfit, body, lines)
    if view.state.controls == "plain":
        with st.sidebar:
            if view.opened.profile.runs:
                live_file.save(view.opened, lambda: view)
            _other_controls("live")


def body(view: View) -> None:
    """Show the panels beside Streamlit's own controls."""
    now, before = cached.standing(view, view.state.g), parts.pinned(view)
    panels.answers(view, now, before)
    if len(now.runs) == 1:  # there is nothing to rank it among
        panels.leaderboard(view, now, before)
    else:
        left, right = st.columns([1.15, 1], gap="medium")
        with left:
            panels.ranking(view, now)
        with right:
            panels.leaderboard(view, now, before)
    left, right = st.columns([1, 2.6], gap="medium")
    with left:
        panels.agreement(view, now)
    with right:
        panels.topics(view, now)
        with st.expander("As a table"):
            panels.topic_table(view, now)


def lines(view: View) -> Script:
    """Lines that give the numbers of the page outside the browser."""
    return script.means(view.source)


def _live(opened: Opened, state: State, unfit: tuple[str, ...], theme: Theme) -> None:
    fragments(*FRAGMENTS)
    st.html(f"<style>{markup.STUDIO}</style>")
    with st.container(key="gv-notices"):
        notices.show(opened, state, unfit)
    with st.container(key="gv-all", gap=None):
        studio(opened, heading(opened, state))
        still()
    with st.container(key="gv-tables"):
        more(opened, theme)


@st.fragment(key="studio")
def studio(opened: Opened, title: Heading) -> None:
    """Show the live component: what follows the hand at every frame."""
    data = open_collections.for_g(opened, held())
    state, event = mount(data, heading=title, can=ACTIONS, moving=["still"], released=_follow)
    if event.action == "python":
        in_python.show(script.means(script.source(opened, state, uploads.owner())))
    elif event.action == "collection":
        collection_choice.dialog(opened)


def _follow() -> list[str]:
    """Fragments that follow where the hand lets go."""
    return ["tables" if st.session_state.get(WHICH) else "still"]


@st.fragment(key="still")
def still() -> None:
    """Show nothing: runs in place of the component's own fragment, which shows already what it reports."""
    held()  # ends the act of the hand: from here on another address is Back or a link


@st.fragment(key="tables")
def more(opened: Opened, theme: Theme) -> None:
    """Show what the charts show as tables, of which one is chosen, and offer files."""
    view, memory = _view(opened, theme, held()), remembered()
    # Where no table is shown this does not run again: files ask for the state when they are made.
    latest, owner = lambda: _view(opened, theme, memory.state), view.owner
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html('<h2 class="gv-h2">Tables</h2>', width="content")
        which = st.pills("Tables", list(TABLES), format_func=TABLES.__getitem__, key=WHICH,
                         label_visibility="collapsed", width="content")  # fmt: skip
        st.space("stretch")
        with st.container(width=130):
            live_file.save(opened, latest)
        with st.container(width=130):
            save_menu.report(partial(_latest_report, latest, owner), opened.collection.name, "explore")
        _other_controls("plain")
    if which:
        now = cached.standing(view, view.state.g)
        panels.remarks(now)
        if which == "leaderboard":
            panels.leaderboard(view, now, parts.pinned(view))
        elif which == "tau":
            panels.tau_table(view, now)
        else:
            panels.topics_of(view, now)
            panels.topic_table(view, now)


def _view(opened: Opened, theme: Theme, state: State) -> View:
    """View of a fragment, or of a file that is made later, under the state that the session has by then."""
    return View(opened, fit(state, opened.profile.c)[0], theme)


def heading(opened: Opened, state: State) -> Heading:
    """Head of the live component."""
    chips = ((chip.text, "warn" if chip.notice else "", chip.help) for chip in marks(opened, state))
    return Heading(opened.collection.name, holds(opened.profile), tuple(chips))


def report(view: View, written: Callable[[], Script]) -> str:
    """Write the report of the live form, of the same parts as that of the plain form."""
    return reports.document(view.opened, view.state, parts.report(view), written)


def _latest_report(latest: Callable[[], View], owner: str) -> str:
    """Write the report of the view that is shown by now; asks no session."""
    view = latest()
    return report(view, partial(script.means, script.source(view.opened, view.state, owner)))


def _other_controls(controls: str) -> None:
    """Offer the controls that are not in use."""
    words, meaning = CONTROLS[controls]
    # A button, for it has no value that a browser could still hold while it learns of the other controls.
    st.button(words, icon=":material/swap_horiz:", type="tertiary", key="controls", help=meaning,
              on_click=_switch, args=(controls,))  # fmt: skip


def _switch(controls: str) -> None:
    commit(controls=controls)
    st.rerun()
