"""Small pieces of HTML that the control of g and the pages show: shares of users, values of measures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gapviz.text.numbers import percent
from gapviz.theme import GLYPHS, Theme, text_on


def share_bar(g: Sequence[float], theme: Theme, *, thin: bool = False) -> str:
    """Draw the shares of users as a bar; a share too small for its number keeps it in the tooltip.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> "20 %" in share_bar((0.2, 0.8), LIGHT)
    True
    """
    parts = []
    for h, (share, color) in enumerate(zip(g, theme.grade_colors(len(g)), strict=True), start=1):
        text = percent(share)
        parts.append(
            f'<span title="g{h} = {share:.3g}" style="flex:{max(share, 0.0):.6f} 0 0;background:{color};'
            f'color:{text_on(color)}">{text if share >= 0.11 and not thin else ""}</span>'
        )
    label = ", ".join(f"g{h} {share:.3g}" for h, share in enumerate(g, start=1))
    kind = "gv-bar gv-thin" if thin else "gv-bar"
    return f'<div class="{kind}" role="img" aria-label="{label}">{"".join(parts)}</div>'


def measure_values(values: Iterable[tuple[str, str]], theme: Theme, more: str = "") -> str:
    """Write a value for each measure behind its mark."""
    parts = "".join(
        f'<span><i style="color:{theme.measure(name)}">{GLYPHS[name]}</i> {text}</span>'
        for name, text in values
    )
    return f'<div class="gv-values">{parts}<small>{more}</small></div>'
