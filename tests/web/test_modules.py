"""The browser's modules: their own tests, and their numbers beside Python's."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gapviz
from gapviz import users
from gapviz.analysis.rankings.equality import places
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.rankings.scores import Topics, by_id
from gapviz.analysis.rankings.tau import tau_matrix
from gapviz.analysis.users.ceilings import ceilings
from gapviz.arrays import FloatArray
from gapviz.collection.model import Collection
from gapviz.profile import Profile
from gapviz.web import data, scripts
from tests.budget import budget
from tests.real import real_collection
from tests.shared import likeness
from tests.tied import Lists

HERE = Path(__file__).parent
SCRIPT = scripts.together(*scripts.LIVE)
OLDEST_NODE = (20, 19)  # reads a .js file as a module without being told


def node(*arguments: str | Path) -> None:
    program = shutil.which("node")
    if program is None:
        pytest.skip("node is not installed")
    found = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if tuple(map(int, re.findall(r"\d+", found)[:2])) < OLDEST_NODE:
        pytest.skip(f"node {'.'.join(map(str, OLDEST_NODE))} or later is needed, found {found.strip()}")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_units() -> None:
    node("--test", *sorted(HERE.glob("*.test.mjs")))


def test_script_is_one_valid_module(tmp_path: Path) -> None:
    whole = tmp_path / "live.mjs"
    whole.write_text(SCRIPT, encoding="utf-8")
    node("--check", whole)  # two equal names at the top level would be an error
    assert not re.search(r"^(import|export (?!default))", SCRIPT, re.MULTILINE)


def test_every_module_follows_those_that_it_imports() -> None:
    known = {f"./{name}" for name in scripts.SHARED}
    for name in scripts.LIVE:
        text = scripts.asset(name)
        assert set(re.findall(r'^import \{.*\} from "(.*)";$', text, re.MULTILINE)) <= known
        known.add(f"./{name}")


def test_no_markup_is_made_from_text() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", SCRIPT)


@pytest.mark.parametrize(
    ("source", "topics"),
    [
        ("TREC 21", "judged"),
        ("TREC 21", "run"),
        ("trec-covid-round1", "judged"),
        ("clef-ehealth-2013", "run"),
    ],
)
def test_numbers_equal_pythons_for_200_random_g(source: str, topics: Topics, tmp_path: Path) -> None:
    profile = gapviz.profile(opened(source))
    draw = np.random.default_rng(3)
    gs = draw.dirichlet(np.ones(profile.c), budget(200, 400))
    gs[:40] *= draw.random((40, profile.c)) < 0.5  # zeros in g, down to a single threshold
    gs[:40][gs[:40].sum(axis=1) == 0, 0] = 1.0
    gs /= gs.sum(axis=1, keepdims=True)
    compare(profile, gs, topics, tmp_path)


def test_runs_with_equal_means_are_equal_in_the_browser_too(tmp_path: Path) -> None:
    """Sixty runs of short lists: many means that are equal as fractions differ in their last bits."""
    profile = gapviz.profile(Lists(5, runs=60).load(list("dcba"), [f"run{i}" for i in range(60)], range(60)))
    split = 0
    for view in compare(profile, users.simplex_grid(2, 10), "judged", tmp_path):
        means = np.array(view["means"])
        split += sum(len(set(row)) for row in means.tolist()) - int((places(means).max(axis=1) + 1).sum())
    assert split > 50


def compare(profile: Profile, gs: FloatArray, topics: Topics, folder: Path) -> list[dict[str, Any]]:
    """Hold the browser's numbers at each g against Python's; return the views."""
    if not shutil.which("node"):
        pytest.skip("node is not installed")
    N, T = profile.shape
    first = gapviz.scores(profile, ["AP(rel=1)"], topics=topics)
    tables = data.tables(profile, first.counted)
    for name, values in tables.items():
        (folder / name).write_bytes(values.tobytes())
    given = {
        "place": data.places(profile.runs),
        "reach": data.reach(profile.pool.recall_bases, first.counted),
        "shape": (N, T, profile.c),
        "gs": gs.tolist(),
    }
    (folder / "input.json").write_text(json.dumps(given), encoding="utf-8")
    node(HERE / "parity.mjs", folder)

    added = by_id(profile.topics)
    values = np.fromfile(folder / "values").reshape(len(gs), N, 4, T).swapaxes(1, 2)
    views: list[dict[str, Any]] = json.loads((folder / "views.json").read_text(encoding="utf-8"))
    for g, per_topic, view in zip(gs, values, views, strict=True):
        text = ",".join(map(repr, g.tolist()))
        family = ["AP(rel=1)", *(f"{name}(g={text})" for name in ("GAP", "xGAP", "eGAP"))]
        scores = gapviz.scores(profile, family, topics=topics)
        np.testing.assert_allclose(per_topic, scores.values[:, :, added], rtol=0, atol=1e-12)
        np.testing.assert_allclose(view["means"], scores.means(), rtol=0, atol=1e-12)
        np.testing.assert_array_equal(view["rank"], ranks(scores.means(), profile.runs))
        tau = np.array(view["tau"], dtype=np.float64)  # null, undefined, becomes NaN
        np.testing.assert_allclose(tau, tau_matrix(scores.means()), rtol=0, atol=1e-12)
        tops = ceilings(profile.pool.counts, g, counted=np.asarray(first.counted.any(axis=0)))
        np.testing.assert_allclose(view["tops"], tops, rtol=0, atol=1e-12)
    return views


def opened(source: str) -> Collection:
    return likeness(source) if source.startswith("TREC") else real_collection(source)
