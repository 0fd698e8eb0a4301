"""The report of a page: what it shows, as one HTML document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import gapviz
from gapviz.analysis.rankings.paper_tables import TauTable, tau_table
from gapviz.arrays import IntArray
from gapviz.collection.health.topics import nothing_relevant
from gapviz.figures.report import Part, report_html
from gapviz.pages.parts import open_collections
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.parts.script import Script
from gapviz.pages.session.state import State
from gapviz.text.conventions import chips, holds
from gapviz.text.report import Lines, Sheet


def document(
    opened: Opened,
    state: State,
    parts: Sequence[Part],
    lines: Callable[[], Script] | None = None,
    *,
    page: str = "",
) -> str:
    """Write what a page shows as one HTML document.

    Parameters
    ----------
    opened : Opened
    state : State
        Fitted to the collection.
    parts : sequence of Chart, Sheet and Lines
        What is the page's own; the user model stands before it.
    lines : callable, optional
        Gives the lines with the same numbers, which stand at the end.
    page : str
        Title of the page, beside the name of the collection.
    """
    counts: IntArray = open_collections.counts(opened)
    empty = int(nothing_relevant(counts).sum())
    script = lines() if lines else Script("")
    texts = {"The same numbers from Python": script.python, "On the command line": script.command}
    facts = {
        "collection": opened.collection.name,
        "holds": holds(opened.profile),
        "fingerprint": opened.collection.fingerprint,
        "made with": f"gapviz {gapviz.__version__}",
    }
    marks = chips(opened.collection, topics=state.topics, empty=state.empty, nothing_relevant=empty)
    return report_html(
        title=f"{page}: {opened.collection.name}" if page else opened.collection.name,
        facts=facts,
        conventions=[(chip.text, chip.help) for chip in marks],
        parts=[
            Sheet("User model", _user_model(state), best=False),
            *parts,
            *(Lines(title, text) for title, text in texts.items() if text),
        ],
    )


def taus(opened: Opened, state: State) -> TauTable:
    """Correlate all runs' rankings under the g in force, in the shape of the paper's tables."""
    conventions: Any = {"topics": state.topics, "empty": state.empty}
    everyone = np.ones(len(opened.profile.runs), dtype=bool)
    return tau_table(opened.profile, g=np.array([state.g]), run_set=everyone, **conventions)


def _user_model(state: State) -> dict[str, list[object]]:
    c = len(state.g)
    table: dict[str, list[object]] = {
        "probability": [f"g{h}" for h in range(1, c + 1)],
        "a document counts": [
            f"from grade {h} on" if h < c else f"with grade {c} only" for h in range(1, c + 1)
        ],
        "in force": list(state.g),
    }
    return table | ({"pinned": list(state.pinned)} if state.pinned else {})
