"""The lines of the page Topics."""

from __future__ import annotations

from gapviz.analysis.users.family import Graded, with_g
from gapviz.pages.parts.script import Script, Source, score


def topics(source: Source, measure: Graded, pair: tuple[str, str] | None) -> Script:
    r"""Lines that give what each topic adds to the difference of two runs, and what it offers.

    Examples
    --------
    >>> from gapviz.pages.session.state import State
    >>> print(topics(Source(State(g=(0.2, 0.8))), "xGAP", ("a", "b")).command)
    python -m gapviz score qrels.txt runs --format csv -q \
        -m 'xGAP(g=0.2,0.8)'
    """
    (text,) = with_g([measure], source.state.g)
    separated = [
        f"scores = gapviz.scores(profile, [{text!r}]{source.averaged})",
        f"a, b = profile.runs.index({pair[0]!r}), profile.runs.index({pair[1]!r})",
        "parts = analysis.separation(scores, 0, a, b)",
        "adds = {'A': parts.values[0], 'B': parts.values[1], 'adds to the mean': parts.parts}",
        "print(pandas.DataFrame(adds, profile.topics).to_csv(index_label='topic'))",
    ] if pair else []  # fmt: skip
    body = [
        "profile = gapviz.profile(collection)",
        *separated,
        "bases = pandas.DataFrame(profile.pool.recall_bases, profile.topics)",
        "print(bases.rename(columns=lambda h: f'RB{h + 1}').to_csv(index_label='topic'))",
    ]
    return source.script(body, [score(source, [text], per_topic=True)])
