from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gapviz.analysis.users.family import with_g
from gapviz.pages.session.address import from_query, to_query
from gapviz.pages.session.plans import (
    InformativenessPlan,
    Plan,
    RobustnessPlan,
    SignificancePlan,
    VariationPlan,
    checked,
    read,
    without_g,
)
from gapviz.pages.session.state import State

PLANS: list[Plan] = [
    RobustnessPlan(("AP", "subAP(p=rate)", "GAP(g=0.25,0.75)"), 7, "imperfect", (1.0, 0.3), 2),
    SignificancePlan(("AP",), 1, "tukey", "selected", 50, 0.1),
    InformativenessPlan(("GAP", "eGAP"), 2, "retrieved", 3, 20),
    VariationPlan(("nDCG@10",), 3, 0.8, 5),
    VariationPlan(("AP",), topic_set="few key", run_set='"top 3 by AP","a;b=%3B%"'),
]


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: type(plan).__name__)
def test_a_plan_reads_back_and_goes_through_the_address(plan: Plan) -> None:
    assert read(type(plan), str(plan)) == plan
    name = type(plan).__name__.removesuffix("Plan").lower()
    state, notes = from_query(to_query(State().replace(**{name: str(plan)})))
    assert notes == ()
    assert getattr(state, name) == str(plan)


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (RobustnessPlan, "measures=AP;samples=1000", "samples from 1 to 50"),
        (RobustnessPlan, "measures=AP;rates=2", "rates from 0.0001 to 1"),
        (RobustnessPlan, "measures=AP;rates=" + ",".join(["0.5"] * 21), "rates"),
        (RobustnessPlan, "measures=AP;design=magic", "design as one of stratified, simple, imperfect"),
        (RobustnessPlan, "measures=Foo", "a known measure"),
        (RobustnessPlan, "measures=", "a measure or more"),
        (RobustnessPlan, "seed=1", "a measure or more"),
        (RobustnessPlan, "measures=" + "|".join(f"P@{n}" for n in range(1, 10)), "up to 8 measures, found 9"),
        (RobustnessPlan, "measures=AP;shell=rm", "name=value"),
        (SignificancePlan, "measures=AP;alpha=nan", "alpha from 0.0001 to 0.5"),
        (InformativenessPlan, "measures=AP", "measures among GAP, xGAP, eGAP"),
        (VariationPlan, "measures=AP;seed=-1", "seed from 0 to 4294967295"),
        (VariationPlan, "measures=" + "P@1|" * 1000, "up to 2000 characters"),
    ],
)
def test_a_link_goes_nowhere_beyond_the_bounds(kind: type[Plan], text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected.replace("(", r"\(")):
        read(kind, text)


@given(st.text(max_size=60), st.sampled_from([RobustnessPlan, SignificancePlan, VariationPlan]))
def test_no_text_breaks_the_reader(text: str, kind: type[Plan]) -> None:
    for tried in (text, f"measures=AP;{text}", f"measures={text}"):
        try:
            plan = read(kind, tried)
        except ValueError:
            continue
        assert read(kind, str(plan)) == plan


def test_g_is_spelled_out_and_back() -> None:
    g = (0.2, 0.8)
    texts = checked(VariationPlan(with_g(("AP", "GAP", "eGAP"), g))).measures
    assert texts == ("AP", "GAP(g=0.2,0.8)", "eGAP(g=0.2,0.8)")
    assert without_g(texts, g) == ("AP", "GAP", "eGAP")
    assert without_g(texts, (0.5, 0.5)) == texts
