"""Results of experiments laid out in columns and words; nothing is computed here but order and text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd
import streamlit as st

from gapviz.analysis.experiments.contrast import AGREEMENT
from gapviz.analysis.experiments.robustness import Against, Robustness, Statistic
from gapviz.analysis.experiments.significance import Significance
from gapviz.analysis.experiments.simulation import simulated_judgements
from gapviz.analysis.users.family import GRADED, with_g
from gapviz.collection.synthetic.printed import printed_variations
from gapviz.pages.session import plans
from gapviz.text import tables
from gapviz.text.numbers import thousands

if TYPE_CHECKING:
    from gapviz.analysis.experiments.contrast import Contrast
    from gapviz.analysis.experiments.pathway import Inferred, InferredList, PathErrors
    from gapviz.analysis.experiments.variation import Variation

MOST_ROWS = 500
"""Rows of a table that a page shows; a file has all."""


class _Framed(Protocol):
    def frame(self) -> pd.DataFrame: ...


def csv_of(result: _Framed) -> Callable[[], str]:
    """Return what writes all rows of a result."""
    return lambda: tables.table_csv(result.frame())


def written(table: pd.DataFrame, *, digits: int = 3) -> pd.DataFrame:
    """Write numbers as readers see them, "undefined" in words; whole columns of text stay."""
    return pd.DataFrame(
        {
            name: tables.written(list(table[name]), digits=digits)
            if pd.api.types.is_float_dtype(table[name])
            else table[name]
            for name in table.columns
        }
    )


def percents(rates: Sequence[float]) -> str:
    """Write shares as percentages.

    Examples
    --------
    >>> percents((1.0, 0.25, 0.01))
    '100, 25, 1'
    """
    return ", ".join(f"{100 * rate:.6g}" for rate in rates)


def shares(text: str) -> tuple[float, ...]:
    """Read percentages as shares.

    Raises
    ------
    ValueError
        For a text that has others than numbers.

    Examples
    --------
    >>> shares("100, 25 1 %")
    (1.0, 0.25, 0.01)
    """
    try:
        return tuple(float(part) / 100 for part in text.replace("%", " ").replace(",", " ").split())
    except ValueError:
        raise ValueError(f"expected shares in % such as 100, 50, 10, found {text[:40]!r}") from None


def robustness(result: Robustness, statistic: Statistic, base: Against) -> pd.DataFrame:
    """Mean over the samples by share and measure."""
    mean = result.bands(statistic, base)[0]
    left = [f"{100 * rate:.6g} %" for rate in result.rates]
    return pd.DataFrame({"left": left, **{text: mean[m] for m, text in enumerate(result.measures)}})


def beside_ap(result: Robustness, m: int, x: int) -> pd.DataFrame:
    """Mean of each run at a rate over the samples, beside its AP at 100 %."""
    mean, low, high = result.points(m, x)
    columns = {"AP at 100 %": result.ap, result.measures[m]: mean, "lowest": low, "highest": high}
    return pd.DataFrame({"run": result.runs, **columns})


def scatter_csv(result: Robustness) -> Callable[[], str]:
    """Return what writes the mean of each run in each sample."""
    return lambda: tables.table_csv(result.scatter())


def against_ap(result: Robustness, m: int, x: int) -> str:
    """Say how the means at a rate agree with AP at 100 %, on average over the samples."""
    names: dict[Statistic, str] = {"tau": "τ-b", "rho": "ρ", "rms": "RMS error"}
    values = [float(result.bands(kind, "AP")[0, m, x]) for kind in names]
    said = zip(names.values(), tables.written(values, digits=3), strict=True)
    return ", ".join(f"{name} {value}" for name, value in said)


def pairs(selected: Sequence[str], runs: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs among the selected runs that are here."""
    return list(itertools.combinations([name for name in selected if name in runs], 2))


def power(result: Significance) -> pd.DataFrame:
    """Discriminative power of each measure, and the difference that it needs."""
    return pd.DataFrame(
        {
            "measure": result.measures,
            "power": result.power(),
            "after Holm": result.power(correct=True),
            "needed": result.difference_needed(),
        }
    )


def power_columns(alpha: float) -> dict[str, Any]:
    """How the columns of `power` are written."""
    share = st.column_config.NumberColumn
    return {
        "measure": st.column_config.TextColumn(width=130),
        "power": share(format="percent", width=70, help=f"Share of pairs with a level below {alpha:g}"),
        "after Holm": share(
            format="percent", width=80, help="The same after Holm's correction for all pairs"
        ),
        "needed": st.column_config.TextColumn(
            width=80,
            alignment="right",
            help="Difference of means, significant for every pair that can be; undefined where none can",
        ),
    }


def two(measures: Sequence[str], g: Sequence[float], pinned: Sequence[float]) -> tuple[int, int]:
    """Two measures to begin with: one under g in force and pinned, or else the first of the family and AP."""
    for name in reversed(GRADED):
        now, before = with_g((name,), g), with_g((name,), pinned)
        canonical = [plans.canonical(text) for text in (*now, *before)] if pinned else []
        if canonical and all(text in measures for text in canonical):
            return measures.index(canonical[0]), measures.index(canonical[1])
    return (1, 0) if len(measures) > 1 else (0, 0)


