"""Maximum entropy: constraints, that nothing beats it, and the expectations against simulation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import optimize

import gapviz
from gapviz.analysis.experiments.entropy import GradeAtRank, PrecisionSums, maximum_entropy
from gapviz.analysis.experiments.inference import (
    Known,
    expectation_of,
    inferred_grades,
    inferred_precision,
    retrieved_grades,
)
from gapviz.analysis.experiments.informativeness import informativeness, path_texts
from gapviz.collection.errors import InputError
from gapviz.collection.synthetic.draw import generate
from gapviz.collection.synthetic.likenesses import SMALL
from gapviz.measures.example import ranked_lists
from gapviz.profile import Profile
from tests.real import real_profile

MEASURES = [
    "AP",
    "AP(rel=2)",
    "GAP(g=0.2,0.3,0.5)",
    "xGAP(g=0.2,0.3,0.5)",
    "eGAP(g=0.2,0.3,0.5)",
    "nDCG",
    "nDCG(gain=exponential)@20",
]


@pytest.fixture(scope="module")
def small() -> Profile:
    return gapviz.profile(generate(SMALL))


@pytest.fixture(scope="module")
def place(small: Profile) -> tuple[int, int]:
    """A run and topic with two or more retrieved documents of each grade."""
    run, topic = np.argwhere((retrieved_grades(small) >= 2).all(axis=2))[0].tolist()
    return run, topic


@pytest.mark.parametrize("known", ["judged", "retrieved"])
@pytest.mark.parametrize("text", MEASURES)
def test_constraints(small: Profile, text: str, known: Known) -> None:
    """Each list that can be inferred has its value and its documents of each grade to 1e-6."""
    measure = gapviz.measure(text)
    values, retrieved, solved = measure(small), retrieved_grades(small), 0
    for run, topic in np.argwhere((retrieved >= 2).all(axis=2))[:12].tolist():
        documents = small.pool.counts[topic, 1:] if known == "judged" else retrieved[run, topic]
        grades = inferred_grades(small, measure, run=run, topic=topic, known=known)
        if grades is None:
            continue
        solved += 1
        p = grades.probabilities
        expected, _ = expectation_of(small, measure, topic, len(p)).at(p[:, 1:])
        assert expected == pytest.approx(values[run, topic], abs=1e-6)
        assert p[:, 1:].sum(axis=0) == pytest.approx(documents, abs=1e-6)
        assert p.sum(axis=1) == pytest.approx(1.0, abs=1e-12)
        assert p.min() >= 0
    assert solved >= (10 if known == "retrieved" else 5)


@pytest.mark.parametrize("text", MEASURES)
def test_expectation_against_simulation(small: Profile, place: tuple[int, int], text: str) -> None:
    """Witness: lists drawn rank by rank, scored by the measure itself; their mean to 4 standard errors."""
    measure, (run, topic) = gapviz.measure(text), place
    grades = inferred_grades(small, measure, run=run, topic=topic, known="retrieved")
    assert grades is not None
    p, draws = grades.probabilities, 400
    chance = np.random.default_rng(1).random((draws, len(p), 1))
    lists = (chance > np.cumsum(p, axis=1)[:, :-1]).sum(axis=2)
    counts = small.pool.counts[topic]
    # Judged documents outside the list fill up R[k]; a list with more of a grade than that has none to add,
    # so the recall bases are made large enough first and the expectation is taken with those.
    most = np.array([(lists == k).sum(axis=1).max() for k in range(1, small.c + 1)])
    bases = np.maximum(counts[1:], most)
    missing = [
        np.repeat(np.arange(1, small.c + 1), bases - np.bincount(one, minlength=4)[1:]) for one in lists
    ]
    drawn = gapviz.profile(
        ranked_lists([one.tolist() for one in lists], missing=[m.tolist() for m in missing])
    )
    scores = measure(drawn)[0]
    expected, _ = expectation_of(drawn, measure, 0, len(p)).at(p[:, 1:])
    assert abs(scores.mean() - expected) < 4 * scores.std(ddof=1) / np.sqrt(draws)


@pytest.mark.parametrize("text", MEASURES)
def test_slopes_are_derivatives(small: Profile, place: tuple[int, int], text: str) -> None:
    """Witness: differences of the value."""
    measure, (_, topic) = gapviz.measure(text), place
    expectation = expectation_of(small, measure, topic, 12)
    p = np.random.default_rng(2).random((12, small.c)) / (small.c + 1)
    _, slopes = expectation.at(p)
    for n, k in ((0, 0), (3, 1), (7, 2), (11, 0)):
        step = np.zeros_like(p)
        step[n, k] = 1e-6
        slope = (expectation.at(p + step)[0] - expectation.at(p - step)[0]) / 2e-6
        assert slopes[n, k] == pytest.approx(slope, abs=1e-7)


@pytest.mark.parametrize("text", ["AP", "GAP(g=0.2,0.3,0.5)", "nDCG"])
def test_no_feasible_neighbour_is_more_random(small: Profile, place: tuple[int, int], text: str) -> None:
    """A hundred random steps that keep every constraint, small and large: none has more entropy."""
    measure, (run, topic) = gapviz.measure(text), place
    grades = inferred_grades(small, measure, run=run, topic=topic, known="retrieved")
    assert grades is not None
    best, length = grades.probabilities[:, 1:], len(grades.probabilities)
    expectation = expectation_of(small, measure, topic, length)
    value, _ = expectation.at(best)
    rng, tried = np.random.default_rng(3), 0
    while tried < 100:
        p = best + 0.3 * rng.random() * grades.probabilities.min(axis=1, keepdims=True) * rng.uniform(
            -1, 1, best.shape
        )
        for _ in range(30):  # back onto the constraints, by Newton along their gradients
            now, slopes = expectation.at(p)
            normals = np.stack([slopes, *(np.eye(small.c)[k] * np.ones((length, 1)) for k in range(small.c))])
            flat = normals.reshape(len(normals), -1)
            off = np.concatenate(([now - value], p.sum(axis=0) - best.sum(axis=0)))
            p = p - (flat.T @ np.linalg.solve(flat @ flat.T, off)).reshape(p.shape)
        full = np.concatenate([1 - p.sum(axis=1, keepdims=True), p], axis=1)
        if full.min() < 0 or abs(expectation.at(p)[0] - value) > 1e-9:
            continue
        tried += 1
        assert entropy(full) <= entropy(grades.probabilities) + 1e-9


def entropy(p: np.ndarray) -> float:
    """Entropy in nats: the sum over ranks."""
    return float(-(p * np.log(np.where(p > 0, p, 1.0))).sum())


def test_against_scipy_optimize() -> None:
    """Witness: scipy.optimize's SLSQP on a list of 12 ranks with two grades."""
    expectation = PrecisionSums(np.tril(np.ones((2, 2))) * np.array([0.5, 0.5]) / 5.0)
    found = maximum_entropy(expectation, 0.4, documents=[3, 2], length=12)
    assert found is not None

    def unrolled(x: np.ndarray) -> np.ndarray:
        p = x.reshape(12, 2)
        return np.concatenate([1 - p.sum(axis=1, keepdims=True), p], axis=1)

    def negative(x: np.ndarray) -> float:
        return float((unrolled(x) * np.log(np.maximum(unrolled(x), 1e-12))).sum())

    slow: Any = optimize.minimize(  # type: ignore[call-overload]
        negative,
        np.full(24, 0.2),
        bounds=[(1e-6, 1)] * 24,
        method="SLSQP",
        constraints=[
            {"type": "eq", "fun": lambda x: expectation.at(x.reshape(12, 2))[0] - 0.4},
            {"type": "eq", "fun": lambda x: x.reshape(12, 2).sum(axis=0) - np.array([3, 2])},
            {"type": "ineq", "fun": lambda x: unrolled(x)[:, 0]},
        ],
        options={"maxiter": 500, "ftol": 1e-12},
    )
    assert slow.success
    assert entropy(found.probabilities) == pytest.approx(-slow.fun, abs=1e-6)
    assert found.probabilities[:, 1:].ravel() == pytest.approx(slow.x, abs=1e-3)


