"""Agreement of the graded measures with a reference along a path of user models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.figures.theme import GLYPHS, SYMBOLS, Theme, layout

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
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    for measure in measures:
        points = list(printed.get(measure, ()))
        figure.add_trace(
            go.Scatter(
                x=[x for x, _ in points], y=[y for _, y in points], mode="lines+markers",
                name=f"{measure} printed",
                line={"color": theme.measure(measure), "width": 1, "dash": "dot"},
                marker={"symbol": f"{SYMBOLS[measure]}-open", "size": 9, "color": theme.measure(measure),
                        "line": {"width": 1.5}},
                hovertemplate=f"{GLYPHS[measure]} {measure} %{{y:.2f}}, printed for {source}<extra></extra>",
            )
        )  # fmt: skip
    data = np.array([", ".join(f"{part:.2f}" for part in row) for row in g.tolist()], dtype=object)
    for m, measure in enumerate(measures):
        figure.add_trace(
            go.Scatter(
                x=g[:, 0], y=tau[m], mode="lines", name=measure, connectgaps=False, customdata=data,
                line={"color": theme.measure(measure), "width": 2.5},
                hovertemplate=f"{GLYPHS[measure]} {measure} <b>%{{y:.3f}}</b><br>g = %{{customdata}}"
                "<extra></extra>",
            )
        )  # fmt: skip
    for m, measure in enumerate(measures):
        figure.add_trace(
            go.Scatter(
                x=[float(at[0])], y=[float(here[m])], mode="markers", name=f"{measure} now",
                cliponaxis=False,
                marker={"symbol": SYMBOLS[measure], "size": 10, "color": theme.measure(measure),
                        "line": {"color": theme.page, "width": 1}},
                hovertemplate=f"{GLYPHS[measure]} {measure} <b>%{{y:.3f}}</b>, current g"
                f"{_interval(between, m)}<extra></extra>",
                error_y=_whiskers(between, m, float(here[m])),
            )
        )  # fmt: skip
    ends = _known(between[0]) if between else []
    low = min([LOWEST, *_known(tau), *_known(here), *ends, *(y for row in printed.values() for _, y in row)])
    floor = np.floor(low * 10 - 1e-9) / 10
    figure.update_layout(
        **layout(theme, height=height, margin=(36, 14, 8, 42)),
        hovermode="closest",
        xaxis={
            "range": [-0.01, 1.01], "dtick": 0.2, "showgrid": False, "zeroline": False, "fixedrange": True,
            "tickfont": {"size": 11}, "tickformat": ".1f", "showline": True, "linecolor": theme.line,
            "title": {"text": "g₁, share of users for whom any relevant document counts",
                      "font": {"size": 12}, "standoff": 6},
        },
        yaxis={
            "range": [max(-1.03, floor), 1.01], "gridcolor": theme.grid, "zeroline": False,
            "fixedrange": True, "tickfont": {"size": 11}, "tickformat": ".1f", "nticks": 8,
        },
        shapes=[
            {"type": "line", "x0": float(at[0]), "x1": float(at[0]), "y0": 0, "y1": 1, "yref": "paper",
             "line": {"color": theme.ink2, "width": 1, "dash": "dot"}}
        ],
        annotations=[
            {"x": float(at[0]), "y": 0, "yref": "paper", "yanchor": "bottom", "showarrow": False,
             "xanchor": "left" if at[0] < 0.6 else "right", "text": f" current g₁ = {at[0]:.2f} ",
             "font": {"size": 11}}
        ],
    )  # fmt: skip
    return figure


def _interval(between: tuple[FloatArray, FloatArray] | None, m: int) -> str:
    if between is None or np.isnan(between[0][m]):
        return ""
    return f"<br>95 % interval {between[0][m]:.3f} to {between[1][m]:.3f}".replace("-", "−")


def _whiskers(between: tuple[FloatArray, FloatArray] | None, m: int, here: float) -> dict[str, Any]:
    if between is None or np.isnan(between[0][m]):
        return {"visible": False}
    low, high = float(between[0][m]), float(between[1][m])
    # A percentile interval need not hold the value itself.
    return {"type": "data", "symmetric": False, "array": [max(high - here, 0.0)],
            "arrayminus": [max(here - low, 0.0)], "thickness": 1.6, "width": 5}  # fmt: skip


def _known(values: FloatArray) -> list[float]:
    found: list[float] = values[~np.isnan(values)].tolist()
    return found
