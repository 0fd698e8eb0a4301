"""What rankers are trained on: the bundled set, features of this browser, and those on the server."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from gapviz.collection import limits
from gapviz.collection.errors import InputError
from gapviz.learning import Features, discover_features, read_features, synthetic
from gapviz.learning.discover import FoundFeatures
from gapviz.learning.synthetic import NAME
from gapviz.pages.parts import open_collections, uploads
from gapviz.pages.parts.uploads import Upload, Uploads, named
from gapviz.pages.server.computed_once import computed_once
from gapviz.text.names import for_markdown

BUNDLED = "synthetic"
"""Key of the bundled set."""

CHOSEN = "learning data"
"""Key of the widget that chooses."""

HELP = (
    "A document a line: grade qid:topic feature:value ..., as LETOR has it. Where lines name no topic, a "
    "second file has the number of documents of each, as LightGBM has it. Plain or compressed."
)


@dataclass(frozen=True)
class Source:
    """Where features come from.

    Attributes
    ----------
    label : str
    load : str
        The Python expression that gives them.
    files : tuple of str
        Names of the file of features and of the one of groups, for the command line.
    """

    label: str
    load: str
    files: tuple[str, ...] = ()


@functools.cache
def shelf() -> Uploads:
    """Return the features that browsers sent, apart from the collections."""
    return uploads.of_server()


def features(key: str) -> Features:
    """Read what a key stands for.

    Raises
    ------
    InputError
        For files that can't be used, and a key that is not to be had here.
    """
    if key == BUNDLED:
        return _bundled()
    if (upload := _upload(key)) is not None:
        return _read(key, upload.key, lambda: of_upload(upload))
    if (held := _on_server().get(key)) is not None:
        return _read(key, held.stamp, held.read)
    raise InputError("features", "a set that is to be had here, or the same files uploaded again", key[:80])


def source(key: str) -> Source:
    """Say where features come from."""
    if (upload := _upload(key)) is not None:
        return _of_files(upload.name, *(name for name, _ in (upload.qrels, *upload.runs)))
    if (held := _on_server().get(key)) is not None:
        return _of_files(held.name, *(one.name for one in (held.features, held.groups) if one))
    return Source(NAME if key == BUNDLED else "Features that are not here", "synthetic()")


def choose(key: str) -> str:
    """Offer the sets that are at hand, and take files; returns the key that is chosen."""
    own = shelf().of(uploads.owner())
    keys = list(dict.fromkeys([BUNDLED, *own, *_on_server(), key]))
    if st.session_state.get(CHOSEN) not in keys:
        st.session_state[CHOSEN] = key
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        st.selectbox("Learned from", keys, key=CHOSEN, format_func=_labels(keys).__getitem__)
    with right, st.popover("Upload features", icon=":material/upload_file:", width="stretch"):
        st.file_uploader("Features", key="features file", help=HELP, max_upload_size=limits.UPLOAD.value)
        st.file_uploader("Sizes of groups, if lines name no topic", key="groups file")
        links = st.checkbox("Keep on the server, for links", value=False, key="keep features")
        st.caption(uploads.kept_words() if links else uploads.NOT_KEPT)
        st.button("Read the files", key="read features", on_click=_take,
                  disabled=st.session_state.get("features file") is None)  # fmt: skip
    for sentence in (st.session_state.pop("refused features", ""), *uploads.not_kept()):
        if sentence:
            st.warning(for_markdown(sentence), icon=":material/info:")
    return str(st.session_state[CHOSEN])


def _labels(keys: Sequence[str]) -> dict[str, str]:
    """Call each set by its name; of several with one name, by the start of its digest too."""
    names = {key: source(key).label for key in keys}
    several = {name for name in names.values() if list(names.values()).count(name) > 1}
    return {
        key: f"{name} {key.removeprefix(uploads.PREFIX)[:6]}" if name in several else name
        for key, name in names.items()
    }


def of_upload(upload: Upload) -> Features:
    """Read the files that a browser sent."""
    groups = [named(*file) for file in upload.runs]
    return read_features(named(*upload.qrels), groups[0] if groups else None)


def _take() -> None:
    """Read the files in the widgets, and choose them."""
    sent, groups = st.session_state["features file"], st.session_state["groups file"]
    runs = ((groups.name, groups.getvalue()),) if groups else ()
    upload = Upload(sent.name, (sent.name, sent.getvalue()), runs)
    try:
        of_upload(upload)
    except InputError as error:
        st.session_state["refused features"] = f"{error}."
        return
    if st.session_state["keep features"]:
        upload = uploads.kept_or_said(upload)
    shelf().put(uploads.owner(), upload)
    st.session_state[CHOSEN] = upload.key


def _upload(key: str) -> Upload | None:
    if not key.startswith(uploads.PREFIX):
        return None
    return shelf().get(uploads.owner(), key) or uploads.kept(key)


def _of_files(label: str, *names: str) -> Source:
    return Source(label, f"read_features({', '.join(map(repr, names))})", names)


def _on_server() -> dict[str, FoundFeatures]:
    folder = open_collections.server_folder()
    return _found(str(folder)) if folder else {}


@computed_once(2, ttl=60)
def _found(folder: str) -> dict[str, FoundFeatures]:
    try:
        return {open_collections.FOLDER + one.name: one for one in discover_features(folder)}
    except InputError:  # the folder went away
        return {}


@computed_once(1, spinner="Drawing the bundled set")
def _bundled() -> Features:
    return synthetic()


@computed_once(4, spinner="Reading features")
def _read(key: str, stamp: str, _reader: Callable[[], Features]) -> Features:
    return _reader()
