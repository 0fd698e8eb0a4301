"""The editor of a toy list: tiles, what each rank adds under them, and a second list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st

from gapviz.analysis.toylists.lists import ToyList
from gapviz.figures.contributions import contribution_bars
from gapviz.pages.parts import save_menu
from gapviz.pages.parts.frame import CONFIG, choice, panel
from gapviz.pages.session.session import can_step, commit, whole
from gapviz.pages.toylists import markup
from gapviz.pages.toylists.parts import Toys, documents, moving, numbers, save, splits
from gapviz.pages.toylists.tiles.tiles import LEFT, RIGHT, TRAY, Edit, steps, tiles
from gapviz.theme import Theme

BARS = 196
"""Height of the bars in pixels."""


def follow(toy: ToyList) -> tuple[str, ...]:
    """Keys of the editor's fragments that follow g while the hand moves it."""
    return ("toy bars",) if toy.ranked else ()


def bars_head(view: Toys) -> None:
    """Write the heading of the tiles and bars, with what they show."""
    with panel("Contribution of each rank"):
        st.html(markup.legend(splits(view), view.theme), width="stretch")
        words = {"rank": "Per rank", "total": "Running total", "table": "Table"}
        choice("bars", words, view.state.bars, label="Contributions")
        if view.state.bars == "table":
            save_menu.table(lambda: by_rank(view), "toy list", "contributions table")
        else:
            save(view, lambda theme: draw_bars(view, theme), "contributions")


def editor(view: Toys) -> None:
    """Show the list as tiles, with the bars of each rank under them."""
    note = markup.tray_note(view.toy, view.family["eGAP"])
    table = view.state.bars == "table"
    drawn = bool(view.toy.ranked) and not table
    with st.container(key="gv-toy", gap=None):
        tiles(
            view.toy, key="tiles", label="Ranked list", note=note, gap=BARS if drawn else 12,
            can_undo=can_step(-1), on_change=_edit("tiles", "toy", view.toy),
        )  # fmt: skip
        if drawn:
            with st.container(key="gv-toy-bars"):
                ranks(view)
    if view.toy.ranked and table:
        ranks(view)


@st.fragment(key="toy bars")
def ranks(view: Toys) -> None:
    """Show what each rank adds; follows g while the hand moves it."""
    now = moving(view)
    if now.state.bars == "table":
        numbers(by_rank(now), "by rank")
        return
    st.plotly_chart(
        draw_bars(now, now.theme), theme=None, key="toy bars", config=CONFIG,
        alt="What each rank adds to each measure; the view Table has the same numbers.",
    )  # fmt: skip


def second(view: Toys) -> None:
    """Show the list beside, or offer one."""
    if view.other is None:
        st.button("Compare with a second list", icon=":material/compare_arrows:", on_click=commit,
                  kwargs={"other": str(view.toy)}, key="compare")  # fmt: skip
        return
    with panel("The second list"):
        st.button("Exchange the two", on_click=commit, key="exchange", type="tertiary",
                  kwargs={"toy": str(view.other), "other": str(view.toy)})  # fmt: skip
        st.button("Close", on_click=commit, kwargs={"other": ""}, key="close second", type="tertiary")
    note = "Its values stand in the table below, beside those of the first list."
    if view.other.c != view.toy.c:
        note = "It is on another scale, so it is not compared."
    with st.container(key="gv-toy-second"):
        tiles(view.other, key="other tiles", label="Second list", note=note, gap=8, can_undo=can_step(-1),
              on_change=_edit("other tiles", "other", view.other))  # fmt: skip


def draw_bars(view: Toys, theme: Theme) -> Any:
    """Draw what each rank adds."""
    return contribution_bars(
        splits(view), documents(view.toy), theme=theme, running=view.state.bars == "total", height=BARS,
        sides=(LEFT, RIGHT),
    )  # fmt: skip


def by_rank(view: Toys) -> pd.DataFrame:
    """Lay out what each rank adds as a table."""
    shown: dict[str, Any] = {name: one.by_rank for name, one in splits(view).items()}
    length = len(view.toy.ranked)
    return pd.DataFrame({"rank": range(1, length + 1), "document": documents(view.toy), **shown})


def styles() -> str:
    """Rules that put the bars into the gap of the tiles, and lay out what toy lists show."""
    return (
        "<style>.st-key-gv-toy{position:relative}"
        f".st-key-gv-toy-bars{{position:absolute;left:0;right:0;bottom:{TRAY}px;height:{BARS}px}}"
        f"{markup.RULES}</style>"
    )


def _edit(key: str, field: str, before: ToyList) -> Callable[[], None]:
    """Make the callback of the tiles: each step of the hand is one of undo, however many come at once."""

    def told() -> None:
        crossed = False
        with whole() as memory:
            done = list(steps(key))  # all of them first: this asks Streamlit, where the run may end
            memory.act()  # the address that came along is older than what the hand did
            for made in done:
                text = getattr(memory.state, field)
                if not isinstance(made, Edit):
                    memory.step(1 if made == "redo" else -1)
                    crossed |= getattr(memory.state, field) != text
                elif not crossed and str(made.toy) != text:  # what crossed an undo was made on another list
                    if field == "toy":
                        memory.edited = (text or str(before), str(made.toy), made.words)
                    memory.act(**{field: str(made.toy)})
                    memory.settle_on(memory.state)

    return told
