"""Measures: what each one is, from the table that computes them."""

from __future__ import annotations

import streamlit as st

from gapviz.figures.names import for_markdown
from gapviz.measures import MEASURES
from gapviz.measures.measure import Definition
from gapviz.pages import look, shared
from gapviz.pages.session import current

NOTATION = (
    "What gapviz computes, from the table that computes it. r[n] is the grade at rank n, R(k) the judged "
    "documents of grade k, RB(h) those of grade h or more, g the probabilities of the threshold."
)


def show() -> None:
    """Show the page."""
    shared.theme()
    current("measures")
    st.html(look.title("Measures", NOTATION, ()))
    for definition in MEASURES:
        with st.container(border=True):
            entry(definition)


def entry(definition: Definition) -> None:
    """Show one row of the table."""
    kind = "graded" if definition.graded else "binary"
    st.markdown(f"#### {for_markdown(definition.name)} :gray-badge[{kind}]")
    st.markdown(for_markdown(definition.summary))
    st.latex(definition.formula)
    left, right = st.columns(2, gap="large")
    with left:
        _line("Range", definition.range)
        _line("Limits", definition.limits)
        _line("Source", definition.source)
    with right:
        _line("Worked example", definition.worked)
        st.code(f"gapviz.measure({definition.example!r})", language="python")
        for parameter in definition.parameters:
            st.caption(f"`{parameter.name}` {for_markdown(parameter.meaning)}")


def _line(label: str, text: str) -> None:
    if text:
        st.markdown(f"**{label}**  \n{for_markdown(text)}")