def test_nothing_to_know_is_uniform() -> None:
    """With the value that a uniform list expects, the most random list is uniform."""
    flat = np.full((20, 1), 0.25)
    expectation = PrecisionSums(np.array([[0.2]]))
    value, _ = expectation.at(flat)
    found = maximum_entropy(expectation, value, documents=[5], length=20)
    assert found is not None
    assert found.probabilities[:, 1:] == pytest.approx(flat)
    assert entropy(found.probabilities) == pytest.approx(-20 * (0.25 * np.log(0.25) + 0.75 * np.log(0.75)))


def test_out_of_reach() -> None:
    expectation = PrecisionSums(np.array([[0.5]]))
    assert maximum_entropy(expectation, 1.5, documents=[2], length=10) is None
    assert maximum_entropy(expectation, 0.5, documents=[10], length=10) is None
    assert maximum_entropy(expectation, 0.5, documents=[0], length=10) is None


def test_better_values_stand_higher(small: Profile, place: tuple[int, int]) -> None:
    run, topic = place
    measure = gapviz.measure("AP")
    grades = inferred_grades(small, measure, run=run, topic=topic, known="retrieved")
    assert grades is not None
    relevant = grades.probabilities[:, 1:].sum(axis=1)
    assert relevant[0] > relevant[-1]
    assert np.abs(np.diff(relevant)).max() < relevant.max()


def test_inferred_precision_by_hand() -> None:
    """One document is expected in every two ranks: the i-th at rank 2 i. Or the first two for sure."""
    steady = GradeAtRank(np.tile([0.5, 0.5], (8, 1)))
    assert inferred_precision(steady, retrieved=4, h=1) == pytest.approx(0.5)
    sure = GradeAtRank(np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]))
    assert inferred_precision(sure, retrieved=2, h=1).tolist() == [1.0, 1.0]
    assert inferred_precision(sure, retrieved=1, h=2).tolist() == [1.0]


