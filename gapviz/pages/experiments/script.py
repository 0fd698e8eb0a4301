"""The lines that run an experiment of a page outside the browser."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

import streamlit as st

from gapviz.analysis.rankings.sets import EVERYTHING
from gapviz.measures.induced import needs_identities
from gapviz.pages.parts import open_collections, script
from gapviz.pages.parts.frame import View
from gapviz.pages.parts.script import Origin
from gapviz.pages.session.plans import (
    SETS,
    InformativenessPlan,
    Plan,
    RobustnessPlan,
    SignificancePlan,
    VariationPlan,
)
from gapviz.pages.session.state import State

STARTS = {
    "robustness": ("gapviz.analysis.experiments.robustness", "robustness(collection, measures"),
    "significance": ("gapviz.analysis.experiments.significance", "significance({scores}"),
    "informativeness": (
        "gapviz.analysis.experiments.informativeness",
        "informativeness(gapviz.profile(collection), measures",
    ),
    "variation": ("gapviz.analysis.experiments.variation", "variation(collection, measures"),
}
"""Module, and the call as it begins."""


def same(
    view: View, page: str, plan: Plan, *, pairs: Sequence[tuple[str, str]] | None = None,
    measures: Sequence[str] | None = None,
) -> None:  # fmt: skip
    """Offer the same numbers outside the browser."""
    source, texts = script.origin(view.found), plan.measures if measures is None else measures
    with st.popover("In Python", icon=":material/code:", key=f"python {page}"):
        st.caption("The same numbers from Python")
        st.code(python(view.state, source, page, plan, texts, pairs), language="python", wrap_lines=True)
        if view.found.key not in open_collections.BUNDLED:
            st.caption("and on the command line")
            st.code(command(view.state, source, page, plan, texts, pairs), language="bash", wrap_lines=True)


def python(
    state: State, source: Origin, page: str, plan: Plan, measures: Sequence[str],
    pairs: Sequence[tuple[str, str]] | None = None,
) -> str:  # fmt: skip
    """Lines of Python that give the rows of the result.

    Examples
    --------
    >>> plan = VariationPlan(("AP",), theta=0.8)
    >>> print(python(State(), Origin(bundled="TREC 10"), "variation", plan, plan.measures))
    import gapviz
    from gapviz.collection.synthetic.draw import likeness
    from gapviz.analysis.experiments.variation import variation
    <BLANKLINE>
    collection = likeness("TREC 10")
    measures = ['AP']
    *_, found = variation(collection, measures, seed=0, theta=0.8, repeats=50)
    print(found.frame().to_csv(index=False))
    """
    identities = needs_identities(measures) or getattr(plan, "design", "") == "imperfect"
    imports, loaded = script.load(state, source, identities=identities)
    module, start = STARTS[page]
    values = [f"{name}={value!r}" for name, value in _options(plan).items()]
    if pairs is not None:
        values.append(f"pairs={list(pairs)!r}")
    if page in ("robustness", "variation"):
        values += [f"{name}={value!r}" for name, value in script.chosen(state, "topics", "empty")]
    averaged = script.averaged(state)
    made = {name: f"sets.{name}({text!r}, profile" for name, text in _sets(plan).items()}
    scored = f"gapviz.scores(collection, measures{averaged})"
    if made and page == "significance":
        given = ", ".join(f"{WITHIN[name]}={name}" for name in made)
        scored = f"sets.within({scored}, {given})"
    else:
        values += [f"{name}={name}" for name in made]
    return "\n".join(
        [
            *imports,
            f"from {module} import {page}",
            *["from gapviz.analysis.rankings import sets"] * bool(made),
            "",
            loaded,
            *["profile = gapviz.profile(collection)"] * bool(made),
            *(f"{name} = {text}{averaged * (name == 'run_set')})" for name, text in made.items()),
            f"measures = {list(measures)!r}",
            f"*_, found = {start.replace('{scores}', scored)}, {', '.join(values)})",
            "print(found.frame().to_csv(index=False))",
        ]
    )


def command(
    state: State, source: Origin, page: str, plan: Plan, measures: Sequence[str],
    pairs: Sequence[tuple[str, str]] | None = None,
) -> str:  # fmt: skip
    r"""Line for the shell that prints the same rows.

    Examples
    --------
    >>> plan = VariationPlan(("AP", "nDCG@10"), theta=0.8)
    >>> print(command(State(empty="omit"), Origin(), "variation", plan, plan.measures))
    python -m gapviz variation qrels.txt runs --empty omit --seed 0 --theta 0.8 --repeats 50 \
        -m AP \
        -m nDCG@10
    """
    words = [script.start(page, state, source)]
    for name, value in _options(plan).items():
        text = ",".join(map(repr, value)) if isinstance(value, tuple) else str(value)
        words.append(f"--{name} {shlex.quote(text)}")
    words += [script.option(name.replace("_", "-"), text) for name, text in _sets(plan).items()]
    words += [f"--pair {shlex.quote(one)} {shlex.quote(other)}" for one, other in pairs or ()]
    return script.of_measures(" ".join(words), measures)


WITHIN = {"topic_set": "topics", "run_set": "runs"}
"""What `within` calls the sets of a plan."""

OPTIONS: dict[type[Plan], tuple[str, ...]] = {
    RobustnessPlan: ("seed", "design", "rates", "samples"),
    SignificancePlan: ("seed", "test", "resamples", "alpha"),
    InformativenessPlan: ("seed", "known", "least", "lists"),
    VariationPlan: ("seed", "theta", "repeats"),
}
"""Fields of a plan that are keywords of the library and options of the command line."""


def _options(plan: Plan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in OPTIONS[type(plan)]}


def _sets(plan: Plan) -> dict[str, str]:
    """Return the sets of a plan that are not everything."""
    return {name: getattr(plan, name) for name in SETS if getattr(plan, name, EVERYTHING) != EVERYTHING}
