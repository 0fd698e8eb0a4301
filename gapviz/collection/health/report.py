"""Data health: the report of what a collection holds, and of what in it may surprise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from gapviz.arrays import IntArray
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.health.alarms import alarms
from gapviz.collection.health.findings import Finding, file_findings, run_findings, topic_findings
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.health.runs import RunHealth, run_health
from gapviz.collection.health.topics import nothing_relevant, topic_sets
from gapviz.collection.model import Collection, Ranking
from gapviz.notebook import shown_facts, shown_table

NAMES_IN_TEXT = 10
"""So many names of runs or topics the text report prints."""


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
    alarms : tuple of str
        Sentences that every page shows (`alarms.alarms`).
    """

    name: str
    facts: dict[str, str]
    findings: tuple[Finding, ...]
    runs: tuple[RunHealth, ...]
    alarms: tuple[str, ...] = ()

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

    def _repr_html_(self) -> str:
        """Show the facts, the findings and the table of runs."""
        findings = {name: [getattr(one, name) for one in self.findings] for name in ("level", "sentence")}
        parts = [shown_facts(self.name, self.facts)]
        parts += [shown_table("Findings", findings)] if self.findings else []
        parts += [shown_table("Runs", self.columns())] if self.runs else []
        return "".join(parts)


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
    runs = tuple(run_health(run, collection.topics, unjudged) for run in collection.runs)
    counts = grade_counts(collection)
    findings = [*file_findings(collection), *run_findings(runs, collection.ranking)]
    findings += topic_findings(collection, counts)
    said = tuple(f"{alarm.problem}." for alarm in alarms(collection))
    findings += [Finding("warning", sentence) for sentence in said]
    return Health(
        name=collection.name,
        facts=_facts(collection, counts, int(unjudged.sum())),
        findings=tuple(sorted(findings, key=lambda finding: finding.level != "warning")),
        runs=runs,
        alarms=said,
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
        "repeated documents": {
            "refuse": "refused",
            "first": "the first is kept",
            "best": "the best is kept",
        }[collection.rules.duplicates],
        "grade mapping": str(collection.grade_map)
        or "as read, negative grades are pooled without a judgement",
    }


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
