"""Turns of whole pages; what runs as a fragment, such as a change of g on Explore, waits for none."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager

from streamlit.runtime.scriptrunner import RerunException, get_script_run_ctx

from gapviz.pages.server.wanted import LOOK, end_if_unwanted

SWITCH = 0.0005
"""Seconds after which a thread that computes lets another in; Python's own 5 ms add up in a page's steps."""

LONGEST = 1.0
"""Seconds after which the next one begins though the one before has not ended: it computes something."""


class Turns:
    """A queue in which one after the other has its turn.

    Pages that are computed side by side are all done late, and what is short waits for each of them at every
    step: soak.py, 40 clients, two cores, when turns were brought in: 95 of 100 changes of g within 0.23 s,
    without turns within 0.62 s.

    Parameters
    ----------
    longest : float
        See `LONGEST`.
    """

    def __init__(self, longest: float = LONGEST) -> None:
        self._longest = longest
        self._changed = threading.Condition()
        self._waiting: list[object] = []
        self._begun: object = None
        self._until = 0.0
        self._broken_off = ""  # session of the last turn, where its next run goes on with it

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
            Whose turn it is. A run that breaks off for the next one of its session leaves it its turn.
        """
        own = object()
        with self._changed:
            if not session or session != self._broken_off or time.monotonic() >= self._until:
                self._wait(own)
            self._begun, self._broken_off = own, ""
        broken_off = ""
        try:
            yield
        except RerunException:
            broken_off = session
            raise
        finally:
            with self._changed:
                if self._begun is own:
                    self._broken_off = broken_off
                    if not broken_off:
                        self._begun = None
                    self._changed.notify_all()

    def _wait(self, own: object) -> None:
        self._waiting.append(own)
        try:
            while (left := self._left(own)) > 0:
                self._changed.wait(min(left, LOOK))
                end_if_unwanted()
            self._until = time.monotonic() + self._longest
        finally:
            self._waiting.remove(own)
            self._changed.notify_all()

    def _left(self, own: object) -> float:
        """Seconds to wait before looking again."""
        if self._waiting[0] is not own:
            return self._longest
        return 0.0 if self._begun is None else self._until - time.monotonic()


PAGES = Turns()
"""Of all pages of the server."""


def page() -> AbstractContextManager[None]:
    """Take a turn for the page that is computed now."""
    context = get_script_run_ctx()
    return PAGES.take(context.session_id if context else "")
