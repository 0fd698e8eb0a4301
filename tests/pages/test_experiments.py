"""The pages of the experiments, without a browser: each shows what the library gives for what was asked."""

from __future__ import annotations

import base64
import json
import re
import time
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import gapviz
from gapviz.analysis.experiments.informativeness import informativeness
from gapviz.analysis.experiments.pathway import pathway
from gapviz.analysis.experiments.robustness import robustness
from gapviz.analysis.experiments.significance import significance
from gapviz.analysis.experiments.variation import variation
from gapviz.analysis.rankings.sets import run_set, topic_set, within
from gapviz.pages.session.plans import KINDS, SetPlan, read
from tests.pages.app import html, opened, page, press, run, run_file, text, uploaded
from tests.pages.test_hostile_names import HOSTILE
from tests.shared import likeness

PAGES = tuple(KINDS)
OVER_SETS = tuple(name for name, kind in KINDS.items() if issubclass(kind, SetPlan))
LINKS = {
    "robustness": "measures=AP|GAP(g=0.2,0.8);seed=3;design=simple;rates=1.0,0.1;samples=2",
    "significance": "measures=AP|GAP(g=0.2,0.8);seed=3;test=t;pairs=all;resamples=100;alpha=0.05",
    "informativeness": "measures=GAP;seed=3;known=retrieved;least=5;lists=2",
    "variation": "measures=AP|GAP(g=0.2,0.8);seed=3;theta=0.8;repeats=3",
    "learning": "measures=AP|GAP(g=0.2,0.8);seed=3;data=synthetic;folds=2;rounds=2",
}
QRELS = "1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 a 1\n2 0 b 2\n"
FIRST = run_file(("1", "a", 3), ("1", "b", 2), ("2", "a", 2), ("2", "b", 1))
SECOND = run_file(("1", "c", 3), ("1", "b", 2), ("2", "b", 2), ("2", "a", 1))


def finished(app: AppTest, name: str) -> AppTest:
    """Look again until nothing runs any more."""
    for _ in range(300):
        if f"stop {name}" not in [button.key for button in app.button]:
            return app
        time.sleep(0.1)
        run(app)
    raise AssertionError("the experiment does not end")


def linked(name: str, **more: list[str]) -> AppTest:
    return finished(page(name, {name: [LINKS[name]], **more}), name)


def table(app: AppTest) -> Any:
    return app.dataframe[0].value


@pytest.mark.parametrize("name", OVER_SETS)
def test_a_page_opens_with_a_small_result_that_is_said_to_be_one(name: str) -> None:
    app = finished(page(name), name)
    assert f"start {name}" in [button.key for button in app.button]
    assert getattr(app.session_state["memory"].state, name) == ""
    assert "First look" in text(app)
    assert app.get("plotly_chart")
    assert not app.warning


@pytest.mark.parametrize("name", ["informativeness", "variation"])
def test_the_run_that_a_page_opens_with_is_the_best_by_ap_or_the_selected_one(name: str) -> None:
    scores = gapviz.scores(likeness("TREC 10"), ["AP"])
    best = scores.runs[int(scores.means()[0].argmax())]
    assert f'class="gv-subject">{best}<' in html(finished(page(name), name))
    assert 'class="gv-subject">teamA.1<' in html(finished(page(name, {"run": ["teamA.1"]}), name))


def test_no_ranker_is_trained_before_it_is_asked_for() -> None:
    app = page("learning")
    assert "start learning" in [button.key for button in app.button]
    assert app.session_state["memory"].state.learning == ""
    assert not any(button.key == "stop learning" for button in app.button)


@pytest.mark.parametrize("name", PAGES)
def test_the_form_names_the_result_in_the_address(name: str) -> None:
    app = page(name, {"in": ["TREC 10"]})
    press(app, f"start {name}")
    asked = getattr(app.session_state["memory"].state, name)
    assert asked.startswith("measures=")
    assert ";seed=0;" in asked
    assert asked in app.query_params[name]
    if f"stop {name}" in [button.key for button in app.button]:
        press(app, f"stop {name}")


