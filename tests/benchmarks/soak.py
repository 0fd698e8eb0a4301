"""How one server holds out: many browsers that move g, change pages, upload, leave and return.

    python tests/benchmarks/soak.py [--clients 40] [--seconds 600]
    python tests/benchmarks/soak.py --clients 0 --leavers 240 --megabytes 5

Clients speak Streamlit's own protocol, as in load.py. A latency of moving g is from the request to the last
message of its answer; other acts are counted, and timed apart. An error is an exception on a page, a wrong
answer, a refused upload or a lost connection. With ``--leavers`` that many more browsers come after them, ten
at a time; each uploads so many megabytes, opens them in Explore, and leaves; the memory is looked at before
the first and until three minutes after the last. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import sys
import time
import urllib.request
from collections import defaultdict
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.load import Client, WrongAnswerError
from tests.benchmarks.server import Server, collections_folder, quantile, serve

EVERY = 10.0
"""Seconds between two looks at the server's memory."""

FLAT_FROM = 120.0
"""Seconds after which the memory is to stay where it is."""

AFTER = 180.0
"""Seconds that the memory is looked at after the last browser has left."""

AT_ONCE = 10
"""Browsers that come and leave together."""

PAGES = ("", "collection", "curves", "topics", "measures")
"""Pages that the clients go to, by the last part of their address."""

SOURCE = "Upload files"
"""What the page Collection calls uploads."""

MIB = 1 << 20

Files = tuple[bytes, bytes]
"""Judgements, and a run."""


