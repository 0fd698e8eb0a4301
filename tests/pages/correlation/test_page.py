"""The page Correlation: what it shows is what the library gives, and odd cases say something sensible."""

from __future__ import annotations

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.comparison import comparison
from gapviz.analysis.rankings.intervals import tau_intervals
from gapviz.analysis.rankings.paper_tables import tau_table
from gapviz.analysis.rankings.tau import tau_matrix
from gapviz.collection.synthetic.printed import printed_taus
from gapviz.pages.parts.simplex import MOST_GRADES
from tests.pages.app import html, opened, page, press, text, uploaded
from tests.pages.charts import FIRST, ONE_GRADE, QRELS, SECOND, chart, table, trace
from tests.shared import likeness


def test_the_map_shows_what_the_library_gives() -> None:
    app = page("correlation", {"g": ["0.1,0.9"], "m": ["AP", "eGAP", "P@10"]})
    shown = table(app, "tau").set_index(["measure", "against"])["tau"]
    found = gapviz.scores(likeness("TREC 10"), ["AP", "eGAP(g=0.1,0.9)", "P@10"])
    tau = tau_matrix(found.means())
    assert shown.to_dict() == {
        ("eGAP", "AP"): tau[1, 0], ("P@10", "AP"): tau[2, 0], ("P@10", "eGAP"): tau[2, 1]
    }  # fmt: skip
    assert len(trace(chart(app, 0), "targets")["customdata"]) == 3
    moved = comparison(found.means()[0], found.means()[1], found.runs)
    assert f"{len(moved.swapped)} of 4\u2009465 pairs of runs change places" in text(app)
    first = table(app, "climbs").iloc[0]
    assert first["run"] == found.runs[moved.movers[0]]


def test_the_cell_of_a_link_is_the_one_behind_which_the_rankings_are() -> None:
    app = page("correlation", {"cell": ["bpref", "GAP"]})
    assert "From GAP to bpref" in html(app)
    assert {"rank, GAP", "rank, bpref"} <= set(table(app, "climbs").columns)


def test_the_first_measures_stand_where_a_link_has_none_that_is_one() -> None:
    app = page("correlation", {"m": ["nope"]})
    assert "expected a known measure" in text(app)
    assert {"AP", "eGAP"} <= set(table(app, "tau")["measure"]) | set(table(app, "tau")["against"])


@pytest.mark.parametrize("measure", ["nope", "AP(rel=9)"])
def test_a_measure_that_does_not_fit_is_a_sentence_beside_one_run(measure: str) -> None:
    app = opened("correlation", uploaded(QRELS, {"a": FIRST}), {"m": [measure]})
    assert [warning.value for warning in app.warning if "expected" in warning.value]


def test_a_measure_that_does_not_fit_leaves_the_others() -> None:
    app = page("correlation", {"m": ["AP", "AP(rel=9)", "nDCG", "P@0"]})
    warnings = [warning.value for warning in app.warning]
    assert len(warnings) == 2
    assert all("expected" in warning for warning in warnings)
    assert set(table(app, "tau")["measure"]) | set(table(app, "tau")["against"]) == {"AP", "nDCG"}


def test_sets_of_topics_and_runs() -> None:
    app = page("correlation", {"set": ["few highly relevant"], "runs": ["quartile"], "m": ["AP", "nDCG"]})
    profile = gapviz.profile(likeness("TREC 10"))
    found = gapviz.scores(profile, ["AP", "nDCG"])
    few = profile.pool.counts[:, 1] >= 10 * profile.pool.counts[:, 2]
    few &= profile.pool.counts[:, 2] > 0
    best = found.means()[0] >= np.quantile(found.means()[0], 0.25)
    means = found.values[:, best][:, :, few].mean(axis=2)
    assert table(app, "tau")["tau"].tolist() == pytest.approx([tau_matrix(means)[1, 0]])
    assert "between rankings of 71 runs" in html(app)


