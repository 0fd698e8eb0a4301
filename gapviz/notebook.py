"""How values show themselves in a notebook: as tables, names as text."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd

ROWS = 30
"""Rows of a table that a notebook shows; of more, the first and the last."""


def shown_table(title: str, table: Mapping[str, Iterable[object]] | pd.DataFrame, *, digits: int = 4) -> str:
    """Write a table below a title; numbers that do not exist are "undefined".

    Parameters
    ----------
    title : str
    table : mapping from name to column, or pandas.DataFrame
    digits : int
        Decimals of numbers that are not whole.

    Returns
    -------
    str

    Examples
    --------
    >>> text = shown_table("Means", {"run": ["<b>"], "AP": [0.56666]})
    >>> "<td>&lt;b&gt;</td>" in text, "<td>0.5667</td>" in text
    (True, True)
    """
    import pandas as pd

    body = pd.DataFrame(table).to_html(
        index=False, border=0, max_rows=ROWS, na_rep="undefined", float_format=f"{{:.{digits}f}}".format
    )
    return f"<p><b>{html.escape(title)}</b></p>{body}"


def shown_facts(title: str, facts: Mapping[str, str]) -> str:
    """Write facts below a title, one a line.

    Examples
    --------
    >>> shown_facts("small", {"runs": "12"})
    '<p><b>small</b></p><table><tr><th>runs</th><td>12</td></tr></table>'
    """
    rows = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(v)}</td></tr>" for k, v in facts.items())
    return f"<p><b>{html.escape(title)}</b></p><table>{rows}</table>"
