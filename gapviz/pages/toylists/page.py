"""Toy lists: edit a ranked list, and see what every rank adds to every measure."""

from __future__ import annotations

from typing import Any

import streamlit as st

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.presets import Preset, presets
from gapviz.pages.live.rail import rail
from gapviz.pages.parts import markup, open_collections
from gapviz.pages.parts.frame import choice
from gapviz.pages.session.session import current, mirror, propose, tied
from gapviz.pages.session.state import fit
from gapviz.pages.toylists import edit, limits, measures, outputs, parts, sensitivity, trials
from gapviz.pages.toylists import markup as toylook
from gapviz.pages.toylists.parts import Toys
from gapviz.text.names import for_html, for_markdown

KEYS = (
    "Click a document to step its grade, drag it to another rank. Keys: ← → move along, digits set the "
    "grade, Alt + ← → carry the document, Alt + ↓ out of the list, Delete removes."
)

SHORT = {
    "3122": "3, 1, 2, 2",
    "one-in-eleven-0.5": "One two in eleven, g₂ = 0.5",
    "one-in-eleven-0.9": "the same, g₂ = 0.9",
    "late-1": "1 one, then a two",
    "late-10": "10 ones, then a two",
    "late-100": "100 ones",
    "swap-before": "A swap that lowers xGAP",
    "swap-after": "after the swap",
    "kishida-a": "Kishida a",
    "kishida-b": "b",
    "kishida-c": "c",
    "kishida-d": "d",
    "kishida-e": "e",
}
"""Names of the bundled lists where there is little room."""

TOGETHER = {"swap-before": "swap-after", "swap-after": "swap-before"}
"""Bundled lists that say something beside another one."""

PANELS = {
    "limits": "Limits and disagreement",
    "experiments": "Random experiments",
    "worth": "What a document is worth",
    "outputs": "All outputs",
}


def show() -> None:
    """Show the page."""
    theme = open_collections.theme()
    raw = current("toylists")
    mirror(raw)
    toy = parts.read(raw.toy) or parts.FIRST
    state, unfit = fit(raw, toy.c)
    view = parts.toys(state, theme)
    st.html(edit.styles())
    head(view)
    parts.notes(unfit)
    rail(parts.for_g(toy), state, theme, moving=(*edit.follow(toy), *measures.FOLLOW))
    examples(view)
    measures.cards(view)
    edit.bars_head(view)
    edit.editor(view)
    edit.second(view)
    left, right = st.columns([1.35, 1], gap="medium")
    with left:
        measures.values_table(view)
    with right:
        measures.chooser(view)
        measures.terms(view)
    below(view)


def head(view: Toys) -> None:
    """Show the title, what the hand can do, and the scale."""
    left, right = st.columns([2.9, 1.1])
    left.html(markup.title("Toy lists", KEYS))
    with right.container(horizontal_alignment="right"):
        c = view.toy.c
        scales = {str(k): f"grades 0–{k}" if k == min(2, c) else f"0–{k}" for k in sorted({1, 2, 3, 4, c})}
        key = tied("scale", str(c))
        st.segmented_control(
            "Grades", list(scales), format_func=scales.__getitem__, key=key, required=True,
            label_visibility="collapsed", on_change=propose,
            args=(key, lambda _state, chosen: scaled(view, chosen)),
        )  # fmt: skip


def scaled(view: Toys, chosen: str | None) -> dict[str, Any]:
    """Fields of the state for another scale; the second list follows."""
    if not chosen:
        return {}
    c = int(chosen)
    other = "" if view.other is None else str(view.other.scale(c))
    return {"toy": str(view.toy.scale(c)), "other": other}


def examples(view: Toys) -> None:
    """Offer bundled lists and orders of this one, and say what to look at."""
    shown = at(view)
    words = {"ideal": "Ideal", "worst": "Worst first", **{one.key: SHORT[one.key] for one in presets()}}
    key = tied("examples", shown.key if shown else None)
    left, right = st.columns([4.6, 1])
    left.pills("Examples", list(words), format_func=words.__getitem__, key=key, on_change=propose,
             args=(key, lambda _state, chosen: example(view.toy, chosen)),
             label_visibility="collapsed")  # fmt: skip
    step = f"last step: {for_html(view.words)}<br>" if view.words else ""
    right.html(f'<p class="gv-step">{step}{toylook.bases(view.toy)}</p>')
    # What comes and goes has a place that stays: a new place in the page would take the tiles their focus.
    with st.container():
        if shown:
            printed = ", ".join(f"{name} {value}" for name, value in shown.printed.items())
            said = f"{shown.shows} {shown.source}." + (f" The paper prints {printed}." if printed else "")
            st.caption(for_markdown(said))


def at(view: Toys) -> Preset | None:
    """Bundled list that is shown with its own g."""
    mine = (view.toy, view.state.g)
    return next((one for one in presets() if (one.toy, one.g) == mine), None)


def example(toy: ToyList, key: str | None) -> dict[str, Any]:
    """Fields of the state for an example; with none chosen nothing changes."""
    if key is None:
        return {}
    if key in ("ideal", "worst"):
        return {"toy": str(toy.ideal if key == "ideal" else toy.worst)}
    by_key = {one.key: one for one in presets()}
    chosen = by_key[key]
    other = str(by_key[TOGETHER[key]].toy) if key in TOGETHER else ""
    return {"toy": str(chosen.toy), "g": chosen.g, "locked": (), "other": other}


def below(view: Toys) -> None:
    """Show the part of the page that is chosen."""
    choice("panel", PANELS, view.state.panel, label="More about the list")
    {"limits": limits.show, "experiments": trials.show, "worth": sensitivity.show, "outputs": outputs.show}[
        view.state.panel
    ](view)
