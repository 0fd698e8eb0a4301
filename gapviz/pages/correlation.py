"""Correlation: how far the measures agree, between each other, along g, and beside the paper's tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.comparison import Comparison, comparison
from gapviz.analysis.correlation import tau_matrix
from gapviz.analysis.family import with_g
from gapviz.analysis.intervals import LEVEL, Intervals
from gapviz.analysis.sets import within
from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.figures.heatmap import tau_heatmap
from gapviz.figures.names import for_markdown
from gapviz.figures.numbers import percent, signed
from gapviz.figures.slope import rank_slope
from gapviz.pages import (
    calls,
    correlation_snippets,
    links,
    look,
    papertable,
    sets,
    simplex,
    taupaths,
    texts,
)
from gapviz.pages.calls import Sets
from gapviz.pages.frame import View, chart, frame, panel, save, table
from gapviz.pages.session import commit, propose, tied
from gapviz.pages.snippets import Origin, Same
from gapviz.pages.state import State

MEASURES = (
    "AP", "GAP", "xGAP", "eGAP", "nDCG@10", "P@5", "RBP(p=0.5)", "bpref", "nDCG", "nDCG@5", "RBP(p=0.8)",
    "RBP(p=0.95)", "P@10", "Rprec", "ERR@10", "Recall@100",
)  # fmt: skip
"""Offered first; any measure may be typed."""

FIRST = MEASURES[:8]
"""Compared as long as nobody chose."""


def show() -> None:
    """Show the page."""
    frame("correlation", body, same, title="Correlation")


def body(view: View) -> None:
    """Show what is the page's own."""
    chosen = sets.ask(view)
    if not chosen.topics.any() or not chosen.runs.any():
        return
    if chosen.runs.sum() < 2:
        alone(view, chosen)
        return
    left, right = st.columns([1, 1.05], gap="medium")
    with left:
        names = between(view, chosen)
    few = simplex.few(view)
    with right:
        if few:
            taupaths.along(view, chosen)
        else:
            simplex.too_many(view)
    if len(names) > 1:
        behind(view, chosen, names)
    if few and view.found.profile.c > 2:
        taupaths.everywhere(view, chosen)
    if few:
        papertable.show(view, chosen)


def same(view: View, source: Origin) -> Same:
    """Lines with the same numbers."""
    names, _ = _compared(view.state)
    profile, chosen = view.found.profile, sets.of(view)
    state, measures = view.state.replace(topic_set=sets.topic_set(view)), with_g(names, view.state.g)
    topics = [name for name in profile.topics if name in state.own_topics]
    runs = [name for name, stays in zip(profile.runs, chosen.runs, strict=True) if stays]
    if len(runs) == 1:
        return correlation_snippets.means(state, source, measures, topics=topics, runs=runs)
    return correlation_snippets.correlation(
        state, source, measures, topics=topics, runs=runs, along=simplex.few(view)
    )


def alone(view: View, chosen: Sets) -> None:
    """Show what there is of one run: its means."""
    names, notes = _compared(view.state)
    for note in notes:
        st.warning(for_markdown(note))
    try:
        found = within(calls.scored(view, with_g(names, view.state.g)), runs=chosen.runs,
                       topics=chosen.topics)  # fmt: skip
    except InputError as error:
        st.warning(for_markdown(f"{error}."))
        return

    def build() -> pd.DataFrame:
        return pd.DataFrame({"measure": names, f"mean of {found.runs[0]}": found.means()[:, 0]})

    table(view, build, "means of one run", title=f"Means of {found.runs[0]}")


