"""A toy list on a page: tiles to edit, what the measures say, and what each rank adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from gapviz.analysis.contributions import Contributions, contributions
from gapviz.analysis.standings import FAMILY, family_texts
from gapviz.analysis.toylists import Document, ToyList
from gapviz.analysis.toyprofile import applicable
from gapviz.analysis.toyvalues import Said, said
from gapviz.collection.errors import InputError
from gapviz.collection.grades import UNJUDGED
from gapviz.figures.contributions import contribution_bars
from gapviz.figures.names import for_markdown
from gapviz.figures.theme import Theme
from gapviz.measures import MEASURES
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.pages import downloads, toylook
from gapviz.pages.frame import CONFIG, choice, panel
from gapviz.pages.session import act, can_step, commit, mirror, step
from gapviz.pages.state import State
from gapviz.pages.tiles.tiles import LEFT, RIGHT, TRAY, acted, edited, tiles

FIRST = ToyList.parse("2.1021u1020101.211")
"""The list that the page opens with."""

BARS = 196
"""Height of the bars in pixels."""

MOST_BARS = 6
"""Measures that have bars."""


@dataclass(frozen=True)
class Toys:
    """What the pages of toy lists show.

    Attributes
    ----------
    toy : ToyList
    other : ToyList or None
        The list beside it.
    state : State
        With a g that fits the list's scale.
    theme : Theme
    before : ToyList or None
        The list before the last step.
    words : str
        The last step in words.
    """

    toy: ToyList
    other: ToyList | None
    state: State
    theme: Theme
    before: ToyList | None = None
    words: str = ""

    @property
    def family(self) -> dict[str, Measure]:
        """AP, GAP, xGAP and eGAP under the g in force, by their short names."""
        return dict(zip(FAMILY, map(measure, family_texts(self.state.g)), strict=True))

    @property
    def measures(self) -> dict[str, Measure]:
        """The family, then the measures beside it."""
        return {**self.family, **{text: measure(text) for text in self.state.beside}}

    @property
    def fitting(self) -> dict[str, Measure]:
        """Those of `measures` that fit the list's scale."""
        return {name: one for name, one in self.measures.items() if applicable(one, self.toy.c)}


def read(text: str) -> ToyList | None:
    """Read a list of the state; None for none."""
    return ToyList.parse(text) if text else None


def toys(state: State, theme: Theme, default: ToyList = FIRST) -> Toys:
    """Gather what the pages show, with the last step where the list is still what it made."""
    toy = read(state.toy) or default
    last: tuple[str, str, str] = st.session_state.get("toy step", ("", "", ""))
    fresh = last[1] == str(toy)
    before = read(last[0]) if fresh else None
    return Toys(toy, read(state.other), state, theme, before, last[2] if fresh else "")


def editor(view: Toys, *, bars: bool = True) -> None:
    """Show the list as tiles, with the bars of each rank under them."""
    note = toylook.tray_note(view.toy, view.family["eGAP"])
    shown = bars and view.state.bars != "table" and bool(view.toy.ranked)
    with st.container(key="gv-toy", gap=None):
        tiles(
            view.toy, key="tiles", label="Ranked list", note=note, gap=BARS if shown else 12,
            can_undo=can_step(-1), on_change=_edit("tiles", "toy", view.toy),
        )  # fmt: skip
        if shown:
            with st.container(key="gv-toy-bars"):
                st.plotly_chart(
                    draw_bars(view, view.theme), theme=None, key="toy bars", config=CONFIG,
                    alt="What each rank adds to each measure; the view Table has the same numbers.",
                )  # fmt: skip
    if bars and not shown and view.toy.ranked:
        numbers(by_rank(view), "by rank")


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


def cards(view: Toys) -> None:
    """Show what the family says."""
    rows = said(list(view.family.values()), view.toy, before=view.before, other=view.other)
    st.html(toylook.cards(dict(zip(FAMILY, rows, strict=True)), view.theme))


def bars_head(view: Toys) -> None:
    """Write the heading of the tiles and bars, with what they show."""
    with panel("Contribution of each rank"):
        st.html(toylook.legend(splits(view), view.theme), width="stretch")
        words = {"rank": "Per rank", "total": "Running total", "table": "Table"}
        choice("bars", words, view.state.bars, label="Contributions")
        if view.state.bars == "table":
            downloads.table(lambda: by_rank(view), "toy list", "contributions table")
        else:
            save(view, lambda theme: draw_bars(view, theme), "contributions")


def chooser(view: Toys) -> None:
    """Offer measures beside the family."""
    offered = [text for text in others(view.toy.c) if text not in view.state.beside]
    key = "beside"
    st.session_state[key] = list(view.state.beside)
    st.multiselect(
        "Measures beside GAP, xGAP, eGAP and AP", [*view.state.beside, *offered], key=key,
        accept_new_options=True, max_selections=12, on_change=_choose,
        placeholder="Choose, or type one such as nDCG@5", help="Any measure of the page Measures, as text",
    )  # fmt: skip
    if trouble := st.session_state.pop("beside trouble", ""):
        st.warning(for_markdown(trouble), icon=":material/info:")


