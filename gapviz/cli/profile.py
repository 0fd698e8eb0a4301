"""The command ``profile``: runs read and counted into a store, where asked on the workers of a cluster."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from typing import Any

from gapviz.build import build
from gapviz.collection.errors import InputError, shown

NAME = "profile"
HELP = "runs read and counted once, into a store that opens at once"

DESCRIPTION = (
    "Read and count runs into a store, a folder that every other command, the app and gapviz.load take in "
    "place of QRELS and RUN... Where the store is there already the runs are added to it."
)

_ANSWERS_WITHIN = "10s"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes beside the files."""
    parser.add_argument("--output", metavar="STORE", required=True, help="folder of the store")
    parser.add_argument(
        "--scheduler",
        metavar="ADDR",
        help="address of a Dask scheduler, such as tcp://10.0.0.1:8786, whose workers read the runs at the "
        'same paths; needs pip install "gapviz[dask]"',
    )


def run(qrels: object, runs: Sequence[object], options: argparse.Namespace) -> bool:
    """Build the store; the runs that are done are counted on standard error.

    Returns
    -------
    bool
        Whether all runs could be read; the others are a sentence each on standard error.

    Raises
    ------
    InputError
    """
    with contextlib.ExitStack() as stack:
        client = stack.enter_context(_connected(options.scheduler)) if options.scheduler else None
        built = build(
            qrels,
            list(runs),
            output=options.output,
            client=client,
            grades=options.grades,
            ties=options.ties,
            depth=options.depth,
            duplicates=options.duplicates,
            encoding=options.encoding,
            comments=options.comments,
            errors="collect",
            jobs=options.jobs,
            progress=_said if sys.stderr.isatty() else None,
        )
    for problem in built.problems:
        print(problem, file=sys.stderr)
    return not built.problems


def _said(done: int, runs: int) -> None:
    print(f"\r{done} of {runs} runs", end="\n" if done == runs else "", file=sys.stderr, flush=True)


def _connected(address: str) -> Any:
    """Return the client of a scheduler."""
    try:
        from distributed import Client
    except ImportError:
        given = 'no package distributed: pip install "gapviz[dask]"'
        raise InputError("--scheduler", "Dask", given) from None
    try:
        return Client(address, timeout=_ANSWERS_WITHIN)  # type: ignore[no-untyped-call]
    except (OSError, ValueError):
        expected = "the address of a Dask scheduler that answers, such as tcp://10.0.0.1:8786"
        raise InputError("--scheduler", expected, shown(address)) from None
