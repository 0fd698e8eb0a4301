"""The command line: ``python -m gapviz score``, ``health``, the analyses, the experiments and ``learn``."""

from __future__ import annotations

import argparse
import dataclasses
import io
import itertools
import json
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import BinaryIO, Literal, NoReturn, TextIO, get_args

import gapviz
from gapviz.analysis.rankings.scores import Empty, Scores, Topics
from gapviz.cli import learn, toy_lists
from gapviz.cli.analyses import COMMANDS
from gapviz.cli.asked import keep_fitting, refuse_unreadable
from gapviz.cli.command import AS_IT_IS
from gapviz.cli.experiments import EXPERIMENTS
from gapviz.cli.paper_tables import PAPERS
from gapviz.cli.user_models import USER_MODELS
from gapviz.collection.errors import InputError, one_line
from gapviz.collection.health.alarms import alarms
from gapviz.collection.health.report import Health
from gapviz.collection.health.topics import MEAN
from gapviz.collection.model import Collection, Ties
from gapviz.collection.reading.rules import UTF_8, Comments, Duplicates
from gapviz.collection.reading.sessions import read_sessions
from gapviz.measures import MEASURES
from gapviz.measures.induced import needs_identities
from gapviz.profile import Profile
from gapviz.text.tables import table_latex, write_csv

BAD_INPUT = 2
"""Exit status where a file or an option could not be used."""

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""

REFUSED = "left out; with --topics judged it scores 0"
"""What is said of a run of which no topic is judged."""

STANDARD_INPUT = "-"
"""Stands for standard input where a file is expected, as in other tools."""

COLUMNS = ("run", "topic", "measure", "value")

LONG_WORD = re.compile(r"(\S{60})\S{4,}")
MOST_SAID = 500
"""Characters of a message about options: these repeat what was given, of whatever length."""

FURTHER = COMMANDS | USER_MODELS | PAPERS | EXPERIMENTS
"""Subcommands beside `score`, `health` and `list`."""

Row = tuple[str, str, str, float]
"""Run, topic ("all" for the mean), measure, value."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process by default.

    Returns
    -------
    int
        Exit status: 0, or 2 where a file or an option could not be used. Each such is one sentence on
        standard error; the other runs are scored all the same.
    """
    options = _parser().parse_args(_joined(sys.argv[1:] if arguments is None else arguments))
    usable = True
    try:
        if options.command == learn.NAME:
            places = [options.features, *([options.groups] if options.groups else [])]
            features, *groups = _with_standard_input(places)
            learn.run(features, groups[0] if groups else None, options, sys.stdout)
            return 0
        if options.command == toy_lists.NAME:
            return 0 if toy_lists.run(options, sys.stdout) else BAD_INPUT
        refuse_unreadable(options)
        qrels, *runs = _with_standard_input([options.qrels, *options.runs])
        collection = gapviz.load(
            qrels,
            runs,
            grades=options.grades,
            ties=options.ties,
            depth=options.depth,
            duplicates=options.duplicates,
            encoding=options.encoding,
            comments=options.comments,
            identities=_told_apart(options),
            errors="collect",
            cache=options.cache,
        )
        if getattr(options, "sessions", None):
            collection = collection.with_sessions(
                read_sessions(options.sessions, collection.topics, encoding=options.encoding)
            )
        for problem in collection.problems:
            print(problem, file=sys.stderr)
        scored = collection
        if options.command == "health":
            write_health(collection.health(), options.format, sys.stdout)
            for alarm in alarms(collection) if options.format == "csv" else ():  # its table has no sentences
                print(alarm.problem, file=sys.stderr)
        else:
            scored = _with_judged_topics(collection, options)
        if options.command in FURTHER and (scored.runs or not FURTHER[options.command].runs):
            usable = keep_fitting(scored, options)
            FURTHER[options.command].run(scored, options, sys.stdout)
        elif options.command == "score" and scored.runs:
            usable = _score(gapviz.profile(scored), options)
    except InputError as error:
        print(error, file=sys.stderr)
        return BAD_INPUT
    complete = usable and not collection.problems and len(scored.runs) == len(collection.runs)
    return 0 if complete else BAD_INPUT


def _with_judged_topics(collection: Collection, options: argparse.Namespace) -> Collection:
    """Say what makes scores mean something else, and leave out runs of which no topic is judged.

    These score 0 on all topics where ``--topics judged`` is written out.
    """
    left_out = set()
    for alarm in alarms(collection):
        refused = alarm.kind == "topics" and options.topics != "judged"
        print(f"{alarm.problem} ({REFUSED})" if refused else alarm.problem, file=sys.stderr)
        left_out |= {alarm.name} if refused else set()
    options.topics = options.topics or "judged"
    return collection.with_runs([run for run in collection.runs if run.name not in left_out])


