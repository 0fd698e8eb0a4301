"""Views and figures as files: one HTML document that shows all and loads nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gapviz.text.names import for_file, for_html
from gapviz.text.tables import DIGITS, are_numbers, highest, written
from gapviz.theme import DARK, LIGHT, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from gapviz.text.tables import Table

Draw = Callable[[Theme], "go.Figure"]
"""Draws a figure in a theme."""

SVG_WIDTH = 900
"""Width in pixels of a figure that is saved from a narrower place."""

_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "form-action 'none'; base-uri 'none'"
)


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


@dataclass(frozen=True)
class Sheet:
    """A table of a report; the highest number of each column that is not of whole ones is bold.

    Attributes
    ----------
    title : str
    table : mapping from name to column, or pandas.DataFrame
    digits : int
        Decimals of numbers that are not whole.
    best : bool
        Whether the highest numbers are bold.
    note : str
        A sentence below it.
    """

    title: str
    table: Table
    digits: int = DIGITS
    best: bool = True
    note: str = ""


@dataclass(frozen=True)
class Lines:
    """Lines to copy: of a program, or of the command line."""

    title: str
    text: str


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
    described = "".join(f"<dt>{for_html(k)}</dt><dd>{for_html(v)}</dd>" for k, v in facts.items())
    chips = "".join(f"<li><b>{for_html(k)}</b> {for_html(v)}</li>" for k, v in conventions)
    listed = f"<h2>Conventions</h2><ul>{chips}</ul>" if chips else ""
    return _document(title, f"<dl>{described}</dl>{listed}", parts)


def figure_html(title: str, draw: Draw) -> str:
    """Write a figure as one HTML document, under the same rules as a report.

    Parameters
    ----------
    title : str
    draw : callable
        From a theme to the figure.

    Returns
    -------
    str

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


def _document(title: str, head: str, parts: Sequence[Part]) -> str:
    from plotly.offline import get_plotlyjs

    charts = [part for part in parts if isinstance(part, Chart)]
    body = "".join(_part(part, charts) for part in parts)
    script = ""
    if charts:
        specs = ",\n".join(_specification(chart, title) for chart in charts)
        script = f"<script>{get_plotlyjs()}</script>\n<script>const charts = [{specs}];{_SCRIPT}</script>"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{for_html(title)}</title><style>{_style()}</style></head>\n"
        f"<body><main><h1>{for_html(title)}</h1>{head}{body}</main>\n{script}</body></html>\n"
    )


def _part(part: Part, charts: Sequence[Chart]) -> str:
    heading = f"<h2>{for_html(part.title)}</h2>" if part.title else ""
    if isinstance(part, Lines):
        return f"<section>{heading}<pre>{_lines(part.text)}</pre></section>\n"
    inside = _frame(part, charts.index(part)) if isinstance(part, Chart) else _table(part)
    note = f"<p>{for_html(part.note)}</p>" if part.note else ""
    return f"<section>{heading}{inside}{note}</section>\n"


def _frame(chart: Chart, number: int) -> str:
    width = f' style="max-width:{chart.width}px"' if chart.width else ""
    return f'<div id="chart-{number}"{width}></div>'


def _lines(text: str) -> str:
    """Escape a text of several lines."""
    return "\n".join(map(for_html, text.splitlines()))


def _table(sheet: Sheet) -> str:
    heads, columns = [], []
    for name, values in sheet.table.items():
        column = list(values)
        side = ' class="n"' if are_numbers(column) else ""
        bold = set(highest(column, digits=sheet.digits)) if sheet.best else set()
        cells = [for_html(cell) for cell in written(column, digits=sheet.digits)]
        heads.append(f"<th{side}>{for_html(str(name))}</th>")
        columns.append(
            [f"<td{side}>{f'<b>{cell}</b>' if row in bold else cell}</td>" for row, cell in enumerate(cells)]
        )
    rows = "".join(f"<tr>{''.join(cells)}</tr>\n" for cells in zip(*columns, strict=True))
    return f"<table><thead><tr>{''.join(heads)}</tr></thead>\n<tbody>{rows}</tbody></table>"


def _specification(chart: Chart, title: str) -> str:
    """Write a chart in both themes, so that no text in it can end the script."""
    themes = {}
    for name, theme in (("light", LIGHT), ("dark", DARK)):
        figure = chart.draw(theme)
        # Labels stand in the margin, and the reader's own font may be wider than that of the app.
        right = figure.layout.margin.r or 0
        figure.update_layout(paper_bgcolor=theme.page, clickmode="event", margin_r=round(1.15 * right))
        themes[name] = json.loads(figure.to_json())
    themes["config"] = svg_config(for_file(title, chart.title))
    return json.dumps(themes, ensure_ascii=True).replace("<", "\\u003c")


def _style() -> str:
    night = ";".join(f"--{name}:{getattr(DARK, name)}" for name in _TOKENS)
    day = ";".join(f"--{name}:{getattr(LIGHT, name)}" for name in _TOKENS)
    return f":root{{{day}}}@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}{_RULES}"


_TOKENS = ("page", "ink", "ink2", "line", "chip", "grid")

_RULES = """
body{margin:0;background:var(--page);color:var(--ink);
 font:14px/1.45 "Source Sans 3","Source Sans Pro",system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:960px;margin:24px auto;padding:0 24px}
h1{font-size:22px;font-weight:650;margin:0 0 8px;overflow-wrap:anywhere}
h2{font-size:15px;font-weight:650;margin:24px 0 8px;overflow-wrap:anywhere}
p,dt,li{color:var(--ink2)}li b{color:var(--ink);font-weight:600}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin:0}
dd{margin:0;overflow-wrap:anywhere}ul{margin:0;padding-left:18px}
section{overflow-x:auto}
table{border-collapse:collapse;font-size:12.5px}
th,td{padding:3px 12px 3px 0;text-align:left;border-bottom:1px solid var(--grid);vertical-align:top}
th{color:var(--ink2);font-weight:600;border-bottom-color:var(--line)}
td{overflow-wrap:anywhere}.n{text-align:right;white-space:nowrap}
pre{background:var(--chip);border-radius:8px;padding:12px;white-space:pre-wrap;overflow-wrap:anywhere}
@media print{main{max-width:none;margin:0;padding:0}h2{break-after:avoid}tr,pre{break-inside:avoid}
 section{overflow:visible}thead{display:table-header-group}.modebar{display:none!important}}
"""

_SCRIPT = """
const dark = matchMedia("(prefers-color-scheme: dark)");
function draw(night) {
  charts.forEach(({ light, dark, config }, i) => {
    const { data, layout } = structuredClone(night ? dark : light);
    Plotly.react(`chart-${i}`, data, layout, config);
  });
}
dark.addEventListener("change", () => draw(dark.matches));
addEventListener("beforeprint", () => draw(false));
addEventListener("afterprint", () => draw(dark.matches));
draw(dark.matches);
"""
