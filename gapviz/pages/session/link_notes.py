"""What a link names that the open collection does not have: one sentence for each value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from gapviz.collection.health.topics import topic_sets
from gapviz.pages.parts.open_collections import Opened, counts
from gapviz.pages.session.state import OWN, State, fit
from gapviz.text.names import shorten

LONGEST = 60
"""Letters of a name from a link that a sentence repeats."""

MOST_NAMES = 5
"""Names that a sentence lists."""


def unusable(found: Opened, state: State, linked: State) -> list[str]:
    """Say what of a link does not fit the collection that is open.

    Parameters
    ----------
    found : Opened
    state : State
        Held by the session. A field that was changed since the link is no longer the link's.
    linked : State
        As the link had it.

    Returns
    -------
    list of str
        One sentence for each field; names in it are not escaped. The runs are told of in any case, for
        they are selected across collections.
    """
    sentences = _of_names(state.selected, found.profile.runs, "selected")
    for name, say in _SENTENCES.items():
        if getattr(linked, name) == getattr(state, name):
            sentences += say(found, state)
    return sentences


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


def _of_names(names: Iterable[str], known: Collection[str], done: str) -> list[str]:
    missing = [name for name in names if name not in known]
    return [f"Not in this collection, so not {done}: {listed(missing)}."] if missing else []


def _topic_set(found: Opened, state: State) -> list[str]:
    known = [*topic_sets(counts(found)), OWN]
    if state.topic_set in known:
        return []
    name = shorten(state.topic_set, LONGEST)
    return [f"No set of topics is called {name} here, so all topics are taken; there are {listed(known)}."]


def _fits(found: Opened, state: State, name: str) -> bool:
    """Tell whether a field of the state is in force here."""
    in_force, _ = fit(state, found.profile.c)
    return bool(getattr(in_force, name) == getattr(state, name))


def _pinned(found: Opened, state: State) -> list[str]:
    c = found.profile.c
    if _fits(found, state, "pinned"):
        return []
    return [f"The pinned g is for grades to {len(state.pinned)}; these go to {c}, so nothing is pinned."]


def _against(found: Opened, state: State) -> list[str]:
    if state.against != "pinned" or state.pinned:
        return []
    return ["No g is pinned, so rank changes are counted from AP."]


def _locked(found: Opened, state: State) -> list[str]:
    c = found.profile.c
    beyond = [f"g{h + 1}" for h in state.locked if h >= c]
    return [f"These grades go to {c}, so not locked: {listed(beyond)}."] if beyond else []


def _slice(found: Opened, state: State) -> list[str]:
    c = found.profile.c
    if _fits(found, state, "slice"):
        return []
    need = f"three thresholds from 1 to {c}" if c > 3 else "more than three grades"
    return [f"A slice needs {need}, so that of the link is not taken."]


def _alpha(found: Opened, state: State) -> list[str]:
    c = found.profile.c
    if _fits(found, state, "alpha"):
        return []
    return [f"The Dirichlet distribution has {c} parameters here, not {len(state.alpha)}, so all are 1."]


_SENTENCES: dict[str, Callable[[Opened, State], list[str]]] = {
    "pair": lambda found, state: _of_names(state.pair, found.profile.runs, "compared"),
    "topic": lambda found, state: _of_names(
        [state.topic] if state.topic else [], found.profile.topics, "the selected topic"
    ),
    "topic_set": _topic_set,
    "own_topics": lambda found, state: _of_names(state.own_topics, found.profile.topics, "in the own set"),
    "pinned": _pinned,
    "against": _against,
    "locked": _locked,
    "slice": _slice,
    "alpha": _alpha,
}
