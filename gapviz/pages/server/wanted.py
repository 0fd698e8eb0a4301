"""Waiting, as long as the run that waits is wanted: a reader who goes on does not wait for what they left."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

LOOK = 0.05
"""Seconds of waiting after which a run looks whether it is still wanted."""


def end_if_unwanted() -> None:
    """End the run here where its session has asked for the next one, or it is to stop."""
    if get_script_run_ctx(suppress_warning=True):
        st.session_state.get("wanted")  # at any access Streamlit ends a run that is not wanted


@contextmanager
def waiting(lock: threading.Lock | threading.Semaphore) -> Iterator[None]:
    """Have a lock for the block, and wait for it only while the run is wanted."""
    while not lock.acquire(timeout=LOOK):
        end_if_unwanted()
    try:
        yield
    finally:
        lock.release()
