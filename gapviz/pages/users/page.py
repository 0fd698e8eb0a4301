"""User models: who wins for which users, and how far an order of runs depends on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from gapviz import users
from gapviz.analysis.rankings.equality import all_equal
from gapviz.analysis.users.family import GRADED, Graded
from gapviz.analysis.users.swaps import edge_swaps
from gapviz.analysis.users.sweep import REFERENCES
from gapviz.analysis.users.winners import Stretch
from gapviz.figures.strip import winner_strips
from gapviz.figures.triangle import winner_triangle
from gapviz.pages.live import pieces
from gapviz.pages.parts import cached, markup, run_choices, simplex, user_shares
from gapviz.pages.parts.frame import View, chart, choice, frame, panel, save, table
from gapviz.pages.parts.script import Script, means
from gapviz.pages.session.session import commit
from gapviz.pages.users import ceilings_and_clicks, ranks, script, two_runs, values
from gapviz.text.names import shorten
from gapviz.theme import Theme

CLICKS = 20
"""Steps of the user models that a click can choose."""

NAME = 40
"""Letters of a run's name in the sentence below a figure."""

Shares = Mapping[str, Mapping[int, float]]
"""Share of user models that each run wins, by measure and run."""


def show() -> None:
    """Show the page."""
    frame("models", "User models", body, lines)


def lines(view: View) -> Script:
    """Lines that give the numbers of the page outside the browser."""
    if not simplex.few(view):
        return means(replace(view.source, state=view.state.replace(topic="")))
    pair = run_choices.named(view, run_choices.pair_by_mean(view))
    return script.models(view.source, run_choices.graded(view.state), pair, ranks.alpha(view.state))


def body(view: View) -> None:
    """Show the panels of the page."""
    names, measure = view.opened.profile.runs, run_choices.graded(view.state)
    chosen = run_choices.pair_by_mean(view)
    c = view.opened.profile.c
    if c == 1:
        st.info(
            "One relevant grade: there is one user model, GAP, xGAP and eGAP are AP, and nothing can swap. "
            "The page Explore has the ranks."
        )
    if len(names) == 1:
        st.info("One run is loaded: it wins for all users. Swaps and ranks need two.")
    elif all_equal(run_choices.means(view)):
        st.info("Every run has the same mean at this g: ranks follow the names.")
    left, right = st.columns([1.75, 1], gap="medium")
    if not simplex.few(view):
        with left:
            many(view, measure)
        with right:
            if chosen:
                two_runs.at_this_g(view, measure, chosen)
        return
    with left:
        if c > 1:
            maps(view, measure, chosen)
    with right:
        if chosen:
            two_runs.show(view, measure, chosen)
    # A triangle is high and strips are not: what is left stands where there is room.
    with right if c > 2 and chosen else left:
        if c > 1:
            ranks.show(view, measure, chosen)
    with left if c != 2 or not chosen else right:
        ceilings_and_clicks.ceilings(view)
        ceilings_and_clicks.clicks(view)


def many(view: View, measure: Graded) -> None:
    """Show what there is for more grades than the maps are made for."""
    simplex.too_many(view)
    _ask_measure(measure)
    ceilings_and_clicks.ceilings(view)
    ceilings_and_clicks.clicks(view)


def maps(view: View, measure: Graded, chosen: tuple[int, int] | None) -> None:
    """Show all user models: who wins, the rank of a run, or a correlation."""
    state, names = view.state, view.opened.profile.runs
    run = chosen[0] if chosen else 0
    words = {"winner": "Winner", "rank": "Rank of A", "tau": "τ with…"}
    said = {
        "winner": "Who wins for which users",
        "rank": f"Rank of {shorten(names[run], 24)} by {measure}",
        "tau": f"{markup.COEFFICIENTS[state.coefficient]} of {measure} with {state.reference}",
    }[state.area]
    with panel(said):
        saved = st.container(width="content")
    with st.container(horizontal=True, gap="small"):
        _ask_measure(measure)
        choice("area", words, state.area, label="What the map shows")
        if state.area == "tau":
            choice("reference", {name: name for name in REFERENCES}, state.reference, label="Reference")
    c = view.opened.profile.c
    if c > 2:
        simplex.ask_slice(view)
    if state.area != "winner":
        (values.line if c == 2 else values.triangle)(view, measure, run, said, saved)
    elif c == 2:
        _line(view, measure, chosen, said, saved)
    else:
        _triangle(view, measure, chosen, said, saved)


def _line(view: View, measure: Graded, chosen: tuple[int, int] | None, said: str, saved: Any) -> None:
    """Show c = 2: the line from g1 = 0 to g1 = 1."""
    state, names, sums = view.state, view.opened.profile.runs, cached.sums(view)
    parts: dict[str, Sequence[Stretch]] = {name: cached.parts(view, name) for name in GRADED}
    lengths = {name: _lengths(stretches) for name, stretches in parts.items()}
    crossed: dict[str, Sequence[float]] = {}
    duels: dict[str, Sequence[Stretch]] = {}
    if chosen:
        crossed = {name: edge_swaps(sums, name, *chosen).g[:, 0].tolist() for name in GRADED}
        duels = {name: cached.duel(view, name, chosen) for name in GRADED}
    near = cached.nearest_swap(view, measure, chosen, view.state.g) if chosen else None

    def draw(theme: Theme) -> Any:
        return winner_strips(
            parts, names, _colors(lengths, theme), at=state.g[0], theme=theme, swaps=crossed,
            duels=duels, nearest=(measure, float(near.g[0])) if near else None,
        )  # fmt: skip

    note = "Each point of a strip is a user model."
    if any(crossed.values()):
        note += " Upright bars are where A and B swap."
    chart(view, draw, "strips", alt=values.ALT, title=said, note=f"{note} {_who(view, chosen)}",
          on_click=lambda data: _select(view, names[int(data[0])]))  # fmt: skip
    _winner_table(view, lengths)
    with saved:
        save(view, draw, "user models")


