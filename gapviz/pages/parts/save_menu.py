"""The menu Save beside tables and figures: files are made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from gapviz.figures.report import SVG_WIDTH, Draw, figure_html, svg_config
from gapviz.text.names import for_file, for_markdown
from gapviz.text.tables import DIGITS, table_csv, table_latex
from gapviz.theme import Theme

BOM = "\ufeff"
"""Tells a spreadsheet that a CSV file is UTF-8."""

PREVIEW_WIDTH = 520
"""Of a figure in its menu, in pixels."""

Make = Callable[[], str]
"""Makes the text of a file; it runs apart from the page and must not touch the session."""


def table(
    build: Callable[[], pd.DataFrame],
    *parts: str,
    digits: int = DIGITS,
    best: Sequence[str] | None = None,
    more: Mapping[str, Make] | None = None,
) -> None:
    """Offer a table as CSV and LaTeX.

    Parameters
    ----------
    build : callable
        Makes the table when a file is asked for; an index that has a name becomes a column.
    parts : str
        Of the file's name: the collection's name, and what the table is. The key is made from the last.
    digits, best
        See `gapviz.text.tables.table_latex`.
    more : mapping from label to callable, optional
        Further files; the label ends with the suffix, as in "LaTeX, as in the paper .tex".
    """
    files: dict[str, Make] = {
        "CSV .csv": lambda: table_csv(_whole(build())),
        "LaTeX .tex": lambda: table_latex(_whole(build()), digits=digits, best=best),
        **(more or {}),
    }
    menu = _menu(parts[-1], "This table as a file")
    if menu.open:
        with menu:
            _buttons(files, *parts)


def figure(draw: Draw, *parts: str, theme: Theme, title: str) -> None:
    """Offer a figure as HTML, and as SVG, which the browser makes.

    Parameters
    ----------
    draw : callable
        From a theme to the figure.
    parts : str
        As in `table`.
    theme : Theme
        Of the page, and of the SVG.
    title : str
        Heading in the HTML file.
    """
    menu = _menu(parts[-1], "This figure as a file")
    if menu.open:
        shown = draw(theme)
        shown.layout.paper_bgcolor = theme.page
        with menu:
            st.caption("The camera saves the figure as SVG.")
            st.plotly_chart(
                shown, theme=None, key=f"picture {parts[-1]}", width=PREVIEW_WIDTH,
                config=svg_config(for_file(*parts), width=SVG_WIDTH),
            )  # fmt: skip
            _buttons({"HTML .html": partial(figure_html, title, draw)}, *parts)


def report(make: Make, *parts: str) -> None:
    """Offer the view as one HTML document."""
    st.download_button(
        "Report", partial(_bytes, make, ".html"), file_name=f"{for_file(*parts)}.html", mime="text/html",
        key=f"report {parts[-1]}", on_click="ignore", icon=":material/description:", width="stretch",
        help="This view, its tables and figures, as one HTML file that works offline",
    )  # fmt: skip


def live_page(make: Make, *parts: str, refused: str) -> None:
    """Offer the live view as one HTML document; `refused` says why there is none."""
    st.download_button(
        "Live page", partial(_bytes, make, ".html"), file_name=f"{for_file(*parts)}.html", mime="text/html",
        key=f"live page {parts[-1]}", on_click="ignore", icon=":material/web:", disabled=bool(refused),
        help=for_markdown(refused) or "This page with its sliders as one HTML file that needs no server",
        width="stretch",
    )  # fmt: skip


def _menu(what: str, help_text: str) -> Any:
    return st.popover(
        "Save", key=f"save {what}", icon=":material/download:", type="tertiary", help=help_text,
        on_change="rerun",
    )  # fmt: skip


def _buttons(files: Mapping[str, Make], *parts: str) -> None:
    names: set[str] = set()
    for label, make in files.items():
        words, suffix = label.rsplit(" ", 1)
        name = for_file(*parts) + suffix
        if name in names:
            name = for_file(*parts, words) + suffix
        names.add(name)
        st.download_button(
            words, partial(_bytes, make, suffix), file_name=name, width="stretch",
            key=f"{parts[-1]} {words}", on_click="ignore", type="tertiary",
        )  # fmt: skip


def _bytes(make: Make, suffix: str) -> bytes:
    return ((BOM if suffix == ".csv" else "") + make()).encode("utf-8")


def _whole(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.reset_index() if frame.index.name else frame
