"""Fixtures of the browser tests: one app and one browser for all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.driver import FLAGS, Browser, Server, serving
from tests.shared import chromium


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start the app, and read its log when all is done: no exception may stand there."""
    with serving("app.py", tmp_path_factory.mktemp("server") / "log") as running:
        yield running
    printed = running.log.read_text()
    assert "Traceback" not in printed, printed
    assert "Error" not in printed, printed


def pytest_exception_interact(node: pytest.Item | pytest.Collector) -> None:
    """Let no test have a tab that another has failed with."""
    if isinstance(node, pytest.Function) and isinstance(opened := node.funcargs.get("browser"), Browser):
        opened.distrust()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium(driver), args=FLAGS)
        yield Browser(opened)
        opened.close()