def agreement_words(seen: Contrast) -> list[str]:
    """Name the kinds of pairs with how many they are."""
    return [f"{words} {thousands(count)}" for words, count in zip(AGREEMENT, seen.counts, strict=True)]


def contrast(seen: Contrast, result: Significance) -> pd.DataFrame:
    """Pairs of runs, and what the two measures say of them."""
    names = np.array(result.runs, dtype=object)
    rows = seen.rows
    kinds = np.array([*AGREEMENT, ""], dtype=object)
    return pd.DataFrame(
        {
            "run": names[result.pairs[rows, 0]],
            "other": names[result.pairs[rows, 1]],
            "differ by": kinds[seen.verdicts[rows]],
            "difference, first": result.differences[seen.first][rows],
            "level, first": seen.levels[0][rows],
            "difference, second": result.differences[seen.second][rows],
            "level, second": seen.levels[1][rows],
        }
    )


def contrast_columns() -> dict[str, Any]:
    """How the columns of `contrast` are written."""
    names = ("difference, first", "level, first", "difference, second", "level, second")
    return {
        "run": st.column_config.TextColumn(width=110),
        "other": st.column_config.TextColumn(width=110),
        **{name: st.column_config.NumberColumn(format="%.4f") for name in names},
    }


def path_table(errors: PathErrors, h: int) -> pd.DataFrame:
    """Mean errors along the path at one threshold."""
    columns = {name: line[:, h - 1] for name, line in errors.moving.items()}
    columns |= {name: np.full(len(errors.shares), line[h - 1]) for name, line in errors.still.items()}
    return pd.DataFrame({"g₁": [f"{share:.2g}" for share in errors.shares], **columns})


def inferred_table(listed: InferredList) -> pd.DataFrame:
    """Value of each measure, and the error of what it lets one expect."""
    return pd.DataFrame(
        {
            "measure": [one.measure for one in listed.inferred],
            "value": [one.value for one in listed.inferred],
            "RMS error": [one.error for one in listed.inferred],
        }
    )


def inferred_rows(listed: InferredList) -> pd.DataFrame:
    """Precision at each relevant document of the list: actual and inferred."""
    known = {one.measure: one.precision for one in listed.inferred if one.precision.size}
    return pd.DataFrame({"recall": listed.recall, "actual": listed.precision, **known})


def threshold(h: int, c: int) -> str:
    """Name a threshold.

    Examples
    --------
    >>> threshold(1, 2), threshold(2, 2)
    ('grade 1 or more', 'grade 2 only')
    """
    return f"grade {h} or more" if h < c else f"grade {c} only"


def grade_rows(one: Inferred, listed: InferredList) -> pd.DataFrame:
    """Probability of each grade at each rank, and the grade that stands there."""
    assert one.probabilities is not None
    shown = one.probabilities[:MOST_ROWS]
    columns = {f"grade {k}": shown[:, k].round(4) for k in range(shown.shape[1])}
    return pd.DataFrame(
        {"rank": np.arange(1, len(shown) + 1), "stands": listed.grades[:MOST_ROWS], **columns}
    )


def simulated(theta: float, seed: int) -> pd.DataFrame:
    """Kishida's simulation with the paper's thetas and this one, and what the paper printed."""
    printed = {one.theta: one for one in printed_variations()}
    rows: list[dict[str, Any]] = []
    for value in dict.fromkeys((*printed, theta)):
        simulation = simulated_judgements(value, seed=seed)
        numbers = (simulation.mean, simulation.between, simulation.within, simulation.observed)
        rows.append({"θ": f"{value:g}", "": "here", **_four([number.item() for number in numbers])})
        if value in printed:
            one = printed[value]
            four = _four((one.mean, one.between, one.within, one.total))
            rows.append({"θ": f"{value:g}", "": "printed", **four})
    return pd.DataFrame(rows)


def _four(numbers: Sequence[float]) -> dict[str, str]:
    names = ("mean", "topics", "assessors", "seen at once")
    return {name: f"{number:.5f}" for name, number in zip(names, numbers, strict=True)}


def components(result: Variation) -> pd.DataFrame:
    """Variance components of every run by every measure."""
    return result.frame().rename(
        columns={
            "between": "topics",
            "within": "assessors",
            "observed": "seen at once",
            "error": "std. error",
        }
    )


def component_columns() -> dict[str, Any]:
    """How the columns of `components` are written."""
    numbers = ("mean", "topics", "assessors", "seen at once", "std. error")
    return {
        "measure": st.column_config.TextColumn(width=130),
        "run": st.column_config.TextColumn(width=140),
        **{name: st.column_config.NumberColumn(format="%.5f") for name in numbers},
        "share": st.column_config.NumberColumn("assessors' share", format="percent"),
    }
