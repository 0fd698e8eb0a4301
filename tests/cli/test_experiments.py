"""The experiments on the command line: the same numbers as from Python."""

from __future__ import annotations

import csv
import dataclasses
import io
import shlex
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

import gapviz
from gapviz.analysis.experiments.robustness import robustness
from gapviz.analysis.experiments.significance import significance
from gapviz.analysis.experiments.simulation import simulated_judgements
from gapviz.analysis.experiments.variation import variation
from gapviz.analysis.rankings.sets import run_set, topic_set
from gapviz.cli.main import main
from gapviz.pages.experiments import script
from gapviz.pages.parts.script import Source
from gapviz.pages.session.plans import (
    InformativenessPlan,
    Plan,
    RobustnessPlan,
    SignificancePlan,
    VariationPlan,
)
from gapviz.pages.session.state import State

SMALL = Path(__file__).resolve().parents[2] / "data" / "small"
FILES = [str(SMALL / "qrels.txt"), str(SMALL / "runs")]


def read(capsys: pytest.CaptureFixture[str], *arguments: str, said: str = "") -> list[dict[str, str]]:
    assert main([arguments[0], *FILES, *arguments[1:]]) == 0
    captured = capsys.readouterr()
    assert captured.err == said
    return list(csv.DictReader(io.StringIO(captured.out)))


@pytest.fixture(scope="module")
def small() -> gapviz.Collection:
    return gapviz.load(SMALL / "qrels.txt", SMALL / "runs")


