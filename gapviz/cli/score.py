"""The command ``score``: measures of runs, in the formats of trec_eval, csv, JSON and LaTeX."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TextIO

import gapviz
from gapviz.analysis.rankings.scores import Scores
from gapviz.cli.asked import keep_fitting
from gapviz.collection.errors import InputError
from gapviz.collection.health.topics import MEAN
from gapviz.profile import Profile
from gapviz.text.tables import table_latex, write_csv

COLUMNS = ("run", "topic", "measure", "value")

Row = tuple[str, str, str, float]
"""Run, topic ("all" for the mean), measure, value."""


def print_scores(profile: Profile, options: argparse.Namespace) -> bool:
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
    numbers = rows(scores, names, per_topic=options.per_topic)
    if options.format == "csv":
        write_csv(COLUMNS, numbers, sys.stdout)
    else:
        {"trec": write_trec, "json": write_json}[options.format](numbers, sys.stdout)
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
