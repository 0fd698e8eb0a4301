"""The decorator of the pages' cached calls: all sessions share what was computed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial, wraps
from hashlib import sha256
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import numpy as np
import streamlit as st

from gapviz.pages.server.store import STORE

P = ParamSpec("P")
R = TypeVar("R", covariant=True)


class Computed(Protocol[P, R]):
    """A function whose answers are kept until they are cleared."""

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...  # noqa: D102

    def clear(self) -> None: ...  # noqa: D102


def computed_once(
    entries: int = 12, *, spinner: bool | str = False, ttl: float | None = None
) -> Callable[[Callable[P, R]], Computed[P, R]]:
    """Keep the last answers of a function, for all sessions of the server.

    All arguments are part of the key, in full, but those whose names begin with an underscore. The answers
    are shared, so that nobody may change them.

    Parameters
    ----------
    entries : int
        Answers that are kept, within the budget of the server (`store`); those that were not asked for
        longest go first.
    spinner : bool or str
        What the page says while it waits.
    ttl : float, optional
        Seconds after which an answer counts no more.
    """

    def decorate(function: Callable[P, R]) -> Computed[P, R]:
        signature = inspect.signature(function)
        name = f"{function.__module__}.{function.__qualname__}"

        @wraps(function)
        def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            values = signature.bind(*args, **kwargs).arguments.items()
            key = ", ".join(f"{name}={digest(value)}" for name, value in values if name[0] != "_")
            # The sign goes when the answer is kept: a run that is no longer wanted ends there.
            with ExitStack() as shown:

                def compute() -> R:
                    if spinner:
                        said = spinner if isinstance(spinner, str) else "Computing"
                        shown.enter_context(st.spinner(said, show_time=True))
                    return function(*args, **kwargs)

                answer: R = STORE.get((name, key), compute, entries=entries, ttl=ttl)
            return answer

        vars(asked)["clear"] = partial(STORE.clear, name)
        return cast("Computed[P, R]", asked)

    return decorate


def digest(value: Any) -> str:
    """Write a value so that different ones differ: Streamlit's own hash takes a sample of large arrays.

    Parameters
    ----------
    value : object
        A number, a text, None, an array, a sequence of these; or what has an ``identity``, a text that says
        it all.

    Raises
    ------
    TypeError
        For any other value.

    Examples
    --------
    >>> digest(("AP", 5, None))
    "('AP', 5, None)"
    >>> digest(np.zeros(3)) == digest(np.zeros((3, 1)))
    False
    """
    if value is None or isinstance(value, str | int | float):
        return repr(value)
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    if isinstance(value, Sequence):
        return f"({', '.join(map(digest, value))})"
    identity = getattr(value, "identity", None)
    if not isinstance(identity, str):
        raise TypeError(f"a cached call got a {type(value).__name__}, which nothing identifies")
    return identity
