"""The papers' printed numbers, to their printed digits; each test is named after its table or section."""

from __future__ import annotations

import csv
import dataclasses
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from gapviz.analysis.experiments.simulation import simulated_judgements
from gapviz.analysis.experiments.variation import Variation
from gapviz.analysis.toylists.contributions import contributions
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.outputs import outputs, summary
from gapviz.analysis.toylists.presets import late_limits, late_values, presets
from gapviz.analysis.toylists.profile import values
from gapviz.analysis.toylists.sensitivity import discovery_effects
from gapviz.analysis.toylists.trials import trials
from gapviz.collection.synthetic.printed import printed_variations
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure

PUBLISHED = Path(__file__).resolve().parents[2] / "data" / "published"

KISHIDA = {
    "modified sliding ratio": measure("mSR@5"),
    "average nDCG, base 2": measure("avgnDCG(b=2)@5"),
    "Q-measure": measure("Q(beta=1)"),
    "generalised average precision": measure("genAP"),
    "average precision": measure("AP"),
}


def rows(name: str) -> list[dict[str, str]]:
    with (PUBLISHED / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def printed(value: float, like: str) -> str:
    """A value with as many digits as the printed one."""
    text = f"{value:.{len(like.partition('.')[2])}f}"
    return text if not like.startswith(".") else text.removeprefix("0")


def discovery_change(v: float, R: int, j: int) -> float:
    """Kishida's eq. 17: change of AP where a relevant document is found at rank j, below R others.

    The printed step to it takes all R + 1 documents to be retrieved down to rank j.
    """
    return 1 / j - v / (R + 1)


@pytest.mark.parametrize("row", rows("kishida_table_1.csv"), ids=lambda row: f"{row['R']}-{row['v']}")
def test_kishida_table_1(row: dict[str, str]) -> None:
    change = discovery_change(float(row["v"]), int(row["R"]), 101)
    assert printed(change, row["change"]) == row["change"]


def test_kishida_equation_17_is_what_a_list_gives() -> None:
    """R documents of relevance in the first 100 ranks, then one is found at rank 101."""
    draw = np.random.default_rng(1)
    for R in (10, 50, 100):
        places = draw.choice(100, R, replace=False).tolist()
        toy = ToyList(1, (*(int(n in places) for n in range(100)), None))
        v = values([measure("AP")], [toy]).item()
        relevant = toy.counts[1]
        found = values([measure("AP")], [toy.grade(100, 1)]).item() - v
        assert found == pytest.approx(discovery_change(v, relevant, 101), abs=1e-12)
        assert discovery_effects(measure("AP"), toy)[100, 1] == pytest.approx(found, abs=1e-12)


def test_kishida_equation_16() -> None:
    """Witness: eq. 16, for a document that nobody judged at every rank of a list."""
    toy = ToyList.parse("1.1x0x1ux1x.1")
    x = [max(0, grade or 0) for grade in toy.ranked]
    R, v = toy.counts[1], values([measure("AP")], [toy]).item()
    effects = discovery_effects(measure("AP"), toy)
    for j in range(1, len(x) + 1):
        if toy.ranked[j - 1] in (0, 1):
            assert np.isnan(effects[j - 1]).all()
            continue
        above = (sum(x[:j]) + 1) / j  # x_j is 1 now
        below = sum(x[t - 1] / t for t in range(j + 1, len(x) + 1))
        assert effects[j - 1, 1] == pytest.approx((above + below) / (R + 1) - v / (R + 1), abs=1e-12)


@pytest.mark.parametrize("theta", [0.9, 0.5])
def test_kishida_table_2(theta: float) -> None:
    """Within four standard errors at the paper's sizes; 30 repetitions of the simulation give these."""
    table = {
        row["quantity"]: float(row["value"])
        for row in rows("kishida_table_2.csv")
        if float(row["theta"]) == theta
    }
    runs = [
        simulated_judgements(theta, topics=50, length=10, repetitions=1000, seed=seed) for seed in range(30)
    ]

    def quantity(run: Variation, name: str) -> float:
        parts = {"sum": run.between + run.within, "total": run.observed}
        return float((parts[name] if name in parts else getattr(run, name)).item())

    (printed,) = (one for one in printed_variations() if one.theta == theta)
    assert dataclasses.asdict(printed) == {"theta": theta} | {k: v for k, v in table.items() if k != "sum"}
    for name, value in table.items():
        found = np.array([quantity(run, name) for run in runs])
        assert abs(value - found.mean()) <= 4 * found.std(ddof=1) + 5e-6, (name, value, found.mean())


def test_kishida_has_136_outputs() -> None:
    found = outputs([1, 1, 1], 5)
    assert len(found) == 136
    assert (found.text(0), found.text(135)) == ("32100", "00000")
    assert len({found.text(number) for number in range(136)}) == 136


def kishida_values() -> dict[str, np.ndarray]:
    found = outputs([1, 1, 1], 5)
    return dict(zip(KISHIDA, found.values(list(KISHIDA.values())), strict=True))


def test_kishida_table_3() -> None:
    scored = kishida_values()
    told = summary(np.stack(list(scored.values())))
    names = list(scored)
    for row in rows("kishida_table_3.csv"):
        statistic = told.means if row["statistic"] == "average" else told.deviations
        assert printed(statistic[names.index(row["measure"])], row["value"]) == row["value"], row


def test_kishida_table_4() -> None:
    scored = kishida_values()
    correlations = summary(np.stack(list(scored.values()))).correlations
    names = list(scored)
    for row in rows("kishida_table_4.csv"):
        value = correlations[names.index(row["measure"]), names.index(row["against"])]
        assert printed(value, row["correlation"]) == row["correlation"], row


def test_kishida_table_5() -> None:
    table = rows("kishida_table_5.csv")
    exact: dict[str, dict[str, float]] = {}
    for row in table:
        if row["pattern"]:
            ranked = tuple(map(int, row["pattern"]))
            toy = ToyList(3, ranked, tuple(k for k in (3, 2, 1) if k not in ranked))
            exact[row["row"]] = {
                name: values([KISHIDA[name]], [toy]).item() for name in row if name in KISHIDA
            }
    for row in table:
        one, _, other = row["row"].partition("/")
        for name in exact["a"]:
            value = exact[one][name] / (exact[other][name] if other else 1.0)
            assert printed(value, row[name]) == row[name], (row["row"], name)


def test_kishida_table_5_stands_in_the_presets() -> None:
    patterns = {preset.key: preset for preset in presets() if preset.printed}
    assert sorted(patterns) == [f"kishida-{letter}" for letter in "abcde"]
    for preset in patterns.values():
        for name, value in preset.printed.items():
            found = values([KISHIDA[{"nDCG, base 2": "average nDCG, base 2"}.get(name, name)]], [preset.toy])
            assert round(found.item(), 3) == value, (preset.key, name)


def test_kishida_sliding_ratio_example() -> None:
    """Section 4.1.2: systems A and B; 1, 2, 2, 3 are relevant."""
    a, b = ToyList.parse("3.1230.2"), ToyList.parse("3.3210.2")
    scored = values([measure("SR"), measure("mSR")], [a, b])
    assert scored[0].tolist() == [0.75, 0.75]
    assert scored[1].round(2).tolist() == [0.61, 0.88]


def test_kishida_ranked_half_life_example() -> None:
    """Section 4.1.3: grades 0.5, 1, 1, 0.5 (doubled here) at ranks 1, 3, 9, 14, or 1, 3, 100, 1000: 3.0."""
    near, far = ([0] * length for length in (14, 1000))
    for ranked, places in ((near, (1, 3, 9, 14)), (far, (1, 3, 100, 1000))):
        for place, grade in zip(places, (1, 2, 2, 1), strict=True):
            ranked[place - 1] = grade
        assert values([measure("RHL@1000")], [ToyList(2, tuple(ranked))]).item() == 3.0


def test_vyas_table_1() -> None:
    """ERR of grades 3, 2, 4 on a scale up to 4: 7/16, and so on; 0.63 in all."""
    toy = ToyList.parse("4.324.")
    split = contributions(measure("ERR"), toy)
    assert split is not None
    assert f"{split.value:.2f}" == "0.63"
    for row in rows("vyas_table_1.csv"):
        rank, stops = int(row["rank"]), eval(row["stops"])
        assert toy.ranked[rank - 1] == int(row["grade"])
        assert split.by_rank[rank - 1] == pytest.approx(stops / rank, abs=1e-15)


@pytest.mark.parametrize("row", rows("xgap_selection.csv"), ids=lambda row: "-".join(row.values()))
def test_xgap_selection_probabilities(row: dict[str, str]) -> None:
    """Sections 3 to 5, R(1) = 10, R(2) = 1: the share of trials that select one document in step 1."""
    g2, probability = float(Fraction(row["g2"])), float(Fraction(row["probability"]))
    toy = ToyList(2, (1,) * int(row["R1"]) + (2,) * int(row["R2"]))
    found = trials(row["measure"], toy, 40_000, seed=1, g=(1 - g2, g2))  # type: ignore[arg-type]
    rank = 1 if row["grade"] == "1" else len(toy.ranked)
    share = float((found.first_ranks == rank).mean())
    assert abs(share - probability) < 4 * np.sqrt(probability * (1 - probability) / len(found))
    # Retrieved alone, the document scores the probability itself: steps 2 and 3 always give 1 then.
    grade = int(row["grade"])
    missing = list(toy.ranked)
    missing.remove(grade)
    alone = ToyList(2, (grade,), tuple(k for k in missing if k))
    value = values([family(row["measure"], g2)], [alone]).item()
    assert value == pytest.approx(probability, abs=1e-15)


def family(name: str, g2: float) -> Measure:
    return measure(f"{name}(g={1 - g2!r},{g2!r})")


@pytest.mark.parametrize("g2", [0.1, 0.5, 0.9])
def test_xgap_limits(g2: float) -> None:
    """Sections 3 to 5: n documents of grade 1, then one of grade 2; the distance falls like 1/n."""
    lengths = np.array([100, 1000, 10_000])
    limits = late_limits((1 - g2, g2))
    for name, limit in limits.items():
        distance = np.abs(late_values([family(name, g2)], lengths)[0] - limit)
        assert (distance * lengths).max() < 20
        assert (distance[1:] < distance[:-1] / 5).all()
