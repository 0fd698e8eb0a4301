"""The lines of the page Collection."""

from __future__ import annotations

from gapviz.pages.parts.script import Script, Source


def health(source: Source) -> Script:
    """Lines that give what a collection holds, what was noticed, and a row for each run.

    Examples
    --------
    >>> from gapviz.pages.session.state import State
    >>> print(health(Source(State(ties="file"))).command)
    python -m gapviz health qrels.txt runs --ties file
    """
    body = [
        "health = collection.health()",
        "noticed = [(one.level, one.sentence, ', '.join(one.subjects)) for one in health.findings]",
        "print(pandas.Series(health.facts, name='value').to_csv(index_label='fact'))",
        "print(pandas.DataFrame(noticed, columns=['level', 'finding', 'which']).to_csv(index=False))",
        "print(pandas.DataFrame(health.columns()).to_csv(index=False))",
    ]
    return source.script(body, [source.command("health", means=False)])
