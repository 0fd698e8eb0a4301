"""The triangle of user models that a page shows: all of them for three grades, a slice for more."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from gapviz import users
from gapviz.analysis.users.surface import shares_of
from gapviz.arrays import FloatArray
from gapviz.pages.parts.frame import View
from gapviz.pages.session.session import propose, tied
from gapviz.pages.session.state import State
from gapviz.text.names import subscript

MOST_GRADES = 8
"""Grades up to which a page looks at many user models at once: with more a reader would wait for seconds."""


def few(view: View) -> bool:
    """Tell whether the grades are few enough to look at many user models at once."""
    return view.opened.profile.c <= MOST_GRADES


def too_many(view: View, what: str = "What is over many user models") -> None:
    """Say what is not shown where the grades are not `few`, and what to do."""
    st.info(
        f"The grades go to {view.opened.profile.c}. {what} is shown for at most {MOST_GRADES} grades, "
        "since it would take too long with more: merge grades on the page Collection.",
        icon=":material/info:",
    )


def corners(state: State) -> tuple[tuple[int, ...], FloatArray]:
    """Thresholds that share the users, and the corners of their triangle.

    The other thresholds keep the probability that they have now; where that leaves nothing to share, they
    are left out.

    Parameters
    ----------
    state : State
        Fitted to a collection with c >= 3.

    Returns
    -------
    free : tuple of int, length 3
    corners : float64 array, shape (3, c)

    Examples
    --------
    >>> corners(State(g=(0.2, 0.2, 0.2, 0.4), slice=(1, 2, 4)))[1].round(1).tolist()
    [[0.8, 0.0, 0.2, 0.0], [0.0, 0.8, 0.2, 0.0], [0.0, 0.0, 0.2, 0.8]]
    """
    c = len(state.g)
    free = state.slice or (1, 2, c)
    fixed = {h: state.g[h - 1] for h in range(1, c + 1) if h not in free}
    if sum(fixed.values()) >= 1.0 - users.SUM_TOLERANCE:
        fixed = {}
    return free, users.corners(c, free, fixed)


def at(state: State, ends: FloatArray) -> FloatArray:
    """Place of the g in force, as shares of the corners; in the middle of a triangle that it isn't in."""
    point = inside(np.array(state.g), ends)
    middle: FloatArray = np.full(3, 1 / 3)
    return middle if point is None else np.clip(point, 0.0, 1.0)


def inside(g: FloatArray, ends: FloatArray) -> FloatArray | None:
    """Place of a user model as shares of the corners; None where it lies beside the triangle."""
    shares = shares_of(g, ends)
    return shares if np.abs(shares @ ends - g).max() < 1e-6 and (shares > -1e-6).all() else None


def marks(free: Sequence[int], ends: FloatArray) -> list[str]:
    """Write the corners: the largest probability of each threshold, and what its users count.

    Examples
    --------
    >>> marks((1, 2, 3), np.eye(3))[0]
    '<b>g₁ = 1</b><br>from grade 1'
    """
    c = ends.shape[1]
    largest = [ends[place, h - 1] for place, h in enumerate(free)]
    return [
        f"<b>g{subscript(h)} = {share:.3g}</b><br>" + (f"from grade {h}" if h < c else f"only grade {c}")
        for h, share in zip(free, largest, strict=True)
    ]


def sentence(free: Sequence[int]) -> str:
    """Say where the corners are."""
    left, right, top = (f"g{subscript(h)}" for h in free)
    return f"{left} left, {right} right, {top} on top"


def ask_slice(view: View) -> None:
    """Offer the three thresholds of a slice, where there are more."""
    state, c = view.state, len(view.state.g)
    if c <= 3:
        return
    free, _ = corners(state)
    key = tied("slice", list(free))
    st.pills(
        "Thresholds that share the users; the others keep what they have", range(1, c + 1), key=key,
        selection_mode="multi", format_func=lambda h: f"g{subscript(h)}", on_change=propose,
        args=(key, partial(_three, free)),
    )  # fmt: skip


def _three(free: Sequence[int], _state: State, chosen: Any) -> dict[str, Any]:
    """Keep three: of four the one that was chosen first goes; with fewer nothing changes yet."""
    stay = [h for h in free if h in chosen]
    added = [h for h in chosen if h not in stay]
    ticked = sorted([*stay, *added][-3:])
    return {"slice": tuple(ticked)} if len(ticked) == 3 else {}
