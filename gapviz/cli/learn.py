"""Learning to rank on the command line, as csv: it reads features, not judgements and runs."""

from __future__ import annotations

import argparse
import sys
from typing import BinaryIO, TextIO, get_args

from gapviz.analysis.rankings.scores import Empty
from gapviz.analysis.users.family import with_g
from gapviz.cli.command import add_seed, probabilities, refuse_twice
from gapviz.cli.experiments import count, last_of, rows_of
from gapviz.measures.parse import measure
from gapviz.text.tables import write_csv

NAME = "learn"

HELP = "rankers trained for each measure, tested on all"

DESCRIPTION = (
    "Train a ranker for each measure and test it on every one, on folds of topics. "
    "Columns: trained,tested,fold,topics,mean; the fold of the mean over all is all. Needs LightGBM and "
    'scikit-learn: pip install "gapviz[learning]".'
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "features",
        metavar="FEATURES",
        help="a document a line: grade qid:topic feature:value ..., as LETOR has it; plain or compressed; or "
        "-, standard input",
    )
    parser.add_argument(
        "--groups",
        metavar="FILE",
        help="the number of documents of each topic, one a line, where lines of features name no topic",
    )
    parser.add_argument(
        "-m",
        dest="measure",
        metavar="MEASURE",
        action="append",
        required=True,
        help="to train for and to test on: AP, GAP, xGAP, eGAP or nDCG; may be repeated",
    )
    parser.add_argument(
        "--also",
        metavar="MEASURE",
        action="append",
        default=[],
        help="to test on only: any measure; may be repeated",
    )
    parser.add_argument(
        "--g", type=probabilities, help="user model of GAP, xGAP and eGAP without one, such as 0.5,0.5"
    )
    parser.add_argument("--folds", type=count, default=5, metavar="N", help="parts of the topics; default 5")
    parser.add_argument("--rounds", type=count, default=100, metavar="N", help="trees; default 100")
    parser.add_argument(
        "--soft",
        type=float,
        metavar="SIGMA",
        help="train for the soft forms of AP, GAP, xGAP and eGAP too; the deviation of a score, such as 1",
    )
    parser.add_argument(
        "--signed",
        action="store_true",
        help="weigh the pairs of xGAP with the signed change, not the absolute one: it is not monotone",
    )
    parser.add_argument(
        "--peers",
        action="store_true",
        help="compare with LightGBM's own lambdarank, plain regression and a random order",
    )
    parser.add_argument("--grades", metavar="MAP", default="", help='grade mapping, such as "4:3"')
    parser.add_argument(
        "--empty",
        choices=get_args(Empty),
        default="zero",
        help="a topic with nothing relevant counts with score 0 (default) or is left out",
    )
    add_seed(parser)


def run(
    features: str | BinaryIO, groups: str | BinaryIO | None, options: argparse.Namespace, out: TextIO
) -> None:
    """Print the means as csv, numbers at full precision; how pairs were weighed goes to standard error.

    Raises
    ------
    InputError
        For files, measures and options that can't be used.
    """
    from gapviz.learning import PEERS, learning, read_features

    texts = with_g(options.measure, options.g) if options.g else options.measure
    refuse_twice(NAME, [str(measure(text)) for text in [*texts, *options.also]])
    steps = learning(
        read_features(features, groups, grades=options.grades),
        texts,
        tested=options.also,
        peers=PEERS if options.peers else (),
        sigma=options.soft,
        signed=options.signed,
        folds=options.folds,
        rounds=options.rounds,
        seed=options.seed,
        empty=options.empty,
    )
    result = last_of(steps)
    write_csv(*rows_of(result.frame()), out)
    for sentence in result.notes():
        print(sentence, file=sys.stderr)
