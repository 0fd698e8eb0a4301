"""How long a sweep over user models takes once a collection is loaded, beside a loop over scipy's tau.

    python tests/benchmarks/sweep.py [--rounds N]

The cases need the shared collections (GAPVIZ_SHARED, or ../shared beside the repository). What counts is
the whole: from a profile of which nothing else has been asked, the means of AP, nDCG, RBP and bpref, the
sums over topics, the means of GAP, xGAP and eGAP at every g, and tau-b of each with each reference. The
preparation, which does not depend on g and which the dashboard does once, is also listed for itself. The
loop gets the means as a present: it only calls scipy.stats.kendalltau. Each is the median over the rounds,
and both take turns. The last line is JSON.
"""

from __future__ import annotations

import argparse
import dataclasses
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
from gapviz.analysis.users.sweep import Sweep, ground, sweep
from gapviz.arrays import FloatArray
from gapviz.profile import Profile
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
    print("milliseconds count the preparation (references' means, sums over topics), all means and taus;")
    print("scipy_loop_milliseconds count the calls of kendalltau alone")
    for case, (name, g) in CASES.items():
        loaded = real_profile(name)
        found, whole, preparing, loop, worst = measured(loaded, g, 1 if len(g) > MANY else options.rounds)
        results[case] = {
            "milliseconds": round(whole, 2),
            "scipy_loop_milliseconds": round(loop, 1),
            "preparation_milliseconds": round(preparing, 2),
        }
        print(
            f"{name}, {len(g)} user models, {len(found.runs)} runs: {whole:.1f} ms, of which the preparation "
            f"takes {preparing:.1f} ms; {found.tau.size} calls of scipy {loop:.0f} ms, "
            f"{loop / whole:.0f} times as long; largest difference {worst:.1e}"
        )
    print(json.dumps(results))


def measured(loaded: Profile, g: FloatArray, rounds: int) -> tuple[Sweep, float, float, float, float]:
    """Time both in turns: the sweep, its milliseconds, those of its preparation, the loop's, the difference.

    The difference is the largest between a tau of the sweep and scipy's.
    """
    prepared = ground(loaded)
    found = sweep(prepared, g)
    wholes: list[float] = []
    preparations: list[float] = []
    loops: list[float] = []
    worst = 0.0
    for _ in range(rounds):
        for _ in range(SWEEPS_A_ROUND):
            wholes.append(timed(lambda: sweep(ground(untouched(loaded)), g)))
            preparations.append(timed(lambda: ground(untouched(loaded))))
        taus = np.empty(found.tau.shape)

        def loop(taus: FloatArray = taus) -> None:
            for m, p, k in np.ndindex(*taus.shape):
                taus[m, p, k] = stats.kendalltau(found.means[m, p], prepared.references[k]).statistic

        loops.append(timed(loop))
        worst = max(worst, float(np.abs(taus - found.tau).max()))
    return found, median(wholes), median(preparations), median(loops), worst


def untouched(loaded: Profile) -> Profile:
    """Return the same profile without what it keeps once it has been asked."""
    return dataclasses.replace(loaded, pool=dataclasses.replace(loaded.pool))


def timed(act: Callable[[], object]) -> float:
    """Milliseconds that a call takes."""
    start = time.perf_counter()
    act()
    return 1e3 * (time.perf_counter() - start)


if __name__ == "__main__":
    main()
