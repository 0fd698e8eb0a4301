"""Analyses on the command line: correlations, sweeps over the user model, swaps and curves, as csv."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import gapviz
from gapviz import users
from gapviz.analysis.rankings.curves import Curve, graded_curve, threshold_curve
from gapviz.analysis.rankings.sets import within
from gapviz.analysis.rankings.tau import tau_matrix
from gapviz.analysis.users.family import GRADED, Family, Graded, family
from gapviz.analysis.users.nearest import nearest
from gapviz.analysis.users.swaps import always_equal, change_in_words, edge_table
from gapviz.analysis.users.sweep import REFERENCES, ground, sweep
from gapviz.arrays import FloatArray
from gapviz.cli.command import (
    STEP,
    Command,
    Table,
    add_pair,
    add_seed,
    add_sets,
    add_topic_set,
    chosen_sets,
    counted,
    model_text,
    place,
    probabilities,
    profiled,
    refuse_twice,
    step_of,
)
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection
from gapviz.measures.relevant import up_to
from gapviz.text.numbers import in_words


def tau_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Correlate every two measures; tau_AP is that of the row's measure with the other as reference."""
    if len(options.measure) < 2:
        raise InputError("tau", "two measures or more, each with -m", str(len(options.measure)))
    profile = profiled(collection)
    scored = gapviz.scores(profile, options.measure, topics=options.topics, empty=options.empty)
    names = [str(measure) for measure in scored.measures]
    refuse_twice("tau", names)
    sets = chosen_sets(profile, options)
    scored = within(scored, runs=sets["run_set"], topics=sets["topic_set"])
    pairs = [
        (i, j)
        for i in range(len(names))
        for j in range(len(names))
        if i < j or (i > j and options.coefficient == "ap")
    ]
    if not options.intervals:
        taus = tau_matrix(scored.means(), coefficient=options.coefficient)
        plain = [(names[i], names[j], in_words(float(taus[i, j]))) for i, j in pairs]
        return ("measure", "against", "tau"), plain
    from gapviz.analysis.rankings.intervals import tau_intervals

    sampled = tau_intervals(scored, coefficient=options.coefficient, seed=options.seed)
    rows = [
        (
            names[i],
            names[j],
            *(
                in_words(float(of[i, j]))
                for of in (sampled.tau, sampled.low, sampled.high, sampled.undefined)
            ),
        )
        for i, j in pairs
    ]
    return ("measure", "against", "tau", "low", "high", "undefined"), rows


def sweep_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Correlate GAP, xGAP and eGAP with the references, at every user model."""
    profile = profiled(collection)
    prepared = ground(
        profile,
        against=options.against or tuple(REFERENCES.values()),
        **chosen_sets(profile, options),
        topics=options.topics,
        empty=options.empty,
    )
    steps = round(1 / options.step)
    if options.path is None:
        g = users.simplex_grid(profile.c, steps)
    else:
        start, end = (users.validate(g, c=profile.c) for g in options.path)
        g = users.line(start, end, steps + 1)
    swept = sweep(prepared, g, coefficient=options.coefficient)
    names = [str(measure) for measure in swept.against]
    rows = (
        (model_text(shares), measure, against, in_words(float(swept.tau[m, p, k])))
        for p, shares in enumerate(swept.g)
        for m, measure in enumerate(swept.measures)
        for k, against in enumerate(names)
    )
    return ("g", "measure", "against", "tau"), rows


def swap_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the user models at which two runs change places."""
    profile = profiled(collection)
    first, second = (place(name, profile.runs, "run") for name in options.pair)
    sums = family(profile, counted(profile, options))
    rows: list[Sequence[object]] = []
    for measure in GRADED:
        rows_of_pair = _swaps(sums, measure, first, second, options)
        rows += [(measure, model_text(g), in_words(mean), by) for g, mean, by in rows_of_pair]
        if not rows_of_pair:
            equal = always_equal(sums, measure, first, second)
            why = ", whose means are equal at every g" if equal else ""
            print(f"{measure}: no swap of {' and '.join(options.pair)}{why}", file=sys.stderr)
    return ("measure", "g", "mean", "by"), rows


