"""Agreement between rankings: the lower triangle of a tau matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import BoolArray, FloatArray
from gapviz.collection.errors import InputError
from gapviz.figures.style.layout import figure
from gapviz.figures.style.marks import hatched, tau_scale
from gapviz.measures.parse import measure
from gapviz.text.names import for_plotly, shorten
from gapviz.text.numbers import signed
from gapviz.theme import Theme, mix, text_on

if TYPE_CHECKING:
    import plotly.graph_objects as go

STRAIGHT = 7
"""Characters up to which labels below the map stand straight."""

SMALL = 6
"""Characters up to which they have the usual size."""

LONGEST = 12
"""Characters of a label; the middle of a longer one is left out."""

UNDEFINED = "undefined: all runs tie under one of the two"


def tau_heatmap(
    tau: FloatArray,
    labels: Sequence[str],
    *,
    theme: Theme,
    cell: int = 46,
    whole: bool = False,
    marked: tuple[int, int] | None = None,
    notes: Sequence[Sequence[str]] | None = None,
    between: tuple[FloatArray, FloatArray] | None = None,
) -> go.Figure:
    """Draw tau between M measures; the colours always span -1 to 1, so that two maps compare.

    Parameters
    ----------
    tau : float64 array, shape (M, M)
        nan where tau is undefined: such a cell is hatched and has no number.
    labels : sequence of str, length M
    theme : Theme
    cell : int
        Height of a row in pixels.
    whole : bool
        Draw the upper triangle too, for a coefficient that is not symmetric.
    marked : (row, column), optional
        Cell that a frame is drawn around.
    notes : sequence of sequence of str, shape (M, M), optional
        A line for the tooltip of each cell.
    between : (float64 array, float64 array), each of shape (M, M), optional
        Ends of an interval, written below each number.

    Returns
    -------
    plotly.graph_objects.Figure
        The cells off the diagonal, the neutral diagonal, the undefined cells, and last an invisible mark
        on each cell that answers the pointer: its ``customdata`` begins with row and column.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure = tau_heatmap(np.array([[1.0, 0.5], [0.5, 1.0]]), ["AP", "GAP"], theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['tau', 'diagonal', 'undefined', 'targets']
    """
    size = len(labels)
    below = np.tril(np.ones((size, size), dtype=bool), k=-1)
    off = below | below.T if whole else below
    shown = np.where(off, tau, np.nan)
    diagonal = np.where(np.eye(size, dtype=bool), 1.0, np.nan)
    places = list(range(size))
    traces = [
        _cells(shown, tau_scale(theme), "tau"),
        _cells(diagonal, [(0.0, theme.chip), (1.0, theme.chip)], "diagonal"),
        _undefined(off & np.isnan(tau), theme),
        _targets(tau, off, labels, notes, theme, cell),
    ]
    longest = max((len(label) for label in labels), default=0)
    slanted = max((len(brief(label)) for label in labels), default=0) > STRAIGHT
    bottom = 26 + (5 * min(longest, LONGEST) if slanted else 0)
    left = max(46, 12 + 7 * min(longest, LONGEST))
    below_it = labels if slanted else [brief(label) for label in labels]
    beside_it = [label if len(label) <= LONGEST else brief(label) for label in labels]
    return figure(
        traces, theme, height=cell * size + bottom, margin=(left, 4, 0, bottom),
        annotations=[
            *_numbers(shown, lambda i, j: _number(tau, between, i, j), theme, theme.tau),
            *_numbers(diagonal, lambda _i, _j: "1", theme, (theme.chip,) * 3),
        ],
        xaxis=_axis(places, below_it, theme, 12 if slanted else 10.5) | {"tickangle": -40 if slanted else 0},
        yaxis=_axis(places, beside_it, theme) | {"range": [size - 0.5, -0.5]},
        bargap=0,
        shapes=[
            {"type": "rect", "x0": column - 0.47, "x1": column + 0.47, "y0": row - 0.47, "y1": row + 0.47,
             "line": {"color": theme.ink, "width": 2.5}}
            for row, column in ([marked] if marked else [])
        ],
    )  # fmt: skip


def brief(label: str) -> str:
    """Write a measure as shortly as papers do: RBP with its p behind the name.

    Parameters
    ----------
    label : str
        Text of a measure; any other text stays as it is.

    Examples
    --------
    >>> brief("A & B"), brief("RBP(p=0.5,rel=1)"), brief("RBP"), brief("RBP(p=0.5,rel=2)")
    ('A & B', 'RBP.5', 'RBP', 'RBP(p=0.5,rel=2)')
    """
    try:
        one = measure(label)
    except InputError:
        return label
    p = str(dict(one.parameters).get("p"))
    return f"RBP{p.removeprefix('0')}" if label == f"RBP(p={p},rel=1)" else label


def _number(tau: FloatArray, between: tuple[FloatArray, FloatArray] | None, i: int, j: int) -> str:
    text = signed(f"{tau[i, j]:.3f}")
    if between is None or np.isnan(between[0][i, j]):
        return text
    low, high = (_short(float(ends[i, j])) for ends in between)
    return f'{text}<br><span style="font-size:9.5px">{low}–{high}</span>'


def _short(value: float) -> str:
    """Write two decimals without the zero before the point.

    Examples
    --------
    >>> _short(0.814), _short(-0.1), _short(1.0)
    ('.81', '−.10', '1')
    """
    return signed(f"{value:.2f}".replace("0.", ".", 1)) if abs(value) < 0.995 else f"{value:.0f}"


def _cells(values: FloatArray, colors: list[tuple[float, str]], name: str) -> Any:
    import plotly.graph_objects as go

    places = np.arange(float(len(values)))
    return go.Heatmap(
        z=values, x=places, y=places, zmin=-1, zmax=1, name=name, hoverinfo="skip",
        colorscale=colors, showscale=False, xgap=3, ygap=3, hoverongaps=False,
    )  # fmt: skip


def _undefined(missing: BoolArray, theme: Theme) -> Any:
    import plotly.graph_objects as go

    rows, columns = np.nonzero(missing)
    return go.Bar(
        x=columns, y=np.full(rows.size, 0.94), base=rows - 0.47, width=0.94, name="undefined",
        marker=hatched(theme), hoverinfo="skip",
    )  # fmt: skip


def _targets(
    tau: FloatArray,
    off: BoolArray,
    labels: Sequence[str],
    notes: Sequence[Sequence[str]] | None,
    theme: Theme,
    cell: int,
) -> Any:
    """Put invisible marks on the cells: a heatmap itself does not answer a click."""
    import plotly.graph_objects as go

    data = [
        (
            i,
            j,
            f"{for_plotly(labels[i])} with {for_plotly(labels[j])}: "
            + (UNDEFINED if np.isnan(tau[i, j]) else signed(f"{tau[i, j]:.3f}")),
            for_plotly(notes[i][j]) if notes else "",
        )
        for i, j in np.argwhere(off).tolist()
    ]
    more = f'<br><span style="color:{theme.ink2}">%{{customdata[3]}}</span>' if notes else ""
    return go.Scatter(
        x=[row[1] for row in data], y=[row[0] for row in data], mode="markers", name="targets",
        marker={"symbol": "square", "size": cell - 6, "opacity": 0, "color": theme.ink},
        selected={"marker": {"opacity": 0}}, unselected={"marker": {"opacity": 0}},
        customdata=np.array(data, dtype=object).reshape(len(data), 4),
        hovertemplate=f"<b>%{{customdata[2]}}</b>{more}<extra></extra>",
    )  # fmt: skip


def _numbers(values: FloatArray, text: Any, theme: Theme, stops: tuple[str, ...]) -> list[dict[str, Any]]:
    # A number per cell needs its own ink, black or white; texttemplate has one for all. M is small here.
    return [
        {"x": int(j), "y": int(i), "showarrow": False, "text": text(i, j),
         "font": {"size": 12, "color": _ink(mix(stops, (values[i, j] + 1) / 2), theme)}}
        for i, j in np.argwhere(~np.isnan(values)).tolist()
    ]  # fmt: skip


def _ink(color: str, theme: Theme) -> str:
    return theme.ink2 if color == theme.chip else text_on(color)


def _axis(places: list[int], labels: Sequence[str], theme: Theme, size: float = 12) -> dict[str, Any]:
    return {
        "tickvals": places,
        "ticktext": [
            f'<span style="color:{theme.measure(m)};font-size:{12 if len(m) <= SMALL else size}px">'
            f"<b>{for_plotly(shorten(m, LONGEST))}</b></span>"
            for m in labels
        ],
        "range": [-0.5, len(labels) - 0.5],
        "ticks": "",
        "showgrid": False,
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"size": 12},
    }
