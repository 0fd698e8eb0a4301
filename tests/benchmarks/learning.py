"""How long it takes to train a ranker for nDCG, in what memory, and what it scores beside LightGBM's own.

    python tests/benchmarks/learning.py [FEATURES [GROUPS]]

Without files: the bundled set, 106 topics and 16,140 documents. One objective, 100 rounds, trained on all
topics: the seconds and the peak of memory are of that. The means are of five folds, each tested by a ranker
that did not see it. Said beside: how far the soft GAP is from the expectation of GAP that it stands for. The
last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gapviz.learning import PEERS, Features, LambdaRank, SoftMeasure, learning, read_features, synthetic
from gapviz.learning.rankers import grown
from gapviz.learning.soft import simulated

TARGET = "nDCG(gain=exponential)"
"""The measure of LightGBM's lambdarank."""


def main() -> None:
    """Measure, print a sentence each and the JSON line."""
    parser = argparse.ArgumentParser(description="Seconds, memory and means of learning.")
    parser.add_argument("features", nargs="?")
    parser.add_argument("groups", nargs="?")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    made = read_features(options.features, options.groups) if options.features else synthetic()
    print(f"{made.name}: {len(made.topics)} topics, {made.grades.size} documents, grades to {made.c}")

    start = time.perf_counter()
    *_, scores = grown(made, LambdaRank(TARGET, made), made.values, rounds=options.rounds, seed=options.seed)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{options.rounds} rounds for {TARGET}: {seconds:.1f} s, peak {peak:.0f} MiB")
    bias(made, scores, seed=options.seed)

    steps = learning(made, [TARGET], peers=PEERS[:1], rounds=options.rounds, seed=options.seed)
    *_, found = steps
    ours, theirs = found.means()[:, 0].tolist()
    level = found.levels()[1, 0]
    print(f"{TARGET} in five folds: ours {ours:.4f}, LightGBM's lambdarank {theirs:.4f}, level {level:.3f}")
    numbers = {"seconds": seconds, "peak_mib": peak, "ndcg_ours": ours, "ndcg_lightgbm": theirs}
    print(json.dumps({name: round(value, 4) for name, value in numbers.items()}))


def bias(made: Features, scores: np.ndarray, *, seed: int) -> None:
    """Say how far the soft GAP is from what it stands for."""
    g = ",".join([repr(1 / made.c)] * made.c)
    for sigma in (0.1, 1.0):
        soft = SoftMeasure(f"GAP(g={g})", made, sigma=sigma)
        mean, error = simulated(soft, scores, draws=100, seed=seed)
        value, spread = soft.values(scores).mean(), np.sqrt((error**2).sum()) / error.size
        print(
            f"soft GAP, sigma {sigma:g}: {value:.4f}; GAP's simulated expectation {mean.mean():.4f} "
            f"with standard error {spread:.4f}: bias {value - mean.mean():+.4f}"
        )


if __name__ == "__main__":
    main()