def curve_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the points of a run's precision-recall curves."""
    profile = profiled(collection)
    run = place(options.run, profile.runs, "run")
    topics = (
        range(len(profile.topics))
        if options.topic is None
        else [place(options.topic, profile.topics, "topic")]
    )
    if options.threshold is not None and options.g is not None:
        raise InputError("curve", "one of --g and --threshold", "both")
    if options.threshold is not None and not 1 <= options.threshold <= profile.c:
        raise InputError("threshold", f"a threshold {up_to(profile.c)}", str(options.threshold))
    # Before the first row is printed.
    g = users.validate([1 / profile.c] * profile.c if options.g is None else options.g, c=profile.c)

    def curve(topic: int) -> Curve:
        if options.threshold is not None:
            return threshold_curve(profile, run, topic, h=options.threshold)
        return graded_curve(profile, run, topic, g=g)

    rows = (
        (line.run, line.topic, *point)
        for line in map(curve, topics)
        for point in zip(
            line.ranks.tolist(),
            line.grades.tolist(),
            line.recall.tolist(),
            (line.interpolated if options.interpolated else line.precision).tolist(),
            strict=True,
        )
    )
    return ("run", "topic", "rank", "grade", "recall", "precision"), rows


def _swaps(
    sums: Family, measure: Graded, first: int, second: int, options: argparse.Namespace
) -> list[tuple[FloatArray, float, str]]:
    """List g, the mean and how the order changes."""
    if options.g is None:
        return edge_table(sums, measure, first, second)
    least = nearest(sums, measure, first, second, users.validate(options.g, c=sums.c))
    return [] if least is None else [(least.g, least.mean, change_in_words(least.jump, least.to))]


def _add_coefficient_and_sets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--coefficient",
        choices=("b", "ap"),
        default="b",
        help="Kendall's tau-b (default), or tau_AP, where the top weighs more",
    )
    add_sets(parser)


def _add_tau(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-m", dest="measure", metavar="MEASURE", action="append", required=True, help="twice or more"
    )
    parser.add_argument(
        "--intervals",
        action="store_true",
        help="with the ends of the 95 %% bootstrap interval over topics, and the share of samples in which "
        "tau is undefined",
    )
    add_seed(parser)
    _add_coefficient_and_sets(parser)


def _add_sweep(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--against",
        metavar="MEASURE",
        action="append",
        help=f"reference, may be repeated; {', '.join(REFERENCES.values())} by default",
    )
    parser.add_argument(
        "--step",
        type=step_of,
        default=STEP,
        help=f"step of the probabilities, or of the way with --path ({STEP} by default)",
    )
    parser.add_argument(
        "--path",
        nargs=2,
        type=probabilities,
        metavar=("FROM", "TO"),
        help="the straight way between two user models, such as 0,0,1 1,0,0; all user models by default",
    )
    _add_coefficient_and_sets(parser)


def _add_swap(parser: argparse.ArgumentParser) -> None:
    add_pair(parser)
    parser.add_argument(
        "--g",
        type=probabilities,
        help="user model, such as 0.1,0.9: only the nearest swap is printed, the one for which the smallest "
        "share of the users has to change (half the L1 distance); by default all swaps between two "
        "thresholds are",
    )
    add_topic_set(parser)


def _add_curve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--run", required=True, metavar="A", help="name of the run")
    parser.add_argument("--topic", metavar="T", help="one topic; all by default")
    parser.add_argument("--g", type=probabilities, help="user model, such as 0.1,0.9; uniform by default")
    parser.add_argument(
        "--threshold", type=int, metavar="H", help="the binary curve of users with this threshold instead"
    )
    parser.add_argument(
        "--interpolated", action="store_true", help="the highest precision at this recall or a higher one"
    )


ANALYSES = {
    "tau": Command(
        "rank correlation between measures",
        "Correlate the rankings of the runs by two or more measures. Columns: measure,against,tau, and "
        "low,high,undefined with --intervals.",
        _add_tau,
        tau_table,
    ),
    "sweep": Command(
        "rank correlation of GAP, xGAP and eGAP with other measures over all user models",
        "Correlate GAP, xGAP and eGAP at many g with measures that do not follow g. "
        "Columns: g,measure,against,tau.",
        _add_sweep,
        sweep_table,
    ),
    "swap": Command(
        "user models at which two runs change places",
        "Find where two runs change places: their means are equal there, or GAP jumps from one order to the "
        "other. Columns: measure,g,mean,by.",
        _add_swap,
        swap_table,
    ),
    "curve": Command(
        "graded precision-recall curves of a run",
        "List the points of precision-recall curves. Columns: run,topic,rank,grade,recall,precision.",
        _add_curve,
        curve_table,
    ),
}
