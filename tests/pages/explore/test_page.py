from __future__ import annotations

import io
import json
import re
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import gapviz
from gapviz.pages.explore import live_file
from gapviz.pages.parts.frame import View
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.state import State
from gapviz.theme import LIGHT
from tests.pages.app import html, opened, page, plain, press, run, run_file, text, uploaded
from tests.shared import likeness

QRELS = "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 a 1\n2 0 b 2\n"
FIRST = run_file(("1", "a", 3), ("1", "b", 2), ("2", "a", 2), ("2", "b", 1))
SECOND = run_file(("1", "c", 3), ("1", "b", 2), ("2", "b", 2), ("2", "a", 1))


def figures(app: AppTest) -> list[dict[str, list[dict[str, object]]]]:
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def test_the_leaderboard_shows_what_the_library_gives() -> None:
    app = plain({"g": ["0.1,0.9"]})
    shown = app.dataframe[0].value.set_index("run")
    scores = gapviz.scores(likeness("TREC 10"), ["GAP(g=0.1,0.9)", "xGAP(g=0.1,0.9)", "eGAP(g=0.1,0.9)"])
    expected = scores.means().T
    assert np.array_equal(shown.loc[list(scores.runs), ["GAP", "xGAP", "eGAP"]].to_numpy(), expected)
    assert shown["eGAP"].is_monotonic_decreasing
    assert shown["rank"].tolist() == list(range(1, 96))


def test_what_is_synthetic_says_so_and_conventions_stand_beside_the_means() -> None:
    head = html(plain())
    for words in ("synthetic", "ties: trec_eval 10", "missing topics count 0", "depth all"):
        assert f">{words}</span>" in head


def test_presets_reset_and_order() -> None:
    app = plain()
    app.pills(key="preset").set_value("Uniform")
    run(app)
    assert app.session_state["memory"].state.g == (0.5, 0.5)
    app.segmented_control(key="choice sort").set_value("GAP")
    run(app)
    assert app.dataframe[0].value["GAP"].is_monotonic_decreasing
    press(app, "reset")
    assert app.session_state["memory"].state.g == ()
    assert [slider.value for slider in app.slider] == [0.2, 0.8]


def test_pin_swap_and_clear() -> None:
    app = press(plain(), "pin")
    app.slider(key="slider 0").set_value(0.7)
    run(app)
    assert "change from pinned" in html(app)
    assert list(app.dataframe[0].value.columns)[-1] == "vs pinned"
    press(app, "swap")
    assert app.session_state["memory"].state.g == (0.2, 0.8)
    assert app.session_state["memory"].state.pinned == (0.7, 0.3)
    press(app, "clear")
    assert "change from pinned" not in html(app)
    assert list(app.dataframe[0].value.columns)[-1] == "vs AP"


def test_three_grades_have_three_sliders_and_locks() -> None:
    app = plain({"in": ["TREC 21"], "g": ["0.2,0.3,0.5"]})
    press(app, "lock 1")
    app.slider(key="slider 0").set_value(0.4)
    run(app)
    assert app.session_state["memory"].state.g == (0.4, 0.3, 0.3)
    assert app.slider(key="slider 1").disabled


def test_a_selected_run_is_selected_everywhere() -> None:
    app = plain({"run": ["teamP.2"]})
    assert "teamP.2</span>" in html(app)  # head of the topics
    bump = figures(app)[0]
    selected = next(trace for trace in bump["data"] if trace["name"] == "selected")
    assert selected["y"]


def test_a_run_that_is_not_here_is_said() -> None:
    app = plain({"run": ["nobody"]})
    assert "Not in this collection" in app.warning[0].value


def test_one_run() -> None:
    app = opened("explore", uploaded(QRELS, {"only": FIRST}))
    assert "One run is loaded" in app.info[0].value
    assert len(app.dataframe[0].value) == 1
    assert "undefined" in html(app)
    # No ranking: the first chart is the map of taus.
    assert not any(trace.get("name") == "winners" for figure in figures(app) for trace in figure["data"])
    assert "Ranking under each measure" not in html(app)
    assert "Ranking under each measure" in html(opened("explore", uploaded(QRELS, {"a": FIRST, "b": SECOND})))


def test_equal_runs() -> None:
    app = opened("explore", uploaded(QRELS, {"a": FIRST, "b": FIRST}))
    assert "Every run has the same means" in app.info[0].value
    assert app.dataframe[0].value["run"].tolist() == ["a", "b"]
    assert (app.dataframe[1].value.to_numpy() == "undefined").sum() >= 12


def test_one_grade() -> None:
    app = opened("explore", uploaded("1 0 a 1\n1 0 b 0\n", {"a": FIRST, "b": SECOND}))
    assert not app.slider
    assert any("One relevant grade" in caption.value for caption in app.caption)
    shown = app.dataframe[0].value
    assert shown["GAP"].equals(shown["eGAP"])


