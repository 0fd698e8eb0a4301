"""The steps of undo and redo: the states that a session has settled on."""

from __future__ import annotations

from dataclasses import dataclass

from gapviz.pages.session.state import State

MOST_STEPS = 100
"""States that are held; the oldest go first."""


@dataclass(frozen=True)
class Trail:
    """States in the order in which they were settled on, and where among them the session stands.

    Examples
    --------
    >>> first, second = State(), State(sort="GAP")
    >>> trail = Trail((first,)).after(second)
    >>> trail.step(-1).here == first, trail.step(-1).step(1).here == second
    (True, True)
    """

    states: tuple[State, ...]
    at: int = 0

    @property
    def here(self) -> State:
        """State in force."""
        return self.states[self.at]

    def after(self, state: State) -> Trail:
        """Settle on a state; what was undone before is forgotten, unless nothing has changed."""
        # The fingerprint is filled in when the data are there: this is no step.
        if state.replace(fingerprint="") == self.here.replace(fingerprint=""):
            return Trail((*self.states[: self.at], state, *self.states[self.at + 1 :]), self.at)
        states = (*self.states[: self.at + 1], state)[-MOST_STEPS:]
        return Trail(states, len(states) - 1)

    def can(self, way: int) -> bool:
        """Say whether there is a state one step back (-1) or forward (1)."""
        return 0 <= self.at + way < len(self.states)

    def step(self, way: int) -> Trail:
        """Go one step back (-1) or forward (1), or stay at the end."""
        return Trail(self.states, self.at + way) if self.can(way) else self
