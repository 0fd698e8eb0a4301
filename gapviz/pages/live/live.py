"""The live component: the g control and all that follows the hand at every frame.

The browser computes with the modules beside this one; here the data are packed and the answers read.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from typing import Any
from uuid import uuid4

import numpy as np
import pyarrow as pa
import streamlit as st
from numpy.typing import NDArray

from gapviz import users
from gapviz.analysis.rankings.scores import by_id
from gapviz.arrays import BoolArray, IntArray
from gapviz.pages.live import scripts
from gapviz.pages.session.state import FIELDS, State, by_hand
from gapviz.profile import Profile
from gapviz.text.names import subscripted

MODULES = (
    "users.js",
    "measures.js",
    "rankings.js",
    "dom.js",
    "controls.js",
    "triangle.js",
    "cards.js",
    "bump.js",
    "leaderboard.js",
    "taumap.js",
    "address.js",
    "live.js",
)
"""The parts of the script, in an order in which each follows those that it imports."""

ACTIONS = ("collection", "undo", "redo", "reset", "python")
"""What the buttons can ask of the page."""

MOST_GRADES = 6
"""Highest grade for which there are sliders; the statistics grow with its square."""

TAU_ROW = 236
"""Height in px of the component's last row, whose right part is left free for the page on a wide screen."""


View = dict[str, Any]
"""The fields of the state that the hand changes in a component, by name."""


@dataclass(frozen=True)
class Event:
    """What the component says.

    Attributes
    ----------
    view : dict
        The latest value of each field that the hand can change.
    final : bool
        False while the hand still moves; slow panels and the link wait for True.
    action : str or None
        One of `ACTIONS`, in the one rerun after its button was pressed.
    """

    view: View
    final: bool
    action: str | None = None


@dataclass(frozen=True)
class Heading:
    """Texts above the cards: the collection, its size, and the conventions in force as chips.

    A chip is its text, a kind, "" or "warn", and a sentence that explains it.
    """

    title: str = ""
    facts: str = ""
    chips: tuple[tuple[str, str, str], ...] = ()


def script() -> str:
    """Return the modules as one."""
    return scripts.joined((*scripts.shared(), *map(_asset, MODULES)))


def tables(profile: Profile, counted: BoolArray) -> dict[str, NDArray[Any]]:
    """Return the statistics that measures.js reads, flat.

    ``S``, shape (N, T, c (c + 1) / 2): the statistics for h <= r, row by row. ``RB``, shape (T, c): the
    recall bases. ``counted``, shape (N, T): 1 where a topic takes part in the run's mean. Topics stand in
    the order in which means add them (`scores.by_id`).
    """
    r, h = np.tril_indices(profile.c)
    topics = by_id(profile.topics)
    return {
        "S": profile.S[:, topics][..., r, h].reshape(-1),
        "RB": profile.pool.recall_bases[topics].astype(np.float64).reshape(-1),
        "counted": counted[:, topics].astype(np.uint8).reshape(-1),
    }


def reach(recall_bases: IntArray, counted: BoolArray) -> list[float]:
    """Return the share of topics that have a document of grade 1, 2, … c or higher.

    ``recall_bases`` has shape (T, c). Topics are taken that ``counted``, shape (N, T), has for some run,
    or all where there is no run; without any topic, each share is 0. With the shares the browser has the
    highest reachable means under any g.

    Examples
    --------
    >>> reach(np.array([[3, 1], [2, 0], [0, 0]]), np.array([[True, False, False], [True, True, False]]))
    [1.0, 0.5]
    >>> reach(np.array([[3, 1], [0, 0]]), np.empty((0, 2), bool))
    [0.5, 0.5]
    """
    has = (recall_bases[counted.any(axis=0)] if len(counted) else recall_bases) > 0
    shares: list[float] = (has.sum(axis=0) / max(1, len(has))).tolist()
    return shares


def view_of(state: State, *, whole: bool) -> View:
    """Return what the component shows of a state: the whole one, or the control of g alone."""
    return {one.name: getattr(state, one.name) for one in by_hand(whole=whole)}


def places(names: Sequence[str]) -> list[int]:
    """Return where each name stands in the order of names, from 0; it breaks ties of ranks.

    Examples
    --------
    >>> places(["b", "a", "B"])
    [2, 1, 0]
    """
    order = sorted(range(len(names)), key=names.__getitem__)
    where: list[int] = np.argsort(order).tolist()
    return where


