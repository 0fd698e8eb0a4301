from __future__ import annotations

import numpy as np

import gapviz
from gapviz.analysis.rankings.standings import family_texts, run_topics, standings
from gapviz.analysis.users.ceilings import ceilings
from gapviz.measures.example import ranked_lists
from tests.shared import likeness


def test_standings_are_scores_ranks_and_tau_of_the_four_measures() -> None:
    profile = gapviz.profile(likeness("TREC 10"))
    found = standings(profile, (0.1, 0.9))
    again = gapviz.scores(profile, ["AP", "GAP(g=0.1,0.9)", "xGAP(g=0.1,0.9)", "eGAP(g=0.1,0.9)"])
    assert np.array_equal(found.means, again.means())
    for row in range(4):
        winner = found.winner(row)
        assert found.ranks[row, winner] == 1
        assert found.means[row, winner] == found.means[row].max()
    assert np.allclose(np.diag(found.tau), 1.0)
    # Table 2 of the xGAP paper has GAP closest to AP at (0.1, 0.9); the likeness was made to have it too.
    assert found.tau[0, 1] > max(found.tau[0, 2:])


def test_texts_of_the_family_name_the_exact_g() -> None:
    third = 1 / 3
    assert gapviz.measure(family_texts((third, third, third))[3]).parameters == (("g", (third,) * 3),)


def test_topics_of_a_run_stand_beside_the_median() -> None:
    profile = gapviz.profile(likeness("TREC 10"))
    found = standings(profile, (0.5, 0.5))
    rows = run_topics(found.scores, 3)
    assert np.array_equal(rows.scores, found.scores.values[1:, 3])
    middle = np.sort(found.scores.values[3], axis=0)[47]  # the 48th of 95 runs
    assert np.array_equal(rows.median, middle)


def test_an_ideal_list_reaches_the_ceiling() -> None:
    # Topics: grades to 2, grade 1 only, nothing relevant.
    lists = [(2, 1, 0), (1, 1, 0), (0, 0)]
    profile = gapviz.profile(ranked_lists(lists))
    for g in [(0.2, 0.8), (0.0, 1.0), (1.0, 0.0)]:
        reached = standings(profile, g).means[1:, 0]
        assert np.allclose(ceilings(profile.pool.counts, g), reached, atol=1e-12)
        left_out = standings(profile, g, empty="omit")
        ceiling = ceilings(profile.pool.counts, g, counted=left_out.counted)
        assert np.allclose(ceiling, left_out.means[1:, 0], atol=1e-12)


def test_no_topic_has_no_ceiling() -> None:
    assert ceilings(np.empty((0, 3), dtype=np.int64), (0.5, 0.5)).tolist() == [0, 0, 0]
