"""The analyses on the command line."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

import gapviz
from gapviz.analysis.rankings.tau import tau_matrix
from gapviz.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
FILES = [str(ROOT / "data/small/qrels.txt"), str(ROOT / "data/small/runs")]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    assert main([arguments[0], *FILES, *arguments[1:]]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main([arguments[0], *FILES, *arguments[1:]]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


@pytest.fixture(scope="module")
def profile() -> gapviz.Profile:
    return gapviz.profile(gapviz.load(*FILES))


def test_tau(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    """Witness: tau of the means of gapviz.scores."""
    means = gapviz.scores(profile, ["AP", "nDCG", "bpref"]).means()
    rows = printed(capsys, "tau", "-m", "AP", "-m", "nDCG", "-m", "bpref")
    assert list(rows[0]) == ["measure", "against", "tau"]
    assert [(row["measure"], row["against"]) for row in rows] == [
        ("AP", "nDCG"), ("AP", "bpref"), ("nDCG", "bpref"),
    ]  # fmt: skip
    assert float(rows[1]["tau"]) == tau_matrix(means)[0, 2]
    rows = printed(capsys, "tau", "-m", "AP", "-m", "nDCG", "--coefficient", "ap")
    expected = tau_matrix(means[:2], coefficient="ap")[[0, 1], [1, 0]].tolist()
    assert [float(row["tau"]) for row in rows] == pytest.approx(expected, abs=1e-15)


def test_tau_of_sets(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    """Witness: the means of three runs over two topics, taken by hand."""
    rows = printed(
        capsys, "tau", "-m", "AP", "-m", "P@5", "--topic-set", "2,5", "--run-set", "teamA.1,teamB.1,teamE.3"
    )
    places = [profile.runs.index(name) for name in ("teamA.1", "teamB.1", "teamE.3")]
    topics = [profile.topics.index(name) for name in ("2", "5")]
    values = gapviz.scores(profile, ["AP", "P@5"]).values[:, places][:, :, topics].mean(axis=2)
    assert float(rows[0]["tau"]) == tau_matrix(values[:2])[0, 1]


def test_one_run_is_undefined(capsys: pytest.CaptureFixture[str]) -> None:
    rows = printed(capsys, "tau", "-m", "AP", "-m", "nDCG", "--run-set", "teamA.1")
    assert [row["tau"] for row in rows] == ["undefined"]


def test_sweep(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    rows = printed(capsys, "sweep", "--step", "0.5", "--against", "AP", "--against", "nDCG")
    assert list(rows[0]) == ["g", "measure", "against", "tau"]
    assert len(rows) == 6 * 3 * 2
    assert [row["g"] for row in rows[::6]] == [
        "0,0,1",
        "0,0.5,0.5",
        "0,1,0",
        "0.5,0,0.5",
        "0.5,0.5,0",
        "1,0,0",
    ]
    row = next(
        row for row in rows if (row["g"], row["measure"], row["against"]) == ("0.5,0,0.5", "xGAP", "nDCG")
    )
    means = gapviz.scores(profile, ["xGAP(g=0.5,0,0.5)", "nDCG"]).means()
    assert float(row["tau"]) == tau_matrix(means)[0, 1]
    path = printed(capsys, "sweep", "--step", "1/4", "--path", "0,0,1", "1,0,0")
    assert [row["g"] for row in path[::12]] == ["0,0,1", "0.25,0,0.75", "0.5,0,0.5", "0.75,0,0.25", "1,0,0"]
    assert [row["against"] for row in path[:4]] == ["AP", "nDCG", "RBP(p=0.8,rel=1)", "bpref"]
    assert {row["tau"] for row in path[-12::4]} == {"1.0"}  # with all users at threshold 1 all are AP


def test_swap(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    """Witness: gapviz.scores of both runs at each printed g."""
    rows = printed(capsys, "swap", "--runs", "teamD.1", "teamA.3")
    assert list(rows[0]) == ["measure", "g", "mean", "by"]
    nearest = printed(capsys, "swap", "--runs", "teamD.1", "teamA.3", "--g", "1/3,1/3,1/3")
    assert len(rows) >= 6  # on two edges at least, by each measure
    assert len(nearest) == 3
    places = [profile.runs.index(name) for name in ("teamD.1", "teamA.3")]
    for row in (*rows, *nearest):
        means = gapviz.scores(profile, [f"{row['measure']}(g={row['g']})"]).means()[0, places]
        assert means[0] == pytest.approx(means[1], abs=1e-9)
        assert float(row["mean"]) == pytest.approx(means[0], abs=1e-9)


def test_no_swap_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["swap", *FILES, "--runs", "teamA.1", "teamB.1"]) == 0
    out, err = capsys.readouterr()
    assert out == "measure,g,mean,by\n"
    assert err.splitlines()[0] == "GAP: no swap of teamA.1 and teamB.1"


def test_swaps_by_a_jump_are_said_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """By hand: GAP of a is 1/3 for all users, of b 0 at g = (0, 1) and 2/3 right beside it."""
    (tmp_path / "qrels").write_text("1 0 x 1\n2 0 y 2\n3 0 x 1\n")
    (tmp_path / "a").write_text("2 Q0 y 1 1.0 a\n")
    (tmp_path / "b").write_text("1 Q0 x 1 1.0 b\n3 Q0 x 1 1.0 b\n")
    (tmp_path / "same").write_text("2 Q0 y 1 1.0 same\n")
    files = [str(tmp_path / name) for name in ("qrels", "a", "b", "same")]
    any_share = "a jump: any share of users, however small, that moves to g1"
    for options, row in (
        ((), ["GAP", "0,1", "undefined", any_share]),
        (("--g", "0,1"), ["GAP", "0,1", "undefined", any_share]),
        (("--g", "1/2,1/2"), ["GAP", "0,1", "undefined", "a jump"]),
    ):
        assert main(["swap", *files, "--runs", "a", "b", *options]) == 0
        rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
        assert rows[1] == row
        assert [(other[0], other[3]) for other in rows[2:]] == [
            ("xGAP", "equal means"), ("eGAP", "equal means"),
        ]  # fmt: skip
        assert [float(other[1].split(",")[0]) for other in rows[2:]] == pytest.approx([0.5, 0.5], abs=1e-15)
    for options in ((), ("--g", "0,1"), ("--g", "1/2,1/2")):
        assert main(["swap", *files, "--runs", "a", "same", *options]) == 0
        out, err = capsys.readouterr()
        assert out == "measure,g,mean,by\n"
        assert "GAP: no swap of a and same, whose means are equal at every g" in err.splitlines()


def test_curve(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    """Witness: GAP and AP; the printed points have their areas."""
    run, topic = profile.runs.index("teamB.1"), profile.topics.index("3")
    for options, text in (
        ((), "GAP(g=1/3,1/3,1/3)"),
        (("--g", "0.1,0.2,0.7"), "GAP(g=0.1,0.2,0.7)"),
        (("--threshold", "2"), "AP(rel=2)"),
    ):
        rows = printed(capsys, "curve", "--run", "teamB.1", "--topic", "3", *options)
        assert list(rows[0]) == ["run", "topic", "rank", "grade", "recall", "precision"]
        recall = [0.0, *(float(row["recall"]) for row in rows)]
        area = sum(
            float(row["precision"]) * (after - before)
            for row, before, after in zip(rows, recall, recall[1:], strict=False)
        )
        assert area == pytest.approx(gapviz.measure(text)(profile)[run, topic], abs=1e-12)
    everywhere = printed(capsys, "curve", "--run", "teamB.1", "--interpolated")
    assert {row["topic"] for row in everywhere} == set(profile.topics)
    upper = [float(row["precision"]) for row in everywhere if row["topic"] == "3"]
    assert upper == sorted(upper, reverse=True)


def test_options_as_for_score(capsys: pytest.CaptureFixture[str]) -> None:
    rows = printed(
        capsys, "tau", "-m", "AP", "-m", "nDCG", "--depth", "5", "--topics", "run", "--empty", "omit",
        "--grades", "3:2", "--ties", "rank",
    )  # fmt: skip
    collection = gapviz.load(*FILES, depth=5, grades="3:2", ties="rank")
    means = gapviz.scores(collection, ["AP", "nDCG"], topics="run", empty="omit").means()
    assert float(rows[0]["tau"]) == tau_matrix(means)[0, 1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tau", "-m", "AP"), "tau: expected two measures or more, each with -m, found 1\n"),
        (
            ("tau", "-m", "AP", "-m", "P@5", "--topic-set", "none"),
            "topic set: expected all, few highly relevant, few key, or topics with commas between, "
            "found 'none'\n",
        ),
        (
            ("tau", "-m", "AP", "-m", "AP(rel=1)"),
            "tau: expected different measures, each with one -m, found AP twice\n",
        ),
        (
            ("tau", "-m", "AP", "-m", "P@5", "--run-set", "teamA.1,"),
            "run set: expected a run before and after each comma, found 'teamA.1,'\n",
        ),
        (
            ("swap", "--runs", "teamA.1", "teamZ"),
            "run: expected one of the 12 runs, found 'teamZ'\n",
        ),
        (
            ("swap", "--runs", "teamA.1", "teamB.1", "--g", "0.5,0.6"),
            "g: expected 3 threshold probabilities (grades go to 3), found 2\n",
        ),
        (("curve", "--run", "teamA.1", "--topic", "x"), "topic: expected one of the 8 topics, found 'x'\n"),
        (
            ("curve", "--run", "teamA.1", "--threshold", "4"),
            "threshold: expected a threshold from 1 to 3, found 4\n",
        ),
        (
            ("curve", "--run", "teamA.1", "--g", "0.5,0.3,0.2", "--threshold", "1"),
            "curve: expected one of --g and --threshold, found both\n",
        ),
        (
            ("curve", "--run", "teamA.1", "--g", "0,0,0"),
            "g: expected probabilities that sum to 1, found 0, 0, 0 with sum 0\n",
        ),
        (
            ("tau", "-m", "AP", "-m", "P@5", "--topic-set", "few-key", "--grades", "1:3,3:1"),
            "topic set: expected a set with a topic or more, found none in 'few-key'\n",
        ),
        (
            ("sweep", "--path", "0,0,1", "1,0,0", "--step", "1e-8"),
            "path: expected up to 200000 user models, which larger steps give, found 100000001\n",
        ),
        (
            ("sweep", "--step", "1/1000"),
            "grid: expected 1 to 200000 user models, which larger steps or fewer grades give, "
            "found 501501 for 3 thresholds\n",
        ),
        *(
            (
                (*command, "--grades", "3:99"),
                "grades: expected a mapping to at most 20 grades, to look at many g, found 99\n",
            )
            for command in (("sweep",), ("swap", "--runs", "teamA.1", "teamB.1"))
        ),
    ],
)
def test_what_is_refused(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert refused(capsys, *arguments) == message


@pytest.mark.parametrize(
    "option", [("--step", "0.3"), ("--step", "x"), ("--step", "1e-300"), ("--path", "a", "b")]
)
def test_what_the_parser_refuses(capsys: pytest.CaptureFixture[str], option: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["sweep", *FILES, *option])
    assert caught.value.code == 2
    assert "expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ("tau", "-m", "AP", "-m", "AP(rel=9)", "-m", "nDCG"),
        ("sweep", "--step", "1", "--against", "AP(rel=9)", "--against", "AP"),
        ("robustness", "-m", "AP(rel=9)", "-m", "AP", "--samples", "1", "--rates", "1,0.5"),
        ("significance", "-m", "AP(rel=9)", "-m", "AP", "--test", "t", "--pair", "teamA.1", "teamB.1"),
        ("variation", "-m", "AP(rel=9)", "-m", "AP", "--repeats", "2"),
    ],
)
def test_analyses_go_on_without_a_measure_that_does_not_fit(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert main([arguments[0], *FILES, *arguments[1:]]) == 2
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == "AP(rel=9): expected rel from 1 to 3 (grades go to 3), found 9"
    assert "AP" in out.splitlines()[1]
    assert "rel=9" not in out
