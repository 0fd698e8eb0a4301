"""Robustness: how means and rankings change when judgements are missing or documents are gone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import streamlit as st

from gapviz.analysis.experiments.robustness import Design, Robustness, Statistic, robustness
from gapviz.analysis.users.family import with_g
from gapviz.figures.rates import rate_bands
from gapviz.pages.experiments import beside_ap, form, result_tables, script, sets
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.frame import View, chart, choice, frame, panel, save
from gapviz.pages.session.plans import RobustnessPlan
from gapviz.theme import Theme

FIRST = ("AP", "GAP", "xGAP", "eGAP", "nDCG", "bpref", "infAP", "subAP(p=rate)")
"""Measures that are asked for at first."""

LOOK = ("AP", "GAP", "xGAP", "eGAP", "nDCG", "bpref")
"""Measures of the first look."""

DESIGNS = {
    "stratified": "Judgements by grade",
    "simple": "Judgements at random",
    "imperfect": "Documents leave the runs",
}

EXPLAINED = {
    "stratified": "Of each grade the same share stays, in nested samples (Buckley and Voorhees).",
    "simple": "A simple random sample of each topic's judgements, again at each rate (Yilmaz and Aslam).",
    "imperfect": "A random part of all documents, judged or not, leaves the runs; all judgements stay "
    "(Yilmaz and Aslam).",
}

STATISTICS = {"tau": "τ-b", "tau_ap": "τ_AP", "rho": "ρ", "rms": "RMS error", "mean": "Mean"}

WORDS = {
    "tau": "Kendall’s τ-b between the rankings",
    "tau_ap": "τ_AP between the rankings, where the top counts most",
    "rho": "Pearson’s ρ between the means",
    "rms": "RMS difference of the means",
    "mean": "Mean value over runs",
}


def show() -> None:
    """Show the page."""
    frame("robustness", "Robustness", body)


def body(view: View) -> None:
    """Show the form and the result."""
    plan = form.plan(view, "robustness", RobustnessPlan)
    shown = plan or RobustnessPlan(with_g(FIRST, view.state.g))
    panel("Fewer judgements, fewer documents")
    form.form(view, "robustness", shown, partial(fields, view, shown))
    if plan is None:
        form.first_look(
            "Score the runs again on samples of the judgements, and see which rankings hold.",
            "One sample at each of four shares",
        )
        plan = RobustnessPlan(with_g(LOOK, view.state.g), rates=(1.0, 0.5, 0.2, 0.05), samples=1)
    form.outdated(view, "robustness", plan)
    chosen = sets.of(view, plan)
    if chosen is None:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        choice("statistic", STATISTICS, view.state.statistic, label="Shown by rate", hide_label=False)
        if view.state.statistic != "mean":
            choice("base", {"itself": "Itself at 100 %", "AP": "AP at 100 %"}, view.state.base,
                   label="Compared with", hide_label=False)  # fmt: skip
    work = partial(
        robustness, view.opened.collection, plan.measures, design=cast(Design, plan.design), rates=plan.rates,
        samples=plan.samples, seed=plan.seed, topic_set=chosen.topics, run_set=chosen.runs,
        **view.conventions,
    )  # fmt: skip
    lines = partial(script.experiment, view.source, "robustness", plan)
    form.result(view, "robustness", plan, work, partial(results, view), lines, unit="cells")


def fields(view: View, shown: RobustnessPlan, key: Callable[[str], str]) -> Callable[[], RobustnessPlan]:
    """Draw the widgets of the form."""
    form.measures(view, key("measures"), shown.measures)
    sets.ask(view, key, shown)
    left, middle, right, last = st.columns([2, 2, 1, 1])
    with left:
        st.selectbox("What is left out", list(DESIGNS), list(DESIGNS).index(shown.design), key=key("design"),
                     format_func=DESIGNS.__getitem__, help="  \n".join(EXPLAINED.values()))  # fmt: skip
    with middle:
        st.text_input("Shares left, in %", result_tables.percents(shown.rates), key=key("rates"),
                      help="Above 0 and up to 100, with commas between them; up to 20.")  # fmt: skip
    with right:
        st.number_input("Samples", 1, 50, shown.samples, key=key("samples"), help="At each share")
    with last:
        form.seed(key("seed"), shown.seed)

    def read() -> RobustnessPlan:
        session = st.session_state
        return RobustnessPlan(
            form.chosen_measures(view, key("measures")),
            session[key("seed")],
            session[key("design")],
            result_tables.shares(session[key("rates")]),
            session[key("samples")],
            **sets.chosen(key),
        )

    return read


def results(view: View, result: Robustness) -> None:
    """Show a result, complete or still growing."""
    state, name = view.state, view.opened.collection.name
    statistic, base = cast(Statistic, state.statistic), cast(Any, state.base)
    bands = result.bands(statistic, base)

    def draw(theme: Theme) -> Any:
        return rate_bands(
            bands,
            result.rates,
            result.measures,
            theme=theme,
            correlation=statistic in ("tau", "tau_ap", "rho"),
        )

    table = result_tables.robustness(result, statistic, base)
    title = WORDS[statistic]
    with panel(title):
        save(view, draw, f"robustness {statistic}")
    if len(result.runs) < 2 and statistic in ("tau", "tau_ap", "rho"):
        st.info("One run takes part: a correlation between rankings needs two. RMS error and mean are shown.")
    chart(
        view,
        draw,
        "robustness chart",
        alt=f"{title} by the share that is left; the table below has the same numbers.",
    )
    st.html(
        '<p class="gv-note">Lines are means over the samples, bands go from the lowest to the highest.</p>'
    )
    with panel("As a table"):
        save_menu.table(
            lambda: table, name, "robustness table", digits=3,
            more={"All samples .csv": result_tables.csv_of(result)},
        )  # fmt: skip
    st.dataframe(result_tables.written(table), hide_index=True, key="robustness table", row_height=28)
    beside_ap.show(view, result)
