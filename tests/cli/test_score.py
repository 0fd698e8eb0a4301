"""What ``score`` prints, against each format written row by row."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
from collections.abc import Iterator

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.scores import Scores
from gapviz.cli import score
from gapviz.collection.health.topics import MEAN

NAMES = ("AP(rel=1)", 'x,"y"\n%s\\')


@pytest.fixture
def hostile() -> Scores:
    topics = ["1", "2,3", 'a"b', "%r", "é\\", "all the rest"]
    qrels = {topic: {"d": 1, "e": 2} for topic in topics}
    runs = {
        '=1,"%d"': {topic: {"e": 1.0} for topic in topics},
        "b%": {topics[1]: {"d": 1.0}, topics[4]: {"e": 1.0}},
        "c": {topics[0]: {"x": 1.0}},
    }
    scores = gapviz.scores(gapviz.profile(gapviz.load(qrels, runs)), ["AP(rel=1)", "nDCG"], topics="run")
    values = np.random.default_rng(7).random(scores.values.shape)
    values[0, 0] = [0.0, -0.0, math.nan, math.inf, -math.inf, 5e-324]
    values[1, 0] = [1.0, 1e-05, 0.1 + 0.2, 1e16, 1e22, 0.5]
    return dataclasses.replace(scores, values=values)


def rows(scores: Scores, per_topic: bool) -> Iterator[tuple[str, str, str, float]]:
    for i, run in enumerate(scores.runs):
        for k, measure in enumerate(NAMES):
            for t, topic in enumerate(scores.topics):
                if per_topic and scores.counted[i, t]:
                    yield run, topic, measure, float(scores.values[k, i, t])
            yield run, MEAN, measure, float(scores.means()[k, i])


def slow(scores: Scores, form: str, per_topic: bool) -> str:
    out = io.StringIO()
    columns = ("run", "topic", "measure", "value")
    table = list(rows(scores, per_topic))
    if form == "csv":
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(table)
    elif form == "json":
        lines = [json.dumps(dict(zip(columns, row, strict=True))) for row in table]
        out.write("[" + ",\n ".join(lines) + "]\n")
    else:
        current = None
        for run, topic, measure, value in table:
            if run != current:
                out.write(f"{'runid':22}\tall\t{run}\n")
                current = run
            out.write(f"{measure:22}\t{topic}\t{value:6.4f}\n")
    return out.getvalue()


@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")  # the mean of both infinities
@pytest.mark.parametrize("at_once", [1, 1 << 20])
@pytest.mark.parametrize("per_topic", [False, True])
@pytest.mark.parametrize("form", ["trec", "csv", "json"])
def test_rows_are_those_of_the_plain_writers(
    hostile: Scores, form: str, per_topic: bool, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(score, "_AT_ONCE", at_once)
    out = io.StringIO()
    score.write(hostile, NAMES, score.FORMS[form], out, per_topic=per_topic)
    assert out.getvalue() == slow(hostile, form, per_topic)


def test_values_read_back_to_the_same_double(hostile: Scores) -> None:
    out = io.StringIO()
    score.write(hostile, NAMES, score.FORMS["csv"], out, per_topic=True)
    out.seek(0)
    read = np.array([float(row[3]) for row in csv.reader(out) if row[3] != "value" and row[1] != MEAN])
    written = hostile.values.transpose(1, 0, 2)[:, :, :]
    kept = np.broadcast_to(hostile.counted[:, None], written.shape)
    assert read.tobytes() == written[kept].tobytes()
