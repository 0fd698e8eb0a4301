"""User models: the highest mean that each measure can reach, and g from a click log."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.topics import Offers, offers
from gapviz.analysis.users.ceilings import ceilings as highest
from gapviz.analysis.users.clicks import ClickedModel, clicked_model
from gapviz.analysis.users.family import GRADED
from gapviz.collection.errors import InputError
from gapviz.collection.reading.clicks import read_clicks
from gapviz.pages.live import pieces
from gapviz.pages.parts import open_collections
from gapviz.pages.parts.frame import View, panel, table
from gapviz.pages.session.session import commit
from gapviz.text.names import for_markdown, subscript
from gapviz.text.numbers import counted, percent, thousands

MOST_MEGABYTES = 20
"""Of a click log."""


FROM = {
    "share": "Shares of the clicks",
    "rate": "Clicks per judged document",
}
"""What g is taken from, as in `clicked_model`."""

TOLD = {
    "share": "g is the share of the clicks on relevant documents by grade (Robertson, Kanoulas and Yilmaz, "
    "section 2.1). It tells what is clicked on, not how many users have a threshold: who accepts grade 1 "
    "clicks on higher grades too, and the more documents a grade has the more clicks it gets.",
    "rate": "C, the share of users who accept a grade, is in proportion to the clicks per judged document of "
    "it; all accept the highest. This takes documents of all grades to be seen as often.",
}


def ceilings(view: View) -> None:
    """Show which topics cannot reach 1 under this g, and what they cost the mean."""
    some = view.counted_by_some
    offered = offers(view.opened.profile.pool, view.state.g, counted=some)
    reachable = highest(open_collections.counts(view.opened), view.state.g, counted=some).tolist()
    low = [int(((row < 1) & some).sum()) for row in offered.ceilings]
    with panel("Ceilings"):
        st.html(
            pieces.measure_values(
                [(m, f"{v:.3f}") for m, v in zip(GRADED, reachable, strict=True)], view.theme
            )
        )
    total = int(some.sum())
    if not any(low):
        said = "The one topic" if total == 1 else f"Each of the {total} topics"
        st.caption(f"{said} that {'counts' if total == 1 else 'count'} can reach 1 under this g.")
        return
    said = "; ".join(
        f"{name}: {count} of {counted(total, 'topic')} cannot reach 1, so that no mean can pass {value:.3f}"
        for name, count, value in zip(GRADED, low, reachable, strict=True)
        if count
    )
    st.caption(
        f"{said}. These topics have no document of the grades that some users ask for. "
        "Means are never scaled up for this."
    )
    nothing = int(offered.flags["nothing relevant"].sum())
    if nothing and view.state.empty == "zero":
        st.button(f"Leave out the {nothing} with nothing relevant", key="leave out", on_click=commit,
                  kwargs={"empty": "omit"})  # fmt: skip
    with st.expander("The topics, as a table"):
        table(view, partial(_low, offered), "ceilings", height=280)


def _low(offered: Offers) -> pd.DataFrame:
    rows = np.flatnonzero((offered.ceilings < 1).any(axis=0)).tolist()
    rows.sort(key=lambda t: -float(offered.costs[:, t].max()))
    return pd.DataFrame(
        {
            "topic": [offered.topics[t] for t in rows],
            **{f"R{k + 1}": offered.counts[rows, k] for k in range(offered.counts.shape[1])},
            **{f"{name}, highest": offered.ceilings[m, rows] for m, name in enumerate(GRADED)},
            **{f"{name}, cost": offered.costs[m, rows] for m, name in enumerate(GRADED)},
        }
    )


def clicks(view: View) -> None:
    """Offer to take g from a click log."""
    with st.expander("g from a click log", icon=":material/ads_click:"):
        st.caption(
            "Lines of topic, document and number of clicks; users are taken to click on what they find "
            "relevant. The intervals are from topics that are drawn again."
        )
        log = st.file_uploader("Click log", key="click log", max_upload_size=MOST_MEGABYTES)
        if log is None:
            return
        kind = st.segmented_control("g from", list(FROM), default="share", format_func=FROM.__getitem__,
                                    required=True, key="clicks kind")  # fmt: skip
        st.caption(TOLD[kind])
        judged = open_collections.counts(view.opened) if kind == "rate" else None
        try:
            read = read_clicks(log, view.opened.collection, encoding=view.state.encoding)
            clicked = clicked_model(read, judged=judged)
        except InputError as error:
            st.error(for_markdown(f"{error}."), icon=":material/error:")
            return
        st.markdown(
            f"{counted(clicked.clicks, 'click')} on relevant documents of "
            f"{counted(clicked.topics, 'topic')}; "
            f"{thousands(clicked.left_out)} left out: "
            "on grade 0, without a judgement, or of other topics."
        )
        if clicked.contradicted:
            st.info(
                "A grade has fewer clicks per document than a lower one, which no g explains. This g is the "
                "nearest to it."
            )
        table(view, partial(_clicked, clicked), "g from clicks")
        st.button("Take this g", key="take g", on_click=commit, kwargs={"g": _model(clicked)})


def _clicked(clicked: ClickedModel) -> pd.DataFrame:
    c = len(clicked.g)
    columns: dict[str, Any] = {
        "": [f"g{subscript(h)}" for h in range(1, c + 1)],
        **({} if clicked.rates is None else {"clicks per document": clicked.rates}),
        "share of clicks" if clicked.rates is None else "g": clicked.g,
        f"low, {percent(clicked.level)}": clicked.low,
        f"high, {percent(clicked.level)}": clicked.high,
    }
    return pd.DataFrame(columns)


def _model(clicked: ClickedModel) -> tuple[float, ...]:
    g = clicked.g.copy()
    g[int(g.argmax())] += 1.0 - g.sum()
    return tuple(g.tolist())
