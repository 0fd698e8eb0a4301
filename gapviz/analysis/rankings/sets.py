"""Sets of runs and of topics to compare measures on."""

from __future__ import annotations

import csv
import dataclasses
import io
import itertools
import re
from collections.abc import Mapping, Sequence

import numpy as np

from gapviz.analysis.rankings.equality import EQUAL
from gapviz.analysis.rankings.ranks import ranks
from gapviz.analysis.rankings.scores import Empty, Scores, Topics, scores
from gapviz.arrays import BoolArray, FloatArray, frozen
from gapviz.collection.errors import InputError, shown
from gapviz.collection.health.topics import topic_sets
from gapviz.collection.model import Collection
from gapviz.profile import Profile

EVERYTHING = "all"
FIRST_QUARTILE = "first quartile"

_RESERVED = (EVERYTHING, FIRST_QUARTILE, "few ", "top ")
"""What the names of sets begin with; a member of such a name is written in quotes."""

BEST = re.compile(r"top[ -](?P<n>[1-9]\d{0,8})[ -]by[ -](?P<measures>.+)", re.IGNORECASE)
"""The best runs by a measure, or by each of several with "and" between."""


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
    """Read a set: its name, with spaces or hyphens, one member, or members with commas between.

    A name that has a comma itself stands alone as it is, and among others in quotes, as in a csv file.

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
    >>> chosen('"a,b",c', {}, ["a,b", "b", "c"], what="run").tolist()
    [True, False, True]
    """
    wanted = text.strip().replace("-", " ").casefold()
    for name, members in sets.items():
        if name.replace("-", " ").casefold() == wanted:
            return members
    if text in names:
        return np.array([name == text for name in names])
    own = [part if part in names else part.strip() for part in _parts(text, what)]
    if len(own) > 1 and "" in own:
        raise InputError(f"{what} set", f"a {what} before and after each comma", shown(text))
    unknown = [part for part in own if part not in names]
    if unknown:
        best = ", top 15 by AP" * (what == "run")
        expected = f"{', '.join(sets)}{best}, or {what}s with commas between"
        raise InputError(f"{what} set", expected, shown(unknown[0]))
    return np.isin(np.array(names, dtype=object), own)


def listed(names: Sequence[str]) -> str:
    """Write the names of a set's members so that `chosen` reads these.

    Examples
    --------
    >>> listed(["1", "2"]), listed(["a,b", "c"])
    ('1,2', '"a,b",c')
    """
    like_a_set = len(names) == 1 and names[0].replace("-", " ").casefold().startswith(_RESERVED)
    quoted = like_a_set or any(name != name.strip() for name in names)
    out = io.StringIO()
    csv.writer(out, lineterminator="", quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL).writerow(names)
    return out.getvalue()


def _parts(text: str, what: str) -> list[str]:
    """Take apart names with commas between, quoted as in a csv file."""
    try:
        return next(csv.reader([text], skipinitialspace=True, strict=True), [""])
    except csv.Error:
        expected = f"{what}s with commas between, one with a comma in quotes"
        raise InputError(f"{what} set", expected, shown(text)) from None


def topic_set(text: str, profile: Profile) -> BoolArray:
    """Read a set of topics.

    Parameters
    ----------
    text : str
        As in `chosen`; the sets are those of `gapviz.collection.health.topics.topic_sets`.
    profile : Profile

    Returns
    -------
    bool array, shape (T,)

    Raises
    ------
    InputError
        For another text, or a set without a topic.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> topic_set("all", example()).tolist()
    [True]
    """
    mask = chosen(text, topic_sets(profile.pool.counts), profile.topics, what="topic")
    if not mask.any():
        raise InputError("topic set", "a set with a topic or more", f"none in {shown(text)}")
    return mask


def run_set(text: str, profile: Profile, *, topics: Topics = "judged", empty: Empty = "zero") -> BoolArray:
    """Read a set of runs; means that choose runs are over all topics, whatever the topic set.

    Parameters
    ----------
    text : str
        As in `chosen`, "all" or "first quartile"; or "top 15 by GAP": the 15 runs with the best means, equal
        means by name. With "top 15 by GAP and nDCG" these are the runs that both measures have among their
        first 15.
    profile : Profile
    topics, empty
        What a mean is over; see `gapviz.scores`.

    Returns
    -------
    bool array, shape (N,)

    Raises
    ------
    InputError
        For another text.

    References
    ----------
    Ferrante, Ferro and Maistro, section 6, for the first quartile; Robertson, Kanoulas and Yilmaz, section
    4.2 and the inner plot of figure 3, for the best runs by two measures.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> run_set("top 3 by AP and nDCG@10", example()).tolist()
    [True]
    """
    best = BEST.fullmatch(text.strip())
    if best is None or text in profile.runs:
        means = scores(profile, ["AP"], topics=topics, empty=empty).means()[0]
        return chosen(text, run_sets(means), profile.runs, what="run")
    scored = scores(profile, re.split(r"\s+and\s+", best["measures"]), topics=topics, empty=empty)
    better = np.array([-1.0 if one.definition.better == "lower" else 1.0 for one in scored.measures])
    first = ranks(scored.means() * better[:, None], scored.runs) <= int(best["n"])
    both: BoolArray = np.logical_and.reduce(first, axis=0)
    return both


def taken(collection: Collection, runs: BoolArray | None) -> Collection:
    """Return the collection with some of its runs.

    Parameters
    ----------
    collection : Collection
    runs : bool array, shape (N,), optional
        All by default.

    Returns
    -------
    Collection

    Examples
    --------
    >>> from gapviz.measures.example import ranked_lists
    >>> taken(ranked_lists([(1,)]), np.array([False])).runs
    ()
    """
    if runs is None:
        return collection
    return collection.with_runs(list(itertools.compress(collection.runs, runs)))


def within(scores: Scores, *, runs: BoolArray | None = None, topics: BoolArray | None = None) -> Scores:
    """Return the scores of some runs, with means over some topics.

    Parameters
    ----------
    scores : Scores
    runs : bool array, shape (N,), optional
        Runs to keep; all by default.
    topics : bool array, shape (T,), optional
        Topics that a mean may count; all by default. The conventions of `scores` hold within them.

    Returns
    -------
    Scores

    Examples
    --------
    >>> from gapviz.analysis.rankings.scores import scores
    >>> from gapviz.measures.example import example
    >>> within(scores(example(), ["AP"]), runs=np.array([False])).runs
    ()
    """
    kept = np.ones(len(scores.runs), dtype=np.bool_) if runs is None else runs
    counted = scores.counted[kept]
    return dataclasses.replace(
        scores,
        runs=tuple(name for name, stays in zip(scores.runs, kept, strict=True) if stays),
        values=frozen(scores.values[:, kept]),
        counted=frozen(counted if topics is None else counted & topics),
    )
