"""A against B on the page User models: for how many users, at this g, and where they swap."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.users.family import GRADED, Graded
from gapviz.analysis.users.nearest import Nearest
from gapviz.analysis.users.shares import Share
from gapviz.analysis.users.swaps import always_equal, edge_table
from gapviz.pages.parts import cached, run_choices, user_shares
from gapviz.pages.parts.frame import View, panel, table
from gapviz.pages.session.session import commit
from gapviz.text.report import Sheet


def show(view: View, measure: Graded, chosen: tuple[int, int]) -> None:
    """Show the panels of a pair."""
    run_choices.ask_pair(view, chosen)
    with st.container(border=True):
        shares: dict[str, Share] = {name: cached.beats(view, name, chosen) for name in GRADED}
        st.html(user_shares.beats(shares, measure, view.theme))
    _standing(view, measure, chosen, shares)
    with st.container(border=True):
        _nearest(view, measure, chosen)
    with st.expander("Swaps on the sides, as a table"):
        st.caption(
            "User models of two thresholds at which A and B change places: for c = 2 all there are. Their "
            "means are equal there, or GAP jumps from one order to the other."
        )
        table(view, partial(_swaps, view, chosen), "swaps")


def at_this_g(view: View, measure: Graded, chosen: tuple[int, int]) -> None:
    """Show of a pair only who is ahead at the g in force: what needs no other user model."""
    run_choices.ask_pair(view, chosen)
    _standing(view, measure, chosen)


def _standing(
    view: View, measure: Graded, chosen: tuple[int, int], shares: Mapping[str, Share] | None = None
) -> None:
    first, second = run_choices.means(view)[list(chosen)].tolist()
    view.parts.append(_against(view, chosen, shares))
    with st.container(border=True):
        st.html(user_shares.standing(first, second, measure))


def _nearest(view: View, measure: Graded, chosen: tuple[int, int]) -> None:
    nearest = cached.nearest_swap(view, measure, chosen, view.state.g)
    g = view.state.g
    with panel("Nearest swap"):
        if nearest is not None and nearest.moved > 0:
            st.button("Go there", key="go there", on_click=commit, kwargs={"g": _model(nearest)})
    if nearest is None:
        first, second = run_choices.means(view)[list(chosen)].tolist()
        leads = f"{'A' if first > second else 'B'} leads"
        if always_equal(cached.sums(view), measure, *chosen):
            leads = "A and B are equal"
        st.markdown(f"{leads} for all users: nothing swaps them.")
        return
    st.html(f"<p>{user_shares.change(nearest, g)}</p>{user_shares.shares(nearest.g.tolist(), g)}")
    if not nearest.exact:
        st.caption("The nearest that a search found.")


def _model(nearest: Nearest) -> tuple[float, ...]:
    g = nearest.g.copy()
    g[int(np.argmax(g))] += 1.0 - g.sum()
    return tuple(g.tolist())


def _against(view: View, chosen: tuple[int, int], shares: Mapping[str, Share] | None) -> Sheet:
    """Put into the report what the cards say."""
    first, second = (view.opened.profile.runs[run] for run in chosen)
    columns: dict[str, list[object]] = {"measure": list(GRADED)}
    note = f"A: {first}, B: {second}."
    if shares is not None:
        columns["A ahead, share of g"] = [shares[name].first for name in GRADED]
        columns["B ahead, share of g"] = [shares[name].second for name in GRADED]
        columns["standard error"] = [shares[name].error for name in GRADED]
        note += " Every g is equally likely; an error of 0 is that of an exact share."
    means = cached.standing(view, view.state.g).means[[FAMILY.index(name) for name in GRADED]]
    columns["mean A, this g"], columns["mean B, this g"] = means[:, list(chosen)].T.tolist()
    return Sheet("A against B", pd.DataFrame(columns), best=False, note=note)


def _swaps(view: View, chosen: tuple[int, int]) -> pd.DataFrame:
    sums = cached.sums(view)
    rows = []
    for name in GRADED:
        rows += [(name, *g.tolist(), mean, by) for g, mean, by in edge_table(sums, name, *chosen)]
    return pd.DataFrame(rows, columns=["measure", *(f"g{h + 1}" for h in range(sums.c)), "mean", "by"])
