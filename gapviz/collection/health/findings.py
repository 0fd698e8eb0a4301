"""What about a collection may surprise the reader of a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gapviz.arrays import BoolArray, IntArray
from gapviz.collection.grades import GradeMap
from gapviz.collection.health.runs import RunHealth
from gapviz.collection.health.topics import MEAN, nothing_relevant, topic_sets
from gapviz.collection.model import Collection, Ranking

Level = Literal["note", "warning"]

MANY_UNJUDGED = 0.1
"""From this share of unjudged documents in the first 10 on, a run is named."""


@dataclass(frozen=True)
class Finding:
    """One thing worth knowing.

    Attributes
    ----------
    level : {"note", "warning"}
        A warning says that scores may not mean what they seem to.
    sentence : str
    subjects : tuple of str
        Names of the runs or topics concerned, or none where it concerns the whole collection.
    """

    level: Level
    sentence: str
    subjects: tuple[str, ...] = ()


def file_findings(collection: Collection) -> list[Finding]:
    """Tell what the files had that was not taken.

    Parameters
    ----------
    collection : Collection

    Returns
    -------
    list of Finding
    """
    findings = [Finding("warning", f"Not loaded: {problem}.") for problem in collection.problems]
    judgements = collection.judgements
    if dropped := judgements.duplicates:
        raised = _count(judgements.raised, "document")
        kept = {
            "first": f"the first is kept, {raised} had a higher grade later",
            "best": f"the highest grade is kept, which changed {raised}",
        }.get(collection.rules.duplicates, "dropped")
        sentence = f"{_count(dropped, 'judgement')} of a document that its topic had already: {kept}."
        findings.append(Finding("warning", sentence))
    headed = tuple(run.name for run in collection.runs if run.facts.header)
    if headers := len(headed) + judgements.header:
        sentence = f"{_count(headers, 'file')} with a first line that names the columns: left out."
        findings.append(Finding("note", sentence, headed))
    return findings


def run_findings(runs: Sequence[RunHealth], ranking: Ranking) -> list[Finding]:
    """Tell what about the runs may surprise.

    Parameters
    ----------
    runs : sequence of RunHealth
    ranking : Ranking
        How documents were put in order.

    Returns
    -------
    list of Finding
    """
    by_score = ranking.ties in ("trec_eval", "trec_eval9")
    decides = "score" if by_score else f"{ranking.ties} order"
    tied = "the document id decides" if by_score else "scores play no part"
    checks: list[tuple[Level, str, Callable[[RunHealth], bool]]] = [
        (
            "warning",
            "without a judged document: are the ids those of the judgements?",
            lambda run: run.judged == 0,
        ),
        (
            "warning",
            "without some judged topics: a mean over all judged topics counts these as 0.",
            lambda run: bool(run.missing_topics),
        ),
        ("note", "with topics that aren't judged: these take no part.", lambda run: bool(run.extra_topics)),
        (
            "warning",
            f"with ranks that contradict the scores: the {decides} decides.",
            lambda run: run.misranked_topics > 0,
        ),
        ("warning", "with repeated documents: one of each was kept.", lambda run: run.duplicates > 0),
        ("note", f"with tied scores: {tied}.", lambda run: run.tied > 0),
        (
            "note",
            f"with {MANY_UNJUDGED:.0%} or more unjudged among the first 10: these count as not relevant.",
            lambda run: run.unjudged_10 >= MANY_UNJUDGED,
        ),
    ]
    findings = []
    for level, sentence, concerns in checks:
        if names := tuple(run.run for run in runs if concerns(run)):
            findings.append(Finding(level, f"{_count(len(names), 'run')} {sentence}", names))
    return findings


def topic_findings(collection: Collection, counts: IntArray) -> list[Finding]:
    """Tell what about the topics and their judgements may surprise.

    Parameters
    ----------
    collection : Collection
    counts : int64 array, shape (T, c + 1)
        R[k], judged documents of grade k = 0..c.

    Returns
    -------
    list of Finding
    """
    findings = []
    if MEAN in collection.topics:
        sentence = f"A topic is named {MEAN}, as the mean over topics is: tables of topics are refused."
        findings.append(Finding("warning", sentence, (MEAN,)))
    if unjudged := _chosen(collection.topics, np.diff(collection.judgements.offsets) == 0):
        sentence = f"{_count(len(unjudged), 'topic')} without any judgement: every run scores 0 there."
        findings.append(Finding("warning", sentence, unjudged))
    if empty := _chosen(collection.topics, nothing_relevant(counts)):
        sentence = f"{_count(len(empty), 'topic')} with nothing relevant: every run scores 0 there."
        findings.append(Finding("warning", sentence, empty))
    for name, mask in topic_sets(counts).items():
        few = _chosen(collection.topics, mask)
        if name != "all" and few:
            sentence = f"{_count(len(few), 'topic')} with {name} documents: these weigh little in GAP."
            findings.append(Finding("note", sentence, few))
    if unused := (np.flatnonzero(counts[:, 1:].sum(axis=0) == 0) + 1).tolist():
        grades = ", ".join(map(str, unused))
        sentence = f"No document has grade {grades}: the grade mapping 'consecutive' closes gaps."
        findings.append(Finding("note", sentence))
    if negative := collection.negative:
        meant = (
            "pooled without a judgement, as in trec_eval"
            if collection.grade_map == GradeMap()
            else "see the grade mapping"
        )
        findings.append(Finding("note", f"{_count(negative, 'judgement')} with a negative grade: {meant}."))
    return findings


def _chosen(names: Sequence[str], mask: BoolArray) -> tuple[str, ...]:
    return tuple(names[i] for i in np.flatnonzero(mask).tolist())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
