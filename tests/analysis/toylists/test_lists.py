"""Toy lists as values: edits, texts, and many lists scored at once."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.analysis.toylists.lists import LONGEST, ToyList
from gapviz.analysis.toylists.profile import applicable, profile_lists, values
from gapviz.collection.errors import InputError
from gapviz.collection.grades import UNJUDGED
from gapviz.measures import MEASURES
from gapviz.measures.example import ranked_lists
from gapviz.measures.parse import measure
from gapviz.profile import profile
from tests.lists import random_topics
from tests.toys import toys

TOY = ToyList.parse("2.10u2x.02")


def test_edits_leave_the_list_itself_alone() -> None:
    edited = {
        "2.20u2x.02": TOY.step(0),
        "2.1uu2x.02": TOY.grade(1, UNJUDGED),
        "2.210ux.02": TOY.move(3, 0),
        "2.0u2x1.02": TOY.move(0, 4),
        "2.u012x.02": TOY.swap(0, 2),
        "2.10u2x1.02": TOY.add(1),
        "2.x10u2x.02": TOY.add(None, 0),
        "2.0u2x.02": TOY.remove(0),
        "2.0u2x.021": TOY.drop(0),
        "2.102x.02": TOY.drop(2),
        "2.10u2x2.0": TOY.retrieve(1),
        "2.210u2x.0": TOY.retrieve(1, 0),
        "2.10u2x.021": TOY.miss(1),
        "2.10u2x.2": TOY.lose(0),
        "1.10u1x.01": TOY.scale(1),
        "2.22100ux.": TOY.ideal,
    }
    assert {text: str(toy) for text, toy in edited.items()} == {text: text for text in edited}
    assert str(TOY) == "2.10u2x.02"


def test_a_grade_steps_through_all_kinds_of_documents_and_back() -> None:
    stepped = itertools.accumulate(range(6), lambda toy, _: toy.step(0), initial=ToyList(3, (0,)))
    assert [toy.ranked[0] for toy in stepped] == [0, 1, 2, 3, UNJUDGED, None, 0]


def test_counts_take_in_what_is_missing() -> None:
    assert TOY.counts == (2, 1, 2)


@given(toys())
def test_every_list_parses_back(toy: ToyList) -> None:
    assert ToyList.parse(str(toy)) == toy


@given(st.text(max_size=12))
def test_any_text_gives_a_list_or_an_input_error(text: str) -> None:
    try:
        toy = ToyList.parse(text)
    except InputError:
        return
    assert ToyList.parse(str(toy)) == toy


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2.13.", "toy list: expected grades from 0 to 2, found 3"),
        ("2.1.3", "toy list: expected grades from 0 to 2, found 3"),
        ("0.1.", "toy list: expected a text such as 3.31u22.10, found '0.1.'"),
        ("2.1-1.", "toy list: expected a text such as 3.31u22.10, found '2.1-1.'"),
        ("", "toy list: expected a text such as 3.31u22.10, found ''"),
        ("1." + "1" * (LONGEST + 1) + ".", "toy list: expected at most 1000 documents, found 1001"),
    ],
)
def test_error_is_one_sentence(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        ToyList.parse(text)
    assert str(caught.value) == message


def test_lists_score_as_a_collection_of_them_does() -> None:
    topics = random_topics(200, 3, seed=11)
    toys = [ToyList(3, topic.ranked, tuple(k for k in topic.missing if k >= 0)) for topic in topics]
    collection = ranked_lists([toy.ranked for toy in toys], missing=[toy.missing for toy in toys])
    counted, expected = profile_lists(toys), profile(collection)
    assert counted.pool.counts.tolist() == expected.pool.counts.tolist()
    assert counted.pool.unjudged.tolist() == expected.pool.unjudged.tolist()
    for row in MEASURES:
        if row.name == "subAP":  # what it draws hangs on the topic's id
            continue
        one = measure(row.example.replace("g=1/4,3/4", "g=1/5,2/5,2/5"))
        np.testing.assert_allclose(one(counted), one(expected), rtol=0, atol=1e-15, err_msg=row.name)


def test_a_list_keeps_its_scale_whatever_grades_it_has() -> None:
    assert values([measure("gP@1"), measure("eGAP(g=1/2,1/4,1/4)")], [ToyList(3, (1,))]).tolist() == [
        [1 / 3],
        [0.5],
    ]


def test_lists_of_two_scales_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected lists of one scale, found highest grades \[1, 2\]"):
        profile_lists([ToyList(1, (1,)), ToyList(2, (1,))])


def test_applicable() -> None:
    assert applicable(measure("GAP(g=1/2,1/2)"), 2)
    assert not applicable(measure("GAP(g=1/2,1/2)"), 3)
    assert not applicable(measure("AP(rel=3)"), 2)
    assert applicable(measure("ADM"), 2)


def test_build_3_1_2_2() -> None:
    """Witness: mathematics.md, section 2; the issue's browser test builds the same."""
    toy = ToyList(3).add(3).add(1).add(2).add(2)
    texts = [f"{name}(g=1/3,1/3,1/3)" for name in ("GAP", "xGAP", "eGAP")]
    scored = values([measure(text) for text in texts], [toy])[:, 0]
    assert scored.round(6).tolist() == [0.927083, 0.943287, 0.935185]
