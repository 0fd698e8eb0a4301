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
    found = []
    for number in (2, 3):
        for row in csv.DictReader(io.StringIO(bundled(f"published/xgap_table_{number}.csv"))):
            g = tuple(float(part) for part in row["g"].split(","))
            found.append(
                PrintedTau(
                    row["collection"], g, row["measure"], row["against"], row["topics"], float(row["tau"])
                )
            )
    return tuple(found)
