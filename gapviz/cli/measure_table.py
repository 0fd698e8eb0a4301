"""The measures on the command line: ``gapviz measures``, as csv or as the page of the documentation."""

from __future__ import annotations

import argparse
from typing import TextIO

from gapviz.measures import MEASURES
from gapviz.text.tables import write_csv

NAME = "measures"
HELP = "every measure with what it is, its range and its source"

DESCRIPTION = "List the measures, each as the text of an example. Columns: measure,group,what,range,source."

HEAD = """# Measures

Printed by `gapviz measures --format markdown`. The app's page Measures shows each formula too, its limits and
an example worked by hand.

A measure is a value with one text; the text is the key in tables, files and links, and parses back. `rel` is
the lowest grade that counts as relevant (`AP(rel=2)`), `@n` a cut-off (`nDCG@10`). Upper and lower case are
one, and the names of trec_eval, pytrec_eval, ir_measures and ranx are read where they mean the same (`map`,
`ndcg_cut_10`, `R@10`, `map@100-l2`). Where one means something else there, a sentence says what to write:
trec_eval's `rbp` is `RBP(p=0.9,gain=graded)`.

| measure, as text | what it is | range | source |
|---|---|---|---|
"""


def run(options: argparse.Namespace, out: TextIO) -> None:
    """Print the table."""
    if options.format == "markdown":
        out.write(HEAD)
        for row in MEASURES:
            out.write(f"| `{row.example}` | {row.summary} | {row.range} | {row.source} |\n")
    else:
        rows = ((row.example, row.group, row.summary, row.range, row.source) for row in MEASURES)
        write_csv(("measure", "group", "what", "range", "source"), rows, out)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "--format",
        choices=("csv", "markdown"),
        default="csv",
        help="csv (default), or markdown: .github/docs/measures.md",
    )
