"""Printed numbers of papers, from data/published."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from gapviz.collection.bundled import bundled


@dataclass(frozen=True)
class PrintedTau:
    """One number of Ferrante, Ferro and Maistro's Tables 2 and 3.

    Attributes
    ----------
    collection : str
        TREC 10, TREC 14 or TREC 21.
    g : tuple of float
    measure, against : str
        Row and column of the table.
    topics : str
        Name of the topic set.
    tau : float
        As printed, to two decimals.
    """

    collection: str
    g: tuple[float, ...]
    measure: str
    against: str
    topics: str
    tau: float


def printed_taus() -> tuple[PrintedTau, ...]:
    """Read the printed correlations of all three collections.

    Returns
    -------
    tuple of PrintedTau
        In the order of the tables.

    Raises
    ------
    InputError
        Where gapviz is installed without its repository.
    """
    return tuple(
        PrintedTau(
            collection=row["collection"],
            g=tuple(float(part) for part in row["g"].split(",")),
            measure=row["measure"],
            against=row["against"],
            topics=row["topics"],
            tau=float(row["tau"]),
        )
        for number in (2, 3)
        for row in _rows(f"xgap_table_{number}.csv")
    )


@dataclass(frozen=True)
class PrintedVariation:
    """One column of Kishida's Table 2: average precision under simulated judgements.

    Attributes
    ----------
    theta : float
        Parameter of the simulation.
    mean : float
        Mean over topics of the mean over repetitions.
    between : float
        Variance of the topics' means.
    within : float
        Mean over topics of the variance over repetitions.
    total : float
        Mean over repetitions of the variance over topics.
    """

    theta: float
    mean: float
    between: float
    within: float
    total: float


def printed_variations() -> tuple[PrintedVariation, ...]:
    """Read the printed means and variances of the simulation.

    Returns
    -------
    tuple of PrintedVariation
        In the order of the table.

    Raises
    ------
    InputError
        Where gapviz is installed without its repository.
    """
    columns: dict[float, dict[str, float]] = {}
    for row in _rows("kishida_table_2.csv"):
        columns.setdefault(float(row["theta"]), {})[row["quantity"]] = float(row["value"])
    names = ("mean", "between", "within", "total")
    return tuple(
        PrintedVariation(theta, *(column[name] for name in names)) for theta, column in columns.items()
    )


def _rows(name: str) -> csv.DictReader[str]:
    return csv.DictReader(io.StringIO(bundled(f"published/{name}")))