def test_more_grades_than_sliders() -> None:
    qrels = "".join(f"1 0 d{k} {k}\n" for k in range(9))
    app = opened("explore", uploaded(qrels, {"a": run_file(("1", "d8", 2), ("1", "d1", 1))}))
    assert not app.slider
    assert any("The grades go to 8" in caption.value for caption in app.caption)
    app.pills(key="preset").set_value("only g_8")
    run(app)
    assert app.session_state["memory"].state.g[-1] == 1.0


def test_nothing_relevant_is_a_convention_in_sight() -> None:
    app = opened("explore", uploaded(QRELS + "3 0 a 0\n", {"a": FIRST, "b": SECOND}))
    assert "1 topic with nothing relevant: 0" in html(app)
    before = app.dataframe[0].value.set_index("run")["GAP"]
    app = opened("explore", uploaded(QRELS + "3 0 a 0\n", {"a": FIRST, "b": SECOND}), {"empty": ["omit"]})
    after = app.dataframe[0].value.set_index("run")["GAP"]
    assert after.to_numpy() == pytest.approx(before.to_numpy() * 3 / 2)


def test_a_mean_below_its_ceiling_is_shown_as_it_is() -> None:
    # No document of grade 2: with g = (0.2, 0.8) an ideal list scores 0.2 under xGAP and eGAP.
    qrels = "1 0 a 1\n2 0 b 2\n"
    ideal = run_file(("1", "a", 1), ("2", "b", 1))
    app = opened("explore", uploaded(qrels, {"ideal": ideal, "other": SECOND}))
    shown = app.dataframe[0].value.set_index("run").loc["ideal"]
    assert [shown[name] for name in ("GAP", "xGAP", "eGAP")] == pytest.approx([1.0, 0.6, 0.6])
    assert "</i> 0.600</span>" in html(app)


def test_an_upload_of_somebody_else_is_not_to_be_had() -> None:
    upload = uploaded(QRELS, {"secret": FIRST})
    app = plain({"in": [upload.key]}, owner=b"another browser")
    assert "which are not kept here" in app.warning[0].value
    assert "secret" not in text(app)
    assert "TREC 10 likeness" in html(app)


def test_an_unknown_collection_is_said() -> None:
    app = plain({"in": ["server/../../etc"]})
    assert "is not to be had here" in app.warning[0].value


def test_the_lines_for_python_give_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    app = press(plain({"g": ["0.3,0.7"]}), "in python")
    namespace: dict[str, object] = {}
    lines = str(app.code[0].value).replace("print(", "frame = (")
    exec(lines, namespace)
    frame = pd.read_csv(io.StringIO(str(namespace["frame"])))
    mean = frame.set_index(["measure", "run"])["value"]["xGAP(g=0.3,0.7)"]
    shown = app.dataframe[0].value.set_index("run")["xGAP"]
    assert np.array_equal(mean[shown.index].to_numpy(), shown.to_numpy())


@pytest.mark.parametrize("module", ["explore", "curves"])
def test_files_that_were_not_loaded_are_counted(module: str) -> None:
    runs = {"a": FIRST, "b": SECOND}
    assert "not loaded" not in html(opened(module, uploaded(QRELS, runs)))
    assert "1 of 3 files was not loaded" in html(
        opened(module, uploaded(QRELS, {**runs, "bad": "nonsense\n"}))
    )


def test_no_run() -> None:
    app = opened("explore", uploaded(QRELS, {"bad": "nonsense\n"}))
    assert "No run is loaded" in app.info[0].value


def test_chips_say_what_is_in_force_and_not_what_was_asked() -> None:
    # The bundled runs are generated: no file is read again, so neither ties nor depth apply.
    head = html(plain({"ties": ["file"], "depth": ["10"]}))
    assert ">ties: trec_eval 10</span>" in head
    assert ">depth all</span>" in head


def test_the_live_page_opens_with_the_view_that_is_shown() -> None:
    state = State(
        g=(0.3, 0.7), pinned=(0.5, 0.5), against="pinned", selected=("a,b",), topic="7", topics="run"
    )
    collection = likeness("TREC 10")
    text = live_file.document(View(Opened("x", collection, gapviz.profile(collection)), state, LIGHT))
    (start,) = [parse_qs(json.loads(one)) for one in re.findall(r'"start":(".*?")', text)]
    assert start == {"g": ["0.3,0.7"], "pin": ["0.5,0.5"], "vs": ["pinned"], "run": ["a,b"], "topic": ["7"]}
    assert "topics of the run only" in text


@pytest.mark.parametrize("controls", ["live", "plain"])
def test_the_live_page_is_offered_or_the_reason_why_not(
    controls: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def button() -> Any:
        app = page("explore", {"controls": [controls]})
        (found,) = [one for one in app.get("download_button") if one.proto.label == "Live page"]
        return found.proto

    assert not button().disabled
    monkeypatch.setattr("gapviz.web.page.MOST_BYTES", 200_000)
    assert button().disabled
    assert "leave out runs" in button().help
