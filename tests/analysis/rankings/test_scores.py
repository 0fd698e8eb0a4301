"""The conventions of means."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import gapviz
from gapviz.analysis.rankings.scores import Empty, Scores, Topics, scores
from gapviz.collection.errors import InputError
from gapviz.collection.model import Collection, Run
from gapviz.measures.example import ranked_lists
from gapviz.profile import profile


def collection() -> Collection:
    """Four topics: P@1 is 1, 0, 0 (the run lacks it), 0 (nothing relevant); and a run with nothing at all."""
    one = ranked_lists([(1, 0), (0, 1), (), (0,)], missing=[(), (), (1,), ()])
    nothing = Run("nothing", np.zeros(5, np.int64), np.empty(0, np.int32))
    return one.with_runs([*one.runs, nothing])


@pytest.mark.parametrize(
    ("topics", "empty", "mean"),
    [
        ("judged", "zero", 1 / 4),
        ("judged", "omit", 1 / 3),
        ("run", "zero", 1 / 3),
        ("run", "omit", 1 / 2),
    ],
)
def test_what_a_mean_is_over(topics: Topics, empty: Empty, mean: float) -> None:
    found = scores(collection(), ["P@1"], topics=topics, empty=empty)
    assert found.means().tolist() == [[pytest.approx(mean), 0.0]]


def test_never_a_nan() -> None:
    # Judged@10 of the third topic is the one value that is not 0: a document there is judged.
    everything = [
        row.example for row in gapviz.measures.MEASURES if "GAP" not in row.name and row.name != "Judged"
    ]
    lists = ranked_lists([(), (None, None), (0,)], missing=[(), (0,), ()])
    for topics in ("judged", "run"):
        for empty in ("zero", "omit"):
            found = scores(
                lists, [*everything, "GAP(g=1)", "xGAP(g=1)", "eGAP(g=1)"], topics=topics, empty=empty
            )
            assert not found.values.any()
            assert not found.means().any()
            judged = scores(lists, ["Judged@10"], topics=topics, empty=empty)
            assert not np.isnan(judged.values).any()
            assert not np.isnan(judged.means()).any()
    assert scores(lists.with_runs([]), everything).means().shape == (len(everything), 0)


def test_a_profile_gives_the_same_as_its_collection() -> None:
    one = scores(collection(), ["AP", "nDCG"])
    np.testing.assert_array_equal(one.values, scores(profile(collection()), ["AP", "nDCG"]).values)


def test_measures_are_values_or_texts() -> None:
    found = scores(collection(), [gapviz.measure("AP"), "P@1"])
    assert [str(one) for one in found.measures] == ["AP", "P@1"]


def test_unknown_convention() -> None:
    with pytest.raises(InputError) as caught:
        scores(collection(), ["AP"], topics="all")  # type: ignore[arg-type]
    assert str(caught.value) == "topics: expected one of judged, run, found 'all'"


@pytest.mark.parametrize(
    ("data", "measures", "text"),
    [
        ({"1": {}}, ["AP"], "profile: expected a collection, such as gapviz.load gives, found {'1': {}}"),
        (collection(), "AP", "measures: expected a list of measures, found 'AP'"),
        (collection(), 5, "measures: expected a list of measures, found 5"),
        (collection(), [5], "measure: expected a measure as text, such as nDCG@10, found 5"),
    ],
)
def test_other_types_are_one_sentence(data: Any, measures: Any, text: str) -> None:
    with pytest.raises(InputError) as caught:
        scores(data, measures)
    assert str(caught.value) == text


def test_a_topic_named_as_the_mean_has_no_rows() -> None:
    one = collection()
    judgements = dataclasses.replace(one.judgements, topics=("1", "2", "3", "all"))
    found = scores(dataclasses.replace(one, judgements=judgements), ["AP"])
    assert found.frame()["topic"].tolist() == ["all", "all"]
    with pytest.raises(InputError, match="no topic named 'all'"):
        found.frame(per_topic=True)


def rows(found: Scores, *, per_topic: bool) -> list[tuple[object, ...]]:
    frame = found.frame(per_topic=per_topic)
    assert list(frame.columns) == ["run", "topic", "measure", "value"]
    return list(frame.itertuples(index=False, name=None))


def test_frame() -> None:
    found = scores(collection(), ["P@1", "Recall@2"], topics="run")
    assert rows(found, per_topic=False) == [
        ("run", "all", "P@1", pytest.approx(1 / 3)),
        ("run", "all", "Recall@2", pytest.approx(2 / 3)),
        ("nothing", "all", "P@1", 0.0),
        ("nothing", "all", "Recall@2", 0.0),
    ]
    assert rows(found, per_topic=True)[:5] == [
        ("run", "1", "P@1", 1.0),
        ("run", "2", "P@1", 0.0),
        ("run", "4", "P@1", 0.0),
        ("run", "all", "P@1", pytest.approx(1 / 3)),
        ("run", "1", "Recall@2", 1.0),
    ]
