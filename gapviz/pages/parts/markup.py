"""Small pieces of HTML that Streamlit has no widget for; every name in them is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gapviz.text.conventions import Chip
from gapviz.text.names import for_html
from gapviz.text.numbers import in_words, signed
from gapviz.theme import GLYPHS, Theme


@dataclass(frozen=True)
class Card:
    """What a measure says, for one card.

    Attributes
    ----------
    measure, winner : str
    mean : float or None
        Mean of the winner; None where there is nothing to rank.
    tau : float or None
        Kendall's tau-b with AP; None where it is undefined.
    change : float or None
        Change of that tau from the pinned g; None where nothing is pinned or tau is undefined.
    was : str
        Winner under the pinned g.
    pinned : bool
        Whether a baseline is pinned.
    """

    measure: str
    winner: str
    mean: float | None
    tau: float | None
    change: float | None = None
    was: str = ""
    pinned: bool = False


def styles(theme: Theme) -> str:
    """Return the style sheet; colours come from the theme's tokens."""
    tokens = {
        "page": theme.page, "rail": theme.rail, "card": theme.card, "chip": theme.chip,
        "line": theme.line, "edge": theme.edge, "faint": theme.faint, "ink": theme.ink, "ink2": theme.ink2,
        "accent": theme.accent, "down": theme.down, "warn": theme.warn, "warn-page": theme.warn_page,
    }  # fmt: skip
    variables = ";".join(f"--gv-{name}:{value}" for name, value in tokens.items())
    return f"<style>:root{{{variables}}}{_RULES}</style>"


def title(page: str, about: str, chips: Sequence[Chip] = (), *, collection: str = "") -> str:
    """Heading of a page: its name, the collection with what it holds, and the conventions in force."""
    name = f'<b class="gv-collection">{for_html(collection)}</b> ' if collection else ""
    marks = "".join(
        f'<span class="gv-chip{" gv-notice" if chip.notice else ""}" title="{for_html(chip.help)}">'
        f"{for_html(chip.text)}</span>"
        for chip in chips
    )
    return (
        f'<div class="gv-title"><div><h1>{for_html(page)}</h1><p>{name}{for_html(about)}</p></div>'
        f'<div class="gv-chips">{marks}</div></div>'
    )


def cards(values: Iterable[Card], theme: Theme) -> str:
    """Draw the answers: who wins under each measure, how high, and how close the ranking is to AP's."""
    return f'<div class="gv-cards">{"".join(_card(value, theme) for value in values)}</div>'


def _card(card: Card, theme: Theme) -> str:
    color = theme.measure(card.measure)
    tau = signed(in_words(card.tau, digits=3))
    mean = "" if card.mean is None else f"mean {card.mean:.4f}"
    story = ""
    if card.pinned:
        changed = card.was != card.winner
        story = f" · <b>was {for_html(card.was)}</b>" if changed else " · same winner as pinned"
    head = "τ with AP, change from pinned" if card.pinned else "τ with AP"
    return (
        f'<div class="gv-card" style="border-left-color:{color}"><div class="gv-row">'
        f'<span style="color:{color}"><i>{GLYPHS[card.measure]}</i> <b>{card.measure}</b></span>'
        f'<small>{head}</small></div><div class="gv-row"><strong title="{for_html(card.winner)}">'
        f'{for_html(card.winner)}</strong><strong class="gv-tau">{tau}</strong></div>'
        f'<div class="gv-row"><small>{mean}{story}</small>{_delta(card)}</div></div>'
    )


def _delta(card: Card) -> str:
    if card.change is None:
        return "<small></small>"
    if round(card.change, 3) == 0:
        return "<small>=</small>"
    up = card.change > 0
    return f'<b class="gv-{"up" if up else "down"}">{"▲" if up else "▼"} {abs(card.change):.3f}</b>'


def legend(others: int) -> str:
    """Say what the lines of the chart of ranks are."""
    lines = [
        ("3px solid var(--gv-ink)", "selected"),
        ("1.6px solid var(--gv-ink2)", "winners"),
        ("1.8px solid var(--gv-accent)", "risers"),
        ("1.8px dashed var(--gv-down)", "fallers"),
        ("1px solid var(--gv-faint)", f"{others} others"),
    ]
    parts = "".join(
        f'<span><i class="gv-line" style="border-top:{line}"></i>{text}</span>' for line, text in lines
    )
    return f'<div class="gv-legend">{parts}</div>'


def subject(words: str, name: str) -> str:
    """Heading that names a run or topic."""
    return f'<h2 class="gv-h2">{words} <span class="gv-subject">{for_html(name)}</span></h2>'


def tau_scale(theme: Theme, *, afloat: bool = False) -> str:
    """Draw the colour scale of tau, always from -1 to 1; with `afloat` it lies on what follows."""
    kind = "gv-scale gv-afloat" if afloat else "gv-scale"
    colors = ",".join(theme.tau)
    return (
        f'<div class="{kind}"><i style="background:linear-gradient(90deg,{colors})"></i>'
        "<span>−1</span><span>0</span><span>1</span></div>"
    )


