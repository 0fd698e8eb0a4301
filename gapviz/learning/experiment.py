"""Learning to rank: trained for one measure, tested on all, on folds of topics."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import get_args

import numpy as np

from gapviz.analysis.rankings.scores import Empty, scores
from gapviz.arrays import FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError, require
from gapviz.learning.credit import FAMILY
from gapviz.learning.exchanges import exchanges
from gapviz.learning.features import Features
from gapviz.learning.folds import folds_of
from gapviz.learning.lambdarank import LambdaRank
from gapviz.learning.rankers import PEERS, Objective, grown
from gapviz.learning.rankings import collection_of, run_of
from gapviz.learning.result import Learning
from gapviz.learning.soft import SoftMeasure
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure

SOFT = "soft "
"""Before the text of a measure: the ranker was trained for its soft form."""

MOST_POINTS = 25
"""Rounds after which the held-out documents are scored for the learning curves."""


def learning(
    features: Features,
    targets: Sequence[Measure | str],
    *,
    tested: Sequence[Measure | str] = (),
    peers: Sequence[str] = PEERS,
    sigma: float | None = None,
    signed: bool = False,
    folds: int = 5,
    rounds: int = 100,
    seed: int = 0,
    empty: Empty = "zero",
) -> Iterator[Learning]:
    """Train a ranker for each measure, and test it on every measure, on topics that it did not see.

    Parameters
    ----------
    features : Features
    targets : sequence of Measure or str
        Measures to train for: AP, GAP, xGAP, eGAP, nDCG, with their parameters (`LambdaRank`).
    tested : sequence of Measure or str
        Further measures to test on, beside the targets; any measure.
    peers : sequence of str
        Of `rankers.PEERS`: what to compare with.
    sigma : float, optional
        Deviation of a score: also train, for each target that has one, for its soft form (`SoftMeasure`).
    signed : bool
        Whether the pair weights of xGAP have their sign (`LambdaRank`).
    folds : int
        Parts of the topics; each is tested by rankers trained on the others.
    rounds : int
        Trees of a ranker.
    seed : int
        Of folds, trees and the untrained order: the same seed gives the same numbers.
    empty : {"zero", "omit"}
        Whether a topic with nothing relevant counts, with 0, or is left out of means.

    Yields
    ------
    Learning
        After each round, with all that has been done; the last is complete. Closing the generator stops the
        work.

    Raises
    ------
    InputError
        For measures, folds or rounds that can't be used, and where the packages of the extra are missing.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 5.

    Examples
    --------
    >>> from gapviz.learning.synthetic import synthetic
    >>> steps = learning(synthetic(topics=8, documents=240), ["AP"], peers=["untrained"], folds=2, rounds=5)
    >>> *_, last = steps
    >>> last.trained, bool(last.means()[0, 0] > last.means()[1, 0])
    (('AP', 'untrained'), True)
    """
    require("empty", empty, get_args(Empty))
    aims = _distinct("targets", targets)
    measures = tuple(dict.fromkeys([*aims, *_distinct("tested", tested)]))
    for one in aims:
        exchanges(one, features.recall_bases)  # refuses what can't be trained for
    soft = [one for one in aims if one.name in FAMILY] if sigma is not None else []
    kinds: list[tuple[str, Measure | str]] = [(str(one), one) for one in aims]
    kinds += [(f"{SOFT}{one}", one) for one in soft]
    kinds += [(peer, peer) for peer in dict.fromkeys(peers)]
    fold_of = folds_of(len(features.topics), folds=folds, seed=seed)
    so_far = _nothing(features, [name for name, _ in kinds], measures, fold_of, rounds, signed, empty)
    if not kinds:
        raise InputError("targets", "one measure or more", "none")

    for fold in range(folds):
        held_out = np.flatnonzero(fold_of == fold)
        seen = features.part(np.flatnonzero(fold_of != fold))
        rows = features.rows(held_out)
        for k, (name, aim) in enumerate(kinds):
            objective = _objective(name, aim, seen, sigma, signed=signed)
            at: list[FloatArray] = []
            steps = grown(seen, objective, features.values[rows], rounds=rounds, seed=seed)
            for number, scored in enumerate(steps, 1):
                if number in so_far.points:
                    at.append(scored)
                if number == rounds:
                    so_far = _tested(so_far, k, fold, held_out, at, empty)
                    so_far = _counted(so_far, k, objective, fold)
                so_far = dataclasses.replace(so_far, done=so_far.done + 1)
                yield so_far


def _distinct(name: str, texts: Sequence[Measure | str]) -> tuple[Measure, ...]:
    if isinstance(texts, str):
        raise InputError(name, "a list of measures", texts)
    return tuple(dict.fromkeys(one if isinstance(one, Measure) else measure(one) for one in texts))


def _nothing(
    features: Features,
    trained: Sequence[str],
    tested: tuple[Measure, ...],
    fold_of: IntArray,
    rounds: int,
    signed: bool,
    empty: Empty,
) -> Learning:
    """Return the result before the first round."""
    K, M, T, F = len(trained), len(tested), len(features.topics), int(fold_of.max()) + 1
    last = max(rounds, 1)  # out of range: training says so
    points = np.unique(np.linspace(1, last, min(last, MOST_POINTS)).round().astype(np.int64))
    counted = features.recall_bases[:, 0] > 0 if empty == "omit" else np.ones(T, np.bool_)
    return Learning(
        features,
        tuple(trained),
        tested,
        fold_of,
        frozen(counted),
        scores=np.full((K, features.grades.size), np.nan),
        values=np.full((K, M, T), np.nan),
        points=frozen(points),
        curves=np.full((K, M, F, points.size), np.nan),
        opposed=np.full(K, np.nan),
        signed=signed,
        done=0,
        total=K * F * rounds,
    )


def _objective(
    name: str, aim: Measure | str, seen: Features, sigma: float | None, *, signed: bool
) -> Objective | str:
    if isinstance(aim, str):
        return aim
    if name.startswith(SOFT) and sigma is not None:
        return SoftMeasure(aim, seen, sigma=sigma)
    return LambdaRank(aim, seen, signed=signed)


def _tested(
    so_far: Learning, k: int, fold: int, topics: IntArray, at: Sequence[FloatArray], empty: Empty
) -> Learning:
    """Score the held-out documents by the ranker k, as it was at each of the points."""
    features = so_far.features
    runs = [run_of(str(number), features, topics, scored) for number, scored in enumerate(at)]
    whole = scores(collection_of(features, runs), so_far.tested, empty=empty)
    of_topics = whole.values[:, :, topics]  # by measure, point and topic
    every, values, curves = so_far.scores.copy(), so_far.values.copy(), so_far.curves.copy()
    every[k, features.rows(topics)] = at[-1]
    values[k][:, topics] = of_topics[:, -1]
    if (counted := so_far.counted[topics]).any():
        curves[k, :, fold] = of_topics[:, :, counted].mean(axis=2)
    return dataclasses.replace(so_far, scores=frozen(every), values=frozen(values), curves=frozen(curves))


def _counted(so_far: Learning, k: int, objective: Objective | str, fold: int) -> Learning:
    """Count the pair weights with the other sign in: a mean over the folds so far."""
    if not isinstance(objective, LambdaRank):
        return so_far
    opposed = so_far.opposed.copy()
    before = 0.0 if fold == 0 else opposed[k]
    opposed[k] = (fold * before + objective.opposed / max(objective.pairs, 1)) / (fold + 1)
    return dataclasses.replace(so_far, opposed=frozen(opposed))
