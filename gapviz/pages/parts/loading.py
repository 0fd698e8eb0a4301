"""The conventions of a state under which the files of a collection are read."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from gapviz.collection.grades import GradeMap
from gapviz.collection.model import Collection, Ties
from gapviz.collection.reading.rules import UTF_8, Comments, Duplicates
from gapviz.pages.session.state import State


@dataclass(frozen=True)
class Loading:
    """Options of `gapviz.load`.

    Attributes
    ----------
    ties, depth, duplicates, encoding, comments
        As there.
    grades : str
        Grade mapping without which the files cannot be read; empty where they can.
    """

    ties: Ties = "trec_eval"
    depth: int | None = None
    duplicates: Duplicates = "refuse"
    encoding: str = UTF_8
    comments: Comments = "skip"
    grades: str = ""

    @classmethod
    def of(cls, state: State) -> Loading:
        """Return the conventions of a state; a mapping of words is needed where the words are read.

        Examples
        --------
        >>> Loading.of(State(depth="100", grades="NO:0,FIRST:1")).grades
        'FIRST:1,NO:0'
        >>> Loading.of(State(grades="4:3")).grades
        ''
        """
        mapping = GradeMap.parse(state.grades)
        chosen: dict[str, Any] = {
            name: getattr(state, name) for name in ("ties", "duplicates", "encoding", "comments")
        }
        depth = int(state.depth) if state.depth else None
        return cls(depth=depth, grades=str(mapping) if mapping.words else "", **chosen)

    @property
    def identity(self) -> str:
        """All of it, as a text."""
        return repr(self)

    def options(self) -> dict[str, Any]:
        """Return the keyword arguments for `gapviz.load`."""
        return dataclasses.asdict(self)

    def notes(self, collection: Collection) -> tuple[str, ...]:
        """Say under which other conventions a collection was read, as a store may have been."""
        read = {**dataclasses.asdict(collection.ranking), **dataclasses.asdict(collection.rules)}
        other = [f"{name} {value}" for name, value in read.items() if getattr(self, name) != value]
        return (f"The runs of this store were read with {', '.join(other)}.",) if other else ()
