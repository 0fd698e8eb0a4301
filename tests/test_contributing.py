"""The measure that CONTRIBUTING.md adds as an example is one that could be added."""

from __future__ import annotations

import doctest
import re
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from gapviz.measures.example import example
from tests.measures.test_table import test_row_is_complete as check_row

TEXT = (Path(__file__).resolve().parents[1] / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_example_of_a_measure_works(monkeypatch: pytest.MonkeyPatch) -> None:
    block = re.search(r"^ *```python\n(.*?)^ *```$", TEXT, flags=re.DOTALL | re.MULTILINE)
    assert block is not None
    module = ModuleType("gapviz.measures.f")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(textwrap.dedent(block[1]), "CONTRIBUTING.md", "exec"), module.__dict__)
    row = module.F
    check_row(row)
    assert f"{row.function(example(), n=5).item():.4f}" in row.worked
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0


def test_paths_exist() -> None:
    root = Path(__file__).resolve().parents[1]
    named = set(re.findall(r"(?:tests|gapviz|data|\.github)/[\w./-]*\w", TEXT)) - {"gapviz/measures/f.py"}
    assert sorted(path for path in named if not (root / path).exists()) == []
