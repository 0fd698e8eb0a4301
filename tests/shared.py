"""What tests share: the bundled collections, and where the real ones and the browser are."""

from __future__ import annotations

import functools
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from gapviz.collection.synthetic import draw

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Names of Chromium, the cheapest to run first."""


likeness = functools.cache(draw.likeness)
"""A bundled collection, drawn once for the tests of a process."""


def collections_folder() -> Path:
    """Return the folder of the shared collections, or skip the test where it is absent."""
    beside = Path(__file__).resolve().parents[2] / "shared"
    folder = Path(os.environ.get("GAPVIZ_SHARED", beside)) / "collections"
    if not folder.is_dir():
        pytest.skip(f"the shared collections are not at {folder}; set GAPVIZ_SHARED")
    return folder


def chromium(driver: Any) -> str:
    """Return the path of Chromium, the system's or playwright's own, or skip the test where there is none."""
    installed = filter(None, map(shutil.which, CHROMIUM))
    path = next(installed, driver.chromium.executable_path)
    if not Path(path).exists():
        pytest.skip("there is no Chromium: apt install chromium, or playwright install chromium")
    return str(path)
