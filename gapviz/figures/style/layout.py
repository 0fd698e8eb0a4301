"""The layout that all figures share, in a theme."""

from __future__ import annotations

from typing import Any

from gapviz.theme import Theme


def layout(theme: Theme, *, height: int, margin: tuple[int, int, int, int]) -> dict[str, Any]:
    """Return the layout that all figures share.

    Parameters
    ----------
    theme : Theme
    height : int
        Of the whole figure, in pixels.
    margin : (int, int, int, int)
        Left, right, top, bottom in pixels.

    Returns
    -------
    dict
        What Plotly's ``update_layout`` takes.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> layout(LIGHT, height=300, margin=(8, 8, 4, 4))["height"]
    300
    """
    left, right, top, bottom = margin
    return {
        "height": height,
        "margin": {"l": left, "r": right, "t": top, "b": bottom, "pad": 0},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": "Source Sans, sans-serif", "size": 12, "color": theme.ink2},
        "hoverlabel": {
            "bgcolor": theme.card,
            "bordercolor": theme.line,
            "font": {"color": theme.ink, "size": 13},
            "align": "left",
        },
        "showlegend": False,
        "dragmode": False,
        "clickmode": "event+select",
    }


def prepare() -> None:
    """Import what figures need, so that the first one is drawn as fast as the others."""
    import plotly.graph_objects as go

    go.Figure(go.Scatter())
