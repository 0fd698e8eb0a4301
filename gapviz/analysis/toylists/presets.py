"""Toy lists that teach something: the bundled ones, and a family with its limits."""

from __future__ import annotations

import csv
import functools
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gapviz import users
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import profile_arrays, scored
from gapviz.arrays import FloatArray, IntArray
from gapviz.collection.bundled import bundled
from gapviz.measures.measure import Measure

LATEST = 10_000
"""Documents of grade 1 ahead of the one of grade 2 in the longest list of the family."""


@dataclass(frozen=True)
class Preset:
    """A bundled toy list.

    Attributes
    ----------
    key, name : str
        Short name for links; name to show.
    toy : ToyList
    g : tuple of float
        The user model under which it is telling.
    shows : str
        What to look at.
    source : str
    printed : mapping of str to float
        Numbers that its source prints for it, where there are any.
    """

    key: str
    name: str
    toy: ToyList
    g: tuple[float, ...]
    shows: str
    source: str
    printed: Mapping[str, float]


@functools.cache
def presets() -> tuple[Preset, ...]:
    """Read the bundled toy lists.

    Returns
    -------
    tuple of Preset
        In the order in which they are shown.

    Raises
    ------
    InputError
        Where gapviz is installed without its repository.

    Examples
    --------
    >>> all(len(preset.g) == preset.toy.c for preset in presets())
    True
    """
    entries: list[dict[str, Any]] = json.loads(bundled("toy_lists.json"))
    return tuple(
        Preset(
            entry["key"],
            entry["name"],
            ToyList.of(entry["grades"], entry["counts"]),
            tuple(entry["g"]),
            entry["shows"],
            entry["source"],
            entry.get("printed", {}),
        )
        for entry in entries
    )


@dataclass(frozen=True)
class SeparatingLists:
    """Two lists that two graded measures put in opposite orders; texts of measures and lists.

    Attributes
    ----------
    first, second : str
        The first measure prefers `one`, the second `other`.
    one, other : str
    """

    first: str
    second: str
    one: str
    other: str


@functools.cache
def separations() -> tuple[SeparatingLists, ...]:
    """Read the bundled pairs of lists that separate graded measures.

    Returns
    -------
    tuple of SeparatingLists
        One for each pair of measures that can be separated (`disagreement`).

    Raises
    ------
    InputError
        Where gapviz is installed without its repository.

    Examples
    --------
    >>> bool(separations())
    True
    """
    rows = csv.DictReader(io.StringIO(bundled("separating_lists.csv")))
    return tuple(SeparatingLists(row["first"], row["second"], row["one"], row["other"]) for row in rows)


def late_lengths(highest: int = LATEST) -> IntArray:
    """Lengths to draw the family of `late_values` at: every one up to 40, then ever sparser.

    Parameters
    ----------
    highest : int
        The last one, above 40.

    Returns
    -------
    int64 array, shape (L,)
        Ascending.

    Examples
    --------
    >>> late_lengths()[[0, 39, -1]].tolist()
    [1, 40, 10000]
    """
    sparse = np.rint(np.geomspace(40, highest, 80)).astype(np.int64)
    return np.unique(np.concatenate((np.arange(1, 41), sparse)))


def late_values(measures: Sequence[Measure], lengths: IntArray) -> FloatArray:
    """Score lists with n documents of grade 1 and then one of grade 2.

    Parameters
    ----------
    measures : sequence of Measure
        For a scale up to 2.
    lengths : int64 array, shape (L,)
        n of each list.

    Returns
    -------
    float64 array, shape (M, L)

    Raises
    ------
    InputError
        Where a parameter does not fit a scale up to 2.

    References
    ----------
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, sections 3-5.

    Examples
    --------
    >>> from gapviz.measures.parse import measure
    >>> late_values([measure("eGAP(g=0.1,0.9)")], np.array([1, 10, 100])).round(4).tolist()
    [[0.55, 0.1818, 0.1089]]
    """
    ends = np.cumsum(lengths + 1)
    signs = np.ones(int(ends[-1]), np.int8)
    signs[ends - 1] = 2
    counts = np.stack((np.zeros_like(lengths), lengths, np.ones_like(lengths)), axis=1)
    return scored(measures, profile_arrays(signs, lengths + 1, counts))


def late_limits(g: Sequence[float]) -> dict[str, float]:
    """Limits of `late_values` as n grows.

    Parameters
    ----------
    g : sequence of float, length 2

    Returns
    -------
    dict of str to float
        For GAP 1, or 0 where nobody has threshold 1; for xGAP 1 - g2^2; for eGAP 1 - g2.

    Raises
    ------
    InputError
        Where g is no distribution over two thresholds.

    Notes
    -----
    With g2 = 1 all three are AP at threshold 2, 1 / (n + 1), and tend to 0.

    Examples
    --------
    >>> late_limits((0.5, 0.5))
    {'GAP': 1.0, 'xGAP': 0.75, 'eGAP': 0.5}
    """
    g2 = float(users.validate(g, c=2)[1])
    return {"GAP": float(g2 < 1.0), "xGAP": 1.0 - g2**2, "eGAP": 1.0 - g2}  # [F] sections 3, 4 and 5
