"""Parts that the commands share: the class Command, common options, and how values are read."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TextIO, TypedDict

import gapviz
from gapviz import users
from gapviz.analysis.rankings.scores import Scores
from gapviz.analysis.rankings.sets import run_set, topic_set
from gapviz.arrays import BoolArray, FloatArray
from gapviz.collection.digits import in_digits
from gapviz.collection.errors import InputError, shown
from gapviz.collection.model import Collection
from gapviz.measures.parameters import number
from gapviz.profile import Profile
from gapviz.text.tables import write_csv

STEP = 0.1
"""Of user models, where none is asked for."""

AS_IT_IS = "\0"
"""Before the name of a run where it follows an option: argparse would take one with a minus for an option."""

Table = tuple[Sequence[str], Iterable[Sequence[object]]]
"""Columns and rows."""


class Sets(TypedDict):
    """Sets of topics and of runs, as the analyses take them."""

    topic_set: BoolArray
    run_set: BoolArray


@lru_cache(maxsize=1)
def profiled(collection: Collection) -> Profile:
    """Count the collection once, for the check of the measures and for the command itself."""
    return gapviz.profile(collection)


@dataclass(frozen=True, eq=False)
class Command:
    """A command that loads files, computes and prints one table.

    Attributes
    ----------
    help, description : str
    add_options : callable
        Adds to the parser what the command takes beside files and conventions.
    table : callable
        From the collection and the options to the table.
    runs : bool
        Whether it needs runs, not judgements alone.
    before : callable, optional
        What is done before the table is printed: where it fails, nothing is.
    """

    help: str
    description: str
    add_options: Callable[[argparse.ArgumentParser], None]
    table: Callable[[Collection, argparse.Namespace], Table]
    runs: bool = True
    before: Callable[[Collection, argparse.Namespace], None] | None = None

    def run(self, collection: Collection, options: argparse.Namespace, out: TextIO) -> None:
        """Print the table as csv; numbers at full precision."""
        columns, rows = self.table(collection, options)
        if self.before:
            self.before(collection, options)
        write_csv(columns, rows, out)


def refuse_twice(command: str, names: Sequence[str]) -> None:
    """Refuse a measure that was asked for twice, whatever its texts.

    Raises
    ------
    InputError

    Examples
    --------
    >>> refuse_twice("tau", ["AP", "nDCG"])
    """
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(command, "different measures, each with one -m", f"{twice[0]} twice")


def counted(profile: Profile, options: argparse.Namespace) -> BoolArray:
    """Topics that count in each run's mean, by the conventions and the topic set."""
    scored: Scores = gapviz.scores(profile, [], topics=options.topics, empty=options.empty)
    return scored.counted & topic_set(options.topic_set, profile)


def chosen_sets(profile: Profile, options: argparse.Namespace, *, topics: str = "") -> Sets:
    """Read the sets of topics and of runs; `topics` stands for ``--topic-set`` where that may be repeated."""
    return {
        "topic_set": topic_set(topics or options.topic_set, profile),
        "run_set": run_set(options.run_set, profile, topics=options.topics, empty=options.empty),
    }


def place(name: str, names: Sequence[str], what: str) -> int:
    """Return the number of a run or topic, refusing a name that there is not."""
    if name not in names:
        among = (
            f"one of the {len(names)} {what}s" if len(names) > 1 else f"the only {what}, {shown(names[0])}"
        )
        raise InputError(what, among, shown(name))
    return names.index(name)


def model_text(g: FloatArray) -> str:
    """Return a user model as a measure's text has it: 0,1 and not 0.0,1.0."""
    return ",".join(repr(int(share)) if share.is_integer() else repr(share) for share in g.tolist())


def run_name(text: str) -> str:
    r"""Read the name of a run after `AS_IT_IS`.

    Examples
    --------
    >>> run_name("\0-x")
    '-x'
    """
    return text.removeprefix(AS_IT_IS)


def probabilities(text: str) -> list[float]:
    """Read a user model.

    Raises
    ------
    argparse.ArgumentTypeError
        For a text that is none.

    Examples
    --------
    >>> probabilities("1/4,0.75")
    [0.25, 0.75]
    """
    try:
        return [number(part, "a number") for part in text.split(",")]
    except InputError:
        raise argparse.ArgumentTypeError(f"expected probabilities such as 0.1,0.9, found {text!r}") from None


_LEAST_STEP = 1e-9
"""Of a smaller one a whole number of steps is 1 within rounding, whatever it is."""


def step_of(text: str) -> float:
    """Read a step that divides 1, for argparse."""
    try:
        step = number(text, "a step")
    except InputError:
        step = 0.0
    if not _LEAST_STEP <= step <= 1 or abs(round(1 / step) * step - 1) > users.SUM_TOLERANCE:
        raise argparse.ArgumentTypeError(
            f"expected a step from {_LEAST_STEP} that divides 1, such as 0.05, found {text!r}"
        )
    return step


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option of a seed."""
    parser.add_argument(
        "--seed", type=_seed, default=0, metavar="N", help="the same seed gives the same numbers; default 0"
    )


def _seed(text: str) -> int:
    if not in_digits(text):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, found {text!r}")
    return int(text)


def add_pair(parser: argparse.ArgumentParser) -> None:
    """Add ``--runs``, two of them by name."""
    parser.add_argument(
        "--runs", dest="pair", nargs=2, type=run_name, required=True, metavar=("A", "B"), help="their names"
    )


def add_topic_set(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Add ``--topic-set``."""
    parser.add_argument(
        "--topic-set",
        action="append" if several else "store",
        default=None if several else "all",
        metavar="NAME",
        help='topics that a mean counts: all (default), "few highly relevant", "few key", or topics with '
        "commas between" + "; may be repeated, and the first column then names the set" * several,
    )


def add_sets(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Add ``--topic-set``, which may be repeated where there can be several, and ``--run-set``."""
    add_topic_set(parser, several=several)
    parser.add_argument(
        "--run-set",
        default="all",
        metavar="NAME",
        help='runs that take part: all (default), "first quartile" (at or above it by MAP), "top 15 by AP", '
        '"top 15 by AP and nDCG" (among the first 15 by each), or runs with commas between',
    )
