"""Rankers: trees that LightGBM grows round by round, for a measure or as a peer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.learning.features import Features
from gapviz.learning.lambdarank import LambdaRank
from gapviz.learning.packages import package
from gapviz.learning.soft import SoftMeasure

LAMBDARANK, REGRESSION, UNTRAINED = "LightGBM lambdarank", "LightGBM regression", "untrained"

PEERS = (LAMBDARANK, REGRESSION, UNTRAINED)
"""What the trained rankers are compared with: LightGBM's own lambdarank (nDCG with exponential gain), plain
regression on the grades, and documents in random order."""

LEAF = 20
"""Documents that a leaf has at least: LightGBM's own setting."""

TREES = {"num_leaves": 15, "learning_rate": 0.1, "min_data_in_leaf": LEAF}
"""Settings of the trees, equal for all; the others are LightGBM's own."""

MOST_ROUNDS = 10_000
"""Rounds that may be asked for."""

Objective = LambdaRank | SoftMeasure


def parameters(*, seed: int = 0) -> dict[str, Any]:
    """Return LightGBM's parameters, with which the same seed gives the same trees.

    Parameters
    ----------
    seed : int

    Returns
    -------
    dict

    Examples
    --------
    >>> parameters()["deterministic"]
    True
    """
    # One thread: sums in another order are other numbers, and the page keeps a core.
    fixed = {"deterministic": True, "force_row_wise": True, "num_threads": 1, "verbosity": -1}
    return TREES | fixed | {"seed": seed}


def grown(
    features: Features, objective: Objective | str, held_out: FloatArray, *, rounds: int, seed: int = 0
) -> Iterator[FloatArray]:
    """Train a ranker, and score documents with what there is of it after each round.

    Parameters
    ----------
    features : Features
        What is learned from.
    objective : LambdaRank, SoftMeasure or str
        Of these features; or one of `PEERS`.
    held_out : float64 array, shape (H, F)
        Features of the documents that are scored.
    rounds : int
        From 1 to `MOST_ROUNDS`.
    seed : int
        Of LightGBM, and of the untrained ranker's order.

    Yields
    ------
    float64 array, shape (H,)
        Scores after each round.

    Raises
    ------
    InputError
        Where LightGBM is missing, for other peers, rounds out of range, and where no feature can part the
        documents.
    """
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InputError("rounds", f"1 to {MOST_ROUNDS} rounds", str(rounds))
    if objective == UNTRAINED:
        order = np.random.default_rng(seed).random(len(held_out))
        yield from (order for _ in range(rounds))
        return
    lightgbm = package("lightgbm")
    settings = parameters(seed=seed) | {"objective": _builtin(objective)}
    trained = lightgbm.Dataset(features.values, features.grades, group=features.sizes, params=settings)
    trained.construct()
    if all(trained.feature_num_bin(column) < 2 for column in range(features.values.shape[1])):
        expected = f"features with {LEAF} documents or more on either side of some value, in every fold"
        raise InputError(features.name, expected, "none")
    booster = lightgbm.Booster(settings, trained)
    scores = np.zeros(len(held_out))
    for done in range(rounds):
        if isinstance(objective, str):
            booster.update()
        else:
            booster.update(fobj=objective)
        if booster.current_iteration() > done:  # else no split is left that helps
            scores = scores + booster.predict(
                held_out, start_iteration=done, num_iteration=1, raw_score=True, num_threads=1
            )
        yield scores


def _builtin(objective: Objective | str) -> str:
    """Return LightGBM's name of an objective."""
    if not isinstance(objective, str):
        return "none"
    names = {LAMBDARANK: "lambdarank", REGRESSION: "regression"}
    if objective not in names:
        raise InputError("peer", f"one of {', '.join(PEERS)}", objective)
    return names[objective]
