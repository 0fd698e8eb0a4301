"""The mean of each run when judgements are missing, beside its AP on all of them."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from gapviz.analysis.experiments.robustness import Robustness
from gapviz.figures.mean_scatter import mean_scatter
from gapviz.pages.experiments import result_tables
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.frame import View, chart, panel, save
from gapviz.theme import Theme

FIRST = 0.3
"""Share of the judgements that is shown at first, where it is one of the rates."""


def show(view: View, result: Robustness) -> None:
    """Show a point a run, by one measure at one rate."""
    head = panel("Each run beside its AP at 100 %")
    left, right = st.columns(2)
    with left:
        text = st.selectbox("Measure", result.measures, key="scatter measure")
    with right:
        first = result.rates.index(FIRST) if FIRST in result.rates else len(result.rates) - 1
        rate = st.selectbox("Share left", result.rates, first, key="scatter rate",
                            format_func=lambda rate: f"{100 * rate:.6g} %")  # fmt: skip
    m, x = result.measures.index(text), result.rates.index(rate)
    points = result.points(m, x)

    def draw(theme: Theme) -> Any:
        return mean_scatter(points, result.ap, result.runs, measure=text, rate=rate, theme=theme)

    with head:
        save(view, draw, "beside AP")
        save_menu.table(
            partial(result_tables.beside_ap, result, m, x), view.opened.collection.name, "beside AP table",
            digits=4, best=(), more={"All samples .csv": result_tables.scatter_csv(result)},
        )  # fmt: skip
    chart(
        view,
        draw,
        "beside AP chart",
        alt="Mean of each run at this share against its AP on all judgements; the file has the numbers.",
    )
    st.html(
        f'<p class="gv-note">Against AP at 100 %: {result_tables.against_ap(result, m, x)}. Means over the '
        "samples; bars go from the lowest to the highest.</p>"
    )
