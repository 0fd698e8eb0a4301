"""Judgement variation: what part of a mean's variance comes from the assessors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from gapviz.analysis.experiments.variation import Variation, variation
from gapviz.analysis.users.family import with_g
from gapviz.figures.components import component_bars, share_dots
from gapviz.pages.experiments import form, result_tables, script, sets
from gapviz.pages.parts import markup, save_menu
from gapviz.pages.parts.frame import View, chart, frame, panel, save
from gapviz.pages.session.plans import VariationPlan
from gapviz.text.names import shorten
from gapviz.theme import Theme

FIRST = ("AP", "GAP", "xGAP", "eGAP", "nDCG", "bpref", "P@10")
"""Measures that are asked for at first."""

LOOK = ("AP", "GAP", "xGAP", "eGAP")
"""Measures of the first look."""

USUAL = tuple(text for text in form.USUAL if "rate" not in text)


def show() -> None:
    """Show the page."""
    frame("variation", "Variation", body)


def body(view: View) -> None:
    """Show the form, the components on this collection, and the paper's simulation."""
    plan = form.plan(view, "variation", VariationPlan)
    shown = plan or VariationPlan(with_g(FIRST, view.state.g))
    panel("Judged again by another assessor")
    form.form(view, "variation", shown, partial(fields, view, shown))
    if plan is None:
        form.first_look(
            "Draw the judgements again with an assessor who errs, and take the variance of the scores apart: "
            "the topics' part, and the assessors'.",
            "Four measures under three judgements",
        )
        plan = VariationPlan(with_g(LOOK, view.state.g), repeats=3)
    form.outdated(view, "variation", plan)
    if (chosen := sets.of(view, plan)) is not None:
        work = partial(
            variation, view.opened.collection, plan.measures, theta=plan.theta, repeats=plan.repeats,
            seed=plan.seed, topic_set=chosen.topics, run_set=chosen.runs, **view.conventions,
        )  # fmt: skip
        lines = partial(script.experiment, view.source, "variation", plan)
        form.result(view, "variation", plan, work, partial(results, view), lines, unit="judgements")
    simulation(shown)


def fields(view: View, shown: VariationPlan, key: Callable[[str], str]) -> Callable[[], VariationPlan]:
    """Draw the widgets of the form."""
    form.measures(view, key("measures"), shown.measures, usual=USUAL)
    sets.ask(view, key, shown)
    theta, repeats, seed = st.columns(3)
    with theta:
        st.number_input("θ", 0.0, 1.0, shown.theta, 0.05, key=key("theta"),
                        help="Chance that a relevant document keeps its grade")  # fmt: skip
    with repeats:
        st.number_input("Judgements", 2, 1000, shown.repeats, 10, key=key("repeats"))
    with seed:
        form.seed(key("seed"), shown.seed)

    def read() -> VariationPlan:
        session = st.session_state
        rest = (session[key(name)] for name in ("seed", "theta", "repeats"))
        return VariationPlan(form.chosen_measures(view, key("measures")), *rest, **sets.chosen(key))

    return read


def results(view: View, result: Variation) -> None:
    """Show a result, complete or still growing."""
    if result.done < 2:
        st.caption("The first variance needs two judgements.")
        return
    name = view.opened.collection.name
    run = result.runs.index(sets.subject(view, result.runs))

    def shares(theme: Theme) -> Any:
        return share_dots(result.share, result.measures, result.runs, theme=theme, marked=run)

    def bars(theme: Theme) -> Any:
        return component_bars(result.deviations[:, :, run], result.measures, theme=theme)

    left, right = st.columns(2, gap="medium")
    with left:
        with panel("Assessors’ share, every run"):
            save(view, shares, "assessors")
        chart(
            view,
            shares,
            "shares chart",
            alt="Assessors' share of the variance of every run by every measure; the table has the numbers.",
        )
    with right:
        with panel("", html=markup.subject("Deviations of", shorten(result.runs[run], 24))):
            save(view, bars, "components")
        chart(
            view,
            bars,
            "components chart",
            alt="The topics' and the assessors' part of the variance; the table has the numbers.",
        )
    st.html(form.swatches([(view.theme.edge, "topics"), (view.theme.accent, "assessors")]))
    table = result_tables.components(result)
    with panel("Components"):
        save_menu.table(lambda: table, name, "component table", digits=5, best=())
    st.dataframe(
        table.head(result_tables.MOST_ROWS), hide_index=True, key="components", height=320, row_height=28,
        column_config=result_tables.component_columns(),
    )  # fmt: skip
    if len(table) > result_tables.MOST_ROWS:
        st.caption(f"The first {result_tables.MOST_ROWS} of {len(table)} rows; the file has all.")
    st.html(
        '<p class="gv-note">Seen at once: the variance over topics that one judgement shows, close to the '
        "sum of the two parts. Std. error: of the mean over topics (Kishida, eq. 24).</p>"
    )


def simulation(shown: VariationPlan) -> None:
    """Show the paper's simulation beside its printed numbers."""
    table = result_tables.simulated(shown.theta, shown.seed)
    with st.expander("The paper’s simulation, beside its printed Table 2"):
        save_menu.table(lambda: table, "simulation", best=())
        st.dataframe(table, hide_index=True, key="simulation")
        st.caption(
            "Kishida, section 3.3: 50 topics with lists of 10 documents, 1000 repetitions, "
            "average precision. Printed numbers are one draw of the paper's own."
        )
