"""The gapviz app: ``streamlit run app.py``, or ``streamlit run app.py -- --collections DIR``."""

from __future__ import annotations

import streamlit as st

from gapviz.pages import PAGES
from gapviz.pages.shared import LOGO, settle

st.set_page_config("gapviz", page_icon=LOGO, layout="wide")
st.logo(LOGO, size="medium")
entries = [
    st.Page(page.show, title=page.title, url_path=page.path, default=page is PAGES[0]) for page in PAGES
]
st.navigation(entries, position="top").run()
settle()