def _told_apart(options: argparse.Namespace) -> bool:
    """Tell whether documents outside the pool have to be told apart, which takes a little longer."""
    given = [getattr(options, name, None) or () for name in ("measure", "texts", "against")]
    return needs_identities(itertools.chain(*given)) or getattr(options, "design", "") == "imperfect"


def _score(profile: Profile, options: argparse.Namespace) -> bool:
    """Print the scores; returns whether all measures could be used."""
    score = partial(gapviz.scores, profile, topics=options.topics, empty=options.empty)
    usable = True
    try:
        scores = score(options.measure)
    except InputError:  # only then is each measure tried by itself
        usable = keep_fitting(profile, options)
        scores = score(options.measure)
    names = options.measure if options.names == "asked" else [str(measure) for measure in scores.measures]
    if options.format == "latex":
        means = zip(names, scores.means().tolist(), strict=True)
        described = zip(names, scores.measures, strict=True)
        lower = {name for name, measure in described if measure.definition.better == "lower"}
        sys.stdout.write(table_latex({"run": scores.runs, **dict(means)}, lower=lower))
        return usable
    if options.per_topic:
        scores.refuse_unclear_topics()
    found = rows(scores, names, per_topic=options.per_topic)
    if options.format == "csv":
        write_csv(COLUMNS, found, sys.stdout)
    else:
        {"trec": write_trec, "json": write_json}[options.format](found, sys.stdout)
    return usable


def rows(scores: Scores, names: Sequence[str], *, per_topic: bool = False) -> Iterator[Row]:
    """Yield run by run and measure by measure the mean, and before it the topics that count where asked."""
    means = scores.means()
    for i, run in enumerate(scores.runs):
        for k, measure in enumerate(names):
            if per_topic:
                for topic, value, counted in zip(
                    scores.topics, scores.values[k, i].tolist(), scores.counted[i].tolist(), strict=True
                ):
                    if counted:
                        yield run, topic, measure, value
            yield run, MEAN, measure, float(means[k, i])


def write_trec(table: Iterator[Row], out: TextIO) -> None:
    """Write trec_eval's columns, measure, topic, value; each run starts with a line "runid", as there."""
    current = None
    for run, topic, measure, value in table:
        if run != current:
            out.write(f"{'runid':22}\t{MEAN}\t{run}\n")
            current = run
        out.write(f"{measure:22}\t{topic}\t{value:6.4f}\n")


def write_json(table: Iterator[Row], out: TextIO) -> None:
    """Write a list with an object for each row, one a line: run, topic, measure, value."""
    lines = (json.dumps(dict(zip(COLUMNS, row, strict=True))) for row in table)
    out.write("[" + ",\n ".join(lines) + "]\n")


