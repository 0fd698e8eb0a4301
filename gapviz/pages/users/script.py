"""The lines of the page User models."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from gapviz.analysis.users.family import Graded
from gapviz.pages.parts.script import Script, Source


def models(source: Source, measure: Graded, pair: tuple[str, str] | None, alpha: Sequence[float]) -> Script:
    r"""Lines that compare two runs over all user models, and rank all runs there.

    Parameters
    ----------
    source : Source
    measure : {"GAP", "xGAP", "eGAP"}
        Measure by which the runs are ranked.
    pair : (str, str) or None
        A and B.
    alpha : sequence of float
        Of the Dirichlet distribution.

    Examples
    --------
    >>> from gapviz.pages.session.state import State
    >>> print(models(Source(State(g=(0.2, 0.8))), "eGAP", ("a", "b"), (1.0, 1.0)).command)
    python -m gapviz swap qrels.txt runs --runs a b
    python -m gapviz swap qrels.txt runs --runs a b --g 0.2,0.8
    """
    g = source.state.g
    body = [
        "profile = gapviz.profile(collection)",
        f"sums = analysis.family(profile, gapviz.scores(profile, []{source.averaged}).counted)",
        *(_compared(g, pair) if pair else ()),
        f"ranks = analysis.rank_distribution(sums, {measure!r}, {list(alpha)!r}).expected",
        "print(pandas.DataFrame({'run': profile.runs, 'mean rank': ranks}).to_csv(index=False))",
    ]
    if pair is None:
        return source.script(body)
    runs = f"--runs {' '.join(map(shlex.quote, pair))}"
    at_g = f"--g {','.join(map(repr, g))}"
    return source.script(body, [source.command("swap", runs), source.command("swap", runs, at_g)])


def _compared(g: Sequence[float], pair: tuple[str, str]) -> list[str]:
    """Write what there is of two runs: how often each is ahead, where they swap, and the nearest swap."""
    names = [f"g{h}" for h in range(1, len(g) + 1)]
    return [
        f"a, b = profile.runs.index({pair[0]!r}), profile.runs.index({pair[1]!r})",
        f"g, names = numpy.array({list(g)!r}), {names!r}",
        "ahead, swaps, nearest = [], [], []",
        "for measure in analysis.GRADED:",
        "    share = analysis.share(sums, measure, a, b)",
        "    ahead.append((measure, share.first, share.second, share.error))",
        "    swaps += [(measure, *swap, *more) for swap, *more in analysis.edge_table(sums, measure, a, b)]",
        "    near = analysis.nearest(sums, measure, a, b, g)",
        "    nearest += [] if near is None else [(measure, *near.g, near.moved)]",
        "print(pandas.DataFrame(ahead, columns=['measure', 'A', 'B', 'error']).to_csv(index=False))",
        "print(pandas.DataFrame(swaps, columns=['measure', *names, 'mean', 'by']).to_csv(index=False))",
        "print(pandas.DataFrame(nearest, columns=['measure', *names, 'moved']).to_csv(index=False))",
    ]
