"""The files of the folder data."""

from __future__ import annotations

from pathlib import Path

import pytest

from gapviz.collection import bundled


def test_a_package_without_its_data_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bundled, "PLACE", tmp_path)
    with pytest.raises(
        ValueError, match=r"^data/x\.csv: expected gapviz installed, or run in its repository,"
    ):
        bundled.bundled("x.csv")
