"""Informativeness: how well a measure's value tells where the relevant documents of a list stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

import streamlit as st

import gapviz
from gapviz.analysis.experiments.inference import Known
from gapviz.analysis.experiments.informativeness import Informativeness, informativeness
from gapviz.analysis.experiments.pathway import fullest_topic, inferred_list, path_errors, pathway
from gapviz.analysis.users.family import GRADED, with_g
from gapviz.figures.inferred import grade_ranks, inferred_curves
from gapviz.figures.inferred import path_errors as path_errors_figure
from gapviz.pages.experiments import form, result_tables, script, sets
from gapviz.pages.parts import markup, save_menu
from gapviz.pages.parts.frame import View, chart, frame, panel, save
from gapviz.pages.session import plans
from gapviz.pages.session.plans import InformativenessPlan
from gapviz.pages.session.session import propose, tied
from gapviz.text.names import for_cell, shorten
from gapviz.theme import Theme

KNOWN = {"judged": "all judged documents", "retrieved": "those that it does hold"}
"""What a list is expected to hold of each grade."""

NOTHING = (
    "Nothing can be inferred from {measures} here: with all judged documents in the list even the worst "
    "order has a higher value. Expect those that the list does hold instead."
)


def show() -> None:
    """Show the page."""
    frame("informativeness", "Informativeness", body)


def body(view: View) -> None:
    """Show the errors along the path of g, and one list."""
    plan = form.plan(view, "informativeness", InformativenessPlan)
    shown = plan or InformativenessPlan(("GAP",))
    panel("What a value tells of a list")
    form.form(view, "informativeness", shown, partial(fields, view, shown))
    if plan is None:
        form.first_look(
            "From a measure's value alone, the maximum-entropy method infers the precision-recall curve of a "
            "list. The closer it is to the actual curve, the more the value tells.",
            "One list, the best run's",
        )
        one_list(view)
        return
    along_path(view, plan)
    one_list(view)


def along_path(view: View, plan: InformativenessPlan) -> None:
    """Show the mean errors along the path of g."""
    chosen = sets.of(view, plan)
    if chosen is None:
        return
    texts = pathway(plan.measures, view.opened.profile.c)
    work = partial(
        informativeness, view.opened.profile, texts, known=cast(Known, plan.known), least=plan.least,
        lists=plan.lists, seed=plan.seed, topic_set=chosen.topics, run_set=chosen.runs,
    )  # fmt: skip
    lines = partial(script.experiment, view.source, "informativeness", plan, measures=texts)
    form.result(view, "informativeness", plan, work, partial(results, view, plan), lines, unit="curves")


def fields(
    view: View, shown: InformativenessPlan, key: Callable[[str], str]
) -> Callable[[], InformativenessPlan]:
    """Draw the widgets of the form."""
    sets.ask(view, key, shown)
    family, known, least, lists, seed = st.columns([1.6, 1.6, 1, 1, 1])
    with family:
        st.multiselect("Along g₁ from 0 to 1", GRADED, list(shown.measures), key=key("measures"),
                       help="nDCG and AP, which have no g, stand beside.")  # fmt: skip
    with known:
        st.selectbox("A list is expected to hold", list(KNOWN), list(KNOWN).index(shown.known),
                     key=key("known"), format_func=KNOWN.__getitem__)  # fmt: skip
    with least:
        st.number_input("Least", 1, 1000, shown.least, key=key("least"),
                        help="Documents of each grade that a list must retrieve to take part")  # fmt: skip
    with lists:
        st.number_input("Lists", 1, 2000, shown.lists, 10, key=key("lists"),
                        help="Lists (a run on a topic) that are drawn")  # fmt: skip
    with seed:
        form.seed(key("seed"), shown.seed)

    def read() -> InformativenessPlan:
        session = st.session_state
        rest = (session[key(name)] for name in ("seed", "known", "least", "lists"))
        return InformativenessPlan(tuple(session[key("measures")]), *rest, **sets.chosen(key))

    return read


def results(view: View, plan: InformativenessPlan, result: Informativeness) -> None:
    """Show the mean errors at the lowest and at the highest threshold."""
    errors, name, c = path_errors(result, plan.measures), view.opened.collection.name, view.opened.profile.c
    if not result.shared.size:
        st.info("No list could be inferred by every measure so far. Lists that miss documents often can't be "
                "where all judged documents are expected: expect those that they do hold.")  # fmt: skip
        return
    thresholds = tuple(dict.fromkeys((1, c)))
    for column, h in zip(st.columns(len(thresholds), gap="medium"), thresholds, strict=True):
        words = result_tables.threshold(h, c)

        def draw(theme: Theme, h: int = h) -> Any:
            moving = {family: line[:, h - 1] for family, line in errors.moving.items()}
            still = {text: float(line[h - 1]) for text, line in errors.still.items()}
            return path_errors_figure(errors.shares, moving, still, theme=theme)

        table = result_tables.path_table(errors, h)
        with column:
            with panel(f"Relevant: {words}"):
                save(view, draw, f"errors {h}")
            chart(
                view,
                draw,
                f"errors chart {h}",
                alt="Mean RMS error of inferred curves along g; the table below has the same numbers.",
            )
            with st.expander("As a table"):
                save_menu.table(
                    partial(_itself, table), name, f"error table {h}", best=(),
                    more={"All lists .csv": result_tables.csv_of(result)},
                )  # fmt: skip
                st.dataframe(result_tables.written(table, digits=4), hide_index=True, key=f"errors {h}")
    st.html(
        f'<p class="gv-note">Means over {result.shared.size} lists that every measure could be inferred '
        "from, of the root mean squared difference between inferred and actual precision. At g₁ = 1 the "
        "family is AP.</p>"
    )


def one_list(view: View) -> None:
    """Show one run on one topic: the curve that is, and those that may be expected."""
    profile, state = view.opened.profile, view.state
    run = profile.runs.index(sets.subject(view, profile.runs))
    topics = profile.topics
    topic = topics.index(state.topic) if state.topic in topics else fullest_topic(profile, run)
    st.html(markup.subject("One list of", shorten(profile.runs[run], 32)))
    topic_box, threshold_box, known_box = st.columns(3)
    with topic_box:
        key = tied("list topic", topics[topic])
        st.selectbox("Topic", topics, key=key, format_func=for_cell, on_change=propose,
                     args=(key, lambda _state, chosen: {"topic": chosen}))  # fmt: skip
    with threshold_box:
        thresholds = list(range(1, profile.c + 1))
        h = st.selectbox("Relevant", thresholds, key=f"list threshold {profile.c}",
                         format_func=partial(result_tables.threshold, c=profile.c))  # fmt: skip
    with known_box:
        known = st.selectbox("The list is expected to hold", list(KNOWN), key="list known",
                             format_func=KNOWN.__getitem__)  # fmt: skip
    texts = (*with_g(GRADED, state.g), "nDCG(gain=exponential)", "AP")
    inferred = inferred_list(
        profile, [gapviz.measure(text) for text in texts], run=run, topic=topic, h=h,
        known=cast(Known, known),
    )  # fmt: skip
    # The page has one g in force, which stands beside it.
    names = plans.without_g([one.measure for one in inferred.inferred], state.g)
    named = [replace(one, measure=name) for one, name in zip(inferred.inferred, names, strict=True)]
    inferred = replace(inferred, inferred=tuple(named))
    if not inferred.recall.size:
        st.info("The list holds no such document: there is no curve to infer.")
        return
    known_of = [one for one in inferred.inferred if one.probabilities is not None]
    without = [one.measure for one in inferred.inferred if one.probabilities is None]
    if without:
        st.info(NOTHING.format(measures=", ".join(without)))
    if known_of:
        _list(view, inferred, known_of)


def _list(view: View, listed: Any, known_of: Any) -> None:
    name, c = view.opened.collection.name, view.opened.profile.c

    def curves(theme: Theme) -> Any:
        inferred = {one.measure: one.precision for one in known_of}
        return inferred_curves(listed.recall, listed.precision, inferred, theme=theme)

    left, right = st.columns([1.3, 1], gap="medium")
    with left:
        with panel("Inferred and actual precision"):
            save(view, curves, "inferred curve")
        chart(
            view,
            curves,
            "list chart",
            alt="Actual and inferred precision by recall; the table beside it has the errors.",
        )
    with right:
        rows = result_tables.inferred_rows(listed)
        with panel("Errors"):
            save_menu.table(lambda: rows, name, "inferred table", best=())
        table = result_tables.inferred_table(listed)
        st.dataframe(result_tables.written(table, digits=4), hide_index=True, key="list errors")
        measure = st.selectbox("Grades inferred from", [one.measure for one in known_of], key="grades of")
    shown = next(one for one in known_of if one.measure == measure)

    def grades(theme: Theme) -> Any:
        return grade_ranks(shown.probabilities, listed.grades, theme=theme)

    with panel("Grade at rank, inferred above, actual below"):
        save(view, grades, "inferred grades")
    colors = view.theme.grade_colors(c)
    st.html(form.swatches([(color, f"grade {k}") for k, color in enumerate(colors, start=1)]))
    chart(
        view,
        grades,
        "grades chart",
        alt="Inferred probability of each grade at each rank, and the grades that stand there.",
    )
    with st.expander("As a table"):
        each = result_tables.grade_rows(shown, listed)
        save_menu.table(lambda: each, name, "inferred grades table", best=())
        st.dataframe(each, hide_index=True, key="grade rows", height=320)


def _itself(table: Any) -> Any:
    return table