def test_robustness_shows_what_the_library_gives() -> None:
    *_, found = robustness(
        likeness("TREC 10"), ["AP", "GAP(g=0.2,0.8)"], design="simple", rates=(1.0, 0.1), samples=2, seed=3
    )
    shown = table(linked("robustness", by=["rms"], base=["AP"]))
    expected = found.bands("rms", "AP")[0].T
    assert [[float(cell) for cell in row[1:]] for row in shown.to_numpy()] == expected.round(3).tolist()


def test_robustness_draws_a_line_and_a_band_for_each_measure() -> None:
    app = linked("robustness")
    figure = json.loads(app.get("plotly_chart")[0].proto.spec)
    assert [trace["name"] for trace in figure["data"]] == ["AP", "GAP(g=0.2,0.8)"]
    assert len(figure["layout"]["shapes"]) == 2


def test_significance_shows_what_the_library_gives_and_holm_changes_the_map() -> None:
    scores = gapviz.scores(likeness("TREC 10"), ["AP", "GAP(g=0.2,0.8)"])
    *_, found = significance(scores, test="t")
    app = linked("significance")
    power = table(app)
    assert np.array_equal(power["power"], found.power())
    assert power["needed"].tolist() == [f"{needed:.4f}" for needed in found.difference_needed()]
    before = html(app)
    app.segmented_control(key="choice correction").set_value("holm")
    assert re.findall(r"both ([^<]*)<", html(run(app))) != re.findall(r"both ([^<]*)<", before)


def test_a_pinned_g_stands_beside_the_g_in_force() -> None:
    app = page("significance", {"g": ["0.2,0.8"], "pin": ["0.9,0.1"]})
    next(one for one in app.number_input if one.label == "Resamples").set_value(20)
    press(app, "start significance")
    app = finished(app, "significance")
    assert "eGAP(g=0.9,0.1)" in app.session_state["memory"].state.significance
    boxes = {box.key: box.value for box in app.selectbox}
    assert (boxes["first of two"], boxes["second of two"]) == ("eGAP(g=0.2,0.8)", "eGAP(g=0.9,0.1)")


def test_informativeness_shows_what_the_library_gives() -> None:
    collection = likeness("TREC 10")
    *_, found = informativeness(
        gapviz.profile(collection), pathway(["GAP"], 2), known="retrieved", lists=2, seed=3
    )
    shown = table(linked("informativeness"))
    assert [float(cell) for cell in shown["GAP"]] == found.means()[:11, 0].round(4).tolist()


def test_the_topic_of_the_one_list_is_in_the_link() -> None:
    app = page("informativeness")
    names = app.selectbox(key="list topic").options
    app.selectbox(key="list topic").set_value(names[3])
    assert run(app).session_state["memory"].state.topic == names[3]
    again = page("informativeness", {"topic": [names[3]]})
    assert again.selectbox(key="list topic").value == names[3]


def test_one_list_names_the_measures_without_their_g() -> None:
    shown = table(page("informativeness", {"g": ["0.123456789,0.876543211"]}))
    assert shown["measure"].tolist() == ["GAP", "xGAP", "eGAP", "nDCG(gain=exponential)", "AP"]


def test_variation_shows_what_the_library_gives() -> None:
    *_, found = variation(likeness("TREC 10"), ["AP", "GAP(g=0.2,0.8)"], theta=0.8, repeats=3, seed=3)
    shown = table(linked("variation"))
    assert np.array_equal(shown["assessors"], found.within.ravel())


SETS = ";topic_set=few highly relevant;run_set=top 9 by GAP(g=0.2,0.8) and AP"


@pytest.fixture(scope="module")
def sets() -> dict[str, Any]:
    """Runs that are among the first nine by both measures, and the topics that [F] looks at."""
    profile = gapviz.profile(likeness("TREC 10"))
    topics = topic_set("few highly relevant", profile)
    runs = run_set("top 9 by GAP(g=0.2,0.8) and AP", profile)
    assert 2 < runs.sum() < 9
    assert 2 < topics.sum() < topics.size
    return {"topic_set": topics, "run_set": runs}


def linked_with_sets(name: str) -> AppTest:
    return finished(page(name, {name: [LINKS[name] + SETS], "by": ["rms"], "base": ["AP"]}), name)


