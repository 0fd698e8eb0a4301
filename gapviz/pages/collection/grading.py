"""The editor of the grade mapping: what each grade in the file counts as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.collection.errors import InputError
from gapviz.collection.grades import UNJUDGED, GradeMap
from gapviz.pages.parts import open_collections
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.session import commit, propose, tied
from gapviz.pages.session.state import State
from gapviz.text.numbers import thousands

MOST_GRADES = 12
"""Different grades in a file up to which each has a row to edit."""


def editor(opened: Opened, state: State) -> None:
    """Show how raw grades are mapped, and let the reader change it."""
    st.html('<h2 class="gv-h2">Grades</h2>')
    if opened.stands_in:
        _text(state)
        st.caption(f"This mapping is for the collection of the link; {opened.key} is shown as it is.")
        return
    raw, documents = np.unique(opened.collection.judgements.raw_grades, return_counts=True)
    mapped = opened.collection.grade_map.apply(raw).tolist()
    if opened.collection.grade_map.words:
        st.caption("The file has words for grades: the text says what they count as.")
    elif raw.size > MOST_GRADES:
        st.caption(f"The file has {raw.size} different grades; number them 1, 2, 3, … or write a mapping.")
    else:
        options = ["unjudged", *map(str, range(max(raw.size, max(mapped, default=0) + 1, 2)))]
        table = pd.DataFrame(
            {
                "grade in the file": [f"{grade:g}" for grade in raw],
                "documents": documents,
                "counts as": ["unjudged" if grade == UNJUDGED else str(grade) for grade in mapped],
            }
        )
        # A new mapping makes a new table to edit, so the edits of the old one must not be applied again.
        key = f"grades of {opened.key} {state.grades}"
        st.data_editor(
            table, key=key, hide_index=True, num_rows="fixed", disabled=["grade in the file", "documents"],
            on_change=_edit, args=(key, raw.tolist(), mapped),
            column_config={"counts as": st.column_config.SelectboxColumn(options=options, required=True)},
        )  # fmt: skip
    _text(state)
    counts = open_collections.counts(opened)
    judged = ", ".join(f"{thousands(n)} of grade {k}" for k, n in enumerate(counts.sum(axis=0).tolist()))
    st.caption(f"In force: {judged}.")


def _text(state: State) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = tied("grade text", state.grades)
        st.text_input(
            "Mapping as text", key=key, placeholder="as read; for example -2:0,4:3 or NO:0,FIRST:1",
            on_change=propose, args=(key, _write),
            help="raw:grade or word:grade pairs with commas between; a grade may be unjudged; "
            "consecutive closes gaps",
        )  # fmt: skip
        st.button("Close gaps", on_click=_consecutive, args=(state.grades,), key="consecutive",
                  help="Number the grades that occur 1, 2, 3, …")  # fmt: skip
        st.button("As read", on_click=commit, kwargs={"grades": ""}, key="as read")
    if "grade problem" in st.session_state:
        st.error(st.session_state.pop("grade problem"))


def _edit(key: str, raw: list[float], mapped: list[int]) -> None:
    edits: dict[int, dict[str, Any]] = st.session_state[key]["edited_rows"]
    wanted = list(mapped)
    for row, changed in edits.items():
        if value := changed.get("counts as"):
            wanted[row] = UNJUDGED if value == "unjudged" else int(value)
    commit(grades=str(mapping(raw, wanted)))


def mapping(raw: Sequence[float], wanted: Sequence[int]) -> GradeMap:
    """Return the shortest mapping that takes each raw grade where it is wanted.

    Examples
    --------
    >>> str(mapping([-2.0, 0.0, 1.0, 4.0], [0, 0, 1, 3]))
    '-2:0,4:3'
    >>> str(mapping([-1.0, 0.5, 2.0], [UNJUDGED, 1, 2]))
    '0.5:1'
    """
    plain = [UNJUDGED if grade < 0 else grade for grade in raw]
    return GradeMap(
        tuple((grade, to) for grade, to, same in zip(raw, wanted, plain, strict=True) if to != same)
    )


def _write(_state: State, text: str) -> dict[str, Any]:
    try:
        return {"grades": str(GradeMap.parse(text))}
    except InputError as error:
        st.session_state["grade problem"] = f"The mapping was not applied. {error}."
        return {}


def _consecutive(grades: str) -> None:
    parts = [part for part in grades.split(",") if part and part != "consecutive"]
    commit(grades=",".join([*parts, "consecutive"]))
