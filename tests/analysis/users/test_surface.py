"""A triangle of user models in parts."""

from __future__ import annotations

import numpy as np
import pytest

from gapviz import users
from gapviz.analysis.users.family import GRADED, Family, Graded, family
from gapviz.analysis.users.surface import cells, equal_line, patches, shares_of
from gapviz.analysis.users.swaps import edge_swaps
from gapviz.analysis.users.winners import area, regions, winners
from tests.real import real_profile


def clef() -> Family:
    profile = real_profile("clef-ehealth-2013")
    return family(profile, np.ones(profile.shape, dtype=bool))


def test_cells_tile_the_triangle() -> None:
    for steps in (1, 2, 7):
        found = cells(steps)
        assert found.sum(axis=2) == pytest.approx(1.0)
        assert (found >= 0).all()
        assert [area(cell) for cell in found] == pytest.approx([1 / steps**2] * steps**2)
        assert len(np.unique(found.mean(axis=1).round(9), axis=0)) == steps**2


@pytest.mark.parametrize("measure", GRADED)
def test_patches_against_a_grid(measure: Graded) -> None:
    """Witness: the winners at 4,851 user models, and how often each wins."""
    sums = clef()
    found = patches(sums, measure, corners=np.eye(3))
    assert sum(patch.share for patch in found) == pytest.approx(1.0, abs=1e-6)
    assert [patch.share for patch in found] == sorted((patch.share for patch in found), reverse=True)
    grid = users.simplex_grid(3, 100)
    grid = grid[(grid > 0).all(axis=1)]  # GAP may jump at the sides
    best = winners(sums.means(measure, grid), sums.runs)
    for patch in found:
        assert patch.share == pytest.approx((best == patch.run).mean(), abs=0.03)
        assert patch.centre.sum() == pytest.approx(1.0)
    # The winner in the middle of a piece is its run, unless the border bends within a small triangle.
    for patch in found:
        large = [piece.mean(axis=0) for piece in patch.pieces if area(piece) > 1e-4]
        if large:
            at = winners(sums.means(measure, np.array(large)), sums.runs)
            assert (at == patch.run).mean() > 0.94


def test_egap_is_the_polygons_of_the_regions() -> None:
    sums, corners = clef(), np.eye(3)
    assert [patch.share for patch in patches(sums, "eGAP", corners=corners)] == [
        region.share for region in regions(sums, corners=corners)
    ]


def test_the_equal_line_of_egap_is_straight_and_ends_at_the_swaps_of_the_sides() -> None:
    sums = clef()
    seen = 0
    for one in range(0, 42, 3):
        for other in range(one + 1, 42, 7):
            found = equal_line(sums, "eGAP", one, other, corners=np.eye(3), steps=10)
            ends = edge_swaps(sums, "eGAP", one, other).g
            assert (len(found) > 0) == (len(ends) > 0)
            if len(found):
                seen += 1
                along, across = ends[1] - ends[0], found.reshape(-1, 3) - ends[0]
                assert np.abs(np.cross(along, across)).max() < 1e-6
                length = np.linalg.norm(found[:, 1] - found[:, 0], axis=1).sum()
                assert length == pytest.approx(np.linalg.norm(along), abs=1e-6)
    assert seen > 3


@pytest.mark.parametrize("measure", GRADED)
def test_means_are_equal_on_the_line(measure: Graded) -> None:
    sums = clef()
    found = equal_line(sums, measure, 0, 5, corners=np.eye(3)).reshape(-1, 3)
    if len(found):
        gaps = sums.differences(measure, [0] * len(found), [5] * len(found), found[:, None])
        assert np.abs(gaps).max() < 1e-6


def test_a_slice_of_four_thresholds() -> None:
    """By hand: with half of the users fixed at threshold 3 the two runs share the rest."""
    means = np.array([[0.4, 0.2, 0.0, 0.2], [0.2, 0.4, 0.0, 0.2]])
    sums = Family(("a", "b"), means, np.zeros((2, 64)), np.zeros((2, 4)), np.ones((1, 4)))
    corners = users.corners(4, (1, 2, 4), {3: 0.5})
    assert [patch.share for patch in patches(sums, "eGAP", corners=corners)] == pytest.approx([0.5, 0.5])
    line = equal_line(sums, "eGAP", 0, 1, corners=corners)
    assert line[..., 0] == pytest.approx(line[..., 1], abs=1e-6)
    assert shares_of((0.1, 0.1, 0.5, 0.3), corners) == pytest.approx([0.2, 0.2, 0.6])


def test_equal_runs_share_nothing() -> None:
    sums = clef().take([4, 4])
    assert len(equal_line(sums, "GAP", 0, 1, corners=np.eye(3))) == 0
    assert [patch.share for patch in patches(sums, "GAP", corners=np.eye(3))] == pytest.approx([1.0])
