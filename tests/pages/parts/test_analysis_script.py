"""The lines that the analysis pages offer give the numbers of the page when they are run."""

from __future__ import annotations

import csv
import io
import shlex
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.app import opened, page, press, uploaded
from tests.pages.charts import FOUR_GRADES, table
from tests.pages.parts.test_script import SMALL, ran

QRELS = (SMALL / "qrels.txt").read_text()
RUNS = {path.name: path.read_text() for path in sorted((SMALL / "runs").iterdir())}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files with the names that the page knows."""
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "runs").mkdir()
    for name, text in RUNS.items():
        (tmp_path / "runs" / name).write_text(text)
    return tmp_path


def shown(module: str, **query: list[str]) -> AppTest:
    return opened(module, uploaded(QRELS, RUNS), query)


def offered(app: AppTest, folder: Path) -> tuple[list[str], list[str]]:
    """Run what the page offers: the blocks that Python prints, and what each command prints."""
    press(app, "in python")
    python, *commands = [code.value for code in app.code]
    blocks = ran(sys.executable, "-c", python, folder=folder).strip().split("\n\n")
    lines = [
        line.replace("python", shlex.quote(sys.executable), 1)
        for line in "".join(commands).replace(" \\\n", " ").split("\n")
        if line
    ]
    return blocks, [ran("sh", "-c", line, folder=folder) for line in lines]


def frame(text: str, index: int | None = None) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(text), index_col=index)


CASES = {
    "all": {},
    "sets and intervals": {"set": ["own"], "of": ["1", "3", "4"], "ci": ["yes"], "topics": ["run"]},
    "best runs, the other coefficient": {"runs": ["quartile"], "tau": ["ap"], "empty": ["omit"]},
    "own runs": {"runs": ["selected"], "run": sorted(RUNS)[:3]},
}


@pytest.mark.parametrize("query", CASES.values(), ids=CASES)
def test_correlation(folder: Path, query: dict[str, list[str]]) -> None:
    app = shown("correlation", g=["0.2,0.3,0.5"], m=["AP", "eGAP", "P@5"], **query)
    between = table(app, "tau")
    path = table(app, "GAP, AP")
    blocks, (taus, sweep) = offered(app, folder)
    columns = ["tau", "low", "high"] if "low" in between.columns else ["tau"]
    long = {"eGAP": "eGAP(g=0.2,0.3,0.5)"}
    for name, block in zip(columns, blocks, strict=False):
        matrix = frame(block, 0)
        for row in between.itertuples():
            one, other = (long.get(str(text), str(text)) for text in (row.measure, row.against))
            assert matrix.loc[one, other] == pytest.approx(float(getattr(row, name)), abs=1e-12)
    along = dict(zip(("GAP", "xGAP", "eGAP"), map(_below_its_name, blocks[len(columns) :]), strict=True))
    for name, values in along.items():
        numbers = path[f"{name}, bpref"].to_numpy(dtype=float)
        assert values["bpref"].to_numpy() == pytest.approx(numbers, abs=1e-12)
    printed = frame(taus).set_index(["measure", "against"])["tau"]
    for row in between.itertuples():
        pair = tuple(long.get(str(text), str(text)) for text in (row.measure, row.against))
        value = printed[pair] if pair in printed else printed[pair[::-1]]
        assert float(str(value)) == pytest.approx(float(str(row.tau)), abs=1e-12)
    swept = frame(sweep).query("measure == 'xGAP' and against == 'bpref'")["tau"].to_numpy(dtype=float)
    assert swept == pytest.approx(along["xGAP"]["bpref"].to_numpy(), abs=1e-12)


@pytest.mark.parametrize("query", [{}, {"set": ["own"], "of": ["1", "3"]}], ids=["all", "own topics"])
def test_means_of_the_one_run(folder: Path, query: dict[str, list[str]]) -> None:
    for name in sorted(RUNS)[1:]:
        (folder / "runs" / name).unlink()
    (only,) = (folder / "runs").iterdir()
    texts = {"g": ["0.2,0.3,0.5"], "m": ["AP", "P@5"]}
    app = opened("correlation", uploaded(QRELS, {only.name: RUNS[only.name]}), {**texts, **query})
    means = [float(value) for value in app.dataframe[0].value.iloc[:, 1]]
    (block,), printed = offered(app, folder)
    assert len(printed) == (not query)  # the command has no sets
    for told in (block, *printed):
        found = frame(told)["value" if "value" in told else "mean"].tolist()
        assert found == pytest.approx(means, abs=1e-12)


def _below_its_name(block: str) -> pd.DataFrame:
    return frame(block.split("\n", 1)[1], 0)


@pytest.mark.parametrize("curve", ["raw", "interpolated"])
def test_curves_of_a_topic(folder: Path, curve: str) -> None:
    runs = sorted(RUNS)[:2]
    app = shown("curves", g=["0.2,0.3,0.5"], topic=["3"], run=runs, curve=[curve])
    points, areas = table(app, "interpolated"), table(app, "area, graded curve")
    blocks, printed = offered(app, folder)
    for name, area, block, text in zip(runs, areas["area, graded curve"], blocks, printed, strict=True):
        head, rest = block.split("\n", 1)
        own = points[points["run"] == name]
        assert head.split(",") == [name, repr(float(area))]
        assert frame(rest)["precision"].to_numpy() == pytest.approx(own["precision"].to_numpy(), abs=1e-15)
        told = own["interpolated" if curve == "interpolated" else "precision"].to_numpy()
        assert frame(text)["precision"].to_numpy() == pytest.approx(told, abs=1e-15)
        assert frame(text)["rank"].tolist() == own["rank"].tolist()


def test_mean_curves(folder: Path) -> None:
    app = shown("curves", g=["0.2,0.3,0.5"], topics=["run"], empty=["omit"])
    points, areas = table(app, "interpolated"), table(app, "area, graded curve").set_index("run")
    blocks, (printed,) = offered(app, folder)
    scored = frame(printed).set_index(["run", "measure"])["value"]
    assert len(blocks) == len(areas)
    for name, block in zip(areas.index, blocks, strict=True):
        head, rest = block.split("\n", 1)
        assert float(head.split(",")[1]) == areas.loc[name, "area, graded curve"]
        assert (
            frame(rest)["interpolated"].tolist() == points.loc[points["run"] == name, "interpolated"].tolist()
        )
        assert scored[name, "GAP(g=0.2,0.3,0.5)"] == pytest.approx(areas.loc[name, "GAP"], abs=1e-12)
        assert scored[name, "AP(rel=2)"] == pytest.approx(areas.loc[name, "AP(h=2)"], abs=1e-12)


def test_user_models(folder: Path) -> None:
    pair = sorted(RUNS)[1:3]
    app = shown("models", g=["0.2,0.3,0.5"], ab=pair, alpha=["1,2,3"], sort=["xGAP"])
    swaps, ranks = table(app, "mean"), table(app, "mean rank").set_index("run")["mean rank"]
    blocks, (edges, near) = offered(app, folder)
    rows = list(csv.reader("\n".join(blocks).splitlines()))
    assert {row[0]: float(row[2]) for row in rows if row[1] == "mean rank"} == ranks.to_dict()
    told = [(row[0], *map(float, row[2:])) for row in rows if row[1] == "swap"]
    assert told == [tuple(row) for row in swaps.drop(columns="mean").itertuples(index=False)]
    commanded = [
        (row["measure"], *map(float, row["g"].split(",")), float(row["mean"]))
        for row in csv.DictReader(io.StringIO(edges))
    ]
    assert commanded == [tuple(row) for row in swaps.itertuples(index=False)]
    found = {row[0]: list(map(float, row[2:-1])) for row in rows if row[1] == "nearest"}
    for row in csv.DictReader(io.StringIO(near)):
        assert list(map(float, row["g"].split(","))) == found[row["measure"]]
    assert {row[0] for row in rows if row[1] == "share"} == {"GAP", "xGAP", "eGAP"}


def test_topics(folder: Path) -> None:
    pair = sorted(RUNS)[1:3]
    app = shown("topics", g=["0.2,0.3,0.5"], ab=pair, sort=["GAP"], topics=["run"])
    parts, offers = table(app, "adds to the mean").set_index("topic"), table(app, "RB1").set_index("topic")
    (separated, bases), (printed,) = offered(app, folder)
    found = frame(separated, 0)
    found.index = found.index.astype(str)
    for ours, theirs in (("A", "A"), ("B", "B"), ("adds", "adds to the mean")):
        assert found.loc[parts.index, ours].to_numpy() == pytest.approx(parts[theirs].to_numpy(), abs=1e-15)
    told = frame(bases, 0)
    told.index = told.index.astype(str)
    assert np.array_equal(told.loc[offers.index, "RB2"], offers["RB2"])
    scored = frame(printed).query("run == @pair[0] and topic != 'all'").set_index("topic")["value"]
    for topic, value in scored.items():
        assert value == pytest.approx(parts.loc[str(topic), "A"], abs=1e-12)


@pytest.mark.parametrize("module", ["correlation", "curves", "models", "topics"])
def test_a_bundled_collection_needs_no_files_and_one_run_is_enough(module: str, tmp_path: Path) -> None:
    app = page(module)
    blocks, commands = offered(app, tmp_path)
    assert all(blocks)
    assert not commands
    (tmp_path / "runs").mkdir()
    (tmp_path / "qrels").write_text(FOUR_GRADES)
    only = next(iter(RUNS.values()))
    (tmp_path / "runs" / "only").write_text(only)
    blocks, _ = offered(opened(module, uploaded(FOUR_GRADES, {"only": only})), tmp_path)
    assert all(blocks)
