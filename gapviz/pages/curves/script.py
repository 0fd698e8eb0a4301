"""The lines of the page Curves."""

from __future__ import annotations

from collections.abc import Sequence

from gapviz.analysis.users.family import with_g
from gapviz.pages.parts.script import Script, Source, option, score


def curves(source: Source, runs: Sequence[str]) -> Script:
    r"""Lines that give the areas below the graded curves, and their points.

    Examples
    --------
    >>> from gapviz.pages.session.state import State
    >>> state = State(g=(0.2, 0.8), topic="3", curve="interpolated")
    >>> print(curves(Source(state), ["a b"]).command)
    python -m gapviz curve qrels.txt runs --run 'a b' --topic 3 --g 0.2,0.8 --interpolated
    >>> print(curves(Source(State(g=(0.2, 0.8))), ["a"]).command)
    python -m gapviz score qrels.txt runs --format csv \
        -m 'GAP(g=0.2,0.8)' \
        -m 'AP(rel=1)' \
        -m 'AP(rel=2)'
    """
    state = source.state
    if state.topic:
        means = f"topic = profile.topics.index({state.topic!r})"
        curve = "analysis.graded_curve(profile, run, topic, g=g)"
    else:
        means = f"counted = gapviz.scores(profile, []{source.averaged}).counted"
        curve = "analysis.mean_curve(profile, run, g=g, counted=counted[run])"
    body = [
        "profile = gapviz.profile(collection)",
        f"runs = [profile.runs.index(name) for name in {list(runs)!r}]",
        f"g = {list(state.g)!r}",
        means,
        f"curves = [{curve} for run in runs]",
        "areas = [(curve.run, curve.area) for curve in curves]",
        "print(pandas.DataFrame(areas, columns=['run', 'area']).to_csv(index=False))",
        "print(pandas.concat([curve.frame() for curve in curves]).to_csv(index=False))",
    ]
    if not state.topic:
        texts = [*with_g(["GAP"], state.g), *(f"AP(rel={h})" for h in range(1, len(state.g) + 1))]
        return source.script(body, [score(source, texts)])
    more = [f"--g {','.join(map(repr, state.g))}", *["--interpolated"] * (state.curve == "interpolated")]
    topic = option("topic", state.topic)
    commands = [source.command("curve", option("run", run), topic, *more, means=False) for run in runs]
    return source.script(body, commands)
