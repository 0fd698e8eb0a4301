"""Learning to rank in a browser: a stop while another client moves g, and the rankers in Explore."""

from __future__ import annotations

import re
import time
from typing import Any
from urllib.parse import quote

import pytest

from tests.browser.driver import Browser, Server, settled, visit, wait_for_query
from tests.browser.test_experiment_pages import button, moves

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

PLAN = "measures=AP|GAP(g=0.5,0.5);seed={};data=synthetic;folds=2;rounds={};peers=no"


def learning(browser: Browser, server: Server, plan: str, *, own: bool = False) -> Any:
    page = browser.tab(own=own)
    page.set_default_timeout(120_000)
    page.goto(f"{server.address}learning?learning={quote(plan)}")
    page.get_by_role("button", name="Start", exact=True).wait_for()
    return page


def test_stop_keeps_what_was_done_while_another_client_moves_g(browser: Browser, server: Server) -> None:
    other = visit(browser, server.address)
    page = learning(browser, server, PLAN.format(time.time_ns() % 10**9, 1000))
    page.get_by_text(re.compile(r"\d+ of 4000 rounds")).wait_for()
    moves(other)
    button(page, "Stop").click()
    page.get_by_text(re.compile(r"Stopped at \d+ of 4000 rounds")).wait_for()
    settled(page)
    assert button(page, "Stop").count() == 0
    assert button(page, "Start again").count() == 1
    page.close()
    browser.put_back(other)


def test_the_rankers_open_in_explore(browser: Browser, server: Server) -> None:
    page = learning(browser, server, PLAN.format(1, 2), own=True)
    open_them = page.get_by_role("button", name="Open the rankers in Explore")
    open_them.wait_for()
    settled(page)
    open_them.click()
    page.locator(".share .slider").first.wait_for()
    wait_for_query(page, "in=upload")
    assert "Rankers of OHSUMED likeness" in page.locator(".gv-collection").inner_text()
    page.get_by_text("2 runs · 106 topics").first.wait_for()
    page.context.close()
