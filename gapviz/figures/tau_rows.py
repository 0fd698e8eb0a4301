"""Correlations by user model and measure: the paper's tables in colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.style.layout import figure
from gapviz.figures.style.marks import hatched, tau_scale
from gapviz.text.names import for_plotly
from gapviz.text.numbers import signed, user_model
from gapviz.theme import GLYPHS, Theme, mix, text_on

if TYPE_CHECKING:
    import plotly.graph_objects as go

ROW = 24
"""Height of a row in pixels."""


def tau_rows(
    g: FloatArray,
    tau: FloatArray,
    measures: Sequence[str],
    *,
    theme: Theme,
    marked: Sequence[int] = (),
    here: str,
    printed: FloatArray | None = None,
    source: str = "",
) -> go.Figure:
    """Draw tau at every user model, and beside it what is printed; the colours always span -1 to 1.

    Parameters
    ----------
    g : float64 array, shape (P, c)
    tau : float64 array, shape (P, M)
        NaN, and hatched, where it is undefined.
    measures : sequence of str, length M
        Of GAP, xGAP and eGAP.
    theme : Theme
    marked : sequence of int
        Rows that are framed.
    here, source : str
        What stands over the two halves.
    printed : float64 array, shape (P, M), optional
        NaN where nothing is printed.

    Returns
    -------
    plotly.graph_objects.Figure
        The cells, then those that are undefined.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> g, tau = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[0.7], [1.0]])
    >>> figure = tau_rows(g, tau, ["GAP"], theme=LIGHT, here="here")
    >>> [trace.name for trace in figure.data]
    ['here', 'undefined']
    """
    halves = [tau] if printed is None else [tau, printed]
    heads = (here, source)[: len(halves)]
    M = len(measures)
    places = [half * (M + 0.35) + m for half in range(len(halves)) for m in range(M)]
    words = [user_model(row, digits=1) for row in g.tolist()]
    cells = [
        _cells(block, places[half * M : half * M + M], measures, words, head, ".2f" if half else ".3f", theme)
        for half, (block, head) in enumerate(zip(halves, heads, strict=True))
    ]
    return figure(
        [*cells, _undefined(tau, places, theme)], theme, height=ROW * len(g) + 54,
        margin=(14 + 21 * g.shape[1], 4, 50, 4),
        bargap=0,
        annotations=[
            *_numbers(np.concatenate(halves, axis=1), places, M, theme),
            *(_head(head, places[half * M], theme) for half, head in enumerate(heads)),
        ],
        xaxis=_axis(places) | {
            "side": "top", "range": [-0.55, places[-1] + 0.55],
            "ticktext": [f'<span style="color:{theme.measure(m)}">{GLYPHS[m]} <b>{m}</b></span>'
                         for m in measures] * len(halves),
        },
        yaxis=_axis(np.arange(float(len(g))).tolist()) | {"range": [len(g) - 0.5, -0.5], "ticktext": words},
        shapes=[
            {"type": "rect", "x0": -0.52, "x1": places[-1] + 0.52, "y0": row - 0.5, "y1": row + 0.5,
             "line": {"color": theme.ink, "width": 2}}
            for row in marked
        ],
    )  # fmt: skip


def _cells(
    tau: FloatArray,
    places: Sequence[float],
    measures: Sequence[str],
    words: Sequence[str],
    head: str,
    digits: str,
    theme: Theme,
) -> go.Heatmap:
    """Draw the cells of one half, without those that are undefined."""
    import plotly.graph_objects as go

    return go.Heatmap(
        z=tau, x=np.array(places), y=np.arange(float(len(tau))), zmin=-1, zmax=1,
        colorscale=tau_scale(theme), showscale=False, xgap=3, ygap=2, hoverongaps=False,
        name=for_plotly(head),
        customdata=np.array([[[for_plotly(m), word] for m in measures] for word in words]),
        hovertemplate=f"<b>%{{customdata[0]}}</b> %{{z:{digits}}}<br>"
        f"g = %{{customdata[1]}}, {for_plotly(head)}<extra></extra>",
    )  # fmt: skip


def _undefined(tau: FloatArray, places: Sequence[float], theme: Theme) -> go.Bar:
    import plotly.graph_objects as go

    missing = np.argwhere(np.isnan(tau)).tolist()
    return go.Bar(
        x=[places[m] for _, m in missing], y=[0.9] * len(missing), width=0.94,
        base=[row - 0.45 for row, _ in missing], name="undefined", hoverinfo="skip", marker=hatched(theme),
    )  # fmt: skip


def _head(text: str, place: float, theme: Theme) -> dict[str, Any]:
    return {"x": place, "xshift": -18, "y": 1, "yref": "paper", "yshift": 40, "xanchor": "left",
            "yanchor": "middle", "showarrow": False, "text": f"<b>{for_plotly(text)}</b>",
            "font": {"size": 12, "color": theme.ink}}  # fmt: skip


def _numbers(values: FloatArray, places: Sequence[float], M: int, theme: Theme) -> list[dict[str, Any]]:
    # A number needs its own ink, black or white.
    return [
        {"x": places[m], "y": row, "showarrow": False,
         "text": signed(f"{values[row, m]:.{3 if m < M else 2}f}"),
         "font": {"size": 12, "color": text_on(mix(theme.tau, (values[row, m] + 1) / 2))}}
        for row, m in np.argwhere(~np.isnan(values)).tolist()
    ]  # fmt: skip


def _axis(places: Sequence[float]) -> dict[str, Any]:
    return {"tickvals": list(places), "ticks": "", "showgrid": False, "zeroline": False, "fixedrange": True,
            "tickfont": {"size": 12}}  # fmt: skip
