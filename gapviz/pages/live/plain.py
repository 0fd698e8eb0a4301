"""The plain control of g, of Streamlit's own widgets: for screen readers, and for many grades."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from gapviz import users
from gapviz.pages.live import pieces
from gapviz.pages.session.session import can_step, commit, propose, step, tied
from gapviz.pages.session.state import State
from gapviz.text.names import subscripted
from gapviz.theme import Theme

MOST_SLIDERS = 6
"""Grades up to which each has a slider."""

FIRST: dict[str, Any] = {"g": (), "pinned": (), "locked": (), "against": "AP"}
"""What a reset goes back to."""

PLACES = 12
"""Decimals of g after a move: 1 - 0.79 is 0.21 then, and the sum is 1 well within tolerance."""


def controls(state: State, theme: Theme, reachable: Sequence[float]) -> None:
    """Show the user model of a fitted state, and what moves it.

    Parameters
    ----------
    state : State
        With a g of length c.
    theme : Theme
    reachable : sequence of float, length 3
        Highest reachable means of GAP, xGAP and eGAP.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.html('<h2 class="gv-h2">User model</h2>')
        for words, way, icon in (("Undo", -1, "undo"), ("Redo", 1, "redo")):
            st.button(words, icon=f":material/{icon}:", type="tertiary", on_click=step, args=(way,),
                      key=words.lower(), disabled=not can_step(way), help=words)  # fmt: skip
        st.button("Reset", icon=":material/restart_alt:", type="tertiary", on_click=commit, key="reset",
                  kwargs=FIRST, help="Back to the first g, no pin")  # fmt: skip
    st.html('<p class="gv-note">Share of users for whom a document counts from a grade on; sums to 1.</p>')
    st.html(pieces.share_bar(state.g, theme))
    c = len(state.g)
    if c == 1:
        st.caption("One relevant grade: every user counts the same documents, and the three measures are AP.")
    elif c > MOST_SLIDERS:
        st.caption(
            f"The grades go to {c}; sliders are for up to {MOST_SLIDERS}. Choose a preset, or merge grades "
            "on the page Collection."
        )
    else:
        for i in range(c):
            _grade(state, i)
    _presets(state)
    _baseline(state, theme)
    st.html(
        '<p class="gv-note" title="The mean that ideal lists would have under this g: topics without '
        'a document of the top grades hold it below 1.">Highest reachable mean</p>'
        + pieces.measure_values(
            [(m, f"{v:.3f}") for m, v in zip(("GAP", "xGAP", "eGAP"), reachable, strict=True)], theme
        )
    )


def _grade(state: State, i: int) -> None:
    c, locked = len(state.g), i in state.locked
    words = f"only grade {c}" if i == c - 1 else f"from grade {i + 1}" if c > 2 else "any relevant document"
    name = f"g{'₁₂₃₄₅₆'[i]}"
    # The state is the truth; the widgets show it after every move, whichever of them moved.
    slide = tied(f"slider {i}", float(state.g[i]))
    typed = tied(f"number {i}", float(state.g[i]))
    common: dict[str, Any] = {
        "min_value": 0.0, "max_value": 1.0, "step": 0.01, "format": "%.2f", "disabled": locked,
        "label_visibility": "collapsed", "on_change": propose,
    }  # fmt: skip
    move = partial(_move, state, i)
    widths = [5, 1.2, 2.6] if c > 2 else [6.2, 2.6]
    head, *lock, number = st.columns(widths, vertical_alignment="center", gap="xxsmall")
    head.html(f'<span class="gv-grade"><b>{name}</b> {words}</span>')
    if lock:
        lock[0].button(
            f"{'Release' if locked else 'Lock'} {name}", key=f"lock {i}", type="tertiary",
            icon=":material/lock:" if locked else ":material/lock_open:",
            on_click=commit, kwargs={"locked": tuple(sorted({*state.locked} ^ {i}))},
            help=f"{name} {'moves again' if locked else 'keeps its value'}",
        )  # fmt: skip
    number.number_input(f"{name}, {words}, value", key=typed, args=(typed, move), **common)
    st.slider(f"{name}, {words}", key=slide, args=(slide, move), **common)


def _move(shown: State, i: int, state: State, value: float | None) -> dict[str, Any]:
    """Move one probability of what is in force, which two quick moves put ahead of what is shown."""
    # The browser may answer a position between two steps with the nearest step: this is not a move.
    if value is None or value == round(value, 2) == round(shown.g[i], 2):
        return {}
    start = state.g if len(state.g) == len(shown.g) else shown.g
    moved = users.move(np.array(start), i, float(value), locked=shown.locked)
    return {"g": tuple(round(share, PLACES) for share in moved.tolist())}


def _presets(state: State) -> None:
    named = users.presets(len(state.g))
    key = tied("preset", next((name for name, g in named.items() if np.allclose(g, state.g)), None))
    st.pills(
        "Presets", list(named), key=key, format_func=subscripted, on_change=propose,
        # A second press on the preset in force takes nothing away.
        args=(key, lambda _state, name: {"g": named[name], "locked": ()} if name else {}),
    )  # fmt: skip


def _baseline(state: State, theme: Theme) -> None:
    if state.pinned:
        text = " / ".join(f"{share:.2f}" for share in state.pinned)
        with st.container(horizontal=True, vertical_alignment="center", gap=None):
            st.html(f'<p class="gv-note">Pinned baseline &nbsp;{text}</p>', width="stretch")
            st.button(
                "Clear", icon=":material/close:", key="clear", type="tertiary", on_click=commit,
                kwargs={"pinned": (), "against": "AP"}, help="Take the pin away",
            )  # fmt: skip
        st.html(pieces.share_bar(state.pinned, theme, thin=True))
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Pin this g", icon=":material/keep:", key="pin", on_click=commit, width="stretch",
            kwargs={"pinned": state.g, "against": "pinned"}, help="Compare what follows with this g",
        )  # fmt: skip
        if state.pinned:
            st.button(
                "Swap", icon=":material/swap_horiz:", key="swap", on_click=commit, width="stretch",
                kwargs={"g": state.pinned, "pinned": state.g}, help="Pin this g, take the pinned one",
            )  # fmt: skip
