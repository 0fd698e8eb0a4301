"""The button "In Python", and what it shows: the lines that give the same numbers outside the browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import streamlit as st

from gapviz.pages.parts.script import Script


def button(lines: Callable[[], Script], *, width: Literal["stretch", "content"] = "stretch") -> None:
    """Offer the lines; they are written when the button is pressed."""
    if st.button("In Python", icon=":material/code:", width=width, key="in python"):
        show(lines())


@st.dialog("The same numbers elsewhere", width="large")
def show(script: Script) -> None:
    """Show the lines."""
    if not script.python:
        st.info("There are no numbers here.")
        return
    st.caption("From Python")
    st.code(script.python, language="python", wrap_lines=True)
    if script.command:
        st.caption("On the command line")
        st.code(script.command, language="bash", wrap_lines=True)
    st.caption("The address of this page is a link to this view.")
