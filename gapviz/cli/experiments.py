"""The papers' experiments on the command line, as csv."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from gapviz.cli.command import (
    Command,
    Table,
    add_seed,
    add_sets,
    chosen_sets,
    profiled,
    refuse_twice,
    run_name,
)
from gapviz.collection.model import Collection
from gapviz.measures.parse import measure
from gapviz.text.numbers import in_words

if TYPE_CHECKING:
    import pandas as pd


MOST_DRAWS = 100_000
"""Samples, resamples, lists or judgements that may be asked for: more would not fit memory or a day."""


class _Growing(Protocol):
    @property
    def done(self) -> int: ...

    @property
    def total(self) -> int: ...


Found = TypeVar("Found", bound=_Growing)


def robustness_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Score the runs again on samples of the judgements."""
    import pandas as pd

    from gapviz.analysis.experiments.robustness import RATES, robustness
    from gapviz.analysis.rankings.scores import RATE

    # "rate" stands for no number: with p=rate and with p=1 a measure is not the same.
    names = [
        f"{measure(RATE.sub('1.0', text))}{' rate' * bool(RATE.search(text))}" for text in options.measure
    ]
    refuse_twice("robustness", names)

    counts, named = profiled(collection), options.topic_set or ["all"]
    sets = [chosen_sets(counts, options, topics=text) for text in named]  # a wrong one is said at once
    frames = []
    for text, chosen in zip(named, sets, strict=True):
        steps = robustness(
            collection,
            options.measure,
            design=options.design,
            rates=options.rates or RATES,
            samples=options.samples,
            seed=options.seed,
            topics=options.topics,
            empty=options.empty,
            **chosen,
        )
        result = last_of(steps)
        frame = result.scatter() if options.scatter else result.frame()
        if len(named) > 1:
            frame.insert(0, "topics", text)
        frames.append(frame)
    return rows_of(pd.concat(frames, ignore_index=True))


def significance_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Test pairs of runs, or say how often the tests of each measure see a difference."""
    from gapviz.analysis.experiments.significance import significance
    from gapviz.analysis.rankings.scores import scores
    from gapviz.analysis.rankings.sets import within

    refuse_twice("significance", [str(measure(text)) for text in options.measure])
    counts = profiled(collection)
    sets = chosen_sets(counts, options)
    scored = scores(counts, options.measure, topics=options.topics, empty=options.empty)
    steps = significance(
        within(scored, runs=sets["run_set"], topics=sets["topic_set"]),
        test=options.test,
        pairs=options.pair,
        resamples=options.resamples,
        alpha=options.alpha,
        seed=options.seed,
    )
    last = last_of(steps)
    if said := last.out_of_reach():
        print(f"significance: {said}", file=sys.stderr)
    return rows_of(last.summary() if options.summary else last.frame())


def informativeness_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the errors of inferred curves, or their means."""
    from gapviz.analysis.experiments.informativeness import informativeness, path_texts

    refuse_twice("informativeness", [str(measure(text)) for text in options.measure])
    counts = profiled(collection)
    steps = informativeness(
        counts,
        options.measure or path_texts(collection.c),
        known=options.known,
        least=options.least,
        lists=options.lists,
        seed=options.seed,
        **chosen_sets(counts, options),
    )
    result = last_of(steps)
    return rows_of(result.summary() if options.summary else result.frame())


def variation_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Take the variance of means apart, and with the option that of the paper's simulation."""
    import pandas as pd

    from gapviz.analysis.experiments.simulation import simulated_judgements
    from gapviz.analysis.experiments.variation import variation

    refuse_twice("variation", [str(measure(text)) for text in options.measure])
    steps = variation(
        collection,
        options.measure,
        theta=options.theta,
        repeats=options.repeats,
        seed=options.seed,
        topics=options.topics,
        empty=options.empty,
        **chosen_sets(profiled(collection), options),
    )
    frame = last_of(steps).frame()
    if options.simulation:
        simulation = simulated_judgements(options.theta, seed=options.seed)
        frame = pd.concat([frame, simulation.frame()], ignore_index=True)
    return rows_of(frame)


def rows_of(frame: pd.DataFrame) -> Table:
    """Return columns and rows, with a word where there is no number."""
    rows = (
        [in_words(value) if isinstance(value, float) else value for value in row]
        for row in frame.itertuples(index=False, name=None)
    )
    return list(frame.columns), rows


def last_of(steps: Iterator[Found]) -> Found:
    """Run to the end; on a terminal, say how far it is."""
    shown = sys.stderr.isatty()
    step = None
    for step in steps:
        if shown:
            print(f"\r{step.done} of {step.total}", end="", file=sys.stderr, flush=True)
    if shown:
        print(file=sys.stderr)
    assert step is not None, "an experiment yields at least once"
    return step


