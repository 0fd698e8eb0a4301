"""A against B on the page User models: for how many users, at this g, and where they swap."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.family import GRADED, Graded
from gapviz.analysis.models import Share
from gapviz.analysis.nearest import Nearest, nearest
from gapviz.analysis.swaps import MOST_GRADES, edge_swaps
from gapviz.figures.report import Sheet
from gapviz.pages import calls, modelhtml, runs
from gapviz.pages.frame import View, panel, table
from gapviz.pages.session import commit

TOO_MANY = (
    f"Swaps are looked for on at most {MOST_GRADES} grades; here there are {{c}}. "
    "A grade mapping on the page Collection makes them fewer."
)


def show(view: View, measure: Graded, chosen: tuple[int, int]) -> None:
    """Show the panels of a pair."""
    sums, g = calls.sums(view), view.state.g
    runs.ask_pair(view, chosen)
    with st.container(border=True):
        shares: dict[str, Share] = {name: calls.beats(view, name, chosen) for name in GRADED}
        st.html(modelhtml.beats(shares, measure, view.theme))
    with st.container(border=True):
        first, second = sums.take(chosen).means(measure, np.array([g]))[0].tolist()
        view.parts.append(_against(view, chosen, shares))
        st.html(modelhtml.standing(first, second, measure))
    with st.container(border=True):
        _nearest(view, measure, chosen, first, second)
    if not swappable(view):
        return
    with st.expander("Swaps on the sides, as a table"):
        st.caption(
            "User models of two thresholds at which A and B have the same mean: for c = 2 all there are."
        )
        table(view, partial(_swaps, view, chosen), "swaps")


def swappable(view: View) -> bool:
    """Tell whether the grades are few enough to look for swaps."""
    return view.found.profile.c <= MOST_GRADES


def nearest_swap(view: View, measure: Graded, chosen: tuple[int, int]) -> Nearest | None:
    """Find the user model nearest to the g in force at which A and B swap, on few enough grades."""
    if not swappable(view):
        return None
    return nearest(calls.sums(view), measure, *chosen, np.array(view.state.g))


def _nearest(view: View, measure: Graded, chosen: tuple[int, int], first: float, second: float) -> None:
    found = nearest_swap(view, measure, chosen)
    g = view.state.g
    with panel("Nearest swap"):
        if found is not None and found.moved > 0:
            st.button("Go there", key="go there", on_click=commit, kwargs={"g": _model(found)})
    if not swappable(view):
        st.markdown(TOO_MANY.format(c=view.found.profile.c))
        return
    if found is None:
        st.markdown(f"{'A' if first > second else 'B'} leads for all users: nothing swaps them.")
        return
    st.html(f"<p>{modelhtml.change(found, g)}</p>{modelhtml.shares(found.g.tolist(), g)}")
    if not found.exact:
        st.caption("The nearest that a search found.")


def _model(found: Nearest) -> tuple[float, ...]:
    g = found.g.copy()
    g[int(np.argmax(g))] += 1.0 - g.sum()
    return tuple(g.tolist())


def _against(view: View, chosen: tuple[int, int], shares: Mapping[str, Share]) -> Sheet:
    """Put into the report what the cards say."""
    sums, g = calls.sums(view).take(chosen), np.array([view.state.g])
    means = np.concatenate([sums.means(name, g) for name in GRADED])
    rows = pd.DataFrame(
        {
            "measure": GRADED,
            "A ahead, share of g": [shares[name].first for name in GRADED],
            "B ahead, share of g": [shares[name].second for name in GRADED],
            "standard error": [shares[name].error for name in GRADED],
            "mean A, this g": means[:, 0],
            "mean B, this g": means[:, 1],
        }
    )
    first, second = sums.runs
    note = f"A: {first}, B: {second}. Every g is equally likely; an error of 0 is that of an exact share."
    return Sheet("A against B", rows, best=False, note=note)


def _swaps(view: View, chosen: tuple[int, int]) -> pd.DataFrame:
    sums = calls.sums(view)
    rows = []
    for name in GRADED:
        found = edge_swaps(sums, name, *chosen)
        means = sums.take(chosen).means(name, found).mean(axis=1)
        rows += [(name, *g, mean) for g, mean in zip(found.tolist(), means.tolist(), strict=True)]
    return pd.DataFrame(rows, columns=["measure", *(f"g{h + 1}" for h in range(sums.c)), "mean"])
