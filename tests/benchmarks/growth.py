"""How time and memory grow with runs, topics, depth and grades, from TREC files to GAP, xGAP and eGAP.

    python tests/benchmarks/growth.py [--full] [--picture .github/growth.svg]

One of the four grows at a time from 10 runs x 50 topics x 100 documents with c = 2; each step is a process
of its own. Seconds are those of CPU of all its threads in loading, counting and scoring, without imports;
MiB are the peak of the process. The exponent is the slope of seconds over size, both as logarithms, over
the upper half of the steps.
The last line is JSON: what grows -> steps, seconds, mib, exponent.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.benchmarks.generate import SIZES, write  # noqa: E402

STEPS = {
    "runs": (10, 30, 100, 300, 1_000, 2_000),
    "topics": (50, 150, 500, 1_500, 7_000),
    "depth": (100, 300, 1_000, 3_000, 10_000),
    "c": (2, 3, 5, 10),
}
QUICK = {"runs": 100, "topics": 500, "depth": 1_000, "c": 10}
"""The largest step without ``--full``."""


@dataclass(frozen=True)
class Growth:
    """What was measured while one thing grew."""

    steps: list[int]
    seconds: list[float]
    mib: list[float]
    exponent: float


def main() -> None:
    """Measure, print a table and the JSON line, and draw the picture where asked."""
    parser = argparse.ArgumentParser(description="Growth of time and memory with the size of a collection.")
    parser.add_argument(
        "--full", action="store_true", help="up to 2,000 runs, 7,000 topics, 10,000 documents"
    )
    parser.add_argument("--picture", type=Path, help="draw it (needs matplotlib)")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--write", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        _write(options.write[0], int(options.write[1]), Path(options.write[2]))
        return
    if options.one:
        print(json.dumps(_seconds(options.one)))
        return
    report: dict[str, Growth] = {}
    for name, every in STEPS.items():
        steps = [step for step in every if options.full or step <= QUICK[name]]
        seconds, mib = map(list, zip(*(_measured(name, step) for step in steps), strict=True))
        report[name] = Growth(steps, seconds, mib, _exponent(steps, seconds))
        for step, second, peak in zip(steps, seconds, mib, strict=True):
            print(f"{name:8}{step:8,}{second:9.3f} s of CPU{peak:8.0f} MiB", flush=True)
        print(f"{name}: seconds grow with its power {report[name].exponent}", flush=True)
    if options.picture:
        _draw(report, options.picture)
    print(json.dumps({name: asdict(growth) for name, growth in report.items()}))


def _write(name: str, step: int, folder: Path) -> None:
    grown: dict[str, Any] = {"split": (1 / step,) * step} if name == "c" else {name: step}
    write(replace(SIZES["S1"], **{"runs": 10, "topics": 50, "depth": 100, **grown}), 9, folder)


def _measured(name: str, step: int) -> tuple[float, float]:
    """Write a collection and open it in a process of its own: seconds of CPU, and the peak in MiB."""
    with tempfile.TemporaryDirectory(prefix="gapviz-growth-") as folder:
        # Not in this process: the peak of a process begins with the size of the one that started it.
        subprocess.run([sys.executable, __file__, "--write", name, str(step), folder], check=True)
        process = subprocess.Popen(
            [sys.executable, __file__, "--one", folder],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
        )
        assert process.stdout is not None
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{name} {step} ended with status {process.returncode}")
    return json.loads(output), round(usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10), 1)


def _seconds(folder: Path) -> float:
    import gapviz

    start = time.process_time()
    counts = gapviz.profile(gapviz.load(folder / "qrels.txt", folder / "runs"))
    g = ",".join([f"1/{counts.c}"] * counts.c)
    gapviz.scores(counts, [f"GAP(g={g})", f"xGAP(g={g})", f"eGAP(g={g})"]).means()
    return round(time.process_time() - start, 4)


def _exponent(steps: list[int], seconds: list[float]) -> float:
    import numpy as np

    half = len(steps) // 2
    return round(float(np.polyfit(np.log(steps[half:]), np.log(seconds[half:]), 1)[0]), 2)


def _draw(report: dict[str, Growth], path: Path) -> None:
    """Draw seconds and MiB over the size, a panel for each thing that grows, all axes logarithmic."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 3), layout="constrained")
    for panel, (name, growth) in zip(figure.subplots(1, len(report)), report.items(), strict=True):
        for values, label, marker in ((growth.seconds, "seconds of CPU", "o"), (growth.mib, "MiB", "s")):
            panel.loglog(growth.steps, values, marker=marker, label=label)
        panel.set_title(f"seconds ~ {name}^{growth.exponent}", fontsize=10)
        panel.set_xlabel(name)
    figure.legend(*panel.get_legend_handles_labels(), loc="outside lower center", ncols=2)
    figure.savefig(path)


if __name__ == "__main__":
    main()
