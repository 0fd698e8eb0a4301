"""How the page Explore follows the hand: TREC-COVID round 1 (143 runs) in headless Chromium.

    python tests/benchmarks/drag.py [--harness | --file] [--collection FOLDER] [--throttle 4]

A slider of the live component is dragged with the mouse for three seconds, then let go at several places.
Measured are frames while the hand moves; the time from a move to the painted ranking; the longest task of the
page's main thread (0 where none took 50 ms); and the time from a release until the last panel of the page is
painted again. ``--harness`` measures the component alone, on the page of its browser tests, ``--file`` the
live page as a file. ``--collection`` is a folder with ``qrels.txt`` and ``runs``, as generate.py writes them
(S5 has 2,000 runs, S6 5,000 topics). The first page is timed when it is opened a second time. Milliseconds of
the processor, which a busy machine blurs less than a clock's, are those of the page's process for each frame
of the drag, and those of that process and of the server for each of 20 changes from one preset to another.
``--throttle`` slows the page down that many times, as Chromium's tools for developers do: by keeping the
processor busy, which the page's milliseconds count too. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import math
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import gapviz
from tests.benchmarks.server import COLLECTION, busy, collections_folder, quantile, serve

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
SECONDS = 3.0
RELEASES = CHANGES = 20
STEP = 0.008
"""Seconds between two moves: a mouse that reports 125 times a second, faster than the page draws."""


def main() -> None:
    """Measure, print the figures and the JSON line."""
    parser = argparse.ArgumentParser(description="Frames and latencies of a drag.")
    parser.add_argument("--harness", action="store_true", help="the component alone")
    parser.add_argument("--file", action="store_true", help="the live page as a file")
    parser.add_argument("--throttle", type=float, default=1.0, metavar="TIMES", help="slow the page down")
    parser.add_argument("--collection", type=Path, metavar="FOLDER", help="another collection")
    options = parser.parse_args()
    opened = options.collection or collections_folder() / COLLECTION
    if options.file:
        with tempfile.TemporaryDirectory() as place:
            page = Path(place) / "page.html"
            collection = gapviz.load(opened / "qrels.txt", sorted((opened / "runs").iterdir()))
            page.write_text(gapviz.live(collection).html, encoding="utf-8")
            print(json.dumps(asyncio.run(browse(page.as_uri(), throttle=options.throttle))))
        return
    if options.harness:
        served, link = serve("tests/browser/live_app.py"), f"?in={opened}"
    else:
        served, link = serve("app.py", "--collections", str(opened.parent)), f"?in=server/{opened.name}"
    with served as server:
        found = asyncio.run(browse(server.address + link, throttle=options.throttle, server=server.pid))
    print(json.dumps(found))


async def browse(address: str, *, throttle: float, server: int | None = None) -> dict[str, float]:
    """Open the page in Chromium and measure, beside it the process of its server."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = await driver.chromium.launch(executable_path=path, args=FLAGS)
        # The policy of a live page as a file would forbid the probe.
        page = await browser.new_page(viewport={"width": 1280, "height": 920}, bypass_csp=True)
        page.set_default_timeout(120_000)
        for _ in range(2):  # the second time from the cache of the server and of the browser
            begun = time.perf_counter()
            await page.goto(address)
            await page.locator(".share .slider").first.wait_for()
            await page.locator(".card .winner").first.wait_for()
            first_page = time.perf_counter() - begun
        await page.wait_for_timeout(3000)
        await page.evaluate(Path(__file__).with_name("probe.js").read_text())
        box = await page.locator(".share .slider").first.bounding_box()
        session = await page.context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        clock = Clock(await browser.new_browser_cdp_session(), server)
        found = {"first_page_s": round(first_page, 2)} | await measure(Hand(page, session, box), clock)
        await browser.close()
    return found


class Clock:
    """Milliseconds of the processor that the page's process has used so far, and those of the server."""

    def __init__(self, browser: Any, server: int | None) -> None:
        self._browser, self._server = browser, server

    async def read(self) -> tuple[float, float]:
        """Read both; 0 for no server."""
        processes = (await self._browser.send("SystemInfo.getProcessInfo"))["processInfo"]
        page = sum(one["cpuTime"] for one in processes if one["type"] == "renderer")
        return 1000 * page, 1000 * busy(self._server) if self._server else 0.0


