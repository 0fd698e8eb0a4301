from __future__ import annotations

import numpy as np
import pytest

import gapviz
from gapviz.analysis.experiments.informativeness import informativeness
from gapviz.analysis.experiments.pathway import STILL, fullest_topic, inferred_list, path_errors, pathway
from gapviz.analysis.rankings.curves import threshold_curve
from gapviz.collection.synthetic.draw import generate
from gapviz.collection.synthetic.likenesses import SMALL

PROFILE = gapviz.profile(generate(SMALL))


def test_the_path_of_each_family_ends_at_ap() -> None:
    texts = pathway(["GAP", "eGAP"], PROFILE.c)
    steps = (len(texts) - len(STILL)) // 2
    assert [text.partition("(")[0] for text in (texts[0], texts[steps], *texts[-2:])] == [
        "GAP", "eGAP", "nDCG", "AP",
    ]  # fmt: skip
    values = [gapviz.measure(text)(PROFILE) for text in (texts[steps - 1], texts[2 * steps - 1], "AP")]
    assert values[0] == pytest.approx(values[2], abs=1e-12)
    assert values[1] == pytest.approx(values[2], abs=1e-12)


def test_the_errors_are_those_of_the_experiment() -> None:
    texts = pathway(["GAP"], PROFILE.c)
    *_, found = informativeness(PROFILE, texts, known="retrieved", least=1, lists=2)
    errors, means = path_errors(found, ["GAP"]), found.means()
    assert np.array_equal(errors.moving["GAP"], means[: len(errors.shares)], equal_nan=True)
    assert np.array_equal(errors.still["AP"], means[-1], equal_nan=True)
    assert (errors.shares[0], errors.shares[-1]) == (0.0, 1.0)


def test_one_list_has_the_error_that_the_experiment_gives() -> None:
    *_, found = informativeness(PROFILE, ["AP", "nDCG"], known="retrieved", least=1, lists=1)
    run, topic = found.lists[0].tolist()
    seen = inferred_list(
        PROFILE, [gapviz.measure("AP"), gapviz.measure("nDCG")], run=run, topic=topic, h=1, known="retrieved"
    )
    assert [one.error for one in seen.inferred] == pytest.approx(found.errors[:, 0, 0].tolist(), nan_ok=True)
    actual = threshold_curve(PROFILE, run, topic, h=1)
    assert np.array_equal(seen.precision, actual.precision)
    assert np.array_equal(np.flatnonzero(seen.grades) + 1, actual.ranks)


def test_the_fullest_topic_has_most_of_the_rarest_grade() -> None:
    least = [
        np.bincount(threshold_curve(PROFILE, 0, t, h=1).grades, minlength=PROFILE.c + 1)[1:].min()
        for t in range(len(PROFILE.topics))
    ]
    assert fullest_topic(PROFILE, 0) == int(np.argmax(least))
