"""How long the experiments take, and that neither seed nor workers leave a doubt about their numbers.

    python tests/benchmarks/experiments.py [QRELS RUN...]

Robustness: 10 rates x 10 samples x 8 measures. Significance: all pairs of runs, 1,000 resamples of the paired
bootstrap, one measure. Informativeness: 50 lists by the measures of the GAP paper's figure 2. Without files:
143 runs x 30 topics drawn at random, the shape of TREC-COVID round 1. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import gapviz
from gapviz.analysis.experiments.informativeness import informativeness, path_texts
from gapviz.analysis.experiments.robustness import RATES, robustness
from gapviz.analysis.experiments.significance import significance
from gapviz.collection.errors import InputError
from tests.benchmarks.slider import drawn

MEASURES = ("AP", "nDCG", "bpref", "infAP", "P@10")
FAMILY = ("GAP", "xGAP", "eGAP")


def main() -> None:
    """Measure, print a sentence each and the JSON line."""
    parser = argparse.ArgumentParser(description="Seconds of the experiments.")
    parser.add_argument("qrels", nargs="?")
    parser.add_argument("runs", nargs="*")
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--lists", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    collection = gapviz.load(options.qrels, options.runs) if options.qrels else drawn()
    profile = gapviz.profile(collection)
    g = ",".join([repr(1 / profile.c)] * profile.c)
    measures = [*MEASURES, *(f"{name}(g={g})" for name in FAMILY)]
    N, T = profile.shape

    seconds, found = {}, {}
    for workers in (1, 2):
        start = time.perf_counter()
        *_, found[workers] = robustness(
            collection,
            measures,
            rates=RATES[:10],
            samples=options.samples,
            seed=options.seed,
            workers=workers,
        )
        seconds[workers] = time.perf_counter() - start
    same = np.array_equal(found[1].means, found[2].means)
    cells = found[1].total
    print(f"robustness: {N} runs x {T} topics, {len(measures)} measures, {cells} cells: {seconds[1]:.2f} s")
    print(f"  on two workers {seconds[2]:.2f} s, {'the same' if same else 'OTHER'} numbers")

    scores = gapviz.scores(profile, ["AP"])
    start = time.perf_counter()
    levels = []
    for _ in range(2):
        *_, tested = significance(scores, resamples=options.resamples, seed=options.seed)
        levels.append(tested.levels)
    significance_seconds = (time.perf_counter() - start) / 2
    again = np.array_equal(levels[0], levels[1])
    pairs = len(tested.pairs)
    print(f"significance: {pairs} pairs, {options.resamples} resamples: {significance_seconds:.2f} s")

    start, slowest, before = time.perf_counter(), 0.0, time.perf_counter()
    lists = 0
    try:
        for step in informativeness(profile, path_texts(profile.c), lists=options.lists, seed=options.seed):
            now = time.perf_counter()
            slowest, before, lists = max(slowest, now - before), now, len(step.lists)
    except InputError as error:
        print(error)
    informativeness_seconds = time.perf_counter() - start
    print(f"informativeness: {lists} lists: {informativeness_seconds:.2f} s, longest step {slowest:.2f} s")
    print(
        json.dumps(
            {
                "runs": N,
                "topics": T,
                "robustness_seconds": round(seconds[1], 3),
                "robustness_seconds_two_workers": round(seconds[2], 3),
                "significance_seconds": round(significance_seconds, 3),
                "informativeness_seconds": round(informativeness_seconds, 3),
                "same_numbers": bool(same and again),
            }
        )
    )


if __name__ == "__main__":
    main()
