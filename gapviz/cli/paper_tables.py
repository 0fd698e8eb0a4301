"""The papers' tables of correlations for any collection, and g from a click log, on the command line."""

from __future__ import annotations

import argparse
import math
import sys

from gapviz.cli.command import Command, Table, add_seed, model_text, profiled, step_of
from gapviz.collection.model import Collection
from gapviz.text.numbers import in_words

PRINTED = ("TREC 10", "TREC 14", "TREC 21")
"""Collections of the paper's tables."""


def paper_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Compute Tables 2 and 3 of Ferrante, Ferro and Maistro, with the printed numbers beside them."""
    from gapviz import users
    from gapviz.analysis.rankings.paper_tables import tau_table
    from gapviz.analysis.rankings.sets import run_set
    from gapviz.collection.synthetic.printed import printed_taus

    profile = profiled(collection)
    taken = run_set(options.run_set, profile, topics=options.topics, empty=options.empty)
    g = None if options.step is None else users.simplex_grid(profile.c, round(1 / options.step))
    table = tau_table(profile, g=g, run_set=taken, topics=options.topics, empty=options.empty)
    names = ("g", "measure", "against", "topics", "tau")
    texts = dict(zip(map(tuple, table.g.tolist()), map(model_text, table.g), strict=True))
    rows = [(texts[g], *rest, in_words(tau)) for g, *rest, tau in table.rows()]
    if options.printed is None:
        return names, rows
    printed = table.beside(printed_taus(), options.printed).ravel().tolist()
    return (*names, "printed"), [
        (*row, "" if math.isnan(value) else value) for row, value in zip(rows, printed, strict=True)
    ]


def clicks_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Take a user model from a click log."""
    from gapviz.analysis.users.clicks import clicked_model
    from gapviz.collection.reading.clicks import read_clicks
    from gapviz.profile import pool_of

    judged = pool_of(collection).counts if options.per_document else None
    model = clicked_model(read_clicks(options.log, collection), judged=judged, seed=options.seed)
    print(
        f"g={model_text(model.g)}: {model.clicks} clicks on relevant documents of {model.topics} topics; "
        f"{model.left_out} others are left out",
        file=sys.stderr,
    )
    if model.contradicted:
        print("a grade has fewer clicks per document than a lower one, which no g explains", file=sys.stderr)
    columns = (model.g.tolist(), map(in_words, model.low.tolist()), map(in_words, model.high.tolist()))
    return ("threshold", "g", "low", "high"), zip(range(1, model.g.size + 1), *columns, strict=True)


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--run-set",
        default="first quartile",
        metavar="NAME",
        help='runs that take part: "first quartile" (at or above it by MAP; default, as in the paper), all, '
        '"top 15 by AP", or runs with commas between',
    )
    parser.add_argument(
        "--step", type=step_of, help="step of the probabilities; 0.1 for two thresholds and 0.2 for more"
    )
    parser.add_argument(
        "--printed", choices=PRINTED, help="with the numbers that the paper prints for this collection"
    )


def _add_clicks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log", required=True, metavar="FILE", help="clicks: topic, document, number of clicks"
    )
    parser.add_argument(
        "--per-document",
        action="store_true",
        help="from clicks per judged document of each grade; by default g is their share of the clicks",
    )
    add_seed(parser)


PAPERS = {
    "table": Command(
        "the table of correlations of the xGAP paper, for these files",
        "Correlate GAP, xGAP and eGAP with GAP, AP, nDCG, RBP and bpref over the paper's sets of topics (its "
        "Tables 2 and 3). Columns: g,measure,against,topics,tau, and printed with --printed.",
        _add_table,
        paper_table,
    ),
    "clicks": Command(
        "the user model that a click log suggests",
        "Take g from clicks on judged documents, with bootstrap intervals over topics. "
        "Columns: threshold,g,low,high.",
        _add_clicks,
        clicks_table,
        runs=False,
    ),
}
