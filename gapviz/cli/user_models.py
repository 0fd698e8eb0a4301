"""What holds over all user models, on the command line: winners, shares, ranks, flips, ceilings."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

import gapviz
from gapviz import users
from gapviz.analysis.users.family import GRADED, family, with_g
from gapviz.arrays import BoolArray, FloatArray
from gapviz.cli.command import (
    STEP,
    Command,
    Table,
    add_pair,
    add_seed,
    add_topic_set,
    counted,
    model_text,
    place,
    probabilities,
    profiled,
    step_of,
)
from gapviz.collection.health.topics import MEAN
from gapviz.collection.model import Collection
from gapviz.profile import Profile

Rows = list[Sequence[object]]


def winners_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Say for which share of all user models each run wins, or who wins at each of a grid."""
    from gapviz.analysis.users.winners import winners
    from gapviz.analysis.users.winning import winning_shares

    profile = profiled(collection)
    sums = family(profile, counted(profile, options))
    if options.step is None:
        shares: Rows = [
            (measure, profile.runs[one.run], one.share, _exact(one.exact))
            for measure in GRADED
            for one in winning_shares(sums, measure)
        ]
        return ("measure", "run", "share", "exact"), shares
    g = _grid(profile, options.step)
    rows: Rows = []
    for measure in GRADED:
        means = sums.means(measure, g)
        best = winners(means, profile.runs).tolist()
        rows += [
            (model_text(g[p]), measure, profile.runs[run], float(means[p, run])) for p, run in enumerate(best)
        ]
    return ("g", "measure", "run", "mean"), rows


def share_table(collection: Collection, options: argparse.Namespace) -> Table:
    """Say for which share of all user models each of two runs is ahead."""
    from gapviz.analysis.users.shares import share

    profile = profiled(collection)
    first, second = (place(name, profile.runs, "run") for name in options.pair)
    sums = family(profile, counted(profile, options))
    shares = [(measure, share(sums, measure, first, second)) for measure in GRADED]
    rows = [
        (measure, one.first, one.second, 1.0 - (one.first + one.second), one.error, _exact(one.exact))
        for measure, one in shares
    ]
    return ("measure", "first", "second", "equal", "error", "exact"), rows


def ranks_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the best and worst rank of every run, or its ranks at user models drawn at random."""
    from gapviz.analysis.users.rank_ranges import rank_ranges
    from gapviz.analysis.users.shares import rank_distribution

    profile = profiled(collection)
    sums = family(profile, counted(profile, options))
    rows: Rows = []
    if options.alpha is None:
        g = _grid(profile, options.step or STEP)
        for measure in GRADED:
            ends = rank_ranges(sums, measure, g)
            rows += [
                (measure, run, best, worst, model_text(best_g), model_text(worst_g), _exact(ends.exact))
                for run, best, worst, best_g, worst_g in zip(
                    profile.runs,
                    ends.best.tolist(),
                    ends.worst.tolist(),
                    ends.best_g,
                    ends.worst_g,
                    strict=True,
                )
            ]
        return ("measure", "run", "best", "worst", "best_g", "worst_g", "exact"), rows
    for measure in GRADED:
        drawn = rank_distribution(sums, measure, options.alpha, seed=options.seed)
        low, high = drawn.between()
        rows += list(
            zip(
                [measure] * len(profile.runs),
                profile.runs,
                drawn.expected.tolist(),
                low.tolist(),
                high.tolist(),
                strict=True,
            )
        )
    return ("measure", "run", "expected", "low", "high"), rows


def flips_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the topics on which another of two runs leads at the one user model than at the other."""
    from gapviz.analysis.rankings.topics import flips, separation

    profile = profiled(collection)
    first, second = (place(name, profile.runs, "run") for name in options.pair)
    ends = [users.validate(g, c=profile.c) for g in options.path]
    before, after = (
        gapviz.scores(profile, with_g(GRADED, g.tolist()), topics=options.topics, empty=options.empty)
        for g in ends
    )
    rows: Rows = []
    for m, measure in enumerate(GRADED):
        old, new = separation(before, m, first, second), separation(after, m, first, second)
        rows += [
            (measure, profile.topics[t], float(old.differences[t]), float(new.differences[t]))
            for t in flips(new, old).tolist()
        ]
    return ("measure", "topic", "before", "after"), rows


