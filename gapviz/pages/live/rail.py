"""The control of g, for every page: the live one, or the plain one that stands in for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from gapviz.analysis.users.ceilings import ceilings
from gapviz.figures.style.theme import Theme
from gapviz.pages.live import plain
from gapviz.pages.live.live import MOST_GRADES, Event, Heading, View, heard, live
from gapviz.pages.parts import open_collections
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.memory import Memory
from gapviz.pages.session.session import can_step, held, mirror, whole
from gapviz.pages.session.state import State, fit

STEPS = {"undo": -1, "redo": 1}
"""Buttons of the component that walk along the trail of states."""

FIELDS = tuple(field.name for field in dataclasses.fields(View))
"""Fields of the state that the live view shows."""


def rail(found: Opened, state: State, theme: Theme) -> None:
    """Show the control of g in the sidebar; a page calls this once, and runs again when g is let go.

    Parameters
    ----------
    found : Opened
    state : State
        Fitted to the collection.
    theme : Theme
    """
    with st.sidebar:
        if is_live(found, state):
            _hand(found)
        else:
            some = np.asarray(open_collections.counted(found, state).any(axis=0))
            counted = some if found.profile.runs else None
            plain.controls(
                state, theme, ceilings(open_collections.counts(found), state.g, counted=counted).tolist()
            )


def is_live(found: Opened, state: State) -> bool:
    """Say whether the live control serves here, and is wanted."""
    return state.controls == "live" and found.profile.c <= MOST_GRADES


@st.fragment(key="rail")
def _hand(found: Opened) -> None:
    mount(found, heading=None, can=("undo", "redo", "reset"))


def mount(
    found: Opened, *, heading: Heading | None, can: Sequence[str], follow: Sequence[str] = ()
) -> tuple[State, Event]:
    """Show the live component in a fragment, and keep it and the session of one mind.

    Parameters
    ----------
    found : Opened
    heading : Heading or None
        None shows the rail alone.
    can : sequence of str
        Buttons that the page serves; undo and redo are served here, as far as there is a step.
    follow : sequence of str
        Keys of the fragments that run again when the hand lets go, this one not among them: the component
        shows already what it reports. Without any the page runs.

    Returns
    -------
    state : State
        Fitted to the collection.
    event : Event
    """
    state, _ = fit(held(), found.profile.c)
    event = live(
        found.profile,
        _view(state),
        digest=found.collection.fingerprint,
        counted=open_collections.counted(found, state),
        heading=heading,
        can=[name for name in can if name not in STEPS or can_step(STEPS[name])],
        on_change=partial(_told, found.profile.c, tuple(follow)),
    )
    return state, event


def _told(c: int, follow: tuple[str, ...]) -> None:
    """Adopt what the component reports, before the script runs."""
    with whole() as memory:
        event = heard()
        if event is None:
            return
        adopt(memory, event, _view(fit(memory.state, c)[0]), FIELDS)
    if event.action in STEPS:
        st.rerun()
    if event.action in (None, "reset") and event.final:
        mirror(memory.state)
        st.rerun(list(follow) if follow and not event.action else "app")


def adopt(memory: Memory, event: Event, shown: View, names: Sequence[str]) -> None:
    """Do what the hand did: where it lets go is a step for undo.

    Parameters
    ----------
    memory : Memory
    event : Event
    shown : View
        What the page holds: only what differs from it is a change.
    names : sequence of str
        Fields that the component can change.
    """
    changes: dict[str, Any] = {
        name: getattr(event.view, name) for name in names if getattr(event.view, name) != getattr(shown, name)
    }
    if event.action == "reset":
        changes |= plain.FIRST
    memory.act(**changes)
    # A button that is pressed while the path plays ends it: what it reached is a step of its own.
    if event.final or (changes and event.action in STEPS):
        memory.settle_on(memory.state)
    if event.action in STEPS:
        memory.step(STEPS[event.action])


def _view(state: State) -> View:
    return View(**{name: getattr(state, name) for name in FIELDS})