class Browser(Client):
    """A browser that does more than to move g.

    Attributes
    ----------
    acts : dict of str to list of float
        Milliseconds of each act but that of moving g, by what it was.
    """

    def __init__(self, number: int, server: Server) -> None:
        super().__init__(number)
        self.acts: dict[str, list[float]] = defaultdict(list)
        self._number = number
        self._server = server
        self._session = ""
        self._hashes: dict[str, str] = {}
        self._widgets: dict[str, str] = {}
        self._urls: Any = None
        self._start = self._query
        cookie = urllib.request.urlopen(f"{server.address}_stcore/health").headers["Set-Cookie"]
        self._cookie = re.search(r"_streamlit_xsrf=([^;]+)", cookie or "")
        self.headers = {"Cookie": self._cookie.group()} if self._cookie else {}

    async def soak(self, end: float) -> None:
        """Act until the time is over; an error is the end."""
        with self._noted():
            while time.perf_counter() < end and not self.errors:
                await self._act()
                await asyncio.sleep(self._random.uniform(0.5, 1.5))

    async def upload_and_leave(self, files: Files) -> None:
        """Come, upload, look at it, and leave."""
        with self._noted():
            await self._timed("come", self.open(self._server))
            await self._timed("upload", self._upload(files))
            await self._timed("page", self._go(""))
        await self.close()

    async def _act(self) -> None:
        what = self._random.random()
        if what < 0.75:
            if self._where:
                await self._timed("page", self._go(""))
            await self._change()
        elif what < 0.93:
            await self._timed("page", self._go(self._random.choice(PAGES[1:])))
        elif what < 0.96:
            await self._timed("upload", self._upload(small(self._number, self._random)))
            self._query = self._start
            await self._timed("page", self._go(""))
        else:
            await self.close()
            await asyncio.sleep(self._random.uniform(0.5, 5.0))
            await self._timed("return", self._come_back())

    async def _come_back(self) -> None:
        self._known.clear()
        self._page, self._widget = "", ""
        await self.open(self._server)
        if self.errors:
            raise WrongAnswerError(self.errors.pop())

    async def _timed(self, what: str, act: Any) -> None:
        start = time.perf_counter()
        await act
        self.acts[what].append(1000 * (time.perf_counter() - start))

    async def _go(self, page: str) -> None:
        self._page, self._where = self._hashes[page], page
        await self._ask(BackMsg())

    async def _upload(self, files: Files) -> None:
        await self._go("collection")
        await self._set("source", string_array_value=[SOURCE])
        sent = {}
        for widget, name, content in zip(
            ("qrels files", "run files"), ("qrels", "a.run"), files, strict=True
        ):
            sent[widget] = await self._send(name, content)
        message = BackMsg()
        states = message.rerun_script.widget_states.widgets
        for widget, file in sent.items():
            state = states.add()
            state.id = self._id(widget)
            state.file_uploader_state_value.uploaded_file_info.add().CopyFrom(file)
        state = states.add()
        state.id = self._id("source")
        state.string_array_value.data.append(SOURCE)
        press = states.add()
        press.id, press.trigger_value = self._id("read"), True
        await self._ask(message)
        if "in=upload" not in self._query:
            raise WrongAnswerError(f"the upload was not opened: {self._query[:200]}")

    async def _set(self, widget: str, **value: Any) -> None:
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id = self._id(widget)
        for name, values in value.items():
            getattr(state, name).data.extend(values)
        await self._ask(message)

    async def _send(self, name: str, content: bytes) -> Any:
        from streamlit.proto.Common_pb2 import UploadedFileInfo

        message = BackMsg()
        message.file_urls_request.request_id = name
        message.file_urls_request.file_names.append(name)
        message.file_urls_request.session_id = self._session
        self._urls = None
        assert self._socket
        await self._socket.send(message.SerializeToString())
        async with asyncio.timeout(30):
            while self._urls is None:
                self._hear(ForwardMsg.FromString(await self._socket.recv(decode=False)))
        urls = self._urls.file_urls[0]
        await asyncio.to_thread(self._put, urls.upload_url, name, content)
        info = UploadedFileInfo(name=name, size=len(content), file_id=urls.file_id)
        info.file_urls.CopyFrom(urls)
        return info

    def _put(self, url: str, name: str, content: bytes) -> None:
        edge = "gapviz-soak"
        head = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'
        headers = {**self.headers, "Content-Type": f"multipart/form-data; boundary={edge}"}
        if self._cookie:
            headers["X-Xsrftoken"] = self._cookie.group(1).strip('"')
        body = head.encode() + content + f"\r\n--{edge}--\r\n".encode()
        asked = urllib.request.Request(self._server.address + url.lstrip("/"), body, headers, method="PUT")
        urllib.request.urlopen(asked, timeout=60).close()

    def _id(self, key: str) -> str:
        try:
            return self._widgets[key]
        except KeyError:
            raise WrongAnswerError(f"the page has no widget {key!r}") from None

    def _hear(self, told: ForwardMsg) -> None:
        super()._hear(told)
        kind = told.WhichOneof("type")
        if kind == "new_session":
            self._session = told.new_session.initialize.session_id
            self._where = next((name for name, page in self._hashes.items() if page == self._page), "")
        elif kind == "navigation":
            self._hashes = {page.url_pathname: page.page_script_hash for page in told.navigation.app_pages}
            self._hashes[""] = next(p.page_script_hash for p in told.navigation.app_pages if p.is_default)
        elif kind == "file_urls_response":
            self._urls = told.file_urls_response
        elif kind == "delta":
            element = told.delta.new_element
            found = getattr(element, str(element.WhichOneof("type")), None)
            identity = getattr(found, "id", "")
            if identity.startswith("$$ID-"):
                self._widgets[identity.split("-", 2)[2]] = identity


def small(number: int, chance: random.Random) -> Files:
    """Return a collection that nobody else has: ten topics, a hundred documents each."""
    return made(10, 100, f"{number}-{chance.random()}")


def made(topics: int, documents: int, tag: str) -> Files:
    """Return judgements of every tenth document, and a run over all."""
    qrels = "".join(f"{t} 0 d{d} {d // 10 % 3}\n" for t in range(topics) for d in range(0, documents, 10))
    run = "".join(f"{t} Q0 d{d} {d} {documents - d} {tag}\n" for t in range(topics) for d in range(documents))
    return qrels.encode(), run.encode()