def test_robustness_on_sets_and_each_run_beside_ap(sets: dict[str, Any]) -> None:
    app = linked_with_sets("robustness")
    *_, found = robustness(
        likeness("TREC 10"), ["AP", "GAP(g=0.2,0.8)"], design="simple", rates=(1.0, 0.1), samples=2, seed=3,
        **sets,
    )  # fmt: skip
    expected = found.bands("rms", "AP")[0].T
    assert [[float(cell) for cell in row[1:]] for row in table(app).to_numpy()] == expected.round(3).tolist()
    app.selectbox(key="scatter measure").set_value("GAP(g=0.2,0.8)")
    drawn = json.loads(run(app).get("plotly_chart")[1].proto.spec)["data"][0]
    x, y = (np.frombuffer(base64.b64decode(drawn[side]["bdata"]), drawn[side]["dtype"]) for side in "xy")
    assert x.tolist() == found.ap.tolist()
    assert y.tolist() == found.points(1, 1)[0].tolist()
    assert [name for (name,) in drawn["customdata"]] == list(found.runs)
    assert f"RMS error {expected[1, 1]:.3f}" in html(app)


def test_significance_on_sets(sets: dict[str, Any]) -> None:
    scores = gapviz.scores(likeness("TREC 10"), ["AP", "GAP(g=0.2,0.8)"])
    *_, found = significance(within(scores, runs=sets["run_set"], topics=sets["topic_set"]), test="t")
    assert np.array_equal(table(linked_with_sets("significance"))["power"], found.power())


def test_informativeness_on_sets(sets: dict[str, Any]) -> None:
    profile = gapviz.profile(likeness("TREC 10"))
    *_, found = informativeness(profile, pathway(["GAP"], 2), known="retrieved", lists=2, seed=3, **sets)
    shown = table(linked_with_sets("informativeness"))
    assert [float(cell) for cell in shown["GAP"]] == found.means()[:11, 0].round(4).tolist()


def test_variation_on_sets(sets: dict[str, Any]) -> None:
    measures = ["AP", "GAP(g=0.2,0.8)"]
    *_, found = variation(likeness("TREC 10"), measures, theta=0.8, repeats=3, seed=3, **sets)
    assert np.array_equal(table(linked_with_sets("variation"))["assessors"], found.within.ravel())


@pytest.mark.parametrize("name", OVER_SETS)
def test_the_form_reads_sets_and_selected_runs(name: str) -> None:
    """A name of a run may hold what ends a value in an address."""
    upload = uploaded(QRELS, {"a;b%": FIRST, "c,d": SECOND, "e": FIRST})
    query = {"run": ["a;b%", "c,d"], name: [f"{LINKS[name]};topic_set=2,1"]}
    app = finished(opened(name, upload, query), name)
    (runs,) = (box for box in app.selectbox if box.key and box.key.startswith(f"{name} run_set "))
    assert runs.options[-1] == "Selected 2"
    runs.set_value('a;b%,"c,d"')
    press(app, f"start {name}")
    plan = read(KINDS[name], getattr(app.session_state["memory"].state, name))
    assert isinstance(plan, SetPlan)
    assert (plan.topic_set, plan.run_set) == ("2,1", 'a;b%,"c,d"')


@pytest.mark.parametrize("name", OVER_SETS)
def test_a_set_that_is_not_here_is_a_sentence(name: str) -> None:
    app = page(name, {name: [LINKS[name] + ";topic_set=few mushrooms"]})
    assert [one.value.replace("\\", "") for one in app.warning] == [
        "topic set: expected all, few highly relevant, or topics with commas between, found 'few mushrooms'."
    ]


def test_a_stopped_experiment_keeps_what_was_done_and_starts_again() -> None:
    many = LINKS["robustness"].replace("samples=2", "samples=50").replace("seed=3", "seed=4")
    app = page("robustness", {"robustness": [many]})
    press(app, "stop robustness")
    assert "Stopped" in text(app)
    assert "stop robustness" not in [button.key for button in app.button]
    press(app, "again robustness")
    assert "stop robustness" in [button.key for button in app.button]
    press(app, "stop robustness")


