"""Choices of runs: the pair A and B, and the runs that are selected on all pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.users.family import Graded
from gapviz.arrays import FloatArray, IntArray
from gapviz.pages.parts import cached
from gapviz.pages.parts.frame import View
from gapviz.pages.session.session import commit, propose, tied
from gapviz.pages.session.state import State
from gapviz.text.names import for_cell
from gapviz.text.numbers import counted


def graded(state: State) -> Graded:
    """Measure of the graded family that the page shows: the one that sorts the leaderboard, if it is one."""
    known: dict[str, Graded] = {"GAP": "GAP", "xGAP": "xGAP", "eGAP": "eGAP"}
    return known.get(state.sort, "eGAP")


def means(view: View) -> FloatArray:
    """Mean of every run by the measure of the page, shape (N,)."""
    values: FloatArray = cached.standing(view, view.state.g).means[FAMILY.index(graded(view.state))]
    return values


def by_rank(view: View) -> list[int]:
    """Numbers of the runs from rank 1 on, by the measure of the page."""
    ranked: IntArray = cached.standing(view, view.state.g).ranks[FAMILY.index(graded(view.state))]
    order: list[int] = ranked.argsort().tolist()
    return order


def pair(view: View, order: Sequence[int]) -> tuple[int, int] | None:
    """Numbers of A and B: those that were chosen, else the selected runs and then the best ones."""
    names = view.opened.profile.runs
    if len(names) < 2:
        return None
    wanted = [*view.state.pair, *view.state.selected[-2:], *(names[i] for i in order[:2])]
    known = [name for name in dict.fromkeys(wanted) if name in names]
    rest = [name for name in names if name not in known]
    first, second = [*known, *rest][:2]
    return names.index(first), names.index(second)


def pair_by_mean(view: View) -> tuple[int, int] | None:
    """Numbers of A and B, where the best runs are the best by the measure of the page."""
    return pair(view, by_rank(view))


def named(view: View, chosen: tuple[int, int] | None) -> tuple[str, str] | None:
    """Names of A and B."""
    names = view.opened.profile.runs
    return (names[chosen[0]], names[chosen[1]]) if chosen else None


def ask_pair(view: View, chosen: tuple[int, int]) -> None:
    """Offer the runs A and B, and to change them round."""
    names = view.opened.profile.runs
    held = tuple(names[i] for i in chosen)
    left, right = st.columns([6, 1], vertical_alignment="center", gap="small")
    with left:
        for place, letter in enumerate("AB"):
            key = tied(f"run {letter}", held[place])
            st.selectbox(
                f"Run {letter}", names, key=key,
                on_change=propose, args=(key, lambda _state, name, place=place: _with(held, place, name)),
            )  # fmt: skip
    with right:
        st.button("Swap A and B", icon=":material/swap_vert:", key="swap pair", on_click=commit,
                  kwargs={"pair": held[::-1]}, type="tertiary", help="Swap A and B")  # fmt: skip


def _with(held: tuple[str, ...], place: int, name: Any) -> dict[str, Any]:
    """Put a run in its place; where it is the other one they change places."""
    chosen = list(held)
    if name == held[1 - place]:
        chosen.reverse()
    else:
        chosen[place] = name
    return {"pair": tuple(chosen)}


def ask_selected(view: View, *, most: int) -> None:
    """Offer the runs that are selected, here as on every page."""
    names = view.opened.profile.runs
    key = tied("selected runs", [name for name in view.state.selected if name in names])
    st.multiselect(
        "Selected runs", names, key=key,
        placeholder=f"The best ones; select up to {most}", on_change=propose,
        args=(key, lambda _state, chosen: {"selected": tuple(chosen)}),
    )  # fmt: skip


def ask_topic(view: View) -> None:
    """Offer one topic, or their mean."""
    names = view.opened.profile.topics
    topic = view.state.topic if view.state.topic in names else ""
    key = tied("one topic", topic)
    st.selectbox(
        "Topic", ["", *names], key=key, on_change=propose,
        format_func=lambda name: (
            for_cell(name) if name else f"Mean over {counted(len(names), 'topic')}"
        ),
        args=(key, lambda _state, chosen: {"topic": chosen}),
    )  # fmt: skip
