"""Open collections: from a key in the address to a collection and its profile, read once for all sessions."""

from __future__ import annotations

import argparse
import dataclasses
import functools
import gc
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from gapviz.analysis.rankings.scores import scores
from gapviz.arrays import BoolArray, frozen
from gapviz.collection import stored_uploads
from gapviz.collection.errors import InputError
from gapviz.collection.grades import MENDABLE, GradeMap
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.health.report import Health
from gapviz.collection.load import Found, discover
from gapviz.collection.model import Collection
from gapviz.collection.stored_uploads import cache_folder
from gapviz.collection.synthetic.draw import likeness
from gapviz.collection.synthetic.likenesses import LIKENESSES
from gapviz.figures.style.layout import prepare
from gapviz.pages.live.rail import Data
from gapviz.pages.parts import markup, uploads
from gapviz.pages.parts.loading import Loading
from gapviz.pages.server import departed, theme_message, turns
from gapviz.pages.server.computed_once import computed_once, digest
from gapviz.pages.server.wanted import waiting
from gapviz.pages.session.state import FIRST_COLLECTION, State, mark
from gapviz.profile import Profile, profile
from gapviz.text.names import for_markdown
from gapviz.theme import DARK, LIGHT, Theme

FOLDER = "server/"
"""What keys of collections in the server's folder start with."""

PARSED = "collections"
"""Part of the cache folder with what was read from files of the server."""

LOOK_AGAIN = 2
"""Seconds after which the files of an open collection on the server are looked at again."""

BUNDLED = {one.name: one for one in LIKENESSES}
"""The bundled collections by key; they are synthetic."""

LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 86 24" width="86" height="24">'
    '<g fill="#159a8c"><rect x="1" y="11" width="4.5" height="10" rx="1"/>'
    '<rect x="8" y="3" width="4.5" height="18" rx="1"/>'
    '<rect x="15" y="8" width="4.5" height="13" rx="1"/></g>'
    '<text x="28" y="19" font-family="Source Sans,sans-serif" font-size="18" font-weight="700" '
    'fill="#159a8c">gapviz</text></svg>'
)
"""Three bars and the name, in a colour that both themes carry."""


@dataclass(frozen=True, eq=False)
class Opened:
    """A collection under the conventions of a state.

    Attributes
    ----------
    key : str
    collection : Collection
    profile : Profile
    notes : tuple of str
        What had to be answered otherwise than the state asked.
    stands_in : bool
        Whether this is shown in place of the collection of the state, which is not to be had.
    """

    key: str
    collection: Collection
    profile: Profile
    notes: tuple[str, ...] = ()
    stands_in: bool = False

    @property
    def identity(self) -> str:
        """What cached calls know it by."""
        return digest((self.key, _conventions(self.collection), self.collection.fingerprint))

    @property
    def fingerprint(self) -> str:
        """What tells the data from others, as an address holds it."""
        runs, topics = self.profile.shape
        return mark(self.collection.fingerprint, runs, topics)

    def named(self, state: State) -> State:
        """Return a state whose address names the data that are open.

        Where they stand in for others, the address goes on to name those: it is right again as soon as
        they are to be had.
        """
        return state if self.stands_in else state.replace(fingerprint=self.fingerprint)


def theme() -> Theme:
    """Tokens of the theme that the browser shows; sends the style sheet along."""
    tokens = DARK if st.context.theme.type == "dark" else LIGHT
    st.html(markup.styles(tokens))
    return tokens


def of(state: State) -> Opened:
    """Open the collection that a state names, or the first bundled one where that can't be read here.

    Raises
    ------
    InputError
        Where even that fails.
    """
    key = state.collection
    uploads.here()
    try:
        return _opened(key, state.grades, state)
    except (InputError, KeyError) as error:
        note = f"{_refusal(key, error)} {FIRST_COLLECTION} is shown in its place."
        # The mapping of the state is for the grades of the other collection.
        fallback = _opened(FIRST_COLLECTION, "", state)
        return dataclasses.replace(fallback, notes=(note,), stands_in=True)


def _opened(key: str, grades: str, state: State) -> Opened:
    """Open a collection under a grade mapping, or as it is where that does not fit."""
    base = read(key, state)
    notes = Loading.of(state).notes(base) if key.startswith(FOLDER) else ()
    try:
        mapped = _mapped(base, grades, key)
    except InputError as error:
        notes += (f"The grade mapping was not applied. {error}.",)
        mapped = _mapped(base, "", key)
    return Opened(key, mapped, _profile(mapped.fingerprint, mapped), notes)


def _refusal(key: str, error: InputError | KeyError) -> str:
    """Say why a collection can't be opened."""
    if isinstance(error, InputError):
        way = " Write what they count as under Grades on the page Collection, for example 0.5:1,1:2."
        return f"{error}.{way if error.expected.startswith(MENDABLE) else ''}"
    if key.startswith(uploads.PREFIX):
        return (
            "The link was made with uploaded files, which are not kept here, or no more. "
            "Upload the same files to see the same numbers."
        )
    return f"The collection {key[:80]} is not to be had here."


