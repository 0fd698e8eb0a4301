"""Figures with the layout that all share, in a theme."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gapviz.theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go


def figure(
    traces: Sequence[Any],
    theme: Theme,
    *,
    height: int,
    margin: tuple[int, int, int, int],
    hovermode: str = "closest",
    **more: Any,
) -> go.Figure:
    """Return a figure with the layout that all share, and more.

    Plotly checks once what a figure begins with; ``add_trace`` and ``update_layout`` take many times as long.

    Parameters
    ----------
    traces : sequence of traces
        Plotly's objects, or dicts.
    theme : Theme
    height : int
        Of the whole figure, in pixels.
    margin : (int, int, int, int)
        Left, right, top, bottom in pixels.
    hovermode : str
        How the pointer chooses what it tells, as Plotly names it.
    **more :
        Further settings of the layout, as Plotly names them.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> figure([], LIGHT, height=300, margin=(8, 8, 4, 4), bargap=0).layout.height
    300
    """
    import plotly.graph_objects as go

    left, right, top, bottom = margin
    shared = {
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
        "hovermode": hovermode,
        "showlegend": False,
        "dragmode": False,
        "clickmode": "event+select",
    }
    return go.Figure(traces, layout=shared | more)


def axis(theme: Theme, title: str = "", *, standoff: int | None = None, **more: Any) -> dict[str, Any]:
    """Return an axis with its grid, which the reader cannot drag.

    Parameters
    ----------
    theme : Theme
    title : str
        Markup of Plotly's: names in it are escaped.
    standoff : int, optional
        Pixels between the numbers and the title.
    **more :
        Further settings of Plotly's.

    Examples
    --------
    >>> from gapviz.theme import LIGHT
    >>> axis(LIGHT, "trials", type="log")["title"]
    {'text': 'trials', 'font': {'size': 12}}
    """
    base: dict[str, Any] = {
        "gridcolor": theme.grid,
        "zeroline": False,
        "fixedrange": True,
        "tickfont": {"size": 11},
    }
    if title:
        away = {} if standoff is None else {"standoff": standoff}
        base["title"] = {"text": title, "font": {"size": 12}, **away}
    return base | more


def prepare() -> None:
    """Import what figures need, so that the first one is drawn as fast as the others."""
    import plotly.graph_objects as go

    go.Figure(go.Scatter())
