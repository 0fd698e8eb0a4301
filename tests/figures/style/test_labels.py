from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gapviz.figures.style.labels import spread

places = st.lists(st.floats(0, 400), max_size=20)


@given(places)
def test_labels_are_apart_inside_and_in_order(wanted: list[float]) -> None:
    placed = spread(wanted, gap=15, low=0, high=400)
    ordered = placed[np.argsort(wanted, kind="stable")]
    assert np.all(np.diff(ordered) >= 15 - 1e-6)
    assert ((placed >= -1e-9) & (placed <= 400 + 1e-9)).all()


def test_labels_that_do_not_collide_stay() -> None:
    assert spread([10.0, 100.0, 50.0], gap=15, low=0, high=400).tolist() == [10.0, 100.0, 50.0]


def test_more_labels_than_room_share_it() -> None:
    assert spread([5.0] * 5, gap=15, low=0, high=40).tolist() == [0, 10, 20, 30, 40]
