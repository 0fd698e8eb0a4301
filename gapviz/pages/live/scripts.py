"""Scripts and styles of the components, which stand beside their Python, and what they share."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

SHARED = ("elements.js", "mounted.js", "unread.js")
"""Modules beside this one that all components use."""


def joined(modules: Iterable[str]) -> str:
    r"""Return the modules of a component as one, for a page that serves no files.

    Imports are left out and ``export`` is taken from every declaration but ``export default``: the
    modules import only in single lines that begin with ``import {``, and no two of them use the same
    name at the top level.

    Parameters
    ----------
    modules : iterable of str
        Their texts, in an order in which each follows those that it imports.

    Examples
    --------
    >>> joined(["export const a = 1;", "import { a } from './a.js';\nexport default a;"])
    'const a = 1;\nexport default a;\n'
    """
    lines: list[str] = []
    for module in modules:
        for line in module.splitlines():
            if line.startswith("import {"):
                continue
            lines.append(line if line.startswith("export default") else line.removeprefix("export "))
    return "\n".join(lines) + "\n"


def shared() -> tuple[str, ...]:
    """Return the modules that every component begins with."""
    return tuple(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in SHARED)


def tokens() -> str:
    """Return the rules for colours and type that the styles of every component begin with."""
    return files(__package__).joinpath("tokens.css").read_text(encoding="utf-8")
