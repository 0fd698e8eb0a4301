"""The live page on the command line: ``gapviz page QRELS RUN... -o page.html``."""

from __future__ import annotations

import argparse
from functools import lru_cache
from pathlib import Path

import gapviz
from gapviz.analysis.rankings.scores import Empty, Topics
from gapviz.cli.command import Command, Table
from gapviz.collection.model import Collection
from gapviz.collection.reading.files import write_document


def sizes(collection: Collection, options: argparse.Namespace) -> Table:
    """List the parts of the page with their bytes."""
    page = _made(collection, options.topics, options.empty)
    return ("part", "bytes"), list(page.sizes.items())


def write(collection: Collection, options: argparse.Namespace) -> None:
    """Write the page."""
    write_document(options.output, _made(collection, options.topics, options.empty).html)


@lru_cache(maxsize=1)
def _made(collection: Collection, topics: Topics, empty: Empty) -> gapviz.LivePage:
    return gapviz.live(collection, topics=topics, empty=empty)


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", dest="output", type=_file, required=True, metavar="FILE", help="the page, such as page.html"
    )


def _file(text: str) -> Path:
    if not text or Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"expected a file, found {text!r}")
    return Path(text)


LIVE_PAGE = {
    "page": Command(
        "the live page as one HTML file",
        "Write Explore's live view as one HTML file that needs no server and no network: sliders for g, "
        "ranks, leaderboard, tau map and topics. Columns of what is printed once it is written: part,bytes.",
        _add_output,
        sizes,
        before=write,
    )
}
