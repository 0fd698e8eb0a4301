"""The page User models."""

from __future__ import annotations

import numpy as np
import pytest

import gapviz
from gapviz import users
from gapviz.analysis.users.family import GRADED, family, with_g
from gapviz.analysis.users.nearest import nearest
from gapviz.analysis.users.shares import share
from gapviz.analysis.users.winners import regions, stretches
from gapviz.collection.grades import GradeMap
from gapviz.pages.parts.simplex import MOST_GRADES
from gapviz.text.names import shorten
from tests.pages.app import html, opened, page, press, run, text, uploaded
from tests.pages.charts import FIRST, FOUR_GRADES, ONE_GRADE, QRELS, SECOND, chart, table, trace
from tests.shared import likeness

PAIR = {"ab": ["teamU.6", "teamP.2"]}


def test_two_thresholds_are_strips() -> None:
    app = page("models", PAIR)
    profile = gapviz.profile(likeness("TREC 10"))
    sums = family(profile, np.ones(profile.shape, dtype=bool))
    bars = trace(chart(app, 0), "winners")
    expected = [
        part.end
        for measure in ("GAP", "xGAP", "eGAP")
        for part in stretches(sums, measure, start=np.array([0.0, 1.0]), end=np.array([1.0, 0.0]))
    ]
    assert [b + x for b, x in zip(bars["base"], bars["x"], strict=True)] == pytest.approx(expected)
    one, other = (profile.runs.index(name) for name in PAIR["ab"])
    said = share(sums, "eGAP", one, other)
    assert f"{100 * said.first:.0f} %</span> of user models" in html(app)
    shown = table(app, "winner").set_index("winner")["eGAP, share of g"]
    assert shown.sum() == pytest.approx(1.0)


def test_go_there_makes_the_two_runs_equal() -> None:
    app = page("models", PAIR)
    profile = gapviz.profile(likeness("TREC 10"))
    sums = family(profile, np.ones(profile.shape, dtype=bool))
    one, other = (profile.runs.index(name) for name in PAIR["ab"])
    found = nearest(sums, "eGAP", one, other, np.array([0.2, 0.8]))
    assert found is not None
    assert f"{100 * found.moved:.1f} %" in html(app)
    press(app, "go there")
    g = app.session_state["memory"].state.g
    assert g == pytest.approx(found.g.tolist())
    assert sum(g) == pytest.approx(1.0, abs=1e-12)
    means = sums.take([one, other]).means("eGAP", np.array([g]))[0]
    assert means[0] == pytest.approx(means[1], abs=1e-9)


def test_it_is_written_where_a_and_where_b_is_ahead() -> None:
    strips = chart(page("models", PAIR), 0)
    profile = gapviz.profile(likeness("TREC 10"))
    sums = family(profile, np.ones(profile.shape, dtype=bool))
    pair = [profile.runs.index(name) for name in PAIR["ab"]]
    notes = [note for note in strips["layout"]["annotations"] if "ahead" in note["text"]]
    assert len(notes) >= 3
    for note in notes:
        measure = GRADED[round(note["y"] - 0.37)]
        means = sums.take(pair).means(measure, np.array([[note["x"], 1 - note["x"]]]))[0]
        assert note["text"] == ("A ahead" if means[0] > means[1] else "B ahead")
    triangle = chart(page("models", {"in": ["TREC 21"], "ab": ["teamF.2", "teamC.1"]}), 0)
    words = [note["text"] for note in triangle["layout"]["annotations"] if "ahead" in note["text"]]
    assert {word.split()[1] for word in words} == {"A", "B"}


@pytest.mark.parametrize("qrels", [QRELS, FOUR_GRADES])
def test_long_names_are_short_below_a_figure(qrels: str) -> None:
    app = opened("models", uploaded(qrels, {"a" * 300: FIRST, "b" * 300: SECOND}))
    note = next(one for one in html(app).split("\n") if "A: a" in one)
    assert f"A: {shorten('a' * 300, 40)}, B: {shorten('b' * 300, 40)}." in note


