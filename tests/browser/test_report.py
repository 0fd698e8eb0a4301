"""A report from a file, in a browser: it draws itself, in both themes, and asks for nothing."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

import gapviz
from gapviz.pages.explore.page import lines
from gapviz.pages.explore.page import report as written
from gapviz.pages.parts import cached
from gapviz.pages.parts.frame import View, writer
from gapviz.pages.parts.open_collections import Opened
from gapviz.pages.session.state import State
from gapviz.theme import DARK, LIGHT
from tests.browser.driver import Browser
from tests.browser.live_app import ODD_NAMES
from tests.shared import likeness


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a report on runs with names that must stay text, all of them selected."""
    collection = likeness("TREC 10")
    profile = gapviz.profile(collection)
    names = (*ODD_NAMES, *profile.runs[len(ODD_NAMES) :])
    collection = dataclasses.replace(collection, name=ODD_NAMES[0])
    found = Opened("x", collection, dataclasses.replace(profile, runs=names))
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    view = View(found, State(g=(0.2, 0.8), selected=ODD_NAMES), LIGHT)
    cached.standing.clear()  # the same numbers have other names here
    path.write_text(written(view, writer(view, lines)), "utf-8")
    cached.standing.clear()
    return path.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_report_draws_itself_and_asks_for_nothing(browser: Browser, report: str, scheme: str) -> None:
    page = browser.tab(color_scheme=scheme)
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(report)
    page.locator(".js-plotly-plot .main-svg").nth(2).wait_for(state="attached")
    assert page.locator(".js-plotly-plot").count() == 3
    assert (asked, said) == ([report], [])
    assert page.evaluate("window.struck") is None
    assert page.locator("a, img, iframe").count() == 0
    assert page.locator("h1").inner_text() == ODD_NAMES[0]
    ground = (LIGHT if scheme == "light" else DARK).page
    color = ", ".join(str(int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == f"rgb({color})"
    page.close()


def test_a_figure_of_the_report_is_saved_as_svg(browser: Browser, report: str) -> None:
    page = browser.tab()
    page.goto(report)
    chart = page.locator(".js-plotly-plot").first
    chart.hover()
    with page.expect_download() as download:
        chart.locator(".modebar-btn").click()
    assert download.value.suggested_filename.endswith("Ranking-under-each-measure.svg")
    svg = Path(download.value.path()).read_text("utf-8")
    assert svg.startswith("<svg")
    assert "<script" not in svg
    assert "<img" not in svg
    assert "<a " not in svg
    page.close()
