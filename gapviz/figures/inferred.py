"""What a measure's value tells of a list: errors along a path of user models, and one list's curve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.figures.style.layout import figure
from gapviz.figures.style.marks import LABELS, end_labels, marks, value_axis
from gapviz.text.names import for_plotly
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go


def path_errors(
    shares: FloatArray,
    moving: Mapping[str, FloatArray],
    still: Mapping[str, float],
    *,
    theme: Theme,
    height: int = 320,
) -> go.Figure:
    """Draw mean errors of inferred curves as g moves; measures without g are horizontal lines.

    Parameters
    ----------
    shares : float64 array, shape (S,)
        Probability of the lowest threshold.
    moving : mapping from measure to float64 array of shape (S,)
    still : mapping from measure to error
    theme : Theme
    height : int

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each measure.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = path_errors(np.array([0.0, 1.0]), {"GAP": np.array([0.2, 0.1])}, {"AP": 0.1}, theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['GAP', 'AP']
    """
    import plotly.graph_objects as go

    texts = [*moving, *still]
    looks = marks(texts, theme=theme)
    ends = np.array([*(line[-1] for line in moving.values()), *still.values()])
    all_errors = np.concatenate([*moving.values(), np.array(list(still.values()))])
    high = 1.15 * float(np.nan_to_num(all_errors).max(initial=0.0)) or 1.0
    hover = "<b>%{fullData.name}</b><br>error %{y:.4f}<extra></extra>"
    traces = [
        go.Scatter(
            x=shares, y=line, mode="lines+markers", name=for_plotly(text), line=look.line(),
            marker={"symbol": look.symbol, "size": 8, "color": look.color},
            hovertemplate=hover.replace("error", "g₁ = %{x:.2g}, error"),
        )
        for (text, line), look in zip(moving.items(), looks, strict=False)
    ]  # fmt: skip
    traces += [
        go.Scatter(x=[0, 1], y=[error, error], mode="lines", name=for_plotly(text), line=look.line(1.6),
                   hovertemplate=hover)
        for (text, error), look in zip(still.items(), looks[len(moving) :], strict=True)
    ]  # fmt: skip
    margin = (44, LABELS, 10, 40)
    return figure(
        traces, theme, height=height, margin=margin,
        annotations=end_labels(texts, [look.color for look in looks], ends, x=1.0, low=0.0, high=high,
                               inner=height - margin[2] - margin[3]),
        xaxis=value_axis(theme, -0.02, 1.02, showgrid=False, title="g₁"),
        yaxis=value_axis(theme, 0.0, high, title="mean RMS error"),
    )  # fmt: skip


def inferred_curves(
    recall: FloatArray,
    actual: FloatArray,
    inferred: Mapping[str, FloatArray],
    *,
    theme: Theme,
    height: int = 320,
) -> go.Figure:
    """Draw a list's precision at its relevant documents, and what measures' values let one expect.

    Parameters
    ----------
    recall, actual : float64 array, shape (K,)
    inferred : mapping from measure to float64 array of shape (K,)
    theme : Theme
    height : int

    Returns
    -------
    plotly.graph_objects.Figure
        The actual curve, and a trace for each measure.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> at = np.array([0.5, 1.0])
    >>> figure = inferred_curves(at, np.array([1.0, 0.5]), {"AP": np.array([0.8, 0.6])}, theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['actual', 'AP']
    """
    import plotly.graph_objects as go

    texts = list(inferred)
    looks = marks(texts, theme=theme)
    hover = "<b>%{fullData.name}</b><br>precision %{y:.4f} at recall %{x:.3f}<extra></extra>"
    traces = [
        go.Scatter(x=recall, y=actual, mode="lines+markers", name="actual", hovertemplate=hover,
                   line={"color": theme.ink, "width": 3}, marker={"size": 4, "color": theme.ink}),
        *(
            go.Scatter(x=recall, y=inferred[text], mode="lines", name=for_plotly(text), line=look.line(),
                       hovertemplate=hover)
            for text, look in zip(texts, looks, strict=True)
        ),
    ]  # fmt: skip
    ends = np.array([line[-1] if line.size else np.nan for line in (actual, *inferred.values())])
    margin = (44, LABELS, 10, 40)
    last = float(recall[-1]) if recall.size else 1.0
    return figure(
        traces, theme, height=height, margin=margin,
        annotations=end_labels(["actual", *texts], [theme.ink, *(look.color for look in looks)], ends,
                               x=last, low=-0.03, high=1.03, inner=height - margin[2] - margin[3]),
        xaxis=value_axis(theme, 0.0, last, showgrid=False, title="recall"),
        yaxis=value_axis(theme, -0.03, 1.03, title="precision"),
    )  # fmt: skip


def grade_ranks(
    probabilities: FloatArray, actual: IntArray, *, theme: Theme, ranks: int = 100, height: int = 230
) -> go.Figure:
    """Draw the inferred probability of each grade at the first ranks, above the grades that stand there.

    Parameters
    ----------
    probabilities : float64 array, shape (n, c + 1)
        Of grades 0..c at each rank.
    actual : int64 array, shape (n,)
        Grade at each rank; 0 where a document is not judged.
    theme : Theme
    ranks : int
    height : int

    Returns
    -------
    plotly.graph_objects.Figure
        An area for each grade from 1 on, and a trace of the grades that stand there.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = grade_ranks(np.array([[0.2, 0.8], [0.6, 0.4]]), np.array([1, 0]), theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['grade 1', 'list']
    """
    import plotly.graph_objects as go

    shown, there = probabilities[:ranks], actual[:ranks]
    c = shown.shape[1] - 1
    colors = theme.grade_colors(c)
    places = np.arange(1, len(shown) + 1)
    relevant = np.flatnonzero(there > 0)
    stood: Any = [colors[grade - 1] for grade in there[relevant].tolist()]
    traces = [
        *(
            go.Scatter(x=places, y=shown[:, k], mode="lines", name=f"grade {k}", stackgroup="grades",
                       line={"width": 0.5, "color": theme.edge}, fillcolor=colors[k - 1],
                       hovertemplate=f"rank %{{x}}: grade {k} with probability %{{y:.3f}}<extra></extra>")
            for k in range(c, 0, -1)
        ),
        go.Scatter(x=places[relevant], y=np.full(relevant.size, -0.06), mode="markers", name="list",
                   customdata=there[relevant].astype(np.float64),
                   hovertemplate="rank %{x}: grade %{customdata}<extra></extra>",
                   marker={"symbol": "square", "size": 6, "color": stood,
                           "line": {"color": theme.edge, "width": 1}}),
    ]  # fmt: skip
    return figure(
        traces, theme, height=height, margin=(44, 12, 8, 40),
        xaxis=value_axis(theme, 0.0, len(shown) + 1.0, showgrid=False,
                         title="rank"),
        yaxis=value_axis(theme, -0.12, 1.0, title="probability",
                         tickvals=[0, 0.25, 0.5, 0.75, 1]),
    )  # fmt: skip
