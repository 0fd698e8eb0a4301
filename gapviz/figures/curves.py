"""Precision-recall curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.style.labels import spread
from gapviz.figures.style.layout import axis, figure
from gapviz.text.names import for_plotly, shorten
from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
"""Of the runs, in order: their hue is the same, for hues belong to measures."""

SAMPLES = {"solid": "—", "dash": "╌╌", "dot": "····", "dashdot": "—·", "longdash": "— —"}
"""How the dashes look, before a name: the ends of curves lie close together."""

MARGIN = (40, 146, 8, 40)
LABEL_GAP = 15.0


@dataclass(frozen=True, eq=False)
class Line:
    """A curve to draw.

    Attributes
    ----------
    label : str
        Name of a run, or of a threshold.
    recall, precision : float64 array, shape (K,)
    words : sequence of str, length K
        What the tooltip says of each point.
    color : str
        Empty for the ink of a run.
    dash : str
        Empty for the next one of the runs.
    width : float
    """

    label: str
    recall: FloatArray
    precision: FloatArray
    words: Sequence[str]
    color: str = ""
    dash: str = ""
    width: float = 2.0


def precision_recall(
    lines: Sequence[Line],
    *,
    theme: Theme,
    points: bool = True,
    steps: bool = False,
    graded: bool = True,
    height: int = 380,
) -> go.Figure:
    """Draw precision against recall, both from 0 to 1 in every such figure.

    Parameters
    ----------
    lines : sequence of Line
    theme : Theme
    points : bool
        Mark each document.
    graded : bool
        Call the axes so.
    steps : bool
        Hold the precision from the left up to each point: the area below is the measure.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        A trace for each line.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> line = Line("a", np.array([0.5, 1.0]), np.array([1.0, 1.0]), ["rank 1", "rank 2"])
    >>> figure = precision_recall([line], theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['a']
    """
    import plotly.graph_objects as go

    traces = []
    kind = "graded " if graded else ""
    dashes = _dashes(lines)
    for line, dash in zip(lines, dashes, strict=True):
        color = line.color or theme.ink
        size = 6.0 if len(line.recall) <= 20 else 4.5 if len(line.recall) <= 60 else 3.0
        first = slice(0, int(steps))  # where the steps begin, at recall 0
        words = [*line.words[first], *line.words]
        traces.append(
            go.Scatter(
                x=np.append(np.zeros(line.recall[first].size), line.recall),
                y=np.append(line.precision[first], line.precision),
                mode="lines+markers" if points else "lines",
                name=for_plotly(line.label), cliponaxis=False,
                line={"color": color, "width": line.width, "dash": dash,
                      "shape": "vh" if steps else "linear"},
                marker={"size": [0.0] * len(line.words[first]) + [size] * len(line.words), "color": color},
                customdata=np.array([[for_plotly(line.label), word] for word in words], dtype=object),
                hovertemplate="<b>%{customdata[0]}</b><br>%{customdata[1]}<br>"
                "recall %{x:.3f}, precision %{y:.3f}<extra></extra>",
            )
        )  # fmt: skip
    return figure(
        traces, theme, height=height, margin=MARGIN,
        xaxis=_axis(f"{kind}recall", theme) | {"showgrid": False},
        yaxis=_axis(f"{kind}precision", theme),
        annotations=_labels(lines, dashes, theme, height - MARGIN[2] - MARGIN[3]),
    )  # fmt: skip


def _axis(title: str, theme: Theme) -> dict[str, Any]:
    return axis(theme, title, standoff=6, range=[-0.01, 1.02], dtick=0.2, tickformat=".1f")


def _dashes(lines: Sequence[Line]) -> list[str]:
    runs = iter(range(len(lines)))
    return [line.dash or DASHES[next(runs) % len(DASHES)] for line in lines]


def _labels(lines: Sequence[Line], dashes: Sequence[str], theme: Theme, inner: float) -> list[dict[str, Any]]:
    """Write names right of the curves, apart from each other, with leaders to their last points."""
    shown = [(line, dash) for line, dash in zip(lines, dashes, strict=True) if len(line.recall)]
    wanted = [(1.0 - float(line.precision[-1])) * inner for line, _ in shown]
    moved = spread(wanted, gap=LABEL_GAP, low=0.0, high=inner)
    return [
        {
            "x": float(line.recall[-1]), "y": float(line.precision[-1]), "axref": "x", "ayref": "y",
            "ax": 1.035, "ay": 1.0 - there / inner, "xanchor": "left", "align": "left", "showarrow": True,
            "arrowhead": 0, "arrowwidth": 0.7, "arrowcolor": theme.faint, "standoff": 4,
            "text": f'<span style="color:{line.color or theme.ink}"><b>{SAMPLES[dash]}</b></span> '
            + for_plotly(shorten(line.label, 17)),
            "font": {"size": 12, "color": theme.ink if line.width > 1.5 else theme.ink2},
        }
        for (line, dash), there in zip(shown, moved.tolist(), strict=True)
    ]  # fmt: skip
