"""Measures: what each one is, from the table that computes them."""

from __future__ import annotations

from functools import cache

import streamlit as st

from gapviz.learning.exchanges import LEARNABLE
from gapviz.measures import MEASURES
from gapviz.measures.measure import GROUPS, Definition
from gapviz.pages.parts import markup, open_collections
from gapviz.pages.session.session import current, mirror
from gapviz.text.names import for_markdown

NOTATION = (
    "What gapviz computes, from the table that computes it. r[n] is the grade at rank n, R(k) the judged "
    "documents of grade k, RB(h) those of grade h or more, g the probabilities of the threshold."
)


def show() -> None:
    """Show the page."""
    open_collections.theme()
    mirror(current("measures"))
    st.html(markup.title("Measures", NOTATION))
    with st.container(horizontal=True, vertical_alignment="center"):
        words = st.text_input("Search", key="search measures", placeholder="Search: name, meaning or source",
                              icon=":material/search:", label_visibility="collapsed", width=320)  # fmt: skip
        chosen = st.pills("Kind", GROUPS, key="kind of measure", label_visibility="collapsed")
    listed = [one for one in MEASURES if chosen in (None, one.group) and meant(one, words)]
    if not listed:
        st.info("No measure is called so, or says so of itself.")
    st.markdown(" · ".join(f"[{for_markdown(one.name)}](#{anchor(one)})" for one in listed))
    for group in GROUPS:
        members = [one for one in listed if one.group == group]
        if members:
            st.html(f'<h2 class="gv-h2">{group}</h2>')
        for definition in members:
            with st.container(border=True, key=f"gv-{anchor(definition)}"):
                entry(definition)


def meant(definition: Definition, words: str) -> bool:
    """Say whether every word stands somewhere in what the page says of a measure.

    Examples
    --------
    >>> from gapviz.measures.infap import INFAP
    >>> meant(INFAP, "yilmaz JUDGEMENT"), meant(INFAP, "map")
    (True, False)
    """
    where = (definition.name, *definition.aliases, definition.group, definition.summary, definition.source)
    text = "\n".join(where).casefold()
    return all(word in text for word in words.casefold().split())


def anchor(definition: Definition) -> str:
    """Where a link finds the measure on the page.

    Examples
    --------
    >>> from gapviz.measures.ndcg import CONDENSED_NDCG
    >>> anchor(CONDENSED_NDCG)
    'measure-nDCG-condensed'
    """
    return "measure-" + definition.name.replace("'", "-condensed")


def entry(definition: Definition) -> None:
    """Show one row of the table."""
    kind = "graded" if definition.graded else "binary"
    lower = " :orange-badge[lower is better]" if definition.better == "lower" else ""
    st.subheader(f"{for_markdown(definition.name)} :gray-badge[{kind}]{lower}", anchor=anchor(definition))
    # One element for all of it: of several the page would have hundreds, and each costs server and browser.
    st.markdown(said(definition))


@cache
def said(definition: Definition) -> str:
    r"""Write what the page says of a measure under its name.

    Examples
    --------
    >>> from gapviz.measures.infap import INFAP
    >>> said(INFAP).splitlines()[0]
    'AP estimated where part of the pool has no judgement\\: the judged documents stand for all pooled\\.'
    """
    more = [f"`{one.name}` {for_markdown(one.meaning)}" for one in definition.parameters]
    if definition.name in LEARNABLE:
        more.insert(0, "A ranker can be trained for it: see the page Learning to rank.")
    parts = (
        for_markdown(definition.summary),
        f"$$\n{definition.formula}\n$$",
        _line("Range", definition.range),
        _line("Limits", definition.limits),
        _line("Source", definition.source),
        _line("Also read as", ", ".join(definition.aliases)),
        "---",  # the second column
        _line("Worked example", definition.worked),
        f"```python\ngapviz.measure({definition.example!r})\n```",
        *more,
    )
    return "\n\n".join(part for part in parts if part)


def _line(label: str, text: str) -> str:
    return f"**{label}**  \n{for_markdown(text)}" if text else ""
