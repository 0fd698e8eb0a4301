"""A link that names what is not here: one sentence for each value, and the page as without it."""

from __future__ import annotations

import pytest

from tests.pages.app import opened, page, run, text, uploaded
from tests.pages.charts import FIRST, QRELS, SECOND

SENTENCES = {
    "run": (["x"], "Not in this collection, so not selected: x."),
    "ab": (["a", "x"], "Not in this collection, so not compared: x."),
    "topic": (["x"], "Not in this collection, so not the selected topic: x."),
    "set": (
        ["x"],
        "No set of topics is called x here, so all topics are taken; "
        "there are all, few highly relevant, own.",
    ),
    "of": (["1", "x", "y"], "Not in this collection, so not in the own set: x, y."),
    "pin": (["0.2,0.3,0.5"], "The pinned g is for grades to 3; these go to 2, so nothing is pinned."),
    "vs": (["pinned"], "No g is pinned, so rank changes are counted from AP."),
    "lock": (["0,4"], "These grades go to 2, so not locked: g5."),
    "slice": (["1,2,9"], "A slice needs more than three grades, so that of the link is not taken."),
    "alpha": (["1,1,1"], "The Dirichlet distribution has 2 parameters here, not 3, so all are 1."),
    "cell": (["AP"], "The link has cell=AP: expected two measures."),
}


@pytest.mark.parametrize("parameter", SENTENCES)
def test_what_is_not_here_is_said_in_one_sentence(parameter: str) -> None:
    values, sentence = SENTENCES[parameter]
    app = opened("correlation", uploaded(QRELS, {"a": FIRST, "b": SECOND}), {parameter: values})
    assert [warning.value.replace("\\", "") for warning in app.warning] == [sentence]


def test_a_cell_of_other_measures_is_said_where_the_cells_are() -> None:
    app = page("correlation", {"m": ["AP", "nDCG"], "cell": ["AP", "P@7"]})
    assert [warning.value.replace("\\", "") for warning in app.warning] == [
        "Not among the measures, so another cell is marked: P@7."
    ]
    app.multiselect(key="compared").set_value(["AP"])
    assert not run(app).warning


@pytest.mark.parametrize("parameter", ["run", "ab", "topic", "set", "of", "cell", "m", "in", "g", "sort"])
def test_long_values_are_cut(parameter: str) -> None:
    names = [letter * 10_000 for letter in "xyz"[: 2 if parameter == "cell" else 3]]
    app = page("correlation", {parameter: names})
    assert app.warning
    assert max(len(warning.value) for warning in app.warning) < 700
    assert "x" * 500 not in text(app)


def test_many_names_are_counted() -> None:
    app = page("topics", {"run": [f"x{n}" for n in range(100)]})
    assert app.warning[0].value.endswith("x0, x1, x2, x3, x4 and 95 more\\.")


def test_what_fits_and_what_was_changed_since_needs_no_word() -> None:
    link = {"topic": ["1"], "set": ["own"], "of": ["1"], "ab": ["b", "a"], "run": ["a"], "pin": ["0.5,0.5"]}
    assert not opened("topics", uploaded(QRELS, {"a": FIRST, "b": SECOND}), link).warning
    app = opened("curves", uploaded(QRELS, {"a": FIRST, "b": SECOND}), {"topic": ["x"]})
    assert app.warning
    app.selectbox(key="one topic").set_value("1")
    assert not run(app).warning
