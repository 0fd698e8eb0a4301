"""The tiles of a toy list: clicks, drags and keys edit it; the page gets the list as a text.

The browser edits with the modules beside this one; every number comes from the page.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any
from uuid import uuid4

import streamlit as st

from gapviz.analysis.toylists.lists import ToyList
from gapviz.collection.errors import InputError
from gapviz.web import scripts

MODULES = ("edits.js", "tiles.js")
"""The parts of the script, in an order in which each follows those that it imports."""

LEFT, RIGHT = 40, 52
"""Pixels beside the columns of the ranks: for a chart's axis, and for the tile that adds."""

LEAST = 25
"""Width of a rank's column in pixels from which on tiles stand in columns; narrower ones wrap."""

TRAY = 74
"""Height of the tray in pixels."""


@dataclass(frozen=True)
class Edit:
    """What the hand made of the list in one step.

    Attributes
    ----------
    toy : ToyList
        The list now.
    words : str
        The step in words: "rank 8, grade 1 → 2".
    """

    toy: ToyList
    words: str


def script() -> str:
    """Return the modules as one."""
    return scripts.joined((*map(scripts.asset, scripts.SHARED), *map(_asset, MODULES)))


def tiles(
    toy: ToyList,
    *,
    key: str,
    label: str,
    note: str,
    gap: int,
    can_undo: bool,
    on_change: Callable[[], None],
) -> None:
    """Show a list to edit.

    The page holds the list: it passes its own at every run of the script. What the hand did is not sent
    back to it; any other list (undo, a preset, a link) replaces what the tiles show.

    Parameters
    ----------
    toy : ToyList
    key : str
        Widget key, also the prefix of what is kept in the session.
    label : str
        Name of the list for screen readers.
    note : str
        Sentence in the tray.
    gap : int
        Pixels between tiles and tray, where the page puts a chart.
    can_undo : bool
        Whether the page has a step to undo.
    on_change : callable
        Called before the rerun that the hand causes; `steps` tells it what was done.
    """
    text, seed = str(toy), _seed(key, str(toy))
    config = {
        "key": key, "session": seed["session"], "rev": seed["rev"], "seen": seed["seen"], "text": text,
        "label": label, "note": note, "undo": can_undo,
        "gap": gap, "tray": TRAY, "left": LEFT, "right": RIGHT, "least": LEAST,
    }  # fmt: skip
    _component()(
        key=key,
        data={"config": config},
        default={"hand": None},
        on_hand_change=on_change,
    )


def steps(key: str) -> Iterator[Edit | str]:
    """Tell a callback what the hand did since it was asked last: edits, "undo" and "redo", in order.

    Fast steps come in one report. A report of another session counts for nothing, and so does an edit
    that was made before the latest revision arrived.
    """
    seed: dict[str, Any] | None = st.session_state.get(f"{key}.seed")
    hand = _hand(key, seed) if seed else None
    if not seed or not hand:
        return
    new = max(0, int(hand["done"]) - seed["seen"])
    seed["seen"] += new
    for one in hand["steps"][-new:] if new else ():
        if one.get("act") in ("undo", "redo"):
            yield one["act"]
        elif (edit := _read(one, seed)) is not None:
            seed["hand"] = str(edit.toy)
            yield edit


@functools.cache
def _component() -> Any:
    return st.components.v2.component(
        "gapviz_tiles",
        html=_asset("tiles.html"),
        css=scripts.tokens() + _asset("tiles.css"),
        js=script(),
    )


def _seed(key: str, text: str) -> dict[str, Any]:
    """Return the list to send and its revision: new ones where the page's list is not the tiles'."""
    name = f"{key}.seed"
    seed: dict[str, Any] | None = st.session_state.get(name)
    if seed is None:
        seed = {"session": uuid4().hex, "rev": 0, "text": text, "seen": 0}
    else:
        # Tiles that were not shown for a while have lost their state and know only the seed.
        shown = _hand(key, seed) is not None
        if text != (seed.get("hand", seed["text"]) if shown else seed["text"]):
            seed = {"session": seed["session"], "rev": seed["rev"] + 1, "text": text, "seen": seed["seen"]}
    st.session_state[name] = seed
    return seed


def _hand(key: str, seed: Mapping[str, Any]) -> Any:
    """Latest report of this session; a browser may still hold one of the server before this one."""
    hand = (st.session_state.get(key) or {}).get("hand")
    return hand if hand and hand["session"] == seed["session"] else None


def _read(step: Any, seed: Any) -> Edit | None:
    """Read an edit; one that was made before the latest revision arrived counts for nothing."""
    if not step or step["rev"] != seed["rev"]:
        return None
    try:
        return Edit(ToyList.parse(str(step["text"])), str(step["words"])[:80])
    except InputError:
        return None


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