def test_tau_ap_is_shown_both_ways() -> None:
    app = page("correlation", {"tau": ["ap"], "m": ["AP", "P@5"]})
    shown = table(app, "tau").set_index(["measure", "against"])["tau"]
    assert set(shown.index) == {("AP", "P@5"), ("P@5", "AP")}
    assert shown.nunique() == 2
    assert "τ-AP of a row goes through the ranking of the row" in text(app)


def test_intervals_on_request() -> None:
    assert "low" not in table(page("correlation", {"m": ["AP", "P@5"]}), "tau").columns
    rows = table(page("correlation", {"m": ["AP", "P@5"], "ci": ["yes"]}), "tau").iloc[0]
    assert rows["low"] < rows["tau"] < rows["high"]
    said = text(page("correlation", {"m": ["AP", "P@5"], "ci": ["yes"]}))
    assert f"95 % interval {rows['low']:.3f} to {rows['high']:.3f} (50 topics drawn" in said


@pytest.mark.parametrize(("name", "number", "rows"), [("TREC 10", 2, 11), ("TREC 21", 3, 21)])
def test_the_table_of_the_paper_stands_beside_the_printed_values(name: str, number: int, rows: int) -> None:
    app = page("correlation", {"in": [name], "ref": ["bpref"]})
    assert f"in the shape of the printed Table {number}" in html(app)
    shown = table(app, ("this collection", "GAP"))
    assert len(shown) == rows
    profile = gapviz.profile(likeness(name))
    expected = tau_table(profile, run_set=np.ones(len(profile.runs), dtype=bool))
    assert shown["this collection", "GAP"].to_numpy() == pytest.approx(expected.tau[:, 0, 4, 0])
    printed = {
        one.g[0]: one.tau
        for one in printed_taus()
        if (one.collection, one.measure, one.against, one.topics) == (name, "GAP", "bpref", "all")
    }
    last = shown[f"printed {name}", "GAP"].tolist()[-1]
    assert last == printed[1.0]


def test_the_printed_table_is_chosen_and_one_of_other_grades_stands_apart() -> None:
    other = page("correlation", {"in": ["TREC 10"], "printed": ["TREC 14"]})
    assert ("printed TREC 14", "GAP") in table(other, ("this collection", "GAP")).columns
    assert "Printed: TREC 14, all, Table 2 of the xGAP paper" in text(other)
    assert "printed, TREC 14" in html(other)
    apart = page("correlation", {"in": ["TREC 10"], "printed": ["TREC 21"]})
    assert ("printed TREC 21", "GAP") not in table(apart, ("this collection", "GAP")).columns
    assert len(table(apart, "GAP, printed TREC 21")) == 21
    assert "TREC 21 has 3 relevant grades and this collection 2" in text(apart)
    none = page("correlation", {"in": ["TREC 10"], "printed": ["none"]})
    assert "printed" not in html(none).split("along g₁", 1)[1].split("in the shape", 1)[0]


def test_the_table_of_the_paper_is_a_map_too() -> None:
    app = page("correlation", {"in": ["TREC 10"], "paper": ["map"]})
    drawn = next(
        figure
        for figure in (chart(app, place) for place in range(len(app.get("plotly_chart"))))
        if any(trace.get("name") == "printed, TREC 10" for trace in figure["data"])
    )
    assert (drawn["data"][0]["zmin"], drawn["data"][0]["zmax"]) == (-1, 1)
    assert len(drawn["layout"]["annotations"]) == 11 * 6 + 2


def test_intervals_are_drawn() -> None:
    app = page("correlation", {"m": ["AP", "eGAP"], "ci": ["yes"], "ref": ["bpref"]})
    rows = table(app, "low").iloc[0]
    cell = next(note["text"] for note in chart(app, 0)["layout"]["annotations"] if "span" in note["text"])
    assert cell.startswith(f"{rows['tau']:.3f}<br>")
    assert f"{rows['low']:.2f}–{rows['high']:.2f}".replace("0.", ".") in cell
    mark = trace(chart(app, 1), "eGAP now")
    found = gapviz.scores(likeness("TREC 10"), ["bpref", "eGAP(g=0.2,0.8)"])
    ends = tau_intervals(found)
    bar = mark["error_y"]
    assert mark["y"][0] + bar["array"][0] == pytest.approx(ends.high[1, 0])
    assert mark["y"][0] - bar["arrayminus"][0] == pytest.approx(ends.low[1, 0])
    assert "95 % interval at this g" in html(app)


