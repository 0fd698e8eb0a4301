"""The user model."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz import users
from gapviz.collection.errors import InputError


@pytest.mark.parametrize(
    ("g", "message"),
    [
        ([], "g: expected a list of probabilities, found []"),
        ([[0.5, 0.5]], "g: expected a list of probabilities, found [[0.5, 0.5]]"),
        (["a", "b"], "g: expected a list of probabilities, found ['a', 'b']"),
        (
            [0.1, 0.900000002],
            "g: expected probabilities that sum to 1, found 0.1, 0.900000002 with sum 1.000000002",
        ),
        ([0.5, 0.4], "g: expected probabilities that sum to 1, found 0.5, 0.4 with sum 0.9"),
        ([1.5, -0.5], "g: expected probabilities from 0 to 1, found 1.5, -0.5"),
        ([math.nan, 1.0], "g: expected probabilities from 0 to 1, found nan, 1"),
    ],
)
def test_what_is_no_distribution(g: list[float], message: str) -> None:
    with pytest.raises(InputError) as caught:
        users.validate(g)
    assert str(caught.value) == message


def test_wrong_number_of_thresholds() -> None:
    with pytest.raises(InputError) as caught:
        users.validate([0.5, 0.5], c=3)
    assert str(caught.value) == "g: expected 3 threshold probabilities (grades go to 3), found 2"


@pytest.mark.parametrize("c", range(1, 7))
def test_presets_are_distributions(c: int) -> None:
    named = users.presets(c)
    assert len(named) == (1 if c == 1 else c + 3)
    for g in named.values():
        users.validate(g, c=c)
    assert named[f"only g_{c}"][-1] == 1.0


distributions = (
    st.lists(st.integers(0, 20), min_size=1, max_size=6)
    .filter(any)
    .map(lambda parts: np.array(parts, dtype=np.float64) / sum(parts))
)


@given(distributions, st.data())
def test_a_move_keeps_the_sum_and_what_is_locked(g: np.ndarray, data: st.DataObject) -> None:
    c = g.size
    index = data.draw(st.integers(0, c - 1))
    others = [h for h in range(c) if h != index]
    locked = [h for h in others if data.draw(st.booleans())]
    value = data.draw(st.floats(0, 1))
    moved = users.move(g, index, value, locked=locked)
    users.validate(moved, c=c)
    assert moved[locked].tolist() == g[locked].tolist()
    free = [h for h in others if h not in locked]
    if free:
        assert moved[index] == pytest.approx(min(value, 1 - g[locked].sum()), abs=1e-12)
        # The others keep their proportions: cross products are equal.
        np.testing.assert_allclose(np.outer(moved[free], g[free]), np.outer(g[free], moved[free]), atol=1e-12)
    else:
        assert moved.tolist() == g.tolist()


def test_others_that_are_all_zero_share_equally() -> None:
    assert users.move(np.array([1.0, 0.0, 0.0]), 0, 0.5).tolist() == [0.5, 0.25, 0.25]


@pytest.mark.parametrize(
    ("c", "steps", "points"), [(1, 4, 1), (2, 10, 11), (3, 5, 21), (3, 100, 5151), (4, 5, 56)]
)
def test_grid_has_every_model_once(c: int, steps: int, points: int) -> None:
    """Witness: the number of ways to share steps among c thresholds; 21 is the paper's Table 3."""
    grid = users.simplex_grid(c, steps)
    assert grid.shape == (points, c)
    assert len({tuple(row) for row in grid.tolist()}) == points
    assert grid.tolist() == sorted(grid.tolist())
    for g in grid:
        users.validate(g, c=c)


def test_too_fine_a_grid() -> None:
    with pytest.raises(InputError) as caught:
        users.simplex_grid(10, 30)
    assert str(caught.value) == (
        "grid: expected 1 to 200000 user models, which larger steps or fewer grades give, "
        "found 211915132 for 10 thresholds"
    )


def test_corners_of_what_is_no_slice() -> None:
    with pytest.raises(InputError) as caught:
        users.corners(4, (1, 2, 5))
    assert str(caught.value) == "slice: expected different thresholds from 1 to 4, found [1, 2, 5]"
    with pytest.raises(InputError) as caught:
        users.corners(4, (1, 2), {3: 0.6, 4: 0.4})
    assert str(caught.value).startswith("slice: expected fixed probabilities that leave something to share")
