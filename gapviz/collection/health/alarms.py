"""Alarms: what makes scores mean something else, such as a run that shares no topic with the judgements."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from gapviz.collection.errors import InputError, shown
from gapviz.collection.model import Collection, Judgements, Run


@dataclass(frozen=True)
class Alarm:
    """One thing that makes scores mean something else than they seem to.

    Attributes
    ----------
    kind : {"topics", "documents", "empty", "comments"}
        No topic of the run is judged; none of its documents is; it has none; lines of the file begin with
        ``#`` and could be rows.
    name : str
        Of the run, or "judgements".
    problem : InputError
        The sentence.
    """

    kind: Literal["topics", "documents", "empty", "comments"]
    name: str
    problem: InputError


def alarms(collection: Collection) -> tuple[Alarm, ...]:
    """Return what every command and every page says about a collection, once for each run.

    Parameters
    ----------
    collection : Collection

    Returns
    -------
    tuple of Alarm

    Examples
    --------
    >>> import gapviz
    >>> for alarm in alarms(gapviz.load({"1": {"a": 1}}, {"mine": {"q.1": {"a": 1.5}}})):
    ...     print(alarm.problem)
    mine: expected a judged topic, such as '1', found only others, such as 'q.1'
    """
    raised = _commented("judgements", collection.judgements.commented)
    for run in collection.runs:
        raised += _commented(run.name, run.facts.commented) + _nothing_in_common(run, collection)
    return tuple(raised)


def _commented(name: str, rows: int) -> list[Alarm]:
    if not rows:
        return []
    expected = "no row that begins with '#', or the option comments (read)"
    given = f"{rows} left out as {'a comment' if rows == 1 else 'comments'}"
    return [Alarm("comments", name, InputError(name, expected, given))]


def _first(judgements: Judgements) -> str:
    """Return a judged document's id."""
    return judgements.ids.take(np.zeros(1, np.int64)).texts()[0]


def _nothing_in_common(run: Run, collection: Collection) -> list[Alarm]:
    """Tell whether a run has no document, no judged topic or no judged document."""
    facts, judged = run.facts, collection.judgements
    if not (run.codes.size or facts.rows):
        return [
            Alarm("empty", run.name, InputError(run.name, "documents", "none: the run scores 0 everywhere"))
        ]
    if not run.codes.size and facts.extra_topics:
        expected, given = f"a judged topic, such as {shown(judged.topics[0])}", facts.extra_topics[0]
        kind: Literal["topics", "documents"] = "topics"
    elif run.codes.size and facts.document and not (run.codes >= 0).any():
        expected, given = f"a judged document, such as {shown(_first(judged))}", facts.document
        kind = "documents"
    else:
        return []
    return [Alarm(kind, run.name, InputError(run.name, expected, f"only others, such as {shown(given)}"))]
