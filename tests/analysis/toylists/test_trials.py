"""The random experiments converge on the formulas, and tell their steps."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest

from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.analysis.toylists.trials import Kind, Trials, trials
from gapviz.collection.errors import InputError
from gapviz.measures.parse import measure

LISTS = ["3.3122.", "3.10320x2.1103", "2.00012.111111111", "3.1x1.2", "3.2.", "3.0x0.123"]
MODELS = [(1 / 3, 1 / 3, 1 / 3), (0.0, 0.1, 0.9), (0.0, 1.0, 0.0)]


@pytest.mark.parametrize("kind", ["GAP", "xGAP", "eGAP"])
@pytest.mark.parametrize("text", LISTS)
@pytest.mark.parametrize("g", MODELS, ids=str)
def test_the_mean_tends_to_the_formula(kind: Kind, text: str, g: tuple[float, ...]) -> None:
    """Witness: the formula, whose value the papers prove to be the expectation."""
    toy = ToyList.parse(text)
    model = g if toy.c == 3 else (g[0], 1 - g[0])
    value = values([measure(f"{kind}(g={','.join(map(repr, model))})")], [toy]).item()
    found = trials(kind, toy, 20_000, seed=1, g=model)
    assert abs(found.mean - value) <= 4.5 * np.sqrt(value * (1 - value) / len(found)) + 1e-12


@pytest.mark.parametrize("text", [*LISTS, "3.1u2xu10u3.2", "2.uu1xx2.11"])
@pytest.mark.parametrize("rel", [1, 2])
def test_the_mean_of_the_infap_experiment(text: str, rel: int) -> None:
    toy = ToyList.parse(text)
    value = values([measure(f"infAP(rel={rel})")], [toy]).item()
    found = trials("infAP", toy, 20_000, seed=1, rel=rel)
    spread = np.sqrt(max(value * (1 - value), 0.0) / len(found))
    assert abs(found.mean - value) <= 4.5 * spread + 1e-4, "the smoothing is 0.00001"


def test_equal_seeds_give_equal_trials() -> None:
    toy = ToyList.parse("3.3122.1")
    one, same, other = (trials("xGAP", toy, 500, seed=seed, g=MODELS[0]) for seed in (1, 1, 2))
    assert (one.first_ranks == same.first_ranks).all()
    assert (one.outcomes == same.outcomes).all()
    assert (one.second_ranks != other.second_ranks).any()


@pytest.mark.parametrize("kind", get_args(Kind))
def test_steps_fit_together(kind: Kind) -> None:
    toy = ToyList.parse("3.1u2xu10u3.2")
    found = trials(kind, toy, 3000, seed=3, g=() if kind == "infAP" else MODELS[0])
    listed = found.first_ranks > 0
    assert (found.second_ranks[listed] >= 1).all()
    assert (found.second_ranks <= found.first_ranks).all()
    assert not found.outcomes[~listed].any()
    grades = np.array([0, *(max(0, grade or 0) for grade in toy.ranked)])
    assert (grades[found.first_ranks[listed]] == found.first_grades[listed]).all()
    if kind == "infAP":
        return
    assert (found.last_thresholds[listed] <= found.first_grades[listed]).all()
    judged = grades[found.second_ranks] >= found.last_thresholds
    assert (found.outcomes == (judged & listed)).all()
    if kind == "eGAP":
        assert (found.first_thresholds == found.last_thresholds).all()


def story(kind: Kind, toy: ToyList, wanted: bool, **options: object) -> tuple[str, ...]:
    found = trials(kind, toy, 200, seed=1, **options)  # type: ignore[arg-type]
    return found.story(int(np.argmax((found.first_ranks > 0) == wanted)))


def test_the_story_has_the_papers_steps() -> None:
    toy, g = ToyList.parse("2.2.1"), (0.5, 0.5)
    found = trials("eGAP", toy, 200, seed=1, g=g)
    trial = int(np.argmax(found.first_thresholds == 2))
    assert found.story(trial) == (
        "Select a user: the threshold is 2.",
        "Select a document relevant to this user: a document of grade 2, at rank 1.",
        "Select a rank from 1 to 1: rank 1, a document of grade 2.",
        "The same user, with threshold 2, judges it: the outcome is 1.",
    )
    assert len(story("GAP", toy, True, g=g)) == 3
    assert len(story("xGAP", toy, True, g=g)) == 3
    assert len(story("infAP", toy, True)) == 3
    assert story("GAP", toy, False, g=g) == (
        "Select a document that is relevant to a user: a document of grade 1, which was not retrieved.",
        "There is no rank at or above it: the outcome is 0.",
    )


def test_the_story_where_nothing_is_relevant() -> None:
    toy = ToyList.parse("2.1x.1")
    assert story("eGAP", toy, False, g=(0.0, 1.0)) == (
        "Select a user: the threshold is 2.",
        "No document is relevant to a user with threshold 2: the outcome is 0.",
    )
    assert story("GAP", toy, False, g=(0.0, 1.0)) == ("Nothing is relevant: the outcome is 0.",)


def test_running_means() -> None:
    found = trials("eGAP", ToyList.parse("2.12.1"), 1000, seed=1, g=(0.5, 0.5))
    means, errors = found.running(np.array([1, 10, 1000]))
    assert np.isnan(errors[0])
    assert means[1] == found.outcomes[:10].mean()
    assert errors[1] == pytest.approx(found.outcomes[:10].std(ddof=1) / np.sqrt(10), abs=1e-15)
    assert (means[2], errors[2]) == (pytest.approx(found.mean), pytest.approx(found.standard_error))


@pytest.mark.parametrize(
    ("kind", "number", "g", "rel", "message"),
    [
        ("AP", 1, (1, 0), 1, "experiment: expected one of GAP, xGAP, eGAP, infAP, found 'AP'"),
        ("GAP", 0, (1, 0), 1, "experiment: expected 1 to 1000000 trials, found 0"),
        ("GAP", 1, (1,), 1, "g: expected 2 threshold probabilities (grades go to 2), found 1"),
        ("infAP", 1, (), 3, "rel: expected rel from 1 to 2 (grades go to 2), found 3"),
    ],
)
def test_what_cannot_be_run(kind: Kind, number: int, g: tuple[float, ...], rel: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        trials(kind, ToyList.parse("2.1."), number, seed=1, g=g, rel=rel)
    assert str(caught.value) == message


def test_an_empty_list_has_outcome_0() -> None:
    for kind in get_args(Kind):
        found: Trials = trials(kind, ToyList(2), 10, seed=1, g=(0.5, 0.5))
        assert not found.outcomes.any()
        assert found.story(0)
