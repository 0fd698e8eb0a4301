"""Notices above the numbers of a page: a link that did not fit, files that were not loaded."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from gapviz.collection.digits import in_digits
from gapviz.collection.health.topics import topic_sets
from gapviz.pages.parts import open_collections, uploads
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session import fits, link_notes
from gapviz.pages.session.session import commit, remembered, whole
from gapviz.pages.session.state import State
from gapviz.text.names import for_markdown, shorten

DATA = ("collection", "ties", "depth", "duplicates", "encoding", "comments", "grades")
"""Fields of the state that decide what data there is; once one of them is changed a link is history."""

MOST_ALARMS = 4
"""Sentences about runs and files that a page shows; all stand in data health."""


def show(opened: Opened, state: State, unfit: Sequence[str]) -> None:
    """Show notices of the link and of the collection, one sentence each."""
    memory = remembered()
    linked = memory.linked
    same_choice = all(getattr(linked, name) == getattr(state, name) for name in DATA)
    named = link_notes.unusable(_here(opened), memory.state, linked if same_choice else State())
    sentences = [*memory.notes, *uploads.not_kept(), *opened.notes, *unfit, *named, *_alarms(opened)]
    if sentences:
        st.warning("\n\n".join(for_markdown(sentence) for sentence in sentences), icon=":material/info:")
    known = linked.fingerprint in ("", opened.fingerprint) or opened.stands_in
    if same_choice and not known:
        _other_data(opened, linked)


def _alarms(opened: Opened) -> list[str]:
    """Say what makes scores mean something else, once for each run; a few of many."""
    said = open_collections.health(opened).alarms
    more = len(said) - MOST_ALARMS
    rest = [f"{more} more of these are under Data health on the page Collection."] if more > 0 else []
    return [*said[:MOST_ALARMS], *rest]


def _here(opened: Opened) -> fits.Here:
    """Say what a link can name of the collection."""
    profile = opened.profile
    return fits.Here(
        profile.c, profile.runs, profile.topics, lambda: tuple(topic_sets(open_collections.counts(opened)))
    )


def _other_data(opened: Opened, linked: State) -> None:
    known = shorten(linked.collection.removeprefix(open_collections.FOLDER), fits.LONGEST)
    name = "uploaded files" if linked.collection.startswith(uploads.PREFIX) else known
    with st.container(border=True):
        st.markdown(
            f":material/link_off: **This link was made with other data**  \n"
            f"Link: {_said(name, linked.fingerprint)}.  \n"
            f"Open here: {_said(opened.collection.name, opened.fingerprint)}.  \n"
            "g, pins, runs and topics are restored as far as they fit; ranks may differ."
        )
        st.button("Keep mine", on_click=_keep, key="keep mine")


def _said(name: str, fingerprint: str) -> str:
    """Name a collection, with its size where the fingerprint tells it."""
    digest, *sizes = fingerprint.split("-")
    parts = [for_markdown(name)]
    if len(sizes) == 2 and all(in_digits(size) for size in sizes):
        parts.append(f"{sizes[0]} runs, {sizes[1]} topics")
    return ", ".join([*parts, f"data {for_markdown(digest[:6])}"])


def _keep() -> None:
    with whole() as memory:
        memory.linked = State()
    commit()


def not_loaded(opened: Opened) -> str:
    """Say how many files of a collection could not be used; nothing where all could."""
    count = len(opened.collection.problems)
    of = count + len(opened.collection.runs)
    return f"{count} of {of} files {'was' if count == 1 else 'were'} not loaded" if count else ""


def problems(title: str, sentences: Sequence[object], consequence: str) -> None:
    """Show files that could not be used, one sentence each, as text."""
    with st.container(border=True):
        st.markdown(f":material/error: **{title}**")
        st.code("\n".join(f"{problem}." for problem in sentences), language=None, wrap_lines=True)
        st.caption(consequence)
