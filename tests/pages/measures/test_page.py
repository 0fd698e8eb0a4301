from __future__ import annotations

from gapviz.measures import MEASURES
from tests.pages.app import page, run


def test_every_measure_stands_there_with_formula_source_and_example() -> None:
    app = page("measures")
    shown = "\n".join(element.value for element in app.markdown)
    assert shown.count("**Source**") == shown.count("**Worked example**") == len(MEASURES)
    examples = {f"gapviz.measure({definition.example!r})" for definition in MEASURES}
    assert {element.value for element in app.code} == examples
    assert {element.value.strip(" $\n") for element in app.latex} == {one.formula for one in MEASURES}


def test_one_group_alone() -> None:
    app = page("measures")
    app.pills(key="kind of measure").set_value("Incomplete judgements")
    assert len(run(app).latex) == sum(definition.group == "Incomplete judgements" for definition in MEASURES)
