"""Learning to rank: rankers trained for one measure, tested on all."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import partial

import streamlit as st

from gapviz.analysis.users.family import with_g
from gapviz.collection.errors import InputError
from gapviz.learning import PEERS, Features, Learning, learning
from gapviz.learning.packages import INSTALL, missing
from gapviz.pages.experiments import form, learning_data, learning_result
from gapviz.pages.parts.frame import View, frame, panel
from gapviz.pages.session.plans import LearningPlan
from gapviz.pages.session.session import in_browser
from gapviz.pages.session.state import fit
from gapviz.text.names import for_markdown

FIRST = ("AP", "GAP", "nDCG")
"""Measures that are asked for at first, as in the paper."""

USUAL = ("AP", "GAP", "xGAP", "eGAP", "nDCG", "nDCG(gain=exponential)", "nDCG@10")

CHANGES = {"absolute": "Absolute change", "signed": "Signed change"}

SOFT = (
    "Above 0: also train for the soft forms of AP, GAP, xGAP and eGAP, with scores that have this standard "
    "deviation. A soft form is a sum of ratios of expectations, not the expectation of the measure."
)

SIGN = (
    "xGAP can fall where a better document moves up. Its pairs are weighed with the absolute change, or with "
    "the change as it is. Of the other measures both are the same."
)


def show() -> None:
    """Show the page."""
    frame("learning", "Learning to rank", body)


def body(view: View) -> None:
    """Show the form and the result."""
    if st.session_state.pop(learning_result.GOING, False):
        # A page is known by its address.
        st.switch_page(st.Page(show, url_path="explore"), query_params=in_browser())
    panel("Trained for one measure, tested on all")
    if absent := missing():
        st.info(
            f"Learning needs {' and '.join(absent)}, not installed here: `{INSTALL}` installs what it needs."
        )
        return
    plan = form.plan(view, "learning", LearningPlan)
    shown = plan or LearningPlan(FIRST)
    key = learning_data.choose(shown.data)
    try:
        local, notes = fitted(view, learning_data.features(key))
    except InputError as error:
        st.warning(for_markdown(f"{error}."), icon=":material/info:")
        return
    for note in notes:
        st.caption(note)
    if plan is None:
        shown = dataclasses.replace(shown, measures=with_g(FIRST, local.state.g))
    form.form(local, "learning", shown, partial(fields, local, shown))
    if plan is None:
        st.caption(
            "Rankers are trained on features with LightGBM, each for one measure, and tested on topics that "
            "they did not see. Robertson, Kanoulas and Yilmaz found training for GAP best even where AP or "
            "nDCG is the test."
        )
        return
    try:
        made = learning_data.features(plan.data)
    except InputError as error:
        st.warning(for_markdown(f"{error}."), icon=":material/info:")
        return
    form.outdated(fitted(view, made)[0], "learning", plan)
    work = partial(start, made, plan, view)
    results = partial(learning_result.show, view)
    lines = partial(learning_result.lines, view.state, plan, learning_data.source(plan.data))
    form.result(view, "learning", plan, work, results, lines, unit="rounds", data=made.fingerprint)


def fitted(view: View, made: Features) -> tuple[View, tuple[str, ...]]:
    """Fit the g in force to the grades of the features."""
    state, notes = fit(view.state, made.c)
    return dataclasses.replace(view, state=state), notes


def start(made: Features, plan: LearningPlan, view: View) -> Iterator[Learning]:
    """Train and test; this runs in a thread of its own."""
    return learning(
        made, plan.measures, peers=PEERS if plan.peers == "yes" else (), sigma=plan.sigma or None,
        signed=plan.change == "signed", folds=plan.folds, rounds=plan.rounds, seed=plan.seed,
        empty=view.conventions["empty"],
    )  # fmt: skip


def fields(view: View, shown: LearningPlan, key: Callable[[str], str]) -> Callable[[], LearningPlan]:
    """Draw the widgets of the form."""
    form.measures(view, key("measures"), shown.measures, usual=USUAL)
    folds, rounds, sigma, change, seed = st.columns([1, 1, 1, 1.5, 1])
    with folds:
        st.number_input("Folds", 2, 20, shown.folds, key=key("folds"), help="Parts of the topics.")
    with rounds:
        st.number_input("Rounds", 1, 1000, shown.rounds, 10, key=key("rounds"), help="Trees of a ranker.")
    with sigma:
        st.number_input("Soft: σ", 0.0, 100.0, shown.sigma, 0.5, key=key("sigma"), help=SOFT)
    with change:
        st.selectbox("Pairs of xGAP", list(CHANGES), list(CHANGES).index(shown.change), key=key("change"),
                     format_func=CHANGES.__getitem__, help=SIGN)  # fmt: skip
    with seed:
        form.seed(key("seed"), shown.seed)
    st.checkbox("Compare with LightGBM’s own lambdarank, plain regression and a random order",
                shown.peers == "yes", key=key("peers"))  # fmt: skip

    def read() -> LearningPlan:
        session = st.session_state
        return LearningPlan(
            form.chosen_measures(view, key("measures")),
            session[key("seed")],
            session[learning_data.CHOSEN],
            session[key("folds")],
            session[key("rounds")],
            session[key("sigma")],
            session[key("change")],
            "yes" if session[key("peers")] else "no",
        )

    return read
