"""Measures that a page compares, as texts with the g in force."""

from __future__ import annotations

from collections.abc import Sequence

from gapviz.analysis.family import GRADED
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure


def in_force(names: Sequence[str], g: Sequence[float]) -> list[str]:
    """Texts of measures, those of the graded family with the g in force.

    Examples
    --------
    >>> in_force(["AP", "eGAP"], (0.2, 0.8))
    ['AP', 'eGAP(g=0.2,0.8)']
    """
    shares = ",".join(repr(float(share)) for share in g)
    return [f"{name}(g={shares})" if name in GRADED else name for name in names]


def usable(names: Sequence[str], g: Sequence[float]) -> tuple[list[str], list[str]]:
    """Tell the names of measures from those that are none, each with a sentence."""
    good, notes = [], []
    for name, text in zip(names, in_force(names, g), strict=True):
        try:
            measure(text)
        except InputError as error:
            notes.append(f"{error}.")
        else:
            good.append(name)
    return good, notes
