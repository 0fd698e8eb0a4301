"""Toy lists on the command line: ``gapviz list "1 0 2 ?" --missing "2 1"``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TextIO

from gapviz.analysis.users.family import GRADED, with_g
from gapviz.cli.asked import keep_fitting
from gapviz.cli.command import probabilities
from gapviz.collection.errors import InputError
from gapviz.text.tables import write_csv

NAME = "list"
HELP = "values of a ranked list that is written out, without files"

DESCRIPTION = (
    "Score one ranked list. Columns: measure,value, or measure,rank,document,adds,arithmetic with --ranks: "
    "what each document adds to a measure that is a sum over ranks."
)

USUAL = ("AP", *GRADED, "nDCG")


def run(options: argparse.Namespace, out: TextIO) -> bool:
    """Print the values of the list, or what each of its documents adds.

    Returns
    -------
    bool
        Whether all measures can be used; the others are a sentence each on standard error.

    Raises
    ------
    InputError
    """
    from gapviz import users
    from gapviz.analysis.toylists.contributions import contributions
    from gapviz.analysis.toylists.lists import ToyList
    from gapviz.analysis.toylists.profile import profile_lists
    from gapviz.measures.parse import measure

    toy = ToyList.read(options.ranked, missing=options.missing, c=options.c)
    g = users.validate([1 / toy.c] * toy.c if options.g is None else options.g, c=toy.c).tolist()
    options.measure = list(with_g(options.measure or USUAL, g))
    counts = profile_lists([toy])
    usable = keep_fitting(counts, options)
    measures = [measure(text) for text in options.measure]
    if not options.ranks:
        write_csv(("measure", "value"), ((str(one), one(counts).item()) for one in measures), out)
        return usable
    rows: list[Sequence[object]] = []
    for one in measures:
        sums = contributions(one, toy)
        if sums is None:
            raise InputError("--ranks", "measures that are sums over ranks", str(one))
        numbers = zip(toy.letters, sums.by_rank.tolist(), sums.arithmetic, strict=True)
        rows += [(str(one), rank, *number) for rank, number in enumerate(numbers, 1)]
    write_csv(("measure", "rank", "document", "adds", "arithmetic"), rows, out)
    return usable


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "ranked",
        metavar="LIST",
        help='grades by rank, such as "1 0 2 ?": ? was pooled without a judgement, x is outside the pool',
    )
    parser.add_argument(
        "--missing", default="", metavar="LIST", help="grades of the judged documents that are not retrieved"
    )
    parser.add_argument(
        "--highest", dest="c", type=int, metavar="C", help="highest grade; that of the list by default"
    )
    parser.add_argument("--g", type=probabilities, help="user model, such as 0.1,0.9; uniform by default")
    parser.add_argument(
        "-m",
        dest="measure",
        metavar="MEASURE",
        action="append",
        help=f"may be repeated, GAP, xGAP and eGAP take --g; {', '.join(USUAL)} by default",
    )
    parser.add_argument("--ranks", action="store_true", help="what each rank adds, with its arithmetic")