def test_printed_points_are_beside_the_line_and_g_moves_the_mark() -> None:
    app = page("correlation", {"g": ["0.3,0.7"]})
    line = chart(app, 1)
    assert trace(line, "GAP printed")["marker"]["symbol"] == "circle-open"
    assert trace(line, "GAP now")["x"] == [0.3]
    assert not page("correlation", {"in": ["TREC 21"]}).exception


def test_three_grades_have_maps_of_all_user_models() -> None:
    app = page("correlation", {"in": ["TREC 21"]})
    assert "over all user models" in html(app)
    assert len(app.get("plotly_chart")) == 6


def test_a_measure_that_is_none_is_said() -> None:
    app = page("correlation", {"m": ["AP", "eGAP", "<b>nonsense</b>"]})
    assert any("nonsense" in warning.value for warning in app.warning)
    assert len(table(app, "tau")) == 1


def test_an_empty_set_of_topics_offers_the_way_back() -> None:
    app = opened("correlation", uploaded(QRELS, {"a": FIRST, "b": SECOND}), {"set": ["few highly relevant"]})
    assert "No topic is in this set" in text(app)
    assert "holds for none of the 2 topics" in text(app)
    press(app, "all topics")
    assert app.session_state["memory"].state.topic_set == "all"


def test_few_topics_are_named() -> None:
    app = page("correlation", {"set": ["own"], "of": ["501", "502"]})
    assert "Topics 501, 502 only" in text(app)


def test_one_run() -> None:
    app = opened("correlation", uploaded(QRELS, {"only": FIRST}))
    assert "One run is in this set" in app.info[0].value
    assert not app.get("plotly_chart")  # what there is of one run: its means
    shown = table(app, "mean of only").set_index("measure")["mean of only"]
    assert shown["AP"] == pytest.approx(1.0)
    assert "rankings of" not in html(app)


def test_equal_runs() -> None:
    app = opened("correlation", uploaded(QRELS, {"a": FIRST, "b": FIRST}))
    assert "every run has the same mean" in text(app)
    assert set(table(app, "tau")["tau"]) == {"undefined"}
    assert trace(chart(app, 0), "undefined")["marker"]["pattern"]["shape"] == "/"


def test_one_grade() -> None:
    app = opened("correlation", uploaded(ONE_GRADE, {"a": FIRST, "b": SECOND}))
    assert "the three measures are AP" in text(app)


def test_no_run() -> None:
    app = opened("correlation", uploaded(QRELS, {"bad": "nonsense\n"}))
    assert "No run is loaded" in app.info[0].value


def test_selected_runs_only() -> None:
    app = page("correlation", {"runs": ["selected"], "run": ["teamA.1", "teamB.1", "teamU.6"]})
    assert "between rankings of 3 runs" in html(app)
    assert not app.info


@pytest.mark.parametrize("grades", ["1:20", "1:99"])
def test_more_grades_than_paths_are_made_for_are_a_sentence(grades: str) -> None:
    app = page("correlation", {"grades": [grades]})
    assert "What is over many user models is shown for at most 8 grades" in text(app)
    assert len(app.get("plotly_chart")) == 2
    assert "eGAP" in set(table(app, "tau")["measure"])
    press(app, "in python")
    assert "sweep" not in app.code[0].value


def test_the_most_grades_have_a_path_maps_and_a_table() -> None:
    app = page("correlation", {"grades": [f"1:{MOST_GRADES}"]})
    assert "over many user models is shown" not in text(app)
    assert len(app.get("plotly_chart")) == 6
