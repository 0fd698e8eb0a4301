"""A view outside its page: one report, and the lines that give the same numbers."""

from __future__ import annotations

import streamlit as st

from gapviz.pages.parts import save_menu
from gapviz.pages.parts.save_menu import Make
from gapviz.pages.parts.script import Same


def offer(same: Same, report: Make, *parts: str) -> None:
    """Offer the lines and the report, one button below the other.

    Parameters
    ----------
    same : Same
    report : callable
        Makes the report; see `save_menu.report`.
    parts : str
        Of the name of the report's file.
    """
    if st.button("In Python", icon=":material/code:", width="stretch", key="in python"):
        in_python(same)
    save_menu.report(report, *parts)


@st.dialog("The same numbers elsewhere", width="large")
def in_python(same: Same) -> None:
    """Show the lines."""
    st.caption("From Python")
    st.code(same.python, language="python", wrap_lines=True)
    if same.command:
        st.caption("On the command line")
        st.code(same.command, language="bash", wrap_lines=True)
    st.caption("The address of this page is a link to this view.")