def between(view: View, chosen: Sets) -> list[str]:
    """Show the correlations of every two measures; returns the measures."""
    state = view.state
    sign = look.COEFFICIENTS[state.coefficient]
    title = f"{sign} between rankings of {look.counted(int(chosen.runs.sum()), 'run')}"
    with panel(title):
        with st.popover("Measures", icon=":material/edit:", type="tertiary"):
            names, notes = _measures(state)
        saved = st.container(width="content")
    for note in [*notes, *_unknown_cell(state, names)]:
        st.warning(for_markdown(note))
    try:
        found = within(calls.scored(view, with_g(names, state.g)), runs=chosen.runs, topics=chosen.topics)
    except InputError as error:
        st.warning(for_markdown(f"{error}."))
        return []
    means = found.means()
    coefficient: Any = state.coefficient
    tau = tau_matrix(means, coefficient=coefficient)
    cell = _cell(state, names)
    notes_of_cells = _cell_notes(view, chosen, names, means, state.intervals == "yes")

    ends = None
    if state.intervals == "yes":
        sampled = calls.intervals(view, chosen, with_g(names, state.g))
        ends = sampled.low, sampled.high

    def draw(theme: Any) -> Any:
        return tau_heatmap(tau, names, theme=theme, whole=coefficient == "ap", marked=cell,
                           notes=notes_of_cells, between=ends)  # fmt: skip

    with saved:
        save(view, draw, "correlations")
    # In the corner that the lower triangle leaves free.
    st.html(look.tau_scale(view.theme, afloat=coefficient == "b"))
    rules = []
    if coefficient == "ap":
        rules.append(
            "τ-AP of a row goes through the ranking of the row; the column says which order is right."
        )
    if ends:
        rules.append(f"Below each number the ends of its {percent(LEVEL)} interval: {_sampled(sampled)}.")
    chart(
        view, draw, "taus", on_click=lambda data: commit(cell=(names[int(data[0])], names[int(data[1])])),
        alt=f"{sign} between every two measures; the table below has the same numbers.", title=title,
        note=" ".join(rules),
    )  # fmt: skip
    constant = [name for name, row in zip(names, means, strict=True) if (row == row[0]).all()]
    if constant and len(found.runs) > 1:
        st.caption(
            f":material/info: {for_markdown(', '.join(constant))}: every run has the same mean, so that "
            "τ is undefined."
        )
    build = partial(_tau_frame, names, tau, view, chosen, state.intervals == "yes")
    with st.expander("As a table"):
        table(view, build, "correlation table", digits=3)
    return names


def _compared(state: State) -> tuple[list[str], list[str]]:
    """Names of the measures, the first ones where a link has none that is one, and what was wrong with it."""
    names, notes = texts.usable(state.compared or FIRST, state.g)
    return names or list(FIRST), notes


def _measures(state: State) -> tuple[list[str], list[str]]:
    names, notes = _compared(state)
    key = tied("compared", names)
    st.multiselect(
        "Measures that are compared", [*MEASURES, *(name for name in names if name not in MEASURES)],
        key=key, accept_new_options=True, on_change=propose,
        args=(key, lambda _state, chosen: {"compared": tuple(chosen)}),
        help="GAP, xGAP and eGAP follow g. Type any other measure of the page Measures, such as P@20.",
    )  # fmt: skip
    return names, notes


def _cell(state: State, names: Sequence[str]) -> tuple[int, int] | None:
    """Place of the marked cell: the one that was clicked, or the last graded measure against the first."""
    if len(state.cell) == 2 and all(name in names for name in state.cell):
        return names.index(state.cell[0]), names.index(state.cell[1])
    if len(names) < 2:
        return None
    return (names.index("eGAP"), 0) if "eGAP" in names[1:] else (1, 0)


def _unknown_cell(state: State, names: Sequence[str]) -> list[str]:
    """Say that a link marks a cell that is not in the map; what is taken out here needs no word."""
    linked: State = st.session_state["linked"]
    missing = [name for name in state.cell if name not in names]
    if not missing or (linked.cell, linked.compared) != (state.cell, state.compared):
        return []
    return [f"Not among the measures, so another cell is marked: {links.listed(missing)}."]


def _cell_notes(
    view: View, chosen: Sets, names: Sequence[str], means: FloatArray, with_intervals: bool
) -> list[list[str]]:
    if with_intervals:
        found = calls.intervals(view, chosen, with_g(names, view.state.g))
        return [
            [_between_words(low, high) for low, high in zip(lows, highs, strict=True)]
            for lows, highs in zip(found.low.tolist(), found.high.tolist(), strict=True)
        ]
    runs = [name for name, stays in zip(view.found.profile.runs, chosen.runs, strict=True) if stays]
    pairs = len(runs) * (len(runs) - 1) // 2
    return [
        [
            f"{look.thousands(len(comparison(one, other, runs).swapped))} of {look.thousands(pairs)} "
            "pairs of runs change places"
            for other in means
        ]
        for one in means
    ]


def _between_words(low: float, high: float) -> str:
    if np.isnan(low):
        return "no interval: undefined"
    return signed(f"{percent(LEVEL)} interval {low:.3f} to {high:.3f}")


