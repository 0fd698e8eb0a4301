"""The lines of the page Toy lists."""

from __future__ import annotations

from collections.abc import Sequence

from gapviz.analysis.toylists.lists import ToyList
from gapviz.measures.measure import Measure
from gapviz.pages.parts import script
from gapviz.pages.parts.script import Script


def toylists(toys: Sequence[ToyList], measures: Sequence[Measure]) -> Script:
    """Lines that give the values of one or two lists.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> print(toylists([ToyList.parse("2.12.")], [measure("AP")]).python)
    import gapviz
    from gapviz import analysis
    <BLANKLINE>
    measures = ['AP']
    for text in ['2.12.']:
        profile = analysis.profile_lists([analysis.ToyList.parse(text)])
        print(gapviz.scores(profile, measures).frame().to_csv(index=False))
    """
    lines = [
        f"measures = {list(map(str, measures))!r}",
        f"for text in {list(map(str, toys))!r}:",
        "    profile = analysis.profile_lists([analysis.ToyList.parse(text)])",
        "    print(gapviz.scores(profile, measures).frame().to_csv(index=False))",
    ]
    return Script(script.python(lines))
