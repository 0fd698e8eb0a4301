"""Sets of topics and of runs: how they are read, and that the experiments are over them alone."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import gapviz
from gapviz.analysis.experiments.informativeness import informativeness
from gapviz.analysis.experiments.robustness import robustness
from gapviz.analysis.experiments.significance import significance
from gapviz.analysis.experiments.variation import variation
from gapviz.analysis.rankings.sets import run_set, topic_set, within
from gapviz.arrays import BoolArray
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection
from gapviz.collection.synthetic.draw import generate
from gapviz.collection.synthetic.likenesses import SMALL


@pytest.fixture(scope="module")
def small() -> Collection:
    return generate(SMALL)


@pytest.fixture(scope="module")
def topics(small: Collection) -> BoolArray:
    return topic_set("few highly relevant", gapviz.profile(small))


@pytest.fixture(scope="module")
def runs(small: Collection) -> BoolArray:
    return run_set("first quartile", gapviz.profile(small))


def best(small: Collection, measure: str, n: int) -> set[str]:
    """Witness: the runs in order of their means, one by one."""
    frame = gapviz.scores(small, [measure]).frame()
    rows = sorted(zip(-frame["value"], frame["run"], strict=True))
    return {name for _, name in rows[:n]}


def test_the_best_runs_by_one_measure_and_by_two(small: Collection) -> None:
    profile, names = gapviz.profile(small), np.array(small.run_names)
    ten, five = best(small, "P@5", 5), best(small, "nDCG", 5)
    assert set(names[run_set("top 5 by P@5", profile)]) == ten
    assert set(names[run_set("Top-5-by-ndcg", profile)]) == five
    assert set(names[run_set("top 5 by P@5 and nDCG", profile)]) == ten & five != ten
    assert run_set("top 99 by AP", profile).all()


def test_the_best_runs_by_a_measure_that_is_better_when_it_is_lower(small: Collection) -> None:
    profile = gapviz.profile(small)
    means = gapviz.scores(profile, ["RHL@20"]).means()[0]
    assert set(means[run_set("top 3 by RHL@20", profile)].tolist()) == set(sorted(means.tolist())[:3])


def test_a_run_of_such_a_name_is_that_run(small: Collection) -> None:
    first = dataclasses.replace(small.runs[0], name="top 5 by AP")
    found = run_set("top 5 by AP", gapviz.profile(small.with_runs([first, *small.runs[1:]])))
    assert found.tolist() == [True, *[False] * (len(small.runs) - 1)]


@pytest.mark.parametrize("text", ["top 0 by AP", "top -1 by AP", "top by AP", "top 3 by"])
def test_what_names_no_best_runs_is_no_set(small: Collection, text: str) -> None:
    with pytest.raises(InputError, match=r"run set: expected all, first quartile, "):
        run_set(text, gapviz.profile(small))


def test_an_unknown_measure_is_said(small: Collection) -> None:
    with pytest.raises(InputError, match="expected a known measure"):
        run_set("top 3 by AQ", gapviz.profile(small))


def test_robustness_is_over_the_sets(small: Collection, topics: BoolArray, runs: BoolArray) -> None:
    """Witness: the same samples with all runs and topics, and their means by hand."""
    options = {"rates": (1.0, 0.2), "samples": 2, "seed": 4}
    *_, found = robustness(small, ["AP", "GAP(g=0.25,0.25,0.5)"], topic_set=topics, run_set=runs, **options)  # type: ignore[arg-type]
    kept = tuple(np.array(small.run_names)[runs].tolist())
    assert found.runs == kept
    assert 1 < topics.sum() < topics.size
    by_topic = gapviz.scores(small, ["AP", "GAP(g=0.25,0.25,0.5)"]).values[:, runs][:, :, topics]
    assert found.full == pytest.approx(by_topic.mean(axis=2), abs=1e-15)
    assert found.ap.tolist() == found.full[0].tolist()
    one_by_one = []
    for t in np.flatnonzero(topics):
        alone = np.arange(topics.size) == t
        *_, last = robustness(small, ["AP", "GAP(g=0.25,0.25,0.5)"], topic_set=alone, **options)  # type: ignore[arg-type]
        one_by_one.append(last.means[..., runs])
    assert found.means == pytest.approx(np.mean(one_by_one, axis=0), abs=1e-14)


def test_the_scatter_has_the_means_of_each_cell(small: Collection, runs: BoolArray) -> None:
    *_, found = robustness(small, ["infAP", "AP"], run_set=runs, rates=(1.0, 0.3), samples=3)
    frame = found.scatter()
    assert len(frame) == 2 * 2 * 3 * runs.sum()
    whole = frame[(frame["measure"] == "AP") & (frame["rate"] == 1.0)]
    assert whole["mean"].tolist() == whole["ap"].tolist()
    means = frame[(frame["measure"] == "infAP") & (frame["rate"] == 0.3)].pivot_table("mean", "run")
    assert found.points(0, 1)[0] == pytest.approx(means.loc[list(found.runs), "mean"].to_numpy(), abs=1e-15)
    assert found.points(0, 1)[1:].tolist() == [
        found.means[0, 1].min(axis=0).tolist(),
        found.means[0, 1].max(axis=0).tolist(),
    ]


def test_variation_is_over_the_sets(small: Collection, topics: BoolArray, runs: BoolArray) -> None:
    """Witness: with an assessor who is sure, mean and variance of the scores over the topics."""
    *_, found = variation(small, ["nDCG"], theta=1.0, repeats=2, topic_set=topics, run_set=runs)
    values = gapviz.scores(small, ["nDCG"]).values[:, runs][:, :, topics]
    assert found.topics.tolist() == [int(topics.sum())] * int(runs.sum())
    assert found.mean == pytest.approx(values.mean(axis=2), abs=1e-14)
    assert found.between == pytest.approx(values.var(axis=2, ddof=1), abs=1e-14)
    one = np.arange(topics.size) == 0
    with pytest.raises(InputError, match="variation: expected two topics or more, found 1"):
        next(variation(small, ["nDCG"], topic_set=one))


def test_informativeness_is_over_the_sets(small: Collection, topics: BoolArray, runs: BoolArray) -> None:
    profile = gapviz.profile(small)
    options = {"known": "retrieved", "least": 1}
    every = next(informativeness(profile, ["AP"], lists=None, **options)).lists.tolist()  # type: ignore[arg-type]
    some = next(
        informativeness(profile, ["AP"], lists=None, topic_set=topics, run_set=runs, **options)  # type: ignore[arg-type]
    ).lists.tolist()
    assert some == [[i, t] for i, t in every if runs[i] and topics[t]]
    assert 0 < len(some) < len(every)


def test_significance_is_over_the_sets(small: Collection, topics: BoolArray, runs: BoolArray) -> None:
    """Witness: scipy's paired t test on the scores of these topics."""
    from scipy.stats import ttest_rel

    found = within(gapviz.scores(small, ["AP"]), runs=runs, topics=topics)
    *_, last = significance(found, test="t")
    values = gapviz.scores(small, ["AP"]).values[0][runs][:, topics]
    exact = [float(ttest_rel(values[a], values[b]).pvalue) for a, b in last.pairs]
    assert last.levels[0] == pytest.approx(exact, abs=1e-12)
