"""The packages of the extra ``gapviz[learning]``, imported where they are needed and not before."""

from __future__ import annotations

import importlib
from types import ModuleType

from gapviz.collection.errors import InputError

INSTALL = 'pip install "gapviz[learning]"'
"""Installs what learning needs."""


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
        found = f"no {name.partition('.')[0]}" if isinstance(error, ModuleNotFoundError) else str(error)
        raise InputError("learning", f"the packages of its extra: {INSTALL}", found) from None
