"""Collection: choose what is open, under which conventions, and see what the data is like."""

from __future__ import annotations

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.collection.health.topics import nothing_relevant
from gapviz.pages.collection import grading, script
from gapviz.pages.parts import (
    collection_choice,
    in_python,
    notices,
    open_collections,
    row_choice,
    save_menu,
    tables,
    uploads,
)
from gapviz.pages.parts.frame import View, head, opening, panel
from gapviz.pages.parts.loading import Loading
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.plans import ANOTHER
from gapviz.pages.session.session import commit, propose, remembered, tied
from gapviz.pages.session.state import State
from gapviz.text.conventions import DEPTH, EQUAL_MEANS, WORDS, chips
from gapviz.text.names import for_markdown

LABELS = {
    "ties": "Order of documents",
    "duplicates": "Document twice in a topic",
    "encoding": "Encoding of the files",
    "comments": "Lines that begin with #",
    "topics": "Means are over",
    "empty": "Topics with nothing relevant",
}
"""The conventions that are chosen from a few values."""

OF_FILES = ("ties", "duplicates", "encoding", "comments")
"""Those of them that say how files are read: the bundled collections have none."""

SOURCES = {"bundled": "Bundled", "upload": "Upload files", "server": "On the server"}


def show() -> None:
    """Show the page."""
    view, unfit = opening("collection")
    opened, state = view.opened, view.state
    empty = int(nothing_relevant(open_collections.counts(opened)).sum())
    head(
        "Collection",
        opened,
        chips(opened.collection, topics=state.topics, empty=state.empty, nothing_relevant=empty),
    )
    notices.show(opened, state, unfit)
    if missing := notices.not_loaded(opened):
        consequence = "The others are loaded. Nothing that was open is lost."
        notices.problems(missing, opened.collection.problems, consequence)
    left, right = st.columns([1, 1], gap="large")
    with left:
        source(opened)
    with right:
        conventions(state, opened)
        grading.editor(opened, state)
    health(view)


def source(opened: Opened) -> None:
    """Choose a collection."""
    st.html('<h2 class="gv-h2">Open another collection</h2>')
    words = {
        key: text for key, text in SOURCES.items() if key != "server" or open_collections.server_folder()
    }
    first = "upload" if opened.key.startswith(uploads.PREFIX) else "bundled"
    where = st.segmented_control(
        "Source", list(words), default="server" if opened.key.startswith(open_collections.FOLDER) else first,
        format_func=words.__getitem__, required=True, label_visibility="collapsed", key="source",
    )  # fmt: skip
    {"bundled": _bundled, "upload": _upload, "server": _server}[where or first](opened)


def _bundled(opened: Opened) -> None:
    st.caption("Synthetic: generated from a seed, in the likeness of the collections of the xGAP paper.")
    facts = [
        f"{one.topics} topics, {one.runs} runs, grades 0–{one.c}" for one in open_collections.BUNDLED.values()
    ]
    names = [f"{key} likeness" for key in open_collections.BUNDLED]
    collection_choice.radio("Bundled collections", tuple(open_collections.BUNDLED), opened, names, facts)


def _server(opened: Opened) -> None:
    keys = tuple(open_collections.server_collections())
    if not keys:
        st.caption("The folder that the server was started with holds no collection.")
        return
    names = [for_markdown(key.removeprefix(open_collections.FOLDER)) for key in keys]
    facts = [for_markdown(tables.discovered(one)) for one in open_collections.server_collections().values()]
    collection_choice.radio("Collections on the server", keys, opened, names, facts)


def _upload(opened: Opened) -> None:
    own = uploads.shelf().of(uploads.owner())
    if own:
        collection_choice.radio(
            "Your uploads", tuple(own), opened, [for_markdown(name) for name in own.values()], [""] * len(own)
        )
    if uploads.is_kept(opened.key):
        st.button("Delete these files from the server", key="delete upload", icon=":material/delete:",
                  on_click=_delete, args=(opened.key,))  # fmt: skip
    qrels = st.file_uploader(
        "Judgements (qrels)", key="qrels files", max_upload_size=limits.UPLOAD.value,
        help="TREC qrels: topic, iteration, document, grade; plain or .gz, .bz2, .xz, .zst, .zip",
    )  # fmt: skip
    runs = st.file_uploader(
        "Runs", accept_multiple_files=True, key="run files", max_upload_size=limits.UPLOAD.value,
        help="TREC runs: topic, Q0, document, rank, score, tag; plain, compressed, or a zip of runs",
    )  # fmt: skip
    name = st.text_input("Name", max_chars=60, placeholder="What the collection is called", key="upload name")
    grades = st.text_input(
        "Grade mapping, if the judgements need one", max_chars=200, key="upload grades",
        placeholder="for example 0.5:1,1:2 or NO:0,FIRST:1",
        help="Words, fractions and numbers above 100 are no grades: say what they count as.",
    )  # fmt: skip
    links = st.checkbox("Keep on the server, for links", value=False, key="keep for links")
    ready = qrels is not None and bool(runs)
    if st.button("Read the files", type="primary", disabled=not ready, key="read") and qrels is not None:
        files = tuple((run.name, run.getvalue()) for run in runs)
        title = name.strip() or "Uploaded files"
        _read(uploads.Upload(title, (qrels.name, qrels.getvalue()), files, grades.strip()), keep=links)
    st.caption(uploads.kept_words() if links else uploads.NOT_KEPT)


