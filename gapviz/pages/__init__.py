"""Streamlit pages: each asks, calls and shows. `PAGES` is the navigation, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gapviz.pages import collection, explore, measures


@dataclass(frozen=True)
class Page:
    """An entry of the navigation.

    Attributes
    ----------
    title : str
    path : str
        Last part of the address.
    show : callable
        Draws the page.
    """

    title: str
    path: str
    show: Callable[[], None]


PAGES = (
    Page("Explore", "explore", explore.show),
    Page("Collection", "collection", collection.show),
    Page("Measures", "measures", measures.show),
)
"""The first one is the start page."""