def _tau_frame(
    names: Sequence[str], tau: FloatArray, view: View, chosen: Sets, with_intervals: bool
) -> pd.DataFrame:
    whole = view.state.coefficient == "ap"
    places = [(i, j) for i in range(len(names)) for j in range(len(names)) if j < i or (whole and j != i)]
    columns: dict[str, list[object]] = {
        "measure": [names[i] for i, _ in places],
        "against": [names[j] for _, j in places],
        "tau": [float(tau[i, j]) for i, j in places],
    }
    if with_intervals:
        found = calls.intervals(view, chosen, with_g(names, view.state.g))
        columns["low"] = [float(found.low[i, j]) for i, j in places]
        columns["high"] = [float(found.high[i, j]) for i, j in places]
        columns["undefined samples"] = [float(found.undefined[i, j]) for i, j in places]
    return pd.DataFrame(columns)


def behind(view: View, chosen: Sets, names: Sequence[str]) -> None:
    """Show the two rankings behind the marked cell."""
    cell = _cell(view.state, names)
    if cell is None:
        return
    one, other = names[cell[1]], names[cell[0]]
    found = within(
        calls.scored(view, with_g([one, other], view.state.g)), runs=chosen.runs, topics=chosen.topics
    )
    first, second = found.means()
    moved = comparison(first, second, found.runs)
    selected = [i for i, name in enumerate(moved.runs) if name in view.state.selected]

    def draw(theme: Any) -> Any:
        return rank_slope(moved, (one, other), selected=selected, theme=theme)

    left, right = st.columns([1, 1.05], gap="medium")
    with left:
        title = f"From {one} to {other}"
        with panel(title):
            save(view, draw, "two rankings")
        chart(
            view, draw, "slope", on_click=lambda data: commit(selected=_toggled(view.state, moved, data)),
            alt="Ranks of the runs under the two measures; the table beside has the same numbers.",
            title=title, note=_interval(view, chosen, names, cell) + _said_pairs(moved),
        )  # fmt: skip
    with right:
        row = st.container(
            horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", gap="small"
        )
        with row:
            which = st.segmented_control(
                "Runs or pairs", ["Runs that move most", "Pairs that change places"], key="behind",
                required=True, default="Runs that move most", label_visibility="collapsed",
            )  # fmt: skip
        pairs = which != "Runs that move most"
        if pairs and not len(moved.swapped):
            st.info("No pair of runs changes places.")
            return
        rows = len(moved.swapped) if pairs else len(moved.runs)
        build = partial(_pairs if pairs else _movers, moved, one, other)
        table(view, build, str(which).lower(), height=min(392, 40 + 28 * rows), row=row)


def _interval(view: View, chosen: Sets, names: Sequence[str], cell: tuple[int, int]) -> str:
    """Write the interval of a cell, if intervals are asked for."""
    if view.state.intervals == "no":
        return ""
    found = calls.intervals(view, chosen, with_g(names, view.state.g))
    words = _between_words(float(found.low[cell]), float(found.high[cell]))
    return f"{words} ({_sampled(found)}). "


def _sampled(found: Intervals) -> str:
    return f"{look.counted(found.topics, 'topic')} drawn {look.thousands(found.resamples)} times"


def _said_pairs(moved: Comparison) -> str:
    N = len(moved.runs)
    pairs = look.counted(N * (N - 1) // 2, "pair")
    tied_pairs = f"; {look.thousands(moved.tied)} are tied in one of the two" if moved.tied else ""
    return f"{look.thousands(len(moved.swapped))} of {pairs} of runs change places{tied_pairs}."


def _toggled(state: State, moved: Comparison, data: Sequence[Any]) -> tuple[str, ...]:
    name = moved.runs[int(data[0])]
    kept = tuple(one for one in state.selected if one != name)
    return kept if name in state.selected else (*kept, name)


def _movers(moved: Comparison, one: str, other: str) -> pd.DataFrame:
    order = moved.movers
    return pd.DataFrame(
        {
            "run": [moved.runs[i] for i in order.tolist()],
            f"rank, {one}": moved.ranks[0, order],
            f"rank, {other}": moved.ranks[1, order],
            "climbs": moved.climbs[order],
            f"mean {one}": moved.means[0, order],
            f"mean {other}": moved.means[1, order],
        }
    )


def _pairs(moved: Comparison, one: str, other: str) -> pd.DataFrame:
    first, second = moved.swapped.T
    return pd.DataFrame(
        {
            f"leads by {one}": [moved.runs[i] for i in first.tolist()],
            f"leads by {other}": [moved.runs[i] for i in second.tolist()],
            f"ranks, {one}": [f"{a}, {b}" for a, b in moved.ranks[0][moved.swapped].tolist()],
            f"ranks, {other}": [f"{a}, {b}" for a, b in moved.ranks[1][moved.swapped].tolist()],
        }
    )
