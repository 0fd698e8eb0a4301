"""Rankings."""

from __future__ import annotations

import numpy as np

from gapviz.analysis.rankings.ranks import rank_changes, ranks


def test_equal_means_by_name_on_every_row() -> None:
    means = np.array([[0.1, 0.3, 0.1, 0.2], [0.0, 0.0, 0.0, 0.0]])
    found = ranks(means, ["d", "c", "a", "b"])
    assert found.tolist() == [[4, 1, 3, 2], [4, 3, 1, 2]]
    assert found.dtype == np.int64
    assert ranks(means[0], ["d", "c", "a", "b"]).tolist() == [4, 1, 3, 2]


def test_no_runs() -> None:
    assert ranks(np.empty((3, 0)), []).shape == (3, 0)


def test_a_climb_is_positive() -> None:
    assert rank_changes(np.array([1, 3]), np.array([4, 2])).tolist() == [3, -1]
