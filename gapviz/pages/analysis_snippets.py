"""The lines that give the numbers of Correlation, Curves, User models and Topics outside the browser."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from gapviz import users
from gapviz.analysis.family import Graded, with_g
from gapviz.pages import snippets
from gapviz.pages.snippets import Origin, Same
from gapviz.pages.state import State

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
    imports, loaded = snippets.load(state, source)
    names, sets, more = _sets(state, topics, runs)
    coefficient = f', coefficient="{state.coefficient}"' if state.coefficient != "b" else ""
    path = users.path(state.g, 2).tolist()
    means = snippets.averaged(state)
    if state.intervals == "yes":
        imports.append("from gapviz.analysis.intervals import tau_intervals")
        between = [
            f"found = tau_intervals(scores{coefficient})",
            "for values in (found.tau, found.low, found.high):",
            "    print(pandas.DataFrame(values, measures, measures).to_csv())",
        ]
    else:
        imports.append("from gapviz.analysis.correlation import tau_matrix")
        tau = f"tau_matrix(scores.means(){coefficient})"
        between = [f"print(pandas.DataFrame({tau}, measures, measures).to_csv())"]
    path_lines = [
        f"prepared = ground(profile{''.join(f', {name[:-1]}_set={name}' for name in names)}{means})",
        f"along = sweep(prepared, users.line({path[0]}, {path[1]}, {PATH}){coefficient})",
        "for measure, tau in zip(along.measures, along.tau):",
        "    print(measure)",
        "    print(pandas.DataFrame(tau, along.g[:, 0], list(map(str, along.against))).to_csv())",
    ]
    path_imports = ["from gapviz import users", "from gapviz.analysis.sweep import ground, sweep"]
    python = [
        "import pandas",
        "",
        *imports,
        *more,
        *(path_imports if along else []),
        "",
        loaded,
        "profile = gapviz.profile(collection)",
        f"measures = {list(measures)!r}",
        f"scores = gapviz.scores(profile, measures{means})",
        *sets,
        *between,
        *(path_lines if along else []),
    ]
    own = [name for names in (topics, runs) for name in names]
    # The command line takes names with commas between them.
    if source.bundled or any("," in name or name != name.strip() for name in own) or "" in (*topics, *runs):
        return Same("\n".join(python))
    options = _set_options(state, topics, runs)
    if state.coefficient != "b":
        options.append(f"--coefficient {state.coefficient}")
    first = " ".join([snippets.start("tau", state, source), *options])
    sides = " ".join(",".join(map(repr, end)) for end in path)
    second = [snippets.start("sweep", state, source), *options, f"--step {1 / (PATH - 1)!r} --path {sides}"]
    tau_lines = snippets.joined([first, *(f"-m {shlex.quote(text)}" for text in measures)])
    return Same("\n".join(python), "\n".join([tau_lines, *([" ".join(second)] if along else [])]))


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
    imports, loaded = snippets.load(state, source)
    names, sets, more = _sets(state, topics, runs)
    python = [
        *(["import pandas", ""] if names else []),
        *imports,
        *more,
        "",
        loaded,
        "profile = gapviz.profile(collection)",
        f"measures = {list(measures)!r}",
        f"scores = gapviz.scores(profile, measures{snippets.averaged(state)})",
        *sets,
        "print(scores.frame().to_csv(index=False))",
    ]
    # The command `score` has no sets.
    command = "" if source.bundled or names else _score(state.replace(topic=""), source, measures)
    return Same("\n".join(python), command)


def curves(state: State, source: Origin, runs: Sequence[str]) -> Same:
    r"""Lines that give the points of the graded curves and their areas.

    Examples
    --------
    >>> state = State(g=(0.2, 0.8), topic="3", curve="interpolated")
    >>> print(curves(state, Origin(), ["a b"]).command)
    python -m gapviz curve qrels.txt runs --run 'a b' --topic 3 --g 0.2,0.8 --interpolated
    >>> print(curves(State(g=(0.2, 0.8)), Origin(), ["a"]).command)
    python -m gapviz score qrels.txt runs --format csv \
        -m 'GAP(g=0.2,0.8)' \
        -m 'AP(rel=1)' \
        -m 'AP(rel=2)'
    """
    imports, loaded = snippets.load(state, source)
    start = ["import pandas", "", *imports]
    body = [loaded, "profile = gapviz.profile(collection)", f"g = {list(state.g)!r}"]
    if state.topic:
        start.append("from gapviz.analysis.curves import graded_curve")
        body.append(f"topic = profile.topics.index({state.topic!r})")
        drawn = "graded_curve(profile, profile.runs.index(run), topic, g=g)"
        columns = ["recall", "precision", "interpolated"]
        table = "{'rank': curve.ranks, 'grade': curve.grades, "
    else:
        start.append("from gapviz.analysis.curves import mean_curve")
        body.append(f"counted = gapviz.scores(profile, []{snippets.averaged(state)}).counted")
        drawn = "mean_curve(profile, i, g=g, counted=counted[i])"
        columns = ["recall", "precision", "interpolated"]
        table = "{"
    python = [
        *start,
        "",
        *body,
        f"for run in {list(runs)!r}:",
        *([] if state.topic else ["    i = profile.runs.index(run)"]),
        f"    curve = {drawn}",
        "    print(run, curve.area, sep=',')",
        f"    points = {table}{', '.join(f'{name!r}: curve.{name}' for name in columns)}}}",
        "    print(pandas.DataFrame(points).to_csv(index=False))",
    ]
    if source.bundled:
        return Same("\n".join(python))
    g = ",".join(map(repr, state.g))
    if state.topic:
        lines = [
            " ".join(
                [
                    snippets.start("curve", _without_means(state), source),
                    _option("run", run),
                    _option("topic", state.topic),
                    f"--g {g}",
                    *["--interpolated"] * (state.curve == "interpolated"),
                ]
            )
            for run in runs
        ]
        return Same("\n".join(python), "\n".join(lines))
    texts = [f"GAP(g={g})", *(f"AP(rel={h})" for h in range(1, len(state.g) + 1))]
    return Same("\n".join(python), _score(state, source, texts))


def models(
    state: State, source: Origin, measure: Graded, pair: tuple[str, str] | None, alpha: Sequence[float]
) -> Same:
    r"""Lines that compare two runs over all user models, and rank all runs there.

    Parameters
    ----------
    state : State
        Fitted to the collection.
    source : Origin
    measure : {"GAP", "xGAP", "eGAP"}
        Measure by which the runs are ranked.
    pair : (str, str) or None
        A and B.
    alpha : sequence of float
        Of the Dirichlet distribution.

    Examples
    --------
    >>> print(models(State(g=(0.2, 0.8)), Origin(), "eGAP", ("a", "b"), (1.0, 1.0)).command)
    python -m gapviz swap qrels.txt runs --runs a b
    python -m gapviz swap qrels.txt runs --runs a b --g 0.2,0.8
    """
    imports, loaded = snippets.load(state, source)
    both = [
        f"a, b = profile.runs.index({pair[0]!r}), profile.runs.index({pair[1]!r})",
        "for measure in GRADED:",
        "    found = share(sums, measure, a, b)",
        "    print(measure, 'share', found.first, found.second, found.error, sep=',')",
        "    for swap in edge_swaps(sums, measure, a, b):",
        "        print(measure, 'swap', *swap, sep=',')",
        f"    near = nearest(sums, measure, a, b, numpy.array({list(state.g)!r}))",
        "    if near is not None:",
        "        print(measure, 'nearest', *near.g, near.moved, sep=',')",
    ] if pair else []  # fmt: skip
    python = [
        *(["import numpy", ""] if pair else []),
        *imports,
        f"from gapviz.analysis.family import {'GRADED, ' if pair else ''}family",
        f"from gapviz.analysis.models import rank_distribution{', share' if pair else ''}",
        *(["from gapviz.analysis.nearest import nearest"] if pair else []),
        *(["from gapviz.analysis.swaps import edge_swaps"] if pair else []),
        "",
        loaded,
        "profile = gapviz.profile(collection)",
        f"sums = family(profile, gapviz.scores(profile, []{snippets.averaged(state)}).counted)",
        *both,
        f'ranks = rank_distribution(sums, "{measure}", {list(alpha)!r})',
        "for run, rank in zip(profile.runs, ranks.expected):",
        "    print(run, 'mean rank', rank, sep=',')",
    ]
    if source.bundled or pair is None:
        return Same("\n".join(python))
    line = f"{snippets.start('swap', state, source)} --runs {' '.join(map(shlex.quote, pair))}"
    return Same("\n".join(python), f"{line}\n{line} --g {','.join(map(repr, state.g))}")


def topics(state: State, source: Origin, measure: Graded, pair: tuple[str, str] | None) -> Same:
    r"""Lines that give what each topic adds to the difference of two runs, and what it offers.

    Examples
    --------
    >>> print(topics(State(g=(0.2, 0.8)), Origin(), "xGAP", ("a", "b")).command)
    python -m gapviz score qrels.txt runs --format csv -q \
        -m 'xGAP(g=0.2,0.8)'
    """
    imports, loaded = snippets.load(state, source)
    (text,) = with_g([measure], state.g)
    means = snippets.averaged(state)
    separated = [
        f"scores = gapviz.scores(profile, [{text!r}]{means})",
        f"a, b = profile.runs.index({pair[0]!r}), profile.runs.index({pair[1]!r})",
        "found = separation(scores, 0, a, b)",
        "parts = {'A': found.values[0], 'B': found.values[1], 'adds': found.parts}",
        "print(pandas.DataFrame(parts, profile.topics).to_csv(index_label='topic'))",
    ] if pair else []  # fmt: skip
    python = [
        "import pandas",
        "",
        *imports,
        *(["from gapviz.analysis.topics import separation"] if pair else []),
        "",
        loaded,
        "profile = gapviz.profile(collection)",
        *separated,
        "bases = pandas.DataFrame(profile.pool.recall_bases, profile.topics)",
        "bases.columns = [f'RB{h + 1}' for h in bases.columns]",
        "print(bases.to_csv(index_label='topic'))",
    ]
    if source.bundled:
        return Same("\n".join(python))
    return Same("\n".join(python), _score(state.replace(topic="*"), source, [text]))


def _score(state: State, source: Origin, texts: Sequence[str]) -> str:
    words = [snippets.start("score", state, source), "--format csv", *["-q"] * bool(state.topic)]
    return snippets.joined([" ".join(words), *(f"-m {shlex.quote(text)}" for text in texts)])


def _without_means(state: State) -> State:
    """Drop the conventions of means, where there is no mean."""
    default = State()
    return state.replace(topics=default.topics, empty=default.empty)


def _option(name: str, value: str) -> str:
    """Write an option for the shell; a value that begins with a hyphen would be an option itself.

    Examples
    --------
    >>> _option("run", "a b"), _option("run", "-x")
    ("--run 'a b'", '--run=-x')
    """
    return f"--{name}{'=' if value.startswith('-') else ' '}{shlex.quote(value)}"


def _sets(state: State, topics: Sequence[str], runs: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """Write the sets in Python: their names, the lines that make and use them, and what these import."""
    made: dict[str, str] = {}
    imports = []
    if state.topic_set == "own":
        made["topics"] = f"pandas.Index(profile.topics).isin({list(topics)!r})"
    elif state.topic_set != "all":
        imports.append("from gapviz.collection.topics import topic_sets")
        made["topics"] = f"topic_sets(profile.pool.counts)[{state.topic_set!r}]"
    if state.run_set == "selected":
        made["runs"] = f"pandas.Index(profile.runs).isin({list(runs)!r})"
    elif state.run_set == "quartile":
        imports.append("from gapviz.analysis.sets import first_quartile")
        means = f'gapviz.scores(profile, ["AP"]{snippets.averaged(state)}).means()[0]'
        made["runs"] = f"first_quartile({means})"
    if not made:
        return [], [], imports
    imports.append("from gapviz.analysis.sets import within")
    lines = [f"{name} = {text}" for name, text in made.items()]
    lines.append(f"scores = within(scores, {', '.join(f'{name}={name}' for name in made)})")
    return list(made), lines, imports


def _set_options(state: State, topics: Sequence[str], runs: Sequence[str]) -> list[str]:
    options = []
    if state.topic_set != "all":
        options.append(
            _option("topic-set", ",".join(topics) if state.topic_set == "own" else state.topic_set)
        )
    if state.run_set != "all":
        options.append(
            _option("run-set", ",".join(runs) if state.run_set == "selected" else "first quartile")
        )
    return options
