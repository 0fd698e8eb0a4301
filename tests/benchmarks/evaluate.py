"""How fast gapviz and its peers go from TREC files on disk to per-topic scores, as whole processes.

    python tests/benchmarks/evaluate.py [--size S1 --size S2 ...] [--rounds 3] [--folder FOLDER]

Each tool is a fresh process of peers.py, its start and imports included. All take turns within a round, so
that noise of the machine hits all alike; the median over rounds counts. Before the rounds each tool runs once
untimed: files are then in the page cache, ranx's compiled code in its JIT cache, the collection in gapviz's
cache, and the scores have been compared. Peak memory is the kernel's figure for the process (wait4).
"gapviz csv" is ``python -m gapviz score -q --format csv``, "pytrec_eval csv" writes the same rows with
csv.writer; both write the measures that both have. Beside the seconds stand those of CPU, of all threads:
others who use the machine change them less.
The last line is JSON: size -> tool -> seconds, cpu, mib (and load_seconds of gapviz, within the process).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
SIZES = ("S1", "S2", "S3")
TOOLS = ("gapviz", "gapviz cached", "gapviz csv", "pytrec_eval", "pytrec_eval csv", "ir_measures", "ranx")
TOLERANCE = 1e-9
"""Largest difference from pytrec_eval, which computes in another order."""


@dataclass(frozen=True)
class Sample:
    """One process: wall-clock seconds, seconds of CPU, peak MiB, and what it printed."""

    seconds: float
    cpu: float
    mib: float
    output: str


def main() -> int:
    """Measure, print a table and the JSON line; 1 where gapviz and pytrec_eval disagree."""
    parser = argparse.ArgumentParser(description="Whole-process times of gapviz and its peers.")
    parser.add_argument("--size", action="append", choices=SIZES, help="default: all three")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tool", action="append", choices=TOOLS, help="default: all that are installed")
    parser.add_argument("--folder", type=Path, help="keep the files here and use them again")
    options = parser.parse_args()
    tools = [tool for tool in options.tool or TOOLS if _installed(tool)]
    print(f"{platform.platform()}, {os.cpu_count()} CPUs, Python {platform.python_version()}")
    report: dict[str, dict[str, dict[str, float]]] = {}
    equal = True
    with tempfile.TemporaryDirectory(prefix="gapviz-benchmark-") as scratch:
        for size in options.size or SIZES:
            folder = _generated(size, options.folder or Path(scratch))
            equal &= _warm_up(folder, tools, Path(scratch))
            report[size] = _rounds(folder, tools, Path(scratch), options.rounds)
    print(json.dumps(report))
    return 0 if equal else 1


def _installed(tool: str) -> bool:
    module = tool.split()[0]
    found = module == "gapviz" or importlib.util.find_spec(module) is not None
    if not found:
        print(f"{tool}: not installed, left out (pip install '.[benchmark]')")
    return found


def _generated(size: str, folder: Path) -> Path:
    if not (folder / size / "qrels.txt").exists():
        subprocess.run([sys.executable, HERE / "generate.py", size, "--folder", folder], check=True)
    return folder / size


def _warm_up(folder: Path, tools: list[str], scratch: Path) -> bool:
    """Run each tool once, untimed, and compare the scores of gapviz and ir_measures with pytrec_eval's."""
    for tool in tools:
        extra = ["--limit", "1"] if tool == "ranx" else ["--save", str(scratch / f"{tool}.npz")]
        _process(tool, folder, scratch, [] if tool.endswith(" csv") else extra)
    equal = True
    for tool in tools:
        if tool in ("pytrec_eval", "ranx") or tool.endswith(" csv") or "pytrec_eval" not in tools:
            continue
        files = [str(scratch / f"{name}.npz") for name in (tool, "pytrec_eval")]
        command = [sys.executable, str(HERE / "peers.py"), "compare", *files]
        found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        equal &= max(found.values()) <= TOLERANCE
        listed = ", ".join(f"{name} {value:.1e}" for name, value in found.items())
        print(f"{folder.name}, {tool}: largest difference from pytrec_eval of any run and topic: {listed}")
    return equal


def _rounds(folder: Path, tools: list[str], scratch: Path, rounds: int) -> dict[str, dict[str, float]]:
    samples: dict[str, list[Sample]] = {tool: [] for tool in tools}
    for _ in range(rounds):
        for tool in tools:
            samples[tool].append(_process(tool, folder, scratch, []))
    print(f"\n{folder.name}: median of {rounds}")
    print(f"{'tool':16}{'seconds':>9}{'range':>16}{'/ gapviz':>10}{'CPU':>9}{'/ gapviz':>10}{'MiB':>8}")
    result: dict[str, dict[str, float]] = {}
    for tool, taken in samples.items():
        seconds = [sample.seconds for sample in taken]
        result[tool] = {
            "seconds": round(median(seconds), 3),
            "cpu": round(median(sample.cpu for sample in taken), 3),
            "mib": round(max(sample.mib for sample in taken), 1),
        }
        if tool in ("gapviz", "gapviz cached"):
            loads = [json.loads(sample.output)["load_seconds"] for sample in taken]
            result[tool]["load_seconds"] = round(median(loads), 4)
        beside = samples.get("gapviz csv" if tool.endswith(" csv") else "gapviz", taken)
        ratio = median(sample.seconds / own.seconds for sample, own in zip(taken, beside, strict=True))
        work = median(sample.cpu / own.cpu for sample, own in zip(taken, beside, strict=True))
        spread = f"{min(seconds):.2f}-{max(seconds):.2f}"
        print(
            f"{tool:16}{median(seconds):9.2f}{spread:>16}{ratio:10.2f}"
            f"{result[tool]['cpu']:9.2f}{work:10.2f}{result[tool]['mib']:8.0f}"
        )
    for tool in ("gapviz", "gapviz cached"):
        if tool in result:
            print(f"{tool}: {result[tool]['load_seconds']:.3f} s of it in gapviz.load")
    return result


def _process(tool: str, folder: Path, scratch: Path, extra: list[str]) -> Sample:
    """Run one tool in a process of its own."""
    name, *form = tool.split()
    grade = _highest_grade(folder)
    if tool == "gapviz csv":
        measures = [*(f"AP(rel={h})" for h in range(1, grade + 1)), "nDCG", "bpref", "P@10"]
        command = [sys.executable, "-m", "gapviz", "score", "-q", "--format", "csv"]
        command += [str(folder / "qrels.txt"), str(folder / "runs"), *(f"-m{text}" for text in measures)]
    else:
        command = [sys.executable, str(HERE / "peers.py"), name, str(folder), "--c", str(grade)]
        command += ["--cache", str(scratch / "cache")] if "cached" in form else []
        command += ["--csv"] if "csv" in form else []
    start = time.perf_counter()
    process = subprocess.Popen(
        command + extra,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{tool} on {folder.name} ended with status {process.returncode}")
    mib = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    return Sample(seconds, usage.ru_utime + usage.ru_stime, mib, output)


def _highest_grade(folder: Path) -> int:
    with (folder / "qrels.txt").open() as file:
        return max(int(line.rsplit(maxsplit=1)[1]) for line in file)


if __name__ == "__main__":
    sys.exit(main())
