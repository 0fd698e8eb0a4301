"""Agreement of the graded measures with a reference along a path of user models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.analysis.rankings.intervals import LEVEL
from gapviz.arrays import FloatArray
from gapviz.figures.style.layout import axis, figure
from gapviz.figures.style.marks import G1, upright
from gapviz.text.numbers import percent, signed, user_model
from gapviz.theme import GLYPHS, SYMBOLS, Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

LOWEST = 0.6
"""Where the axis of tau begins, unless a point lies below."""


def tau_line(
    g: FloatArray,
    tau: FloatArray,
    measures: Sequence[str],
    *,
    at: FloatArray,
    here: FloatArray,
    printed: Mapping[str, Sequence[tuple[float, float]]],
    source: str,
    theme: Theme,
    between: tuple[FloatArray, FloatArray] | None = None,
    height: int = 372,
) -> go.Figure:
    """Draw tau of each measure along a path on which g1 goes from 0 to 1.

    Parameters
    ----------
    g : float64 array, shape (P, c)
        User models of the path.
    tau : float64 array, shape (M, P)
        NaN, and a gap, where it is undefined.
    measures : sequence of str, length M
        Of GAP, xGAP and eGAP.
    at : float64 array, shape (c,)
        User model in force.
    here : float64 array, shape (M,)
        tau there; NaN where it is undefined.
    printed : mapping from measure to sequence of (g1, tau)
        What a paper prints for another collection; empty for nothing.
    source : str
        Name of that collection.
    theme : Theme
    between : (float64 array, float64 array), each of shape (M,), optional
        Ends of the interval of tau there.
    height : int
        Of the whole figure, in pixels.

    Returns
    -------
    plotly.graph_objects.Figure
        For each measure its printed points, hollow, then its line, then its mark at the g in force.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> g, tau = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[0.7, 1.0]])
    >>> figure = tau_line(g, tau, ["GAP"], at=g[1], here=tau[:, 1], printed={}, source="", theme=LIGHT)
    >>> [trace.name for trace in figure.data]
    ['GAP printed', 'GAP', 'GAP now']
    """
    words = [user_model(row) for row in g.tolist()]
    traces = [
        *(_printed(measure, printed.get(measure, ()), source, theme) for measure in measures),
        *(
            _path(measure, g[:, 0], values, words, theme)
            for measure, values in zip(measures, tau, strict=True)
        ),
        *(
            _now(measure, float(at[0]), float(here[m]), _ends(between, m), theme)
            for m, measure in enumerate(measures)
        ),
    ]
    ends = _known(between[0]) if between else []
    low = min([LOWEST, *_known(tau), *_known(here), *ends, *(y for row in printed.values() for _, y in row)])
    floor = np.floor(low * 10 - 1e-9) / 10
    return figure(
        traces, theme, height=height, margin=(36, 14, 8, 42),
        xaxis=axis(theme, G1, standoff=6, range=[-0.01, 1.01], dtick=0.2, showgrid=False, tickformat=".1f",
                   showline=True, linecolor=theme.line),
        yaxis=axis(theme, range=[max(-1.03, floor), 1.01], tickformat=".1f", nticks=8),
        shapes=[upright(float(at[0]), theme)],
        annotations=[
            {"x": float(at[0]), "y": 0, "yref": "paper", "yanchor": "bottom", "showarrow": False,
             "xanchor": "left" if at[0] < 0.6 else "right", "text": f" current g₁ = {at[0]:.2f} ",
             "font": {"size": 11}}
        ],
    )  # fmt: skip


def _printed(measure: str, points: Sequence[tuple[float, float]], source: str, theme: Theme) -> go.Scatter:
    import plotly.graph_objects as go

    color = theme.measure(measure)
    return go.Scatter(
        x=[x for x, _ in points], y=[y for _, y in points], mode="lines+markers", name=f"{measure} printed",
        line={"color": color, "width": 1, "dash": "dot"},
        marker={"symbol": f"{SYMBOLS[measure]}-open", "size": 9, "color": color, "line": {"width": 1.5}},
        hovertemplate=f"{GLYPHS[measure]} {measure} %{{y:.2f}}, printed for {source}<extra></extra>",
    )  # fmt: skip


def _path(measure: str, g1: FloatArray, tau: FloatArray, words: Sequence[str], theme: Theme) -> go.Scatter:
    import plotly.graph_objects as go

    return go.Scatter(
        x=g1, y=tau, mode="lines", name=measure, connectgaps=False, customdata=np.array(words, dtype=object),
        line={"color": theme.measure(measure), "width": 2.5},
        hovertemplate=f"{GLYPHS[measure]} {measure} <b>%{{y:.3f}}</b><br>g = %{{customdata}}<extra></extra>",
    )  # fmt: skip


def _now(measure: str, at: float, here: float, ends: tuple[float, float] | None, theme: Theme) -> go.Scatter:
    """Mark tau at the g in force, with its interval."""
    import plotly.graph_objects as go

    return go.Scatter(
        x=[at], y=[here], mode="markers", name=f"{measure} now", cliponaxis=False,
        marker={"symbol": SYMBOLS[measure], "size": 10, "color": theme.measure(measure),
                "line": {"color": theme.page, "width": 1}},
        hovertemplate=f"{GLYPHS[measure]} {measure} <b>%{{y:.3f}}</b>, current g{_interval(ends)}"
        "<extra></extra>",
        error_y=_whiskers(ends, here),
    )  # fmt: skip


def _ends(between: tuple[FloatArray, FloatArray] | None, m: int) -> tuple[float, float] | None:
    """Find the ends of the interval of one measure; None where there is none."""
    if between is None or np.isnan(between[0][m]):
        return None
    return float(between[0][m]), float(between[1][m])


def _interval(ends: tuple[float, float] | None) -> str:
    if ends is None:
        return ""
    return signed(f"<br>{percent(LEVEL)} interval {ends[0]:.3f} to {ends[1]:.3f}")


def _whiskers(ends: tuple[float, float] | None, here: float) -> dict[str, Any]:
    if ends is None:
        return {"visible": False}
    low, high = ends
    # A percentile interval need not hold the value itself.
    return {"type": "data", "symmetric": False, "array": [max(high - here, 0.0)],
            "arrayminus": [max(here - low, 0.0)], "thickness": 1.6, "width": 5}  # fmt: skip


def _known(values: FloatArray) -> list[float]:
    known: list[float] = values[~np.isnan(values)].tolist()
    return known
