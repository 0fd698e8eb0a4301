from __future__ import annotations

from gapviz.analysis.toylists.contributions import contributions
from gapviz.analysis.toylists.lists import ToyList
from gapviz.analysis.toylists.values import said
from gapviz.measures.parse import measure


def test_the_swap_that_lowers_xgap() -> None:
    # mathematics.md, section 2: 7/40 before and 17/110 after; GAP and eGAP rise.
    before, after = ToyList.parse("2.00012.111111111"), ToyList.parse("2.00021.111111111")
    rows = said([measure(f"{name}(g=0.5,0.5)") for name in ("GAP", "xGAP", "eGAP")], after, before=before)
    gap, xgap, egap = (row.step or 0.0 for row in rows)
    assert gap > 0
    assert egap > 0
    assert abs(xgap - (17 / 110 - 7 / 40)) < 1e-15


def test_lists_of_other_scales_are_not_compared() -> None:
    row = said(
        [measure("AP")], ToyList.parse("2.1."), before=ToyList.parse("1.1."), other=ToyList.parse("3.1.")
    )[0]
    assert (row.value, row.step, row.other, row.difference) == (1.0, None, None, None)


def test_a_measure_that_does_not_fit_the_scale_says_why() -> None:
    row = said([measure("AP(rel=3)")], ToyList.parse("2.1."))[0]
    assert row.value is None
    assert "AP(rel=3)" in row.problem


def test_running_sums_and_shares() -> None:
    # AP of 1, 0, 1 with two relevant documents: (1 + 2/3) / 2.
    split = contributions(measure("AP"), ToyList.parse("1.101."))
    assert split is not None
    assert split.running.round(12).tolist() == [0.5, 0.5, round(5 / 6, 12)]
    assert split.shares.round(12).tolist() == [0.6, 0.0, 0.4]
    nothing = contributions(measure("AP"), ToyList.parse("1.000."))
    assert nothing is not None
    assert nothing.shares.tolist() == [0.0, 0.0, 0.0]
