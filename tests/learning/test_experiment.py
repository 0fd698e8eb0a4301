"""Trained for one measure, tested on all: the same numbers again, a stop, and what is handed over."""

from __future__ import annotations

import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz.collection.errors import InputError
from gapviz.learning import PEERS, Learning, features, learning, synthetic
from gapviz.learning.experiment import MOST_POINTS

TARGETS = ["AP", "GAP(g=0.5,0.5)", "nDCG"]


@pytest.fixture(scope="module")
def last() -> Learning:
    *_, found = learning(small(), TARGETS, tested=["P@10"], sigma=1.0, folds=3, rounds=4, seed=3)
    return found


def small() -> gapviz.learning.Features:
    return synthetic(topics=12, documents=360)


def test_every_topic_is_tested_once_by_a_ranker_that_did_not_see_it(last: Learning) -> None:
    assert last.trained == (*TARGETS, "soft AP", "soft GAP(g=0.5,0.5)", *PEERS)
    assert list(map(str, last.tested)) == [*TARGETS, "P@10"]
    assert np.bincount(last.fold_of).tolist() == [4, 4, 4]
    assert last.done == last.total == 8 * 3 * 4
    assert not np.isnan(last.values).any()
    assert not np.isnan(last.scores).any()
    assert last.points.tolist() == [1, 2, 3, 4]
    for fold in range(3):
        own = last.values[:, :, last.fold_of == fold].mean(axis=2)
        np.testing.assert_allclose(last.curves[:, :, fold, -1], own, rtol=1e-12)


def test_trained_rankers_are_better_than_random_order(last: Learning) -> None:
    means = last.means()
    assert (means[:-1, 0] > means[-1, 0] + 0.1).all()


def test_the_same_seed_gives_the_same_numbers_and_another_gives_others(last: Learning) -> None:
    *_, again = learning(small(), TARGETS, tested=["P@10"], sigma=1.0, folds=3, rounds=4, seed=3)
    assert (again.scores == last.scores).all()
    assert (again.values == last.values).all()
    *_, other = learning(small(), ["AP"], peers=[], folds=3, rounds=4, seed=4)
    assert (other.fold_of != last.fold_of).any()


def test_the_held_out_runs_score_as_the_table_says(last: Learning) -> None:
    collection = last.collection()
    assert collection.run_names == last.trained
    found = gapviz.scores(collection, last.tested)
    np.testing.assert_array_equal(found.values.transpose(1, 0, 2), last.values)
    np.testing.assert_allclose(found.means().T, last.means(), rtol=1e-14)


def test_the_held_out_runs_are_the_same_as_files(last: Learning, tmp_path: Path) -> None:
    for name, text in last.files().items():
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
    loaded = gapviz.load(tmp_path / "qrels.txt", tmp_path / "runs")
    assert sorted(loaded.run_names) == sorted(last.trained)
    found = gapviz.scores(loaded, last.tested)
    for k, name in enumerate(last.trained):
        own = found.values[:, loaded.run_names.index(name)]
        np.testing.assert_array_equal(own, last.values[k])


def test_bands_are_mean_lowest_and_highest_over_the_folds(last: Learning) -> None:
    mean, low, high = last.bands(2)
    np.testing.assert_allclose(mean, last.curves[:, 2].mean(axis=1), rtol=1e-14)
    assert (low == last.curves[:, 2].min(axis=1)).all()
    assert (high == last.curves[:, 2].max(axis=1)).all()


def test_what_was_done_stays_where_it_is_stopped() -> None:
    steps = learning(small(), ["AP", "nDCG"], peers=[], folds=3, rounds=4, seed=3)
    step = next(itertools.islice(steps, 4 * 3 - 1, None))  # the first fold, and one ranker of the second
    steps.close()  # type: ignore[attr-defined]
    assert (step.done, step.total) == (12, 24)
    assert step.compared.tolist() == np.flatnonzero(step.fold_of == 0).tolist()
    found = gapviz.scores(step.collection(), ["AP"]).means()[0]
    np.testing.assert_allclose(found, step.means()[:, 0], rtol=1e-14)
    frame = step.frame()
    assert frame[frame.trained == "AP"].fold.tolist() == ["1", "2", "all"] * 2
    assert frame[frame.trained == "nDCG"].fold.tolist() == ["1", "all"] * 2
    assert frame.topics.tolist() == [4] * 10
    before = next(iter(learning(small(), ["AP"], folds=2, rounds=4)))
    assert np.isnan(before.means()).all()
    assert np.isnan(before.levels()).all()
    assert before.frame().empty


