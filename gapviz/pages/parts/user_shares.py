"""HTML of the page User models: shares of users, and which ground belongs to which run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gapviz.analysis.rankings.equality import lead
from gapviz.analysis.users.nearest import Nearest
from gapviz.analysis.users.shares import Share
from gapviz.text.names import for_html, shorten, subscript
from gapviz.text.numbers import percent, signed
from gapviz.theme import GLYPHS, Theme

LEAST = 5e-4
"""Change of a probability that is written."""


def beats(shares: Mapping[str, Share], measure: str, theme: Theme) -> str:
    """Say for which share of all user models A beats B: in large for one measure, in bars for all.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> "equal for all" in beats({"eGAP": Share(0.0, 0.0, 0.0, True)}, "eGAP", LIGHT)
    True
    """
    one = shares[measure]
    color = theme.measure(measure)
    how = "exact" if one.exact else f"sampled, ± {percent(2 * one.error, digits=1)}"
    if one.first == 0 == one.second:
        head = "A and B are equal for all users"
    elif 0 in (one.first, one.second) and one.exact:
        head = "A beats B for all user models" if one.first else "A beats B for no user model"
    else:
        head = f'A beats B for <span style="color:{color}">{percent(one.first)}</span> of user models'
    rows = "".join(
        f'<span style="color:{theme.measure(name)}"><i>{GLYPHS[name]}</i> {name}</span>'
        f'<u><b style="width:{100 * share.first:.2f}%;background:{theme.measure(name)}"></b></u>'
        f"<span>{percent(share.first)}</span>"
        for name, share in shares.items()
    )
    return (
        f'<p class="gv-big">{head}<small>mean {measure}, every g equally likely, {how}</small></p>'
        f'<div class="gv-shares">{rows}</div>'
    )


def standing(first: float, second: float, measure: str) -> str:
    """Say who is ahead at the g in force.

    Examples
    --------
    >>> "A ahead by 0.1000" in standing(0.3, 0.2, "eGAP")
    True
    """
    ahead = float(lead(first, second))
    if ahead == 0:
        said = "<b>equal</b>"
    else:
        side, way = ("A", "up") if ahead > 0 else ("B", "down")
        said = f'<b class="gv-{way}">{side} ahead by {abs(ahead):.4f}</b>'
    return (
        '<div class="gv-row"><h2 class="gv-h2">At the current g</h2>'
        f"<small>mean {measure}</small></div>"
        f'<div class="gv-row"><span>A {first:.4f}</span><span>B {second:.4f}</span>{said}</div>'
    )


def change(nearest: Nearest, g: Sequence[float]) -> str:
    """Say which users have to change for A and B to swap.

    Examples
    --------
    >>> import numpy as np
    >>> change(Nearest(np.array([0.6, 0.4]), 0.3, 0.28, True), (0.9, 0.1))
    'Moving <b>30.0 %</b> of users from g₁ to g₂ makes A and B swap.'
    """
    if nearest.to:
        return (
            f"<b>Any share</b> of users that moves to {_thresholds(nearest.to)}, however small, makes A and "
            "B swap, by a jump of GAP."
        )
    if nearest.moved == 0:
        return "A and B are level at this g."
    least = LEAST if nearest.moved > len(g) * LEAST else 0.0
    less = [h for h, (new, old) in enumerate(zip(nearest.g, g, strict=True), 1) if new - old < -least]
    more = [h for h, (new, old) in enumerate(zip(nearest.g, g, strict=True), 1) if new - old > least]
    jump = ", by a jump of GAP: their means are not equal" if nearest.jump else ""
    return (
        f"Moving <b>{percent(nearest.moved, digits=1)}</b> of users from {_thresholds(less)} to "
        f"{_thresholds(more)} makes A and B swap{jump}."
    )


def shares(g: Sequence[float], was: Sequence[float]) -> str:
    """Write a user model, and its changes from another one.

    Examples
    --------
    >>> shares((0.6, 0.4), (0.9, 0.1))
    '<p class="gv-note">g = 0.600 / 0.400<br>change −0.300 / +0.300</p>'
    """
    model = " / ".join(f"{part:.3f}" for part in g)
    changes = " / ".join(f"{new - old:+.3f}" for new, old in zip(g, was, strict=True))
    return f'<p class="gv-note">g = {model}<br>change {signed(changes)}</p>'


def key(colors: Mapping[int, str], names: Sequence[str], *, others: int) -> str:
    """Name the grounds of a map."""
    parts = "".join(
        f'<span title="{for_html(names[run])}"><i style="background:{color}"></i>'
        f"{for_html(shorten(names[run], 28))}</span>"
        for run, color in colors.items()
    )
    more = f"<span>and {others} more, in the table</span>" if others else ""
    return f'<div class="gv-key">{parts}{more}</div>'


def _thresholds(numbers: Sequence[int]) -> str:
    return " and ".join(f"g{subscript(h)}" for h in numbers)
