"""Data health: what a collection holds, and what about it may surprise the reader of a score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Literal

import numpy as np

from gapviz.arrays import BoolArray, IntArray
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.model import OUTSIDE_POOL, Collection, Ranking, Run
from gapviz.collection.pools import grade_counts
from gapviz.collection.topics import MEAN, nothing_relevant, topic_sets

Level = Literal["note", "warning"]

MANY_UNJUDGED = 0.1
"""From this share of unjudged documents in the first 10 on, a run is named."""

NAMES_IN_TEXT = 10
"""So many names of runs or topics the text report prints."""


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


@dataclass(frozen=True)
class RunHealth:
    """One run in the report.

    Attributes
    ----------
    run, tag : str
    rows : int
        Rows that were read.
    depth_min, depth_median, depth_max : int, float, int
        Documents per judged topic that the run has.
    tied : float
        Share of the rows that share their score with another of their topic.
    misranked_topics : int
        Topics in which the rank column contradicts the scores.
    duplicates : int
        Rows that were dropped because their document stood in the topic already.
    missing_topics, extra_topics : tuple of str
        Judged topics without a document; topics without judgements.
    unjudged_10, unjudged_100 : float
        Share of unjudged documents among the first 10 and 100 of all topics.
    judged : int
        Retrieved documents that are judged.
    """

    run: str
    tag: str
    rows: int
    depth_min: int
    depth_median: float
    depth_max: int
    tied: float
    misranked_topics: int
    duplicates: int
    missing_topics: tuple[str, ...]
    extra_topics: tuple[str, ...]
    unjudged_10: float
    unjudged_100: float
    judged: int


@dataclass(frozen=True)
class Health:
    """The data-health report of a collection.

    Attributes
    ----------
    name : str
    facts : dict of str to str
        What the collection holds and the conventions in force, ready to print, in order.
    findings : tuple of Finding
        Warnings first.
    runs : tuple of RunHealth
    """

    name: str
    facts: dict[str, str]
    findings: tuple[Finding, ...]
    runs: tuple[RunHealth, ...]

    def columns(self) -> dict[str, list[object]]:
        """Return the table of runs as columns, by field name; topics are counted, not listed."""
        return {
            column.name: [_cell(getattr(run, column.name)) for run in self.runs]
            for column in fields(RunHealth)
        }

    def text(self) -> str:
        """Return the report as aligned plain text."""
        lines = [self.name, "", *_aligned([[label, value] for label, value in self.facts.items()]), ""]
        for finding in self.findings:
            lines.append(f"{finding.level}: {finding.sentence}")
            if finding.subjects:
                lines.append(f"    {_names(finding.subjects)}")
        if self.runs:
            columns = self.columns()
            shown = [[_printed(value, name) for value in column] for name, column in columns.items()]
            rows = [list(row) for row in zip(*shown, strict=True)]
            lines += ["", *_aligned([list(columns), *rows], right_from=2)]
        return "\n".join(line.rstrip() for line in lines) + "\n"


def health(collection: Collection) -> Health:
    """Report what a collection holds and what may surprise in it.

    Parameters
    ----------
    collection : Collection

    Returns
    -------
    Health
    """
    unjudged = collection.grades == UNJUDGED
    runs = tuple(_run_health(run, collection.topics, unjudged) for run in collection.runs)
    counts = grade_counts(collection)
    found = [*_file_findings(collection), *_run_findings(runs, collection.ranking)]
    found += _topic_findings(collection, counts)
    return Health(
        name=collection.name,
        facts=_facts(collection, counts, int(unjudged.sum())),
        findings=tuple(sorted(found, key=lambda finding: finding.level != "warning")),
        runs=runs,
    )


def ranking_text(ranking: Ranking) -> str:
    """Say in words how documents are put in order.

    Examples
    --------
    >>> ranking_text(Ranking(depth=1000))
    'score descending, ties by document id descending (trec_eval 10), first 1000 documents'
    """
    rule = {
        "trec_eval": "score descending, ties by document id descending (trec_eval 10)",
        "trec_eval9": "score as 32-bit float descending, ties by document id descending (trec_eval 9)",
        "rank": "rank column ascending",
        "file": "order of the rows in the file",
    }[ranking.ties]
    return rule if ranking.depth is None else f"{rule}, first {ranking.depth} documents"


def _run_health(run: Run, topics: Sequence[str], unjudged: BoolArray) -> RunHealth:
    lengths = np.diff(run.offsets)
    depths = lengths[lengths > 0] if lengths.any() else np.zeros(1, dtype=np.int64)
    facts = run.facts
    return RunHealth(
        run=run.name,
        tag=facts.tag,
        rows=facts.rows,
        depth_min=int(depths.min()),
        depth_median=float(np.median(depths)),
        depth_max=int(depths.max()),
        tied=facts.tied / facts.rows if facts.rows else 0.0,
        misranked_topics=facts.misranked_topics,
        duplicates=facts.duplicates,
        missing_topics=tuple(topics[t] for t in np.flatnonzero(lengths == 0).tolist()),
        extra_topics=facts.extra_topics,
        unjudged_10=_unjudged_share(run, unjudged, 10),
        unjudged_100=_unjudged_share(run, unjudged, 100),
        judged=int((run.codes != OUTSIDE_POOL).sum()),
    )


def _unjudged_share(run: Run, unjudged: BoolArray, depth: int) -> float:
    """Share of the documents at ranks 1..depth, all topics together, without a judgement."""
    places = run.offsets[:-1, None] + np.arange(depth)
    codes = run.codes[places[places < run.offsets[1:, None]]]
    if not codes.size:
        return 0.0
    pooled = codes[codes != OUTSIDE_POOL]
    return float((codes.size - pooled.size + unjudged[pooled].sum()) / codes.size)


def _facts(collection: Collection, counts: IntArray, unjudged: int) -> dict[str, str]:
    relevant = counts[:, 1:].sum(axis=1)
    grades = [f"{k}: {count}" for k, count in enumerate(counts.sum(axis=0).tolist())]
    facts = {"data": "synthetic: generated, not measured"} if collection.synthetic else {}
    facts |= {
        "runs": str(len(collection.runs)),
        "topics": str(len(collection.topics)),
        "judged documents": str(int(counts.sum())),
        "documents by grade": ", ".join(grades + ([f"pooled, unjudged: {unjudged}"] if unjudged else [])),
    }
    if relevant.size:
        facts["relevant per topic"] = f"{relevant.min()} to {relevant.max()}, mean {relevant.mean():.2f}"
        facts["topics with nothing relevant"] = str(int(nothing_relevant(counts).sum()))
    for name, mask in topic_sets(counts).items():
        if name != "all":
            facts[f"topics with {name}"] = str(int(mask.sum()))
    return facts | {
        "ranking": ranking_text(collection.ranking),
        "grade mapping": str(collection.grade_map) or "as read, negative grades are not relevant",
    }


def _file_findings(collection: Collection) -> list[Finding]:
    found = [Finding("warning", f"Not loaded: {problem}.") for problem in collection.problems]
    if dropped := collection.judgements.duplicates:
        repeated = _count(dropped, "judgement")
        found.append(Finding("warning", f"{repeated} of a document that its topic had already: dropped."))
    return found


def _run_findings(runs: Sequence[RunHealth], ranking: Ranking) -> list[Finding]:
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
    found = []
    for level, sentence, concerns in checks:
        if names := tuple(run.run for run in runs if concerns(run)):
            found.append(Finding(level, f"{_count(len(names), 'run')} {sentence}", names))
    return found


def _topic_findings(collection: Collection, counts: IntArray) -> list[Finding]:
    found = []
    if MEAN in collection.topics:
        sentence = f"A topic is named {MEAN}, as the mean over topics is: tables of topics are refused."
        found.append(Finding("warning", sentence, (MEAN,)))
    if empty := _chosen(collection.topics, nothing_relevant(counts)):
        sentence = f"{_count(len(empty), 'topic')} with nothing relevant: every run scores 0 there."
        found.append(Finding("warning", sentence, empty))
    for name, mask in topic_sets(counts).items():
        few = _chosen(collection.topics, mask)
        if name != "all" and few:
            sentence = f"{_count(len(few), 'topic')} with {name} documents: these weigh little in GAP."
            found.append(Finding("note", sentence, few))
    if unused := (np.flatnonzero(counts[:, 1:].sum(axis=0) == 0) + 1).tolist():
        grades = ", ".join(map(str, unused))
        sentence = f"No document has grade {grades}: the grade mapping 'consecutive' closes gaps."
        found.append(Finding("note", sentence))
    if negative := int((collection.judgements.raw_grades < 0).sum()):
        sentence = f"{_count(negative, 'judgement')} with a negative grade: see the grade mapping."
        found.append(Finding("note", sentence))
    return found


def _chosen(names: Sequence[str], mask: BoolArray) -> tuple[str, ...]:
    return tuple(names[i] for i in np.flatnonzero(mask).tolist())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _names(names: Sequence[str]) -> str:
    more = len(names) - NAMES_IN_TEXT
    return ", ".join(names[:NAMES_IN_TEXT]) + (f" and {more} more" if more > 0 else "")


def _cell(value: object) -> object:
    return len(value) if isinstance(value, tuple) else value


def _printed(value: object, column: str) -> str:
    if isinstance(value, float):
        return f"{value:.1f}" if column == "depth_median" else f"{value:.3f}"
    return str(value)


def _aligned(rows: Sequence[Sequence[str]], *, right_from: int = 99) -> list[str]:
    """Lay out rows in columns, those from `right_from` on to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            text.rjust(width) if i >= right_from else text.ljust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
