"""Commands about all user models, the paper's table, clicks and toy lists against the library."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest

import gapviz
from gapviz import users
from gapviz.analysis import (
    clicked_model,
    contributions,
    family,
    flips,
    rank_distribution,
    rank_ranges,
    separation,
    share,
    tau_intervals,
    tau_table,
    topic_ceilings,
    winners,
    winning_shares,
)
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.profile import values
from gapviz.analysis.users.family import GRADED, Family, with_g
from gapviz.cli.main import main
from gapviz.collection.reading.clicks import read_clicks
from gapviz.collection.synthetic.printed import printed_taus

ROOT = Path(__file__).resolve().parents[2]
FILES = [str(ROOT / "data/small/qrels.txt"), str(ROOT / "data/small/runs")]
G = (0.1, 0.2, 0.7)

Row = dict[str, str]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[Row]:
    assert main([arguments[0], *FILES, *arguments[1:]]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


@pytest.fixture(scope="module")
def profile() -> gapviz.Profile:
    return gapviz.profile(gapviz.load(*FILES))


@pytest.fixture(scope="module")
def sums(profile: gapviz.Profile) -> Family:
    found: Family = family(profile, np.ones(profile.shape, bool))
    return found


def test_winners(capsys: pytest.CaptureFixture[str], sums: Family) -> None:
    rows = printed(capsys, "winners")
    expected = [
        (measure, sums.runs[one.run], repr(one.share), "yes" if one.exact else "no")
        for measure in GRADED
        for one in winning_shares(sums, measure)
    ]
    assert [tuple(row.values()) for row in rows] == expected
    for measure in GRADED:
        total = sum(float(row["share"]) for row in rows if row["measure"] == measure)
        assert total == pytest.approx(1.0, abs=1e-9)


def test_winner_at_each_user_model(capsys: pytest.CaptureFixture[str], sums: Family) -> None:
    rows = printed(capsys, "winners", "--step", "0.5")
    g = users.simplex_grid(3, 2)
    for measure in GRADED:
        own = [row for row in rows if row["measure"] == measure]
        means = sums.means(measure, g)
        best = winners(means, sums.runs)
        assert [row["run"] for row in own] == [sums.runs[run] for run in best]
        assert [float(row["mean"]) for row in own] == means.max(axis=1).tolist()
    assert [row["g"] for row in rows[:3]] == ["0,0,1", "0,0.5,0.5", "0,1,0"]


def test_share(capsys: pytest.CaptureFixture[str], sums: Family) -> None:
    rows = printed(capsys, "share", "--runs", "teamD.1", "teamA.3")
    first, second = sums.runs.index("teamD.1"), sums.runs.index("teamA.3")
    for row, measure in zip(rows, GRADED, strict=True):
        found = share(sums, measure, first, second)
        assert (row["measure"], float(row["first"]), float(row["second"])) == (
            measure, found.first, found.second,
        )  # fmt: skip
        assert (float(row["error"]), row["exact"]) == (found.error, "yes" if found.exact else "no")
        assert float(row["equal"]) == pytest.approx(1 - found.first - found.second, abs=1e-15)


def test_rank_ranges(capsys: pytest.CaptureFixture[str], sums: Family) -> None:
    rows = printed(capsys, "ranks", "--step", "0.25")
    for measure in GRADED:
        own = [row for row in rows if row["measure"] == measure]
        found = rank_ranges(sums, measure, users.simplex_grid(3, 4))
        assert [row["run"] for row in own] == list(sums.runs)
        assert [int(row["best"]) for row in own] == found.best.tolist()
        assert [int(row["worst"]) for row in own] == found.worst.tolist()
        assert [[float(part) for part in row["worst_g"].split(",")] for row in own] == found.worst_g.tolist()


def test_ranks_at_drawn_user_models(capsys: pytest.CaptureFixture[str], sums: Family) -> None:
    rows = printed(capsys, "ranks", "--alpha", "1,2,3", "--seed", "7")
    for measure in GRADED:
        own = [row for row in rows if row["measure"] == measure]
        found = rank_distribution(sums, measure, (1.0, 2.0, 3.0), seed=7)
        low, high = found.between()
        assert [float(row["expected"]) for row in own] == found.expected.tolist()
        assert [int(row["low"]) for row in own] == low.tolist()
        assert [int(row["high"]) for row in own] == high.tolist()


def test_flips(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    rows = printed(capsys, "flips", "--runs", "teamA.1", "teamB.1", "--path", "1,0,0", "0,0,1")
    pair = profile.runs.index("teamA.1"), profile.runs.index("teamB.1")
    expected = []
    for m, measure in enumerate(GRADED):
        old, new = (
            separation(gapviz.scores(profile, with_g(GRADED, g)), m, *pair) for g in ((1, 0, 0), (0, 0, 1))
        )
        expected += [
            (measure, profile.topics[t], repr(float(old.differences[t])), repr(float(new.differences[t])))
            for t in flips(new, old).tolist()
        ]
    assert [tuple(row.values()) for row in rows] == expected
    assert all(float(row["before"]) * float(row["after"]) < 0 for row in rows)


def test_ceilings(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    text = ",".join(map(str, G))
    rows = printed(capsys, "ceilings", "--g", text, "-q", "--topic-set", "2,5")
    taken = [profile.topics.index("2"), profile.topics.index("5")]
    of_topics = topic_ceilings(profile.pool.counts, G)[:, taken]
    assert [float(row["ceiling"]) for row in rows] == [
        value for own in of_topics for value in (*own.tolist(), own.mean())
    ]
    assert [row["topic"] for row in rows[:3]] == ["2", "5", "all"]
    assert len(printed(capsys, "ceilings", "--g", text)) == 3


def test_table_of_the_paper(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    rows = printed(capsys, "table", "--step", "0.5", "--printed", "TREC 21")
    table = tau_table(profile, g=users.simplex_grid(3, 2))
    taus = [tau for *_, tau in table.rows()]
    assert [row["tau"] for row in rows] == ["undefined" if np.isnan(tau) else repr(tau) for tau in taus]
    beside = table.beside(printed_taus(), "TREC 21").ravel().tolist()
    assert [row["printed"] for row in rows] == ["" if np.isnan(one) else repr(one) for one in beside]
    assert rows[0]["g"] == "0,0,1"
    everywhere = printed(capsys, "table", "--step", "1", "--run-set", "all")
    assert list(everywhere[0]) == ["g", "measure", "against", "topics", "tau"]


def test_intervals(capsys: pytest.CaptureFixture[str], profile: gapviz.Profile) -> None:
    rows = printed(capsys, "tau", "-m", "AP", "-m", "nDCG", "-m", "P@5", "--intervals", "--seed", "3")
    found = tau_intervals(gapviz.scores(profile, ["AP", "nDCG", "P@5"]), seed=3)
    assert [
        tuple(float(row[name]) for name in ("tau", "low", "high", "undefined")) for row in rows
    ] == [
        tuple(float(of[i, j]) for of in (found.tau, found.low, found.high, found.undefined))
        for i, j in ((0, 1), (0, 2), (1, 2))
    ]  # fmt: skip


def test_clicks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    qrels, log = tmp_path / "qrels.txt", tmp_path / "clicks.txt"
    qrels.write_text("1 0 a 2\n1 0 b 1\n1 0 c 0\n2 0 a 1\n2 0 d 2\n")
    log.write_text("1 a 3\n1 b 1\n1 c 4\n2 a 2\n2 d 5\n")
    collection = gapviz.load(qrels, [])
    for more, judged in (([], None), (["--per-document"], gapviz.profile(collection).pool.counts)):
        assert main(["clicks", str(qrels), "--log", str(log), *more]) == 0
        out, err = capsys.readouterr()
        rows = list(csv.DictReader(io.StringIO(out)))
        found = clicked_model(read_clicks(log, collection), judged=judged)
        assert [int(row["threshold"]) for row in rows] == [1, 2]
        assert [float(row["g"]) for row in rows] == found.g.tolist()
        assert [float(row["low"]) for row in rows] == found.low.tolist()
        assert "11 clicks on relevant documents of 2 topics; 4 others are left out" in err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    """By hand: AP of 1, 0, 2 with four relevant documents is (1 + 2/3) / 4. The others: the library."""
    assert main(["list", "1 0 2 ?", "--missing", "2 1"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    texts = ["AP", "GAP(g=0.5,0.5)", "xGAP(g=0.5,0.5)", "eGAP(g=0.5,0.5)", "nDCG"]
    toy = ToyList.parse("2.102u.21")
    expected = values([gapviz.measure(text) for text in texts], [toy])[:, 0].tolist()
    assert [(row["measure"], float(row["value"])) for row in rows] == list(zip(texts, expected, strict=True))
    assert float(rows[0]["value"]) == pytest.approx((1 + 2 / 3) / 4, abs=1e-15)


def test_list_by_ranks(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "1,0,x,2", "--highest", "3", "--g", "0,0.5,0.5", "-m", "GAP", "--ranks"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    found = contributions(gapviz.measure("GAP(g=0,0.5,0.5)"), ToyList.parse("3.10x2."))
    assert found is not None
    assert [row["document"] for row in rows] == ["1", "0", "x", "2"]
    assert [float(row["adds"]) for row in rows] == found.by_rank.tolist()
    assert [row["arithmetic"] for row in rows] == list(found.arithmetic)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("1 0 q",), "toy list: expected grades with spaces between, ? for unjudged, x for outside the pool"),
        (("1 2", "--missing", "x"), "toy list: expected grades with spaces between"),
        (("1 11",), "toy list: expected a highest grade from 1 to 9, found 11"),
        (("1 2", "--highest", "1"), "toy list: expected grades from 0 to 1, found 2"),
        (("1 2", "--g", "1"), "g: expected 2 threshold probabilities"),
        (("1 2", "-m", "AP(rel=3)"), "AP(rel=3): expected rel from 1 to 2 (grades go to 2), found 3"),
        (("1 2", "-m", "normRecall(N=9)", "--ranks"), "--ranks: expected measures that are sums over ranks"),
    ],
)
def test_a_bad_list_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main(["list", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("share", "--runs", "teamA.1", "nobody"), "run: expected one of the 12 runs, found 'nobody'"),
        (("ranks", "--alpha", "1,1"), "alpha: expected 3 positive numbers, found 1.0, 1.0"),
        (("flips", "--runs", "teamA.1", "teamB.1", "--path", "1,0", "0,1"), "g: expected 3 threshold"),
        (("ceilings", "--g", "0.5,0.6,0"), "g: expected probabilities that sum to 1"),
        (("winners", "--topic-set", "none"), "topic set: expected"),
        (("clicks", "--log", "nowhere.txt"), "'nowhere.txt': expected"),
    ],
)
def test_bad_input_is_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main([arguments[0], *FILES, *arguments[1:]]) == 2
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("share", "--runs", "a", "b"), "run: expected the only run, 'teamA.1', found 'a'\n"),
        (("curve", "--run", "a"), "run: expected the only run, 'teamA.1', found 'a'\n"),
    ],
)
def test_one_run_is_named(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main([arguments[0], FILES[0], f"{FILES[1]}/teamA.1", *arguments[1:]]) == 2
    assert capsys.readouterr().err == message
