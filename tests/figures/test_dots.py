from __future__ import annotations

import numpy as np

from gapviz.analysis.rankings.standings import RunTopics
from gapviz.figures.dots import LANES, MOST_TOPICS, topic_dots
from gapviz.theme import LIGHT
from tests.figures.plain import traces


def a_run(topics: int) -> RunTopics:
    rng = np.random.default_rng(1)
    names = tuple(f"<b>{t}" for t in range(topics))
    return RunTopics(names, rng.random((3, topics)), rng.random(topics), np.ones(topics, dtype=bool))


def test_topics_in_order_on_three_lanes() -> None:
    run = a_run(5)
    order = run.order("disagreement")
    counts = np.tile([9, 2, 1], (5, 1))
    figure = topic_dots(run, order, counts, theme=LIGHT, marked="<b>2")
    assert [trace.name for trace in traces(figure)] == ["span", "median run", "GAP", "xGAP", "eGAP"]
    for lane, trace, scores in zip(LANES, traces(figure)[2:], run.scores, strict=True):
        assert np.array_equal(trace.y, scores[order])
        assert np.allclose(trace.x, np.arange(5) + lane)
        assert [row[0] for row in trace.customdata] == order.tolist()
    assert "R₁ 2 · R₂ 1" in traces(figure)[2].customdata[0][1]
    assert len(figure.layout.shapes) == 1
    assert tuple(figure.layout.yaxis.range) == (-0.03, 1.03)


def test_a_key_stands_above_the_chart_and_a_name_in_it_is_no_markup() -> None:
    run, counts = a_run(3), np.ones((3, 2), dtype=np.int64)
    plain = topic_dots(run, run.order("topic"), counts, theme=LIGHT).to_dict()
    keyed = topic_dots(run, run.order("topic"), counts, theme=LIGHT, key="<b>a").to_dict()
    assert (plain["layout"]["showlegend"], keyed["layout"]["showlegend"]) == (False, True)
    named = [trace["name"] for trace in keyed["data"] if trace.get("showlegend", True)]
    assert named == ["median run", "GAP", "xGAP", "eGAP"]
    assert "<" not in keyed["layout"]["legend"]["title"]["text"]
    assert keyed["layout"]["margin"]["t"] > plain["layout"]["margin"]["t"]


def test_disagreement_is_the_difference_of_the_extremes() -> None:
    run = a_run(9)
    spread = run.scores.max(axis=0) - run.scores.min(axis=0)
    assert np.all(np.diff(spread[run.order("disagreement")]) <= 0)
    assert run.order("topic").tolist() == list(range(9))


def test_many_topics_are_cut_and_names_are_no_markup() -> None:
    run = a_run(500)
    figure = topic_dots(run, run.order("topic"), np.ones((500, 2), dtype=np.int64), theme=LIGHT)
    assert len(traces(figure)[2].x) == MOST_TOPICS
    assert all("<" not in tick for tick in figure.layout.xaxis.ticktext)


def test_one_topic() -> None:
    run = a_run(1)
    assert len(traces(topic_dots(run, run.order("topic"), np.ones((1, 2), dtype=np.int64), theme=LIGHT))) == 5
