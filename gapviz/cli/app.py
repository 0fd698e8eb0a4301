"""The app on the command line: ``gapviz app``."""

from __future__ import annotations

import argparse
import runpy
import signal
import sys
from pathlib import Path

from gapviz.collection.bundled import PLACE
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError
from gapviz.collection.limits import check_settings

NAME = "app"
HELP = "the app in a browser"

DESCRIPTION = (
    "Start the app and open it in a browser; Ctrl-C ends it. Streamlit's own settings are taken from "
    "variables of the environment, such as STREAMLIT_SERVER_ADDRESS=localhost."
)

HIGHEST_PORT = 65535


def run(options: argparse.Namespace) -> None:
    """Serve the app until the process is ended.

    Streamlit runs in this process, so that what ends it ends the server too. It reads the settings that
    stand beside app.py, wherever it is started.

    Raises
    ------
    InputError
        Where the folder of collections is none, or a setting in the environment is no number.
    SystemExit
        At the end, with Streamlit's exit status.
    """
    check_settings()
    arguments = [str(PLACE / "app.py")]
    if options.port is not None:
        arguments.append(f"--server.port={options.port}")
    if options.collections is not None:
        if not Path(options.collections).is_dir():
            raise InputError("--collections", "a folder", f"none called {options.collections}")
        arguments += ["--", "--collections", options.collections]
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # a browser that goes away ends no server
    sys.argv = ["streamlit", "run", *arguments]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--collections", metavar="DIR", help="offer the collections of this folder")
    parser.add_argument("--port", type=_port, metavar="N", help="of the server; 8501, or the next free one")


def _port(text: str) -> int:
    if not in_digits(text) or not 0 < int(text) <= HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"expected a port from 1 to {HIGHEST_PORT}, found {text!r}")
    return int(text)
