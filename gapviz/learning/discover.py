"""The files of features in a folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gapviz.collection.errors import InputError
from gapviz.collection.reading import files
from gapviz.collection.reading.files import File
from gapviz.learning.features import Features
from gapviz.learning.reading import read_features

SUFFIXES = (".svm", ".svmlight", ".letor")
"""Of files whose lines name their topic."""

GROUPS = (".query", ".group")
"""Of files with the sizes of groups, as LightGBM has them: ``a.query`` belongs to ``a``."""


@dataclass(frozen=True)
class FoundFeatures:
    """Features that were found on disk and not read yet.

    Attributes
    ----------
    name : str
        Of their file, after that of its folder where it lies in one.
    features : File
    groups : File or None
    """

    name: str
    features: File
    groups: File | None

    @property
    def stamp(self) -> str:
        """Paths, sizes and times of change of the files: they tell whether one changed."""
        return repr([one.stamp for one in (self.features, self.groups) if one])

    def read(self) -> Features:
        """Read them.

        Returns
        -------
        Features

        Raises
        ------
        InputError
            As `read_features`.
        """
        return read_features(self.features, self.groups)


def discover_features(folder: str | Path) -> tuple[FoundFeatures, ...]:
    """Find features in a folder and in the folders in it.

    Parameters
    ----------
    folder : path

    Returns
    -------
    tuple of FoundFeatures
        Files that end in `SUFFIXES`, and those beside which there is one of the same name with one of
        `GROUPS`; in natural order.

    Raises
    ------
    InputError
        Where the folder can't be read.
    """
    root = Path(folder).expanduser()
    places = [root, *(place for place in files.subfolders(root) if place.is_dir())]
    return tuple(one for place in places for one in _in(place, "" if place == root else place.name))


def _in(place: Path, folder: str) -> list[FoundFeatures]:
    try:
        inside = files.find(place)
    except InputError:
        return []
    groups = {one.stem.removesuffix(end): one for one in inside for end in GROUPS if one.stem.endswith(end)}
    return [
        FoundFeatures(f"{folder}/{one.stem}" if folder else one.stem, one, groups.get(one.stem))
        for one in inside
        if one.stem in groups or one.stem.endswith(SUFFIXES)
    ]