def test_three_thresholds_are_a_triangle() -> None:
    app = page("models", {"in": ["TREC 21"], "sort": ["eGAP"]})
    profile = gapviz.profile(likeness("TREC 21"))
    sums = family(profile, np.ones(profile.shape, dtype=bool))
    expected = {profile.runs[part.run]: part.share for part in regions(sums, corners=np.eye(3))}
    shown = table(app, "winner").set_index("winner")["eGAP, share of g"]
    assert shown[shown > 0].to_dict() == pytest.approx(expected)
    assert len(app.get("plotly_chart")) == 4
    assert trace(chart(app, 0), "targets")


@pytest.mark.parametrize("area", ["rank", "tau"])
@pytest.mark.parametrize("name", ["TREC 10", "TREC 21"])
def test_other_maps(area: str, name: str) -> None:
    app = page("models", {"in": [name], "map": [area]})
    rows = table(app, area)
    assert len(rows) > 100
    if area == "rank":
        assert rows["rank"].between(1, 95).all()


@pytest.mark.parametrize("measure", GRADED)
def test_more_grades_than_the_maps_are_made_for_are_a_sentence(measure: str) -> None:
    app = page("models", {"in": ["TREC 10"], "grades": ["1:99"], "sort": [measure]})
    said = text(app)
    assert "The grades go to 99. What is over many user models is shown for at most 8 grades" in said
    assert "merge grades on the page Collection" in said
    assert not app.get("plotly_chart")
    assert "leads for all users" not in said
    assert "can reach 1 under this g" in said
    profile = gapviz.profile(likeness("TREC 10").with_grades(GradeMap.parse("1:99")))
    scored = gapviz.scores(profile, with_g([measure], users.presets(99)["Strict"]))
    best = np.sort(scored.means()[0])[::-1]
    assert f"A {best[0]:.4f}</span><span>B {best[1]:.4f}" in said
    press(app, "in python")
    assert "share" not in app.code[0].value


def test_the_most_grades_have_all_maps() -> None:
    app = page("models", {"in": ["TREC 10"], "grades": [f"1:{MOST_GRADES}"]})
    assert "over many user models" not in text(app)
    assert len(app.get("plotly_chart")) == 4


def test_ranks_are_between_their_extremes() -> None:
    shown = table(page("models", {"in": ["TREC 21"], "sort": ["xGAP"]}), "mean rank")
    assert (shown["best"] <= shown["5 %"]).mean() > 0.9
    assert (shown["5 %"] <= shown["95 %"]).all()
    assert shown["mean rank"].is_monotonic_increasing
    assert shown["share of g with rank 1"].sum() == pytest.approx(1.0)


def test_a_distribution_around_this_g() -> None:
    app = press(page("models", {"g": ["0.25,0.75"]}), "alpha from g")
    assert app.session_state["memory"].state.alpha == (5.0, 15.0)
    assert "Dirichlet(5, 15)" in text(app)


def test_ceilings_are_said_with_what_they_cost() -> None:
    qrels = "1 0 a 1\n2 0 b 2\n3 0 c 0\n"
    upload = uploaded(qrels, {"a": FIRST, "b": SECOND})
    app = opened("models", upload)
    assert "eGAP: 2 of 3 topics cannot reach 1, so that no mean can pass 0.400" in text(app)
    costs = table(app, "eGAP, cost").set_index("topic")["eGAP, cost"]
    assert costs.to_dict() == pytest.approx({"3": 1 / 3, "1": 0.8 / 3})
    press(app, "leave out")
    assert app.session_state["memory"].state.empty == "omit"


