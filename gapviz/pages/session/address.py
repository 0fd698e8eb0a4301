"""The address of a page: a state as its parameters, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gapviz.pages.session.state import FIELDS, State

Query = dict[str, list[str]]


def to_query(state: State) -> Query:
    """Write a state as the parameters of an address; what has its default is left out.

    Examples
    --------
    >>> to_query(State(g=(0.1, 0.9), sort="GAP"))
    {'g': ['0.1,0.9'], 'sort': ['GAP']}
    """
    values = {name: getattr(state, name) for name in FIELDS}
    query = {
        one.parameter: one.write(values[name]) for name, one in FIELDS.items() if values[name] != one.default
    }
    # A fingerprint alone says nothing that the default does not.
    return query if set(query) - {FIELDS["fingerprint"].parameter} else {}


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
    for name, one in FIELDS.items():
        given = [value for value in query.get(one.parameter, ()) if value]  # an empty one says nothing
        if not given:
            continue
        try:
            values[name] = one.read(given)
        except ValueError as error:
            notes.append(f"The link has {one.parameter}={','.join(given)[:60]}: {error}.")
    return State(**values), tuple(notes)
