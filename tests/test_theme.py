from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from gapviz.theme import DARK, LIGHT, Theme, contrast, mix, text_on

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


ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(("name", "theme"), [("light", LIGHT), ("dark", DARK)])
def test_streamlit_has_the_same_colours(name: str, theme: Theme) -> None:
    """.streamlit/config.toml cannot ask Python; its colours are those of the table all the same."""
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"][name]
    assert config.pop("sidebar") == {"backgroundColor": theme.rail, "secondaryBackgroundColor": theme.page}
    by_name = dict(theme.measures)
    assert config.pop("chartCategoricalColors") == [by_name[one] for one in ("GAP", "xGAP", "eGAP", "AP")]
    assert config == {
        "primaryColor": theme.accent,
        "backgroundColor": theme.page,
        "secondaryBackgroundColor": theme.chip,
        "textColor": theme.ink,
        "borderColor": theme.line,
        "linkColor": theme.accent,
        "dataframeHeaderBackgroundColor": theme.page,
        "dataframeHeaderTextColor": theme.ink2,
    }


def test_no_style_sheet_has_a_colour_of_its_own() -> None:
    color = re.compile(r"#[0-9a-fA-F]{6}\b")
    sheets = [path for kind in ("css", "html", "js") for path in (ROOT / "gapviz").rglob(f"*.{kind}")]
    assert sheets
    assert [path.name for path in sheets if color.search(path.read_text(encoding="utf-8"))] == []
