"""Small pieces of HTML and tables of the toy lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from gapviz.analysis.toylists.contributions import Contributions
from gapviz.analysis.toylists.lists import Document, ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.analysis.toylists.values import Said
from gapviz.collection.grades import UNJUDGED
from gapviz.measures.measure import Measure
from gapviz.text.names import for_html, subscript
from gapviz.text.numbers import signed
from gapviz.theme import GLYPHS, Theme, text_on

ORDER = ("GAP", "xGAP", "eGAP", "AP")
"""The neutral reference comes last."""

MOST_TILES = 60
"""Documents of a list that stands still; the others are counted."""


def cards(rows: Mapping[str, Said], theme: Theme) -> str:
    """Show what each measure of the family says, and what the last step did to it."""
    return f'<div class="gv-toycards">{"".join(_card(name, rows[name], theme) for name in ORDER)}</div>'


def _card(name: str, row: Said, theme: Theme) -> str:
    color = theme.measure(name)
    value = "" if row.value is None else f"{row.value:.4f}"
    right = f"<small>{'threshold 1 alone' if name == 'AP' else ''}</small>"
    if row.step is not None:
        right = f"<small>last step {change(row.step)}</small>"
    below = ""
    if row.other is not None and row.difference is not None:
        below = f"<small>second list {row.other:.4f}</small><small>{change(row.difference)}</small>"
        below = f'<div class="gv-row">{below}</div>'
    return (
        f'<div class="gv-card" style="border-left-color:{color}"><div class="gv-row">'
        f'<span style="color:{color}"><i>{GLYPHS[name]}</i> <b>{name}</b></span>{right}</div>'
        f'<div class="gv-row"><strong class="gv-value" data-measure="{name}">{value}</strong></div>'
        f"{below}</div>"
    )


def change(difference: float) -> str:
    """Write a change with its direction; "=" for none.

    Examples
    --------
    >>> change(-0.017)
    '<b class="gv-down">▼ 0.0170</b>'
    """
    if round(difference, 4) == 0:
        return "="
    up = difference > 0
    return f'<b class="gv-{"up" if up else "down"}">{"▲" if up else "▼"} {abs(difference):.4f}</b>'


def legend(names: Mapping[str, Contributions], theme: Theme) -> str:
    """Name the bars."""
    parts = "".join(
        f'<span><i style="color:{theme.measure(name)}">{GLYPHS.get(name, "▨")}</i> {for_html(name)}</span>'
        for name in names
    )
    return f'<div class="gv-values">{parts}</div>'


def still(toy: ToyList, theme: Theme) -> str:
    """Draw a list that cannot be edited here; what it misses stands behind a line."""
    ranked = "".join(_tile(grade, toy.c, theme) for grade in toy.ranked[:MOST_TILES])
    more = len(toy.ranked) - MOST_TILES
    ranked += f"<small>and {more} more</small>" if more > 0 else ""
    missing = "".join(_tile(grade, toy.c, theme) for grade in toy.missing[:MOST_TILES])
    rest = f'<span class="gv-missing"><small>not retrieved</small>{missing}</span>' if missing else ""
    return f'<div class="gv-still" role="img" aria-label="{for_html(spoken(toy))}">{ranked}{rest}</div>'


def verdict(rows: Sequence[tuple[str, float, bool]], theme: Theme) -> str:
    """Write what measures say of a list: name, value, and whether it is the higher one."""
    parts = []
    for name, value, higher in rows:
        mark = f'<i style="color:{theme.measure(name)}">{GLYPHS.get(name, "▪")}</i>'
        text = f"{for_html(name)} {value:.4f}"
        parts.append(f"<span>{mark} {f'<b>{text} higher</b>' if higher else text}</span>")
    return f'<div class="gv-values">{"".join(parts)}</div>'


def spoken(toy: ToyList) -> str:
    """Say a list for screen readers."""
    signs = ", ".join("?" if g == UNJUDGED else "×" if g is None else str(g) for g in toy.ranked)
    missing = ", ".join(map(str, toy.missing))
    return f"grades {signs or 'none'}" + (f"; not retrieved {missing}" if missing else "")


def _tile(grade: Document, c: int, theme: Theme) -> str:
    if grade is None or grade == UNJUDGED:
        return f'<span class="gv-blank">{"×" if grade is None else "?"}</span>'
    if grade == 0:
        return "<span>0</span>"
    color = theme.grade_colors(c)[grade - 1]
    return f'<span style="background:{color};color:{text_on(color)}">{grade}</span>'


def tray_note(toy: ToyList, measure: Measure) -> str:
    """Explain the tray of documents that were not retrieved."""
    if not toy.missing:
        return "Nothing that is judged is missing."
    reachable = float(values([measure], [toy.ordered]).item())
    return (
        "They raise the recall bases: the list as it stands can reach at most "
        f"{reachable:.4f} {measure.name} by reordering."
    )


def bases(toy: ToyList) -> str:
    """Write the numbers of judged documents: R₁ = 7 · R₂ = 3."""
    return " · ".join(f"R{subscript(k)} = {R}" for k, R in enumerate(toy.counts) if k)


def terms(split: Contributions, documents: Sequence[str]) -> pd.DataFrame:
    """Terms of a formula, rank by rank."""
    return pd.DataFrame(
        {
            "rank": range(1, len(documents) + 1),
            "document": documents,
            "term": [signed(text) for text in split.arithmetic],
            "adds": split.by_rank,
            "running total": split.running,
        }
    )


RULES = """
.gv-toycards{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:12px}
.gv-toycards .gv-value{font-size:26px;font-weight:600;line-height:34px;font-variant-numeric:tabular-nums}
.gv-still{display:flex;flex-wrap:wrap;gap:5px;align-items:center}
.gv-still span{width:34px;height:34px;line-height:32px;border:1px solid var(--gv-edge);border-radius:8px;
 text-align:center;font-size:16px;font-weight:650;color:var(--gv-ink2);box-sizing:border-box}
.gv-still .gv-blank{border-style:dashed}
.gv-still .gv-missing{display:inline-flex;gap:5px;width:auto;border:0;align-items:center;margin-left:10px}
.gv-still small{font-size:12px;font-weight:400;color:var(--gv-ink2)}
.st-key-examples [role=radiogroup],.st-key-examples [data-testid=stPills]>div{flex-wrap:wrap}
.gv-step{font-size:12px;color:var(--gv-ink2);text-align:right}
@media (max-width:900px){.gv-toycards{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (max-width:640px){.gv-toycards{gap:0 8px}.gv-toycards .gv-value{font-size:20px}
 .gv-toycards small{white-space:normal}
 .st-key-setting-change [role=radiogroup]{flex-wrap:wrap}
 .st-key-gv-changes{overflow-x:auto}.st-key-gv-changes [data-testid="stFullScreenFrame"]{min-width:560px}}
"""