def test_levels_are_those_of_the_paired_test_against_the_ranker_trained_for_the_measure(
    last: Learning,
) -> None:
    """All 2^12 signs, counted one after the other; Holm by hand over the other seven rankers."""
    levels = last.levels()
    assert np.isnan(levels[:, 3]).all()  # no ranker was trained for P@10
    signs = np.array(list(itertools.product((1, -1), repeat=12)))
    for m in range(3):
        assert last.reference(m) == m
        assert np.isnan(levels[m, m])
        others = [k for k in range(8) if k != m]
        raw = []
        for k in others:
            difference = last.values[k, m] - last.values[m, m]
            raw.append(np.mean(np.abs(signs @ difference) >= abs(difference.sum()) * (1 - 1e-12)))
        expected = np.ones(7)
        highest = 0.0
        for place, i in enumerate(np.argsort(raw, kind="stable")):
            highest = max(highest, min(1.0, raw[i] * (7 - place)))
            expected[i] = highest
        np.testing.assert_allclose(levels[others, m], expected, rtol=1e-12)


def test_a_topic_with_nothing_relevant_counts_as_zero_or_not_at_all() -> None:
    made = features(np.zeros((8, 1)), [0, 1, 0, 1, 0, 1, 0, 0], [1, 1, 2, 2, 3, 3, 4, 4])
    *_, zero = learning(made, [], tested=["AP"], peers=["untrained"], folds=2, rounds=1)
    *_, omit = learning(made, [], tested=["AP"], peers=["untrained"], folds=2, rounds=1, empty="omit")
    assert (zero.compared.tolist(), omit.compared.tolist()) == ([0, 1, 2, 3], [0, 1, 2])
    assert zero.means()[0, 0] * 4 == pytest.approx(omit.means()[0, 0] * 3)
    assert omit.frame().topics.sum() == 3 + 3


def test_features_that_part_nothing_are_one_sentence() -> None:
    made = features(np.zeros((8, 1)), [0, 1] * 4, np.repeat([1, 2, 3, 4], 2).tolist())
    message = "features: expected features with 20 documents .* in every fold, found none"
    for peers in (["LightGBM lambdarank"], ["LightGBM regression"], []):
        with pytest.raises(InputError, match=f"^{message}$"):
            list(learning(made, [] if peers else ["AP"], tested=["AP"], peers=peers, folds=2, rounds=1))


def test_curves_have_few_points_and_the_last() -> None:
    *_, found = learning(small(), [], tested=["AP"], peers=["untrained"], folds=2, rounds=300)
    assert found.points.size == MOST_POINTS
    assert found.points[[0, -1]].tolist() == [1, 300]


@pytest.mark.parametrize(
    ("targets", "options", "message"),
    [
        ([], {"peers": []}, "targets: expected one measure or more, found none"),
        (["P@10"], {}, "P@10: expected a measure to train for: .*, found another"),
        (["AP"], {"folds": 1}, "folds: expected 2 to 12 folds, since there are 12 topics, found 1"),
        (["AP"], {"folds": 13}, "folds: expected 2 to 12 folds, since there are 12 topics, found 13"),
        (["AP"], {"rounds": 0}, "rounds: expected 1 to 10000 rounds, found 0"),
        (["AP"], {"sigma": -1.0}, "sigma: expected a number above 0, found -1"),
        (["AP"], {"peers": ["other"]}, "peer: expected one of LightGBM lambdarank, .*, found other"),
        (["AP"], {"tested": ["ABC"]}, "measure: expected a known measure .*, found ABC"),
        ("AP", {}, "targets: expected a list of measures, found AP"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    targets: list[str], options: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=f"^{message}$"):
        list(learning(small(), targets, **options))  # type: ignore[arg-type]


def test_without_the_extra_all_else_works_and_learning_says_how_to_install_it() -> None:
    """A process in which neither package of the extra can be imported."""
    code = """
import io, sys
sys.modules["lightgbm"] = sys.modules["sklearn"] = None
import gapviz, gapviz.learning, gapviz.pages
made = gapviz.learning.synthetic(topics=4, documents=60)
objective = gapviz.learning.LambdaRank("AP", made)
objective(made.values[:, 1])
for ask in (lambda: list(gapviz.learning.learning(made, ["AP"], folds=2)),
            lambda: gapviz.learning.read_features(io.StringIO('1 qid:1 1:1'))):
    try:
        ask()
    except gapviz.InputError as error:
        print(error)
"""
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    sentence = 'learning: expected the packages of its extra: pip install "gapviz[learning]", found no '
    assert found.stdout == f"{sentence}lightgbm\n{sentence}sklearn\n", found.stderr
