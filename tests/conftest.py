"""Settings of all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# A busy machine is no failure: no test is timed.
settings.register_profile("gapviz", deadline=None)
settings.load_profile("gapviz")


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let no test, nor any server that it starts, touch the cache folder of whoever runs it."""
    os.environ["GAPVIZ_CACHE"] = str(tmp_path_factory.mktemp("cache"))
