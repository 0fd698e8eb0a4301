"""What stands beside the package in the repository, and inside it where it is installed: app.py and data."""

from __future__ import annotations

from pathlib import Path

from gapviz.collection.errors import InputError
from gapviz.collection.reading import files

_PACKAGE = Path(__file__).resolve().parents[1]
_WHEEL = _PACKAGE / "bundled"

PLACE = _WHEEL if _WHEEL.is_dir() else _PACKAGE.parent
"""Folder of ``app.py`` with its settings in ``.streamlit``, and of ``data``."""


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
        Where the package was copied without its data.

    Examples
    --------
    >>> bundled("published/kishida_table_1.csv").splitlines()[0]
    'R,v,change'
    """
    path = PLACE / "data" / name
    if not path.is_file():
        raise InputError(f"data/{name}", "gapviz installed, or run in its repository", "no such file")
    return files.find(path)[0].read().decode()
