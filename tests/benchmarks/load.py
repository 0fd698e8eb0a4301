"""How one server answers many browsers: TREC-COVID round 1 (143 runs), each moving g about once a second.

    python tests/benchmarks/load.py [--clients 60] [--seconds 60] [--throttle 4]

Each client speaks Streamlit's own protocol on loopback, as the browser does: it opens Explore in a session of
its own, then lets the g control go at a new g, waits until the server's script has finished, and thinks for
half a second to one and a half. A latency is from the request to the last message of its answer; painting
is not in it (drag.py has it). An answer must carry the g that was asked for, and no exception. Server and
clients share the machine; ``--throttle`` stops the server for most of the time, so that it is that many times
slower. The last line is JSON; memory is that of the server when all pages are open, and at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.server import LINK, Server, busy, collections_folder, quantile, serve, throttled

PATIENCE = 30.0
"""Seconds after which an answer counts as an error."""

EVERY = 10
"""Seconds between two looks at the server's memory."""

COMPONENT = "gapviz_live"
DONE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


class WrongAnswerError(Exception):
    """The server answered, but not with what was asked for."""


class Client:
    """A browser with the page Explore: what it was told, and what it would send.

    Attributes
    ----------
    latencies : list of float
        Milliseconds of each answer.
    errors : list of str
    headers : dict of str to str
        Of the request that opens the connection.
    """

    def __init__(self, number: int) -> None:
        self.latencies: list[float] = []
        self.errors: list[str] = []
        self._random = random.Random(number)
        self._query = LINK.removeprefix("?")
        self._page = ""
        self._fragment = ""
        self._widget = ""
        self._config: dict[str, Any] = {}
        self._known: set[str] = set()
        self._socket: ClientConnection | None = None
        self.headers: dict[str, str] = {}

    async def open(self, server: Server) -> None:
        """Open the page."""
        with self._noted():
            self._socket = await connect(
                f"ws://127.0.0.1:{server.port}/_stcore/stream", origin=Origin(server.address.rstrip("/")),
                subprotocols=[Subprotocol("streamlit")], max_size=None, compression=None, ping_interval=None,
                additional_headers=self.headers,
            )  # fmt: skip
            await self._ask(BackMsg())
            if not self._widget:
                raise WrongAnswerError("the page has no g control")

    async def live(self, seconds: float) -> None:
        """Change g until the time is over; an error is the end."""
        end = time.perf_counter() + seconds
        with self._noted():
            await asyncio.sleep(self._random.random())
            while time.perf_counter() < end and not self.errors:
                await self._change()
                await asyncio.sleep(self._random.uniform(0.5, 1.5))

    async def close(self) -> None:
        """Leave."""
        if self._socket:
            await self._socket.close()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except (OSError, TimeoutError, WebSocketException, WrongAnswerError) as error:
            self.errors.append(f"{type(error).__name__}: {error}")

    async def _change(self) -> None:
        """Let the control go at a new g."""
        share = round(self._random.random(), 2)
        rest = len(self._config["view"]["g"]) - 1
        g = [share, *[(1 - share) / rest] * rest]
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id = self._widget
        view = {name: written(value) for name, value in {**self._config["view"], "g": g}.items()}
        event = {"view": view, "final": True, **{name: self._config[name] for name in ("session", "rev")}}
        state.json_value = json.dumps({"event": event})
        message.rerun_script.fragment_id = self._fragment
        start = time.perf_counter()
        await self._ask(message)
        self.latencies.append(1000 * (time.perf_counter() - start))
        found = parse_qs(self._query).get("g", [""])[0]
        # The address of a page that nobody has changed yet says nothing: it opened with its own g.
        if ([float(part) for part in found.split(",")] if found else self._config["view"]["g"]) != g:
            raise WrongAnswerError(f"asked for g = {g}, the address has {found!r}")

    async def _ask(self, message: BackMsg) -> None:
        """Send, and read until the script has finished."""
        message.rerun_script.query_string = self._query
        message.rerun_script.page_script_hash = self._page
        message.rerun_script.cached_message_hashes.extend(self._known)
        assert self._socket
        async with asyncio.timeout(PATIENCE):
            await self._socket.send(message.SerializeToString())
            while True:
                told = ForwardMsg.FromString(await self._socket.recv(decode=False))
                self._hear(told)
                if told.WhichOneof("type") == "script_finished" and told.script_finished in DONE:
                    return

    def _hear(self, told: ForwardMsg) -> None:
        kind = told.WhichOneof("type")
        if told.metadata.cacheable and told.hash:
            self._known.add(told.hash)
        if kind == "new_session":
            self._page = told.new_session.page_script_hash
        elif kind == "page_info_changed":
            self._query = told.page_info_changed.query_string
        elif kind == "script_finished" and told.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            raise WrongAnswerError("the script has an error")
        elif kind == "delta":
            element = told.delta.new_element
            if element.WhichOneof("type") == "exception":
                raise WrongAnswerError(element.exception.message)
            component = element.bidi_component
            if component.component_name == COMPONENT:
                self._widget, self._fragment = component.id, told.delta.fragment_id
                self._config = json.loads(component.mixed.json or component.json)["config"]


