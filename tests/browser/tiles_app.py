"""The app with Toy lists cut down to tiles and g, for tests of the hand."""

from __future__ import annotations

import runpy
from typing import Any

from gapviz.pages.toylists import edit, measures, page


def nothing(*_: Any) -> tuple[()]:
    return ()


if __name__ == "__main__":
    left_out: Any = nothing
    measures.cards = measures.values_table = measures.chooser = measures.terms = left_out
    edit.ranks = edit.follow = page.below = left_out
    measures.FOLLOW = left_out()
    runpy.run_path("app.py", run_name="__main__")
