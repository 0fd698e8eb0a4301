"""Learning curves: what rankers score on topics that they did not see, as they grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.layout import figure
from gapviz.figures.style.marks import LABELS, band_shapes, end_labels, marks, value_axis
from gapviz.text.names import for_plotly
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

MARGIN = (48, LABELS + 40, 10, 40)
"""Left, right, top, bottom in pixels."""


def learning_curves(
    bands: FloatArray,
    rounds: IntArray,
    rankers: Sequence[str],
    *,
    theme: Theme,
    height: int = 400,
) -> go.Figure:
    """Draw a score by the number of rounds.

    Parameters
    ----------
    bands : float64 array, shape (3, K, P)
        Mean, lowest and highest over the folds; NaN where there is none.
    rounds : int64 array, shape (P,)
        Ascending.
    rankers : sequence of str
        What each was trained for.
    theme : Theme
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each ranker; the bands are shapes below them.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> bands = np.array([[[0.5, 0.6]], [[0.4, 0.5]], [[0.6, 0.7]]])
    >>> [trace.name for trace in learning_curves(bands, np.array([1, 100]), ["AP"], theme=LIGHT).data]
    ['AP']
    """
    import plotly.graph_objects as go

    # A ranker for a soft form has the hue of its measure.
    looks = marks([text.removeprefix("soft ") for text in rankers], theme=theme)
    traces = [
        go.Scatter(
            x=rounds, y=bands[0, k], mode="lines", name=for_plotly(text), line=look.line(),
            customdata=np.stack([bands[1, k], bands[2, k]], axis=1),
            hovertemplate="<b>%{fullData.name}</b><br>%{y:.4f} after %{x} rounds<br>"
            f'<span style="color:{theme.ink2}">folds %{{customdata[0]:.4f}} to %{{customdata[1]:.4f}}'
            "</span><extra></extra>",
        )
        for k, (text, look) in enumerate(zip(rankers, looks, strict=True))
    ]  # fmt: skip
    known = bands[~np.isnan(bands)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    room = 0.04 * (high - low) or 0.04
    return figure(
        traces, theme, height=height, margin=MARGIN,
        shapes=band_shapes(looks, rounds, bands[1], bands[2], opacity=0.08),
        annotations=end_labels(
            rankers, [look.color for look in looks], bands[0, :, -1], x=float(rounds[-1]), low=low - room,
            high=high + room, inner=height - MARGIN[2] - MARGIN[3],
        ),
        xaxis=value_axis(theme, 0, 1.01 * float(rounds[-1]), showgrid=False,
                         title="rounds"),
        yaxis=value_axis(theme, low - room, high + room),
    )  # fmt: skip