COEFFICIENTS = {"b": "τ-b", "ap": "τ-AP"}
"""Rank correlations as they are written."""

STUDIO = """
[data-testid="stMainBlockContainer"]{padding:3.75rem 0 3rem;max-width:none}
[data-testid="stMain"]{--gv-left:0px}
.st-key-gv-all{position:relative}
.st-key-live:has(>[data-testid="stSkeleton"]){min-height:100vh}
.st-key-gv-notices,.st-key-gv-tables{padding:0 24px 0 calc(var(--gv-left) + 24px)}
.st-key-gv-notices:empty{display:none}
@media (min-width:721px){[data-testid="stMain"]{--gv-left:280px;
 background:linear-gradient(to right,var(--gv-rail) 279px,var(--gv-line) 279px 280px,transparent 280px)}}
"""
"""Where the page's own panels stand around the live component; it changes at the same widths."""

# The first rule: Streamlit fades what a run has not reached yet, at every report of the live component; this
# costs a layer of the whole page each time, and a third of the frames.
# The next: where no GPU draws, a placeholder that shimmers takes more of the processor than the page that it
# stands for.
# Of the logo: where there is no sidebar it and the navigation stand where they stand beside one.
# Of tables: Streamlit's buttons come out over what stands above, which at the right is the menu Save; and its
# CSV file has names that a spreadsheet computes, so Save alone makes files.
# Of Measures: the line in what the page says of a measure begins the second column; what follows the code is
# small.
_RULES = """
[data-testid^="stSkeleton"],[data-testid^="stSkeleton"]::before,[data-testid^="stSkeleton"]::after{
 animation:none!important}
@media (prefers-reduced-motion:reduce){
 *,*::before,*::after{animation:none!important;transition:none!important}}
.st-key-gv-all .stElementContainer,[data-testid="stSidebar"] .stElementContainer{opacity:1!important;
 transition:none!important}
[data-testid="stDataFrame"] [data-testid="stElementToolbar"]{right:auto;left:0}
[data-testid="stDataFrame"] button[aria-label^="Download as CSV"]{display:none}
[data-testid="stVerticalBlock"]>[class*="st-key-save-"]{align-self:flex-end}
[data-testid="stMainBlockContainer"]{padding-left:24px;padding-right:24px;max-width:1500px}
[data-testid="stSidebar"][aria-expanded="true"]{width:281px!important;min-width:281px!important}
.gv-title{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;align-items:flex-start}
.gv-title h1{font-size:22px;font-weight:650;line-height:1.2;margin:0;padding:0;color:var(--gv-ink)}
.gv-title p{margin:4px 0 0;font-size:13px;color:var(--gv-ink2);overflow-wrap:anywhere}
.gv-title b{font-weight:600;color:var(--gv-ink);margin-right:6px}
.gv-chips{display:flex;flex-wrap:wrap;gap:6px;padding-top:2px}
.gv-chip{background:var(--gv-chip);color:var(--gv-ink);border-radius:12px;padding:3px 10px;font-size:12px;
 line-height:18px;white-space:nowrap}
.gv-notice{background:var(--gv-warn-page);color:var(--gv-warn)}
.gv-bar{display:flex;gap:2px;height:26px;width:100%}
.gv-bar span{border:1px solid var(--gv-edge);border-radius:3px;font-size:12px;font-weight:600;
 line-height:24px;
 text-align:center;overflow:hidden;box-sizing:border-box;min-width:2px}
.gv-thin{height:9px}
.gv-cards{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:12px}
.gv-card{background:var(--gv-card);border:1px solid var(--gv-line);border-left:4px solid;border-radius:10px;
 padding:9px 14px 9px 14px;color:var(--gv-ink)}
.gv-row{display:flex;justify-content:space-between;align-items:baseline;gap:10px}
.gv-row>*{min-width:0}
.gv-row i{font-style:normal;font-size:12px}
.gv-row small{font-size:12px;color:var(--gv-ink2);overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.gv-row small b{color:var(--gv-ink);font-weight:600}
.gv-row strong{font-size:17px;font-weight:650;line-height:26px;overflow:hidden;text-overflow:ellipsis;
 white-space:nowrap}
.gv-row .gv-tau,.gv-up,.gv-down{font-variant-numeric:tabular-nums;white-space:nowrap;flex:none}
.gv-up{color:var(--gv-accent);font-size:12.5px}.gv-down{color:var(--gv-down);font-size:12.5px}
.gv-legend,.gv-values{display:flex;flex-wrap:wrap;gap:2px 14px;font-size:12px;color:var(--gv-ink2)}
.gv-values{font-size:12.5px;color:var(--gv-ink)}.gv-values i{font-style:normal;font-size:11px}
.gv-line{display:inline-block;width:18px;height:0;vertical-align:middle;margin-right:6px}
.gv-scale{width:96px;font-size:11px;color:var(--gv-ink2);display:flex;flex-wrap:wrap;
 justify-content:space-between;margin-left:auto}
.gv-afloat{height:0;position:relative;top:14px;z-index:1}
.gv-scale i{flex:0 0 100%;height:7px;border-radius:3px}
[data-testid="stMultiSelect"] [data-tag]{background:var(--gv-page)!important;
 color:var(--gv-ink)!important;border:1px solid var(--gv-edge)}
[data-testid="stMultiSelect"] [data-tag] *{color:inherit!important}
.gv-big{font-size:17px;font-weight:650;color:var(--gv-ink);margin:0;line-height:1.35}
.gv-big small{display:block;font-size:12px;font-weight:400;color:var(--gv-ink2)}
.gv-shares{display:grid;grid-template-columns:58px 1fr auto;gap:6px 10px;align-items:center;font-size:13px;
 margin-top:8px;color:var(--gv-ink)}
.gv-shares i{font-style:normal;font-size:12px}
.gv-shares span:nth-child(3n){text-align:right;font-variant-numeric:tabular-nums}
.gv-shares u{display:block;height:8px;border-radius:4px;background:var(--gv-line);overflow:hidden}
.gv-shares u b{display:block;height:8px;border-radius:4px}
.gv-key{display:flex;flex-wrap:wrap;gap:4px 16px;font-size:12.5px;color:var(--gv-ink)}
.gv-key i{display:inline-block;width:13px;height:13px;border:1px solid var(--gv-edge);border-radius:3px;
 vertical-align:-2px;margin-right:7px}
[data-testid="stSidebar"] .stSlider{padding:0 4px}
[data-testid="stSidebar"] [data-testid="stSliderThumbValue"],
[data-testid="stSidebar"] [data-testid="stSliderTickBar"]{display:none}
[data-testid="stSidebar"] [data-testid="stNumberInput"] input{padding:2px 8px;text-align:right;height:26px}
[data-testid="stSidebar"] [data-testid="stVerticalBlock"]{gap:.55rem}
.gv-h2{font-size:15px;font-weight:650;color:var(--gv-ink);margin:0;line-height:32px}
.gv-subject{background:var(--gv-ink);color:var(--gv-page);border-radius:12px;padding:3px 10px;
 font-size:12.5px;
 font-weight:600;margin-left:4px}
.gv-grade{font-size:13px;color:var(--gv-ink2)}.gv-grade b{color:var(--gv-ink);margin-right:3px}
[class*="st-key-lock-"] button [data-testid="stMarkdownContainer"],
.st-key-undo button [data-testid="stMarkdownContainer"],
.st-key-redo button [data-testid="stMarkdownContainer"],
.st-key-reset button [data-testid="stMarkdownContainer"],
.st-key-clear button [data-testid="stMarkdownContainer"],
.st-key-swap-pair button [data-testid="stMarkdownContainer"]{position:absolute;width:1px;height:1px;
 overflow:hidden;clip-path:inset(50%)}
.st-key-rankers{overflow-x:auto}
@media print{[class*="st-key-gv-measure-"]{break-inside:avoid}}
[class*="st-key-gv-measure-"] [data-testid="stMarkdownPre"]{break-inside:avoid}
[class*="st-key-gv-measure-"] [data-testid="stMarkdownPre"]~p{font-size:12.5px;color:var(--gv-ink2)}
[class*="st-key-gv-measure-"] hr{display:none}
@media (min-width:641px){
 [class*="st-key-gv-measure-"] .stMarkdown [data-testid="stMarkdownContainer"]{columns:2;column-gap:40px}
 [class*="st-key-gv-measure-"] p{break-inside:avoid}
 [class*="st-key-gv-measure-"] :is(p:first-child,.katex-display){column-span:all}
 [class*="st-key-gv-measure-"] hr+p{break-before:column}
}
.gv-note{font-size:12px;color:var(--gv-ink2);margin:0}
@media (min-width:769px){[data-testid="stHeader"] [data-testid="stHeaderLogo"]{margin:0 159.75px 0 13.5px}}
@media (min-width:641px){[data-testid="stElementContainer"]:has(.gv-phone){display:none}}
@media (max-width:900px){.gv-cards{grid-template-columns:1fr}}
@media (max-width:640px){
 .st-key-taus{overflow-x:auto}
 .st-key-taus [data-testid="stFullScreenFrame"]{min-width:450px}
 [data-testid="stSidebar"][aria-expanded="true"]{width:100%!important}
 [data-testid="stMainBlockContainer"]{padding-left:16px;padding-right:16px}
 .gv-chips{flex-wrap:nowrap;overflow-x:auto;max-width:100%;padding-bottom:4px}
 .gv-cards{gap:0}
 .gv-card{border:0;border-bottom:1px solid var(--gv-line);border-left:4px solid;border-radius:0;
 padding:7px 10px}
 .stButton button,[data-testid="stSegmentedControl"] button,[data-testid="stPills"] button{min-height:44px}
}
"""
