"""A connection that is lost, and a server that is killed: what the hand did and what was computed stays."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from tests.browser.driver import (
    FIND,
    Browser,
    Server,
    connected,
    cut_off,
    free_port,
    query,
    serving,
    settled,
    visit,
    wait_for_query,
)
from tests.browser.test_experiment_pages import LONG, button, goes_on, progress, robustness

PLAN = LONG.format(7)

BEGUN_AGAIN = """(done) => {
    const said = document.querySelector('.st-key-progress-robustness')?.innerText;
    return parseInt(said?.match(/\\d+(?= of 1000 cells)/)) < done;
}"""
"""JavaScript that says whether the page shows the experiment with fewer cells than were done."""


def samples(page: Any) -> Any:
    """Field of the form that says how many samples are drawn."""
    return page.get_by_role("spinbutton", name="Samples", exact=True)


def test_a_connection_that_is_lost_while_g_moves(browser: Browser, server: Server) -> None:
    page = visit(browser, server.address)
    page.locator(".share .slider").first.focus()
    page.keyboard.press("ArrowRight")
    cut_off(page)
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    wait_for_query(page, "g=0.24,0.76")
    assert page.evaluate(f"() => {{ {FIND} return live.g }}") == pytest.approx([0.24, 0.76])
    browser.put_back(page)


def test_an_experiment_in_a_page_that_is_cut_off_and_on_a_server_that_is_killed(
    browser: Browser, tmp_path: Path
) -> None:
    port = free_port()
    with serving("app.py", tmp_path / "first", port=port) as first:
        page = robustness(browser, first, PLAN)
        done = goes_on(page, goes_on(page, 0))
        cut_off(page)
        connected(page)
        done = goes_on(page, done)  # the same job, which shows that it has no fewer cells than before
        page.reload()
        page.locator(".st-key-progress-robustness", has_text="cells").wait_for()
        assert progress(page) >= done
        samples(page).fill("2")
        link = query(page)
        first.process.send_signal(signal.SIGKILL)
        assert first.process.wait() == -signal.SIGKILL
    with serving("app.py", tmp_path / "second", port=port):
        page.wait_for_function(BEGUN_AGAIN, arg=done)
        assert query(page) == link
        assert samples(page).input_value() == "2"
        button(page, "Start").click()
        wait_for_query(page, "samples=2")
        page.get_by_text("of 40 cells").wait_for()
        button(page, "Stop").click()
        settled(page)
        page.close()
    for log in (tmp_path / "first", tmp_path / "second"):
        assert "Traceback" not in log.read_text()