def written(value: Any) -> list[str]:
    """Write a value as the control does, in address.js: as the values of its parameter in an address."""
    if isinstance(value, list | tuple) and value and isinstance(value[0], int | float):
        return [",".join(map(str, value))]
    return list(value) if isinstance(value, list | tuple) else [value]


def main() -> None:
    """Measure, print the figures and the JSON line."""
    parser = argparse.ArgumentParser(description="Latencies with many browsers on one server.")
    parser.add_argument("--clients", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--throttle", type=float, default=1.0, metavar="TIMES", help="slow the server down")
    options = parser.parse_args()
    served = serve("app.py", "--collections", str(collections_folder()))
    with served as server, throttled(server.pid, options.throttle):
        found = asyncio.run(load(server, options.clients, options.seconds))
    print(json.dumps(found))


async def load(server: Server, count: int, seconds: float) -> dict[str, float]:
    """Let the clients live; return the figures."""
    import psutil

    process = psutil.Process(server.pid)
    clients = [Client(number) for number in range(count)]
    for client in clients:  # one after the other, as people arrive
        await client.open(server)
    print(f"{count} pages are open")
    start, used = process.memory_info().rss, busy(server.pid)
    watched: list[int] = []
    watch = asyncio.create_task(_watch(process, watched))
    await asyncio.gather(*(client.live(seconds) for client in clients))
    watch.cancel()
    end, used = process.memory_info().rss, busy(server.pid) - used
    await asyncio.gather(*(client.close() for client in clients))
    latencies = [latency for client in clients for latency in client.latencies]
    errors = [error for client in clients for error in client.errors]
    for error in sorted(set(errors))[:5]:
        print(f"error: {error}")
    if latencies:
        print(f"{len(latencies)} answers, {len(latencies) / seconds:.1f} a second, "
              f"{1000 * used / len(latencies):.1f} ms of the server's processor for each; "
              f"the slowest {max(latencies):.0f} ms")  # fmt: skip
    mib = 1024 * 1024
    print(f"memory every {EVERY} s, MiB:", *(round(rss / mib) for rss in watched))
    return {
        "clients": count,
        "p50_ms": round(quantile(latencies, 0.5), 1) if latencies else -1,
        "p95_ms": round(quantile(latencies, 0.95), 1) if latencies else -1,
        "cpu_per_change_ms": round(1000 * used / len(latencies), 1) if latencies else -1,
        "errors": len(errors),
        "rss_start_mib": round(start / mib, 1),
        "rss_end_mib": round(end / mib, 1),
    }


async def _watch(process: Any, watched: list[int]) -> None:
    while True:
        watched.append(process.memory_info().rss)
        await asyncio.sleep(EVERY)


if __name__ == "__main__":
    main()