def main() -> None:
    """Measure, print the figures and the JSON line."""
    parser = argparse.ArgumentParser(description="One server, many browsers, for long.")
    parser.add_argument("--clients", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--leavers", type=int, default=0)
    parser.add_argument("--megabytes", type=int, default=5)
    options = parser.parse_args()
    with serve("app.py", "--collections", str(collections_folder())) as server:
        figures: dict[str, Any] = {}
        if options.clients:
            figures |= asyncio.run(soak(server, options.clients, options.seconds))
        if options.leavers:
            figures |= asyncio.run(leave(server, options.leavers, options.megabytes))
        if figures.get("errors"):
            print(server.log.read_text()[-4000:])
    print(json.dumps(figures))


async def soak(server: Server, count: int, seconds: float) -> dict[str, Any]:
    """Let the clients live; return the figures."""
    browsers = [Browser(number, server) for number in range(count)]
    for browser in browsers:
        await browser.open(server)
    print(f"{count} pages are open")
    start = time.perf_counter()
    watched: list[float] = []
    watch = asyncio.create_task(_watch(server, watched))
    await asyncio.gather(*(browser.soak(start + seconds) for browser in browsers))
    watch.cancel()
    await asyncio.gather(*(browser.close() for browser in browsers))
    print("memory every 10 s, MiB:", *map(round, watched))
    for what in ("page", "upload", "return"):
        times = [one for browser in browsers for one in browser.acts[what]]
        if times:
            print(
                f"{what}: {len(times)}, p50 {quantile(times, 0.5):.0f} ms, p95 {quantile(times, 0.95):.0f} ms"
            )
    failed = _errors(browsers)
    latencies = [latency for browser in browsers for latency in browser.latencies] or [-1.0]
    late = watched[int(FLAT_FROM / EVERY) :]
    return {
        "clients": count,
        "answers": len(latencies),
        "p50_ms": round(quantile(latencies, 0.5), 1),
        "p95_ms": round(quantile(latencies, 0.95), 1),
        **failed,
        "rss_mib_from_two_minutes": [round(min(late)), round(max(late)), round(late[-1])] if late else [],
    }


async def leave(server: Server, count: int, megabytes: int) -> dict[str, Any]:
    """Let browsers come, upload and leave; return the figures."""
    await _one(server)
    before = memory(server)
    browsers = []
    for first in range(0, count, AT_ONCE):
        group = [Browser(10_000 + number, server) for number in range(first, min(first + AT_ONCE, count))]
        files = [made(50, megabytes * MIB // 50 // 27, str(10_000 + first + i)) for i in range(len(group))]
        await asyncio.gather(*(b.upload_and_leave(f) for b, f in zip(group, files, strict=True)))
        browsers += group
    full = memory(server)
    watched: list[float] = []
    watch = asyncio.create_task(_watch(server, watched))
    await asyncio.sleep(AFTER)
    watch.cancel()
    print(f"memory before {before:.0f}, with all {full:.0f}, then every 10 s, MiB:", *map(round, watched))
    return {
        "leavers": count,
        **_errors(browsers),
        "before_mib": round(before),
        "after_mib": round(memory(server)),
    }


async def _one(server: Server) -> None:
    """Have one browser come, upload and leave: what a server loads only once is loaded then."""
    browser = Browser(-1, server)
    await browser.upload_and_leave(made(5, 100, "first"))
    if browser.errors:
        raise SystemExit(browser.errors[0])


def _errors(browsers: list[Browser]) -> dict[str, int]:
    errors = [error for browser in browsers for error in browser.errors]
    for error in sorted(set(errors))[:5]:
        print(f"error: {error}")
    return {"errors": len(errors)}


async def _watch(server: Server, watched: list[float]) -> None:
    while True:
        watched.append(memory(server))
        await asyncio.sleep(EVERY)


def memory(server: Server) -> float:
    """Return the memory of a server that is resident, in MiB."""
    import psutil

    return float(psutil.Process(server.pid).memory_info().rss) / MIB


if __name__ == "__main__":
    main()
