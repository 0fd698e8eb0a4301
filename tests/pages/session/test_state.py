from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.pages.session.address import from_query, to_query
from gapviz.pages.session.readers import MOST_BESIDE, MOST_COMPARED
from gapviz.pages.session.state import FIELDS, State, fit

names = st.text(min_size=1, max_size=20)


@st.composite
def shares(draw: st.DrawFn) -> tuple[float, ...]:
    parts = draw(st.lists(st.integers(0, 100), min_size=1, max_size=6).filter(any))
    return tuple(part / sum(parts) for part in parts)


@st.composite
def states(draw: st.DrawFn) -> State:
    choices: dict[str, Any] = {
        name: draw(st.sampled_from(one.choices)) for name, one in FIELDS.items() if one.choices
    }
    return State(
        collection=draw(names),
        fingerprint=draw(st.sampled_from(["", "0123456789ab"])),
        g=draw(shares()),
        pinned=draw(st.one_of(st.just(()), shares())),
        locked=tuple(sorted(draw(st.sets(st.integers(0, 5))))),
        depth=draw(st.sampled_from(["", "1", "1000"])),
        grades=draw(st.sampled_from(["", "-2:0,4:3", "-1:unjudged", "negative:not relevant", "consecutive"])),
        selected=tuple(draw(st.lists(names, max_size=8, unique=True))),
        topic=draw(st.one_of(st.just(""), names)),
        **choices,
    )


@given(states())
def test_a_link_restores_the_view(state: State) -> None:
    assert from_query(to_query(state)) == (state, ())


def test_the_first_view_has_a_bare_address() -> None:
    assert to_query(State()) == {}
    assert to_query(State(fingerprint="0123456789ab")) == {}


def test_every_field_has_its_own_parameter() -> None:
    assert set(FIELDS) == set(State.__dataclass_fields__)
    assert len({one.parameter for one in FIELDS.values()}) == len(FIELDS)


@pytest.mark.parametrize(
    ("parameter", "value", "sentence"),
    [
        ("g", "x", "The link has g=x: expected numbers with commas between them."),
        ("g", "nan,1", "The link has g=nan,1: expected probabilities from 0 to 1, found nan, 1."),
        ("g", "-1,2", "The link has g=-1,2: expected probabilities from 0 to 1, found -1, 2."),
        ("g", "0,0", "The link has g=0,0: expected probabilities that sum to 1, found 0, 0 with sum 0."),
        ("sort", "nDCG", "The link has sort=nDCG: expected one of AP, GAP, xGAP, eGAP."),
        ("ties", "random", "The link has ties=random: expected one of trec_eval, trec_eval9, rank, file."),
        ("depth", "0", "The link has depth=0: expected a depth from 1 to 1000000."),
        ("depth", "9" * 500, f"The link has depth={'9' * 60}: expected a depth from 1 to 1000000."),
        ("depth", "10000000012", "The link has depth=10000000012: expected a depth from 1 to 1000000."),
        ("lock", "1,a", "The link has lock=1,a: expected positions with commas between them."),
        (
            "grades",
            "2",
            "The link has grades=2: expected raw:grade pairs such as -2:0,4:3 or -1:unjudged.",
        ),
    ],
)
def test_a_value_that_cannot_be_used_is_said_and_dropped(parameter: str, value: str, sentence: str) -> None:
    state, notes = from_query({parameter: [value], "topic": ["7"]})
    assert state == State(topic="7")
    assert notes == (sentence,)


@pytest.mark.parametrize(("parameter", "most"), [("with", MOST_BESIDE), ("m", MOST_COMPARED)])
def test_a_parameter_that_is_repeated_without_end_is_said_and_dropped(parameter: str, most: int) -> None:
    texts = [f"P@{n}" for n in range(1, most + 2)]
    assert from_query({parameter: texts[:most]})[1] == ()
    state, (note,) = from_query({parameter: texts})
    assert state == State()
    assert note.endswith(f": expected at most {most} measures, found {most + 1}.")


def test_zeros_before_a_depth_change_nothing() -> None:
    assert from_query({"depth": ["0000000012"]}) == (State(depth="12"), ())


def test_unknown_parameters_are_nobodys_business() -> None:
    assert from_query({"utm": ["x"], "embed": ["true"], "g": []}) == (State(), ())


def test_one_grade_has_one_user_model() -> None:
    assert fit(State(), 1)[0].g == (1.0,)


def test_what_does_not_fit_the_grades_is_said() -> None:
    state, notes = fit(State(g=(0.5, 0.5), pinned=(0.1, 0.9), against="pinned", locked=(0, 2)), 1)
    assert state == State(g=(1.0,), locked=(0,))
    assert notes == (
        "g was chosen for grades to 2; these grades go to 1, so the preset only g_1 is in force.",
    )
