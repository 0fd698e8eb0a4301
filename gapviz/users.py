"""The user model: g, the distribution of the threshold from which on a user counts a document as relevant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError

SUM_TOLERANCE = 1e-9


def validate(g: Sequence[float] | FloatArray, *, c: int | None = None) -> FloatArray:
    """Return g as an array, or say what is wrong with it; nothing is normalised silently.

    Parameters
    ----------
    g : sequence of float, length c
        ``g[h - 1]`` is the probability that a user's threshold is h; from 0 to 1, sum 1.
    c : int, optional
        Highest grade of the collection that g is for.

    Returns
    -------
    float64 array, shape (c,)

    Raises
    ------
    InputError
        For a wrong length, a value that is not finite or negative, or a sum other than 1.

    Examples
    --------
    >>> validate([0.1, 0.9])
    array([0.1, 0.9])
    """
    values = np.asarray(g, dtype=np.float64)
    if values.ndim != 1 or values.size == 0:
        raise InputError("g", "a list of probabilities", repr(g))
    if c is not None and values.size != c:
        raise InputError("g", f"{c} threshold probabilities (grades go to {c})", str(values.size))
    if not np.isfinite(values).all() or (values < 0).any():
        raise InputError("g", "probabilities from 0 to 1", _text(values))
    if abs(values.sum() - 1.0) > SUM_TOLERANCE:
        raise InputError("g", "probabilities that sum to 1", f"{_text(values)} with sum {values.sum():g}")
    return values


def presets(c: int) -> dict[str, tuple[float, ...]]:
    """Named user models for grades 1..c.

    ``Uniform``: every threshold is as likely. ``Lenient``: four users in five count every relevant
    document. ``Strict``: four in five count only the highest grade; the fifth is spread evenly.
    ``only g_k``: all users have threshold k.

    Examples
    --------
    >>> presets(2)["Strict"]
    (0.2, 0.8)
    """
    if c == 1:
        return {"only g_1": (1.0,)}
    rest = 0.2 / (c - 1)
    named = {
        "Uniform": (1 / c,) * c,
        "Lenient": (0.8, *(rest,) * (c - 1)),
        "Strict": (*(rest,) * (c - 1), 0.8),
    }
    for k in range(1, c + 1):
        named[f"only g_{k}"] = tuple(float(h == k) for h in range(1, c + 1))
    return named


def move(g: FloatArray, index: int, value: float, *, locked: Sequence[int] = ()) -> FloatArray:
    """Set one probability; the others that are not locked share the rest in their proportions.

    Parameters
    ----------
    g : float64 array, shape (c,)
    index : int
        Which one moves, from 0.
    value : float
        Where to; clipped to what the locked ones leave.
    locked : sequence of int
        Those that keep their value.

    Returns
    -------
    float64 array, shape (c,)
        Sums to 1. Where the free ones were all 0 they share the rest equally; where none is free,
        nothing moves.

    Examples
    --------
    >>> move(np.array([0.2, 0.3, 0.5]), 0, 0.6)
    array([0.6 , 0.15, 0.25])
    """
    free = [h for h in range(g.size) if h != index and h not in locked]
    if not free:
        return g
    room = g[index] + g[free].sum()
    moved = g.copy()
    moved[index] = min(max(value, 0.0), room)
    rest, mass = room - moved[index], g[free].sum()
    moved[free] = g[free] * (rest / mass) if mass > 0 else rest / len(free)
    return moved


def _text(values: FloatArray) -> str:
    return ", ".join(f"{v:g}" for v in values)