def read(key: str, state: State) -> Collection:
    """Return a collection as its files have it, before any grade mapping.

    Raises
    ------
    KeyError
        Where this browser has no such collection.
    InputError
        Where its judgements cannot be used.
    """
    loading = Loading.of(state)
    if key in BUNDLED:
        return _bundled(key)
    if key.startswith(uploads.PREFIX):
        upload = uploads.shelf().get(uploads.owner(), key)
        if upload is None:
            upload = uploads.kept(key)
            if upload is None:
                raise KeyError(key)
            uploads.shelf().put(uploads.owner(), upload)
        with st.spinner("Reading the uploaded files", show_time=True):
            return upload.load(loading)
    if key in server_collections():
        with st.spinner(f"Reading {for_markdown(key.removeprefix(FOLDER))} on the server", show_time=True):
            return _from_server(key, loading, state.grades)
    raise KeyError(key)


def _from_server(key: str, loading: Loading, grades: str) -> Collection:
    """Read a collection in the server's folder; under a grade mapping only where it has to be."""
    place = _looked(str(server_folder()), key)
    if place is None:
        raise KeyError(key)
    loaded = _on_server(key, loading, place.stamp, place)
    if isinstance(loaded, InputError) and grades:
        loaded = _on_server(key, dataclasses.replace(loading, grades=grades), place.stamp, place)
    if isinstance(loaded, InputError):
        raise loaded.with_traceback(None)
    return loaded


def server_folder() -> Path | None:
    """Folder named on the command line: ``gapviz app --collections DIR``."""
    return _folder(*sys.argv[1:])


def server_collections() -> dict[str, Any]:
    """Keys of the collections in the server's folder, with how to load each."""
    folder = server_folder()
    return _discovered(str(folder)) if folder else {}


def counts(opened: Opened) -> Any:
    """R[k] of every topic, shape (T, c + 1)."""
    return opened.profile.pool.counts


def counted(opened: Opened, state: State) -> BoolArray:
    """Topics that the mean of each run counts under the conventions of a state, shape (N, T)."""
    return _counted(opened.collection.fingerprint, state.topics, state.empty, opened.profile)


def for_g(opened: Opened, state: State) -> Data:
    """Return the statistics that the control of g computes with."""
    return Data(opened.profile, opened.collection.fingerprint, counted(opened, state))


@computed_once()
def health(opened: Opened) -> Health:
    """Return data health of an open collection."""
    return opened.collection.health()


@functools.cache
def settle() -> None:
    """Begin to serve, once: threads take turns, and what figures need is out of the collector's way."""
    sys.setswitchinterval(turns.SWITCH)
    prepare()
    gc.collect()
    gc.freeze()
    departed.watch()
    theme_message.keep()
    stored_uploads.expire(uploads.folder())


@functools.cache
def _folder(*arguments: str) -> Path | None:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--collections", type=Path)
    folder: Path | None = parser.parse_known_args(arguments)[0].collections
    return folder


@computed_once(3, spinner="Generating the bundled collection")
def _bundled(name: str) -> Collection:
    return likeness(name)


@computed_once(64, ttl=LOOK_AGAIN)
def _looked(folder: str, key: str) -> Found | None:
    place: Found | None = _discovered(folder)[key].again()
    return place


@computed_once(8)
def _on_server(key: str, loading: Loading, stamp: str, _found: Found) -> Collection | InputError:
    """Read the files with this stamp; that their grades need another mapping is kept too."""
    cache = cache_folder() / PARSED
    try:
        with waiting(uploads.AT_ONCE):
            return _found.load(identities=True, errors="collect", cache=cache, **loading.options())
    except InputError as error:
        if not error.expected.startswith(MENDABLE):
            raise
        return error


@computed_once(2, ttl=60, spinner="Looking through the folder of collections")
def _discovered(folder: str) -> dict[str, Any]:
    try:
        places = discover(folder)
    except InputError:  # the folder went away, or was never there
        return {}
    names = [one.name for one in places]
    return {
        f"{FOLDER}{one.name}" + (f"/{one.qrels.name}" if names.count(one.name) > 1 else ""): one
        for one in places
    }


def _mapped(base: Collection, grades: str, key: str) -> Collection:
    problems = "\n".join(map(str, base.problems))  # they are no part of the fingerprint
    return _under(base.fingerprint, _conventions(base), problems, grades, key, base)


def _conventions(collection: Collection) -> str:
    """How the files were read, which is no part of the fingerprint."""
    return f"{collection.ranking} {collection.rules} {collection.grade_map}"


@computed_once()
def _under(
    fingerprint: str, conventions: str, problems: str, grades: str, key: str, _collection: Collection
) -> Collection:
    mapped = _collection.with_grades(GradeMap.parse(grades)) if grades else _collection
    grade_counts(mapped)  # refuses grades that need a mapping here, before anything else asks
    return mapped


@computed_once()
def _profile(fingerprint: str, _collection: Collection) -> Profile:
    return profile(_collection)


@computed_once()
def _counted(fingerprint: str, topics: Any, empty: Any, _profile: Profile) -> BoolArray:
    return frozen(scores(_profile, ["AP(rel=1)"], topics=topics, empty=empty).counted)
