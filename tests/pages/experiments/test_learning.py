"""The page Learning to rank, without a browser."""

from __future__ import annotations

import hashlib
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import gapviz
from gapviz.learning import Learning, learning, synthetic
from gapviz.pages.experiments import learning_data, learning_result
from gapviz.pages.parts import uploads
from gapviz.pages.parts.loading import Loading
from gapviz.pages.parts.uploads import Upload
from gapviz.pages.session.plans import LearningPlan
from gapviz.pages.session.state import State
from tests.pages.app import OWNER, page, press, run, text
from tests.pages.test_experiments import finished

LINK = "measures=AP|GAP(g=0.2,0.8);seed=3;data={};folds=2;rounds=2;sigma=1.0"
ROW = re.compile(r"^\| ([^|]*) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def last() -> Learning:
    *_, found = learning(synthetic(), ["AP", "GAP(g=0.2,0.8)"], sigma=1.0, folds=2, rounds=2, seed=3)
    return found


def linked(data: str = "synthetic", **more: Any) -> AppTest:
    return finished(page("learning", {"learning": [LINK.format(data)]}, **more), "learning")


def sent(content: str, groups: str = "") -> Upload:
    """Put features on the shelf of the tests' browser."""
    files = (("groups", groups.encode()),) if groups else ()
    upload = Upload("mine.txt", ("mine.txt", content.encode()), files)
    learning_data.shelf().put(hashlib.sha256(OWNER).hexdigest(), upload)
    return upload


def test_the_table_has_what_the_library_gives_with_the_best_in_bold(last: Learning) -> None:
    shown = next(element.value for element in linked().markdown if "trained for" in element.value)
    rows = ROW.findall(shown.replace("\\", ""))
    assert [row[0] for row in rows] == ["trained for", "---", *last.trained]
    means, levels = last.means(), last.levels()
    for k, (_, *cells) in enumerate(rows[2:]):
        for m, cell in enumerate(cells):
            assert cell.strip("*†") == f"{means[k, m]:.4f}"
            assert ("**" in cell) == (f"{means[k, m]:.4f}" == f"{means[:, m].max():.4f}")
            assert ("†" in cell) == bool(levels[k, m] < 0.05)


def test_the_held_out_rankings_open_as_the_collection_and_score_as_the_table_says(last: Learning) -> None:
    app = linked(owner=OWNER)
    press(app, "open rankers")
    state = app.session_state["memory"].state
    assert state.collection.startswith(uploads.PREFIX)
    assert state.learning.startswith("measures=AP|GAP(g=0.2,0.8);seed=3;")  # the plan is not the collection's
    upload = uploads.shelf().get(hashlib.sha256(OWNER).hexdigest(), state.collection)
    assert upload is not None
    collection = upload.load(Loading())
    assert collection.run_names == last.trained
    found = gapviz.scores(collection, last.tested)
    np.testing.assert_array_equal(found.values.transpose(1, 0, 2), last.values)


def test_features_of_this_browser_are_learned_from_with_a_g_for_their_grades() -> None:
    made = synthetic(topics=6, documents=240, seed=1)
    lines = [" ".join(f"{n}:{value!r}" for n, value in enumerate(row, 1)) for row in made.values.tolist()]
    grades = np.where(made.grades == 2, 3, made.grades)
    rows = [f"{grade} {line}\n" for grade, line in zip(grades.tolist(), lines, strict=True)]
    upload = sent("".join(rows), "\n".join(map(str, made.sizes.tolist())))
    app = page(
        "learning", {"learning": ["measures=AP;data=" + upload.key + ";folds=2;rounds=2"]}, owner=OWNER
    )
    app = finished(app, "learning")
    assert "mine.txt" in text(app)
    words = text(press(app, "in python"))
    assert "python -m gapviz learn mine.txt --groups groups --folds 2 --rounds 2" in words
    assert "read_features('mine.txt', 'groups')" in words
    measures = next(box for box in app.multiselect if "measures" in str(box.key))
    measures.set_value(["eGAP"])
    press(app, "start learning")
    asked = app.session_state["memory"].state.learning
    assert asked.startswith("measures=eGAP(g=0.1,0.1,0.8);")  # Strict, as everywhere for other grades
    finished(app, "learning")


def test_what_is_not_to_be_had_is_a_sentence() -> None:
    app = page("learning", {"learning": [LINK.format("upload/" + "0" * 64)]})
    assert "features: expected a set that is to be had here" in text(app).replace("\\", "")
    assert "start learning" not in [button.key for button in app.button]


def test_a_measure_that_does_not_fit_is_a_sentence() -> None:
    app = page("learning", {"learning": ["measures=P@10;data=synthetic;folds=2;rounds=2"]})
    assert "a measure to train for" in text(finished(app, "learning")).replace("\\", "")


def test_a_folder_of_the_server_is_looked_through(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "some.letor").write_text("".join(f"{i % 2} qid:{i // 8} 1:{i}\n" for i in range(48)))
    monkeypatch.setattr(sys, "argv", ["app.py", "--collections", str(tmp_path)])
    assert learning_data.features("server/some.letor").sizes.tolist() == [8] * 6
    assert learning_data.source("server/some.letor").load == "read_features('some.letor')"
    app = page("learning")
    options = app.selectbox(key=learning_data.CHOSEN).options
    assert options == ["OHSUMED likeness (synthetic)", "some.letor"]


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    app = page("learning")
    assert "Learning needs lightgbm, not installed here" in text(app)
    assert 'pip install "gapviz[learning]"' in text(app)
    assert "start learning" not in [button.key for button in app.button]
    monkeypatch.undo()
    assert "start learning" in [button.key for button in run(app).button]


def test_lines_for_python_run_as_they_are(last: Learning, capsys: pytest.CaptureFixture[str]) -> None:
    plan = LearningPlan(("AP", "GAP(g=0.2,0.8)"), 3, folds=2, rounds=2, sigma=1.0)
    exec(learning_result.python(State(), plan, learning_data.source(plan.data)), {})
    expected = last.frame().to_csv(index=False)
    assert capsys.readouterr().out == expected + "\n"
