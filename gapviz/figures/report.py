"""Charts in reports, and figures as files: one HTML document, with Plotly in it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Any

from gapviz.text.names import for_file
from gapviz.text.report import Lines, Sheet, document, preface, section
from gapviz.theme import DARK, LIGHT, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

Draw = Callable[[Theme], "go.Figure"]
"""Draws a figure in a theme."""

SVG_WIDTH = 900
"""Width in pixels of a figure that is saved from a narrower place."""


@dataclass(frozen=True)
class Chart:
    """A figure of a report.

    Attributes
    ----------
    title : str
    draw : callable
        From a theme to the figure: a report follows the reader's system, and is light on paper.
    width : int, optional
        Most pixels that it takes; by default the width of the page.
    note : str
        A sentence below it.
    """

    title: str
    draw: Draw
    width: int | None = None
    note: str = ""

    def frame(self, number: int) -> str:
        """Return the place of the chart in a document, as HTML."""
        width = f' style="max-width:{self.width}px"' if self.width else ""
        return f'<div id="chart-{number}"{width}></div>'


Part = Chart | Sheet | Lines


def report_html(
    *,
    title: str,
    facts: Mapping[str, str],
    parts: Sequence[Part],
    conventions: Sequence[tuple[str, str]] = (),
) -> str:
    """Write a view as one HTML document.

    Parameters
    ----------
    title : str
    facts : mapping of str to str
        What the numbers were made from, shown below the title.
    parts : sequence of Chart, Sheet and Lines
        In the order in which they stand.
    conventions : sequence of (short name, sentence)
        The conventions of means and rankings in force.

    Returns
    -------
    str
        A document that works offline: its policy forbids to load anything. Plotly stands in it once. All
        texts are escaped.

    Examples
    --------
    >>> text = report_html(title="A & B", facts={"g": "0.5, 0.5"}, parts=[Lines("Copy", "gapviz score")])
    >>> "<h1>A &amp; B</h1>" in text, "<pre>gapviz score</pre>" in text
    (True, True)
    """
    return _document(title, preface(facts, conventions), parts)


def figure_html(title: str, draw: Draw) -> str:
    """Write a figure as one HTML document, under the same rules as a report.

    Parameters
    ----------
    title : str
    draw : callable
        From a theme to the figure.

    Examples
    --------
    >>> import plotly.graph_objects as go
    >>> figure_html("tau", lambda theme: go.Figure()).startswith("<!DOCTYPE html>")
    True
    """
    return _document(title, "", [Chart("", draw)])


def svg_config(name: str, *, width: int | None = None, height: int | None = None) -> dict[str, Any]:
    """Return Plotly's settings for a figure with one button, which saves it as SVG in the browser.

    Parameters
    ----------
    name : str
        Of the file, without suffix; see `names.for_file`.
    width, height : int, optional
        Of the picture in pixels; by default as it is shown.

    Returns
    -------
    dict
        The ``config`` of Plotly's ``newPlot``.

    Examples
    --------
    >>> svg_config("tau")["toImageButtonOptions"]["filename"]
    'tau'
    """
    size = {"width": width, "height": height} if width or height else {}
    return {
        "displayModeBar": True,
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "svg", "filename": name, **size},
        "scrollZoom": False,
        "doubleClick": False,
        "responsive": True,
    }


def _document(title: str, html: str, parts: Sequence[Part]) -> str:
    charts = [part for part in parts if isinstance(part, Chart)]
    numbers = count()
    for part in parts:
        inside = part.frame(next(numbers)) if isinstance(part, Chart) else part.html
        html += section(part.title, inside, "" if isinstance(part, Lines) else part.note)
    return document(title, html, _scripts(charts, title) if charts else ())


def _scripts(charts: Sequence[Chart], title: str) -> tuple[str, str]:
    """Return Plotly, and what draws the charts in their places."""
    from plotly.offline import get_plotlyjs

    specifications = ",\n".join(_specification(chart, title) for chart in charts)
    draw = files(__package__).joinpath("report.js").read_text(encoding="utf-8")
    return get_plotlyjs(), f"const charts = [{specifications}];\n{draw}"


def _specification(chart: Chart, title: str) -> str:
    """Write a chart in both themes, so that no text in it can end the script."""
    themes = {}
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        figure = chart.draw(theme)
        # Labels stand in the margin, and the reader's own font may be wider than that of the app.
        layout: Any = figure.layout
        layout.paper_bgcolor, layout.clickmode = theme.page, "event"
        layout.margin.r = round(1.15 * (layout.margin.r or 0))
        themes[name] = json.loads(figure.to_json())
    themes["config"] = svg_config(for_file(title, chart.title))
    return json.dumps(themes, ensure_ascii=True).replace("<", "\\u003c")
