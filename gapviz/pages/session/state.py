"""What the reader has chosen, as one value that an address can hold: the table of all fields."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from gapviz.analysis.rankings.standings import FAMILY
from gapviz.analysis.users.sweep import REFERENCES
from gapviz.pages.session import fits, plans, readers, settings
from gapviz.pages.session.fields import Field, declared, one_of, table

FIRST_COLLECTION = "TREC 10"

ENCODINGS = ("utf-8", "latin-1", "cp1252", "cp1251", "gb18030", "shift_jis", "utf-16")

Texts = tuple[str, ...]
Shares = tuple[float, ...]


@dataclass(frozen=True)
class State:
    """A view of the app; the default value is what the app opens with.

    Each field is declared once, in one line: its name here, its parameter in the address, how that is read
    (`gapviz.pages.session.readers`), its default, whether the hand changes it in the live component, and
    what holds where the open collection does not have it (`gapviz.pages.session.fits`). The order is that
    of the address.
    """

    # What is open, and the user model.
    collection: str = declared("in", readers.text, FIRST_COLLECTION)  # key of an open collection
    fingerprint: str = declared("data", readers.fingerprint)  # see `mark`; empty as long as nobody looked
    g: Shares = declared("g", readers.shares, (), hand="rail", fit=fits.G)  # in force; empty for the default
    pinned: Shares = declared("pin", readers.shares, (), hand="rail", fit=fits.PINNED)  # the baseline's g
    locked: tuple[int, ...] = declared("lock", readers.positions, (), hand="rail", fit=fits.LOCKED)  # from 0
    sort: str = one_of("sort", FAMILY, "eGAP", hand="studio")  # measure that orders the leaderboard
    # What rank changes are counted from.
    against: str = one_of("vs", ("AP", "pinned"), hand="rail", fit=fits.AGAINST)
    # Conventions.
    ties: str = one_of("ties", ("trec_eval", "trec_eval9", "rank", "file"))
    depth: str = declared("depth", readers.depth)  # empty for all documents
    duplicates: str = one_of("duplicates", ("refuse", "first", "best"))
    encoding: str = one_of("encoding", ENCODINGS)  # of judgements and runs that are not UTF-8
    comments: str = one_of("comments", ("skip", "read"))  # lines that begin with "#"
    grades: str = declared("grades", readers.grades)  # mapping from raw grades
    topics: str = one_of("topics", ("judged", "run"))
    empty: str = one_of("empty", ("zero", "omit"))
    # Runs and topics.
    selected: Texts = declared("run", readers.names, (), hand="studio", fit=fits.SELECTED)  # runs
    topic: str = declared("topic", readers.text, hand="studio", fit=fits.TOPIC)
    shown: str = one_of("show", ("all", "top", "selected"), hand="studio")  # runs in the chart of ranks
    order: str = one_of("order", ("disagreement", "topic"), hand="studio")  # of the topics
    controls: str = one_of("controls", ("live", "plain"))  # how g is moved
    # Correlation.
    compared: Texts = declared("m", readers.compared, ())  # measures without g; empty for the first ones
    coefficient: str = one_of("tau", ("b", "ap"))
    topic_set: str = declared("set", readers.text, "all", fit=fits.TOPIC_SET)  # a name, or `fits.OWN`
    own_topics: Texts = declared("of", readers.names, (), fit=fits.OWN_TOPICS)
    run_set: str = one_of("runs", ("all", "quartile", "selected"))
    cell: Texts = declared("cell", readers.two, ())  # two of the compared measures
    reference: str = one_of("ref", tuple(REFERENCES), "AP")  # what a path of user models is compared with
    printed: str = one_of("printed", ("TREC 10", "TREC 14", "TREC 21", "none"), "")  # empty: the nearest
    paper: str = one_of("paper", ("table", "map"))  # how the paper's table is shown
    intervals: str = one_of("ci", ("no", "yes"))  # of the bootstrap
    # Two runs, and user models.
    pair: Texts = declared("ab", readers.names, (), fit=fits.PAIR)  # runs A and B
    area: str = one_of("map", ("winner", "rank", "tau"))  # what the map of user models shows
    slice: tuple[int, ...] = declared("slice", readers.positions, (), fit=fits.SLICE)  # thresholds that share
    alpha: Shares = declared(
        "alpha", readers.positive, (), fit=fits.ALPHA
    )  # Dirichlet; empty for 1 everywhere
    curve: str = one_of("curve", ("raw", "interpolated"))  # precision as it is, or the highest from there on
    # Toy lists.
    toy: str = declared("list", readers.toy_list)  # empty for the first one
    other: str = declared("list2", readers.toy_list)  # the list beside it; empty for none
    beside: Texts = declared("with", readers.measures, ())  # measures shown beside the family
    bars: str = one_of("bars", ("rank", "total", "table"))  # what each rank adds
    panel: str = one_of("panel", ("limits", "experiments", "worth", "outputs"))  # part below the list
    settings: Texts = declared("at", settings.read, ())  # of those parts: see `gapviz.pages.session.settings`
    chapter: str = one_of("chapter", ("1", "2", "3", "4", "5", "6"), "")  # of the tour
    # Experiments: plans whose results are shown, and what is shown of them.
    robustness: str = declared("robustness", readers.plan(plans.RobustnessPlan))
    significance: str = declared("significance", readers.plan(plans.SignificancePlan))
    informativeness: str = declared("informativeness", readers.plan(plans.InformativenessPlan))
    variation: str = declared("variation", readers.plan(plans.VariationPlan))
    learning: str = declared("learning", readers.plan(plans.LearningPlan))
    statistic: str = one_of("by", ("tau", "tau_ap", "rho", "rms", "mean"))  # by rate
    base: str = one_of("base", ("itself", "AP"))  # the ranking at 100 % that is compared with
    correction: str = one_of("correct", ("none", "holm"))

    def replace(self, **changes: Any) -> State:
        """Return the state with other values."""
        return dataclasses.replace(self, **changes)


FIELDS: dict[str, Field] = {one.name: one for one in table(State)}
"""The fields by name, in their order."""


def by_hand(*, whole: bool) -> tuple[Field, ...]:
    """Fields that the live component changes: the whole one, or the control of g alone."""
    return tuple(one for one in FIELDS.values() if one.hand == "rail" or (whole and one.hand))


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
        A sentence where g did not fit. What else of a link does not: `gapviz.pages.session.link_notes`.

    Examples
    --------
    >>> fit(State(), 2)[0].g
    (0.2, 0.8)
    >>> fit(State(g=(0.1, 0.9)), 3)[1]
    ('g was chosen for grades to 2; these grades go to 3, so the preset Strict is in force.',)
    """
    in_force = {
        one.name: one.fit.in_force(state, c) for one in FIELDS.values() if one.fit and one.fit.in_force
    }
    notes = (fits.other_g(state.g, c),) if state.g and state.g != in_force["g"] else ()
    return state.replace(**in_force), notes
