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
from urllib.parse import urlsplit

from gapviz.pages import NAVIGATION

REPOSITORY = Path(__file__).resolve().parents[2]
FLAGS = ["--headless", "--process-per-site",
         "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
IDLE = """() => !document.querySelector(
    '[data-test-script-state=running], [data-stale=true], [data-testid=stSkeleton]')"""
UNSEEN = """addEventListener('DOMContentLoaded', () => {
    const unseen = new CSSStyleSheet();
    unseen.replaceSync(`*, *::before, *::after { animation: none !important; transition: none !important }
        html { opacity: 0 !important }`);
    document.adoptedStyleSheets.push(unseen);
})"""
"""JavaScript that ends what moves as decoration, and has a page laid out but not painted, as nobody looks:
drawn without a GPU, one shimmering placeholder of Streamlit takes more time than all that it stands for.
Who wants a screenshot sets ``document.adoptedStyleSheets = []`` first."""

LONG = 400
"""ms of calm after which nothing more is expected: the components tell Python at least every 250."""

WATCH = (Path(__file__).with_name("watch.js")).read_text(encoding="utf-8")
"""What counts the runs of the script that a page has asked for, and those that the server has begun."""

AT_REST = f"""(calm) => {{
    const idle = ({IDLE})(), watch = window.watch, now = performance.now();
    if (!idle || !watch || watch.running) {{ window.since = undefined; return false; }}
    window.since ??= now;
    const counted = watch.asked > 0 && watch.begun >= watch.asked;
    if (now - window.since < (counted ? calm : {LONG})) return false;
    watch.asked = watch.begun = 0;
    window.since = undefined;
    return true;
}}"""
"""JavaScript that says whether a page is at rest, after this many ms of calm."""

STEPS = ("unheard", "unanswered", "addressed", "half", "answered")
"""How far Python's answer can have come when a hand goes on; see watch.js."""

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


GO = """(address) => {
    watch.fresh = false;
    sessionStorage.clear();
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
    document.activeElement?.blur();
    document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
}"""
"""JavaScript that goes to an address of the app without loading its scripts again."""


class Browser:
    """Tabs for all tests of a process.

    Tabs with the same options share what a browser keeps: its process, its cache and the compiled scripts of
    Streamlit. To run these anew costs more than all else in opening a page: a tab that a test has put back
    goes to the address of the next one inside the app, in a new session. Each has its own ``sessionStorage``.
    """

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium
        self._shared: dict[tuple[tuple[str, Any], ...], Any] = {}
        self._out: dict[Any, tuple[Any, ...]] = {}
        self._rested: dict[tuple[Any, ...], list[Any]] = {}

    def open(
        self, address: str, *, width: int = 1280, height: int = 920, own: bool = False, **options: Any
    ) -> Any:
        """Open an address in a tab that was put back, or else in a new one; for the options see `tab`."""
        key = (urlsplit(address).netloc, *sorted(options.items()))
        rested = [] if own else self._rested.get(key, [])
        if rested:
            page = min(rested, key=lambda one: same_path(one.url, address))
            rested.remove(page)
            page.set_viewport_size({"width": width, "height": height})
            enter(page, address)
        else:
            page = self.tab(width=width, height=height, own=own, **options)
            page.goto(address)
        if not own:
            self._out[page] = key
        return page

    def put_back(self, page: Any) -> None:
        """Keep a tab for other tests; close it where it is no such tab, or its test has failed."""
        key = self._out.pop(page, None)
        if key is None:
            page.close()
        elif not page.is_closed():
            self._rested.setdefault(key, []).append(page)

    def distrust(self) -> None:
        """Do not use again what a test has that has failed."""
        self._out.clear()

    def tab(self, *, width: int = 1280, height: int = 920, own: bool = False, **options: Any) -> Any:
        """Open a tab; with `own` it is one of another browser for the server, to be closed by its context."""
        page = (self._chromium.new_context(**options) if own else self._context(options)).new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.set_default_timeout(60_000)
        # Without a dialog for the place to save, a download is a download.
        page.add_init_script("delete window.showSaveFilePicker")
        page.add_init_script(WATCH)
        page.add_init_script(UNSEEN)
        return page

    def _context(self, options: dict[str, Any]) -> Any:
        key = tuple(sorted(options.items()))
        if key not in self._shared:
            self._shared[key] = self._chromium.new_context(**options)
            kept = self._shared[key].new_page()  # a process ends with the last tab of its site
            kept.route("**", lambda route: route.fulfill(body=""))
            kept.goto("http://127.0.0.1/")
        return self._shared[key]


def visit(browser: Browser, address: str, query: str = "", **options: Any) -> Any:
    """Open the page Explore and wait until it is at rest; for the options see `Browser.tab`."""
    page = browser.open(address + query, **options)
    ready(page)
    return page


def same_path(one: str, other: str) -> bool:
    return urlsplit(one).path == urlsplit(other).path


def enter(page: Any, address: str) -> None:
    """Go to an address of the app in a new session, as a new tab does, and wait until the page is at rest.

    Streamlit keeps the elements of a page that follows itself: another is entered before it.
    """
    page.mouse.move(0, 0)
    if same_path(page.url, address):
        page.evaluate(GO, "/" if same_path(address, "/tour") else "/tour")
        settled(page)
    page.evaluate("() => watch.renew()")
    page.wait_for_function("() => watch.renewed()", polling=25)
    page.evaluate(GO, address)
    settled(page)


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


def upload(page: Any, field: int, files: Any) -> None:
    """Choose files in a page's first (0) or another file uploader, and wait until the server has them."""
    uploader = page.get_by_test_id("stFileUploader").nth(field)
    uploader.wait_for()
    settled(page)  # an uploader that is drawn anew forgets what it was sending
    uploader.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(files)
    uploader.get_by_test_id("stFileChipName").first.wait_for()
    uploader.get_by_test_id("stFileChipIconSpinner").first.wait_for(state="detached")
    settled(page)


def settled(page: Any, *, calm: int = 50) -> None:
    """Wait until the script is at rest: every run that was asked for has ended, and the page shows what came.

    Where nothing was asked since the last rest, or the server has answered several requests with one run, no
    count tells that: then the page has to be calm for `LONG`.
    """
    page.wait_for_function(AT_REST, arg=calm, polling=25)


@contextlib.contextmanager
def held(page: Any, step: str) -> Iterator[None]:
    """Do something whose answer comes as far as this step, and no further until a reload or `let_go`."""
    page.evaluate("step => watch.shut(step)", step)
    yield
    page.wait_for_function("() => watch.reached()", polling=25)
    if step == "answered":
        settled(page, calm=LONG)


def let_go(page: Any) -> None:
    """Let what was held back come."""
    page.evaluate("() => watch.open()")


def go_back(page: Any) -> None:
    """Go back in the browser's history, and wait until the page has heard of it."""
    page.evaluate("""() => new Promise((gone) => {
        window.addEventListener("popstate", () => gone(), { once: true });
        history.back();
    })""")


def cut_off(page: Any) -> None:
    """Close the page's connection to the server, which the page has not asked for."""
    page.evaluate("() => watch.socket.close()")


def connected(page: Any) -> None:
    """Wait until the page is connected to a server."""
    page.wait_for_function("() => watch.socket.readyState === WebSocket.OPEN")


def frame(page: Any) -> None:
    """Wait until the page has drawn what came of the hand's last move."""
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def query(page: Any) -> str:
    """Parameters of the address, as they are meant."""
    return str(page.evaluate(MEANT))


def wait_for_query(page: Any, part: str) -> None:
    """Wait until the address has this part and the page is at rest."""
    page.wait_for_function(f"part => ({MEANT}).includes(part)", arg=part)
    settled(page)
