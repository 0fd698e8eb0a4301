"""The data-health report on a collection of three topics whose facts can be counted by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from gapviz.collection.errors import InputError
from gapviz.collection.grades import GradeMap
from gapviz.collection.health.findings import Finding
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.health.report import Health, health, ranking_text
from gapviz.collection.model import Collection, Judgements, Ranking, Run, RunFacts
from gapviz.collection.reading.rules import Duplicates, Rules
from gapviz.collection.reading.words import Words
from tests.real import real_collection
from tests.shared import likeness

# Topic 1: grades 0, 2, 1 and one negative; topic 2: nothing relevant; topic 3: ten of grade 1, one of 2.
GRADES = [0, 2, 1, -1, *[0, 0], *[1] * 10, 2]
OFFSETS = np.array([0, 4, 6, 17])


def collection(**changes: object) -> Collection:
    runs = (
        # Ranks per topic: 4, 2 and 1; outside the pool: 1 of 4, 1 of 2 and none.
        Run(
            "all",
            np.array([0, 4, 6, 7]),
            np.array([1, -1, 0, 3, -1, 4, 16], dtype=np.int32),
            RunFacts(tag="t", rows=8, tied=2, misranked_topics=1, duplicates=1, extra_topics=("x",)),
        ),
        Run("some", np.array([0, 2, 2, 2]), np.array([1, 2], dtype=np.int32), RunFacts(tag="t", rows=2)),
        Run("none", np.array([0, 1, 1, 1]), np.array([-1], dtype=np.int32), RunFacts(tag="t", rows=1)),
    )
    judgements = Judgements(
        ("1", "2", "3"),
        OFFSETS,
        Words.of(np.array([f"d{i:02}".encode() for i in range(17)])),
        np.array(GRADES, dtype=np.float64),
        duplicates=2,
    )
    plain = Collection("three", judgements, runs)
    return dataclasses.replace(plain, **changes)  # type: ignore[arg-type]


def sentences(report: Health) -> dict[str, tuple[str, ...]]:
    return {f"{finding.level}: {finding.sentence}": finding.subjects for finding in report.findings}


def test_grade_counts() -> None:
    assert grade_counts(collection()).tolist() == [[1, 1, 1], [2, 0, 0], [0, 10, 1]]
    judged = collection(grade_map=GradeMap.parse("negative:not relevant"))
    assert grade_counts(judged).tolist() == [[2, 1, 1], [2, 0, 0], [0, 10, 1]]


def test_facts() -> None:
    assert collection(grade_map=GradeMap.parse("negative:not relevant")).health().facts == {
        "runs": "3",
        "topics": "3",
        "judged documents": "17",
        "documents by grade": "0: 4, 1: 11, 2: 2",
        "relevant per topic": "0 to 11, mean 4.33",
        "topics with nothing relevant": "1",
        "topics with few highly relevant": "1",
        "ranking": "score descending, ties by document id descending (trec_eval 10)",
        "repeated documents": "refused",
        "grade mapping": "negative:not relevant",
    }


def test_documents_pooled_without_a_judgement_are_told_apart() -> None:
    report = health(collection())
    assert report.facts["judged documents"] == "16"
    assert report.facts["documents by grade"] == "0: 3, 1: 11, 2: 2, pooled, unjudged: 1"
    assert report.facts["grade mapping"] == "as read, negative grades are pooled without a judgement"
    assert report.runs[0].unjudged_10 == 3 / 7


def test_runs() -> None:
    everything, some, none = health(collection()).runs
    assert (everything.depth_min, everything.depth_median, everything.depth_max) == (1, 2.0, 4)
    assert everything.unjudged_10 == everything.unjudged_100 == 3 / 7
    assert everything.tied == 2 / 8
    assert (everything.judged, everything.extra_topics, everything.missing_topics) == (5, ("x",), ())
    assert (some.missing_topics, some.unjudged_10, some.judged) == (("2", "3"), 0.0, 2)
    assert (none.depth_median, none.unjudged_10, none.judged) == (1.0, 1.0, 0)


def test_the_first_ten_are_the_first_ten_of_each_topic() -> None:
    # Topic 1: ranks 1..12, unjudged are ranks 9 to 12, two of them in the first ten.
    codes = np.array([*range(6), *range(6, 8), -1, -1, -1, -1], dtype=np.int32)
    ids = Words.of(np.array([b"%d" % i for i in range(8)]))
    judgements = Judgements(("1",), np.array([0, 8]), ids, np.ones(8))
    report = health(Collection("one", judgements, (Run("run", np.array([0, 12]), codes),)))
    assert report.runs[0].unjudged_10 == 2 / 10
    assert report.runs[0].unjudged_100 == 4 / 12


def test_findings_name_their_subjects_and_warnings_come_first() -> None:
    problem = InputError("b.run", "6 fields", "5", line=3)
    report = health(collection(problems=(problem,)))
    assert sentences(report) == {
        "warning: Not loaded: b.run:3: expected 6 fields, found 5.": (),
        "warning: 2 judgements of a document that its topic had already: dropped.": (),
        "warning: 1 run without a judged document: are the ids those of the judgements?": ("none",),
        "warning: 2 runs without some judged topics: a mean over all judged topics counts these as 0.": (
            "some",
            "none",
        ),
        "warning: 1 run with ranks that contradict the scores: the score decides.": ("all",),
        "warning: 1 run with repeated documents: one of each was kept.": ("all",),
        "warning: 1 topic with nothing relevant: every run scores 0 there.": ("2",),
        "note: 1 run with topics that aren't judged: these take no part.": ("all",),
        "note: 1 run with tied scores: the document id decides.": ("all",),
        "note: 2 runs with 10% or more unjudged among the first 10: these count as not relevant.": (
            "all",
            "none",
        ),
        "note: 1 topic with few highly relevant documents: these weigh little in GAP.": ("3",),
        "note: 1 judgement with a negative grade: pooled without a judgement, as in trec_eval.": (),
    }
    levels = [finding.level for finding in report.findings]
    assert levels == sorted(levels, reverse=True)


@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("first", "the first is kept, 1 document had a higher grade later."),
        ("best", "the highest grade is kept, which changed 1 document."),
    ],
)
def test_repeated_judgements_are_told_with_what_they_change(rule: Duplicates, kept: str) -> None:
    made = collection(rules=Rules(rule))
    made = dataclasses.replace(made, judgements=dataclasses.replace(made.judgements, raised=1))
    expected = f"warning: 2 judgements of a document that its topic had already: {kept}"
    assert expected in sentences(health(made))


def test_headers_are_told() -> None:
    runs = [dataclasses.replace(run, facts=RunFacts(header=True, rows=1)) for run in collection().runs[:1]]
    told = sentences(health(collection().with_runs(runs)))
    assert told["note: 1 file with a first line that names the columns: left out."] == ("all",)


def test_the_rank_column_decides_when_told_so() -> None:
    report = health(collection(ranking=Ranking(ties="rank")))
    assert "warning: 1 run with ranks that contradict the scores: the rank order decides." in sentences(
        report
    )


def test_a_gap_in_the_grades_is_told() -> None:
    report = health(collection(grade_map=GradeMap.parse("2:3")))
    expected = "No document has grade 2: the grade mapping 'consecutive' closes gaps."
    assert Finding("note", expected) in report.findings


def test_text_is_aligned_and_lists_every_run() -> None:
    text = health(collection()).text()
    lines = text.splitlines()
    assert lines[0] == "three"
    assert "runs                             3" in lines
    assert " ".join(lines[-3].split()) == "all t 8 1 2.0 4 0.250 1 1 0 1 0.429 0.429 5"
    assert len({len(line) for line in lines[-4:]}) == 1
    assert not any(line.endswith(" ") for line in lines)


def test_columns_are_as_long_as_the_runs() -> None:
    columns = health(collection()).columns()
    assert columns["run"] == ["all", "some", "none"]
    assert columns["missing_topics"] == [0, 2, 2]
    assert {len(column) for column in columns.values()} == {3}


def test_long_lists_of_names_are_cut_in_the_text_only() -> None:
    names = tuple(f"r{i}" for i in range(12))
    runs = [Run(name, np.array([0, 0, 0, 0]), np.empty(0, dtype=np.int32)) for name in names]
    report = health(collection().with_runs(runs))
    assert report.findings[1].subjects == names
    assert "    r0, r1, r2, r3, r4, r5, r6, r7, r8, r9 and 2 more\n" in report.text()
    assert report.runs[0].depth_max == 0
    assert report.runs[0].unjudged_10 == 0.0


def test_no_runs() -> None:
    report = health(collection().with_runs([]))
    assert report.runs == ()
    assert report.text().endswith("\n")


def test_synthetic_is_said_first() -> None:
    report = health(likeness("TREC 10"))
    assert next(iter(report.facts.items())) == ("data", "synthetic: generated, not measured")
    assert {run.depth_min for run in report.runs} == {1000}


def test_round_1_of_trec_covid_has_12_runs_whose_ranks_contradict_their_scores() -> None:
    # The number is that of shared/collections/README.md.
    report = real_collection("trec-covid-round1").health()
    misranked = [run.run for run in report.runs if run.misranked_topics]
    assert (len(report.runs), len(misranked)) == (143, 12)
    assert sentences(report)[
        "warning: 12 runs with ranks that contradict the scores: the score decides."
    ] == (tuple(misranked))


def test_ranking_text() -> None:
    assert ranking_text(Ranking("file", 10)) == "order of the rows in the file, first 10 documents"
