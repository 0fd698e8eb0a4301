"""`python -m gapviz learn`: features in, csv out."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from gapviz.cli.main import main
from gapviz.learning import Features, learning, synthetic


@pytest.fixture(scope="module")
def made() -> Features:
    return synthetic(topics=8, documents=240)


@pytest.fixture
def file(made: Features, tmp_path: Path) -> Path:
    """The set in LETOR's form."""
    path = tmp_path / "set.txt"
    path.write_text("".join(f"{grade} qid:{topic} {line}\n" for grade, topic, line in rows(made)))
    return path


def rows(made: Features) -> list[tuple[int, str, str]]:
    topics = np.repeat(made.topics, made.sizes).tolist()
    lines = [" ".join(f"{n}:{value!r}" for n, value in enumerate(row, 1)) for row in made.values.tolist()]
    return list(zip(made.grades.tolist(), topics, lines, strict=True))


OPTIONS = ("--folds", "2", "--rounds", "3", "--seed", "5")


def test_csv_has_the_frame_at_full_precision(
    made: Features, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measures = ("-m", "GAP", "-m", "xGAP", "-m", "nDCG", "--also", "P@5", "--g", "1/4,0.75")
    assert main(["learn", str(file), *measures, "--soft", "1", "--peers", *OPTIONS]) == 0
    out, err = capsys.readouterr()
    g = "g=0.25,0.75"
    *_, last = learning(
        made, [f"GAP({g})", f"xGAP({g})", "nDCG"], tested=["P@5"], sigma=1.0, folds=2, rounds=3, seed=5
    )
    found = list(csv.DictReader(io.StringIO(out)))
    expected = last.frame()
    assert list(found[0]) == list(expected.columns) == ["trained", "tested", "fold", "topics", "mean"]
    assert [
        (r["trained"], r["tested"], r["fold"], int(r["topics"]), float(r["mean"])) for r in found
    ] == list(expected.itertuples(index=False, name=None))
    assert len(found) == (3 + 2 + 3) * 4 * 3
    assert err.startswith(f"xGAP({g}): pairs are weighed with the absolute change of xGAP; in ")
    assert err.count("\n") == 1


def test_groups_and_standard_input(made: Features, file: Path, tmp_path: Path) -> None:
    plain, groups = tmp_path / "plain.txt", tmp_path / "groups.txt"
    plain.write_text("".join(f"{grade} {line}\n" for grade, _, line in rows(made)))
    groups.write_text("\n".join(map(str, made.sizes.tolist())))
    command = [sys.executable, "-m", "gapviz", "learn"]
    options = ["-m", "AP", *OPTIONS]
    by_topic = subprocess.run([*command, str(file), *options], capture_output=True, check=True)
    by_group = subprocess.run(
        [*command, "-", "--groups", str(groups), *options],
        input=plain.read_bytes(), capture_output=True, check=True,
    )  # fmt: skip
    assert by_group.stdout == by_topic.stdout
    assert by_topic.stdout.startswith(b"trained,tested,fold,topics,mean\nAP,AP,1,4,0.")


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("1 1:2\n", ("-m", "AP"), "set.txt:1: expected grade qid:topic .*, found no qid:topic"),
        ("1 qid:1 1:nan\n", ("-m", "AP"), "set.txt:1: expected finite numbers as features, .*"),
        ("31 qid:1 1:1\n", ("-m", "AP"), "set.txt:1: expected grades up to 30, .*, found 31"),
        ("1 qid:1 1:1\n0 qid:2 1:1\n", ("-m", "AP"), "set.txt: expected a topic with two documents .*"),
        (None, ("-m", "GAP"), "GAP: expected g, the probability .*, found none"),
        (None, ("-m", "GAP", "--g", "1"), r"g: expected 2 threshold probabilities .*, found 1"),
        (None, ("-m", "P@10"), "P@10: expected a measure to train for: .*, found another"),
        (None, ("-m", "AP", "--also", "AP(rel=1)"), "learn: expected different measures, .*, found AP twice"),
        (None, ("-m", "AP", "--folds", "9"), "folds: expected 2 to 8 folds, .*, found 9"),
        (None, ("-m", "AP", "--rounds", "0"), "rounds: expected 1 to 10000 rounds, found 0"),
        (None, ("-m", "AP", "--soft", "0"), "sigma: expected a number above 0, found 0"),
        (None, ("-m", "AP", "--groups", "-"), "-: expected standard input as one file, found it as several"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    file: Path, capsys: pytest.CaptureFixture[str], text: str | None, options: tuple[str, ...], message: str
) -> None:
    if text is not None:
        file.write_text(text)
    if "--groups" in options:
        file = Path("-")
    assert main(["learn", str(file), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert re.fullmatch(message, err.strip()), err
