"""Downloads: made when asked for, named after the collection, and whole."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import MagicMock

import pandas as pd
import plotly.graph_objects as go
import pytest

import gapviz
from gapviz.analysis.rankings.standings import standings
from gapviz.pages.parts import save_menu, tables
from gapviz.profile import profile
from gapviz.text.tables import table_csv
from gapviz.theme import DARK, Theme


@pytest.fixture
def widgets(monkeypatch: pytest.MonkeyPatch) -> Iterator[MagicMock]:
    """Streamlit with every menu open."""
    stand_in = MagicMock()
    stand_in.popover.return_value.open = True
    monkeypatch.setattr(save_menu, "st", stand_in)
    return stand_in


def files(widgets: MagicMock) -> dict[str, bytes]:
    """Press every button: the content of each file by its name."""
    return {call.kwargs["file_name"]: call.args[1]() for call in widgets.download_button.call_args_list}


def test_a_table_is_made_only_when_a_file_is_asked_for(widgets: MagicMock) -> None:
    build = MagicMock(return_value=pd.DataFrame({"run": ["=a", "b_1"], "AP": [0.25, 1 / 3]}))
    more = {"LaTeX, as in the paper .tex": lambda: "paper"}
    save_menu.table(build, "My <data>", "leaderboard", more={})
    build.assert_not_called()
    assert files(widgets) == {
        "My-data-leaderboard.csv": "\ufeffrun,AP\n'=a,0.25\nb_1,0.3333333333333333\n".encode(),
        "My-data-leaderboard.tex": (
            b"\\begin{tabular}{lr}\n\\toprule\nrun & AP \\\\\n\\midrule\n=a & 0.2500 \\\\\n"
            b"b\\_1 & \\textbf{0.3333} \\\\\n\\bottomrule\n\\end{tabular}\n"
        ),
    }
    widgets.download_button.reset_mock()
    save_menu.table(build, "My <data>", "tau", more=more)
    labels = [call.args[0] for call in widgets.download_button.call_args_list]
    assert labels == ["CSV", "LaTeX", "LaTeX, as in the paper"]
    assert list(files(widgets)) == [
        "My-data-tau.csv",
        "My-data-tau.tex",
        "My-data-tau-LaTeX-as-in-the-paper.tex",
    ]


def test_an_index_with_a_name_is_a_column(widgets: MagicMock) -> None:
    frame = pd.DataFrame({"AP": ["1.000"]}, index=pd.Index(["GAP"], name="τ-b"))
    save_menu.table(lambda: frame, "x", "tau")
    assert files(widgets)["x-tau.csv"].decode("utf-8-sig") == "τ-b,AP\nGAP,1.000\n"


def test_a_closed_menu_makes_nothing(widgets: MagicMock) -> None:
    widgets.popover.return_value.open = False
    draw = MagicMock()
    save_menu.table(MagicMock(side_effect=AssertionError), "x", "table")
    save_menu.figure(draw, "x", "figure", theme=DARK, title="Figure")
    draw.assert_not_called()
    widgets.download_button.assert_not_called()
    widgets.plotly_chart.assert_not_called()


def test_a_figure_has_its_picture_on_the_page_and_its_html_in_a_file(widgets: MagicMock) -> None:
    def draw(theme: Theme) -> go.Figure:
        return go.Figure(go.Bar(x=["a"], y=[1], marker_color=theme.ink))

    save_menu.figure(draw, "x", "ranks", theme=DARK, title="Ranks & more")
    shown = widgets.plotly_chart.call_args
    assert shown.args[0].layout.paper_bgcolor == DARK.page  # a dark figure keeps its ground
    assert shown.kwargs["config"]["toImageButtonOptions"]["filename"] == "x-ranks"
    assert b"<h1>Ranks &amp; more</h1>" in files(widgets)["x-ranks.html"]


def test_the_view_is_one_file(widgets: MagicMock) -> None:
    save_menu.report(lambda: "<!DOCTYPE html>", "x", "explore")
    assert files(widgets) == {"x-explore.html": b"<!DOCTYPE html>"}


def test_the_leaderboard_writes_no_sign_that_a_spreadsheet_computes() -> None:
    runs = {"=a": {"1": {"y": 2.0, "z": 1.0}}, "b": {"1": {"x": 1.0}}, "c": {"1": {"w": 1.0}}}
    collection = gapviz.load({"1": {"x": 2, "y": 1, "z": 1}}, runs)
    now = standings(profile(collection), (0.0, 1.0))
    board = tables.leaderboard(now, None, sort="GAP", order=tables.order(now, "GAP"))
    assert board["vs AP"].tolist() == ["▲1", "▼1", "0"]
    cells = [line.split(",") for line in table_csv(board).splitlines()[1:]]
    assert [(line[1], line[-1]) for line in cells] == [("b", "▲1"), ("'=a", "▼1"), ("c", "0")]
