"""The command line: ``gapviz score``, ``health``, the analyses, the experiments, ``learn`` and ``app``."""

from __future__ import annotations

import argparse
import dataclasses
import io
import itertools
import json
import os
import signal
import sys
from collections.abc import Sequence
from typing import BinaryIO, TextIO

import gapviz
from gapviz.cli import app, learn, measure_table, profile, toy_lists
from gapviz.cli.asked import OPTIONS, keep_fitting, refuse_unreadable
from gapviz.cli.parser import BAD_INPUT, FURTHER, read_options
from gapviz.cli.score import print_scores
from gapviz.collection.errors import InputError
from gapviz.collection.health.alarms import alarms
from gapviz.collection.health.report import Health
from gapviz.collection.model import Collection
from gapviz.collection.reading.sessions import read_sessions
from gapviz.measures.induced import needs_identities
from gapviz.text.tables import write_csv

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""

REFUSED = "left out; with --topics judged it scores 0"
"""What is said of a run of which no topic is judged."""

STANDARD_INPUT = "-"
"""Stands for standard input where a file is expected, as in other tools."""


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
    options = read_options(sys.argv[1:] if arguments is None else arguments)
    usable = True
    try:
        if options.command == app.NAME:
            app.run(options)
            return 0
        if options.command == measure_table.NAME:
            measure_table.run(options, sys.stdout)
            return 0
        if options.command == learn.NAME:
            places = [options.features, *([options.groups] if options.groups else [])]
            features, *groups = _with_standard_input(places)
            learn.run(features, groups[0] if groups else None, options, sys.stdout)
            return 0
        if options.command == toy_lists.NAME:
            return 0 if toy_lists.run(options, sys.stdout) else BAD_INPUT
        refuse_unreadable(options)
        qrels, *runs = _with_standard_input([options.qrels, *options.runs])
        if options.command == profile.NAME:
            return 0 if profile.run(qrels, runs, options) else BAD_INPUT
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
            jobs=options.jobs,
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
            usable = print_scores(gapviz.profile(scored), options)
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
    given = [getattr(options, name, None) or () for name in OPTIONS]
    return needs_identities(itertools.chain(*given)) or getattr(options, "design", "") == "imperfect"


def write_health(health: Health, form: str, out: TextIO) -> None:
    """Write the report: its text, its table of runs as csv, or all of it as a json object."""
    if form == "csv":
        columns = health.columns()
        write_csv(tuple(columns), zip(*columns.values(), strict=True), out)
    elif form == "json":
        out.write(json.dumps(dataclasses.asdict(health), indent=1) + "\n")
    else:
        out.write(health.text())


def _with_standard_input(places: Sequence[str]) -> list[str | BinaryIO]:
    """Let ``-`` be standard input, which can be read once."""
    if places.count(STANDARD_INPUT) > 1:
        raise InputError(STANDARD_INPUT, "standard input as one file", "it as several")
    if STANDARD_INPUT in places and sys.stdin is None:
        raise InputError(STANDARD_INPUT, "a standard input", "a closed one")
    return [sys.stdin.buffer if place == STANDARD_INPUT else place for place in places]


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


def _failed(source: str, expected: str, given: str) -> int:
    print(InputError(source, expected, given), file=sys.stderr)
    return BAD_INPUT
