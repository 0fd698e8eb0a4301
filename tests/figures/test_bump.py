from __future__ import annotations

import numpy as np
import pytest

from gapviz.analysis.rankings.standings import Highlights, highlights
from gapviz.arrays import IntArray
from gapviz.figures.bump import LABEL_GAP, MOST_LINES, rank_bump, smooth
from gapviz.figures.style.axes import RankScale
from gapviz.theme import DARK, LIGHT
from tests.figures.plain import notes, traces

MARKUP = '<a href="https://evil.example">x</a>'


def random_ranks(runs: int, seed: int = 0) -> IntArray:
    rng = np.random.default_rng(seed)
    return np.array([rng.permutation(runs) + 1 for _ in range(4)])


@pytest.mark.parametrize("runs", [1, 2, 5, 60, 61, 150])
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_few_traces_whatever_the_number_of_runs(runs: int, theme: object) -> None:
    ranks = random_ranks(runs)
    names = [f"run {i}" for i in range(runs)]
    figure = rank_bump(ranks, names, highlights(ranks, [0]), theme=theme)  # type: ignore[arg-type]
    assert len(traces(figure)) <= 10
    targets = traces(figure)[-1]
    assert len(targets.x) == 4 * runs
    assert [row[0] for row in targets.customdata[::4]] == list(range(runs))


def test_of_many_runs_every_so_many_by_ap_are_drawn_and_all_that_are_pointed_out() -> None:
    ranks = random_ranks(2000)
    chosen = highlights(ranks, [0, 7])
    figure = rank_bump(ranks, [f"run {i}" for i in range(2000)], chosen, theme=LIGHT)
    drawn = {row[0] for row in traces(figure)[-1].customdata}
    spaced = {i for i in range(2000) if ranks[0, i] % 7 == 1}
    assert drawn == spaced | set(chosen.in_order())
    assert len(spaced) <= MOST_LINES


def test_targets_tell_the_ranks() -> None:
    ranks = np.array([[1, 2, 3], [2, 1, 3], [3, 1, 2], [3, 2, 1]])
    figure = rank_bump(ranks, ["a", "b", "c"], Highlights(), theme=LIGHT)
    assert traces(figure)[-1].customdata[0].tolist() == [0, "a", 1, 2, 3, 3]
    assert traces(figure)[-1].y[:4].tolist() == [1, 2, 3, 3]


def test_labels_keep_their_distance_and_stay_inside() -> None:
    ranks = random_ranks(150)
    lights = Highlights(selected=(1, 2), winners=(3,), risers=(4, 5, 6), fallers=(7, 8))
    ranks[-1] = np.roll(np.arange(150) + 1, 5)
    figure = rank_bump(ranks, [f"r{i}" for i in range(150)], lights, theme=LIGHT)
    scale = RankScale(150, inner=440 - 46 - 14)
    labels = [note for note in notes(figure) if note.showarrow]
    places = sorted(scale.pixel(note.y**2) + note.ay for note in labels)
    assert len(places) == 8
    assert min(np.diff(places)) >= LABEL_GAP - 1e-6
    assert places[0] >= 0
    assert places[-1] <= 440 - 46 - 14


def test_only_the_top_and_only_the_selected() -> None:
    ranks = random_ranks(50)
    names = [f"r{i}" for i in range(50)]
    top = rank_bump(ranks, names, highlights(ranks, lowest=30), theme=LIGHT, lowest=30)
    assert top.layout.yaxis.range[0] > 30
    alone = rank_bump(ranks, names, highlights(ranks, [3]), theme=LIGHT, only_selected=True)
    assert {row[0] for row in traces(alone)[-1].customdata} == {3}


def test_names_are_no_markup() -> None:
    ranks = random_ranks(3)
    figure = rank_bump(ranks, [MARKUP, "b", "c"], highlights(ranks, [0]), theme=LIGHT)
    assert "<a" not in str(figure.to_json()).replace("\\u003c", "<")
    assert "&lt;a href" in traces(figure)[-1].customdata[0][1]


def test_lines_pass_through_the_ranks() -> None:
    places = random_ranks(7).astype(float)
    x, y = smooth(places, steps=4)
    lines = y.reshape(7, -1)
    assert np.array_equal(lines[:, [0, 4, 8, 12]].T, places)
    assert np.isnan(lines[:, -1]).all()
    assert x[:13].tolist() == [k / 4 for k in range(13)]


def test_each_run_has_one_role() -> None:
    ranks = random_ranks(40, seed=3)
    found = highlights(ranks, [5, 5, 6])
    order = found.in_order()
    assert len(order) == len(set(order))
    assert found.selected == (5, 6)
    gained = ranks[0] - ranks[-1]
    free = [i for i in range(40) if i not in (*found.selected, *found.winners)]
    assert gained[list(found.risers)].tolist() == sorted((gained[free]).tolist(), reverse=True)[:3]
    assert gained[list(found.fallers)].tolist() == sorted((gained[free]).tolist())[:3]
