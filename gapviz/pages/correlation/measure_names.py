"""Measures that a page compares, as texts with the g in force."""

from __future__ import annotations

from collections.abc import Sequence

from gapviz.analysis.users.family import GRADED
from gapviz.pages.parts import cached
from gapviz.pages.parts.frame import View


def usable(view: View, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Tell the names of measures that fit the collection from the others, each with a sentence.

    GAP, xGAP and eGAP take the g in force, which fits.
    """
    notes = {name: "" if name in GRADED else cached.misfit(view, name) for name in names}
    return [name for name, note in notes.items() if not note], list(filter(None, notes.values()))
