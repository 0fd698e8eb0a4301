"""The gapviz app: ``gapviz app``, or ``streamlit run app.py``, which takes ``-- --collections DIR``."""

from __future__ import annotations

import streamlit as st

from gapviz.pages import NAVIGATION, PAGES
from gapviz.pages.parts.open_collections import LOGO, settle
from gapviz.pages.server import turns
from gapviz.pages.server.page_start import begin_at_top
from gapviz.pages.session.session import in_browser, outlive


def start() -> None:
    """Go from the start page's own name to the address without a path, where Streamlit has it."""
    st.switch_page(entries[""][0], query_params=in_browser())


with turns.page():
    begin_at_top()
    st.set_page_config("gapviz", page_icon=LOGO, layout="wide")
    st.logo(LOGO, size="medium")
    first = PAGES[0]
    entries = {
        heading: [
            st.Page(
                page.show,
                title=page.title,
                url_path="" if page is first else page.path,
                default=page is first,
            )
            for page in pages
        ]
        for heading, pages in NAVIGATION.items()
    }
    entries[""].append(st.Page(start, title=first.title, url_path=first.path, visibility="hidden"))
    st.navigation(entries, position="top").run()
    outlive()
    settle()
