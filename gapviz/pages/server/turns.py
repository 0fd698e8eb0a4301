"""Turns of whole pages; what runs as a fragment, such as a change of g on Explore, waits for none."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from streamlit.runtime.scriptrunner import get_script_run_ctx

SWITCH = 0.0005
"""Seconds after which a thread that computes lets another in; Python's own 5 ms add up in a page's steps."""

LONGEST = 1.0
"""Seconds after which the next one begins though the one before has not ended: it computes something."""


@dataclass(frozen=True, eq=False)
class Turn:
    """One turn, of a session or of nobody."""

    session: str

    def overtakes(self, other: Turn | None) -> bool:
        """Say whether an earlier turn is one of the same session."""
        return other is not None and self.session != "" and self.session == other.session


class Turns:
    """A queue in which one after the other has its turn.

    Pages that are computed side by side are all done late, and what is short waits for each of them at every
    step: soak.py, 40 clients, two cores: 95 of 100 changes of g within 0.23 s, without turns within 0.62 s.

    Parameters
    ----------
    longest : float
        See `LONGEST`.
    """

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._changed = threading.Condition()
        self._waiting: list[Turn] = []
        self._begun: Turn | None = None
        self._until = 0.0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    @contextlib.contextmanager
    def take(self, session: str = "") -> Iterator[None]:
        """Wait for a turn, and have it until the end of the block.

        Parameters
        ----------
        session : str
            Whose turn it is. Of several the last has overtaken the others: it goes on in their place.
        """
        own = Turn(session)
        with self._changed:
            places = [place for place, other in enumerate(self._waiting) if own.overtakes(other)]
            self._waiting.insert(min(places, default=len(self._waiting)), own)
            try:
                while (left := self._left(own)) > 0:
                    self._changed.wait(left)
                if not own.overtakes(self._begun):
                    self._until = time.monotonic() + self._longest
                self._begun = own
            finally:
                self._waiting.remove(own)
                self._changed.notify_all()
        try:
            yield
        finally:
            with self._changed:
                if self._begun is own:
                    self._begun = None
                    self._changed.notify_all()

    def _left(self, own: Turn) -> float:
        """Seconds to wait before looking again."""
        if own.overtakes(self._begun):
            return 0.0
        if self._waiting[0] is not own:
            return self._longest
        return 0.0 if self._begun is None else self._until - time.monotonic()


PAGES = Turns()
"""Of all pages of the server."""


def page() -> AbstractContextManager[None]:
    """Take a turn for the page that is computed now."""
    context = get_script_run_ctx()
    return PAGES.take(context.session_id if context else "")
