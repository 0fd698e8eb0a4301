"""The page Curves."""

from __future__ import annotations

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.curves import graded_curve
from tests.pages.app import html, opened, page, text, uploaded
from tests.pages.charts import FIRST, ONE_GRADE, QRELS, SECOND, chart, table, trace
from tests.shared import likeness


@pytest.mark.parametrize("query", [{"topic": ["501"]}, {}])
def test_areas_equal_the_measures(query: dict[str, list[str]]) -> None:
    app = page("curves", {"in": ["TREC 21"], "run": ["teamA.1", "teamC.2"], "g": ["0.2,0.3,0.5"], **query})
    shown = table(app, "area, graded curve")
    assert shown["run"].tolist() == ["teamA.1", "teamC.2"]
    for area, measure in (("graded curve", "GAP"), ("curve h₁", "AP(h=1)"), ("curve h₃", "AP(h=3)")):
        assert shown[f"area, {area}"].to_numpy() == pytest.approx(shown[measure].to_numpy(), abs=1e-12)
    if not query:
        found = gapviz.scores(likeness("TREC 21"), ["GAP(g=0.2,0.3,0.5)"])
        means = dict(zip(found.runs, found.means()[0].tolist(), strict=True))
        assert shown["GAP"].tolist() == [means["teamA.1"], means["teamC.2"]]


def test_the_curve_of_a_topic_has_ranks_and_grades_on_hover_and_the_ideal_list() -> None:
    profile = gapviz.profile(likeness("TREC 10"))
    topic = profile.topics[4]
    app = page("curves", {"topic": [topic], "run": ["teamB.1"], "g": ["0.4,0.6"]})
    drawn = trace(chart(app, 0), "teamB.1")
    curve = graded_curve(profile, profile.runs.index("teamB.1"), 4, g=(0.4, 0.6))
    assert len(drawn["customdata"]) == curve.ranks.size + 1
    assert drawn["customdata"][1][1] == f"rank {curve.ranks[0]}, grade {curve.grades[0]}"
    assert trace(chart(app, 0), "ideal list")
    points = table(app, "interpolated")
    assert points["rank"].tolist() == curve.ranks.tolist()
    assert np.array_equal(points["precision"].to_numpy(), curve.precision)
    assert f"topic {topic}" in html(app)


def test_interpolated_curves_never_rise() -> None:
    app = page("curves", {"topic": ["501"], "run": ["teamB.1"], "curve": ["interpolated"]})
    shown = table(app, "interpolated")
    assert (np.diff(shown["interpolated"]) <= 1e-12).all()


def test_how_topics_are_averaged_is_said() -> None:
    assert "At each of 101 recall levels" in text(page("curves"))


def test_a_topic_with_nothing_relevant() -> None:
    upload = uploaded(QRELS + "3 0 a 0\n", {"a": FIRST, "b": SECOND})
    assert "has no relevant document" in opened("curves", upload, {"topic": ["3"]}).info[0].value
    assert not opened("curves", upload).info


@pytest.mark.parametrize("qrels", [QRELS, ONE_GRADE])
@pytest.mark.parametrize("runs", [{"only": FIRST}, {"a": FIRST, "b": FIRST}])
def test_few_runs_and_one_grade(qrels: str, runs: dict[str, str]) -> None:
    app = opened("curves", uploaded(qrels, runs))
    assert len(table(app, "area, graded curve")) == len(runs)
    opened("curves", uploaded(qrels, runs), {"topic": ["1"]})


def test_a_run_that_finds_nothing_is_said() -> None:
    nothing = "1 Q0 z 1 1.0 tag\n"
    app = opened("curves", uploaded(QRELS, {"a": nothing}), {"topic": ["1"]})
    assert "None of these runs has a document here" in app.info[0].value


def test_more_selected_runs_than_are_drawn() -> None:
    names = gapviz.profile(likeness("TREC 10")).runs[:7]
    app = page("curves", {"run": names})
    assert "The last 5 of 7 selected runs are drawn" in text(app)


def test_more_grades_than_thresholds_are_drawn_for_are_a_sentence() -> None:
    app = page("curves", {"grades": ["1:99"]})
    assert "A curve for each threshold is shown for at most 8 grades" in text(app)
    assert len(app.get("plotly_chart")) == 1
    assert table(app, "area, graded curve").columns.tolist() == ["run", "area, graded curve", "GAP"]
