"""The options of every command: ``gapviz --help``."""

from __future__ import annotations

import argparse
import difflib
import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn, get_args

import gapviz
from gapviz.analysis.rankings.scores import Empty, Topics
from gapviz.cli import app, learn, measure_table, profile, toy_lists
from gapviz.cli.analyses import ANALYSES
from gapviz.cli.command import AS_IT_IS
from gapviz.cli.experiments import EXPERIMENTS
from gapviz.cli.live_page import LIVE_PAGE
from gapviz.cli.paper_tables import PAPERS
from gapviz.cli.user_models import USER_MODELS
from gapviz.collection import store
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import one_line, shown
from gapviz.collection.model import Ties
from gapviz.collection.reading.rules import UTF_8, Comments, Duplicates
from gapviz.measures import MEASURES

BAD_INPUT = 2
"""Exit status where a file or an option could not be used."""

LONG_WORD = re.compile(r"(\S{60})\S{4,}")

MOST_SAID = 500
"""Characters of a message about options: these repeat what was given, of whatever length."""

FURTHER = ANALYSES | USER_MODELS | PAPERS | EXPERIMENTS | LIVE_PAGE
"""Subcommands beside `score`, `health` and `list`."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, where argparse prints its usage first."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Read the arguments as argparse does, but name the closest option to one that a command lacks."""
        own = () if self._subparsers else itertools.takewhile(lambda given: given != "--", args or ())
        for option in (given.partition("=")[0] for given in own if given.startswith("--")):
            # The beginning of an option stands for it.
            if not any(known.startswith(option) for known in self._option_string_actions):
                for closest in difflib.get_close_matches(option, self._option_string_actions, 1):
                    self.error(f"unknown option {option}, did you mean {closest}?")
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        short = LONG_WORD.sub(r"\1...", message)
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(short, MOST_SAID)} (see --help)\n")


def read_options(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the arguments of the process; what is wrong with them ends it, in one line.

    Returns
    -------
    argparse.Namespace
        With the name of the command as `command`.

    Examples
    --------
    >>> options = read_options(["score", "qrels.txt", "a.run", "-m", "AP"])
    >>> options.command, options.measure
    ('score', ['AP'])
    """
    every = parser()
    options = every.parse_args(_joined(arguments))
    needs_runs = options.command not in FURTHER or FURTHER[options.command].runs
    if needs_runs and getattr(options, "runs", None) == [] and not store.at(options.qrels):
        every.error(f"the following arguments are required: RUN, for {shown(options.qrels)} is no store")
    return options


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands, from which shtab makes the completion of a shell.

    Returns
    -------
    argparse.ArgumentParser
        Named as the process was started.
    """
    installed = Path(sys.argv[0]).stem == "gapviz"
    parser = _Parser(prog="gapviz" if installed else "python -m gapviz", description=gapviz.__doc__)
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
        _add_files(analysis)
        _add_conventions(analysis)
        command.add_options(analysis)
    building = commands.add_parser(profile.NAME, help=profile.HELP, description=profile.DESCRIPTION)
    _add_files(building, cached=False)
    profile.add_options(building)
    learn.add_options(commands.add_parser(learn.NAME, help=learn.HELP, description=learn.DESCRIPTION))
    toy_lists.add_options(
        commands.add_parser(toy_lists.NAME, help=toy_lists.HELP, description=toy_lists.DESCRIPTION)
    )
    measure_table.add_options(
        commands.add_parser(
            measure_table.NAME, help=measure_table.HELP, description=measure_table.DESCRIPTION
        )
    )
    app.add_options(commands.add_parser(app.NAME, help=app.HELP, description=app.DESCRIPTION))
    return parser


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


def _add_files(parser: argparse.ArgumentParser, *, cached: bool = True) -> None:
    parser.add_argument(
        "qrels",
        metavar="QRELS",
        help="judgements: topic, iteration, document, grade; or a store, which the command profile makes, "
        "without any RUN",
    )
    parser.add_argument(
        "runs",
        metavar="RUN",
        nargs="*",
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
    parser.add_argument(
        "--depth", type=_from_one, metavar="N", help="only the first N documents of each topic"
    )
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
    if cached:
        parser.add_argument(
            "--cache", metavar="DIR", help="folder from which the same files load faster next time"
        )
    parser.add_argument(
        "--jobs", type=_from_one, metavar="N", help="runs that are read at a time (default: one a core)"
    )


def _measures() -> str:
    listed = "\n".join(f"  {row.example:22} {row.summary}" for row in MEASURES)
    return f"measures, each with an example:\n{listed}"


def _from_one(text: str) -> int:
    if not in_digits(text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, found {text!r}")
    return int(text)
