"""Witness: the printed Tables 1 to 3 of the xGAP paper, as data/published has them."""

from __future__ import annotations

import csv
import functools
from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.tau import tau_matrix
from gapviz.arrays import BoolArray, CodeArray, FloatArray
from gapviz.collection.errors import InputError
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.health.topics import topic_sets
from gapviz.collection.model import Collection
from gapviz.collection.synthetic.draw import generate, likeness, trec_files
from gapviz.collection.synthetic.likenesses import LIKENESSES, SMALL, Likeness

PUBLISHED = Path(__file__).resolve().parents[3] / "data" / "published"
every_likeness = pytest.mark.parametrize("wanted", LIKENESSES, ids=lambda likeness: likeness.name)


@functools.cache
def drawn(name: str) -> Collection:
    return likeness(name)


@functools.cache
def profile_of(name: str) -> gapviz.Profile:
    return gapviz.profile(drawn(name))


def printed(name: str) -> dict[str, str]:
    """Return the column of Table 1."""
    with (PUBLISHED / "xgap_table_1.csv").open(encoding="utf-8") as file:
        return {row["feature"]: row[name].replace(",", "") for row in csv.DictReader(file)}


def ranked(collection: Collection) -> CodeArray:
    """Codes as one array, shape (N, T, L)."""
    return np.stack([run.codes.reshape(len(collection.topics), -1) for run in collection.runs])


def means(name: str, measure: str, topics: BoolArray) -> FloatArray:
    values: FloatArray = gapviz.scores(profile_of(name), [measure]).values[0][:, topics].mean(axis=1)
    return values


def above_quartile(name: str) -> BoolArray:
    averages = means(name, "AP", np.ones(50, dtype=np.bool_))
    kept: BoolArray = averages >= np.quantile(averages, 0.25)
    return kept


@every_likeness
def test_table_1(wanted: Likeness) -> None:
    collection = drawn(wanted.name)
    counts = grade_counts(collection)
    few = [int(mask.sum()) for name, mask in topic_sets(counts).items() if name != "all"]
    relevant = counts[:, 1:].sum(axis=1)
    lengths = {int(length) for run in collection.runs for length in np.diff(run.offsets)}
    assert printed(wanted.name) == {
        "Track": wanted.track,
        "Corpus": wanted.corpus,
        "# Documents": wanted.documents,
        "# Topics (few highly rel/key)": f"{len(collection.topics)} ({' / '.join(map(str, few))})",
        "# Runs (above 1Q in terms of MAP)": f"{len(collection.runs)} ({above_quartile(wanted.name).sum()})",
        "Run Length": "/".join(map(str, lengths)),
        "Relevance Degrees": str(len(np.unique(collection.grades))),
        "Pool Depth": " and ".join(map(str, wanted.pool_depths)),
        "Minimum # Relevant": str(relevant.min()),
        "Average # Relevant": f"{relevant.mean():.2f}",
        "Maximum # Relevant": str(relevant.max()),
    }
    assert above_quartile(wanted.name).sum() == wanted.runs_above_quartile


@every_likeness
def test_the_judged_documents_are_the_union_of_the_first_documents_of_the_pooled_runs(
    wanted: Likeness,
) -> None:
    collection = drawn(wanted.name)
    pooled = [int(name.split(".")[1]) <= wanted.pooled_runs for name in collection.run_names]
    codes = ranked(collection)[pooled]
    for t in range(len(collection.topics)):
        depth = wanted.pool_depths[t % len(wanted.pool_depths)]
        first, last = collection.judgements.offsets[t : t + 2]
        assert np.array_equal(np.unique(codes[:, t, :depth]), np.arange(first, last))


@every_likeness
def test_no_run_has_a_document_twice(wanted: Likeness) -> None:
    for run in drawn(wanted.name).runs:
        codes = np.sort(run.codes[run.codes >= 0])
        assert (np.diff(codes) > 0).all()


