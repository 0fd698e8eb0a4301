"""A running app for the benchmarks that need one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

REPOSITORY = Path(__file__).resolve().parents[2]
COLLECTION = "trec-covid-round1"
"""143 runs, 30 topics, grades 0 to 2."""

TURN = 0.005
"""Seconds."""

LINK = f"?in=server/{COLLECTION}"
"""Opens it in the app."""


@dataclass(frozen=True)
class Server:
    """A running app.

    Attributes
    ----------
    address : str
        Ends with a stroke.
    port, pid : int
    log : Path
        What it printed.
    """

    address: str
    port: int
    pid: int
    log: Path


def collections_folder() -> Path:
    """Return the folder of the shared collections: GAPVIZ_SHARED, or ``shared`` beside the repository."""
    folder = Path(os.environ.get("GAPVIZ_SHARED", REPOSITORY.parent / "shared")) / "collections"
    if not (folder / COLLECTION).is_dir():
        raise SystemExit(f"{COLLECTION} is not in {folder}; set GAPVIZ_SHARED")
    return folder


@contextmanager
def serve(script: str = "app.py", *arguments: str) -> Iterator[Server]:
    """Start an app on loopback, wait until it answers, and stop it at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "streamlit", "run", script, "--server.headless=true",
                 f"--server.port={port}", "--server.address=127.0.0.1", "--", *arguments],
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, cwd=REPOSITORY,
            )  # fmt: skip
        try:
            _wait(port, process)
            yield Server(f"http://127.0.0.1:{port}/", port, process.pid, log)
        finally:
            process.terminate()
            process.wait()


@contextmanager
def throttled(pid: int, times: float) -> Iterator[None]:
    """Slow a process down: of every ``times`` turns of `TURN` seconds it is stopped in all but one."""
    process, over = psutil.Process(pid), threading.Event()

    def turn() -> None:
        while not over.wait(TURN):
            process.suspend()
            over.wait(TURN * (times - 1))
            process.resume()

    turning = threading.Thread(target=turn)
    if times > 1:
        turning.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            turning.join()


def busy(pid: int) -> float:
    """Seconds of the processor that a process has used."""
    used = psutil.Process(pid).cpu_times()
    return float(used.user + used.system)


def quantile(values: list[float], share: float) -> float:
    """Return the smallest value that is not below this share of the values.

    Examples
    --------
    >>> quantile([4.0, 1.0, 2.0, 3.0], 0.5), quantile(list(range(1, 21)), 0.95)
    (2.0, 19)
    """
    ordered = sorted(values)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)]


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).close()
            return
        except OSError:
            if process.poll() is not None:
                break
            time.sleep(0.1)
    raise SystemExit("the app did not start")
