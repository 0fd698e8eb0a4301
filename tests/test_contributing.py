"""The measure and the page that CONTRIBUTING.md adds as examples are ones that could be added."""

from __future__ import annotations

import doctest
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from gapviz import pages
from gapviz.measures.example import example
from tests.measures.test_table import test_row_is_complete as check_row
from tests.pages import test_in_python
from tests.pages.test_in_python import Exported, exported, folder
from tests.pages.test_in_python import test_the_lines_of_a_page_give_its_csv_files as check_lines

__all__ = ["exported", "folder"]  # fixtures

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATH = re.compile(r"`((?:tests|gapviz|data|\.github)/[\w./-]*\w)")


def blocks() -> tuple[dict[str, str], list[str]]:
    """Return the new files, by path, and the pieces of code that are put into others."""
    files, pieces = {}, []
    before, *rest = re.split(r"^ *```python\n", TEXT, flags=re.MULTILINE)
    for part in rest:
        code, after = re.split(r"^ *```$", part, maxsplit=1, flags=re.MULTILINE)
        code = textwrap.dedent(code)
        if code.startswith('"""'):
            files[[path for path in PATH.findall(before) if not (ROOT / path).exists()][-1]] = code
        else:
            pieces.append(code)
        before = after
    return files, pieces


FILES, PIECES = blocks()


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The new files of the package as modules, each of which imports those before it."""
    made = {}
    for path, code in FILES.items():
        name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        made[path] = module = ModuleType(name)
        if path.endswith("__init__.py"):
            module.__path__ = []
        monkeypatch.setitem(sys.modules, name, module)
        if path.startswith("gapviz/"):
            exec(compile(code, path, "exec"), vars(module))
    return made


def test_example_of_a_measure_works(modules: dict[str, ModuleType]) -> None:
    module = modules["gapviz/measures/f.py"]
    row = module.F
    check_row(row)
    assert f"{row.function(example(), n=5).item():.4f}" in row.worked
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


def test_example_of_a_page_works(
    modules: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch, folder: Path, exported: Exported
) -> None:
    monkeypatch.setattr(pages, "spread", modules["gapviz/pages/spread/page.py"], raising=False)
    for path in ("gapviz/figures/spread.py", "gapviz/pages/spread/script.py"):
        results = doctest.testmod(modules[path])
        assert (results.failed, results.attempted > 0) == (0, True)
    path = "tests/pages/spread/test_page.py"
    checks = dict(vars(modules[path]))
    exec(compile(FILES[path], path, "exec"), checks)
    names = [name for name in checks if name.startswith("test_")]
    for name in names:
        checks[name]()
    assert len(names) == 2
    (case,) = eval(f"{{{PIECES[-1]}}}", dict(vars(test_in_python))).values()
    exported.clear()
    check_lines(case, folder, exported)


def test_paths_exist() -> None:
    new = {*FILES, *(str(Path(path).parent / "__init__.py") for path in FILES), "tests/pages/spread"}
    named = set(re.findall(r"(?:tests|gapviz|data|\.github)/[\w./-]*\w", TEXT)) - new
    assert sorted(path for path in named if not (ROOT / path).exists()) == []
