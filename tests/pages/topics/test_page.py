"""The page Topics."""

from __future__ import annotations

import pytest

import gapviz
from gapviz.collection.health.topics import few_highly_relevant
from tests.pages.app import opened, page, text, uploaded
from tests.pages.charts import FIRST, ONE_GRADE, QRELS, SECOND, chart, table, trace
from tests.shared import likeness

PAIR = {"ab": ["teamU.6", "teamP.2"]}


def test_what_topics_add_sums_to_the_difference_of_the_means() -> None:
    app = page("topics", {**PAIR, "g": ["0.3,0.7"], "sort": ["xGAP"]})
    shown = table(app, "adds to the mean")
    found = gapviz.scores(likeness("TREC 10"), ["xGAP(g=0.3,0.7)"])
    means = dict(zip(found.runs, found.means()[0].tolist(), strict=True))
    assert shown["adds to the mean"].sum() == pytest.approx(means["teamU.6"] - means["teamP.2"])
    assert shown["adds to the mean"].abs().is_monotonic_decreasing
    assert len(trace(chart(app, 0), "parts")["customdata"]) == 50


def test_flips_need_a_pin() -> None:
    assert "Pin a g, then move it" in text(page("topics", PAIR))
    app = page("topics", {**PAIR, "g": ["0.0,1.0"], "pin": ["1.0,0.0"]})
    shown = table(app, "A − B, pinned")
    assert (shown["A − B, pinned"] * shown["A − B, now"] < 0).all()
    flipped = table(app, "flipped")
    assert set(flipped.loc[flipped["flipped"] == "yes", "topic"]) == set(shown["topic"])


def test_recall_bases_and_flags() -> None:
    app = page("topics", {"in": ["TREC 21"], "topic": ["168"]})
    shown = table(app, "RB1").set_index("topic")
    profile = gapviz.profile(likeness("TREC 21"))
    assert shown.loc[list(profile.topics), "RB2"].tolist() == profile.pool.recall_bases[:, 1].tolist()
    few = few_highly_relevant(profile.pool.counts, 3)
    flagged = shown.index[shown["few key"] == "yes"]
    assert set(flagged) == {topic for topic, flag in zip(profile.topics, few, strict=True) if flag}
    assert "Topic 168" in text(app)


def test_one_run() -> None:
    app = opened("topics", uploaded(QRELS, {"only": FIRST}))
    assert "topics separate two" in app.info[0].value
    assert len(table(app, "RB1")) == 2


def test_equal_runs() -> None:
    app = opened("topics", uploaded(QRELS, {"a": FIRST, "b": FIRST}))
    assert "A and B have the same score on every topic" in app.info[0].value


def test_one_grade_and_one_topic() -> None:
    app = opened("topics", uploaded(ONE_GRADE, {"a": FIRST, "b": SECOND}))
    assert "RB2" not in table(app, "RB1").columns
    opened("topics", uploaded("1 0 a 1\n", {"a": FIRST, "b": SECOND}))
