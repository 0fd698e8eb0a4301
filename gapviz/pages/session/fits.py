"""Values that the open collection does not have: what is in force in their place, and how that is said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gapviz import users
from gapviz.text.names import shorten

if TYPE_CHECKING:
    from gapviz.pages.session.state import State

LONGEST = 60
"""Letters of a name from a link that a sentence repeats."""

MOST_NAMES = 5
"""Names that a sentence lists."""

OWN = "own"
"""The set of topics that a reader puts together."""


@dataclass(frozen=True)
class Here:
    """What the open collection has of what a link can name.

    Attributes
    ----------
    c : int
        Highest grade.
    runs, topics : sequence of str
    topic_sets : callable
        Returns the names of its sets of topics.
    """

    c: int
    runs: Sequence[str]
    topics: Sequence[str]
    topic_sets: Callable[[], Collection[str]]


@dataclass(frozen=True)
class Fit:
    """How a field fits the open collection.

    Attributes
    ----------
    sentence : callable
        What to say of a value that does not fit; names in it are not escaped. Empty where there is nothing
        to say.
    in_force : callable, optional
        The value in force where grades go to c; by default the value itself.
    always : bool
        Whether the sentence holds for any value, not only for that of a link.
    """

    sentence: Callable[[State, Here], str]
    in_force: Callable[[State, int], Any] | None = None
    always: bool = False


def listed(names: Sequence[str]) -> str:
    """List names that a link has, however long and many they are.

    Examples
    --------
    >>> listed(["a", "b"])
    'a, b'
    >>> listed([str(n) for n in range(7)])
    '0, 1, 2, 3, 4 and 2 more'
    """
    more = len(names) - MOST_NAMES
    said = ", ".join(shorten(name, LONGEST) for name in names[:MOST_NAMES])
    return said + (f" and {more} more" if more > 0 else "")


def _missing(names: Sequence[str], known: Collection[str], done: str) -> str:
    missing = [name for name in names if name not in known]
    return f"Not in this collection, so not {done}: {listed(missing)}." if missing else ""


def _topic_set(state: State, here: Here) -> str:
    known = [*here.topic_sets(), OWN]
    if state.topic_set in known:
        return ""
    name = shorten(state.topic_set, LONGEST)
    return f"No set of topics is called {name} here, so all topics are taken; there are {listed(known)}."


def _g_in_force(state: State, c: int) -> tuple[float, ...]:
    if len(state.g) == c:
        return state.g
    named = users.presets(c)
    return named.get("Strict", next(iter(named.values())))


def other_g(g: Sequence[float], c: int) -> str:
    """Say that g has not as many thresholds as the collection has grades."""
    return (
        f"g was chosen for grades to {len(g)}; these grades go to {c}, so the preset "
        f"{'Strict' if c > 1 else 'only g_1'} is in force."
    )


def _pinned_in_force(state: State, c: int) -> tuple[float, ...]:
    return state.pinned if len(state.pinned) == c else ()


def _pinned(state: State, here: Here) -> str:
    return f"The pinned g is for grades to {len(state.pinned)}; these go to {here.c}, so nothing is pinned."


def _against(state: State, _here: Here) -> str:
    return "" if state.pinned else "No g is pinned, so rank changes are counted from AP."


def _locked(state: State, here: Here) -> str:
    beyond = [f"g{h + 1}" for h in state.locked if h >= here.c]
    return f"These grades go to {here.c}, so not locked: {listed(beyond)}."


def _slice_in_force(state: State, c: int) -> tuple[int, ...]:
    return state.slice if len(state.slice) == 3 and all(1 <= h <= c for h in state.slice) else ()


def _slice(_state: State, here: Here) -> str:
    need = f"three thresholds from 1 to {here.c}" if here.c > 3 else "more than three grades"
    return f"A slice needs {need}, so that of the link is not taken."


def _alpha(state: State, here: Here) -> str:
    given = len(state.alpha)
    return f"The Dirichlet distribution has {here.c} parameters here, not {given}, so all are 1."


G = Fit(lambda _state, _here: "", _g_in_force)  # `gapviz.pages.session.state.fit` has the sentence
PINNED = Fit(_pinned, _pinned_in_force)
LOCKED = Fit(_locked, lambda state, c: tuple(i for i in state.locked if i < c))
AGAINST = Fit(_against, lambda state, c: state.against if _pinned_in_force(state, c) else "AP")
SLICE = Fit(_slice, _slice_in_force)
ALPHA = Fit(_alpha, lambda state, c: state.alpha if len(state.alpha) == c else ())
SELECTED = Fit(lambda state, here: _missing(state.selected, here.runs, "selected"), always=True)
PAIR = Fit(lambda state, here: _missing(state.pair, here.runs, "compared"))
TOPIC = Fit(lambda state, here: _missing([state.topic], here.topics, "the selected topic"))
TOPIC_SET = Fit(_topic_set)
OWN_TOPICS = Fit(lambda state, here: _missing(state.own_topics, here.topics, "in the own set"))
