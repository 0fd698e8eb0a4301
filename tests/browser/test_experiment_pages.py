"""An experiment in a browser: started, watched, stopped and started again, while another client moves g."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.driver import FIND, MEANT, Browser, Server, query, serving, settled, visit, wait_for_query
from tests.browser.short_grace import STOPPED

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

RATES = ",".join(str(rate / 20) for rate in range(20, 0, -1))
LONG = f"measures=AP|GAP(g=0.2,0.8)|eGAP(g=0.2,0.8)|nDCG|bpref|infAP;seed={{}};rates={RATES};samples=50"
"""1000 cells."""

SHORT = "measures=AP|GAP(g=0.2,0.8);seed=1;design=simple;rates=1.0,0.1;samples=1"
OTHER = """(done) => {
    const said = document.querySelector('.st-key-progress-robustness')?.innerText;
    const now = parseInt(said?.match(/\\d+(?= of \\d+ cells)/) ?? 0);
    return said !== undefined && now !== done && [now];
}"""
"""JavaScript that gives how many cells are done once they are not as many as before."""

CELLS = re.compile(r"(\d+) of (\d+) cells")
CHANGES = 5


def moves(page: Any) -> None:
    """Press the right arrow on the first slider again and again; each time the server answers."""
    page.locator(".share .slider").first.focus()
    for _ in range(CHANGES):
        before = query(page)
        page.keyboard.press("ArrowRight")
        page.wait_for_function(f"before => {MEANT} !== before", arg=before)
        settled(page)


def robustness(browser: Browser, server: Server, plan: str = "") -> Any:
    page = browser.open(f"{server.address}robustness" + (f"?robustness={quote(plan)}" if plan else ""))
    page.get_by_role("button", name="Start", exact=True).wait_for()
    return page


def progress(page: Any) -> int:
    """Cells that are done, as the page says."""
    found = CELLS.search(page.locator(".st-key-progress-robustness").inner_text())
    return int(found[1]) if found else 0


def goes_on(page: Any, done: int) -> int:
    """Wait until more cells are done than before; never does the page say that fewer are."""
    now: int = page.wait_for_function(OTHER, arg=done, polling=100).json_value()[0]
    assert now > done, "the experiment began again"
    return now


def stopped_at(page: Any) -> str:
    """How much was done at the stop, as the server says now."""
    page.keyboard.press("r")  # Streamlit runs the script again
    settled(page)
    words: str = page.get_by_text(re.compile("Stopped at")).inner_text()
    return words


def button(page: Any, name: str) -> Any:
    return page.get_by_test_id("stMain").get_by_role("button", name=name, exact=True)


def test_start_progress_stop_start_again_while_another_client_moves_g(
    browser: Browser, server: Server
) -> None:
    other = visit(browser, server.address)
    moves(other)
    page = robustness(browser, server, LONG.format(time.time_ns() % 10**9))
    page.locator(".st-key-progress-robustness").wait_for()
    first = goes_on(page, 0)
    page.locator(".js-plotly-plot .trace").first.wait_for()  # partial results
    goes_on(page, first)

    moves(other)
    g = other.evaluate(f"() => {{ {FIND} return live.g }}")
    assert g[0] == pytest.approx(0.2 + 0.01 * 2 * CHANGES)
    assert query(other).find("g=") >= 0
    assert progress(page) > first  # it went on meanwhile

    button(page, "Stop").click()
    page.get_by_text(re.compile(r"Stopped at \d+ of 1000 cells")).wait_for()
    settled(page)
    assert page.locator(".js-plotly-plot .trace").count() > 0  # what was done stays
    assert button(page, "Stop").count() == 0
    said = [stopped_at(page), stopped_at(page)]
    while said[-1] != said[-2]:  # the cell that was at work is counted yet
        said.append(stopped_at(page))
    moves(other)
    assert stopped_at(page) == said[-1]  # and no more is done

    button(page, "Start again").click()
    page.locator(".st-key-progress-robustness").wait_for()
    goes_on(page, 0)
    button(page, "Stop").click()
    page.get_by_text(re.compile("Stopped at")).wait_for()
    for one in (page, other):
        browser.put_back(one)


def test_the_address_names_the_result_and_a_link_gives_the_same_numbers(
    browser: Browser, server: Server
) -> None:
    page = robustness(browser, server, SHORT)
    chart = page.locator(".js-plotly-plot .trace path.js-line")
    chart.first.wait_for()
    page.locator(".st-key-progress-robustness").wait_for(state="detached")
    settled(page)
    shown = chart.first.get_attribute("d")
    wait_for_query(page, "robustness=")
    link = page.url
    again = browser.open(link)
    again.locator(".js-plotly-plot .trace path.js-line").first.wait_for()
    settled(again)
    assert again.locator(".js-plotly-plot .trace path.js-line").first.get_attribute("d") == shown
    for one in (page, again):
        browser.put_back(one)


def test_a_closed_page_ends_its_experiment(browser: Browser, tmp_path: Path) -> None:
    with serving(Path(__file__).with_name("short_grace.py"), tmp_path / "log") as server:
        page = robustness(browser, server, LONG.format(1))
        goes_on(page, 0)
        assert STOPPED not in server.log.read_text()
        page.close()
        for _ in range(600):
            if STOPPED in server.log.read_text():
                break
            time.sleep(0.1)
        assert STOPPED in server.log.read_text()
        again = robustness(browser, server, LONG.format(1))
        again.locator(".st-key-progress-robustness, .js-plotly-plot").first.wait_for()
        early = progress(again)
        assert early < 1000
        button(again, "Stop").click()
        again.close()


@pytest.mark.parametrize("path", ["robustness", "significance", "informativeness", "variation", "learning"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_wider_than_the_page(browser: Browser, server: Server, path: str, width: int) -> None:
    page = browser.open(server.address + path, width=width, height=900)
    button(page, "Start").wait_for(state="attached")
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    browser.put_back(page)
