"""The tiles: the browser's edits beside those of Python, and what reports count."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gapviz.analysis.toylists.lists import ToyList
from gapviz.pages.toylists.tiles import tiles
from tests.web.test_modules import node

HERE = Path(__file__).parent


def test_units() -> None:
    node("--test", *sorted(HERE.glob("*.test.mjs")))


def test_script_is_one_valid_module(tmp_path: Path) -> None:
    whole = tmp_path / "tiles.mjs"
    whole.write_text(tiles.script(), encoding="utf-8")
    node("--check", whole)  # two equal names at the top level would be an error
    assert not re.search(r"^(import|export (?!default))", tiles.script(), re.MULTILINE)
    assert len(tiles.script().splitlines()) > 1


def test_no_markup_is_made_from_text() -> None:
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", tiles.script())


def random_edits(number: int) -> list[list[Any]]:
    """Random lists with an edit that each allows."""
    draw, found = np.random.default_rng(5), []
    for _ in range(number):
        c = int(draw.integers(1, 5))
        signs = [*map(str, range(c + 1)), "u", "x"]
        ranked = "".join(draw.choice(signs, draw.integers(1, 7)))
        missing = "".join(draw.choice(signs[: c + 1], draw.integers(1, 4)))
        place, to = (int(draw.integers(0, len(ranked))) for _ in range(2))
        lost = int(draw.integers(0, len(missing)))
        edits: list[list[Any]] = [
            ["step", place], ["grade", place, str(draw.choice(signs))], ["move", place, to],
            ["add", str(draw.choice(signs)), place], ["remove", place], ["drop", place],
            ["retrieve", lost, place], ["miss", signs[1]], ["lose", lost],
        ]  # fmt: skip
        found += [[f"{c}.{ranked}.{missing}", *edit] for edit in edits]
    return found


def in_python(text: str, edit: str, *values: Any) -> str:
    """Do an edit with `ToyList`; signs become grades."""

    def grade(sign: Any) -> Any:
        return ToyList.parse(f"9.{sign}.").ranked[0] if isinstance(sign, str) else sign

    return str(getattr(ToyList.parse(text), edit)(*map(grade, values)))


def test_every_edit_is_that_of_python(tmp_path: Path) -> None:
    node("--version")
    cases = random_edits(200)
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    done = subprocess.run(
        [str(shutil.which("node")), HERE / "parity.mjs", file], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [in_python(*case) for case in cases]


def test_steps_are_told_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = ({"rev": 1, "text": f"2.{k}20.", "words": str(k)} for k in (0, 1))
    crossed = {"rev": 0, "text": "2.2.", "words": ""}
    hand = {"session": "one", "done": 4, "steps": [first, {"act": "undo"}, crossed, second]}
    seed = {"session": "one", "rev": 1, "text": "2.220.", "seen": 1}
    monkeypatch.setattr("streamlit.session_state", {"key": {"hand": hand}, "key.seed": seed})
    edit = tiles.Edit(ToyList.parse("2.120."), "1")
    assert list(tiles.steps("key")) == ["undo", edit]
    assert list(tiles.steps("key")) == []
    assert tiles._seed("key", "2.120.")["rev"] == 1  # what the hand did is not sent back
    assert tiles._seed("key", "2.220.")["rev"] == 2
    hand.update(done=5, steps=[{"act": "redo"}])
    assert list(tiles.steps("key")) == ["redo"]
    hand.update(session="two", done=6)  # of the server before this one
    assert list(tiles.steps("key")) == []


def test_a_report_that_crossed_a_change_by_python_counts_for_nothing() -> None:
    report = {"rev": 1, "text": "2.120.", "words": "rank 1, grade 0 → 1"}
    edit = tiles._read(report, {"rev": 1})
    assert edit == tiles.Edit(ToyList.parse("2.120."), "rank 1, grade 0 → 1")
    assert tiles._read(report, {"rev": 2}) is None
    assert tiles._read({**report, "text": "<b>"}, {"rev": 1}) is None
    assert tiles._read(None, {"rev": 1}) is None
