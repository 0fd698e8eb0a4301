"""Significance: which runs differ by more than their topics explain, under this user model and another."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import streamlit as st

import gapviz
from gapviz.analysis.experiments.contrast import AGREEMENT, contrast
from gapviz.analysis.experiments.paired import Test
from gapviz.analysis.experiments.significance import Significance, significance
from gapviz.analysis.rankings.sets import within
from gapviz.analysis.users.family import GRADED, with_g
from gapviz.figures.levels import level_curves, pair_colors, pair_map
from gapviz.pages.experiments import form, result_tables, script, sets
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.cached import Sets
from gapviz.pages.parts.frame import View, chart, choice, frame, panel, save
from gapviz.pages.session import plans
from gapviz.pages.session.plans import SignificancePlan
from gapviz.text import tables
from gapviz.text.numbers import thousands
from gapviz.theme import Theme

FIRST = ("AP", "GAP", "xGAP", "eGAP", "nDCG")
"""Measures that are asked for at first; a pinned g adds the family under it."""

USUAL = tuple(text for text in form.USUAL if "rate" not in text)

TESTS = {
    "bootstrap": "Paired bootstrap",
    "randomisation": "Random signs",
    "t": "Paired t test",
    "tukey": "Randomised Tukey HSD",
}


def show() -> None:
    """Show the page."""
    frame("significance", "Significance", body)


def body(view: View) -> None:
    """Show the form and the result."""
    if len(view.opened.profile.runs) < 2:
        st.info("One run is loaded: a difference needs two. Add runs on the page Collection.")
        return
    plan = form.plan(view, "significance", SignificancePlan)
    first = with_g(FIRST, view.state.g)
    if view.state.pinned:
        first = (*first, *with_g(GRADED, view.state.pinned))[: plans.MOST_MEASURES]
    shown = plan or SignificancePlan(tuple(dict.fromkeys(first)))
    panel("Which runs differ")
    form.form(view, "significance", shown, partial(fields, view, shown))
    if plan is None:
        form.first_look(
            "Test pairs of runs, and compare how many of them each measure and each user model tells apart. "
            "Pin a g to see which pairs differ under this user model, and which under the pinned one.",
            "The paired t test, which needs no resamples",
        )
        plan = dataclasses.replace(shown, test="t")
    form.outdated(view, "significance", plan)
    chosen = sets.of(view, plan)
    if chosen is None:
        return
    among = plan.pairs == "selected"
    there = list(itertools.compress(view.opened.profile.runs, chosen.runs))
    pairs = result_tables.pairs(view.state.selected, there) if among else None
    if among and not pairs:
        st.info("Select two runs or more on the page Explore: the pairs among them are tested.")
        return
    work = partial(start, view, plan, chosen, pairs)
    choice("correction", {"none": "Each pair alone", "holm": "Holm, for all pairs"}, view.state.correction,
           label="Correction")  # fmt: skip
    more = "\0".join(view.state.selected) if among else ""
    show = partial(results, view, plan)
    lines = partial(script.experiment, view.source, "significance", plan, pairs=pairs)
    form.result(view, "significance", plan, work, show, lines, unit="parts", more=more)


def start(view: View, plan: SignificancePlan, chosen: Sets, pairs: Sequence[tuple[str, str]] | None) -> Any:
    """Score the runs and test them; this runs in a thread of its own."""
    scores = gapviz.scores(view.opened.profile, plan.measures, **view.conventions)
    scores = within(scores, runs=chosen.runs, topics=chosen.topics)
    return significance(
        scores, test=cast(Test, plan.test), pairs=pairs, resamples=plan.resamples, alpha=plan.alpha,
        seed=plan.seed,
    )  # fmt: skip


def fields(view: View, shown: SignificancePlan, key: Callable[[str], str]) -> Callable[[], SignificancePlan]:
    """Draw the widgets of the form."""
    form.measures(view, key("measures"), shown.measures, usual=USUAL)
    sets.ask(view, key, shown)
    test, pairs, resamples, alpha, seed = st.columns([1.6, 1.6, 1, 1, 1])
    with test:
        st.selectbox("Test", list(TESTS), list(TESTS).index(shown.test), key=key("test"),
                     format_func=TESTS.__getitem__)  # fmt: skip
    with pairs:
        words = {"all": "All pairs", "selected": "Among the selected runs"}
        st.selectbox("Pairs", list(words), list(words).index(shown.pairs), key=key("pairs"),
                     format_func=words.__getitem__)  # fmt: skip
    with resamples:
        st.number_input("Resamples", 20, 20_000, shown.resamples, 100, key=key("resamples"))
    with alpha:
        st.number_input("α", 0.0001, 0.5, shown.alpha, 0.01, format="%.4g", key=key("alpha"))
    with seed:
        form.seed(key("seed"), shown.seed)

    def read() -> SignificancePlan:
        session = st.session_state
        names = ("seed", "test", "pairs", "resamples", "alpha")
        return SignificancePlan(
            form.chosen_measures(view, key("measures")),
            *(session[key(name)] for name in names),
            **sets.chosen(key),
        )

    return read


def results(view: View, plan: SignificancePlan, result: Significance) -> None:
    """Show a result, complete or still growing."""
    name, holm = view.opened.collection.name, view.state.correction == "holm"
    levels = result.curves(correct=holm)

    def draw(theme: Theme) -> Any:
        return level_curves(levels, result.measures, alpha=result.alpha, theme=theme)

    if holm and (said := result.out_of_reach()):
        st.info(said)
    power = result_tables.power(result)
    estimate = ", by Sakai's estimate, which does not follow the levels pair by pair"
    estimate = estimate if result.test == "bootstrap" else ""
    left, right = st.columns([1.5, 1], gap="medium")
    with left:
        with panel("Levels of all pairs, in order"):
            save(view, draw, "levels")
        chart(
            view,
            draw,
            "levels chart",
            alt="Achieved significance levels of the pairs in rising order, a curve for each measure; "
            "the table has the power.",
        )
    with right:
        with panel("Discriminative power"):
            save_menu.table(
                lambda: power, name, "power", more={"All pairs .csv": result_tables.csv_of(result)}
            )
        st.dataframe(power.assign(needed=tables.written(list(power["needed"]))), hide_index=True,
                     key="power table", row_height=28,
                     column_config=result_tables.power_columns(result.alpha))  # fmt: skip
        st.html(
            f'<p class="gv-note">Power: the share of {thousands(len(result.pairs))} pairs with a level '
            f"below α = {result.alpha:g}. Needed: the difference of means that is "
            f"significant for every pair that can be{estimate}.</p>"
        )
    both(view, result, holm=holm)


def both(view: View, result: Significance, *, holm: bool) -> None:
    """Show which pairs differ by one measure, and which by another."""
    first, second = result_tables.two(result.measures, view.state.g, view.state.pinned)
    left, right = st.columns([1.2, 1], gap="medium")
    with right:
        panel("The same pairs by two measures")
        a = st.selectbox("First", result.measures, first, key="first of two")
        b = st.selectbox("Second", result.measures, second, key="second of two")
    one, other = result.measures.index(a), result.measures.index(b)
    seen = contrast(result, one, other, correct=holm)

    def draw(theme: Theme) -> Any:
        return pair_map(seen.table, seen.order, result.runs, AGREEMENT, theme=theme)

    name = view.opened.collection.name
    with left:
        with panel("Which pairs differ"):
            save(view, draw, "pairs")
        words = result_tables.agreement_words(seen)
        st.html(form.swatches(list(zip(pair_colors(view.theme), words, strict=True))))
        chart(
            view,
            draw,
            "pairs chart",
            alt="Pairs of runs that differ by neither measure, only one, or both; the table has the same.",
        )
    with right:
        rows = result_tables.contrast(seen, result)
        with panel("Pairs, those that they disagree on first"):
            save_menu.table(lambda: rows, name, "pairs table", best=())
        st.dataframe(rows.head(result_tables.MOST_ROWS), hide_index=True, key="pairs table", height=340,
                     row_height=28, column_config=result_tables.contrast_columns())  # fmt: skip
        if len(rows) > result_tables.MOST_ROWS:
            count = thousands(len(rows))
            st.caption(f"The first {result_tables.MOST_ROWS} of {count} pairs; the file has all.")
