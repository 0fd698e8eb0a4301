"""An app that computes until a file is there, by its name in the address."""

from __future__ import annotations

import time
from pathlib import Path

import streamlit as st

from gapviz.pages.server import turns
from gapviz.pages.server.computed_once import computed_once


@computed_once()
def computed(until: str) -> str:
    while not Path(until).exists():
        time.sleep(0.01)
    return "computed"


if __name__ == "__main__":
    with turns.page():
        if st.toggle("Compute"):
            st.text("begun")
            st.text(computed(st.query_params["until"]))
        else:
            st.text("nothing asked")
