"""Analysis of topics, ceilings and sets."""

from __future__ import annotations

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.sets import chosen, listed, run_sets, within
from gapviz.analysis.rankings.topics import flips, offers, separation
from gapviz.analysis.users.ceilings import ceilings, topic_ceilings
from gapviz.collection.errors import InputError
from tests.real import real_profile


def test_parts_sum_to_the_difference_of_the_means() -> None:
    """Witness: Scores.means, under each convention."""
    profile = real_profile("clef-ehealth-2013")
    measure = "GAP(g=0.1,0.2,0.7)"
    for found in (gapviz.scores(profile, [measure]), gapviz.scores(profile, [measure], topics="run")):
        means = found.means()[0]
        for first, second in ((0, 1), (5, 40), (7, 7)):
            apart = separation(found, 0, first, second)
            assert apart.parts.sum() == pytest.approx(means[first] - means[second], abs=1e-14)
            assert (np.diff(np.abs(apart.parts[apart.order])) <= 0).all()


def test_flips_are_topics_with_another_leader() -> None:
    profile = real_profile("clef-ehealth-2013")
    found = gapviz.scores(profile, ["eGAP(g=1,0,0)", "eGAP(g=0,0,1)"])
    now, pinned = separation(found, 0, 3, 20), separation(found, 1, 3, 20)
    leads = np.sign(found.values[:, 3] - found.values[:, 20])
    changed = flips(now, pinned)
    assert len(changed) > 0
    assert set(changed.tolist()) == set(np.flatnonzero(leads[0] * leads[1] < 0).tolist())
    assert flips(now, now).size == 0


def test_offers() -> None:
    """By hand: topic 2 has no grade 2, so that with g = (0.25, 0.75) xGAP and eGAP reach 0.25."""
    profile = gapviz.profile(
        gapviz.load({"1": {"a": 2, "b": 1}, "2": {"a": 1}, "3": {"a": 0}}, {"x": {"1": {"a": 1.0}}})
    )
    found = offers(profile.pool, (0.25, 0.75))
    assert found.counts.tolist() == [[1, 1], [1, 0], [0, 0]]
    assert found.recall_bases.tolist() == [[2, 1], [1, 0], [0, 0]]
    assert found.ceilings.tolist() == [[1.0, 1.0, 0.0], [1.0, 0.25, 0.0], [1.0, 0.25, 0.0]]
    assert found.flags["nothing relevant"].tolist() == [False, False, True]
    assert found.flags["few highly relevant"].tolist() == [False, False, False]
    for measure, mean in enumerate(ceilings(profile.pool.counts, (0.25, 0.75))):
        assert 1 - found.costs[measure].sum() == pytest.approx(mean)
    kept = offers(profile.pool, (0.25, 0.75), counted=np.array([True, True, False]))
    assert kept.costs[:, 2].tolist() == [0.0, 0.0, 0.0]
    assert kept.costs[1].tolist() == [0.0, 0.375, 0.0]


def test_all_users_reach_one_whatever_the_rounding() -> None:
    """0.1 + 0.2 + 0.7 is 0.9999999999999999; no topic with the top grade is below 1."""
    assert topic_ceilings(np.array([[1, 1, 1, 1]]), (0.1, 0.2, 0.7)).tolist() == [[1.0]] * 3


def test_run_sets_and_own_choice() -> None:
    sets = run_sets(np.array([0.1, 0.2, 0.3, 0.4]))
    names = ["a", "b", "c", "d"]
    assert chosen("First-Quartile", sets, names, what="run").tolist() == [False, True, True, True]
    assert chosen("all", sets, names, what="run").all()
    assert chosen("a, d", sets, names, what="run").tolist() == [True, False, False, True]
    with pytest.raises(InputError, match="a run before and after each comma"):
        chosen("a,", sets, names, what="run")
    with pytest.raises(InputError) as caught:
        chosen("a,z", sets, names, what="run")
    assert str(caught.value) == (
        "run set: expected all, first quartile, top 15 by AP, or runs with commas between, found 'z'"
    )


@pytest.mark.parametrize(
    "names", [["a,b"], ["a,b", "c"], ['a"b', " c ", "d"], ["all"], ["first-quartile", "x"], ["few key"]]
)
def test_names_of_members_are_read_as_they_were_written(names: list[str]) -> None:
    sets = run_sets(np.array([0.1, 0.2, 0.3, 0.4])) | {"few key": np.ones(4, dtype=bool)}
    known = sorted({"a", "b", "c", "all", "first-quartile", "few key", *names})
    assert [
        name for name, kept in zip(known, chosen(listed(names), sets, known, what="run"), strict=True) if kept
    ] == sorted(names)


def test_a_name_with_a_comma_stands_alone_as_it_is() -> None:
    assert chosen("a,b", {}, ["a", "b", "a,b"], what="run").tolist() == [False, False, True]
    with pytest.raises(InputError) as caught:
        chosen('"a,b', {}, ["a", "b"], what="run")
    assert str(caught.value) == (
        "run set: expected runs with commas between, one with a comma in quotes, found '\"a,b'"
    )


def test_within_keeps_the_conventions() -> None:
    profile = real_profile("clef-ehealth-2013")
    found = gapviz.scores(profile, ["AP"], topics="run")
    runs, topics = np.arange(42) < 5, np.arange(50) % 2 == 0
    kept = within(found, runs=runs, topics=topics)
    assert kept.runs == profile.runs[:5]
    assert kept.counted.tolist() == (found.counted[:5] & topics).tolist()
    assert within(found).means().tolist() == found.means().tolist()
