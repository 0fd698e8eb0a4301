"""The package says the same everywhere: what it needs."""

from __future__ import annotations

import fnmatch
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_app_installs_what_the_package_needs() -> None:
    """Witness: pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (ROOT / "requirements.txt").read_text(encoding="utf-8").split() == project["dependencies"]


def test_every_file_of_the_package_is_packed() -> None:
    """Witness: the folders; setuptools leaves out what is no module and that nobody names."""
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    named = setuptools["package-data"]
    other = [
        path
        for path in (ROOT / "gapviz").rglob("*")
        if path.is_file()
        and path.suffix not in (".py", ".pyc")
        and not any(part.startswith((".", "__pycache__")) for part in path.relative_to(ROOT).parts)
    ]
    assert ROOT / "gapviz" / "py.typed" in other
    for path in other:
        assert (path.parent / "__init__.py").exists(), path
        patterns = named.get(".".join(path.parent.relative_to(ROOT).parts), [])
        assert any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns), path
