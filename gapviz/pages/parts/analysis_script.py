"""The lines that give the numbers of Curves, User models and Topics outside the browser."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from gapviz.analysis.users.family import Graded, with_g
from gapviz.pages.parts import script
from gapviz.pages.parts.script import Origin, Same
from gapviz.pages.session.state import State


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
    imports, loaded = script.load(state, source)
    start = ["import pandas", "", *imports]
    body = [loaded, "profile = gapviz.profile(collection)", f"g = {list(state.g)!r}"]
    if state.topic:
        start.append("from gapviz.analysis.rankings.curves import graded_curve")
        body.append(f"topic = profile.topics.index({state.topic!r})")
        drawn = "graded_curve(profile, profile.runs.index(run), topic, g=g)"
        table = "{'rank': curve.ranks, 'grade': curve.grades, "
    else:
        start.append("from gapviz.analysis.rankings.curves import mean_curve")
        body.append(f"counted = gapviz.scores(profile, []{script.averaged(state)}).counted")
        drawn = "mean_curve(profile, i, g=g, counted=counted[i])"
        table = "{"
    columns = ["recall", "precision", "interpolated"]
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
                    script.start("curve", _without_means(state), source),
                    script.option("run", run),
                    script.option("topic", state.topic),
                    f"--g {g}",
                    *["--interpolated"] * (state.curve == "interpolated"),
                ]
            )
            for run in runs
        ]
        return Same("\n".join(python), "\n".join(lines))
    texts = [*with_g(["GAP"], state.g), *(f"AP(rel={h})" for h in range(1, len(state.g) + 1))]
    return Same("\n".join(python), script.score(state, source, texts))


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
    imports, loaded = script.load(state, source)
    both = [
        f"a, b = profile.runs.index({pair[0]!r}), profile.runs.index({pair[1]!r})",
        "for measure in GRADED:",
        "    found = share(sums, measure, a, b)",
        "    print(measure, 'share', found.first, found.second, found.error, sep=',')",
        "    for swap in edge_swaps(sums, measure, a, b).g:",
        "        print(measure, 'swap', *swap, sep=',')",
        f"    near = nearest(sums, measure, a, b, numpy.array({list(state.g)!r}))",
        "    if near is not None:",
        "        print(measure, 'nearest', *near.g, near.moved, sep=',')",
    ] if pair else []  # fmt: skip
    python = [
        *(["import numpy", ""] if pair else []),
        *imports,
        f"from gapviz.analysis.users.family import {'GRADED, ' if pair else ''}family",
        f"from gapviz.analysis.users.shares import rank_distribution{', share' if pair else ''}",
        *(["from gapviz.analysis.users.nearest import nearest"] if pair else []),
        *(["from gapviz.analysis.users.swaps import edge_swaps"] if pair else []),
        "",
        loaded,
        "profile = gapviz.profile(collection)",
        f"sums = family(profile, gapviz.scores(profile, []{script.averaged(state)}).counted)",
        *both,
        f'ranks = rank_distribution(sums, "{measure}", {list(alpha)!r})',
        "for run, rank in zip(profile.runs, ranks.expected):",
        "    print(run, 'mean rank', rank, sep=',')",
    ]
    if source.bundled or pair is None:
        return Same("\n".join(python))
    line = f"{script.start('swap', state, source)} --runs {' '.join(map(shlex.quote, pair))}"
    return Same("\n".join(python), f"{line}\n{line} --g {','.join(map(repr, state.g))}")


def topics(state: State, source: Origin, measure: Graded, pair: tuple[str, str] | None) -> Same:
    r"""Lines that give what each topic adds to the difference of two runs, and what it offers.

    Examples
    --------
    >>> print(topics(State(g=(0.2, 0.8)), Origin(), "xGAP", ("a", "b")).command)
    python -m gapviz score qrels.txt runs --format csv -q \
        -m 'xGAP(g=0.2,0.8)'
    """
    imports, loaded = script.load(state, source)
    (text,) = with_g([measure], state.g)
    means = script.averaged(state)
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
        *(["from gapviz.analysis.rankings.topics import separation"] if pair else []),
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
    return Same("\n".join(python), script.score(state.replace(topic="*"), source, [text]))


def _without_means(state: State) -> State:
    """Drop the conventions of means, where there is no mean."""
    default = State()
    return state.replace(topics=default.topics, empty=default.empty)
