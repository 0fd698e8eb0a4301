from __future__ import annotations

from gapviz.measures import MEASURES
from tests.pages.app import page


def test_every_measure_stands_there_with_formula_source_and_example() -> None:
    app = page("measures")
    shown = "\n".join(element.value for element in app.markdown)
    assert shown.count("**Source**") == shown.count("**Worked example**") == len(MEASURES)
    assert [element.value for element in app.code] == [
        f"gapviz.measure({definition.example!r})" for definition in MEASURES
    ]
    assert len(app.latex) == len(MEASURES)
