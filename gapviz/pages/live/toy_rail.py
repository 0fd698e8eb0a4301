"""The control of g beside a toy list, which is no collection."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial

import numpy as np
import streamlit as st

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import profile_lists
from gapviz.analysis.users.ceilings import ceilings
from gapviz.figures.style.theme import Theme
from gapviz.pages.live import plain
from gapviz.pages.live.live import MOST_GRADES, RAIL, View, heard, live
from gapviz.pages.live.rail import STEPS, adopt
from gapviz.pages.session.session import can_step, held, mirror, whole
from gapviz.pages.session.state import State, fit

KEY = "toy live"


def rail(toy: ToyList, state: State, theme: Theme, *, follow: Sequence[str]) -> None:
    """Show the control of g in the sidebar; the page runs again when g is let go.

    Parameters
    ----------
    toy : ToyList
    state : State
        Fitted to the list's scale.
    theme : Theme
    follow : sequence of str
        Keys of the fragments that run again while the hand moves g.
    """
    with st.sidebar:
        if state.controls == "live" and toy.c <= MOST_GRADES:
            _hand(toy, tuple(follow))
        else:
            plain.controls(state, theme, ceilings(np.array([toy.counts]), state.g).tolist())


@st.fragment(key="toy rail")
def _hand(toy: ToyList, follow: tuple[str, ...]) -> None:
    state, _ = fit(held(), toy.c)
    steps = [name for name, way in STEPS.items() if can_step(way)]
    live(
        profile_lists([toy]), _view(state), digest=f"toy {toy}", counted=np.ones((1, 1), bool), heading=None,
        can=[*steps, "reset"], key=KEY, on_change=partial(_told, toy.c, follow),
    )  # fmt: skip


def _told(c: int, follow: tuple[str, ...]) -> None:
    """Adopt the g that the component reports, before the script runs; runs are none of its business here."""
    with whole() as memory:
        event = heard(KEY)
        if event is None:
            return
        adopt(memory, event, _view(fit(memory.state, c)[0]), RAIL)
    if event.action in STEPS:
        st.rerun()
    if event.action in (None, "reset") and event.final:
        mirror(memory.state)
        st.rerun()
    if not event.final and not event.action:
        st.rerun(list(follow))


def _view(state: State) -> View:
    return dataclasses.replace(View(state.g), pinned=state.pinned, locked=state.locked)
