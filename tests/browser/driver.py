"""What the browser tests share: a running app, a browser, and patience."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gapviz.pages import NAVIGATION

REPOSITORY = Path(__file__).resolve().parents[2]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
IDLE = """() => !document.querySelector(
    '[data-test-script-state=running], [data-stale=true], [data-testid=stSkeleton]')"""
MEANT = "decodeURIComponent(location.search.replaceAll('+', ' '))"
FIND = """const live = [...document.querySelectorAll('*')]
    .map((node) => node.shadowRoot?.querySelector('.gv')).find(Boolean).live;"""
"""JavaScript that finds the live component on a page."""


@dataclass(frozen=True)
class Server:
    """A running app.

    Attributes
    ----------
    address : str
    log : Path
        What it printed.
    process : Popen
    """

    address: str
    log: Path
    process: subprocess.Popen[bytes]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextlib.contextmanager
def serving(script: Path | str, log: Path, *arguments: str, port: int = 0) -> Iterator[Server]:
    """Start an app, on a free port unless one is given, and stop it at the end."""
    port = port or free_port()
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(script),
        f"--server.port={port}",
        "--",
        *arguments,
    ]
    with running(command, log, port) as server:
        yield server


@contextlib.contextmanager
def running(
    command: list[str],
    log: Path,
    port: int,
    *,
    folder: Path = REPOSITORY,
    environment: Mapping[str, str] = os.environ,
) -> Iterator[Server]:
    """Start a command that serves an app on a port, and stop it at the end."""
    with log.open("w") as out:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=folder,
            env={**environment, "STREAMLIT_SERVER_HEADLESS": "true", "STREAMLIT_SERVER_ADDRESS": "127.0.0.1"},
        )  # fmt: skip
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            yield Server(f"http://127.0.0.1:{port}/", log, process)
        finally:
            process.terminate()
            process.wait()


def visit(browser: Any, address: str, query: str = "", *, width: int = 1280, **options: Any) -> Any:
    """Open the page Explore and wait until it is at rest."""
    page = browser.new_context(viewport={"width": width, "height": 920}, **options).new_page()
    page.set_default_timeout(30_000)
    # Without a dialog for the place to save, a download is a download.
    page.add_init_script("delete window.showSaveFilePicker")
    page.goto(address + query)
    ready(page)
    return page


def ready(page: Any) -> None:
    """Wait until the winners stand on the page and it is at rest."""
    page.locator(".card .winner, .gv-card strong").nth(2).wait_for()
    settled(page)


def follow(page: Any, title: str) -> None:
    """Go to a page by the navigation, through the menu that it stands in."""
    heading = next(heading for heading, pages in NAVIGATION.items() if title in [one.title for one in pages])
    if heading:
        page.get_by_test_id("stTopNavSection").filter(has_text=heading).click()
        page.get_by_role("menuitem", name=title, exact=True).click()
    else:
        page.get_by_role("link", name=title, exact=True).click()


def settled(page: Any) -> None:
    """Wait until the script is at rest: nothing runs and nothing on the page is stale for a while."""
    calm = 0
    for _ in range(200):
        calm = calm + 1 if page.evaluate(IDLE) else 0
        if calm >= 4:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the page does not come to rest")


def query(page: Any) -> str:
    """Parameters of the address, as they are meant."""
    return str(page.evaluate(MEANT))


def wait_for_query(page: Any, part: str) -> None:
    """Wait until the address has this part and the page is at rest."""
    page.wait_for_function(f"part => ({MEANT}).includes(part)", arg=part)
    settled(page)