def write_health(health: Health, form: str, out: TextIO) -> None:
    """Write the report: its text, its table of runs as csv, or all of it as a json object."""
    if form == "csv":
        columns = health.columns()
        write_csv(tuple(columns), zip(*columns.values(), strict=True), out)
    elif form == "json":
        out.write(json.dumps(dataclasses.asdict(health), indent=1) + "\n")
    else:
        out.write(health.text())


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, where argparse prints its usage first."""

    def error(self, message: str) -> NoReturn:
        short = LONG_WORD.sub(r"\1...", message)
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(short, MOST_SAID)} (see --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m gapviz", description=gapviz.__doc__)
    parser.add_argument("--version", action="version", version=f"gapviz {gapviz.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    score = commands.add_parser(
        "score",
        help="measures of runs, as means and by topic",
        description="Score runs against judgements.",
        epilog=_measures(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_files(score)
    score.add_argument(
        "-m", dest="measure", metavar="MEASURE", action="append", required=True, help="may be repeated"
    )
    score.add_argument("-q", dest="per_topic", action="store_true", help="each topic too, not only the mean")
    score.add_argument(
        "--names",
        choices=("gapviz", "asked"),
        default="gapviz",
        help="what the measures are called: by gapviz's texts (default), or as -m has it: map, P_10",
    )
    _add_conventions(score)
    score.add_argument(
        "--sessions",
        metavar="FILE",
        help="search sessions for sDCG and nsDCG: session, position, topic",
    )
    score.add_argument(
        "--format",
        choices=("trec", "csv", "json", "latex"),
        default="trec",
        help="trec: measure, topic, value to 4 decimals (default); csv: run,topic,measure,value at full "
        "precision; json: a list of objects with the same names; latex: a table of the means",
    )
    health = commands.add_parser(
        "health",
        help="what there is to know about the files before one trusts a score",
        description="Report ties, duplicates, missing topics, unjudged documents and more.",
    )
    _add_files(health)
    health.add_argument(
        "--format",
        choices=("text", "csv", "json"),
        default="text",
        help="text: the report (default); csv: its table of runs; json: all of it",
    )
    for name, command in FURTHER.items():
        analysis = commands.add_parser(name, help=command.help, description=command.description)
        _add_files(analysis, runs="+" if command.runs else "*")
        _add_conventions(analysis)
        command.add_options(analysis)
    learn.add_options(commands.add_parser(learn.NAME, help=learn.HELP, description=learn.DESCRIPTION))
    toy_lists.add_options(
        commands.add_parser(toy_lists.NAME, help=toy_lists.HELP, description=toy_lists.DESCRIPTION)
    )
    return parser


def _add_conventions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--topics",
        choices=get_args(Topics),
        help="what a mean is over: all judged topics, where one that the run lacks scores 0 (trec_eval -c; "
        "default), or the topics of the run. A run of which no topic is judged is an error, unless "
        "'judged' is written out",
    )
    parser.add_argument(
        "--empty",
        choices=get_args(Empty),
        default="zero",
        help="a topic with nothing relevant counts with score 0 (default) or is left out",
    )


def _add_files(parser: argparse.ArgumentParser, *, runs: Literal["+", "*"] = "+") -> None:
    parser.add_argument("qrels", metavar="QRELS", help="judgements: topic, iteration, document, grade")
    parser.add_argument(
        "runs",
        metavar="RUN",
        nargs=runs,
        help="runs: files, folders, patterns or zip archives; plain or .gz, .bz2, .xz, .zst. One of "
        "all files may be -, standard input",
    )
    parser.add_argument(
        "--grades",
        metavar="MAP",
        help='grade mapping, such as "-2:0,4:3", "NO:0,FIRST:1" for words, "1:unjudged", '
        '"negative:not relevant" or "consecutive"; '
        "a negative grade is pooled without a judgement by default, as in trec_eval",
    )
    parser.add_argument(
        "--ties",
        choices=get_args(Ties),
        default="trec_eval",
        help="order of a run's documents: by score, equal scores by document id descending (trec_eval 10; "
        "default); the same with 32-bit scores (trec_eval 9); by the rank column; as in the file",
    )
    parser.add_argument("--depth", type=_depth, metavar="N", help="only the first N documents of each topic")
    parser.add_argument(
        "--duplicates",
        choices=get_args(Duplicates),
        default="refuse",
        help="a document that stands twice in a topic: refuse the file (default), keep the first row, or "
        "keep the best: the row with the best score, of judgements the highest grade",
    )
    parser.add_argument(
        "--encoding",
        default=UTF_8,
        metavar="NAME",
        help="of the files: utf-8 (default), latin-1, utf-16, ...",
    )
    parser.add_argument(
        "--comments",
        choices=get_args(Comments),
        default="skip",
        help="a line that begins with #: a comment (default), or a row whose topic begins so",
    )
    parser.add_argument(
        "--cache", metavar="DIR", help="folder from which the same files load faster next time"
    )


def _with_standard_input(places: Sequence[str]) -> list[str | BinaryIO]:
    """Let ``-`` be standard input, which can be read once."""
    if places.count(STANDARD_INPUT) > 1:
        raise InputError(STANDARD_INPUT, "standard input as one file", "it as several")
    if STANDARD_INPUT in places and sys.stdin is None:
        raise InputError(STANDARD_INPUT, "a standard input", "a closed one")
    return [sys.stdin.buffer if place == STANDARD_INPUT else place for place in places]


def _measures() -> str:
    listed = "\n".join(f"  {row.example:22} {row.summary}" for row in MEASURES)
    return f"measures, each with an example:\n{listed}"


def _depth(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, found {text!r}")
    return int(text)


def _joined(arguments: Sequence[str]) -> Iterator[str]:
    """Let a value begin with a minus where argparse would take it for an option.

    Examples
    --------
    >>> list(_joined(["--grades", "-2:0", "--pair", "-x", "y"])) == [
    ...     "--grades=-2:0", "--pair", AS_IT_IS + "-x", AS_IT_IS + "y"
    ... ]
    True
    """
    rest = iter(arguments)
    for argument in rest:
        value = next(rest, None) if argument == "--grades" else None
        yield argument if value is None else f"{argument}={value}"
        if argument in ("--pair", "--runs"):
            yield from (AS_IT_IS + name for name in itertools.islice(rest, 2))


def process() -> int:
    """Run the command line as a process: what its surroundings do to it is one sentence too."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `… | head` ends quietly
    if sys.stderr is None:
        sys.stderr = io.StringIO()  # print() would write to standard output instead
    if sys.stdout is None:
        return _failed("output", "a standard output", "a closed one")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # names are text, whatever the terminal is set to
    try:
        status = main()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        return _failed("memory", "files and options that fit it", "too little")
    except OSError as error:  # bad input has its own error: this is the output
        status = _failed("output", "a place that takes it", error.strerror or type(error).__name__)
        os._exit(status)  # the usual end would try to write the rest
    return status


def _failed(source: str, expected: str, found: str) -> int:
    print(InputError(source, expected, found), file=sys.stderr)
    return BAD_INPUT
