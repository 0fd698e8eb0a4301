"""Topics: which of them separate two runs, which change sides with the users, and what each offers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.rankings.topics import Offers, Separation, flips, offers, separation
from gapviz.analysis.users.family import GRADED, Graded
from gapviz.figures.topics import MOST_TOPICS, recall_bars, separation_bars
from gapviz.pages.parts import cached, open_collections, run_choices, user_shares
from gapviz.pages.parts.frame import View, chart, choice, frame, panel, save, table
from gapviz.pages.parts.script import Script
from gapviz.pages.session.session import commit
from gapviz.pages.topics import script
from gapviz.text.names import for_markdown, shorten
from gapviz.theme import Theme


def show() -> None:
    """Show the page."""
    frame("topics", "Topics", body, lines)


def lines(view: View) -> Script:
    """Lines that give the numbers of the page outside the browser."""
    pair = run_choices.named(view, run_choices.pair_by_mean(view))
    return script.topics(view.source, run_choices.graded(view.state), pair)


def body(view: View) -> None:
    """Show the panels of the page."""
    measure = run_choices.graded(view.state)
    chosen = run_choices.pair_by_mean(view)
    if chosen is None:
        st.info("One run is loaded: topics separate two. What each topic offers stands below.")
    else:
        now = _compared(view, measure, chosen, view.state.g)
        first, second = run_choices.means(view)[list(chosen)].tolist()
        left, right = st.columns([1.75, 1], gap="medium")
        with right:
            run_choices.ask_pair(view, chosen)
            with st.container(border=True):
                st.html(user_shares.standing(first, second, measure))
            flipped = _flips(view, measure, chosen, now)
        with left:
            _separation(view, measure, chosen, now, flipped)
    _offers(view)


def _compared(view: View, measure: Graded, chosen: tuple[int, int], g: Sequence[float]) -> Separation:
    return separation(cached.standing(view, g).scores, FAMILY.index(measure), *chosen)


def _separation(
    view: View, measure: Graded, chosen: tuple[int, int], now: Separation, flipped: Sequence[int]
) -> None:
    """Show what each topic adds to the difference of the two means."""
    order = now.order.tolist()

    def draw(theme: Theme) -> Any:
        return separation_bars(now, order=order, flipped=flipped, theme=theme, marked=view.state.topic)

    with panel("Topics that separate A and B"):
        choice("sort", {name: name for name in GRADED}, measure, label="Measure")
        save(view, draw, "topics that separate")
    if not now.parts.any():
        st.info("A and B have the same score on every topic.")
        return
    names = view.opened.profile.runs
    note = (
        "What each topic adds to the mean of A less that of B: up for A, down and striped for B; they sum to "
        "the difference of the means. "
        + _more(len(order))
        + ("× marks a flip. " if flipped else "")
        + f"A: {names[chosen[0]]}, B: {names[chosen[1]]}."
    )
    chart(
        view, draw, "separation", on_click=lambda data: _mark(view, now.topics[int(data[0])]),
        alt="What each topic adds to the difference of two means; the table below has the same numbers.",
        title=f"Topics that separate A and B by {measure}", note=note,
    )  # fmt: skip
    with st.expander("As a table"):
        table(view, partial(_parts, view, now, flipped), "separation", height=320)


def _more(count: int) -> str:
    rest = count - MOST_TOPICS
    return f"The first {MOST_TOPICS} topics are drawn; {rest} more are in the table. " if rest > 0 else ""


def _parts(view: View, now: Separation, flipped: Sequence[int]) -> pd.DataFrame:
    order = now.order.tolist()
    counts = open_collections.counts(view.opened)
    first, second = now.values[:, order].tolist()  # noqa: PD011 - an array, not a frame
    return pd.DataFrame(
        {
            "topic": [now.topics[t] for t in order],
            "A": first,
            "B": second,
            "A − B": now.differences[order],
            "adds to the mean": now.parts[order],
            **{f"R{k}": counts[order, k] for k in range(1, counts.shape[1])},
            "flipped": ["yes" if t in flipped else "" for t in order],
        }
    )


def _flips(view: View, measure: Graded, chosen: tuple[int, int], now: Separation) -> list[int]:
    """Show the topics on which the other run leads than under the pinned g; returns their numbers."""
    with st.container(border=True):
        row = panel("Flips against the pinned g")
        if not view.state.pinned:
            st.caption("Pin a g, then move it: the topics on which A and B change sides are listed here.")
            return []
        before = _compared(view, measure, chosen, view.state.pinned)
        places = flips(now, before)
        if not places.size:
            st.caption("No topic: on each the same run leads as under the pinned g.")
            return []

        def build() -> pd.DataFrame:
            return pd.DataFrame(
                {
                    "topic": [now.topics[t] for t in places.tolist()],
                    "A − B, pinned": before.differences[places],
                    "A − B, now": now.differences[places],
                }
            )

        table(view, build, "flips", height=min(240, 40 + 28 * len(places)), row=row)
        flipped: list[int] = places.tolist()
        return flipped


def _offers(view: View) -> None:
    """Show the recall bases by grade, and where documents of a grade are few."""
    counted = view.counted_by_some
    offered = offers(view.opened.profile.pool, view.state.g, counted=counted)
    order = np.argsort(-offered.recall_bases[:, 0], kind="stable").tolist()
    few = [mask for name, mask in offered.flags.items() if name != "nothing relevant"]
    flagged = np.flatnonzero(np.any(few, axis=0)).tolist() if few else []

    def draw(theme: Theme) -> Any:
        return recall_bars(offered, order=order, flagged=flagged, theme=theme, marked=view.state.topic)

    with panel("Relevant documents by grade"):
        st.html(_grades(view), width="content")
        save(view, draw, "recall bases")
    counts = "; ".join(f"{name}: {int(mask.sum())}" for name, mask in offered.flags.items())
    note = f"▼ marks topics with few documents of a grade (R₁ ≥ 10 Rₖ > 0): {counts}. "
    chart(view, draw, "recall bases", on_click=lambda data: _mark(view, offered.topics[int(data[0])]),
          alt="Relevant documents of each topic by grade; the table below has the numbers.",
          title="Relevant documents by grade", note=note + _more(len(order)))  # fmt: skip
    if view.state.topic in offered.topics:
        t = offered.topics.index(view.state.topic)
        st.markdown(_said(view.state.topic, offered, t))
    with st.expander("As a table"):
        table(view, partial(_frame, offered, order), "topics offered", height=360)


def _grades(view: View) -> str:
    c = view.opened.profile.c
    parts = "".join(
        f'<span><i style="background:{color}"></i>grade {k}</span>'
        for k, color in enumerate(view.theme.grade_colors(c), start=1)
    )
    return f'<div class="gv-key">{parts}</div>'


def _said(name: str, offered: Offers, t: int) -> str:
    bases = ", ".join(f"{n} from grade {h}" for h, n in enumerate(offered.recall_bases[t].tolist(), start=1))
    flags = ", ".join(flag for flag, mask in offered.flags.items() if mask[t])
    return f"**Topic {for_markdown(shorten(name, 60))}**: {bases}" + (f"; {flags}." if flags else ".")


def _frame(offered: Offers, order: Sequence[int]) -> pd.DataFrame:
    rows = list(order)
    c = offered.counts.shape[1]
    return pd.DataFrame(
        {
            "topic": [offered.topics[t] for t in rows],
            **{f"R{k + 1}": offered.counts[rows, k] for k in range(c)},
            **{f"RB{h + 1}": offered.recall_bases[rows, h] for h in range(c)},
            **{
                name: ["yes" if flag else "" for flag in mask[rows].tolist()]
                for name, mask in offered.flags.items()
            },
            **{f"{name}, highest": offered.ceilings[m, rows] for m, name in enumerate(GRADED)},
        }
    )


def _mark(view: View, name: str) -> None:
    commit(topic="" if name == view.state.topic else name)
