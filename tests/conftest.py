"""Settings of all tests."""

from __future__ import annotations

import os

import pytest

from tests.budget import set_budget

LONGEST = ("tests/browser/", "tests/pages/")
"""Where the longest files are; they come first, so that no process ends with one while others rest."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--thorough``."""
    parser.addoption("--thorough", action="store_true", help="try many more random cases")


def pytest_configure(config: pytest.Config) -> None:
    """Set the budget before any test is imported."""
    set_budget(thorough=config.getoption("--thorough"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let no test, nor any server that it starts, touch the cache folder of whoever runs it."""
    os.environ["GAPVIZ_CACHE"] = str(tmp_path_factory.mktemp("cache"))
