"""Arrays in a file that is mapped: the same arrays, no way to write to them, and damage noticed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from gapviz.collection import digests, mapped_arrays
from tests.collection.damage import flips


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "a.arrays"


@pytest.fixture(params=[1, 3, 64, 1 << 20])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(digests, "BLOCK", request.param)
    return int(request.param)


def test_arrays_come_back_joined_and_read_only(path: Path, block: int) -> None:
    parts: dict[str, list[npt.NDArray[Any]]] = {
        "codes": [np.arange(5, dtype=np.int32), np.arange(0, dtype=np.int32), np.arange(7, dtype=np.int32)],
        "ids": [np.arange(6, dtype="<u8").reshape(2, 3)],
        "offsets": [np.arange(3)[None], np.arange(3)[None] * 2],
        "tails": [np.array([b"abc", b"d"], "S8")],
        "none": [np.empty(0)],
        "strided": [np.arange(10)[::3]],
    }
    mapped_arrays.write(path, parts)
    found = mapped_arrays.read(path)
    assert list(found) == list(parts)
    for name, expected in parts.items():
        np.testing.assert_array_equal(found[name], np.concatenate(expected))
        assert found[name].dtype == expected[0].dtype
        assert not found[name].flags.writeable
        assert found[name].ctypes.data % 8 == 0 or block < 8 or not found[name].size


def test_damage_is_noticed_wherever_it_is(path: Path) -> None:
    mapped_arrays.write(path, {"a": [np.arange(40)], "b": [np.arange(3.0)]})
    content = path.read_bytes()
    cut = (content[:size] for size in range(0, len(content), 13))
    for damaged in (*flips(content), *cut, content + b"\0", b"\0" + content):
        path.write_bytes(damaged)
        with pytest.raises((ValueError, OSError)):
            mapped_arrays.read(path)


def test_every_block_is_checked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "BLOCK", 64)
    mapped_arrays.write(path, {"a": [np.arange(80, dtype=np.uint8).repeat(8)]})  # ten blocks
    content = path.read_bytes()
    for block in range(10):
        path.write_bytes(content[: 64 * block] + b"\xff" + content[64 * block + 1 :])
        with pytest.raises(ValueError, match="blocks"):
            mapped_arrays.read(path)
