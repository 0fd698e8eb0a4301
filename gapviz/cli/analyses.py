"""Analyses on the command line: correlations, sweeps over the user model, swaps and curves, as csv."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO, TypedDict

import gapviz
from gapviz import users
from gapviz.analysis.rankings.curves import Curve, graded_curve, threshold_curve
from gapviz.analysis.rankings.scores import Scores
from gapviz.analysis.rankings.sets import run_set, topic_set, within
from gapviz.analysis.rankings.tau import in_words, tau_matrix
from gapviz.analysis.users.family import GRADED, Family, Graded, family
from gapviz.analysis.users.nearest import nearest
from gapviz.analysis.users.swaps import always_equal, change_in_words, edge_table
from gapviz.analysis.users.sweep import REFERENCES, ground, sweep
from gapviz.arrays import BoolArray, FloatArray
from gapviz.collection.errors import InputError, shown
from gapviz.collection.model import Collection
from gapviz.measures.parameters import number
from gapviz.measures.relevant import up_to
from gapviz.profile import Profile
from gapviz.text.tables import write_csv

STEP = 0.1

AS_IT_IS = "\0"
"""Before the name of a run where it follows an option: argparse would take one with a minus for an option."""

Table = tuple[Sequence[str], Iterable[Sequence[object]]]
"""Columns and rows."""


class Sets(TypedDict):
    """Sets of topics and of runs, as the analyses take them."""

    topic_set: BoolArray
    run_set: BoolArray


@dataclass(frozen=True, eq=False)
class Command:
    """A command that loads files, computes and prints one table.

    Attributes
    ----------
    help, description : str
    add_options : callable
        Adds to the parser what the command takes beside files and conventions.
    table : callable
        From the collection and the options to the table.
    """

    help: str
    description: str
    add_options: Callable[[argparse.ArgumentParser], None]
    table: Callable[[Collection, argparse.Namespace], Table]

    def run(self, collection: Collection, options: argparse.Namespace, out: TextIO) -> None:
        """Print the table as csv; numbers at full precision."""
        columns, rows = self.table(collection, options)
        write_csv(columns, rows, out)


def tau_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Correlate every two measures; tau_AP is that of the row's measure with the other as reference."""
    if len(options.measure) < 2:
        raise InputError("tau", "two measures or more, each with -m", str(len(options.measure)))
    profile = gapviz.profile(collection)
    found = gapviz.scores(profile, options.measure, topics=options.topics, empty=options.empty)
    names = [str(measure) for measure in found.measures]
    refuse_twice("tau", names)
    sets = chosen_sets(profile, options)
    found = within(found, runs=sets["run_set"], topics=sets["topic_set"])
    taus = tau_matrix(found.means(), coefficient=options.coefficient)
    rows = [
        (first, second, in_words(float(taus[i, j])))
        for i, first in enumerate(names)
        for j, second in enumerate(names)
        if i < j or (i > j and options.coefficient == "ap")
    ]
    return ("measure", "against", "tau"), rows


def refuse_twice(command: str, names: Sequence[str]) -> None:
    """Refuse a measure that was asked for twice, whatever its texts.

    Raises
    ------
    InputError

    Examples
    --------
    >>> refuse_twice("tau", ["AP", "nDCG"])
    """
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(command, "different measures, each with one -m", f"{twice[0]} twice")


def sweep_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Correlate GAP, xGAP and eGAP with the references, at every user model."""
    profile = gapviz.profile(collection)
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
    found = sweep(prepared, g, coefficient=options.coefficient)
    names = [str(measure) for measure in found.against]
    rows = (
        (_model(shares), measure, against, in_words(float(found.tau[m, p, k])))
        for p, shares in enumerate(found.g)
        for m, measure in enumerate(found.measures)
        for k, against in enumerate(names)
    )
    return ("g", "measure", "against", "tau"), rows


def swap_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the user models at which two runs change places."""
    profile = gapviz.profile(collection)
    first, second = (_place(name, profile.runs, "run") for name in options.pair)
    sums = family(profile, _counted(profile, options))
    rows: list[Sequence[object]] = []
    for measure in GRADED:
        found = _swaps(sums, measure, first, second, options)
        rows += [(measure, _model(g), in_words(mean), by) for g, mean, by in found]
        if not found:
            equal = always_equal(sums, measure, first, second)
            why = ", whose means are equal at every g" if equal else ""
            print(f"{measure}: no swap of {' and '.join(options.pair)}{why}", file=sys.stderr)
    return ("measure", "g", "mean", "by"), rows


