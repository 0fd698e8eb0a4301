"""What was read, kept in a folder: files that did not change are not read again."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gapviz.arrays import FloatArray, frozen
from gapviz.collection import limits, mapped_arrays, packing
from gapviz.collection.model import Judgements, Run
from gapviz.collection.reading import files

Stamp = tuple[str, int, int]
"""Path, size and time of change of a file."""

_VERSION = 6
_SUFFIX = ".gapviz.arrays"
_ENTRIES = "*.gapviz.[an]*"
"""Matches what earlier versions wrote too, so that it goes in its time."""


@dataclass(frozen=True)
class Shelf:
    """The place of one collection in a cache folder.

    Attributes
    ----------
    path : Path
        File that holds it.
    """

    path: Path

    @classmethod
    def of(cls, folder: Path, stamps: Sequence[Stamp | None], *conventions: object) -> Shelf:
        """Return the place for a collection from these files, read under these conventions."""
        text = json.dumps([_VERSION, stamps, conventions])
        return cls(folder / (hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest() + _SUFFIX))

    def keep(self, judgements: Judgements, runs: tuple[Run, ...]) -> None:
        """Store judgements and runs; a folder that can't be written is no error."""
        facts = [{"name": run.name, **dataclasses.asdict(run.facts)} for run in runs]
        meta = {
            "shelf": self.path.name,
            **packing.judgement_facts(judgements),
            "runs": facts,
        }
        arrays: dict[str, list[npt.NDArray[Any]]] = {
            "meta": [np.frombuffer(json.dumps(meta).encode(), np.uint8)],
            **{name: [array] for name, array in packing.judgement_arrays(judgements).items()},
            "run_offsets": [run.offsets[None] for run in runs],
            "codes": [run.codes for run in runs],
            "estimates": [_estimates(run) for run in runs],
            "estimated": [np.cumsum([0, *(_estimates(run).size for run in runs)])],
        }
        with contextlib.suppress(OSError):
            mapped_arrays.write(self.path, arrays)
            files.remove_oldest(self.path.parent, _ENTRIES, limits.CACHED.bytes)

    def fetch(self) -> tuple[Judgements, tuple[Run, ...]] | None:
        """Return what was stored, or None where it is missing or damaged, in whatever way."""
        try:
            return _unpack(mapped_arrays.read(self.path), self.path.name)
        except Exception:  # what can't be used is made anew
            return None


def _estimates(run: Run) -> FloatArray:
    """Return the scaled scores of a run that was read, and so has them."""
    return np.empty(0) if run.estimates is None else run.estimates


def _unpack(arrays: dict[str, npt.NDArray[Any]], name: str) -> tuple[Judgements, tuple[Run, ...]] | None:
    meta: dict[str, Any] = json.loads(arrays["meta"].tobytes())
    if meta["shelf"] != name:
        return None
    judgements = packing.judgements_from(arrays, meta)
    codes, offsets = frozen(arrays["codes"]), frozen(arrays["run_offsets"])
    estimates, estimated = frozen(arrays["estimates"]), arrays["estimated"]
    ends = np.cumsum(offsets[:, -1])
    runs = []
    for i, facts in enumerate(meta["runs"]):
        run_codes = codes[ends[i] - offsets[i, -1] : ends[i]]
        run_estimates = estimates[estimated[i] : estimated[i + 1]]
        runs.append(Run(facts["name"], offsets[i], run_codes, packing.run_facts_from(facts), run_estimates))
    return judgements, tuple(runs)
