"""The packages of the extra ``gapviz[learning]``, imported where they are needed and not before."""

from __future__ import annotations

import importlib
import importlib.util
from types import ModuleType

from gapviz.collection.errors import InputError

INSTALL = 'pip install "gapviz[learning]"'
"""Installs what learning needs."""


NAMES = ("lightgbm", "sklearn")
"""The packages as they are imported."""


def missing() -> tuple[str, ...]:
    """Return the packages of the extra that are not installed; none of them is imported.

    Returns
    -------
    tuple of str
    """
    return tuple(name for name in NAMES if not _installed(name))


def package(name: str) -> ModuleType:
    """Import a package of the extra.

    Parameters
    ----------
    name : str
        Such as ``lightgbm``.

    Returns
    -------
    module

    Raises
    ------
    InputError
        Where it is not installed, or lacks a library of the system: in one sentence, how to install it.
    """
    try:
        return importlib.import_module(name)
    except (ImportError, OSError) as error:  # OSError: LightGBM without the system's OpenMP
        given = f"no {name.partition('.')[0]}" if isinstance(error, ModuleNotFoundError) else str(error)
        raise InputError("learning", f"the packages of its extra: {INSTALL}", given) from None


def _installed(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ValueError:  # marked as not to be imported
        return False
