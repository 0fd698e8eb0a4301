"""The command ``score``: measures of runs, in the formats of trec_eval, csv, JSON and LaTeX."""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

import gapviz
from gapviz.analysis.rankings.scores import Scores
from gapviz.arrays import FloatArray
from gapviz.cli.asked import keep_fitting
from gapviz.collection.errors import InputError
from gapviz.collection.health.topics import MEAN
from gapviz.profile import Profile
from gapviz.text.tables import table_latex

_AT_ONCE = 1 << 20
"""Values that are written at a time, so that their texts take little memory."""


@dataclass(frozen=True)
class Form:
    """How rows of run, topic ("all" for the mean), measure and value are written.

    Attributes
    ----------
    start, between, end : str
        What stands before the first row, between two and after the last.
    run : callable
        Returns the line above a run's rows, if there is one.
    around : callable
        Returns what stands before and after the topic, from the names of run and measure.
    topic, value : callable
        Write the topic and the value.
    """

    start: str
    between: str
    end: str
    run: Callable[[str], str]
    around: Callable[[str, str], tuple[str, str]]
    topic: Callable[[str], str]
    value: Callable[[float], str]


def _csv_field(text: str) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(["", text])
    return out.getvalue()[1:-1]


FORMS = {
    "csv": Form(
        start="run,topic,measure,value\n",
        between="\n",
        end="\n",
        run=lambda run: "",
        around=lambda run, measure: (f"{_csv_field(run)},", f",{_csv_field(measure)},"),
        topic=_csv_field,
        value=repr,
    ),
    # trec_eval's columns, measure, topic, value; each run starts with a line "runid", as there
    "trec": Form(
        start="",
        between="\n",
        end="\n",
        run=lambda run: f"{'runid':22}\t{MEAN}\t{run}",
        around=lambda run, measure: (f"{measure:22}\t", "\t"),
        topic=str,
        value="{:6.4f}".format,
    ),
    "json": Form(
        start="[",
        between="},\n ",
        end="}]\n",
        run=lambda run: "",
        around=lambda run, measure: (
            f'{{"run": {json.dumps(run)}, "topic": ',
            f', "measure": {json.dumps(measure)}, "value": ',
        ),
        topic=json.dumps,
        value=json.dumps,
    ),
}


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
    write(scores, names, FORMS[options.format], sys.stdout, per_topic=options.per_topic)
    return usable


def write(scores: Scores, names: Sequence[str], form: Form, out: TextIO, *, per_topic: bool = False) -> None:
    """Write run by run and measure by measure the mean, and before it the topics that count where asked.

    Parameters
    ----------
    scores : Scores
    names : sequence of str
        Of the measures.
    form : Form
    out : text stream
    per_topic : bool
    """
    out.write(form.start)
    blocks = _blocks(scores, names, form, per_topic)
    out.write(next(blocks, "").removeprefix(form.between))
    out.writelines(blocks)
    out.write(form.end)


def _blocks(scores: Scores, names: Sequence[str], form: Form, per_topic: bool) -> Iterator[str]:
    """Yield the rows of each run and measure, each row with `Form.between` before it."""
    topics = np.array([form.topic(topic) for topic in (*scores.topics, MEAN)], object)
    values = np.concatenate([scores.values, scores.means()[..., None]], axis=-1)
    shown = np.pad(scores.counted & per_topic, ((0, 0), (0, 1)), constant_values=True)
    step = max(1, _AT_ONCE // values[:, 0].size)
    for i, run in enumerate(scores.runs):
        if i % step == 0:
            texts = _texts(values[:, i : i + step], form.value)
        if above := form.run(run):
            yield form.between + above
        listed = topics[shown[i]].tolist()
        for measure, column in zip(names, texts[:, i % step, shown[i]].tolist(), strict=True):
            before, after = form.around(run, measure)
            parts = [form.between + before, "", after, ""] * len(listed)
            parts[1::4] = listed
            parts[3::4] = column
            yield "".join(parts)


def _texts(values: FloatArray, write_value: Callable[[float], str]) -> npt.NDArray[Any]:
    """Write numbers, each that comes several times once: most scores of a collection do."""
    bits, places = np.unique(np.ascontiguousarray(values).view(np.int64), return_inverse=True)
    texts = np.array([write_value(value) for value in bits.view(np.float64).tolist()], object)
    return texts[places.reshape(values.shape)]
