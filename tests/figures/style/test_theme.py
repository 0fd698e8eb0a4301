from __future__ import annotations

import pytest

from gapviz.figures.style.theme import DARK, LIGHT, Theme, contrast, mix, text_on

# The least contrast is that of WCAG 2: 4.5 for text, 3 for marks and edges.


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_text_and_marks_can_be_read(theme: Theme) -> None:
    for surface in (theme.page, theme.card, theme.rail):
        for color in (theme.ink, theme.ink2, theme.accent, theme.down):
            assert contrast(color, surface) >= 4.5
        assert contrast(theme.edge, surface) >= 3
    for _, color in theme.measures:
        assert contrast(color, theme.page) >= 4.5
    assert contrast(theme.warn, theme.warn_page) >= 4.5
    assert contrast(theme.ink, theme.chip) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("c", [1, 2, 3, 4, 6])
def test_numbers_on_grades_can_be_read(theme: Theme, c: int) -> None:
    colors = theme.grade_colors(c)
    assert len(colors) == c
    for color in colors:
        assert contrast(text_on(color), color) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_numbers_on_tau_can_be_read(theme: Theme) -> None:
    for step in range(21):
        color = mix(theme.tau, step / 20)
        assert contrast(text_on(color), color) >= 4.5