def ceilings_table(collection: Collection, options: argparse.Namespace) -> Table:
    """List the highest mean that each measure can reach, or each topic's highest score too."""
    from gapviz.analysis.users.ceilings import ceilings, topic_ceilings

    profile = profiled(collection)
    g = users.validate(options.g, c=profile.c).tolist()
    taken: BoolArray = np.logical_or.reduce(counted(profile, options), axis=0)
    highest = ceilings(profile.pool.counts, g, counted=taken).tolist()
    of_topics = topic_ceilings(profile.pool.counts, g).tolist()
    rows: Rows = []
    for measure, mean, values in zip(GRADED, highest, of_topics, strict=True):
        if options.per_topic:
            rows += [
                (measure, topic, value)
                for topic, value, counts in zip(profile.topics, values, taken.tolist(), strict=True)
                if counts
            ]
        rows.append((measure, MEAN, mean))
    return ("measure", "topic", "ceiling"), rows


def _grid(profile: Profile, step: float) -> FloatArray:
    return users.simplex_grid(profile.c, round(1 / step))


def _exact(exact: bool) -> str:
    return "yes" if exact else "no"


def _add_winners(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--step",
        type=step_of,
        help="the winner at every user model of a grid with this step instead, with its mean",
    )
    add_topic_set(parser)


def _add_share(parser: argparse.ArgumentParser) -> None:
    add_pair(parser)
    add_topic_set(parser)


def _add_ranks(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--step", type=step_of, help=f"step of the user models that are looked at ({STEP} by default)"
    )
    parser.add_argument(
        "--alpha",
        type=probabilities,
        metavar="X,X,...",
        help="the mean rank instead, and the ranks that a run keeps within for 90 %% of the user models, "
        "which are drawn from a Dirichlet distribution with these parameters; all 1 makes each as likely",
    )
    add_seed(parser)
    add_topic_set(parser)


def _add_flips(parser: argparse.ArgumentParser) -> None:
    add_pair(parser)
    parser.add_argument(
        "--path",
        nargs=2,
        type=probabilities,
        required=True,
        metavar=("FROM", "TO"),
        help="two user models, such as 0.9,0.1 0.1,0.9",
    )


def _add_ceilings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--g", type=probabilities, required=True, help="user model, such as 0.1,0.9")
    parser.add_argument("-q", dest="per_topic", action="store_true", help="each topic too, not only the mean")
    add_topic_set(parser)


USER_MODELS = {
    "winners": Command(
        "for which share of all user models each run wins, or who wins where",
        "Find the run with the highest mean, equal ones by name. Columns: measure,run,share,exact, or "
        "g,measure,run,mean with --step.",
        _add_winners,
        winners_table,
    ),
    "share": Command(
        "for which share of all user models each of two runs is ahead",
        "Compare two runs over all user models, each as likely. Columns: "
        "measure,first,second,equal,error,exact; the error is the standard error of a sampled share.",
        _add_share,
        share_table,
    ),
    "ranks": Command(
        "best and worst rank of every run over all user models, or its ranks at random ones",
        "Rank the runs at many user models. Columns: measure,run,best,worst,best_g,worst_g,exact, or "
        "measure,run,expected,low,high with --alpha.",
        _add_ranks,
        ranks_table,
    ),
    "flips": Command(
        "topics on which another of two runs leads once the user model moves",
        "Compare two runs topic by topic at two user models. Columns: measure,topic,before,after: the "
        "score of A less that of B.",
        _add_flips,
        flips_table,
    ),
    "ceilings": Command(
        "highest mean that GAP, xGAP and eGAP can reach with these judgements",
        "Score ideal lists: a topic without documents of the top grades does not reach 1. "
        "Columns: measure,topic,ceiling.",
        _add_ceilings,
        ceilings_table,
    ),
}
