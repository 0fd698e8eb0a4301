"""The state of a session: held between runs, changed by widgets, mirrored in the address of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import streamlit as st

from gapviz.pages.session.address import Query, to_query
from gapviz.pages.session.memory import Change, Memory
from gapviz.pages.session.state import State

MEMORY = "memory"
"""Where Streamlit keeps the memory of a session."""


@contextmanager
def whole() -> Iterator[Memory]:
    """Lock the memory of the session for a change that is done as a whole: nothing within may call Streamlit.

    A run that a faster hand has overtaken goes on until it next calls Streamlit: it ends there, also in the
    midst of what it was changing. After a lost connection the next one goes on beside it.
    """
    with st.session_state[MEMORY].lock:
        yield st.session_state[MEMORY]  # a run that was overtaken while it waited ends here


def current(page: str) -> State:
    """State of the session on this page: after what the widgets did, or as the address has it.

    An address that differs from the one that was written last is the browser's Back button, or a
    link. After a change by a widget it is only late, and the widget wins.
    """
    query = in_browser()
    if MEMORY not in st.session_state:
        st.session_state[MEMORY] = Memory.of(query, page=page)
    with whole() as memory:
        moved = memory.page != page
        changed = query != memory.written and (bool(query) or not moved)
        if not memory.settle() and changed:
            memory.go(query)
        memory.page, memory.fragments = page, ()
        return memory.state


def in_browser() -> Query:
    """Parameters of the address, as the browser has sent it."""
    return {name: st.query_params.get_all(name) for name in st.query_params}


def held() -> State:
    """State in a fragment: after what the widgets did.

    The address is not asked: it is late while fragments run faster than the browser answers.
    """
    with whole() as memory:
        proposed = bool(memory.proposals)
        if proposed:
            memory.settle()
            memory.settle_on(memory.state)
        memory.acted = False
        state = memory.state
    if proposed:
        mirror(state)
    return state


@st.fragment(run_every="1d")
def outlive() -> None:
    """Have a browser that was cut off run its page again when the server is back.

    It does so only where something on the page runs by the clock, as this does, or was just running.
    """


def fragments(*keys: str) -> None:
    """Name the fragments of this page that follow a change within any of them."""
    with whole() as memory:
        memory.fragments = keys


def commit(**changes: Any) -> None:
    """Change the state in the next run; callbacks of buttons call this."""
    commit_with(lambda _state, _value: changes)


def commit_with(change: Change) -> None:
    """Change the state in the next run by what it is then; callbacks of buttons call this."""
    with whole() as memory:
        memory.proposals.append((None, None, change))


def propose(key: str, change: Change) -> None:
    """Change the state in the next run, by the new value of a widget; its callback calls this."""
    value = st.session_state[key]
    value = value["selection"]["rows"] if isinstance(value, Mapping) else value
    with whole() as memory:
        memory.proposals.append((key, value, change))


def choose(key: str, change: Change) -> None:
    """Propose, and run again the fragments of the page that follow; widgets in fragments call this."""
    propose(key, change)
    follow()


def follow() -> None:
    """Run the fragments of the page again, if it has any; only the last line of a callback may call this."""
    if keys := remembered().fragments:
        st.rerun(list(keys))


def tied(key: str, value: Any) -> str:
    """Make the widget with this key show a value of the state; returns the key."""
    sent = st.session_state.get(key)
    with whole() as memory:
        news = memory.tie(key, sent, value)
    # A value that is set goes to the browser and takes the place of what a fast hand has done since.
    if news or key not in st.session_state:
        st.session_state[key] = value
    return key


def mirror(state: State) -> None:
    """Hold `state` in the session and write it into the address, if that differs.

    Each write adds an entry to the browser's history, so none is made without a change. What is
    mirrored is a step for undo and redo.
    """
    with whole() as memory:
        memory.settle_on(state)
    query = to_query(state)
    # A browser that has not heard of the last one yet would still go there.
    if query != in_browser() or query != memory.written:
        st.query_params.from_dict(query)
    memory.written = query


def remembered() -> Memory:
    """Return what the session remembers, to read; `whole` is for changes."""
    memory: Memory = st.session_state[MEMORY]
    return memory


def can_step(way: int) -> bool:
    """Say whether something can be undone (-1) or done again (1)."""
    return remembered().can_step(way)


def step(way: int) -> None:
    """Undo (-1) or do again (1): the next run shows that state; callbacks of buttons call this."""
    with whole() as memory:
        memory.step(way)
