"""What a session remembers between runs: one plain object, which `gapviz.pages.session.session` keeps."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gapviz.pages.session.address import Query, from_query
from gapviz.pages.session.state import State
from gapviz.pages.session.undo import Trail

MOST_LATE = 40
"""Values that a widget was told and that its browser may not have heard of."""

Change = Callable[[State, Any], dict[str, Any]]
"""From the state and the new value of a widget to the fields of the state that change."""


@dataclass
class Memory:
    """State of a session, with what is needed to keep widgets, address and undo in step with it.

    Attributes
    ----------
    state : State
    linked : State
        As the link had it that the session was opened with, or went to.
    notes : sequence of str
        What the link had wrong, until the next act.
    written : mapping
        Address that was written last.
    page : str
    trail : Trail or None
        None until the first state is settled on.
    acted : bool
        Whether a component or button changed the state since a run began.
    proposals : list
        Key of a widget or None, its new value, and the change that it asks for.
    late : dict
        Values by key of a widget that its browser may still send.
    edited : tuple of str
        The toy list before the last edit by hand, after it, and the edit in words.
    fragments : tuple of str
        Those of the page that follow a change within any of them.
    lock : RLock
        Held by `gapviz.pages.session.session.whole`.

    Examples
    --------
    >>> memory = Memory.of({"g": ["0.3,0.7"]}, page="explore")
    >>> memory.settle_on(memory.state)
    >>> memory.act(g=(0.5, 0.5))
    >>> memory.settle_on(memory.state)
    >>> memory.step(-1)
    >>> memory.state.g
    (0.3, 0.7)
    """

    state: State
    linked: State
    notes: Sequence[str]
    written: Query
    page: str
    trail: Trail | None = None
    acted: bool = False
    proposals: list[tuple[str | None, Any, Change]] = field(default_factory=list)
    late: dict[str, list[Any]] = field(default_factory=dict)
    edited: tuple[str, str, str] = ("", "", "")
    fragments: tuple[str, ...] = ()
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    @classmethod
    def of(cls, query: Query, *, page: str) -> Memory:
        """Begin a session with the address that it was opened with."""
        state, notes = from_query(query)
        # The address may be written before the browser goes Back to this one: so it counts as written.
        return cls(state, state, notes, written=query, page=page)

    def go(self, query: Query) -> None:
        """Go where an address leads."""
        self.state, self.notes = from_query(query)
        self.linked = self.state

    def act(self, **changes: Any) -> None:
        """Change the state at once; the address that came along is older than this."""
        self.acted = True
        if changes:
            self.state, self.notes = self.state.replace(**changes), ()

    def settle(self) -> bool:
        """Apply what widgets proposed, and say whether anything was done or proposed since the last time.

        Where several widgets claim to have moved at once, or one beside a component that acted, those that
        send what they held or were told before have only not heard of the newest value yet.
        """
        acted, self.acted = self.acted, False
        proposals, self.proposals = self.proposals, []
        if len(proposals) > 1 or acted:
            proposals = [one for one in proposals if not self._may_be_late(*one[:2])]
        if proposals:
            self.notes = ()  # what the link had wrong was read by now
        for key, value, change in proposals:
            if key is not None:
                self.late[key] = [_plain(value)]
            self.state = self.state.replace(**change(self.state, value))
        return acted or bool(proposals)

    def tie(self, key: str, sent: Any, value: Any) -> bool:
        """Note the value of the state that a widget shows, and tell whether it is another one than before.

        The browser learns of it late, perhaps after some more runs, and sends an old value along with
        whatever the reader does meanwhile. So what it may still send is kept: see `settle`.
        """
        sent, told, known = _plain(sent), _plain(value), self.late.get(key, [])
        known = known[known.index(sent) :] if sent in known else [sent]
        self.late[key] = [*known[-MOST_LATE:], told]
        return bool(sent != told)

    def settle_on(self, state: State) -> None:
        """Hold a state that is a step for undo and redo."""
        self.state = state
        self.trail = self.trail.after(state) if self.trail else Trail((state,))

    def can_step(self, way: int) -> bool:
        """Say whether something can be undone (-1) or done again (1)."""
        return self.trail is not None and self.trail.can(way)

    def step(self, way: int) -> None:
        """Undo (-1) or do again (1)."""
        if self.trail:
            self.trail = self.trail.step(way)
            self.state, self.notes, self.acted = self.trail.here, (), True

    def _may_be_late(self, key: str | None, value: Any) -> bool:
        return key is not None and _plain(value) in self.late.get(key, [])


def _plain(value: Any) -> Any:
    """Value of a widget as it may come back: of a table its selected rows, numbers to two decimals."""
    if isinstance(value, Mapping):
        value = value["selection"]["rows"]
    if isinstance(value, list):
        return sorted(value)
    return round(value, 2) if isinstance(value, float) else value
