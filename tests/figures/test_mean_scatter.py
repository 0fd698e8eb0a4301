"""Each run's mean beside its AP: points, bars and the line of equal means."""

from __future__ import annotations

import numpy as np
import pytest

from gapviz.figures.mean_scatter import mean_scatter
from gapviz.theme import LIGHT
from tests.figures.plain import traces


def test_mean_scatter_has_a_point_for_each_run_and_the_line_of_equal_means() -> None:
    points = np.array([[0.3, 0.1], [0.2, 0.1], [0.5, 0.1]])
    figure = mean_scatter(
        points, np.array([0.25, 0.1]), ["<b>a", "b"], measure="infAP", rate=0.3, theme=LIGHT
    )
    (trace,) = traces(figure)
    assert trace.error_y.array.tolist() == pytest.approx([0.2, 0.0])
    assert trace.error_y.arrayminus.tolist() == pytest.approx([0.1, 0.0])
    assert trace.customdata[:, 0].tolist() == ["&lt;b&gt;a", "b"]
    (line,) = figure.layout.shapes
    assert (line.x0, line.x1) == (line.y0, line.y1) == (0.0, figure.layout.xaxis.range[1])
    assert figure.layout.xaxis.range == figure.layout.yaxis.range
    assert figure.layout.yaxis.title.text == "infAP at 30 %"


def test_mean_scatter_before_the_first_sample_is_empty() -> None:
    figure = mean_scatter(
        np.full((3, 2), np.nan), np.zeros(2), ["a", "b"], measure="AP", rate=1.0, theme=LIGHT
    )
    assert np.isnan(traces(figure)[0].y).all()
    assert figure.layout.xaxis.range == (0.0, 1.0)
