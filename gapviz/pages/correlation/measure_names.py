"""Measures that a page compares, as texts with the g in force."""

from __future__ import annotations

from collections.abc import Sequence

from gapviz.analysis.users.family import with_g
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure


def usable(names: Sequence[str], g: Sequence[float]) -> tuple[list[str], list[str]]:
    """Tell the names of measures from those that are none, each with a sentence."""
    good, notes = [], []
    for name, text in zip(names, with_g(names, g), strict=True):
        try:
            measure(text)
        except InputError as error:
            notes.append(f"{error}.")
        else:
            good.append(name)
    return good, notes
