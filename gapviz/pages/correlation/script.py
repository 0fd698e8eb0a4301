"""The lines of the page Correlation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gapviz import users
from gapviz.measures.induced import needs_identities
from gapviz.pages.parts.script import Script, Source, option, score

PATH = 101
"""User models on the path of the page Correlation."""

Sets = Mapping[str, str]
"""Sets of topics and runs that are not all, as `gapviz.analysis.topic_set` and `run_set` read them."""


def correlation(source: Source, measures: Sequence[str], *, sets: Sets, along: bool = True) -> Script:
    r"""Lines that correlate the measures, and GAP, xGAP and eGAP with the references along g1.

    Parameters
    ----------
    source : Source
    measures : sequence of str
        Texts with g.
    sets : mapping of "topic" and "run" to str
    along : bool
        Whether the page shows the path along g1.

    Examples
    --------
    >>> from gapviz.pages.session.state import State
    >>> source, sets = Source(State(g=(0.2, 0.8))), {"run": "first quartile"}
    >>> print(correlation(source, ["AP", "P@5"], sets=sets).command)
    python -m gapviz tau qrels.txt runs --run-set 'first quartile' \
        -m AP \
        -m P@5
    python -m gapviz sweep qrels.txt runs --run-set 'first quartile' --step 0.01 --path 0.0,1.0 1.0,0.0
    """
    state = source.state
    coefficient = f", coefficient={state.coefficient!r}" if state.coefficient != "b" else ""
    options = [option(f"{what}-set", text) for what, text in sets.items()]
    options += [f"--coefficient {state.coefficient}"] * bool(coefficient)
    body = [*_scored(source, measures, sets)]
    if state.intervals == "yes":
        body += [
            f"sampled = analysis.tau_intervals(scores{coefficient})",
            "for tau in (sampled.tau, sampled.low, sampled.high):",
            "    print(pandas.DataFrame(tau, measures, measures).to_csv())",
        ]
    else:
        body += [
            f"tau = analysis.tau_matrix(scores.means(){coefficient})",
            "print(pandas.DataFrame(tau, measures, measures).to_csv())",
        ]
    commands = [source.command("tau", *options, measures=measures)]
    if along:
        start, end = users.path(state.g, 2).tolist()
        chosen = "".join(f", {what}_set={what}s" for what in sets)
        body += [
            f"ground = analysis.ground(profile{chosen}{source.averaged})",
            f"along = analysis.sweep(ground, users.line({start}, {end}, {PATH}){coefficient})",
            "print(along.frame().to_csv(index=False))",
        ]
        path = " ".join(",".join(map(repr, side)) for side in (start, end))
        commands.append(source.command("sweep", *options, f"--step {1 / (PATH - 1)!r}", f"--path {path}"))
    return source.script(body, commands, identities=needs_identities(measures))


def means(source: Source, measures: Sequence[str], *, sets: Sets) -> Script:
    r"""Lines that give the means of the one run of the page Correlation: it has no ranking to correlate.

    Examples
    --------
    >>> from gapviz.pages.session.state import State
    >>> print(means(Source(State()), ["AP", "P@5"], sets={}).command)
    python -m gapviz score qrels.txt runs --format csv \
        -m AP \
        -m P@5
    """
    body = [*_scored(source, measures, sets), "print(scores.frame().to_csv(index=False))"]
    # The command `score` has no sets.
    commands = [] if sets else [score(source, measures)]
    return source.script(body, commands, identities=needs_identities(measures))


def _scored(source: Source, measures: Sequence[str], sets: Sets) -> list[str]:
    """Write the lines that score the measures on the sets."""
    lines = [
        "profile = gapviz.profile(collection)",
        f"measures = {list(measures)!r}",
        f"scores = gapviz.scores(profile, measures{source.averaged})",
    ]
    for what, text in sets.items():
        averaged = source.averaged if what == "run" else ""
        lines.append(f"{what}s = analysis.{what}_set({text!r}, profile{averaged})")
    if sets:
        kept = ", ".join(f"{what}s={what}s" for what in sets)
        lines.append(f"scores = analysis.within(scores, {kept})")
    return lines
