"""Tables of the pages: results laid out in columns; nothing is computed here but order and text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.rankings.ranks import rank_changes
from gapviz.analysis.rankings.standings import FAMILY, RunTopics, Standings
from gapviz.arrays import IntArray
from gapviz.figures.bump import change
from gapviz.pages.parts.markup import Card
from gapviz.text.names import for_cell
from gapviz.text.numbers import in_words, signed


def card(now: Standings, before: Standings | None, row: int) -> Card:
    """Fill the card of one measure."""
    winner = now.winner(row)
    tau, was = _tau(now, row), _tau(before, row) if before else None
    return Card(
        measure=FAMILY[row],
        winner=now.runs[winner],
        mean=float(now.means[row, winner]),
        tau=tau,
        change=tau - was if tau is not None and was is not None else None,
        was=before.runs[before.winner(row)] if before else "",
        pinned=before is not None,
    )


def _tau(one: Standings, row: int) -> float | None:
    tau = float(one.tau[0, row])
    return None if np.isnan(tau) else tau


def order(now: Standings, sort: str) -> list[int]:
    """Numbers of the runs from rank 1 on under a measure."""
    rows: list[int] = np.argsort(now.ranks[FAMILY.index(sort)]).tolist()
    return rows


def leaderboard(
    now: Standings, baseline: Standings | None, *, sort: str, order: Sequence[int]
) -> pd.DataFrame:
    """Means and rank changes, in `order`; changes are from AP, or from `baseline` under the same measure."""
    row = FAMILY.index(sort)
    changes = rank_changes(now.ranks[row], baseline.ranks[row] if baseline else now.ranks[0])
    shown = list(order)
    columns = FAMILY if sort == "AP" else FAMILY[1:]
    table: dict[str, Any] = {
        "rank": now.ranks[row, shown],
        "run": [now.runs[i] for i in shown],
        **{name: now.means[FAMILY.index(name), shown] for name in columns},
    }
    if baseline or sort != "AP":
        table["vs pinned" if baseline else "vs AP"] = [_places(int(changes[i])) for i in shown]
    return pd.DataFrame(table)


def _places(gained: int) -> str:
    """Write a change of rank as a file can hold it: a spreadsheet would compute the "=" of charts."""
    return change(gained) if gained else "0"


def leaderboard_columns(sort: str) -> dict[str, Any]:
    """How the leaderboard's columns are written."""
    means = {
        name: st.column_config.NumberColumn(f"↓ {name}" if name == sort else name, format="%.4f", width=59)
        for name in FAMILY
    }
    return {
        "rank": st.column_config.NumberColumn("#", width=34),
        "run": st.column_config.TextColumn("run", width=118),
        **means,
        "vs AP": st.column_config.TextColumn(width=52, help="Places gained or lost against AP"),
        "vs pinned": st.column_config.TextColumn(width=60, help="Places gained or lost against the pinned g"),
    }


def tau(now: Standings) -> pd.DataFrame:
    """Kendall's tau-b between the four measures, "undefined" in words."""
    text = [[in_words(value, digits=3) for value in line] for line in now.tau.tolist()]
    return pd.DataFrame(text, index=pd.Index(FAMILY, name="τ-b"), columns=list(FAMILY))


def readable(frame: pd.DataFrame, *, digits: int = 4) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Write a table for readers: "undefined" in words, plain names, and how many decimals the numbers have.

    Returns
    -------
    frame : pandas.DataFrame
    columns : dict
        ``column_config`` of ``st.dataframe``.
    """
    shown, columns = plain(frame), {}
    for name in frame.columns:
        if not pd.api.types.is_float_dtype(frame[name]):
            continue
        if frame[name].isna().any():
            shown[name] = [signed(in_words(value, digits=digits)) for value in frame[name].tolist()]
        else:
            columns[str(name)] = st.column_config.NumberColumn(format=f"%.{digits}f")
    return shown, columns


def plain(frame: pd.DataFrame) -> pd.DataFrame:
    """Write the names in a table so that each reads as it is spelled."""
    texts = frame.select_dtypes(["object", "string"]).columns
    written = {one: for_cell(one) for name in texts for one in set(frame[name]) if isinstance(one, str)}
    return frame.assign(**{name: [written.get(one, one) for one in frame[name]] for name in texts})


def topics(rows: RunTopics, order: IntArray, counts: IntArray) -> pd.DataFrame:
    """Scores of a run topic by topic, beside the median run and the judged documents of each grade."""
    shown = order.tolist()
    return pd.DataFrame(
        {
            "topic": [rows.topics[t] for t in shown],
            **{name: rows.scores[k, shown] for k, name in enumerate(FAMILY[1:])},
            "median run, eGAP": rows.median[shown],
            **{f"R{k}": counts[shown, k] for k in range(1, counts.shape[1])},
            "in the mean": rows.counted[shown],
        }
    )


def topic_columns() -> dict[str, Any]:
    """How the topics' columns are written."""
    names = (*FAMILY[1:], "median run, eGAP")
    return {name: st.column_config.NumberColumn(format="%.4f") for name in names}


def health_columns() -> dict[str, Any]:
    """How the columns of data health are written."""
    share = st.column_config.NumberColumn
    return {
        "run": st.column_config.TextColumn(width=170, pinned=True),
        "depth_min": share("least depth"),
        "depth_median": share("median depth", format="%.0f"),
        "depth_max": share("most depth"),
        "tied": share("tied rows", format="percent"),
        "misranked_topics": share("misranked topics", help="The rank column contradicts the scores"),
        "missing_topics": share("missing topics"),
        "extra_topics": share("extra topics"),
        "unjudged_10": share("unjudged at 10", format="percent"),
        "unjudged_100": share("unjudged at 100", format="percent"),
        "judged": share("judged retrieved"),
    }


def discovered(place: Any) -> str:
    """Say what a collection in the server's folder holds."""
    return f"{place.qrels.name}, {len(place.runs)} runs" if place.runs else "a store"