def values_table(view: Toys) -> None:
    """Show all chosen measures as a table."""
    table = values_frame(view)
    with panel("Values"):
        with st.popover("In Python", icon=":material/code:", type="tertiary"):
            st.caption("The same numbers from Python; the address of this page is a link to this view.")
            st.code(toylook.python(view.toy, list(view.fitting.values())), language="python", wrap_lines=True)
        downloads.table(lambda: table, "toy list", "toy values")
    numbers = {name: st.column_config.NumberColumn(format="%.4f") for name in ("value", "second list")}
    changes = {name: st.column_config.NumberColumn(format="%+.4f") for name in ("last step", "difference")}
    st.dataframe(table, hide_index=True, key="toy values", column_config={**numbers, **changes}, alt="Values")


def terms(view: Toys) -> None:
    """Show the arithmetic of a measure, rank by rank."""
    parts = splits(view, most=None)
    with st.expander("The formula's terms", icon=":material/functions:"):
        if not parts:
            st.caption("None of the chosen measures is a sum over ranks of this list.")
            return
        name = st.selectbox("Measure", list(parts), key="terms of", index=min(1, len(parts) - 1))
        st.latex(view.measures[name].definition.formula)
        table = toylook.terms(parts[name], documents(view.toy))
        downloads.table(lambda: table, "toy list", "toy terms")
        st.dataframe(table, hide_index=True, key="toy terms", alt="Terms", column_config={
            "adds": st.column_config.NumberColumn(format="%.6f"),
            "running total": st.column_config.NumberColumn(format="%.6f")})  # fmt: skip


def splits(view: Toys, most: int | None = MOST_BARS) -> dict[str, Contributions]:
    """Split the measures that are sums over ranks, by name; AP is not among the bars."""
    found = {}
    for name, one in view.fitting.items():
        split = contributions(one, view.toy)
        if split is not None and (name != "AP" or most is None):
            found[name] = split
    return dict(list(found.items())[:most])


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


def values_frame(view: Toys) -> pd.DataFrame:
    """Lay out what all chosen measures say."""
    rows = said(list(view.measures.values()), view.toy, before=view.before, other=view.other)
    columns: dict[str, Callable[[Said], Any]] = {"measure": lambda row: str(row.measure)}
    columns["value"] = lambda row: row.value
    if any(row.step is not None for row in rows):
        columns["last step"] = lambda row: row.step
    if view.other is not None:
        columns["second list"] = lambda row: row.other
        columns["difference"] = lambda row: row.difference
    if any(row.problem or row.measure.definition.better == "lower" for row in rows):
        columns["note"] = lambda row: row.problem or f"{row.measure.definition.better} is better"
    return pd.DataFrame({name: [get(row) for row in rows] for name, get in columns.items()})


def numbers(table: pd.DataFrame, key: str, *, height: int | None = None) -> None:
    """Show a table whose columns with fractions have four decimals."""
    shown = {
        name: st.column_config.NumberColumn(format="%.4f") for name in table.select_dtypes("float").columns
    }
    st.dataframe(table, hide_index=True, key=key, height=height or "auto", column_config=shown)


def documents(toy: ToyList) -> list[str]:
    """Say what each document is."""
    return [named(grade) for grade in toy.ranked]


def named(grade: Document) -> str:
    """Say what a document is."""
    if grade is None:
        return "outside the pool"
    return "unjudged" if grade == UNJUDGED else f"grade {grade}"


@st.cache_data(max_entries=16, show_spinner=False)
def others(c: int) -> tuple[str, ...]:
    """Texts of one measure for each row of the table that fits a scale, without the graded family."""
    found = [measure(row.example) for row in MEASURES if row.name not in FAMILY[1:]]
    return tuple(str(one) for one in found if applicable(one, c))


def save(view: Toys, draw: Callable[[Theme], Any], what: str) -> None:
    """Offer a chart as files."""
    downloads.figure(draw, "toy list", what, theme=view.theme, title=f"Toy list: {what}")


def as_table(build: Callable[[], pd.DataFrame], what: str, *, height: int | None = None) -> None:
    """Show the numbers of a chart as a table, to be opened, with its files."""
    with st.expander("As a table"):
        downloads.table(build, "toy list", f"{what} table")
        numbers(build(), what, height=height)


def hold(fields: Mapping[str, Any], words: str, before: ToyList | None = None) -> None:
    """Change the state at once, and remember the step; callbacks call this."""
    if before is not None:
        st.session_state["toy step"] = (str(before), fields["toy"], words)
    act(**fields)


def _edit(key: str, field: str, before: ToyList) -> Callable[[], None]:
    def told() -> None:
        if action := acted(key):
            step(1 if action == "redo" else -1)
            act()
            return
        act()  # the address that came along is older than what the hand did
        edit = edited(key)
        if edit is not None and str(edit.toy) != getattr(st.session_state["state"], field):
            hold({field: str(edit.toy)}, edit.words, before if field == "toy" else None)
            mirror(st.session_state["state"])

    return told


def _choose() -> None:
    kept: list[str] = []
    for text in _texts(st.session_state["beside"]):
        try:
            kept.append(str(measure(text)))
        except InputError as error:
            st.session_state["beside trouble"] = f"{error}."
    act(beside=tuple(dict.fromkeys(kept)))


def _texts(values: Sequence[Any]) -> list[str]:
    return [str(value) for value in values]


def styles() -> str:
    """Rules that put the bars into the gap of the tiles, and lay out what toy lists show."""
    return (
        "<style>.st-key-gv-toy{position:relative}"
        f".st-key-gv-toy-bars{{position:absolute;left:0;right:0;bottom:{TRAY}px;height:{BARS}px}}"
        f"{toylook.RULES}</style>"
    )
