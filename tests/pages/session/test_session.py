from __future__ import annotations

from streamlit.testing.v1 import AppTest

from gapviz.pages.session.state import State
from tests.pages.app import page, plain, press, run


def state(app: AppTest) -> State:
    found: State = app.session_state["memory"].state
    return found


def test_the_first_view_writes_no_address() -> None:
    assert not page("explore").query_params


def test_a_move_is_written_into_the_address() -> None:
    app = plain()
    app.slider(key="slider 0").set_value(0.25)
    run(app)
    assert app.query_params["g"] == "0.25,0.75"
    assert state(app).g == (0.25, 0.75)


def test_a_link_restores_the_view() -> None:
    link = {"g": ["0.3,0.7"], "pin": ["0.5,0.5"], "vs": ["pinned"], "sort": ["GAP"], "run": ["teamU.1"]}
    app = plain(link)
    assert [slider.value for slider in app.slider] == [0.3, 0.7]
    assert state(app).selected == ("teamU.1",)
    assert list(app.dataframe[0].value.columns)[-1] == "vs pinned"


def test_an_address_that_changed_by_itself_is_the_back_button() -> None:
    app = plain({"g": ["0.3,0.7"]})
    app.query_params["g"] = "0.6,0.4"
    run(app)
    assert state(app).g == (0.6, 0.4)


def test_a_widget_wins_over_an_address_that_is_late() -> None:
    app = plain()
    app.slider(key="slider 0").set_value(0.25)
    run(app)
    app.slider(key="slider 0").set_value(0.26)
    app.query_params.clear()
    run(app)
    assert state(app).g == (0.26, 0.74)


def test_a_widget_that_repeats_an_old_value_takes_nothing_back() -> None:
    # Two key presses faster than the answer: the browser sends slider 1 as it was before the first.
    app = plain()
    app.slider(key="slider 0").set_value(0.21)
    run(app)
    app.slider(key="slider 0").set_value(0.22)
    app.slider(key="slider 1").set_value(0.8)
    app.number_input(key="number 1").set_value(0.8)
    run(app)
    assert state(app).g == (0.22, 0.78)


def test_going_back_to_an_old_value_is_a_move() -> None:
    app = plain()
    app.slider(key="slider 0").set_value(0.21)
    run(app)
    app.slider(key="slider 1").set_value(0.8)
    run(app)
    assert state(app).g == (0.2, 0.8)


def test_what_a_link_had_wrong_is_said_until_the_next_act() -> None:
    app = plain({"sort": ["nDCG"]})
    assert "expected one of" in app.warning[0].value
    press(app, "pin")
    assert not app.warning


def test_a_link_to_other_data_says_so_once() -> None:
    app = plain({"data": ["7c41e0123456"], "g": ["0.5,0.5"]})
    said = [m.value for m in app.markdown if "This link was made with other data" in m.value]
    assert len(said) == 1
    assert "7c41e0" in said[0]
    assert state(app).g == (0.5, 0.5)
    press(app, "keep mine")
    assert not [m for m in app.markdown if "other data" in m.value]
