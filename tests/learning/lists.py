"""Random topics to learn from, and the measures of ranked lists as plain double sums."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray, IntArray
from gapviz.learning import Features, features
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure


def random_features(topics: int, length: int, c: int, *, seed: int) -> Features:
    """Topics of one length with grades 0..c, the last with all; some have nothing relevant."""
    rng = np.random.default_rng(seed)
    tops = rng.integers(0, c + 1, topics)
    tops[-1] = c
    grades = rng.integers(0, tops[:, None] + 1, (topics, length))
    grades[-1, :2] = 0, c
    numbers = np.repeat(np.arange(topics), length)
    return features(np.zeros((topics * length, 1)) + numbers[:, None], grades.ravel(), numbers.tolist())


def measures_for(c: int, *, seed: int) -> list[Measure]:
    """AP at the outer thresholds, the family with a random g that may have zeros, nDCG in three forms."""
    rng = np.random.default_rng(seed)
    g = rng.dirichlet(np.ones(c))
    g[rng.random(c) < 0.3] = 0.0
    g = g / g.sum() if g.any() else np.eye(c)[-1]
    text = ",".join(map(repr, g.tolist()))
    family = [f"{name}(g={text})" for name in ("GAP", "xGAP", "eGAP")]
    return [
        measure(one) for one in ("AP", f"AP(rel={c})", *family, "nDCG", "nDCG@3", "nDCG(gain=exponential)")
    ]


def slow(one: Measure, ranked: IntArray, c: int) -> FloatArray:
    """Value of lists that hold all documents of their topic, shape (N, L) -> (N,), as sums over ranks."""
    N, L = ranked.shape
    values = dict(one.parameters)
    R = np.stack([(ranked == k).sum(axis=1) for k in range(c + 1)], axis=1)
    RB = R[:, ::-1].cumsum(axis=1)[:, ::-1]
    if one.name == "nDCG":
        gain = np.arange(c + 1) if values["gain"] == "linear" else 2 ** np.arange(c + 1) - 1
        cut = min(L, int(values["n"] or L))  # type: ignore[arg-type]
        weights = np.array([1 / np.log2(1 + n) for n in range(1, cut + 1)])
        ideal = gain[-np.sort(-ranked, axis=1)][:, :cut] @ weights
        return _over(gain[ranked][:, :cut] @ weights, ideal)
    g = np.eye(c)[int(values["rel"]) - 1] if one.name == "AP" else np.array(values["g"])  # type: ignore[arg-type]
    C = np.concatenate([[0.0], g.cumsum()])
    above = np.tri(L, dtype=bool)  # rank m at or above rank n, at [n, m]
    total = np.zeros(N)
    for h in range(1, c + 1):
        reach = ranked >= h
        both = reach[:, :, None] & reach[:, None, :] & above
        if one.name == "GAP":
            share = _over(g[h - 1], R @ C)[:, None]
        elif one.name == "xGAP":
            shares = np.concatenate([np.zeros((N, 1)), _over(g, RB[:, 1:]).cumsum(axis=1)], axis=1)
            share = g[h - 1] * _over(np.take_along_axis(shares, ranked, axis=1), C[ranked])
        else:
            share = _over(g[h - 1], RB[:, h])[:, None]
        total += (both.sum(axis=2) * share / np.arange(1, L + 1)).sum(axis=1)
    return total


def _over(above: object, below: object) -> FloatArray:
    above, below = np.broadcast_arrays(np.asarray(above, float), np.asarray(below, float))
    quotient: FloatArray = np.divide(above, below, out=np.zeros(below.shape), where=below > 0)
    return quotient
