"""The layout that all figures share, in a theme."""

from __future__ import annotations

from typing import Any

from gapviz.theme import Theme


def layout(
    theme: Theme, *, height: int, margin: tuple[int, int, int, int], hovermode: str = "closest"
) -> dict[str, Any]:
    """Return the layout that all figures share.

    Parameters
    ----------
    theme : Theme
    height : int
        Of the whole figure, in pixels.
    margin : (int, int, int, int)
        Left, right, top, bottom in pixels.
    hovermode : str
        How the pointer chooses what it tells, as Plotly names it.

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
        "hovermode": hovermode,
        "showlegend": False,
        "dragmode": False,
        "clickmode": "event+select",
    }


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