def test_g_from_a_click_log() -> None:
    app = opened("models", uploaded(QRELS, {"a": FIRST, "b": SECOND}))
    app.file_uploader(key="click log").set_value(
        ("clicks.txt", b"1 a 3\n1 b 1\n2 b 2\n2 z 5\n", "text/plain")
    )
    run(app)
    shown = table(app, "share of clicks")
    assert shown["share of clicks"].tolist() == pytest.approx([1 / 6, 5 / 6])
    assert "5 left out" in text(app)
    press(app, "take g")
    assert app.session_state["memory"].state.g == pytest.approx((1 / 6, 5 / 6))
    app.segmented_control(key="clicks kind").set_value("rate")
    # By hand: grade 1 has two documents and 1 click, grade 2 two and 5.
    shown = table(run(app), "clicks per document")
    assert shown["clicks per document"].tolist() == [0.5, 2.5]
    assert shown["g"].tolist() == pytest.approx([0.2, 0.8])
    press(app, "take g")
    assert app.session_state["memory"].state.g == pytest.approx((0.2, 0.8))
    app.file_uploader(key="click log").set_value(("clicks.txt", b"1 a 1\n1 b 3\n", "text/plain"))
    assert any("no g explains" in one.value for one in run(app).info)
    app.file_uploader(key="click log").set_value(("<b>x</b>.txt", b"1 a\n", "text/plain"))
    run(app)
    assert app.error
    assert "<b>" not in app.error[0].value


def test_a_slice_is_chosen_before_g_is() -> None:
    app = opened("models", uploaded(FOUR_GRADES, {"one": FIRST, "two": SECOND}))
    app.button_group(key="slice").set_value([1, 2, 3, 4])
    assert run(app).session_state["memory"].state.slice == (2, 3, 4)
    assert not app.warning


def test_four_thresholds_are_shown_in_slices() -> None:
    runs = {"a": FIRST, "b": SECOND, "c": FIRST.replace(" 3 ", " 1 ")}
    app = opened("models", uploaded(FOUR_GRADES, runs), {"slice": ["1,3,4"], "g": ["0.2,0.2,0.3,0.3"]})
    assert "g₁ left, g₃ right, g₄ on top" in text(app)
    assert table(app, "winner")["eGAP, share of g"].sum() == pytest.approx(1.0)
    for area in ("rank", "tau"):
        opened("models", uploaded(FOUR_GRADES, runs), {"map": [area], "g": ["0,1,0,0"]})


def test_one_run() -> None:
    for qrels in (QRELS, ONE_GRADE, FOUR_GRADES):
        app = opened("models", uploaded(qrels, {"only": FIRST}))
        assert any("it wins for all users" in info.value for info in app.info)


def test_equal_runs() -> None:
    app = opened("models", uploaded(QRELS, {"a": FIRST, "b": FIRST}))
    assert "A and B are equal for all users" in html(app)
    assert "A and B are equal for all users: nothing swaps them" in text(app)
    assert "ranks follow the names" in app.info[0].value
    strips = chart(app, 0)
    assert not any("ahead" in note["text"] for note in strips["layout"]["annotations"])


def test_any_share_of_users_swaps_runs_by_a_jump() -> None:
    """By hand: GAP of a is 1/3 for all users, of b 0 at g = (0, 1) and 2/3 right beside it."""
    runs = {"a": "2 Q0 y 1 1.0 t\n", "b": "1 Q0 x 1 1.0 t\n3 Q0 x 1 1.0 t\n"}
    jumping = uploaded("1 0 x 1\n2 0 y 2\n3 0 x 1\n", runs)
    app = opened("models", jumping, {"g": ["0,1"], "sort": ["GAP"]})
    assert (
        "<b>Any share</b> of users that moves to g₁, however small, makes A and B swap, by a jump of GAP."
        in html(app)
    )


def test_one_grade() -> None:
    app = opened("models", uploaded(ONE_GRADE, {"a": FIRST, "b": SECOND}))
    assert "there is one user model" in app.info[0].value


def test_a_run_that_leads_for_all_users() -> None:
    app = opened("models", uploaded(QRELS, {"best": FIRST, "worst": "1 Q0 z 1 1.0 t\n"}))
    assert "A beats B for all user models" in html(app)
    assert "leads for all users: nothing swaps them" in text(app)