def test_a_grade_that_the_list_lacks(small: Profile) -> None:
    lists = gapviz.profile(ranked_lists([(2, 0, 2, *(0,) * 7)], missing=[(1, 1, 3)]))
    grades = inferred_grades(lists, gapviz.measure("GAP(g=0.2,0.3,0.5)"), run=0, topic=0, known="retrieved")
    assert grades is not None
    assert grades.probabilities.shape == (10, 4)
    assert (grades.probabilities[:, [1, 3]] == 0).all()
    empty = gapviz.profile(ranked_lists([(0, 0)], missing=[(1, 2, 3)]))
    assert inferred_grades(empty, gapviz.measure("AP"), run=0, topic=0, known="retrieved") is None
    nothing = gapviz.profile(ranked_lists([(0, 0), (1, 0)]))
    assert inferred_grades(nothing, gapviz.measure("AP"), run=0, topic=0) is None


def test_experiment(small: Profile) -> None:
    texts = ["AP", "GAP(g=1,0,0)", "nDCG"]
    one, two = (
        list(informativeness(small, texts, known="retrieved", least=2, lists=6, seed=3, workers=workers))
        for workers in (1, 2)
    )
    found = one[-1]
    assert [step.done for step in one] == list(range(1, 19))
    assert (found.done, found.total) == (18, 18)
    assert np.array_equal(found.errors, two[-1].errors, equal_nan=True)
    assert found.errors[0] == pytest.approx(found.errors[1], abs=1e-6, nan_ok=True)  # GAP(g_1 = 1) is AP
    assert found.means() == pytest.approx(found.errors[:, :, found.shared].mean(axis=2))
    assert len(found.frame()) == (~np.isnan(found.errors)).sum()
    assert np.isnan(one[0].means()).all()


def test_path_is_the_papers() -> None:
    assert len(path_texts(2)) == 12
    assert path_texts(2)[5] == "GAP(g=0.5,0.5)"
    assert path_texts(3, steps=2)[1] == "GAP(g=0.5,0.25,0.25)"
    assert path_texts(1) == ("GAP(g=1)", "nDCG(gain=exponential)")


def test_refused(small: Profile) -> None:
    with pytest.raises(InputError, match="expected one of AP, GAP, xGAP, eGAP, nDCG, found bpref"):
        next(informativeness(small, ["bpref"]))
    with pytest.raises(InputError, match="at least one document of each grade, found 0"):
        next(informativeness(small, ["AP"], least=0))
    with pytest.raises(InputError, match="lists: expected one list or more, found 0"):
        next(informativeness(small, ["AP"], lists=0))
    with pytest.raises(InputError, match="known: expected one of judged, retrieved, found 'R'"):
        next(informativeness(small, ["AP"], known="R"))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected one of AP, GAP, xGAP, eGAP, nDCG, found bpref"):
        inferred_grades(small, gapviz.measure("bpref"), run=0, topic=0)
    with pytest.raises(InputError, match="expected one of AP, GAP, xGAP, eGAP, nDCG, found none"):
        next(informativeness(small, []))
    with pytest.raises(InputError, match="with 1000 retrieved documents of each grade, found none"):
        next(informativeness(small, ["AP"], least=1000))


def test_figure_2_on_a_shared_collection() -> None:
    """[R] Figure 2, in shape: what GAP tells of all relevant and of highly relevant documents as g_1 grows.

    With g_1 near 1 it tells most of all relevant documents, with g_1 = 0 most of the highly relevant ones;
    the best compromise lies between, above the paper's 0.5; GAP tells more than nDCG of both; and with
    g_1 = 0.8 it tells more than AP of both, also where the grades do not count. Where the retrieved documents
    are known instead of R, nDCG tells about as much of the highly relevant ones as GAP.
    """
    profile = real_profile("trec-covid-round1")
    texts = [
        "GAP(g=0,1)",
        "GAP(g=0.3,0.7)",
        "GAP(g=0.6,0.4)",
        "GAP(g=0.8,0.2)",
        "AP",
        "nDCG(gain=exponential)",
    ]
    *_, found = informativeness(profile, texts, lists=80, seed=0)
    (*_, most, ap, ndcg) = means = found.means()
    graded = means[[0, 1, 2, 4]]  # g_1 = 0, 0.3, 0.6, 1
    assert found.shared.size > 30
    assert (np.diff(graded[:, 0]) < 0).all()
    assert (graded[1:3, 1] > graded[0, 1]).all()
    assert (graded[1:3, 1] < graded[3, 1]).all()
    assert graded.sum(axis=1).argmin() == 2
    assert (means[:-1].max(axis=0) < ndcg).all()
    assert (most < ap).all()