@every_likeness
def test_document_ids_ascend_within_a_topic_and_are_distinct(wanted: Likeness) -> None:
    judgements = drawn(wanted.name).judgements
    assert (judgements.documents[1:] > judgements.documents[:-1]).all()
    assert judgements.documents[0].decode().startswith(wanted.prefix)


@every_likeness
def test_quality_is_spread(wanted: Likeness) -> None:
    # No printed witness: the bounds say what "runs of spread quality" means here, near 0 to 0.3 or so.
    averages = means(wanted.name, "AP", np.ones(50, dtype=np.bool_))
    assert averages.min() < 0.05
    assert 0.2 < averages.max() < 0.45
    assert 0.03 < np.median(averages) < averages.max() / 2


@every_likeness
def test_gap_agrees_with_ap_more_than_xgap_and_egap_do(wanted: Likeness) -> None:
    """Tables 2 and 3; the printed values are near, and the order is theirs."""
    g = "0.1,0.9" if wanted.c == 2 else "0.2,0.2,0.6"
    table = PUBLISHED / f"xgap_table_{wanted.c}.csv"
    with table.open(encoding="utf-8") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if row["collection"] == wanted.name
            and row["g"].replace(" ", "") == g
            and row["against"] == "AP"
            and row["topics"] == "all"
        ]
    kept = above_quartile(wanted.name)
    taus = {}
    for topics, mask in topic_sets(profile_of(wanted.name).pool.counts).items():
        ap = means(wanted.name, "AP", mask)[kept]
        for family in ("GAP", "xGAP", "eGAP"):
            tau = tau_matrix(np.stack([means(wanted.name, f"{family}(g={g})", mask)[kept], ap]))[0, 1]
            taus[family, topics] = tau
        assert taus["GAP", topics] > taus["xGAP", topics] + 0.05
        assert taus["GAP", topics] > taus["eGAP", topics] + 0.05
    for row in rows:
        assert taus[row["measure"], "all"] == pytest.approx(float(row["tau"]), abs=0.12)
    assert len(rows) == 3
    assert (
        taus["GAP", "few highly relevant"] - taus["eGAP", "few highly relevant"]
        > taus["GAP", "all"] - taus["eGAP", "all"]
    )


def test_drawn_again_it_is_the_same() -> None:
    assert likeness("TREC 21").fingerprint == drawn("TREC 21").fingerprint


def test_it_is_marked_as_synthetic() -> None:
    collection = drawn("TREC 10")
    assert collection.synthetic
    assert collection.name == "TREC 10 likeness (synthetic)"
    assert all(run.facts.tag.startswith("team") for run in collection.runs)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(InputError) as refused:
        likeness("TREC 8")
    assert str(refused.value) == "likeness: expected one of TREC 10, TREC 14, TREC 21, found 'TREC 8'"


def test_the_files_have_a_row_for_every_document() -> None:
    files = trec_files(SMALL)
    collection = generate(SMALL)
    assert files["qrels.txt"].count("\n") == collection.judgements.documents.size
    assert set(files) == {"qrels.txt", *(f"runs/{name}" for name in collection.run_names)}
    rows = [line.split() for line in files["runs/teamA.1"].splitlines()]
    assert len(rows) == SMALL.topics * SMALL.run_length
    assert len({(topic, document) for topic, _, document, *_ in rows}) == len(rows)


def test_the_small_collection_fits_its_numbers() -> None:
    collection = generate(SMALL)
    counts = grade_counts(collection)
    relevant = counts[:, 1:].sum(axis=1)
    assert tuple(int(mask.sum()) for mask in topic_sets(counts).values()) == (SMALL.topics, *SMALL.few)
    assert (relevant.min(), relevant.max()) == (SMALL.relevant_minimum, SMALL.relevant_maximum)
    assert relevant.mean() == pytest.approx(SMALL.relevant_average)
    assert len(collection.runs) == SMALL.runs
