"""What the reader has chosen, as one value that an address can hold."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gapviz import users
from gapviz.analysis.toylists import ToyList
from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap
from gapviz.measures.parse import measure
from gapviz.pages import plans, settings

Query = dict[str, list[str]]

FIRST_COLLECTION = "TREC 10"


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
        Settings of those parts that are not their defaults: see `gapviz.pages.settings`.
    chapter : str
        Number of a chapter of the tour, from 1; empty for none.
    robustness, significance, informativeness, variation : str
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
    statistic: str = "tau"
    base: str = "itself"
    correction: str = "none"

    def replace(self, **changes: Any) -> State:
        """Return the state with other values."""
        return dataclasses.replace(self, **changes)


CHOICES = {
    "sort": ("AP", "GAP", "xGAP", "eGAP"),
    "against": ("AP", "pinned"),
    "ties": ("trec_eval", "trec_eval9", "rank", "file"),
    "topics": ("judged", "run"),
    "empty": ("zero", "omit"),
    "shown": ("all", "top", "selected"),
    "order": ("disagreement", "topic"),
    "controls": ("live", "plain"),
    "coefficient": ("b", "ap"),
    "run_set": ("all", "quartile", "selected"),
    "reference": ("AP", "nDCG", "RBP", "bpref"),
    "printed": ("TREC 10", "TREC 14", "TREC 21", "none"),
    "paper": ("table", "map"),
    "intervals": ("no", "yes"),
    "area": ("winner", "rank", "tau"),
    "curve": ("raw", "interpolated"),
    "bars": ("rank", "total", "table"),
    "panel": ("limits", "experiments", "worth", "outputs"),
    "chapter": ("1", "2", "3", "4", "5"),
    "statistic": ("tau", "tau_ap", "rho", "rms", "mean"),
    "base": ("itself", "AP"),
    "correction": ("none", "holm"),
}
"""Fields that take one of a few values."""

PARAMETERS = {
    "collection": "in",
    "fingerprint": "data",
    "g": "g",
    "pinned": "pin",
    "locked": "lock",
    "sort": "sort",
    "against": "vs",
    "ties": "ties",
    "depth": "depth",
    "grades": "grades",
    "topics": "topics",
    "empty": "empty",
    "selected": "run",
    "topic": "topic",
    "shown": "show",
    "order": "order",
    "controls": "controls",
    "compared": "m",
    "coefficient": "tau",
    "topic_set": "set",
    "own_topics": "of",
    "run_set": "runs",
    "cell": "cell",
    "reference": "ref",
    "printed": "printed",
    "paper": "paper",
    "intervals": "ci",
    "pair": "ab",
    "area": "map",
    "slice": "slice",
    "alpha": "alpha",
    "curve": "curve",
    "toy": "list",
    "other": "list2",
    "beside": "with",
    "bars": "bars",
    "panel": "panel",
    "settings": "at",
    "chapter": "chapter",
    "robustness": "robustness",
    "significance": "significance",
    "informativeness": "informativeness",
    "variation": "variation",
    "statistic": "by",
    "base": "base",
    "correction": "correct",
}
"""Name of each field in the address."""


def mark(digest: str, runs: int, topics: int) -> str:
    """Tell data from others: the first digits of their digest, and how many runs and topics they are.

    Examples
    --------
    >>> mark("7c41e0123456789abc", 143, 30)
    '7c41e0123456-143-30'
    """
    return f"{digest[:12]}-{runs}-{topics}"


_NAMES = ("beside", "selected", "compared", "own_topics", "cell", "pair", "settings")
"""Fields that hold names, which may have commas: the parameter stands once for each."""


def to_query(state: State) -> Query:
    """Write a state as the parameters of an address; what has its default is left out.

    Examples
    --------
    >>> to_query(State(g=(0.1, 0.9), sort="GAP"))
    {'g': ['0.1,0.9'], 'sort': ['GAP']}
    """
    query: Query = {}
    for name, parameter in PARAMETERS.items():
        value, default = getattr(state, name), getattr(State(), name)
        if value == default:
            continue
        if name in _NAMES:
            query[parameter] = list(value)
        elif isinstance(value, tuple):
            query[parameter] = [",".join(repr(part) for part in value)]
        else:
            query[parameter] = [value]
    # A fingerprint alone says nothing that the default does not.
    if set(query) <= {PARAMETERS["fingerprint"]}:
        return {}
    return query


def from_query(query: Mapping[str, Sequence[str]]) -> tuple[State, tuple[str, ...]]:
    """Read a state from the parameters of an address.

    Parameters
    ----------
    query : mapping from parameter to its values

    Returns
    -------
    state : State
        Defaults stand where a value was missing or could not be used.
    notes : tuple of str
        One sentence for each value that could not be used.

    Examples
    --------
    >>> state, notes = from_query({"g": ["0.1,0.7"], "sort": ["GAP"]})
    >>> state == State(sort="GAP"), notes
    (True, ('The link has g=0.1,0.7: expected probabilities that sum to 1, found 0.1, 0.7 with sum 0.8.',))
    """
    values: dict[str, Any] = {}
    notes = []
    for name, parameter in PARAMETERS.items():
        given = query.get(parameter, ())
        if not given or not any(given):
            continue
        try:
            values[name] = _READERS[name](given)
        except ValueError as error:
            notes.append(f"The link has {parameter}={','.join(given)[:60]}: {error}.")
    return State(**values), tuple(notes)


def _one_of(name: str) -> Callable[[Sequence[str]], str]:
    def read(given: Sequence[str]) -> str:
        if given[0] not in CHOICES[name]:
            raise ValueError(f"expected one of {', '.join(CHOICES[name])}")
        return given[0]

    return read


def _shares(given: Sequence[str]) -> tuple[float, ...]:
    try:
        numbers = [float(part) for part in given[0].split(",")]
    except ValueError:
        raise ValueError("expected numbers with commas between them") from None
    try:
        return tuple(users.validate(numbers).tolist())
    except InputError as error:
        raise ValueError(f"expected {error.expected}, found {error.found}") from None


def _positions(given: Sequence[str]) -> tuple[int, ...]:
    parts = given[0].split(",")
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise ValueError("expected positions with commas between them")
    return tuple(sorted({int(part) for part in parts}))


def _parameters(given: Sequence[str]) -> tuple[float, ...]:
    try:
        numbers = tuple(float(part) for part in given[0].split(","))
    except ValueError:
        raise ValueError("expected numbers with commas between them") from None
    if not all(0 < number < math.inf for number in numbers):
        raise ValueError("expected positive numbers")
    return numbers


def _plan(kind: type[plans.Plan]) -> Callable[[Sequence[str]], str]:
    return lambda given: str(plans.read(kind, given[0]))


def _depth(given: Sequence[str]) -> str:
    if not given[0].isdecimal() or not 1 <= int(given[0][:9]) <= 1_000_000:
        raise ValueError("expected a depth from 1 to 1000000")
    return str(int(given[0][:9]))


def _grades(given: Sequence[str]) -> str:
    try:
        return str(GradeMap.parse(given[0]))
    except InputError as error:
        raise ValueError(f"expected {error.expected}") from None


def _toy(given: Sequence[str]) -> str:
    try:
        return str(ToyList.parse(given[0]))
    except InputError as error:
        raise ValueError(f"expected {error.expected}") from None


def _measures(given: Sequence[str]) -> tuple[str, ...]:
    try:
        return tuple(dict.fromkeys(str(measure(text)) for text in given))
    except InputError as error:
        raise ValueError(f"expected {error.expected}, found {error.found}") from None


_READERS: dict[str, Callable[[Sequence[str]], Any]] = {
    "collection": lambda given: given[0],
    "fingerprint": lambda given: given[0][:40],
    "g": _shares,
    "pinned": _shares,
    "locked": _positions,
    "depth": _depth,
    "grades": _grades,
    "topic": lambda given: given[0],
    "topic_set": lambda given: given[0],
    "slice": _positions,
    "alpha": _parameters,
    "toy": _toy,
    "other": _toy,
    **dict.fromkeys(_NAMES, lambda given: tuple(dict.fromkeys(given))),
    **{name: _plan(kind) for name, kind in plans.KINDS.items()},
    **{name: _one_of(name) for name in CHOICES},
    "beside": _measures,
    "settings": settings.read,
}


def fit(state: State, c: int) -> tuple[State, tuple[str, ...]]:
    """Fit a state to a collection whose grades go to c.

    Returns
    -------
    state : State
        With a g of length c; the preset Strict where none was chosen or its length is another.
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
    return (
        state.replace(
            g=g,
            pinned=pinned,
            locked=tuple(i for i in state.locked if i < c),
            against=state.against if pinned else "AP",
        ),
        tuple(notes),
    )
