"""The files of the folder data: they are part of the repository, not of an installed package."""

from __future__ import annotations

from pathlib import Path

from gapviz.collection.errors import InputError
from gapviz.collection.reading import files

_DATA = Path(__file__).resolve().parents[2] / "data"


def bundled(name: str) -> str:
    """Read a file of the folder data.

    Parameters
    ----------
    name : str
        Its path in the folder.

    Returns
    -------
    str

    Raises
    ------
    InputError
        Where gapviz is installed without its repository.

    Examples
    --------
    >>> bundled("published/kishida_table_1.csv").splitlines()[0]
    'R,v,change'
    """
    if not (_DATA / name).is_file():
        raise InputError(f"data/{name}", "gapviz run in its repository, which has this file", "no such file")
    return files.find(_DATA / name)[0].read().decode()
