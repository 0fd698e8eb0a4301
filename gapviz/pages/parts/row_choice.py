"""Tables whose rows choose what they stand for: runs, or one topic."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from gapviz.pages.parts import tables
from gapviz.pages.session.session import choose, tied
from gapviz.pages.session.state import State


def runs_table(
    table: pd.DataFrame, names: Sequence[str], state: State, key: str, *, columns: dict[str, Any],
    height: int | None = None,
) -> None:  # fmt: skip
    """Show a table with a row for each run, the selected ones marked; a row that is ticked is selected.

    Parameters
    ----------
    table : pandas.DataFrame
    names : sequence of str
        Run of each row.
    state : State
    key : str
        Also what a screen reader says.
    columns : dict
        ``column_config`` of ``st.dataframe``.
    height : int, optional
        In pixels.
    """
    marked = [row for row, name in enumerate(names) if name in state.selected]
    rows_table(table, key, marked, partial(_runs, names), columns=columns, height=height)


def rows_table(
    table: pd.DataFrame, key: str, marked: Sequence[int], change: Any, *, columns: dict[str, Any],
    height: int | None, single: bool = False,
) -> None:  # fmt: skip
    """Show a table with some rows marked; what is ticked goes to `change` with the state."""
    tied(key, {"selection": {"rows": list(marked), "columns": [], "cells": []}})
    st.dataframe(
        tables.plain(table), key=key, height=height or "auto", hide_index=True, row_height=28,
        on_select=partial(choose, key, change), column_config=columns, alt=key.capitalize(),
        selection_mode="single-row" if single else "multi-row",
    )  # fmt: skip


def _runs(names: Sequence[str], state: State, rows: Sequence[int]) -> dict[str, Any]:
    marked = [names[row] for row in rows if row < len(names)]
    # Those that were selected before stay in their order; a new one comes last.
    kept = [name for name in state.selected if name in marked]
    return {"selected": (*kept, *[name for name in marked if name not in kept])}
