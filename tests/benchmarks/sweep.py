"""How long a sweep over user models takes once a collection is loaded, beside a loop over scipy's tau.

    python tests/benchmarks/sweep.py [--rounds N]

The cases need the shared collections (GAPVIZ_SHARED, or ../shared beside the repository). A sweep gives
means and tau-b of GAP, xGAP and eGAP with AP, nDCG, RBP and bpref at every g. Sums over topics and the
references' means, which do not depend on g, are prepared once; that time is listed for itself. The loop only
calls scipy.stats.kendalltau on the sweep's means. Each is the median over the rounds, and both take turns.
The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np
from scipy import stats

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from gapviz import users
from gapviz.analysis.sweep import Ground, Sweep, ground, sweep
from gapviz.arrays import FloatArray
from tests.real import real_profile

CASES = {
    "covid_101": ("trec-covid-round1", users.line((0.0, 1.0), (1.0, 0.0), 101)),
    "clef_231": ("clef-ehealth-2013", users.simplex_grid(3, 20)),
    "clef_5151": ("clef-ehealth-2013", users.simplex_grid(3, 100)),
}

SWEEPS_A_ROUND = 5

MANY = 1000
"""User models from which on the loop over scipy, some ten seconds long, gets one round only."""


def main() -> None:
    """Measure, print a line for each case and the JSON line."""
    parser = argparse.ArgumentParser(description="Milliseconds of a sweep over user models.")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    results = {}
    for case, (name, g) in CASES.items():
        profile = real_profile(name)
        preparing = median(timed(lambda: ground(profile)) for _ in range(SWEEPS_A_ROUND))  # noqa: B023
        found, own, loop, worst = measured(ground(profile), g, 1 if len(g) > MANY else options.rounds)
        results[case] = {
            "milliseconds": round(own, 2),
            "scipy_loop_milliseconds": round(loop, 1),
            "preparation_milliseconds": round(preparing, 2),
        }
        calls = found.tau.size
        print(
            f"{name}, {len(g)} user models, {len(found.runs)} runs: {own:.1f} ms, prepared in "
            f"{preparing:.1f} ms; {calls} calls of scipy "
            f"{loop:.0f} ms, {loop / own:.0f} times as long; largest difference {worst:.1e}"
        )
    print(json.dumps(results))


def measured(prepared: Ground, g: FloatArray, rounds: int) -> tuple[Sweep, float, float, float]:
    """Time both in turns: the sweep, its milliseconds, the loop's, and their largest difference."""
    found = sweep(prepared, g)
    own: list[float] = []
    loops: list[float] = []
    worst = 0.0
    for _ in range(rounds):
        own += [timed(lambda: sweep(prepared, g)) for _ in range(SWEEPS_A_ROUND)]
        taus = np.empty(found.tau.shape)

        def loop(taus: FloatArray = taus) -> None:
            for m, p, k in np.ndindex(*taus.shape):
                taus[m, p, k] = stats.kendalltau(found.means[m, p], prepared.references[k]).statistic

        loops.append(timed(loop))
        worst = max(worst, float(np.abs(taus - found.tau).max()))
    return found, median(own), median(loops), worst


def timed(act: Callable[[], object]) -> float:
    """Milliseconds that a call takes."""
    start = time.perf_counter()
    act()
    return 1e3 * (time.perf_counter() - start)


if __name__ == "__main__":
    main()
