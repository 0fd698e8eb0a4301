"""What the reader has chosen, as one value that an address can hold."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from gapviz import users

FIRST_COLLECTION = "TREC 10"

OWN = "own"
"""The set of topics that a reader puts together."""


@dataclass(frozen=True)
class State:
    """A view of the app; the default value is what the app opens with.

    Attributes
    ----------
    collection : str
        Key of an open collection.
    fingerprint : str
        What tells its data from others: see `mark`; empty as long as nobody looked.
    g, pinned : tuple of float
        Threshold probabilities in force, and those of the baseline; empty for the default and for none.
    locked : tuple of int
        Numbers, from 0, of the probabilities that keep their value.
    sort : str
        Measure that orders the leaderboard.
    against : str
        What rank changes are counted from: "AP" or "pinned".
    ties, depth, topics, empty : str
        Conventions; `depth` is empty for all documents.
    duplicates, encoding, comments : str
        How files are read: see `gapviz.load`.
    grades : str
        Grade mapping as a text.
    selected : tuple of str
        Names of the selected runs.
    topic : str
        Selected topic.
    shown : str
        Runs in the chart of ranks: "all", "top" or "selected".
    order : str
        Order of the topics: "disagreement" or "topic".
    controls : str
        How g is moved: "live" or "plain".
    compared : tuple of str
        Measures on the page Correlation, without g; empty for the first ones there.
    coefficient : str
        Rank correlation: "b" or "ap".
    topic_set, own_topics : str, tuple of str
        Name of a set of topics, or "own" for the topics that are named.
    run_set : str
        Runs that are correlated: "all", "quartile" or "selected".
    cell : tuple of str
        Two of the compared measures, whose rankings are shown.
    reference : str
        Measure that a path of user models is correlated with.
    printed : str
        Printed collection that stands beside the numbers; "none", or empty for the nearest one.
    paper : str
        How the paper's table is shown: "table" or "map".
    intervals : str
        Whether bootstrap intervals are computed: "no" or "yes".
    pair : tuple of str
        Names of two runs, A and B.
    area : str
        What the map of user models shows: "winner", "rank" or "tau".
    slice : tuple of int
        Thresholds that share the users in a slice of many; the others keep their probability.
    alpha : tuple of float
        Parameters of the Dirichlet distribution of g; empty for 1 everywhere.
    curve : str
        Precision as it is or the highest from there on: "raw" or "interpolated".
    toy, other : str
        Toy list and the list beside it, as texts; empty for the first one, and for none.
    beside : tuple of str
        Measures shown beside the family on the toy list, as texts.
    bars : str
        What each rank of a toy list adds: "rank", its running "total", or a "table".
    panel : str
        Part of the page below the toy list.
    settings : tuple of str
        Settings of those parts that are not their defaults: see `gapviz.pages.session.settings`.
    chapter : str
        Number of a chapter of the tour, from 1; empty for none.
    robustness, significance, informativeness, variation, learning : str
        Plans of the experiments whose results are shown, as texts; empty for none.
    statistic, base : str
        What the page Robustness shows by rate, and which ranking at 100 % it is compared with.
    correction : str
        For many comparisons: "none" or "holm".
    """

    collection: str = FIRST_COLLECTION
    fingerprint: str = ""
    g: tuple[float, ...] = ()
    pinned: tuple[float, ...] = ()
    locked: tuple[int, ...] = ()
    sort: str = "eGAP"
    against: str = "AP"
    ties: str = "trec_eval"
    depth: str = ""
    duplicates: str = "refuse"
    encoding: str = "utf-8"
    comments: str = "skip"
    grades: str = ""
    topics: str = "judged"
    empty: str = "zero"
    selected: tuple[str, ...] = ()
    topic: str = ""
    shown: str = "all"
    order: str = "disagreement"
    controls: str = "live"
    compared: tuple[str, ...] = ()
    coefficient: str = "b"
    topic_set: str = "all"
    own_topics: tuple[str, ...] = ()
    run_set: str = "all"
    cell: tuple[str, ...] = ()
    reference: str = "AP"
    printed: str = ""
    paper: str = "table"
    intervals: str = "no"
    pair: tuple[str, ...] = ()
    area: str = "winner"
    slice: tuple[int, ...] = ()
    alpha: tuple[float, ...] = ()
    curve: str = "raw"
    toy: str = ""
    other: str = ""
    beside: tuple[str, ...] = ()
    bars: str = "rank"
    panel: str = "limits"
    settings: tuple[str, ...] = ()
    chapter: str = ""
    robustness: str = ""
    significance: str = ""
    informativeness: str = ""
    variation: str = ""
    learning: str = ""
    statistic: str = "tau"
    base: str = "itself"
    correction: str = "none"

    def replace(self, **changes: Any) -> State:
        """Return the state with other values."""
        return dataclasses.replace(self, **changes)


def mark(digest: str, runs: int, topics: int) -> str:
    """Tell data from others: the first digits of their digest, and how many runs and topics they are.

    Examples
    --------
    >>> mark("7c41e0123456789abc", 143, 30)
    '7c41e0123456-143-30'
    """
    return f"{digest[:12]}-{runs}-{topics}"


def fit(state: State, c: int) -> tuple[State, tuple[str, ...]]:
    """Fit a state to a collection whose grades go to c.

    Returns
    -------
    state : State
        With a g of length c; the preset Strict where none was chosen or its length is another. What else
        is for other grades is as if it was not chosen.
    notes : tuple of str
        A sentence for each part that did not fit.

    Examples
    --------
    >>> fit(State(), 2)[0].g
    (0.2, 0.8)
    >>> fit(State(g=(0.1, 0.9)), 3)[1]
    ('g was chosen for grades to 2; these grades go to 3, so the preset Strict is in force.',)
    """
    named = users.presets(c)
    default = named.get("Strict", next(iter(named.values())))
    notes = []
    if state.g and len(state.g) != c:
        notes.append(
            f"g was chosen for grades to {len(state.g)}; these grades go to {c}, so the preset "
            f"{'Strict' if c > 1 else 'only g_1'} is in force."
        )
    g = state.g if len(state.g) == c else default
    pinned = state.pinned if len(state.pinned) == c else ()
    sliced = len(state.slice) == 3 and all(1 <= h <= c for h in state.slice)
    return (
        state.replace(
            g=g,
            pinned=pinned,
            locked=tuple(i for i in state.locked if i < c),
            against=state.against if pinned else "AP",
            slice=state.slice if sliced else (),
            alpha=state.alpha if len(state.alpha) == c else (),
        ),
        tuple(notes),
    )
