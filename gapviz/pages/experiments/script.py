"""The lines that run the experiment of a page."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from gapviz.analysis.rankings.sets import EVERYTHING
from gapviz.measures.induced import needs_identities
from gapviz.pages.parts.script import Script, Source, option
from gapviz.pages.session.plans import (
    SETS,
    InformativenessPlan,
    Plan,
    RobustnessPlan,
    SignificancePlan,
    VariationPlan,
)

CALLS = {
    "robustness": "analysis.robustness(collection, measures, {options}{sets}{averaged})",
    "significance": "analysis.significance({scores}, {options})",
    "informativeness": "analysis.informativeness(gapviz.profile(collection), measures, {options}{sets})",
    "variation": "analysis.variation(collection, measures, {options}{sets}{averaged})",
}
"""How each experiment is called."""

OPTIONS: dict[type[Plan], tuple[str, ...]] = {
    RobustnessPlan: ("seed", "design", "rates", "samples"),
    SignificancePlan: ("seed", "test", "resamples", "alpha"),
    InformativenessPlan: ("seed", "known", "least", "lists"),
    VariationPlan: ("seed", "theta", "repeats"),
}
"""Fields of a plan that are keywords of the library and options of the command line."""


def experiment(
    source: Source, page: str, plan: Plan, *, measures: Sequence[str] = (),
    pairs: Sequence[tuple[str, str]] | None = None,
) -> Script:  # fmt: skip
    r"""Lines that give the rows of the result.

    Parameters
    ----------
    source : Source
    page : str
        One of `CALLS`.
    plan : Plan
    measures : sequence of str
        Instead of the plan's.
    pairs : sequence of (str, str), optional
        Names of the runs that are compared.

    Examples
    --------
    >>> from gapviz.pages.session.state import State
    >>> plan = VariationPlan(("AP", "nDCG@10"), theta=0.8)
    >>> script = experiment(Source(State(empty="omit")), "variation", plan)
    >>> print(script.python)
    import gapviz
    from gapviz import analysis
    <BLANKLINE>
    collection = gapviz.load('qrels.txt', 'runs')
    measures = ['AP', 'nDCG@10']
    *_, result = analysis.variation(collection, measures, seed=0, theta=0.8, repeats=50, empty='omit')
    print(result.frame().to_csv(index=False))
    >>> print(script.command)
    python -m gapviz variation qrels.txt runs --empty omit --seed 0 --theta 0.8 --repeats 50 \
        -m AP \
        -m nDCG@10
    """
    texts = measures or plan.measures
    values: dict[str, Any] = {name: getattr(plan, name) for name in OPTIONS[type(plan)]}
    options = [f"--{name} {shlex.quote(_text(value))}" for name, value in values.items()]
    if pairs is not None:
        options += [f"--pair {shlex.quote(one)} {shlex.quote(other)}" for one, other in pairs]
        values["pairs"] = list(pairs)
    sets = {name: getattr(plan, name) for name in SETS if getattr(plan, name, EVERYTHING) != EVERYTHING}
    options += [option(name.replace("_", "-"), text) for name, text in sets.items()]
    scores = f"gapviz.scores(collection, measures{source.averaged})"
    if sets:
        within = ", ".join(f"{name.removesuffix('_set')}s={name}" for name in sets)
        scores = f"analysis.within({scores}, {within})"
    call = CALLS[page].format(
        options=", ".join(f"{name}={value!r}" for name, value in values.items()),
        sets="".join(f", {name}={name}" for name in sets), scores=scores, averaged=source.averaged,
    )  # fmt: skip
    averaged = {"run_set": source.averaged}
    body = [
        *["profile = gapviz.profile(collection)"] * bool(sets),
        *(
            f"{name} = analysis.{name}({text!r}, profile{averaged.get(name, '')})"
            for name, text in sets.items()
        ),
        f"measures = {list(texts)!r}",
        f"*_, result = {call}",
        "print(result.frame().to_csv(index=False))",
    ]
    told_apart = needs_identities(texts) or values.get("design") == "imperfect"
    return source.script(body, [source.command(page, *options, measures=texts)], identities=told_apart)


def _text(value: Any) -> str:
    return ",".join(map(repr, value)) if isinstance(value, tuple) else str(value)
