"""The control of g, for every page: the live one, or the plain one that stands in for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from gapviz.analysis.users.ceilings import ceilings
from gapviz.arrays import BoolArray
from gapviz.pages.live import pieces, plain
from gapviz.pages.live.live import Event, heard, live
from gapviz.pages.session.memory import Memory
from gapviz.pages.session.session import can_step, held, mirror, whole
from gapviz.pages.session.state import State, fit
from gapviz.profile import Profile
from gapviz.theme import Theme
from gapviz.web.data import MOST_GRADES, Heading

STEPS = {"undo": -1, "redo": 1}
"""Buttons of the component that walk along the trail of states."""


@dataclass(frozen=True, eq=False)
class Data:
    """The statistics that the control of g computes with: of an open collection, or of a toy list.

    Attributes
    ----------
    profile : Profile
    digest : str
        Equal for equal statistics.
    counted : bool array, shape (N, T)
        Topics that take part in the mean of each run.
    """

    profile: Profile
    digest: str
    counted: BoolArray


def rail(data: Data, state: State, theme: Theme, *, moving: Sequence[str] = ()) -> None:
    """Show the control of g in the sidebar, and g itself above the page where a phone has hidden it.

    A page calls this once, and runs again when g is let go.

    Parameters
    ----------
    data : Data
    state : State
        Fitted to the grades.
    theme : Theme
    moving : sequence of str
        Keys of the fragments that run again while the hand moves g.
    """
    with st.sidebar:
        if is_live(data.profile, state):
            _hand(data, tuple(moving))
        else:
            some = np.asarray(data.counted.any(axis=0)) if data.profile.runs else None
            tops = ceilings(data.profile.pool.counts, state.g, counted=some)
            plain.controls(state, theme, tops.tolist())
    st.html(f'<div class="gv-phone">{pieces.share_bar(state.g, theme)}</div>')


def is_live(profile: Profile, state: State) -> bool:
    """Tell whether the live control is shown: it is chosen, and the grades are few enough for it."""
    return state.controls == "live" and profile.c <= MOST_GRADES


@st.fragment(key="rail")
def _hand(data: Data, moving: tuple[str, ...]) -> None:
    mount(data, heading=None, can=("undo", "redo", "reset"), moving=moving)


def mount(
    data: Data,
    *,
    heading: Heading | None,
    can: Sequence[str],
    moving: Sequence[str] = (),
    released: Callable[[], Sequence[str]] = tuple,
) -> tuple[State, Event]:
    """Show the live component in a fragment, and take over what it reports.

    Parameters
    ----------
    data : Data
    heading : Heading or None
        None shows the rail alone.
    can : sequence of str
        Buttons that the page serves; undo and redo are served here, as far as there is a step.
    moving : sequence of str
        Keys of the fragments that run again while the hand moves.
    released : callable
        Gives the keys of the fragments that run again when the hand lets go, this one not among them: the
        component shows already what it reports. Without any the page runs.

    Returns
    -------
    state : State
        Fitted to the grades.
    event : Event
    """
    c = data.profile.c
    state, _ = fit(held(), c)
    event = live(
        data.profile,
        state,
        digest=data.digest,
        counted=data.counted,
        heading=heading,
        can=[name for name in can if name not in STEPS or can_step(STEPS[name])],
        on_change=partial(_told, c, tuple(moving), released),
    )
    return state, event


def _told(c: int, moving: tuple[str, ...], released: Callable[[], Sequence[str]]) -> None:
    """Adopt what the component reports, before the script runs."""
    with whole() as memory:
        event = heard()
        if event is None:
            return
        _adopt(memory, event, fit(memory.state, c)[0])
    if event.action in STEPS:
        st.rerun()
    if event.action in (None, "reset") and event.final:
        mirror(memory.state)
        follow = [] if event.action else list(released())
        st.rerun(follow or "app")
    if moving and not event.final and not event.action:
        st.rerun(list(moving))


def _adopt(memory: Memory, event: Event, shown: State) -> None:
    """Do what the hand did: only what differs from what is shown is a change; where it lets go is a step."""
    changes: dict[str, Any] = {
        name: value for name, value in event.view.items() if value != getattr(shown, name)
    }
    if event.action == "reset":
        changes |= plain.FIRST
    memory.act(**changes)
    # A button that is pressed while the path plays ends it: what it reached is a step of its own.
    if event.final or (changes and event.action in STEPS):
        memory.settle_on(memory.state)
    if event.action in STEPS:
        memory.step(STEPS[event.action])
