"""The files in data/ are what their README says."""

from __future__ import annotations

import csv
import dataclasses
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gapviz
from gapviz.collection.model import OUTSIDE_POOL
from gapviz.collection.synthetic.draw import generate, trec_files
from gapviz.collection.synthetic.likenesses import SMALL
from tests.reference import egap, gap, xgap
from tests.shared import collections_folder

DATA = Path(__file__).resolve().parents[1] / "data"
TOY_LISTS: list[dict[str, Any]] = json.loads((DATA / "toy_lists.json").read_text(encoding="utf-8"))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_small_collection_is_what_the_generator_gives() -> None:
    folder = DATA / "small"
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes().decode()
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert found == trec_files(SMALL)


def test_reading_the_small_collection_gives_what_was_drawn() -> None:
    """Documents outside the pool are the same ones; only the codes that tell them apart are others."""
    files = (DATA / "small" / "qrels.txt", sorted((DATA / "small" / "runs").iterdir()))
    read, told_apart = gapviz.load(*files), gapviz.load(*files, identities=True)
    drawn = generate(SMALL)
    assert read.run_names == drawn.run_names
    blind = [
        dataclasses.replace(run, codes=np.maximum(run.codes, np.int32(OUTSIDE_POOL))) for run in drawn.runs
    ]
    assert read.fingerprint == drawn.with_runs(blind).fingerprint
    own, others = (np.concatenate([run.codes for run in one.runs]) for one in (drawn, told_apart))
    assert np.array_equal(own < 0, others < 0)
    outside = np.stack([own[own < 0], others[own < 0]])
    sizes = {np.unique(codes, axis=-1).shape[-1] for codes in (outside[0], outside[1], outside)}
    assert len(sizes) == 1 < sizes.pop() < outside.shape[1]


@pytest.mark.parametrize("toy", TOY_LISTS, ids=lambda toy: str(toy["key"]))
def test_toy_lists_have_the_values_of_the_definitions(toy: dict[str, Any]) -> None:
    ranked, R = toy["grades"], [0, *toy["counts"]]
    g = [Fraction(p).limit_denominator(1000) for p in toy["g"]]
    assert sum(g) == 1
    assert all(ranked.count(k) <= R[k] for k in range(1, len(R)))
    exact = {"GAP": gap(ranked, R, g), "xGAP": xgap(ranked, R, g), "eGAP": egap(ranked, R, g)}
    assert {name: round(float(value), 6) for name, value in exact.items()} == toy["values"]
    assert toy["source"]
    assert toy["shows"]


def test_toy_lists_have_the_values_that_the_papers_and_the_design_give() -> None:
    values = {toy["key"]: toy["values"] for toy in TOY_LISTS}
    # mathematics.md, section 2.
    assert values["3122"] == {"GAP": 0.927083, "xGAP": 0.943287, "eGAP": 0.935185}
    assert (values["swap-before"]["xGAP"], values["swap-after"]["xGAP"]) == (0.175, 0.154545)
    # Ferrante, Ferro, Maistro, sections 3 to 5: the limits for g2 = 0.9 are 1, 0.19 and 0.1.
    limits = {"GAP": 1.0, "xGAP": 0.19, "eGAP": 0.1}
    for name, limit in limits.items():
        distance = [abs(values[f"late-{n}"][name] - limit) for n in (1, 10, 100)]
        assert distance[2] < min(distance[:2])


@pytest.mark.parametrize("number", [2, 3])
def test_printed_taus_equal_an_independent_transcription(number: int) -> None:
    names = ("collection", "g", "measure", "against", "topics")
    witness = collections_folder().parent / "published" / "kendall_tau_tables_2_3.csv"
    mine = rows(DATA / "published" / f"xgap_table_{number}.csv")
    collections = {row["collection"].replace(" ", "") for row in mine}
    expected = {
        tuple(row[name] for name in names): row["tau"]
        for row in rows(witness)
        if row["collection"] in collections
    }
    found = {
        (
            row["collection"].replace(" ", ""),
            row["g"],
            row["measure"],
            row["against"],
            row["topics"].replace(" ", "_"),
        ): row["tau"]
        for row in mine
    }
    assert found == expected
    assert len(mine) == {2: 660, 3: 945}[number]


def test_the_readme_names_every_file() -> None:
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    for path in DATA.rglob("*"):
        name = path.relative_to(DATA).as_posix()
        if path.is_file() and name != "README.md" and not name.startswith("small/runs/"):
            assert f"`{name}`" in readme, name
