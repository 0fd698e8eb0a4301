"""Measures: what each one is, from the table that computes them."""

from __future__ import annotations

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
    st.html(markup.title("Measures", NOTATION, ()))
    chosen = st.pills("Kind", GROUPS, key="kind of measure", label_visibility="collapsed")
    for group in GROUPS if chosen is None else (chosen,):
        st.html(f'<h2 class="gv-h2">{group}</h2>')
        for definition in MEASURES:
            if definition.group == group:
                with st.container(border=True):
                    entry(definition)


def entry(definition: Definition) -> None:
    """Show one row of the table."""
    kind = "graded" if definition.graded else "binary"
    lower = " :orange-badge[lower is better]" if definition.better == "lower" else ""
    st.markdown(f"#### {for_markdown(definition.name)} :gray-badge[{kind}]{lower}")
    st.markdown(for_markdown(definition.summary))
    st.latex(definition.formula)
    left, right = st.columns(2, gap="large")
    with left:
        _line("Range", definition.range)
        _line("Limits", definition.limits)
        _line("Source", definition.source)
        _line("Also read as", ", ".join(definition.aliases))
    with right:
        _line("Worked example", definition.worked)
        st.code(f"gapviz.measure({definition.example!r})", language="python")
        if definition.name in LEARNABLE:
            st.caption("A ranker can be trained for it: see the page Learning to rank.")
        for parameter in definition.parameters:
            st.caption(f"`{parameter.name}` {for_markdown(parameter.meaning)}")


def _line(label: str, text: str) -> None:
    if text:
        st.markdown(f"**{label}**  \n{for_markdown(text)}")
