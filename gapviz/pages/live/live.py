"""The live component: the g control and all that follows the hand at every frame.

The browser computes with the modules of `gapviz.web`; here the data are sent and the answers read.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

import pyarrow as pa
import streamlit as st

from gapviz.arrays import BoolArray
from gapviz.pages.server.computed_once import computed_once
from gapviz.pages.session.state import FIELDS, State, by_hand
from gapviz.profile import Profile
from gapviz.web import scripts
from gapviz.web.data import Heading, config_of, tables, topics_of

ACTIONS = ("collection", "undo", "redo", "reset", "python")
"""What the buttons can ask of the page."""

View = dict[str, Any]
"""The fields of the state that the hand changes in a component, by name."""


@dataclass(frozen=True)
class Event:
    """What the component reports to Python.

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


def view_of(state: State, *, whole: bool) -> View:
    """Return what the component shows of a state: the whole one, or the control of g alone."""
    return {one.name: getattr(state, one.name) for one in by_hand(whole=whole)}


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
    """Show the rail, cards, bump chart, leaderboard, tau map and topics; return the latest view.

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
        **config_of(profile, counted, heading or Heading()),
        **(topics_of(profile) if whole else {}),
        "digest": statistics,
        "session": seed["session"],
        "rev": seed["rev"],
        "view": seed["view"],
        "now": view,
        "link": [(one.name, one.parameter, one.default) for one in by_hand(whole=whole)],
        "can": list(can),
        "whole": whole,
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
        html=scripts.asset("live.html"),
        css=scripts.live_style(),
        js=scripts.together(*scripts.LIVE),
    )


@computed_once(8)
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
