from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from gapviz.analysis.toylists.outputs import number_of_outputs
from gapviz.analysis.toylists.presets import presets
from gapviz.pages.session.readers import MOST_BESIDE
from gapviz.pages.toylists.page import SHORT, TOGETHER
from tests.pages.app import html, page, press, run, text

OPENED = ("3122", "late-100", "swap-before", "kishida-c")
THIRDS = "0.3333333333333333,0.3333333333333333,0.3333333333333333"


def charts(app: AppTest) -> list[dict[str, Any]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def shown(app: AppTest, name: str) -> str:
    return html(app).split(f'data-measure="{name}">')[1].split("<")[0]


def test_a_link_restores_the_list_g_and_measures() -> None:
    # mathematics.md, section 2: grades 3, 1, 2, 2 at equal g.
    app = page("toylists", {"list": ["3.3122."], "g": [THIRDS], "with": ["nDCG@3", "RBP(rel=1)"]})
    assert [shown(app, name) for name in ("GAP", "xGAP", "eGAP")] == ["0.9271", "0.9433", "0.9352"]
    assert [trace["name"] for trace in charts(app)[0]["data"]][:3] == ["GAP", "xGAP", "eGAP"]
    table = app.dataframe[0].value
    assert table["measure"].tolist()[-2:] == ["nDCG@3", "RBP(p=0.8,rel=1)"]


def test_a_list_that_cannot_be_read_is_told_and_the_first_one_is_shown() -> None:
    app = page("toylists", {"list": ["3.9999."], "with": ["<b>nothing</b>"]})
    said = "".join(str(element.value) for element in app.warning)
    assert "list=3" in said.replace("\\", "")
    assert "<b>nothing" not in said
    assert shown(app, "GAP") == "0.3284"  # the first list at g = 0.2, 0.8, as gapviz.measure gives it


def test_bundled_lists_open_with_their_g() -> None:
    assert set(SHORT) == {one.key for one in presets()}
    assert set(TOGETHER) <= set(SHORT)
    for one in [one for one in presets() if one.key in OPENED]:
        app = page("toylists", {"panel": ["limits"]})
        app.pills(key="examples").set_value(one.key)
        state = run(app).session_state["memory"].state
        assert (state.toy, state.g) == (str(one.toy), one.g)
        if one.key in TOGETHER:
            assert state.other
            assert "second list" in html(app)


def test_ideal_and_worst_first() -> None:
    app = page("toylists", {"list": ["2.021u.1"]})
    app.pills(key="examples").set_value("ideal")
    assert run(app).session_state["memory"].state.toy == "2.2110u."
    app.pills(key="examples").set_value("worst")
    assert run(app).session_state["memory"].state.toy == "2.u0112."


def test_another_scale_keeps_what_fits() -> None:
    app = page("toylists", {"list": ["3.321.3"], "list2": ["3.123."]})
    app.segmented_control(key="scale").set_value("2")
    state = run(app).session_state["memory"].state
    assert (state.toy, state.other) == ("2.221.2", "2.122.")


def test_second_list_is_compared_exchanged_and_closed() -> None:
    app = press(page("toylists", {"list": ["2.210."]}), "compare")
    assert app.session_state["memory"].state.other == "2.210."
    app = page("toylists", {"list": ["2.210."], "list2": ["2.012."]})
    assert list(app.dataframe[0].value.columns) == ["measure", "value", "second list", "difference"]
    app = press(app, "exchange")
    assert (app.session_state["memory"].state.toy, app.session_state["memory"].state.other) == (
        "2.012.",
        "2.210.",
    )
    assert press(app, "close second").session_state["memory"].state.other == ""


def test_measures_beside_the_family() -> None:
    app = page("toylists")
    app.multiselect(key="beside").set_value(["nDCG"])
    assert run(app).session_state["memory"].state.beside == ("nDCG",)


@pytest.mark.parametrize("bars", ["rank", "total", "table"])
def test_an_empty_list_is_no_error(bars: str) -> None:
    app = page("toylists", {"list": ["2.."], "bars": [bars], "panel": ["worth"]})
    assert shown(app, "GAP") == "0.0000"
    assert "The maps are for lists" in text(app)


def test_experiments_tell_a_trial_and_their_mean() -> None:
    app = page("toylists", {"panel": ["experiments"], "list": ["2.12.1"], "g": ["0.5,0.5"]})
    assert "Select a document that is relevant" in text(app)
    assert "standard error" in text(app)
    first = app.markdown[0].value
    assert press(app, "next trial").session_state["memory"].state.settings == ("trial:2",)
    app.segmented_control(key="setting experiment").set_value("eGAP")
    assert "the formula gives 0.5833" in text(run(app))  # 7/12, gapviz.analysis.toylists.trials
    assert app.markdown[0].value != first


@pytest.mark.parametrize("kind", ["move", "grade", "fixed", "found"])
def test_what_a_document_is_worth(kind: str) -> None:
    app = page("toylists", {"panel": ["worth"], "list": ["2.1u20."]})
    app.segmented_control(key="setting change").set_value(kind)
    map_of_changes = charts(run(app))[1]["data"][0]
    assert map_of_changes["type"] == "heatmap"


def test_all_outputs_are_kishidas_136_and_too_many_are_refused() -> None:
    app = press(page("toylists", {"panel": ["outputs"]}), "kishida")
    assert "136 outputs" in text(app)
    assert app.session_state["memory"].state.toy == "3.32100."
    assert app.session_state["memory"].state.settings == ("pool:1,1,1,5",)
    for label, number in [*((f"R{sub}, grade {k}", 20) for k, sub in enumerate("₁₂₃", 1)), ("Length", 30)]:
        app.number_input(key=f"outputs {label}").set_value(number)
        app = run(app)
    assert app.session_state["memory"].state.settings == ("pool:20,20,20,30",)
    assert "too many" in text(app)


def test_disagreement_shows_two_lists_and_another_pair() -> None:
    app = page("toylists", {"g": ["0.4,0.6"], "list": ["2.10."]})
    assert "GAP prefers A, eGAP prefers B" in text(app)
    before = html(app)
    assert html(press(app, "another")) != before
    app = press(app, "edit both")
    assert app.session_state["memory"].state.other


LINKED = {
    "limits": ["n:40", "first:xGAP", "second:ERR", "pair:3"],
    "experiments": ["experiment:xGAP", "trials:1000", "seed:5", "trial:7"],
    "worth": ["worth:GAP", "change:grade", "relevant:100"],
    "outputs": ["pool:2,1,4", "x:AP", "y:xGAP"],
}


@pytest.mark.parametrize("panel", LINKED)
def test_a_link_restores_the_settings_of_a_panel(panel: str) -> None:
    app = page("toylists", {"panel": [panel], "list": ["2.1202.1"], "at": LINKED[panel]})
    assert not app.warning
    assert app.session_state["memory"].state.settings == tuple(LINKED[panel])
    said = {
        "limits": "xGAP prefers A, ERR prefers B",
        "experiments": "Trial 7 of 1",
        "worth": "Row: rank.",
        "outputs": f"{number_of_outputs((2, 1), 4)} outputs",
    }
    assert said[panel] in text(app) + html(app)


def test_another_chapter_of_the_tour_forgets_them() -> None:
    app = page("tour", {"chapter": ["2"], "list": ["2.12."], "at": ["experiment:xGAP", "trial:7"]})
    assert "Trial 7 of" in html(app)
    assert press(app, "next chapter").session_state["memory"].state.settings == ()


def test_the_family_in_the_limit_goes_onto_the_list() -> None:
    app = press(page("toylists", {"list": ["3.3."]}), "put late")
    assert app.session_state["memory"].state.toy == f"2.{'1' * 12}2."


def test_more_measures_than_the_page_takes_are_said() -> None:
    """Streamlit raises an exception where a widget is given more than it may hold."""
    texts = [f"P@{n}" for n in range(1, MOST_BESIDE + 2)]
    assert not page("toylists", {"with": texts[:-1]}).warning
    (said,) = [one.value for one in page("toylists", {"with": texts}).warning]
    assert f"expected at most {MOST_BESIDE} measures, found {MOST_BESIDE + 1}" in said
