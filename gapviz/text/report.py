"""Reports as text: a document of HTML that loads nothing, with tables and lines to copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from gapviz.text.names import for_html
from gapviz.text.tables import DIGITS, are_numbers, highest, written
from gapviz.theme import DARK, LIGHT

if TYPE_CHECKING:
    from gapviz.text.tables import Table

_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "form-action 'none'; base-uri 'none'"
)


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

    @property
    def html(self) -> str:
        """The table as HTML."""
        heads, columns = [], []
        for name, values in self.table.items():
            column = list(values)
            side = ' class="n"' if are_numbers(column) else ""
            bold = set(highest(column, digits=self.digits)) if self.best else set()
            cells = [for_html(cell) for cell in written(column, digits=self.digits)]
            marked = [f"<b>{cell}</b>" if row in bold else cell for row, cell in enumerate(cells)]
            heads.append(f"<th{side}>{for_html(str(name))}</th>")
            columns.append([f"<td{side}>{cell}</td>" for cell in marked])
        rows = "".join(f"<tr>{''.join(cells)}</tr>\n" for cells in zip(*columns, strict=True))
        return f"<table><thead><tr>{''.join(heads)}</tr></thead>\n<tbody>{rows}</tbody></table>"


@dataclass(frozen=True)
class Lines:
    """Lines to copy: of a program, or of the command line."""

    title: str
    text: str

    @property
    def html(self) -> str:
        """The lines as HTML."""
        return "<pre>" + "\n".join(map(for_html, self.text.splitlines())) + "</pre>"


def section(title: str, html: str, note: str = "") -> str:
    """Put HTML below a heading, and a sentence below it; either may be empty.

    Examples
    --------
    >>> section("A & B", Lines("", "gapviz score").html).rstrip()
    '<section><h2>A &amp; B</h2><pre>gapviz score</pre></section>'
    """
    heading = f"<h2>{for_html(title)}</h2>" if title else ""
    said = f"<p>{for_html(note)}</p>" if note else ""
    return f"<section>{heading}{html}{said}</section>\n"


def preface(facts: Mapping[str, str], conventions: Sequence[tuple[str, str]]) -> str:
    """Write what the numbers were made from, and the conventions in force: short names and sentences."""
    described = "".join(f"<dt>{for_html(k)}</dt><dd>{for_html(v)}</dd>" for k, v in facts.items())
    chips = "".join(f"<li><b>{for_html(k)}</b> {for_html(v)}</li>" for k, v in conventions)
    return f"<dl>{described}</dl>" + (f"<h2>Conventions</h2><ul>{chips}</ul>" if chips else "")


def document(title: str, html: str, scripts: Sequence[str] = ()) -> str:
    """Write a document of HTML that works offline: its policy forbids to load anything.

    Parameters
    ----------
    title : str
    html : str
        What stands below the title.
    scripts : sequence of str
        Run in their order, at the end.
    """
    run = "\n".join(f"<script>{script}</script>" for script in scripts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{for_html(title)}</title><style>{_style()}</style></head>\n"
        f"<body><main><h1>{for_html(title)}</h1>{html}</main>\n{run}</body></html>\n"
    )


def _style() -> str:
    tokens = ("page", "ink", "ink2", "line", "chip", "grid")
    day, night = (";".join(f"--{name}:{getattr(theme, name)}" for name in tokens) for theme in (LIGHT, DARK))
    rules = files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    return f":root{{{day}}}@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n{rules}"