def _add_robustness(parser: argparse.ArgumentParser) -> None:
    _add_measures(parser, "may be repeated; the word rate stands for the share left, as in subAP(p=rate)")
    parser.add_argument(
        "--design",
        choices=("stratified", "simple", "imperfect"),
        default="stratified",
        help="nested samples of each grade (default); simple random samples of each topic's judgements; or "
        "documents leave the runs and judgements stay",
    )
    parser.add_argument("--rates", type=_rates, metavar="X,X,...", help="shares left, such as 1,0.5,0.1")
    parser.add_argument(
        "--scatter", action="store_true", help="a row a run: its mean in each sample beside its AP at 100 %%"
    )
    parser.add_argument("--samples", type=count, default=10, metavar="N", help="at each rate; default 10")
    _add_sets_and_seed(parser, several=True)


def _add_significance(parser: argparse.ArgumentParser) -> None:
    _add_measures(parser, "may be repeated")
    parser.add_argument(
        "--test",
        choices=("bootstrap", "randomisation", "t", "tukey"),
        default="bootstrap",
        help="paired bootstrap (default), random signs, Student's t, or randomised Tukey HSD",
    )
    parser.add_argument(
        "--pair",
        nargs=2,
        type=run_name,
        action="append",
        metavar=("A", "B"),
        help="names of two runs; all pairs by default",
    )
    parser.add_argument("--resamples", type=count, default=1000, metavar="N", help="default 1000")
    parser.add_argument("--alpha", type=float, default=0.05, help="level; default 0.05")
    parser.add_argument(
        "--summary", action="store_true", help="a row a measure: discriminative power and difference needed"
    )
    _add_sets_and_seed(parser)


def _add_informativeness(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-m",
        dest="measure",
        metavar="MEASURE",
        action="append",
        default=[],
        help="AP, GAP, xGAP, eGAP or nDCG; may be repeated; default: GAP as g_1 grows from 0 to 1, and nDCG",
    )
    parser.add_argument(
        "--known",
        choices=("judged", "retrieved"),
        default="judged",
        help="documents of each grade that a list is expected to hold: all judged ones, as in the paper "
        "(default), or as many as it does hold, which leaves out no list that misses some",
    )
    parser.add_argument(
        "--least", type=int, default=5, metavar="N", help="retrieved documents of each grade; default 5"
    )
    parser.add_argument("--lists", type=count, default=200, metavar="N", help="drawn lists; default 200")
    parser.add_argument("--summary", action="store_true", help="the mean by measure and threshold")
    _add_sets_and_seed(parser)


def _add_variation(parser: argparse.ArgumentParser) -> None:
    _add_measures(parser, "may be repeated")
    parser.add_argument(
        "--theta",
        type=float,
        default=0.9,
        help="chance that a relevant document keeps its grade; default 0.9",
    )
    parser.add_argument("--repeats", type=count, default=50, metavar="N", help="judgements; default 50")
    parser.add_argument(
        "--simulation", action="store_true", help="Kishida's simulation with this theta as the last row"
    )
    _add_sets_and_seed(parser)


def _add_measures(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("-m", dest="measure", metavar="MEASURE", action="append", required=True, help=text)


def _add_sets_and_seed(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    add_sets(parser, several=several)
    add_seed(parser)


def count(text: str) -> int:
    """Read how often something is drawn; what is too few the experiment says.

    Raises
    ------
    argparse.ArgumentTypeError
        For a text that is no such number.

    Examples
    --------
    >>> count("10")
    10
    """
    try:
        times = int(text)
    except ValueError:
        times = MOST_DRAWS + 1
    if times > MOST_DRAWS:
        raise argparse.ArgumentTypeError(f"expected a whole number up to {MOST_DRAWS}, found {text!r}")
    return times


def _rates(text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected shares such as 1,0.5,0.1, found {text!r}") from None


EXPERIMENTS = {
    "robustness": Command(
        "agreement of rankings with those from all judgements, as judgements go missing",
        "Score runs on samples of the judgements. "
        "Columns: measure,rate,sample,against,tau,tau_ap,rho,rms,mean; with --scatter "
        "measure,rate,sample,run,mean,ap.",
        _add_robustness,
        robustness_table,
    ),
    "significance": Command(
        "which runs differ by more than their topics explain",
        "Test pairs of runs. Columns: measure,run,other,difference,level,corrected,needed. Needed is the "
        "difference of means from which on the level is below alpha, undefined where no difference suffices; "
        "of the bootstrap it is Sakai's estimate, which does not follow the levels pair by pair.",
        _add_significance,
        significance_table,
    ),
    "informativeness": Command(
        "how well a value tells where the relevant documents stand",
        "Infer precision-recall curves by maximum entropy. Columns: measure,threshold,run,topic,error.",
        _add_informativeness,
        informativeness_table,
    ),
    "variation": Command(
        "what part of a mean's variance is the assessors'",
        "Judge again with errors. Columns: measure,run,mean,between,within,observed,error,share.",
        _add_variation,
        variation_table,
    ),
}
