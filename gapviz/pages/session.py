"""The state of a session: held between runs, changed by widgets, mirrored in the address of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from gapviz.pages.address import Query, from_query, to_query
from gapviz.pages.state import State
from gapviz.pages.trail import Trail

MOST_LATE = 40
"""Values that a widget was told and that its browser may not have heard of."""


def current(page: str) -> State:
    """State of the session on this page: after what the widgets did, or as the address has it.

    An address that differs from the one that was written last is the browser's Back button, or a
    link. After a change by a widget it is only late, and the widget wins.
    """
    session = st.session_state
    query = in_browser()
    moved = session.get("page") != page
    acted = "state" in session and _settle()
    written: Query = session.get("written", {})
    changed = query != written and (bool(query) or not moved)
    if "state" not in session or (changed and not acted):
        # What was written last may reach the browser after it went Back: so `mirror` writes this again.
        session.setdefault("written", query)
        session["state"], session["notes"] = from_query(query)
        session["linked"] = session["state"]
    session["page"], session["fragments"] = page, ()
    state: State = session["state"]
    return state


def in_browser() -> Query:
    """Parameters of the address, as the browser has sent it."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def held() -> State:
    """State in a fragment: after what the widgets did.

    The address is not asked: it is late while fragments run faster than the browser answers.
    """
    session = st.session_state
    if session.get("proposals"):
        _settle()
        mirror(session["state"])
    session.pop("acted", None)
    state: State = session["state"]
    return state


@st.fragment(run_every="1d")
def outlive() -> None:
    """Have a browser that was cut off run its page again when the server is back.

    It does so only where something on the page runs by the clock, as this does, or was just running.
    """


def fragments(*keys: str) -> None:
    """Name the fragments of this page that follow a change within any of them."""
    st.session_state["fragments"] = keys


Change = Callable[[State, Any], dict[str, Any]]
"""From the state and the new value of a widget to the fields of the state that change."""


def commit(**changes: Any) -> None:
    """Change the state in the next run; callbacks of buttons call this."""
    commit_with(lambda _state, _value: changes)


def commit_with(change: Change) -> None:
    """Change the state in the next run by what it is then; callbacks of buttons call this."""
    st.session_state.setdefault("proposals", []).append((None, None, change))


def act(**changes: Any) -> None:
    """Change the state at once, before the script runs; only callbacks may call this."""
    session = st.session_state
    session["acted"] = True
    if changes:
        session["state"], session["notes"] = session["state"].replace(**changes), ()


def propose(key: str, change: Change) -> None:
    """Change the state in the next run, by the new value of a widget; its callback calls this."""
    value = st.session_state[key]
    value = value["selection"]["rows"] if isinstance(value, Mapping) else value
    st.session_state.setdefault("proposals", []).append((key, value, change))


def choose(key: str, change: Change) -> None:
    """Propose, and run again the fragments of the page that follow; widgets in fragments call this."""
    propose(key, change)
    follow()


def follow() -> None:
    """Run the fragments of the page again, if it has any; only the last line of a callback may call this."""
    if keys := st.session_state.get("fragments"):
        st.rerun(list(keys))


def tied(key: str, value: Any) -> str:
    """Make the widget with this key show a value of the state; returns the key.

    The browser learns of it late, perhaps after some more runs, and sends an old value along with
    whatever the reader does meanwhile. So what it may still send is kept: see `_settle`.
    """
    session = st.session_state
    late: dict[str, list[Any]] = session.setdefault("late", {})
    sent, known = _plain(session.get(key)), late.get(key, [])
    known = known[known.index(sent) :] if sent in known else [sent]
    late[key] = [*known[-MOST_LATE:], _plain(value)]
    # A value that is set goes to the browser and takes the place of what a fast hand has done since.
    if key not in session or sent != _plain(value):
        session[key] = value
    return key


def _settle() -> bool:
    """Apply what the callbacks proposed, and say whether they did or proposed anything.

    Where several widgets claim to have moved at once, or one beside a component that acted, those that
    send what they held or were told before have only not heard of the newest value yet.
    """
    session = st.session_state
    acted = bool(session.pop("acted", False))
    proposals: list[tuple[str | None, Any, Change]] = session.pop("proposals", [])
    late: dict[str, list[Any]] = session.setdefault("late", {})
    if len(proposals) > 1 or acted:
        proposals = [one for one in proposals if one[0] is None or _plain(one[1]) not in late.get(one[0], [])]
    if proposals:
        session["notes"] = ()  # what the link had wrong was read by now
    for key, value, change in proposals:
        if key is not None:
            late[key] = [_plain(value)]
        session["state"] = session["state"].replace(**change(session["state"], value))
    return acted or bool(proposals)


def _plain(value: Any) -> Any:
    """Value of a widget as it may come back: of a table its selected rows, numbers to two decimals."""
    if isinstance(value, Mapping):
        value = value["selection"]["rows"]
    if isinstance(value, list):
        return sorted(value)
    return round(value, 2) if isinstance(value, float) else value


def mirror(state: State) -> None:
    """Hold `state` in the session and write it into the address, if that differs.

    Each write adds an entry to the browser's history, so none is made without a change. What is
    mirrored is a step for undo and redo.
    """
    session = st.session_state
    session["state"] = state
    session["trail"] = session["trail"].after(state) if "trail" in session else Trail((state,))
    query = to_query(state)
    # A browser that has not heard of the last one yet would still go there.
    if query != in_browser() or query != session.get("written", query):
        st.query_params.from_dict(query)
    session["written"] = query


def can_step(way: int) -> bool:
    """Say whether something can be undone (-1) or done again (1)."""
    trail: Trail | None = st.session_state.get("trail")
    return trail is not None and trail.can(way)


def step(way: int) -> None:
    """Undo (-1) or do again (1): the next run shows that state."""
    session = st.session_state
    if "trail" in session:
        session["trail"] = session["trail"].step(way)
        session["state"], session["notes"], session["acted"] = session["trail"].here, (), True