def _triangle(view: View, measure: Graded, chosen: tuple[int, int] | None, said: str, saved: Any) -> None:
    """Show c = 3: the triangle; and more thresholds: a slice."""
    state, names = view.state, view.opened.profile.runs
    free, corners = simplex.corners(state)
    at = simplex.at(state, corners)
    marks = simplex.marks(free, corners)
    areas = {name: cached.areas(view, name, corners) for name in GRADED}
    shares: Shares = {name: {part.run: part.share for part in patches} for name, patches in areas.items()}
    lines = {name: cached.line(view, name, chosen, corners) for name in GRADED} if chosen else {}
    toward = cached.sides(view, measure, chosen, corners) if chosen else None
    near = cached.nearest_swap(view, measure, chosen, view.state.g) if chosen else None
    swap = simplex.inside(near.g, corners) if near else None
    targets = users.simplex_grid(3, CLICKS)

    def draw(theme: Theme, name: Graded = measure, *, small: bool = False) -> Any:
        return winner_triangle(
            areas[name], names, _colors(shares, theme), corners=marks, at=at, theme=theme,
            line=lines.get(name), toward=None if small else toward, swap=None if small else swap,
            targets=None if small else targets, scale=len(state.g) == 3, small=small,
            height=150 if small else values.HEIGHT,
        )  # fmt: skip

    note = f"Every point is a user model; click to go there. Corners: {simplex.sentence(free)}. "
    if chosen:
        swaps = "The thick line is where A and B swap." if len(lines[measure]) else "A and B swap nowhere."
        note += f"{swaps} {_who(view, chosen)}"
    chart(view, draw, "triangle", alt=values.ALT, title=f"{said}, by {measure}", note=note,
          on_click=lambda data: values.go(targets[int(data[0])] @ corners))  # fmt: skip
    columns = st.columns([1, 1, 1.4], gap="small", vertical_alignment="center")
    others = [name for name in GRADED if name != measure]
    for column, name in zip(columns, others, strict=False):
        with column:
            small = partial(draw, name=name, small=True)
            with panel("", html=pieces.measure_values([(name, name)], view.theme)):
                save(view, small, f"user models by {name}")
            chart(view, small, f"small {name}", alt=values.ALT, title=f"By {name}")
    with columns[-1]:
        colors = _colors(shares, view.theme)
        named = dict(list(colors.items())[: len(view.theme.regions)])
        st.html(user_shares.key(named, names, others=len(colors) - len(named)))
        st.caption("Same grounds in all three. Mean eGAP is linear in g, so its borders are straight.")
    with saved:
        save(view, draw, "user models")
    _winner_table(view, shares)


def _ask_measure(measure: Graded) -> None:
    choice("sort", {name: name for name in GRADED}, measure, label="Measure")


def _who(view: View, chosen: tuple[int, int] | None) -> str:
    """Say who A and B are: a figure in a file stands alone."""
    if chosen is None:
        return ""
    a, b = (shorten(view.opened.profile.runs[run], NAME) for run in chosen)
    return f"A: {a}, B: {b}."


def _winner_table(view: View, shares: Shares) -> None:
    """List who wins, with the share of user models under each measure."""
    names = view.opened.profile.runs

    def build() -> pd.DataFrame:
        listed = list(_order(shares))
        return pd.DataFrame(
            {
                "winner": [names[run] for run in listed],
                **{
                    f"{name}, share of g": [held.get(run, 0.0) for run in listed]
                    for name, held in shares.items()
                },
            }
        )

    with st.expander("As a table"):
        table(view, build, "winners")


def _order(shares: Shares) -> list[int]:
    """List the runs that win anywhere, those with the largest shares first."""
    totals: dict[int, float] = {}
    for held in shares.values():
        for run, share in held.items():
            totals[run] = totals.get(run, 0.0) + share
    return sorted(totals, key=lambda run: -totals[run])


def _colors(shares: Shares, theme: Theme) -> dict[int, str]:
    """Ground of each run that wins anywhere; beyond the few that there are all have the same."""
    grounds = [*theme.regions]
    return {
        run: grounds[place] if place < len(grounds) else theme.chip
        for place, run in enumerate(_order(shares))
    }


def _lengths(stretches: Sequence[Stretch]) -> dict[int, float]:
    lengths: dict[int, float] = {}
    for part in stretches:
        lengths[part.run] = lengths.get(part.run, 0.0) + part.end - part.start
    return lengths


def _select(view: View, name: str) -> None:
    kept = tuple(one for one in view.state.selected if one != name)
    commit(selected=kept if name in view.state.selected else (*kept, name))
