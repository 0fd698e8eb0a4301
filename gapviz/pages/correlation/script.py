"""The lines that give the numbers of Correlation outside the browser."""

from __future__ import annotations

from collections.abc import Sequence

from gapviz import users
from gapviz.analysis.rankings.sets import listed
from gapviz.measures.induced import needs_identities
from gapviz.pages.parts import script
from gapviz.pages.parts.script import Origin, Same
from gapviz.pages.session.fits import OWN
from gapviz.pages.session.state import State

PATH = 101
"""User models on the path of the page Correlation."""


def correlation(
    state: State,
    source: Origin,
    measures: Sequence[str],
    *,
    topics: Sequence[str],
    runs: Sequence[str],
    along: bool = True,
) -> Same:
    r"""Lines that correlate the measures, and GAP, xGAP and eGAP with the references along g1.

    Parameters
    ----------
    state : State
        Fitted to the collection.
    source : Origin
    measures : sequence of str
        Texts with g.
    topics, runs : sequence of str
        Names of those of the own choice, where the state says so.
    along : bool
        Whether the page shows the path along g1.

    Examples
    --------
    >>> state = State(g=(0.2, 0.8), run_set="quartile")
    >>> print(correlation(state, Origin(), ["AP", "P@5"], topics=[], runs=[]).command)
    python -m gapviz tau qrels.txt runs --run-set 'first quartile' \
        -m AP \
        -m P@5
    python -m gapviz sweep qrels.txt runs --run-set 'first quartile' --step 0.01 --path 0.0,1.0 1.0,0.0
    """
    imports, loaded = script.load(state, source, identities=needs_identities(measures))
    names, sets, more = _sets(state, topics, runs)
    coefficient = f', coefficient="{state.coefficient}"' if state.coefficient != "b" else ""
    averaged = script.averaged(state)
    if state.intervals == "yes":
        imports.append("from gapviz.analysis.rankings.intervals import tau_intervals")
        printed = [
            f"found = tau_intervals(scores{coefficient})",
            "for values in (found.tau, found.low, found.high):",
            "    print(pandas.DataFrame(values, measures, measures).to_csv())",
        ]
    else:
        imports.append("from gapviz.analysis.rankings.tau import tau_matrix")
        tau = f"tau_matrix(scores.means(){coefficient})"
        printed = [f"print(pandas.DataFrame({tau}, measures, measures).to_csv())"]
    imports += more
    path = users.path(state.g, 2).tolist()
    if along:
        imports += ["from gapviz import users", "from gapviz.analysis.users.sweep import ground, sweep"]
        printed += [
            f"prepared = ground(profile{''.join(f', {name[:-1]}_set={name}' for name in names)}{averaged})",
            f"along = sweep(prepared, users.line({path[0]}, {path[1]}, {PATH}){coefficient})",
            "for measure, tau in zip(along.measures, along.tau):",
            "    print(measure)",
            "    print(pandas.DataFrame(tau, along.g[:, 0], list(map(str, along.against))).to_csv())",
        ]
    python = ["import pandas", "", *imports, "", *_scored(loaded, measures, averaged), *sets, *printed]
    if source.bundled:
        return Same("\n".join(python))
    options = _set_options(state, topics, runs)
    if state.coefficient != "b":
        options.append(f"--coefficient {state.coefficient}")
    commands = [script.of_measures(" ".join([script.start("tau", state, source), *options]), measures)]
    if along:
        sides = " ".join(",".join(map(repr, end)) for end in path)
        options.append(f"--step {1 / (PATH - 1)!r} --path {sides}")
        commands.append(" ".join([script.start("sweep", state, source), *options]))
    return Same("\n".join(python), "\n".join(commands))


def means(
    state: State, source: Origin, measures: Sequence[str], *, topics: Sequence[str], runs: Sequence[str]
) -> Same:
    r"""Lines that give the means of the one run of the page Correlation: it has no ranking to correlate.

    Parameters
    ----------
    state, source, measures, topics, runs
        See `correlation`.

    Examples
    --------
    >>> print(means(State(), Origin(), ["AP", "P@5"], topics=[], runs=["a"]).command)
    python -m gapviz score qrels.txt runs --format csv \
        -m AP \
        -m P@5
    """
    imports, loaded = script.load(state, source, identities=needs_identities(measures))
    names, sets, more = _sets(state, topics, runs)
    python = [
        *(["import pandas", ""] if names else []),
        *imports,
        *more,
        "",
        *_scored(loaded, measures, script.averaged(state)),
        *sets,
        "print(scores.frame().to_csv(index=False))",
    ]
    # The command `score` has no sets.
    command = "" if source.bundled or names else script.score(state.replace(topic=""), source, measures)
    return Same("\n".join(python), command)


def _scored(loaded: str, measures: Sequence[str], averaged: str) -> list[str]:
    """Write the lines that load the collection and score the measures."""
    return [
        loaded,
        "profile = gapviz.profile(collection)",
        f"measures = {list(measures)!r}",
        f"scores = gapviz.scores(profile, measures{averaged})",
    ]


def _sets(state: State, topics: Sequence[str], runs: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Write the sets in Python: their names, the lines that make and use them, and what these import."""
    made: dict[str, str] = {}
    imports = []
    if state.topic_set == OWN:
        made["topics"] = f"pandas.Index(profile.topics).isin({list(topics)!r})"
    elif state.topic_set != "all":
        imports.append("from gapviz.collection.health.topics import topic_sets")
        made["topics"] = f"topic_sets(profile.pool.counts)[{state.topic_set!r}]"
    if state.run_set == "selected":
        made["runs"] = f"pandas.Index(profile.runs).isin({list(runs)!r})"
    elif state.run_set == "quartile":
        imports.append("from gapviz.analysis.rankings.sets import first_quartile")
        ranked = f'gapviz.scores(profile, ["AP"]{script.averaged(state)}).means()[0]'
        made["runs"] = f"first_quartile({ranked})"
    if not made:
        return [], [], imports
    imports.append("from gapviz.analysis.rankings.sets import within")
    lines = [f"{name} = {text}" for name, text in made.items()]
    lines.append(f"scores = within(scores, {', '.join(f'{name}={name}' for name in made)})")
    return list(made), lines, imports


def _set_options(state: State, topics: Sequence[str], runs: Sequence[str]) -> list[str]:
    options = []
    if state.topic_set != "all":
        options.append(
            script.option("topic-set", listed(topics) if state.topic_set == OWN else state.topic_set)
        )
    if state.run_set != "all":
        options.append(
            script.option("run-set", listed(runs) if state.run_set == "selected" else "first quartile")
        )
    return options
