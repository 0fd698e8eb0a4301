"""Measures as judgements go missing: a line and a band for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.style.layout import figure
from gapviz.figures.style.marks import LABELS, band_shapes, end_labels, marks, value_axis
from gapviz.text.names import for_plotly
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

MARGIN = (40, LABELS, 10, 40)
"""Left, right, top, bottom in pixels."""

LEAST_TAU = 0.6
"""Correlations are drawn from here on, or from lower if any point needs it."""


def rate_bands(
    bands: FloatArray,
    rates: Sequence[float],
    measures: Sequence[str],
    *,
    theme: Theme,
    correlation: bool,
    height: int = 420,
) -> go.Figure:
    """Draw a statistic by the share of judgements that is left; the axis of shares is a square root.

    Parameters
    ----------
    bands : float64 array, shape (3, M, X)
        Mean, lowest and highest over the samples; NaN where there is none.
    rates : sequence of float
    measures : sequence of str
    theme : Theme
    correlation : bool
        Whether the values are correlations, drawn up to 1.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each measure; the bands are shapes below them.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> bands = np.array([[[1.0, 0.8]], [[1.0, 0.7]], [[1.0, 0.9]]])
    >>> figure = rate_bands(bands, (1.0, 0.5), ["AP"], theme=LIGHT, correlation=True)
    >>> [trace.name for trace in figure.data]
    ['AP']
    """
    import plotly.graph_objects as go

    order = np.argsort(rates)[::-1]
    values, shares = bands[:, :, order], np.asarray(rates, dtype=np.float64)[order]
    x = np.sqrt(shares)
    known = values[~np.isnan(values)]
    low, high = _range(known, correlation=correlation)
    looks = marks(measures, theme=theme)
    traces = [
        go.Scatter(
            x=x, y=values[0, m], mode="lines+markers", name=for_plotly(text), line=look.line(),
            marker={"symbol": look.symbol, "size": 8, "color": look.color,
                    "line": {"color": theme.page, "width": 0.5}},
            customdata=np.stack([100 * shares, values[1, m], values[2, m]], axis=1),
            hovertemplate="<b>%{fullData.name}</b><br>%{y:.4f} at %{customdata[0]:.3g} %<br>"
            f'<span style="color:{theme.ink2}">samples %{{customdata[1]:.4f}} to %{{customdata[2]:.4f}}'
            "</span><extra></extra>",
        )
        for m, (text, look) in enumerate(zip(measures, looks, strict=True))
    ]  # fmt: skip
    ends = [row[~np.isnan(row)][-1] if (~np.isnan(row)).any() else np.nan for row in values[0]]
    ticks = _ticks(shares)
    last = float(x[-1])
    return figure(
        traces, theme, height=height, margin=MARGIN,
        shapes=band_shapes(looks, x, values[1], values[2], opacity=0.13),
        annotations=end_labels(
            measures, [look.color for look in looks], np.array(ends), x=last, low=low, high=high,
            inner=height - MARGIN[2] - MARGIN[3],
        ),
        xaxis=value_axis(
            theme, 1.0 + 0.02 * (1.0 - last) + 1e-3, last - 0.02 * (1.0 - last) - 1e-3,
            tickvals=[np.sqrt(rate) for rate in ticks], ticktext=[f"{100 * rate:.3g}" for rate in ticks],
            tickangle=0, showgrid=False, title="% that is left, √ scale",
        ),
        yaxis=value_axis(theme, low, high),
    )  # fmt: skip


def _range(known: FloatArray, *, correlation: bool) -> tuple[float, float]:
    if correlation:
        lowest = float(known.min(initial=LEAST_TAU))
        low = LEAST_TAU if lowest >= LEAST_TAU else np.floor(10 * lowest) / 10
        return low - 0.01, 1.01
    highest = float(known.max(initial=0.0))
    return 0.0, 1.05 * highest or 1.0


def _ticks(shares: FloatArray) -> list[float]:
    kept: list[float] = []
    for rate in shares.tolist():
        if not kept or np.sqrt(kept[-1]) - np.sqrt(rate) >= 0.09:
            kept.append(rate)
    return kept
