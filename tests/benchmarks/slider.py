"""How long one slider position takes once a collection is loaded: three measures, means and ranks.

    python tests/benchmarks/slider.py [QRELS RUN...]

Without files: 143 runs x 30 topics with grades 0..2, the shape of TREC-COVID round 1, drawn at random. Every
position has a g that was not seen before, so nothing can come from a cache. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import gapviz
from gapviz.analysis.rankings.ranks import ranks

RUNS, TOPICS, DEPTH, JUDGED = 143, 30, 100, 80


def main() -> None:
    """Measure, print a sentence and the JSON line."""
    parser = argparse.ArgumentParser(description="Milliseconds of one slider position.")
    parser.add_argument("qrels", nargs="?")
    parser.add_argument("runs", nargs="*")
    parser.add_argument("--positions", type=int, default=200)
    options = parser.parse_args()
    collection = gapviz.load(options.qrels, options.runs) if options.qrels else drawn()
    profile = gapviz.profile(collection)
    rng = np.random.default_rng(1)
    times: list[float] = []
    for g in rng.dirichlet(np.ones(profile.c), options.positions):
        text = ",".join(map(repr, g.tolist()))
        measures = [gapviz.measure(f"{name}(g={text})") for name in ("GAP", "xGAP", "eGAP")]
        start = time.perf_counter()
        ranks(gapviz.scores(profile, measures).means(), profile.runs)
        times.append(1e3 * (time.perf_counter() - start))
    (n, t), middle = profile.shape, median(times)
    worst = float(np.quantile(times, 0.95))
    print(f"{n} runs x {t} topics, c = {profile.c}: median {middle:.3f} ms, 95 % under {worst:.3f} ms")
    print(json.dumps({"runs": n, "topics": t, "median_ms": round(middle, 4), "p95_ms": round(worst, 4)}))


def drawn() -> gapviz.Collection:
    """Draw a collection of that shape."""
    rng = np.random.default_rng(2026)
    topics = [str(t) for t in range(1, TOPICS + 1)]
    qrels = {t: {f"d{d}": int(rng.choice(3, p=(0.7, 0.2, 0.1))) for d in range(JUDGED)} for t in topics}
    runs = {
        f"run{i:03d}": {
            t: {f"d{d}": float(DEPTH - place) for place, d in enumerate(rng.permutation(2 * DEPTH)[:DEPTH])}
            for t in topics
        }
        for i in range(RUNS)
    }
    return gapviz.load(qrels, runs)


if __name__ == "__main__":
    main()