class Hand:
    """A mouse on a slider: its moves do not wait for the page."""

    def __init__(self, page: Any, session: Any, box: Any) -> None:
        self.page = page
        self._session = session
        self._y = box["y"] + box["height"] / 2
        self._left, self._width = box["x"] + 8, box["width"] - 16

    async def swing(self, *, seconds: float, phase: float = 0.0) -> tuple[float, float]:
        """Drag to and fro and let go; return when the drag began and ended on the page's clock."""
        await self._send("mouseMoved", phase)
        await self._send("mousePressed", phase)
        start = await self.page.evaluate("() => { probe.latencies = []; return performance.now(); }")
        sent, begun = [], time.perf_counter()
        while (gone := time.perf_counter() - begun) < seconds:
            sent.append(asyncio.create_task(self._send("mouseMoved", phase + 1.5 * gone / seconds)))
            await asyncio.sleep(STEP)
        await asyncio.gather(*sent)
        end = await self.page.evaluate("performance.now()")
        await self._send("mouseReleased", phase + 1.5)
        return start, end

    async def settle(self) -> None:
        """Wait until no script runs, nothing is stale, and nothing was painted for a while."""
        await self.page.wait_for_function("probe.rest()", polling=50)

    async def _send(self, kind: str, turns: float) -> None:
        x = self._left + self._width * (0.5 + 0.45 * math.sin(2 * math.pi * turns))
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        await self._session.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": self._y, **held})


async def measure(hand: Hand, clock: Clock) -> dict[str, float]:
    """Drag, release and change; return the figures."""
    page = hand.page
    await hand.swing(seconds=1.0)  # so that all code of the page has run once
    await hand.settle()
    used, _ = await clock.read()
    start, end = await hand.swing(seconds=SECONDS)
    used = (await clock.read())[0] - used
    frames = [t for t in await page.evaluate("probe.frames") if start <= t <= end]
    gaps = [b - a for a, b in itertools.pairwise(frames)]
    latencies = await page.evaluate("probe.latencies")
    long = [duration for t, duration in await page.evaluate("probe.long") if start <= t <= end]
    await hand.settle()
    releases, panels = [], set()
    for k in range(RELEASES):
        await hand.swing(seconds=0.3, phase=k / RELEASES)
        await hand.settle()
        released, painted = await page.evaluate("[probe.released, probe.painted]")
        panels |= set(await page.evaluate("[...probe.touched]"))
        releases.append(painted - released)
    changed = await changes(hand, clock)
    found = {
        "frames_per_second": round(1000 * len(gaps) / sum(gaps), 1),
        "move_to_paint_p95_ms": round(quantile(latencies, 0.95), 1),
        "longest_task_ms": round(max(long, default=0.0), 1),
        "release_to_all_panels_p95_ms": round(quantile(releases, 0.95), 1),
        "page_cpu_per_frame_ms": round(used / len(frames), 2),
        "page_cpu_per_change_ms": round(changed[0], 1),
        "server_cpu_per_change_ms": round(changed[1], 1),
    }
    print(f"drag: {len(frames)} frames in {(end - start) / 1000:.2f} s, gaps between frames p95 "
          f"{quantile(gaps, 0.95):.1f} ms, at most {max(gaps):.1f} ms")  # fmt: skip
    print(f"move to painted ranking: {len(latencies)} moves, median {quantile(latencies, 0.5):.1f} ms, "
          f"p95 {found['move_to_paint_p95_ms']} ms")  # fmt: skip
    print(f"long tasks: {len(long)}, the longest {found['longest_task_ms']} ms")
    print(f"release to all panels ({', '.join(sorted(panels))}): {RELEASES} releases, median "
          f"{quantile(releases, 0.5):.1f} ms, p95 {found['release_to_all_panels_p95_ms']} ms")  # fmt: skip
    print(f"processor: {used / len(frames):.2f} ms of the page's process for a frame; for a change "
          f"{changed[0]:.1f} ms of it, and {changed[1]:.1f} ms of the server's")  # fmt: skip
    return found


async def changes(hand: Hand, clock: Clock) -> list[float]:
    """Change g some times; return the milliseconds of the page's process, and of the server's, for each."""
    await hand.settle()
    before = await clock.read()
    for k in range(CHANGES):
        await hand.page.evaluate("k => probe.change(k)", k)
        await hand.settle()
    return [(b - a) / CHANGES for a, b in zip(before, await clock.read(), strict=True)]


if __name__ == "__main__":
    main()
