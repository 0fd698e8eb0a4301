"""Printed numbers of papers, from data/published."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from gapviz.collection import files

FOLDER = Path(__file__).resolve().parents[2] / "data" / "published"


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


def printed_taus(*, folder: Path = FOLDER) -> tuple[PrintedTau, ...]:
    """Read the printed correlations of all three collections.

    Parameters
    ----------
    folder : Path
        Where xgap_table_2.csv and xgap_table_3.csv lie.

    Returns
    -------
    tuple of PrintedTau
        In the order of the tables.

    Raises
    ------
    InputError
        Where the files are not there: they are part of the repository, not of an installed package.
    """
    found = []
    for number in (2, 3):
        content = files.find(folder / f"xgap_table_{number}.csv")[0].read().decode()
        for row in csv.DictReader(io.StringIO(content)):
            g = tuple(float(part) for part in row["g"].split(","))
            found.append(
                PrintedTau(
                    row["collection"], g, row["measure"], row["against"], row["topics"], float(row["tau"])
                )
            )
    return tuple(found)