def live(
    profile: Profile,
    state: State,
    *,
    digest: str,
    counted: BoolArray,
    heading: Heading | None,
    can: Sequence[str] = (),
    key: str = "live",
    on_change: Callable[[], None] = lambda: None,
) -> Event:
    """Show the rail, the cards, the bump chart, the leaderboard and the tau map; return the latest view.

    The page holds the state: it passes its own at every run of the script and adopts the view that it
    gets back. What the component itself reported is not sent to it again; any other view (undo, a
    link, another page) replaces what the component shows.

    Parameters
    ----------
    profile : Profile
        With grades up to `MOST_GRADES`.
    state : State
        Fitted to the grades.
    digest : str
        Digest of the profile: equal for equal statistics. They travel again only when it changes.
    counted : bool array, shape (N, T)
        Topics that take part in the mean of each run (`Scores.counted`).
    heading : Heading or None
        None shows the rail alone.
    can : sequence of str
        Those of `ACTIONS` whose buttons work now.
    key : str
        Widget key, also the prefix of what is kept in the session.
    on_change : callable
        Called before the rerun that a report causes; `heard` tells it what was reported.
    """
    whole = heading is not None
    view = view_of(state, whole=whole)
    statistics = f"{digest}-{hashlib.sha256(counted.tobytes()).hexdigest()}"
    seed = _seed(key, view)
    config = {
        "digest": statistics,
        "session": seed["session"],
        "rev": seed["rev"],
        "view": seed["view"],
        "runs": profile.runs,
        "place": places(profile.runs),
        "reach": reach(profile.pool.recall_bases, counted),
        "presets": [(subscripted(name), g) for name, g in users.presets(profile.c).items()],
        "shape": (*profile.shape, profile.c),
        "link": [(one.name, one.parameter, one.default) for one in by_hand(whole=whole)],
        "can": list(can),
        "whole": whole,
        **asdict(heading or Heading()),
    }
    result = _component()(
        key=key,
        data={"config": config, **(_frames(statistics, profile, counted) if whole else {})},
        default={"event": None},
        on_event_change=on_change,
        on_action_change=on_change,
    )
    event = _read(result.event, seed) or Event(view, final=True)
    seed["returned"] = event.view
    return replace(event, action=result.action)


def heard(key: str = "live") -> Event | None:
    """Return what the component reported last, for a callback; None where that counts for nothing now."""
    reported, seed = st.session_state.get(key), st.session_state.get(f"{key}.seed")
    if not reported or not seed:
        return None
    event = _read(reported.get("event"), seed)
    if event:
        seed["returned"] = event.view  # the caller adopts it, and this component may not run again for it
    action = reported.get("action")
    return replace(event or Event(seed["view"], final=True), action=action) if event or action else None


@functools.cache
def _component() -> Any:
    return st.components.v2.component(
        "gapviz_live",
        html=_asset("live.html"),
        css=scripts.tokens() + _asset("live.css"),
        js=script(),
    )


@st.cache_resource(max_entries=8, show_spinner=False)
def _frames(digest: str, _profile: Profile, _counted: BoolArray) -> dict[str, pa.Table]:
    """Arrow tables of one column, which travel without a conversion at each run; the digest is the key."""
    return {name: pa.table({"v": values}) for name, values in tables(_profile, _counted).items()}


def _seed(key: str, view: View) -> dict[str, Any]:
    """Return the view to send and its revision: new ones where the page's view is not the component's."""
    name = f"{key}.seed"
    seed: dict[str, Any] | None = st.session_state.get(name)
    if seed is None:
        seed = {"session": uuid4().hex, "rev": 0, "view": view}
    else:
        # A component that was not shown for a while has lost its state and knows only the seed.
        event = _read(st.session_state.get(key, {}).get("event"), seed)
        known = (event.view, seed["returned"]) if event else (seed["view"],)
        if view not in known:
            seed = {"session": seed["session"], "rev": seed["rev"] + 1, "view": view}
    st.session_state[name] = seed
    return seed


def _read(event: Mapping[str, Any] | None, seed: Mapping[str, Any]) -> Event | None:
    """Read a report; one of another session, or from before the latest revision, counts for nothing."""
    if event is None or (event["session"], event["rev"]) != (seed["session"], seed["rev"]):
        return None
    view = {
        name: FIELDS[name].read(values) if any(values) else FIELDS[name].default
        for name, values in event["view"].items()
    }
    return Event(view, final=bool(event["final"]))


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
