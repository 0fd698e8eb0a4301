"""The pages Correlation, Curves, User models and Topics in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import (
    Browser,
    Server,
    follow,
    query,
    settled,
    upload,
    wait_for_query,
)

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PAGES = ("correlation", "curves", "models", "topics")

CENTRE = """([key, trace, place]) => {
    const plot = document.querySelector(`.st-key-${key} .js-plotly-plot`);
    const { x, y } = plot._fullData.find((one) => one.name === trace);
    const box = plot.getBoundingClientRect();
    const { xaxis, yaxis } = plot._fullLayout;
    return [
        box.left + xaxis._offset + xaxis.c2p(x[place]),
        box.top + yaxis._offset + yaxis.c2p(y[place]),
    ];
}"""
"""Where on the screen a mark of a chart is."""


def visit(browser: Browser, address: str, *, width: int = 1280, scheme: str = "light") -> Any:
    page = browser.open(address, width=width, height=1000, color_scheme=scheme)
    page.locator(".gv-title").wait_for()
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    settled(page)
    return page


@pytest.fixture
def opened(browser: Browser, server: Server) -> Iterator[Any]:
    """Open a page of the app; it is put back at the end."""
    pages = []

    def open_page(path: str, **options: Any) -> Any:
        pages.append(visit(browser, server.address + path, **options))
        return pages[-1]

    yield open_page
    for page in pages:
        browser.put_back(page)


def click_mark(page: Any, key: str, trace: str, place: int) -> None:
    """Click on a mark of a chart."""
    page.locator(f".st-key-{key}").scroll_into_view_if_needed()
    page.wait_for_function(
        "key => document.querySelector(`.st-key-${key} .js-plotly-plot`)?._fullLayout", arg=key
    )
    page.mouse.click(*page.evaluate(CENTRE, [key, trace, place]))


def move_g(page: Any, share: str) -> None:
    """Type the first probability into the control of g."""
    field = page.locator(".share input:not(.slider)").first
    field.fill(share)
    field.press("Enter")


def test_a_click_on_a_cell_shows_the_two_rankings(opened: Any) -> None:
    page = opened("correlation?m=AP&m=eGAP&m=bpref")
    page.get_by_role("heading", name="From AP to eGAP").wait_for()
    click_mark(page, "taus", "targets", 2)  # bpref with eGAP
    page.get_by_role("heading", name="From eGAP to bpref").wait_for()
    wait_for_query(page, "cell=bpref")


def test_panels_follow_g_on_release(opened: Any) -> None:
    page = opened("correlation?in=TREC 10")
    mark = (
        "() => document.querySelector('.st-key-along .js-plotly-plot')"
        "?.data?.find((one) => one.name === 'GAP now')?.x[0]"
    )
    assert page.evaluate(mark) == 0.2
    move_g(page, "0.5")
    page.wait_for_function(f"() => ({mark})() === 0.5")
    settled(page)
    assert "g=0.5,0.5" in query(page)


def test_a_row_of_the_printed_table_is_a_user_model(opened: Any) -> None:
    page = opened("correlation?g=0.3,0.7")
    assert "printed Table 2" in page.locator("[data-testid=stMain]").inner_text()
    with page.expect_download() as download:
        page.locator(".st-key-save-as-printed button").first.click()
        page.get_by_role("button", name="LaTeX, all of it, as in the paper").click()
    assert Path(download.value.path()).read_text().startswith("\\begin{tabular}")


def test_the_nearest_swap_is_gone_to(opened: Any) -> None:
    page = opened("models?ab=teamU.6&ab=teamP.2")
    page.get_by_role("button", name="Go there").click()
    page.get_by_text("A and B are level at this g").wait_for()
    wait_for_query(page, "g=0.07")
    assert page.locator(".share input:not(.slider)").first.input_value() == "0.08"


def test_a_click_on_the_triangle_goes_to_a_user_model(opened: Any) -> None:
    page = opened("models?in=TREC 21")
    click_mark(page, "triangle", "targets", 100)
    page.wait_for_function("() => location.search.includes('g=')")
    settled(page)
    g = [float(part) for part in query(page).split("g=")[1].split("&")[0].split(",")]
    assert sum(g) == pytest.approx(1.0)
    assert all(round(20 * part) == pytest.approx(20 * part, abs=1e-6) for part in g)


def test_a_click_log_gives_g(opened: Any, tmp_path: Path) -> None:
    page = opened("models?in=TREC 10")
    page.get_by_text("g from a click log").click()
    log = tmp_path / "clicks.txt"
    log.write_text("501 nowhere 3\n")
    upload(page, 0, log)
    page.get_by_text("expected clicks on relevant documents").wait_for()


def test_a_topic_that_is_clicked_is_marked_everywhere(opened: Any) -> None:
    page = opened("topics?in=TREC 10")
    click_mark(page, "recall-bases", "grade 1", 0)
    wait_for_query(page, "topic=")
    topic = query(page).split("topic=")[1].split("&")[0]
    page.get_by_text(f"Topic {topic}:").wait_for()
    follow(page, "Curves")
    page.get_by_role("heading", name=f"Graded precision and recall, topic {topic}").wait_for()
    settled(page)


def test_a_run_that_is_selected_here_is_drawn(opened: Any) -> None:
    page = opened("curves?run=teamA.1&topic=501")
    names = "() => document.querySelector('.st-key-graded-curves .js-plotly-plot').data.map(t => t.name)"
    assert page.evaluate(names) == ["ideal list", "teamA.1"]
    page.get_by_text("Interpolated", exact=True).click()
    wait_for_query(page, "curve=interpolated")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_a_table_stands_beside_every_chart_and_a_phone_shows_it_all(
    opened: Any, path: str, scheme: str
) -> None:
    page = opened(f"{path}?in=TREC 21", width=390, scheme=scheme)
    main = page.locator("[data-testid=stMain]")
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")
    assert page.locator("[data-testid=stException]").count() == 0
    assert page.get_by_text("table").count() + page.locator("[data-testid=stDataFrame]").count() >= 2
    unnamed = page.evaluate(
        "() => [...document.querySelectorAll('[data-testid=stMain] :is(button, input)')]"
        ".filter((one) => one.offsetParent"
        " && !(one.ariaLabel || one.textContent.trim() || one.labels?.length || one.title))"
        ".map((one) => one.outerHTML.slice(0, 120))"
    )
    assert unnamed == []


@pytest.mark.parametrize("path", PAGES)
def test_the_report_of_a_page_opens_without_a_server(opened: Any, browser: Browser, path: str) -> None:
    page = opened(f"{path}?in=TREC 21")
    with page.expect_download() as download:
        page.get_by_role("button", name="Report").click()
    report = browser.tab()
    asked: list[str] = []
    said: list[str] = []
    report.on("request", lambda request: asked.append(request.url))
    report.on("pageerror", lambda error: said.append(str(error)))
    assert download.value.suggested_filename == f"TREC-21-likeness-synthetic-{path}.html"
    # A download's file has no suffix, so that a browser would show its text.
    report.set_content(Path(download.value.path()).read_text("utf-8"))
    report.locator(".js-plotly-plot .main-svg").nth(1).wait_for(state="attached")
    assert report.locator("h1").inner_text().endswith("TREC 21 likeness (synthetic)")
    assert (asked, said) == ([], [])
    assert report.locator("table").count() >= 2
    report.close()


@pytest.mark.parametrize("path", PAGES)
def test_the_same_numbers_elsewhere(opened: Any, path: str) -> None:
    page = opened(f"{path}?in=TREC 10")
    page.get_by_role("button", name="In Python").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("import gapviz").first.wait_for()
    assert "On the command line" not in dialog.inner_text()  # there are no files


def test_another_printed_table_stands_beside(opened: Any) -> None:
    page = opened("correlation?in=TREC 10")
    page.get_by_role("radio", name="TREC 14").or_(page.get_by_role("button", name="TREC 14")).first.click()
    wait_for_query(page, "printed=TREC 14")
    page.get_by_text("Printed: TREC 14, all, Table 2").wait_for()
    page.get_by_text("Map", exact=True).click()
    wait_for_query(page, "paper=map")
    page.locator(".st-key-paper-map .js-plotly-plot").wait_for()
