"""Sets of runs and of topics to compare measures on."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from gapviz.analysis.equality import EQUAL
from gapviz.analysis.scores import Scores
from gapviz.arrays import BoolArray, FloatArray, frozen
from gapviz.collection.errors import InputError, shown

EVERYTHING = "all"
FIRST_QUARTILE = "first quartile"


def first_quartile(means: FloatArray) -> BoolArray:
    """Tell the runs at or above the first quartile, interpolated linearly between the means around it.

    Parameters
    ----------
    means : float64 array, shape (N,)
        MAP of each run.

    Returns
    -------
    bool array, shape (N,)

    References
    ----------
    Ferrante, Ferro and Maistro, section 6: of 95, 74 and 27 runs 71, 55 and 20 stay (Table 1).

    Examples
    --------
    >>> [int(first_quartile(np.arange(n)).sum()) for n in (95, 74, 27)]
    [71, 55, 20]
    """
    if not means.size:
        return np.zeros(0, dtype=np.bool_)
    quartile = np.quantile(means, 0.25)  # [F] section 6
    kept: BoolArray = means >= quartile - EQUAL * np.abs(quartile)
    return kept


def run_sets(means: FloatArray) -> dict[str, BoolArray]:
    """Name the sets of runs: all, and those at or above the first quartile by MAP.

    Parameters
    ----------
    means : float64 array, shape (N,)
        MAP of each run.

    Returns
    -------
    dict of str to bool array, shape (N,)

    Examples
    --------
    >>> {name: kept.tolist() for name, kept in run_sets(np.array([0.1, 0.3])).items()}
    {'all': [True, True], 'first quartile': [False, True]}
    """
    return {EVERYTHING: np.ones(means.size, dtype=np.bool_), FIRST_QUARTILE: first_quartile(means)}


def chosen(text: str, sets: Mapping[str, BoolArray], names: Sequence[str], *, what: str) -> BoolArray:
    """Read a set: its name, with spaces or hyphens, or the names of its members with commas between.

    Parameters
    ----------
    text : str
    sets : mapping of str to bool array, shape (n,)
    names : sequence of str, length n
        Names of the runs or topics.
    what : str
        "run" or "topic", for messages.

    Returns
    -------
    bool array, shape (n,)

    Raises
    ------
    InputError
        For a name that is neither a set's nor a member's, and for none beside a comma.

    Examples
    --------
    >>> chosen("few-key", {"few key": np.array([True, False])}, ["1", "2"], what="topic").tolist()
    [True, False]
    >>> chosen("2", {}, ["1", "2"], what="topic").tolist()
    [False, True]
    """
    wanted = text.strip().replace("-", " ").casefold()
    for name, members in sets.items():
        if name.replace("-", " ").casefold() == wanted:
            return members
    own = [part.strip() for part in text.split(",")]
    if len(own) > 1 and "" in own:
        raise InputError(f"{what} set", f"a {what} before and after each comma", shown(text))
    unknown = [part for part in own if part not in names]
    if unknown:
        expected = f"{', '.join(sets)}, or {what}s with commas between"
        raise InputError(f"{what} set", expected, shown(unknown[0]))
    return np.isin(np.array(names, dtype=object), own)


def within(found: Scores, *, runs: BoolArray | None = None, topics: BoolArray | None = None) -> Scores:
    """Return the scores of some runs, with means over some topics.

    Parameters
    ----------
    found : Scores
    runs : bool array, shape (N,), optional
        Runs to keep; all by default.
    topics : bool array, shape (T,), optional
        Topics that a mean may count; all by default. The conventions of `found` hold within them.

    Returns
    -------
    Scores

    Examples
    --------
    >>> from gapviz.analysis.scores import scores
    >>> from gapviz.measures.example import example
    >>> within(scores(example(), ["AP"]), runs=np.array([False])).runs
    ()
    """
    kept = np.ones(len(found.runs), dtype=np.bool_) if runs is None else runs
    counted = found.counted[kept]
    return dataclasses.replace(
        found,
        runs=tuple(name for name, stays in zip(found.runs, kept, strict=True) if stays),
        values=frozen(found.values[:, kept]),
        counted=frozen(counted if topics is None else counted & topics),
    )
