"""One tool, from TREC files on disk to per-topic scores: started as a process of its own by evaluate.py.

    python tests/benchmarks/peers.py pytrec_eval FOLDER [--save scores.npz]

Every tool computes AP at each threshold, nDCG, bpref and P@10 of each run and topic; gapviz also GAP, xGAP
and eGAP. Each is used as its own documentation shows. ``--save`` also writes the scores, to compare them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, TextIO

Rows = dict[str, Any]
"""Measure -> values of all runs and topics in one list: runs by name, topics by text."""


def gapviz(folder: Path, c: int, cache: Path | None = None) -> Rows:
    """Load, profile, score; with a cache folder, the collection comes from there the second time."""
    import gapviz

    start = time.perf_counter()
    collection = gapviz.load(folder / "qrels.txt", folder / "runs", cache=cache)
    print(json.dumps({"load_seconds": time.perf_counter() - start}))
    g = ",".join(str(2 * h / (c * (c + 1))) for h in range(1, c + 1))
    names = [*(f"AP(rel={h})" for h in range(1, c + 1)), "nDCG", "bpref", "P@10"]
    texts = [*names, f"GAP(g={g})", f"xGAP(g={g})", f"eGAP(g={g})"]
    scores = gapviz.scores(gapviz.profile(collection), [gapviz.measure(text) for text in texts])
    by_name = sorted(range(len(scores.runs)), key=scores.runs.__getitem__)
    by_text = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
    return {name: scores.values[k][by_name][:, by_text].ravel() for k, name in enumerate(names)}


def pytrec_eval(folder: Path, c: int, out: TextIO | None = None) -> Rows:
    """One evaluator for each threshold, as its relevance level is fixed; rows as csv where asked."""
    import csv

    import pytrec_eval

    writer = csv.writer(out, lineterminator="\n") if out else None

    with (folder / "qrels.txt").open() as file:
        qrels = pytrec_eval.parse_qrel(file)
    wanted = {1: {"map", "ndcg", "bpref", "P_10"}}
    evaluators = {
        h: pytrec_eval.RelevanceEvaluator(qrels, wanted.get(h, {"map"}), relevance_level=h)
        for h in range(1, c + 1)
    }
    columns = [("map", h, f"AP(rel={h})") for h in range(1, c + 1)]
    columns += [("ndcg", 1, "nDCG"), ("bpref", 1, "bpref"), ("P_10", 1, "P@10")]
    rows: Rows = {name: [] for _, _, name in columns}
    for path in _runs(folder):
        with path.open() as file:
            run = pytrec_eval.parse_run(file)
        results = {h: evaluator.evaluate(run) for h, evaluator in evaluators.items()}
        for key, h, name in columns:
            rows[name] += [results[h][topic][key] for topic in sorted(qrels)]
            if writer:
                found = results[h].items()
                writer.writerows((path.name, topic, name, values[key]) for topic, values in found)
    return rows


def ir_measures(folder: Path, c: int) -> Rows:
    """Give ir_measures through its iter_calc, with one evaluator for all runs."""
    import ir_measures
    from ir_measures import AP, Bpref, P, nDCG

    reader: Any = ir_measures
    names: dict[Any, str] = {AP(rel=h): f"AP(rel={h})" for h in range(1, c + 1)}
    names |= {nDCG: "nDCG", Bpref: "bpref", P @ 10: "P@10"}
    qrels = list(reader.read_trec_qrels(str(folder / "qrels.txt")))
    evaluator = ir_measures.evaluator(list(names), qrels)
    rows: Rows = {name: [] for name in names.values()}
    for path in _runs(folder):
        found: dict[str, dict[str, float]] = {name: {} for name in names.values()}
        for metric in evaluator.iter_calc(reader.read_trec_run(str(path))):
            found[names[metric.measure]][metric.query_id] = metric.value
        for name, values in found.items():
            rows[name] += [values[topic] for topic in sorted(values)]
    return rows


def ranx(folder: Path, c: int, limit: int | None = None) -> Rows:
    """Give ranx through Run.from_file and evaluate; its compiled code comes from its cache on disk."""
    import ranx

    qrels = ranx.Qrels.from_file(str(folder / "qrels.txt"), kind="trec")
    names = {f"map-l{h}": f"AP(rel={h})" for h in range(1, c + 1)}
    names |= {"ndcg": "nDCG", "bpref": "bpref", "precision@10": "P@10"}
    rows: Rows = {name: [] for name in names.values()}
    for path in _runs(folder)[:limit]:
        run = ranx.Run.from_file(str(path), kind="trec")
        ranx.evaluate(qrels, run, list(names))
        for key, name in names.items():
            rows[name] += [float(run.scores[key][topic]) for topic in sorted(run.scores[key])]
    return rows


def compare(first: Path, second: Path) -> dict[str, float]:
    """Give the largest difference of each measure between two files of scores."""
    import numpy as np

    with np.load(first) as one, np.load(second) as other:
        return {name: float(np.abs(one[name] - other[name]).max()) for name in one.files}


def _runs(folder: Path) -> list[Path]:
    return sorted((folder / "runs").iterdir())


def main() -> None:
    """Run one tool, or compare what two have saved."""
    parser = argparse.ArgumentParser(description="One tool, from files to per-topic scores.")
    parser.add_argument("tool", choices=["gapviz", "pytrec_eval", "ir_measures", "ranx", "compare"])
    parser.add_argument("paths", type=Path, nargs="+", help="folder; compare: two saved files")
    parser.add_argument("--c", type=int, default=1, help="the collection's highest grade")
    parser.add_argument("--cache", type=Path, help="gapviz: its cache folder")
    parser.add_argument("--limit", type=int, help="ranx: the first runs only, to fill its JIT cache")
    parser.add_argument("--csv", action="store_true", help="pytrec_eval: print run, topic, measure, value")
    parser.add_argument("--save", type=Path, help="write the scores, to compare them")
    options = parser.parse_args()
    folder, c = options.paths[0], options.c
    if options.tool == "compare":
        print(json.dumps(compare(*options.paths)))
        return
    if options.tool == "gapviz":
        rows = gapviz(folder, c, options.cache)
    elif options.tool == "pytrec_eval":
        rows = pytrec_eval(folder, c, sys.stdout if options.csv else None)
    elif options.tool == "ir_measures":
        rows = ir_measures(folder, c)
    else:
        rows = ranx(folder, c, options.limit)
    if options.save:
        import numpy as np

        np.savez(options.save, **rows)


if __name__ == "__main__":
    main()
