"""Real collections against numbers from other people's programs (../shared/collections/README.md)."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz.collection.model import Ties
from gapviz.profile import Profile
from tests.shared import collections_folder

COVID = "trec-covid-round1"
CLEF = "clef-ehealth-2013"
CLEF_QRELS = "qrels.clef2013ehealth.1-50-test.{}.final.20062013.txt"

CUTS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)

PRINTED6 = 6e-7
"""Half of the last of six printed digits, and the reference's own rounding."""


def loaded(folder: str, qrels: str, *, ties: Ties = "trec_eval", depth: int | None = None) -> Profile:
    path = collections_folder() / folder
    return gapviz.profile(gapviz.load(path / qrels, path / "runs", ties=ties, depth=depth))


def reference(folder: str) -> tuple[list[tuple[str, str]], np.ndarray]:
    """Run and topic of each row of gap-reference.tsv.gz, and its numbers."""
    with gzip.open(collections_folder() / folder / "gap-reference.tsv.gz", "rt") as file:
        rows = list(csv.reader(file, delimiter="\t"))[1:]
    return [(row[0], row[1]) for row in rows], np.array([row[2:] for row in rows], dtype=np.float64)


@pytest.fixture(scope="module")
def covid() -> Profile:
    return loaded(COVID, "qrels.txt", depth=1000)


@pytest.fixture(scope="module")
def clef() -> Profile:
    return loaded(CLEF, CLEF_QRELS.format("graded"), depth=1000)


@pytest.mark.parametrize(
    ("folder", "proportional", "equal"),
    [
        # g proportional to 2^j - 1; and equal g over three thresholds, where c = 2 has no use for the third.
        (COVID, "GAP(g=1/4,3/4)", "GAP(g=1/2,1/2)"),
        (CLEF, "GAP(g=1/11,3/11,7/11)", "GAP(g=1/3,1/3,1/3)"),
    ],
)
def test_gap_reference(folder: str, proportional: str, equal: str, request: pytest.FixtureRequest) -> None:
    """Witness: gap-reference.tsv.gz, every run and topic."""
    profile: Profile = request.getfixturevalue("covid" if folder == COVID else "clef")
    places, expected = reference(folder)
    assert len({run for run, _ in places}) == len(profile.runs) == (143 if folder == COVID else 42)
    runs, topics = ({name: i for i, name in enumerate(names)} for names in (profile.runs, profile.topics))
    at = (np.array([runs[run] for run, _ in places]), np.array([topics[topic] for _, topic in places]))
    tolerances = {proportional: 1e-9, equal: PRINTED6, "AP": PRINTED6, "ERR(c=3)": 6e-5}
    for column, (text, tolerance) in enumerate(tolerances.items()):
        np.testing.assert_allclose(
            gapviz.measure(text)(profile)[at], expected[:, column], rtol=0, atol=tolerance, err_msg=text
        )


def test_covid_leaderboard() -> None:
    """Witness: leaderboard.csv, trec_eval 9.0.4 -c -M1000; its RBP weighs by grade over 2."""
    profile = loaded(COVID, "qrels.txt", ties="trec_eval9", depth=1000)
    columns = {
        "nDCG@10": "ndcg@10",
        "P@5": "p@5",
        "bpref": "bpref",
        "AP": "MAP",
        "RBP(p=0.5,gain=graded)": "RBP(p=.5)",
    }
    means = gapviz.scores(profile, list(columns)).means()
    with (collections_folder() / COVID / "leaderboard.csv").open() as file:
        official = {row["run"]: row for row in csv.DictReader(file)}
    assert set(official) == set(profile.runs)
    for row, column in zip(means, columns.values(), strict=True):
        printed = [f"{value:.4f}" for value in row]
        assert printed == [official[run][column] for run in profile.runs], column


def official_evaluation(path: Path) -> Iterator[tuple[str, str, str]]:
    """Measure, topic and printed value of each row that trec_eval printed."""
    with gzip.open(path, "rt") as file:
        for line in file:
            fields = line.split()
            if len(fields) == 3:
                yield fields[0], fields[1], fields[2]


@pytest.mark.parametrize(
    ("grades", "suffix", "names", "rows"),
    [
        ("bin", ".gz", "map bpref Rprec P_5 P_10 P_15 P_20 P_30 P_100 P_200 P_500 P_1000", 25_704),
        (
            "graded",
            ".ndcg.gz",
            " ".join(f"ndcg_cut_{n}" for n in CUTS),
            19_278,
        ),
    ],
)
def test_clef_official_evaluations(grades: str, suffix: str, names: str, rows: int) -> None:
    """Witness: official-evals, trec_eval 9.0.4 -q -c, every run, topic and mean, to its 4 decimals."""
    profile = loaded(CLEF, CLEF_QRELS.format(grades), ties="trec_eval9")
    scores = gapviz.scores(profile, names.split())
    found = dict(zip(names.split(), zip(scores.values, scores.means(), strict=True), strict=True))
    topics = {name: i for i, name in enumerate(profile.topics)}
    differences, compared = [], 0
    for i, run in enumerate(profile.runs):
        evaluation = collections_folder() / CLEF / "official-evals" / f"{run}{suffix}"
        for name, topic, printed in official_evaluation(evaluation):
            if name in found:
                values, means = found[name]
                value = means[i] if topic == "all" else values[i, topics[topic]]
                compared += 1
                if f"{value:.4f}" != printed:
                    differences.append((run, name, topic, printed, value))
    assert differences == []
    assert compared == rows
