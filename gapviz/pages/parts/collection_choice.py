"""The choice of another collection, on its page and in a dialog."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gapviz.pages.parts import open_collections, uploads
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.plans import ANOTHER
from gapviz.pages.session.session import propose, remembered, tied
from gapviz.text.names import for_markdown


@st.dialog("Open another collection")
def dialog(opened: Opened) -> None:
    """Choose among the collections that are at hand."""
    own = uploads.shelf().of(uploads.owner())
    keys = (*open_collections.BUNDLED, *own, *open_collections.server_collections())
    names = [for_markdown(own.get(key) or key.removeprefix(open_collections.FOLDER)) for key in keys]
    facts = [
        "synthetic" if key in open_collections.BUNDLED else "uploaded" if key in own else "" for key in keys
    ]
    radio("Collections", keys, opened, names, facts)
    st.caption("The page Collection reads files, and shows what is in them.")
    if remembered().proposals:
        st.rerun()


def radio(
    label: str, keys: Sequence[str], opened: Opened, names: Sequence[str], facts: Sequence[str]
) -> None:
    """Offer collections by their keys, each with its name and facts."""
    key = tied(label, opened.key if opened.key in keys and not opened.stands_in else None)
    st.radio(
        label, keys, key=key, index=None, format_func=dict(zip(keys, names, strict=True)).__getitem__,
        captions=facts, label_visibility="collapsed", on_change=propose,
        args=(key, lambda _state, chosen: {"collection": chosen, **ANOTHER} if chosen else {}),
    )  # fmt: skip