def test_robustness(small: gapviz.Collection, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--rates", "1,0.5", "--samples", "2", "--seed", "3")
    rows = read(capsys, "robustness", "-m", "AP", "-m", "nDCG", "--design", "simple", *options)
    *_, last = robustness(small, ["AP", "nDCG"], design="simple", rates=(1, 0.5), samples=2, seed=3)
    frame = last.frame()
    assert list(rows[0]) == ["measure", "rate", "sample", "against", "tau", "tau_ap", "rho", "rms", "mean"]
    assert [float(row["rms"]) for row in rows] == frame["rms"].tolist()
    assert {row["tau"] for row in rows if row["rate"] == "1.0" and row["measure"] == "AP"} == {"1.0"}


@pytest.mark.parametrize("design", ["simple", "imperfect"])
def test_a_document_outside_the_pool_stays_or_goes_once(
    design: Literal["simple", "imperfect"], capsys: pytest.CaptureFixture[str]
) -> None:
    """[Y] 2.4 and 3: the command tells documents apart where a measure or a design has to."""
    options = ("--rates", "0.5", "--samples", "1", "--seed", "3", "--design", design)
    rows = read(capsys, "robustness", "-m", "subAP(p=rate)", *options)
    told_apart = gapviz.load(*FILES, identities=True)
    *_, last = robustness(told_apart, ["subAP(p=rate)"], design=design, rates=(0.5,), samples=1, seed=3)
    assert [float(row["rms"]) for row in rows] == last.frame()["rms"].tolist()


def test_significance(small: gapviz.Collection, capsys: pytest.CaptureFixture[str]) -> None:
    a, b = small.run_names[:2]
    options = ("--resamples", "100", "--seed", "2")
    *_, last = significance(gapviz.scores(small, ["AP"]), resamples=100, seed=2)
    said = f"significance: {last.out_of_reach()}\n"
    assert "1,321 resamples" in said  # 66 pairs at 0.05
    rows = read(capsys, "significance", "-m", "AP", *options, said=said)
    assert [float(row["level"]) for row in rows] == last.levels[0].tolist()
    (pair,) = read(capsys, "significance", "-m", "AP", "--pair", a, b, *options)
    assert {**pair, "corrected": rows[0]["corrected"]} == rows[0]
    assert pair["corrected"] == pair["level"]  # one pair needs no correction
    (summary,) = read(capsys, "significance", "-m", "AP", "--summary", *options, said=said)
    assert summary["pairs"] == str(len(last.pairs))
    assert float(summary["power"]) == last.power().item()


def test_names_that_begin_with_a_hyphen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As in the lines that the pages offer."""
    (tmp_path / "qrels").write_text("1 0 d1 1\n1 0 d2 0\n2 0 d1 0\n2 0 d2 1\n")
    for name in ("-x", "-m"):
        (tmp_path / name).write_text(f"1 Q0 d{1 + (name == '-m')} 1 1.0 {name}\n2 Q0 d2 1 1.0 {name}\n")
    files = [str(tmp_path / "qrels"), str(tmp_path / "-x"), str(tmp_path / "-m")]
    plan = SignificancePlan(("AP",), test="t")
    line = script.experiment(Source(State()), "significance", plan, pairs=[("-x", "-m")]).command
    words = shlex.split(line.replace("\\\n", ""))[3:]
    assert main([words[0], *files, *words[3:]]) == 0
    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out))
    assert (row["run"], row["other"], float(row["difference"])) == ("-x", "-m", 0.5)
    assert main(["swap", *files, "--runs", "-m", "-x", "--g", "1"]) == 0
    assert "no swap of -m and -x" in capsys.readouterr().err


def test_informativeness(small: gapviz.Collection, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--known", "retrieved", "--least", "2", "--lists", "3")
    rows = read(capsys, "informativeness", *options)
    assert {row["threshold"] for row in rows} == {"1", "2", "3"}
    summary = read(capsys, "informativeness", "-m", "AP", "-m", "nDCG", "--summary", *options)
    assert [row["measure"] for row in summary] == ["AP"] * 3 + ["nDCG"] * 3


def test_variation(small: gapviz.Collection, capsys: pytest.CaptureFixture[str]) -> None:
    rows = read(capsys, "variation", "-m", "AP", "--repeats", "3", "--seed", "5", "--simulation")
    *_, last = variation(small, ["AP"], repeats=3, seed=5)
    assert [float(row["within"]) for row in rows[:-1]] == last.within[0].tolist()
    assert rows[-1]["run"] == "simulation"
    simulated = simulated_judgements(0.9, seed=5)
    assert float(rows[-1]["mean"]) == simulated.mean.item()
    assert float(rows[-1]["error"]) == pytest.approx(
        ((simulated.within + simulated.between).item() / 50) ** 0.5, abs=1e-15
    )


def test_same_seed_same_text(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("robustness", "-m", "AP", "--rates", "0.3", "--samples", "2")
    assert read(capsys, *arguments) == read(capsys, *arguments)
    assert read(capsys, *arguments) != read(capsys, *arguments, "--seed", "1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("robustness", "-m", "AP", "--rates", "2"), "rates: expected shares above 0 and up to 1, found 2\n"),
        (
            ("significance", "-m", "AP", "--pair", "x", "y"),
            "pairs: expected names of runs of the collection, found 'x'\n",
        ),
        (
            ("informativeness", "-m", "bpref"),
            "informativeness: expected one of AP, GAP, xGAP, eGAP, nDCG, found bpref\n",
        ),
        *(
            (
                (command, "-m", "AP", "-m", other),
                f"{command}: expected different measures, each with one -m, found AP twice\n",
            )
            for command, other in (
                ("robustness", "AP"),
                ("significance", "ap"),
                ("informativeness", "AP"),
                ("variation", "AP(rel=1)"),
            )
        ),
        (
            ("significance", "-m", "AP", "--pair", "teamA.1", "teamA.1"),
            "pairs: expected two different runs in each, found 'teamA.1' twice\n",
        ),
        (
            ("significance", "-m", "AP", "--pair", "teamA.1", "teamB.1", "--pair", "teamB.1", "teamA.1"),
            "pairs: expected each pair once, found 'teamB.1' and 'teamA.1' twice\n",
        ),
        (("variation", "-m", "AP", "--theta", "3"), "theta: expected a probability from 0 to 1, found 3\n"),
    ],
)
def test_refused(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([arguments[0], *FILES, *arguments[1:]]) == 2
    assert capsys.readouterr() == ("", message)


def test_rates_that_are_none(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(["robustness", *FILES, "-m", "AP", "--rates", "half"])
    assert error.value.code == 2
    assert "expected shares such as 1,0.5,0.1, found 'half'" in capsys.readouterr().err


SEEDED = {
    "tau": ("-m", "AP", "-m", "P@5", "--intervals"),
    "ranks": ("--alpha", "1,1,1"),
    "clicks": ("--log", "clicks.txt"),
    "variation": ("-m", "AP"),
    "robustness": ("-m", "AP"),
    "significance": ("-m", "AP"),
    "informativeness": (),
    "learn": ("-m", "AP"),
}
"""Commands that draw something, with what they need."""


@pytest.mark.parametrize("command", SEEDED)
def test_seeds_that_are_none(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main([command, *FILES, *SEEDED[command], "--seed", "-1"])
    assert error.value.code == 2
    assert "expected a whole number from 0, found '-1'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("robustness", "--samples"),
        ("significance", "--resamples"),
        ("informativeness", "--lists"),
        ("variation", "--repeats"),
    ],
)
@pytest.mark.parametrize("count", ["100001", "9" * 20, "9" * 5000, "1e3"])
def test_more_draws_than_fit_memory(
    command: str, option: str, count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as error:
        main([command, *FILES, "-m", "AP", option, count])
    assert error.value.code == 2
    assert "expected a whole number up to 100000, found " in capsys.readouterr().err


def test_robustness_on_the_paper_s_sets_in_one_command(
    small: gapviz.Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    """[F] Figure 2: all topics, few highly relevant, few key; runs from the first quartile on."""
    options = ("--rates", "1,0.05", "--samples", "1", "--run-set", "first quartile")
    sets = ("all", "few highly relevant", "few key")
    several = [part for name in sets for part in ("--topic-set", name)]
    measures = ("AP", "GAP(g=0.2,0.2,0.6)")
    asked = ("robustness", "-m", measures[0], "-m", measures[1], *options)
    rows = read(capsys, *asked, *several)
    assert list(rows[0])[:2] == ["topics", "measure"]
    counts = gapviz.profile(small)
    for name in sets:
        topics, runs = topic_set(name, counts), run_set("first quartile", counts)
        *_, last = robustness(small, measures, rates=(1, 0.05), samples=1, topic_set=topics, run_set=runs)
        assert [float(row["rms"]) for row in rows if row["topics"] == name] == last.frame()["rms"].tolist()
        one = read(capsys, *asked, "--topic-set", name)
        assert one == [
            {key: row[key] for key in row if key != "topics"} for row in rows if row["topics"] == name
        ]


def test_the_means_at_a_rate_beside_ap(small: gapviz.Collection, capsys: pytest.CaptureFixture[str]) -> None:
    """[Y] Figure 4: a row a run."""
    options = ("--rates", "0.3", "--samples", "2", "--scatter")
    rows = read(capsys, "robustness", "-m", "infAP", *options)
    assert list(rows[0]) == ["measure", "rate", "sample", "run", "mean", "ap"]
    ap = dict(zip(small.run_names, gapviz.scores(small, ["AP"]).means()[0].tolist(), strict=True))
    assert [(row["run"], float(row["ap"])) for row in rows] == [*ap.items()] * 2


def test_significance_among_the_best_runs_by_both_measures(
    small: gapviz.Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    """[R] Figure 3, the inner plot. Witness: the tests of these pairs among all pairs."""
    measures = ("-m", "GAP(g=0.2,0.3,0.5)", "-m", "nDCG(gain=exponential)")
    text = "top 6 by GAP(g=0.2,0.3,0.5) and nDCG(gain=exponential)"
    best = set(np.array(small.run_names)[run_set(text, gapviz.profile(small))].tolist())
    assert 1 < len(best) < 6
    options = ("--resamples", "1400", "--seed", "3")
    every = read(capsys, "significance", *measures, *options)
    rows = read(capsys, "significance", *measures, *options, "--run-set", text)
    names = ("measure", "run", "other", "difference", "level", "needed")
    assert [[row[name] for name in names] for row in rows] == [
        [row[name] for name in names] for row in every if {row["run"], row["other"]} <= best
    ]


def test_the_other_experiments_take_sets(
    small: gapviz.Collection, capsys: pytest.CaptureFixture[str]
) -> None:
    sets = ("--topic-set", "few key", "--run-set", "top 2 by AP")
    best = set(np.array(small.run_names)[run_set("top 2 by AP", gapviz.profile(small))].tolist())
    rows = read(capsys, "variation", "-m", "AP", "--repeats", "2", *sets)
    assert {row["run"] for row in rows} == best
    rows = read(capsys, "informativeness", "-m", "AP", "--known", "retrieved", "--least", "1", *sets)
    few = np.array(small.topics)[topic_set("few key", gapviz.profile(small))].tolist()
    assert {row["run"] for row in rows} == best
    assert {row["topic"] for row in rows} <= set(few)


def test_a_pair_that_the_run_set_leaves_out_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["-m", "AP", "--test", "t", "--pair", "teamA.1", "teamA.2", "--run-set", "teamA.1,teamB.1"]
    assert main(["significance", *FILES, *arguments]) == 2
    assert "names of runs of the collection" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("page", "plan"),
    [
        ("robustness", RobustnessPlan(("AP", "subAP(p=rate)"), design="imperfect", rates=(0.5,), samples=1)),
        ("significance", SignificancePlan(("AP", "nDCG"), test="t")),
        ("informativeness", InformativenessPlan(("AP",), known="retrieved", least=1, lists=3)),
        ("variation", VariationPlan(("AP",), repeats=2)),
    ],
)
def test_the_printed_lines_have_the_sets(page: str, plan: Plan, capsys: pytest.CaptureFixture[str]) -> None:
    """Witness: the numbers of Python's lines are those of the shell's line, and not those of all runs."""
    sets = {"topic_set": "few highly relevant", "run_set": "top 4 by P@5 and AP"}
    source = Source(State(empty="omit"), qrels=FILES[0], runs=FILES[1])
    printed = []
    for one in (plan, dataclasses.replace(plan, **sets)):  # type: ignore[arg-type]
        lines = script.experiment(source, page, one)
        exec(lines.python, {})
        printed.append(capsys.readouterr().out.strip())
        assert main(shlex.split(lines.command.replace("\\\n", ""))[3:]) == 0
        assert list(csv.reader(io.StringIO(capsys.readouterr().out.strip()))) == list(
            csv.reader(io.StringIO(printed[-1]))
        )
    assert printed[0] != printed[1]
