from __future__ import annotations

import re

from streamlit.testing.v1 import AppTest

from gapviz.learning.exchanges import LEARNABLE
from gapviz.measures import MEASURES
from gapviz.pages.measures.page import anchor
from gapviz.text.names import for_markdown
from tests.pages.app import page, run


def formulas(app: AppTest) -> list[str]:
    """All formulas that stand between ``$$`` and ``$$``."""
    return re.findall(r"\$\$\n(.*)\n\$\$", "\n".join(one.value for one in app.markdown))


def test_every_measure_stands_there_with_formula_source_and_example() -> None:
    app = page("measures")
    shown = "\n".join(element.value for element in app.markdown)
    assert shown.count("**Source**") == shown.count("**Worked example**") == len(MEASURES)
    examples = {f"gapviz.measure({definition.example!r})" for definition in MEASURES}
    assert set(re.findall(r"```python\n(.*)\n```", shown)) == examples
    assert sorted(formulas(app)) == sorted(one.formula for one in MEASURES)
    assert shown.count("\n\n---\n\n**Worked example**") == len(MEASURES)  # begins the second column
    assert shown.count("**Also read as**") == sum(bool(one.aliases) for one in MEASURES)
    assert all(
        f"`{it.name}` {for_markdown(it.meaning)}" in shown for one in MEASURES for it in one.parameters
    )
    assert shown.count("A ranker can be trained for it") == len(LEARNABLE)


def test_one_group_alone() -> None:
    app = page("measures")
    app.pills(key="kind of measure").set_value("Incomplete judgements")
    assert len(formulas(run(app))) == sum(
        definition.group == "Incomplete judgements" for definition in MEASURES
    )


def test_a_search_finds_names_of_other_tools_and_words_of_sources() -> None:
    app = page("measures")
    for words, names in (("map", ["AP"]), ("sakai condensed", ["nDCG'", "Q'"]), ("no such measure", [])):
        app.text_input(key="search measures").set_value(words)
        assert [one.value.partition(" ")[0] for one in run(app).subheader] == names
    assert "No measure is called so" in app.info[0].value


def test_every_measure_has_a_link_that_leads_to_it_alone() -> None:
    app = page("measures")
    anchors = [one.proto.anchor for one in app.subheader]
    assert len(set(anchors)) == len(MEASURES)
    (links,) = (one.value for one in app.markdown if "](#" in one.value)
    assert re.findall(r"\(#(.*?)\)", links) == [anchor(one) for one in MEASURES]
    assert set(anchors) == {anchor(one) for one in MEASURES}
