"""Charts and tables of a page under test."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
from streamlit.testing.v1 import AppTest

from tests.pages.app import run_file

QRELS = "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 a 1\n2 0 b 2\n"
FIRST = run_file(("1", "a", 3), ("1", "b", 2), ("2", "a", 2), ("2", "b", 1))
SECOND = run_file(("1", "c", 3), ("1", "b", 2), ("2", "b", 2), ("2", "a", 1))
ONE_GRADE = "1 0 a 1\n1 0 b 0\n1 0 c 1\n2 0 a 0\n2 0 b 1\n"
FOUR_GRADES = "1 0 a 4\n1 0 b 3\n1 0 c 1\n2 0 a 2\n2 0 b 4\n"


def chart(app: AppTest, place: int) -> dict[str, Any]:
    """Return the data and layout of a chart by its place on the page."""
    found: dict[str, Any] = json.loads(app.get("plotly_chart")[place].proto.spec)
    return found


def trace(figure: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a trace by its name."""
    return next(one for one in figure["data"] if one.get("name") == name)


def table(app: AppTest, column: str | tuple[str, str]) -> pd.DataFrame:
    """Return the first table that has a column."""
    found: pd.DataFrame = next(one.value for one in app.dataframe if column in one.value.columns)
    return found
