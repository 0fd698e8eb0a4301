"""Correlations by user model and measure: the paper's tables in colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.names import for_plotly
from gapviz.figures.theme import GLYPHS, Theme, layout, mix, text_on

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
    """
    import plotly.graph_objects as go

    halves = [tau] if printed is None else [tau, printed]
    M = len(measures)
    places = [half * (M + 0.35) + m for half in range(len(halves)) for m in range(M)]
    values = np.concatenate(halves, axis=1)
    words = [", ".join(f"{part:.1f}" for part in row) for row in g.tolist()]
    stops = [(step / 10, mix(theme.tau, step / 10)) for step in range(11)]
    rows = np.arange(float(len(g)))
    figure = go.Figure()
    for half, block in enumerate(halves):
        figure.add_trace(
            go.Heatmap(
                z=block, x=np.array(places[half * M : half * M + M]), y=rows, zmin=-1, zmax=1,
                colorscale=stops, showscale=False, xgap=3, ygap=2, hoverongaps=False,
                name=for_plotly((here, source)[half]),
                customdata=np.array([[[for_plotly(m), word] for m in measures] for word in words]),
                hovertemplate=f"<b>%{{customdata[0]}}</b> %{{z:{'.2f' if half else '.3f'}}}<br>"
                f"g = %{{customdata[1]}}, {for_plotly((here, source)[half])}<extra></extra>",
            )
        )  # fmt: skip
    missing = np.argwhere(np.isnan(tau))
    figure.add_trace(
        go.Bar(
            x=[places[m] for _, m in missing.tolist()], y=[0.9] * len(missing), width=0.94,
            base=[row - 0.45 for row, _ in missing.tolist()], name="undefined", hoverinfo="skip",
            marker={"color": theme.page, "line": {"width": 0},
                    "pattern": {"shape": "/", "fgcolor": theme.edge, "size": 6}},
        )
    )  # fmt: skip
    figure.update_layout(
        **layout(theme, height=ROW * len(g) + 54, margin=(14 + 21 * g.shape[1], 4, 50, 4)),
        bargap=0,
        annotations=[
            *_numbers(values, places, M, theme),
            *(
                {"x": places[half * M], "xshift": -18, "y": 1, "yref": "paper", "yshift": 40,
                 "xanchor": "left", "yanchor": "middle",
                 "showarrow": False, "text": f"<b>{for_plotly(text)}</b>",
                 "font": {"size": 12, "color": theme.ink}}
                for half, text in enumerate((here, source)[: len(halves)])
            ),
        ],
        xaxis=_axis(places) | {
            "side": "top", "range": [-0.55, places[-1] + 0.55],
            "ticktext": [f'<span style="color:{theme.measure(m)}">{GLYPHS[m]} <b>{m}</b></span>'
                         for m in measures] * len(halves),
        },
        yaxis=_axis(rows.tolist()) | {"range": [len(g) - 0.5, -0.5], "ticktext": words},
        shapes=[
            {"type": "rect", "x0": -0.52, "x1": places[-1] + 0.52, "y0": row - 0.5, "y1": row + 0.5,
             "line": {"color": theme.ink, "width": 2}}
            for row in marked
        ],
    )  # fmt: skip
    return figure


def _numbers(values: FloatArray, places: Sequence[float], M: int, theme: Theme) -> list[dict[str, Any]]:
    # A number needs its own ink, black or white.
    return [
        {"x": places[m], "y": row, "showarrow": False,
         "text": f"{values[row, m]:.{3 if m < M else 2}f}".replace("-", "−"),
         "font": {"size": 12, "color": text_on(mix(theme.tau, (values[row, m] + 1) / 2))}}
        for row, m in np.argwhere(~np.isnan(values)).tolist()
    ]  # fmt: skip


def _axis(places: Sequence[float]) -> dict[str, Any]:
    return {"tickvals": list(places), "ticks": "", "showgrid": False, "zeroline": False, "fixedrange": True,
            "tickfont": {"size": 12}}  # fmt: skip
