"""The files of the folder data."""

from __future__ import annotations

from pathlib import Path

import pytest

from gapviz.collection import bundled


def test_an_installed_package_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(bundled, "_DATA", tmp_path)
    with pytest.raises(ValueError, match=r"^data/x\.csv: expected gapviz run in its repository, which has"):
        bundled.bundled("x.csv")
