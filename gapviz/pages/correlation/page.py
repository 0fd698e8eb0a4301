"""Correlation: how far the measures agree, between each other, along g, and beside the paper's tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.intervals import LEVEL, Intervals
from gapviz.analysis.rankings.sets import within
from gapviz.analysis.rankings.tau import swapped_pairs, tau_matrix
from gapviz.analysis.users.family import with_g
from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.figures.heatmap import tau_heatmap
from gapviz.pages.correlation import measure_names, paper_table, paths, script, two_rankings
from gapviz.pages.parts import cached, markup, sets, simplex
from gapviz.pages.parts.cached import Sets
from gapviz.pages.parts.frame import View, chart, frame, panel, save, table
from gapviz.pages.parts.script import Script
from gapviz.pages.session import fits
from gapviz.pages.session.readers import MOST_COMPARED
from gapviz.pages.session.session import commit, propose, remembered, tied
from gapviz.pages.session.state import State
from gapviz.text.names import for_markdown
from gapviz.text.numbers import counted, percent, signed, thousands

MEASURES = (
    "AP", "GAP", "xGAP", "eGAP", "nDCG@10", "P@5", "RBP(p=0.5,rel=1)", "bpref", "nDCG", "nDCG@5",
    "RBP(p=0.8,rel=1)", "RBP(p=0.95,rel=1)", "P@10", "Rprec", "ERR@10", "Recall@100",
)  # fmt: skip
"""Offered first; any measure may be typed."""

FIRST = MEASURES[:8]
"""Compared as long as nobody chose."""


def show() -> None:
    """Show the page."""
    frame("correlation", "Correlation", body, lines)


def body(view: View) -> None:
    """Show the panels of the page."""
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
            paths.along(view, chosen)
        else:
            simplex.too_many(view)
    if cell := _cell(view.state, names):
        said = _interval(view, chosen, names, cell)
        two_rankings.show(view, chosen, names[cell[1]], names[cell[0]], said=said)
    if few:
        if view.opened.profile.c > 2:
            paths.everywhere(view, chosen)
        paper_table.show(view, chosen)


def lines(view: View) -> Script:
    """Lines that give the numbers of the page outside the browser."""
    names, _ = _compared(view)
    chosen = sets.of(view)
    if not chosen.topics.any() or not chosen.runs.any():
        return Script("")
    measures, named = with_g(names, view.state.g), sets.named(view)
    if chosen.runs.sum() == 1:
        return script.means(view.source, measures, sets=named)
    return script.correlation(view.source, measures, sets=named, along=simplex.few(view))


def alone(view: View, chosen: Sets) -> None:
    """Show what there is of one run: its means."""
    names, notes = _compared(view)
    for note in notes:
        st.warning(for_markdown(note))
    try:
        scored = within(cached.scored(view, with_g(names, view.state.g)), runs=chosen.runs,
                       topics=chosen.topics)  # fmt: skip
    except InputError as error:
        st.warning(for_markdown(f"{error}."))
        return

    def build() -> pd.DataFrame:
        return pd.DataFrame({"measure": names, f"mean of {scored.runs[0]}": scored.means()[:, 0]})

    table(view, build, "means of one run", title=f"Means of {scored.runs[0]}")


def between(view: View, chosen: Sets) -> list[str]:
    """Show the correlations of every two measures; returns the measures."""
    state = view.state
    sign = markup.COEFFICIENTS[state.coefficient]
    title = f"{sign} between rankings of {counted(int(chosen.runs.sum()), 'run')}"
    with panel(title):
        with st.popover("Measures", icon=":material/edit:", type="tertiary"):
            names, notes = _measures(view)
        saved = st.container(width="content")
    for note in [*notes, *_unknown_cell(state, names)]:
        st.warning(for_markdown(note))
    try:
        scored = within(cached.scored(view, with_g(names, state.g)), runs=chosen.runs, topics=chosen.topics)
    except InputError as error:
        st.warning(for_markdown(f"{error}."))
        return []
    means = scored.means()
    coefficient = view.coefficient
    tau = tau_matrix(means, coefficient=coefficient)
    cell = _cell(state, names)
    sampled = _intervals(view, chosen, names)
    notes_of_cells = _cell_notes(means, sampled)
    ends = (sampled.low, sampled.high) if sampled else None

    def draw(theme: Any) -> Any:
        return tau_heatmap(tau, names, theme=theme, whole=coefficient == "ap", marked=cell,
                           notes=notes_of_cells, between=ends)  # fmt: skip

    with saved:
        save(view, draw, "correlations")
    # In the corner that the lower triangle leaves free.
    st.html(markup.tau_scale(view.theme, afloat=coefficient == "b"))
    rules = []
    if coefficient == "ap":
        rules.append(
            "τ-AP of a row goes through the ranking of the row; the column says which order is right."
        )
    if sampled:
        rules.append(f"Below each number the ends of its {percent(LEVEL)} interval: {_sampled(sampled)}.")
    chart(
        view, draw, "taus", on_click=lambda data: commit(cell=(names[int(data[0])], names[int(data[1])])),
        alt=f"{sign} between every two measures; the table below has the same numbers.", title=title,
        note=" ".join(rules),
    )  # fmt: skip
    constant = [name for name, row in zip(names, means, strict=True) if (row == row[0]).all()]
    if constant and len(scored.runs) > 1:
        st.caption(
            f":material/info: {for_markdown(', '.join(constant))}: every run has the same mean, so that "
            "τ is undefined."
        )
    build = partial(_tau_frame, names, tau, sampled, whole=coefficient == "ap")
    with st.expander("As a table"):
        table(view, build, "correlation table", digits=3)
    return names


def _compared(view: View) -> tuple[list[str], list[str]]:
    """Names of the measures that fit, else of the first ones, and what is wrong with the others."""
    names, notes = measure_names.usable(view, view.state.compared or FIRST)
    return names or list(FIRST), notes


def _measures(view: View) -> tuple[list[str], list[str]]:
    names, notes = _compared(view)
    key = tied("compared", names)
    st.multiselect(
        "Measures that are compared", [*MEASURES, *(name for name in names if name not in MEASURES)],
        key=key, accept_new_options=True, max_selections=MOST_COMPARED, on_change=propose,
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
    linked = remembered().linked
    missing = [name for name in state.cell if name not in names]
    if not missing or (linked.cell, linked.compared) != (state.cell, state.compared):
        return []
    return [f"Not among the measures, so another cell is marked: {fits.listed(missing)}."]


def _intervals(view: View, chosen: Sets, names: Sequence[str]) -> Intervals | None:
    """Intervals of every two measures, if they are asked for."""
    if view.state.intervals == "no":
        return None
    return cached.intervals(view, chosen, with_g(names, view.state.g), coefficient=view.coefficient)


def _cell_notes(means: FloatArray, sampled: Intervals | None) -> list[list[str]]:
    if sampled:
        return [
            [_between_words(low, high) for low, high in zip(lows, highs, strict=True)]
            for lows, highs in zip(sampled.low.tolist(), sampled.high.tolist(), strict=True)
        ]
    N = means.shape[1]
    pairs = N * (N - 1) // 2
    return [
        [f"{thousands(swapped)} of {thousands(pairs)} pairs of runs change places" for swapped in row]
        for row in swapped_pairs(means).tolist()
    ]


def _between_words(low: float, high: float) -> str:
    if np.isnan(low):
        return "no interval: undefined"
    return signed(f"{percent(LEVEL)} interval {low:.3f} to {high:.3f}")


def _tau_frame(
    names: Sequence[str], tau: FloatArray, sampled: Intervals | None, *, whole: bool
) -> pd.DataFrame:
    places = [(i, j) for i in range(len(names)) for j in range(len(names)) if j < i or (whole and j != i)]
    columns: dict[str, list[object]] = {
        "measure": [names[i] for i, _ in places],
        "against": [names[j] for _, j in places],
        "tau": [float(tau[i, j]) for i, j in places],
    }
    if sampled:
        columns["low"] = [float(sampled.low[i, j]) for i, j in places]
        columns["high"] = [float(sampled.high[i, j]) for i, j in places]
        columns["undefined samples"] = [float(sampled.undefined[i, j]) for i, j in places]
    return pd.DataFrame(columns)


def _interval(view: View, chosen: Sets, names: Sequence[str], cell: tuple[int, int]) -> str:
    """Write the interval of a cell, if intervals are asked for."""
    intervals = _intervals(view, chosen, names)
    if intervals is None:
        return ""
    words = _between_words(float(intervals.low[cell]), float(intervals.high[cell]))
    return f"{words} ({_sampled(intervals)}). "


def _sampled(intervals: Intervals) -> str:
    return f"{counted(intervals.topics, 'topic')} drawn {thousands(intervals.resamples)} times"
