"""The names that `gapviz.analysis` promises."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gapviz import analysis


@pytest.mark.parametrize("name", analysis.__all__)
def test_name_is_what_its_module_defines(name: str) -> None:
    found = getattr(analysis, name)
    assert name in dir(analysis)
    if callable(found):
        assert found.__name__ == name
        assert found.__module__.startswith("gapviz.analysis.")


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = analysis.nonsense


def test_the_command_line_starts_without_what_it_does_not_need() -> None:
    """Its help takes no analysis but those whose options it lists, and neither pandas nor scipy."""
    code = (
        "import sys; from gapviz.cli import main; "
        "print(*(name for name in ('pandas', 'scipy', 'gapviz.analysis.users.shares', "
        "'gapviz.analysis.users.surface', 'gapviz.analysis.toylists.lists') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
