"""How the page Explore follows the hand: TREC-COVID round 1 (143 runs) in headless Chromium.

    python tests/benchmarks/drag.py [--harness | --file]

A slider of the live component is dragged with the mouse for three seconds, then let go at several places.
Measured are frames while the hand moves; the time from a move to the painted ranking; the longest task of the
page's main thread (0 where none took 50 ms); and the time from a release until the last panel of the page is
painted again. ``--harness`` measures the component alone, on the page of its browser tests, ``--file`` the
live page as a file. The last line is JSON.
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
from tests.benchmarks.server import COLLECTION, LINK, collections_folder, quantile, serve

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"]  # fmt: skip
SECONDS = 3.0
RELEASES = 20
STEP = 0.008
"""Seconds between two moves: a mouse that reports 125 times a second, faster than the page draws."""


def main() -> None:
    """Measure, print the figures and the JSON line."""
    parser = argparse.ArgumentParser(description="Frames and latencies of a drag.")
    parser.add_argument("--harness", action="store_true", help="the component alone")
    parser.add_argument("--file", action="store_true", help="the live page as a file")
    folder = collections_folder()
    options = parser.parse_args()
    if options.file:
        with tempfile.TemporaryDirectory() as place:
            page = Path(place) / "page.html"
            files = folder / COLLECTION
            collection = gapviz.load(files / "qrels.txt", sorted((files / "runs").iterdir()))
            page.write_text(gapviz.live(collection).html, encoding="utf-8")
            print(json.dumps(asyncio.run(browse(page.as_uri()))))
        return
    if options.harness:
        served, link = serve("tests/browser/live_app.py"), f"?in={folder / COLLECTION}"
    else:
        served, link = serve("app.py", "--collections", str(folder)), LINK
    with served as server:
        found = asyncio.run(browse(server.address + link))
    print(json.dumps(found))


async def browse(address: str) -> dict[str, float]:
    """Open the page in Chromium and measure."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = await driver.chromium.launch(executable_path=path, args=FLAGS)
        # The policy of a live page as a file would forbid the probe.
        page = await browser.new_page(viewport={"width": 1280, "height": 920}, bypass_csp=True)
        page.set_default_timeout(60_000)
        await page.goto(address)
        await page.locator(".share .slider").first.wait_for()
        await page.locator(".card .winner").first.wait_for()
        await page.wait_for_timeout(3000)
        await page.evaluate(Path(__file__).with_name("probe.js").read_text())
        box = await page.locator(".share .slider").first.bounding_box()
        found = await measure(Hand(page, await page.context.new_cdp_session(page), box))
        await browser.close()
    return found


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


async def measure(hand: Hand) -> dict[str, float]:
    """Drag and release; return the four figures."""
    page = hand.page
    await hand.swing(seconds=1.0)  # so that all code of the page has run once
    await hand.settle()
    start, end = await hand.swing(seconds=SECONDS)
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
    found = {
        "frames_per_second": round(1000 * len(gaps) / sum(gaps), 1),
        "move_to_paint_p95_ms": round(quantile(latencies, 0.95), 1),
        "longest_task_ms": round(max(long, default=0.0), 1),
        "release_to_all_panels_p95_ms": round(quantile(releases, 0.95), 1),
    }
    print(f"drag: {len(frames)} frames in {(end - start) / 1000:.2f} s, gaps between frames p95 "
          f"{quantile(gaps, 0.95):.1f} ms, at most {max(gaps):.1f} ms")  # fmt: skip
    print(f"move to painted ranking: {len(latencies)} moves, median {quantile(latencies, 0.5):.1f} ms, "
          f"p95 {found['move_to_paint_p95_ms']} ms")  # fmt: skip
    print(f"long tasks: {len(long)}, the longest {found['longest_task_ms']} ms")
    print(f"release to all panels ({', '.join(sorted(panels))}): {RELEASES} releases, median "
          f"{quantile(releases, 0.5):.1f} ms, p95 {found['release_to_all_panels_p95_ms']} ms")  # fmt: skip
    return found


if __name__ == "__main__":
    main()
