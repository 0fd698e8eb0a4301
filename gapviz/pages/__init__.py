"""Streamlit pages: each asks, calls and shows. `NAVIGATION` has them in order."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from gapviz.pages.collection import page as collection
from gapviz.pages.correlation import page as correlation
from gapviz.pages.curves import page as curves
from gapviz.pages.experiments import informativeness, learning, robustness, significance, variation
from gapviz.pages.explore import page as explore
from gapviz.pages.measures import page as measures
from gapviz.pages.topics import page as topics
from gapviz.pages.toylists import page as toylists
from gapviz.pages.toylists import tour
from gapviz.pages.users import page as models


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


NAVIGATION = {
    "": (
        Page("Explore", "explore", explore.show),
        Page("Collection", "collection", collection.show),
    ),
    "Compare": (
        Page("Correlation", "correlation", correlation.show),
        Page("Curves", "curves", curves.show),
        Page("User models", "models", models.show),
        Page("Topics", "topics", topics.show),
    ),
    "Experiments": (
        Page("Robustness", "robustness", robustness.show),
        Page("Variation", "variation", variation.show),
        Page("Significance", "significance", significance.show),
        Page("Informativeness", "informativeness", informativeness.show),
        Page("Learning to rank", "learning", learning.show),
    ),
    "Learn": (
        Page("Tour", "tour", tour.show),
        Page("Toy lists", "toylists", toylists.show),
        Page("Measures", "measures", measures.show),
    ),
}
"""Pages under the heading of each menu, in order; those under no heading stand in the bar itself."""

PAGES = tuple(itertools.chain.from_iterable(NAVIGATION.values()))
"""The first one is the start page."""