def _read(upload: uploads.Upload, *, keep: bool) -> None:
    state = remembered().state
    bar = st.progress(0.0, text="Reading judgements")
    held = uploads.kept_or_said(upload) if keep else upload
    try:
        read = held.load(Loading.of(state), progress=partial(_progress, bar))
        title, said = "No run was loaded", read.problems if not read.runs else ()
    except InputError as error:
        title, said = "The judgements were not loaded", (error,)
    bar.empty()
    if said:
        if held.kept:
            uploads.delete(held.key)
        notices.problems(title, said, "Nothing that was open is lost.")
        return
    uploads.shelf().put(uploads.owner(), held)
    commit(collection=held.key, **ANOTHER)
    st.rerun()


def _delete(key: str) -> None:
    try:
        uploads.delete(key)
    except InputError as error:
        st.session_state[uploads.SAID] = f"The files could not be deleted. {error}."
        return
    commit(collection=State().collection, **ANOTHER)


def _progress(bar: DeltaGenerator, done: int, of: int) -> None:
    bar.progress(done / max(1, of), f"Reading runs, {done} of {of}")


def conventions(state: State, opened: Opened) -> None:
    """Choose the rules under which files are read and means are taken."""
    files_come = opened.stands_in or st.session_state["source"] == "upload"
    bundled = opened.key in open_collections.BUNDLED and not files_come
    st.html('<h2 class="gv-h2">Conventions</h2>')
    for name, label in LABELS.items():
        _convention(state, name, label, disabled=bundled and name in OF_FILES)
    key = tied("depth", int(state.depth) if state.depth else None)
    st.number_input("Depth", min_value=1, max_value=1_000_000, step=1, key=key, placeholder="all",
                    on_change=propose, args=(key, _depth), disabled=bundled)  # fmt: skip
    st.caption("The bundled runs are generated without ties and used whole." if bundled else DEPTH)
    st.caption(EQUAL_MEANS)


def _convention(state: State, name: str, label: str, *, disabled: bool) -> None:
    words = WORDS[name]
    key = tied(f"convention {name}", getattr(state, name))
    st.selectbox(
        label, list(words), key=key, format_func=lambda value: words[value][0],
        on_change=propose, args=(key, lambda _state, value: {name: value}), disabled=disabled,
    )  # fmt: skip
    st.caption(words[getattr(state, name)][1])


def _depth(_state: State, value: int | None) -> dict[str, Any]:
    return {"depth": "" if value is None else str(int(value))}


def health(view: View) -> None:
    """Show data health: what the collection holds, what was noticed, and a row for each run."""
    opened, report = view.opened, open_collections.health(view.opened)
    with panel("Data health"):
        in_python.button(lambda: script.health(view.source), width="content")
    left, right = st.columns([1, 1.4], gap="large")
    with left:
        facts = pd.DataFrame({"fact": list(report.facts), "value": list(report.facts.values())})
        save_menu.table(lambda: facts, opened.collection.name, "facts", best=())
        st.dataframe(facts, hide_index=True, key="facts", row_height=30)
    with right:
        if not report.findings:
            st.caption("Nothing was noticed.")
        else:
            rows = pd.DataFrame(
                {
                    "": ["⚠" if one.level == "warning" else "·" for one in report.findings],
                    "finding": [one.sentence for one in report.findings],
                    "which": [", ".join(one.subjects) for one in report.findings],
                }
            )
            levels = [one.level for one in report.findings]
            listed = rows.drop(columns="").assign(level=levels)
            save_menu.table(lambda: listed, opened.collection.name, "findings", best=())
            st.dataframe(tables.plain(rows), hide_index=True, key="findings", row_height=30,
                         column_config={"": st.column_config.TextColumn(width=30),
                                        "finding": st.column_config.TextColumn(width="large")})  # fmt: skip
    rows = pd.DataFrame(report.columns())
    save_menu.table(lambda: rows, opened.collection.name, "run health", best=())
    row_choice.runs_table(
        rows, rows["run"].tolist(), view.state, "run health", columns=tables.health_columns()
    )