def curve_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the points of a run's precision-recall curves."""
    profile = gapviz.profile(collection)
    run = _place(options.run, profile.runs, "run")
    topics = (
        range(len(profile.topics))
        if options.topic is None
        else [_place(options.topic, profile.topics, "topic")]
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
        (found.run, found.topic, *point)
        for found in map(curve, topics)
        for point in zip(
            found.ranks.tolist(),
            found.grades.tolist(),
            found.recall.tolist(),
            (found.interpolated if options.interpolated else found.precision).tolist(),
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
    found = nearest(sums, measure, first, second, users.validate(options.g, c=sums.c))
    return [] if found is None else [(found.g, found.mean, change_in_words(found.jump, found.to))]


def _counted(profile: Profile, options: argparse.Namespace) -> BoolArray:
    """Topics that count in each run's mean, by the conventions and the topic set."""
    found: Scores = gapviz.scores(profile, [], topics=options.topics, empty=options.empty)
    return found.counted & topic_set(options.topic_set, profile)


def chosen_sets(profile: Profile, options: argparse.Namespace, *, topics: str = "") -> Sets:
    """Read the sets of topics and of runs; `topics` stands for ``--topic-set`` where that may be repeated."""
    return {
        "topic_set": topic_set(topics or options.topic_set, profile),
        "run_set": run_set(options.run_set, profile, topics=options.topics, empty=options.empty),
    }


def _place(name: str, names: Sequence[str], what: str) -> int:
    if name not in names:
        raise InputError(what, f"one of the {len(names)} {what}s", shown(name))
    return names.index(name)


def _model(g: FloatArray) -> str:
    """Return a user model as a measure's text has it: 0,1 and not 0.0,1.0."""
    return ",".join(repr(int(share)) if share.is_integer() else repr(share) for share in g.tolist())


def run_name(text: str) -> str:
    r"""Read the name of a run after `AS_IT_IS`.

    Examples
    --------
    >>> run_name("\0-x")
    '-x'
    """
    return text.removeprefix(AS_IT_IS)


def probabilities(text: str) -> list[float]:
    """Read a user model.

    Raises
    ------
    argparse.ArgumentTypeError
        For a text that is none.

    Examples
    --------
    >>> probabilities("1/4,0.75")
    [0.25, 0.75]
    """
    try:
        return [number(part, "a number") for part in text.split(",")]
    except InputError:
        raise argparse.ArgumentTypeError(f"expected probabilities such as 0.1,0.9, found {text!r}") from None


def _step(text: str) -> float:
    try:
        step = number(text, "a step")
    except InputError:
        step = 0.0
    if not 0 < step <= 1 or abs(round(1 / step) * step - 1) > users.SUM_TOLERANCE:
        raise argparse.ArgumentTypeError(f"expected a step that divides 1, such as 0.05, found {text!r}")
    return step


def _add_topic_set(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    parser.add_argument(
        "--topic-set",
        action="append" if several else "store",
        default=None if several else "all",
        metavar="NAME",
        help='topics that a mean counts: all (default), "few highly relevant", "few key", or topics with '
        "commas between" + "; may be repeated, and the first column then names the set" * several,
    )


def add_sets(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Add ``--topic-set``, which may be repeated where there can be several, and ``--run-set``."""
    _add_topic_set(parser, several=several)
    parser.add_argument(
        "--run-set",
        default="all",
        metavar="NAME",
        help='runs that take part: all (default), "first quartile" (at or above it by MAP), "top 15 by AP", '
        '"top 15 by AP and nDCG" (among the first 15 by each), or runs with commas between',
    )


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
        type=_step,
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
    parser.add_argument(
        "--runs", dest="pair", nargs=2, type=run_name, required=True, metavar=("A", "B"), help="their names"
    )
    parser.add_argument(
        "--g",
        type=probabilities,
        help="user model, such as 0.1,0.9: only the nearest swap is printed, the one for which the smallest "
        "share of the users has to change (half the L1 distance); by default all swaps between two "
        "thresholds are",
    )
    _add_topic_set(parser)


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


COMMANDS = {
    "tau": Command(
        "rank correlation between measures",
        "Correlate the rankings of the runs by two or more measures. Columns: measure,against,tau.",
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