def test_a_moved_g_is_said_and_taken() -> None:
    app = linked("variation", g=["0.5,0.5"])
    assert "g has moved since" in text(app)
    press(app, "moved variation")
    assert "GAP(g=0.5,0.5)" in app.session_state["memory"].state.variation


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("robustness", "measures=AP;samples=1000", "samples from 1 to 50"),
        ("significance", "measures=Foo", "a known measure"),
        ("variation", "nonsense", "name=value"),
    ],
)
def test_a_bad_link_is_a_sentence(name: str, value: str, words: str) -> None:
    app = page(name, {name: [value]})
    assert words in text(app).replace("\\", "")


@pytest.mark.parametrize("name", ["robustness", "significance", "variation"])
def test_a_measure_that_does_not_fit_leaves_the_others(name: str) -> None:
    plan = LINKS[name].replace("measures=AP|", "measures=AP(rel=9)|AP|")
    app = finished(page(name, {name: [plan]}), name)
    warned = [warning.value for warning in app.warning if "rel from 1 to 2" in warning.value]
    assert len(warned) == 1
    shown = table(app)
    assert "AP" in (shown.columns if name == "robustness" else shown["measure"].tolist())


def test_a_bad_form_is_a_sentence_and_changes_nothing() -> None:
    app = page("robustness")
    box = next(one for one in app.text_input if "rates" in str(one.key))
    box.set_value("100, many")
    press(app, "start robustness")
    assert "expected shares in %" in text(app).replace("\\", "")
    assert app.session_state["memory"].state.robustness == ""


@pytest.mark.parametrize("name", PAGES)
def test_one_run_says_what_needs_two(name: str) -> None:
    app = opened(name, uploaded(QRELS, {"a": FIRST}), {name: [LINKS[name]]})
    app = finished(app, name)
    words = text(app)
    offered = "in python" in [button.key for button in app.button]
    assert offered == (name in ("robustness", "variation", "learning"))
    expected = {"robustness": "needs two", "significance": "needs two", "variation": "gv-title",
                "learning": "gv-title",
                "informativeness": "5 retrieved documents of each grade"}  # fmt: skip
    assert expected[name] in words.replace("\\", "")


@pytest.mark.parametrize("name", ["significance", "variation"])
def test_one_topic_says_what_needs_two(name: str) -> None:
    qrels, first, second = (
        "".join(line for line in rows.splitlines(keepends=True) if line.startswith("1"))
        for rows in (QRELS, FIRST, SECOND)
    )
    app = opened(name, uploaded(qrels, {"a": first, "b": second}), {name: [LINKS[name]]})
    app = finished(app, name)
    assert "two topics or more" in text(app)
    # Lines that give the same numbers would end in the same sentence.
    assert "in python" not in [button.key for button in app.button]


def test_equal_runs_have_an_undefined_tau() -> None:
    link = {"robustness": [LINKS["robustness"]], "base": ["AP"]}
    app = opened("robustness", uploaded(QRELS, {"a": FIRST, "b": FIRST}), link)
    shown = table(finished(app, "robustness"))
    assert set(shown["AP"]) == {"undefined"}


@pytest.mark.parametrize("name", PAGES)
def test_names_are_text(name: str) -> None:
    topics = [one for one in HOSTILE if " " not in one]
    qrels = "".join(f"{topic} 0 d {1 + i % 2}\n{topic} 0 e 1\n" for i, topic in enumerate(topics))
    runs = {one: run_file(*[(t, "d", 1.0) for t in topics[: i + 2]]) for i, one in enumerate(HOSTILE)}
    link = LINKS[name].replace("least=5", "least=1")
    app = opened(name, uploaded(qrels, runs, name="<b>*x*</b>"), {name: [link], "run": [HOSTILE[0]]})
    app = finished(app, name)
    tags = set(re.findall(r"</?([a-zA-Z0-9]+)", html(app)))
    assert tags <= {"b", "div", "h1", "h2", "i", "p", "small", "span", "strong", "style"}
    for chart in app.get("plotly_chart"):
        assert "<script" not in chart.proto.spec
        assert "<img" not in chart.proto.spec
    for element in (*app.warning, *app.markdown, *app.info):
        assert "![x]" not in element.value
