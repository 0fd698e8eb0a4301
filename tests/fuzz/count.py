"""Outcomes of many inputs and collections, on all processors: ``python -m tests.fuzz.count 100000 10000``."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.fuzz.collections import difference
from tests.fuzz.inputs import KINDS, outcome

AT_ONCE = 500


def main() -> None:
    """Count, and print what is not a value or a sentence."""
    inputs, collections = int(sys.argv[1]), int(sys.argv[2])
    each = -(-inputs // len(KINDS))
    parts = [(kind, low, min(low + AT_ONCE, each)) for low in range(0, each, AT_ONCE) for kind in KINDS]
    counts: Counter[tuple[str, str]] = Counter()
    slowest, memory, largest = 0.0, 0, 0.0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for found, seconds, kib in pool.map(_inputs, parts):
            counts += found
            slowest, memory = max(slowest, seconds), max(memory, kib)
        for part in pool.map(_collections, range(0, collections, AT_ONCE)):
            largest = max(largest, part)
    for kind in KINDS:
        print(f"{kind:13}", {what: n for (whose, what), n in sorted(counts.items()) if whose == kind})
    used = f"the slowest took {slowest:.2f} s of CPU, a process at most {memory >> 10} MiB"
    print(f"{counts.total()} inputs; {used}")
    print(f"{collections} collections: at most {largest:.1e} from pytrec_eval")


def _inputs(part: tuple[str, int, int]) -> tuple[Counter[tuple[str, str]], float, int]:
    kind, low, high = part
    counts: Counter[tuple[str, str]] = Counter()
    slowest = 0.0
    for number in range(low, high):
        start = time.process_time()
        try:
            what = outcome(kind, number)
        except Exception as error:  # this is what is looked for
            what = f"{type(error).__name__} at {number}"
        slowest = max(slowest, time.process_time() - start)
        counts[kind, what] += 1
    return counts, slowest, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _collections(low: int) -> float:
    return max(difference(number) for number in range(low, low + AT_ONCE))


if __name__ == "__main__":
    main()
