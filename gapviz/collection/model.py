"""The Collection value: judgements, and runs as codes of judged documents."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, BytesArray, CodeArray, FloatArray, GradeArray, IntArray, frozen
from gapviz.collection.errors import InputError, require, shown
from gapviz.collection.grades import GradeMap
from gapviz.collection.reading.rules import Rules
from gapviz.collection.reading.words import Words

if TYPE_CHECKING:
    from gapviz.collection.health.report import Health

OUTSIDE_POOL = -1
"""Code of a retrieved document that is not among the topic's judged documents, and not told apart."""

DEEPEST = 10**9
"""Largest depth that may be asked for."""

Ties = Literal["trec_eval", "trec_eval9", "rank", "file"]


@dataclass(frozen=True)
class Ranking:
    """The convention that puts a run's documents in order.

    Parameters
    ----------
    ties : {"trec_eval", "trec_eval9", "rank", "file"}
        ``trec_eval``: score descending as doubles, ties by document id descending, the rank column
        ignored (trec_eval 10). ``trec_eval9``: the same with scores as 32-bit floats.
        ``rank``: the rank column ascending, equal ranks in file order. ``file``: the order of the rows.
    depth : int, optional
        Keep the first `depth` documents of each topic (trec_eval's ``-M``), from 1; all by default.

    Raises
    ------
    InputError
        For another rule or depth.
    """

    ties: Ties = "trec_eval"
    depth: int | None = None

    def __post_init__(self) -> None:
        require("ties", self.ties, get_args(Ties))
        whole = isinstance(self.depth, int) and not isinstance(self.depth, bool)
        if self.depth is not None and not (whole and 1 <= self.depth <= DEEPEST):
            raise InputError("depth", f"a whole number from 1 to {DEEPEST}", shown(self.depth))


@dataclass(frozen=True, eq=False)
class Judgements:
    """Judged documents of every topic, topic by topic.

    Attributes
    ----------
    topics : tuple of str
        Topic ids in natural order ("2" before "10"), length T.
    offsets : int64 array, shape (T + 1,)
        The documents of topic t are those from ``offsets[t]`` up to ``offsets[t + 1]``.
    ids : Words, length D
        Document ids (UTF-8), ascending within a topic.
    raw_grades : float64 array, shape (D,)
        Grades as they were read, before any mapping; those of words as the mapping has them.
    duplicates : int
        Judgements that were dropped because their document was judged for the topic already.
    raised : int
        Documents whose highest grade is not that of their first judgement.
    commented : int
        Lines that begin with ``#`` and were left out, though they could be judgements.
    header : bool
        Whether the file's first row names the columns; it is left out.
    """

    topics: tuple[str, ...]
    offsets: IntArray
    ids: Words
    raw_grades: FloatArray
    duplicates: int = 0
    raised: int = 0
    commented: int = 0
    header: bool = False

    @functools.cached_property
    def topic_index(self) -> IntArray:
        """Topic number of each judged document, shape (D,)."""
        return np.repeat(np.arange(len(self.topics)), np.diff(self.offsets))

    @functools.cached_property
    def documents(self) -> BytesArray:
        """Document ids as an array of bytes, shape (D,), all as wide as the longest."""
        return frozen(self.ids.array())


@dataclass(frozen=True)
class RunFacts:
    """What was noticed while a run was read and its codes no longer tell.

    Attributes
    ----------
    tag : str
        Last column of the first row. Tags repeat between files, so the name of a run is its file's.
    rows : int
        Rows that were read.
    tied : int
        Documents that share their score with another document of their topic.
    misranked_topics : int
        Topics in which the rank column contradicts the order by score.
    duplicates : int
        Rows that were dropped because their document stood in the topic already.
    extra_topics : tuple of str
        Topics of the run without judgements; they take no part in anything.
    document : str
        Id of the first document that was read: what the run's ids look like.
    commented : int
        Lines that begin with ``#`` and were left out, though they could be rows.
    header : bool
        Whether the file's first row names the columns; it is left out.
    """

    tag: str = ""
    rows: int = 0
    tied: int = 0
    misranked_topics: int = 0
    duplicates: int = 0
    extra_topics: tuple[str, ...] = ()
    document: str = ""
    commented: int = 0
    header: bool = False


@dataclass(frozen=True, eq=False)
class Counted:
    """Statistics of a run that were counted before, and what they were counted from.

    Attributes
    ----------
    offsets, codes : arrays
        Those of the run.
    grades : int8 array, shape (D,)
        Mapped grade of each judged document.
    statistics : mapping from name to array
        Those of `profile.Profile`, of one run.
    """

    offsets: IntArray
    codes: CodeArray
    grades: GradeArray
    statistics: Mapping[str, npt.NDArray[Any]]

    def of(self, run: Run, grades: GradeArray) -> bool:
        """Tell whether they are those of this run under these grades."""
        same_lists = self.codes is run.codes and self.offsets is run.offsets
        return same_lists and np.array_equal(self.grades, grades)


@dataclass(frozen=True, eq=False)
class Run:
    """A run as ranked codes.

    Attributes
    ----------
    name : str
    offsets : int64 array, shape (T + 1,)
        The ranked list of topic t is ``codes[offsets[t]:offsets[t + 1]]``, best first.
    codes : int32 array
        For each topic and rank the position of the document in `Judgements.ids`. A document outside the
        pool has a negative code: `OUTSIDE_POOL`, or a lower one that is the same for the same document in all
        runs and topics (``gapviz.load(..., identities=True)``).
    facts : RunFacts
    estimates : float64 array, shape (J,), or None
        For each code that is not negative, in order, the run's score of the document, scaled to
        0..1 over all that the run retrieves for the topic (`ranking.scaled`); None where nothing was
        scored.
    counted : Counted, optional
        Statistics that a store keeps of it.
    """

    name: str
    offsets: IntArray
    codes: CodeArray
    facts: RunFacts = RunFacts()
    estimates: FloatArray | None = None
    counted: Counted | None = None

    def only(self, kept: BoolArray) -> Run:
        """Return the run with some of its documents; the others leave its ranked lists.

        Parameters
        ----------
        kept : bool array, of the shape of `codes`

        Returns
        -------
        Run
            Its estimates stay those of the whole lists.
        """
        before = np.concatenate(([0], np.cumsum(kept)))
        estimates = None if self.estimates is None else self.estimates[kept[self.codes >= 0]]
        return dataclasses.replace(
            self, codes=self.codes[kept], offsets=before[self.offsets], estimates=estimates
        )


@dataclass(frozen=True, eq=False)
class Sessions:
    """Topics as the queries of search sessions.

    Attributes
    ----------
    numbers : int64 array, shape (T,)
        Number of each topic's session; a topic that no session names is a session of its own.
    positions : int64 array, shape (T,)
        Position of each topic in its session, from 1.
    """

    numbers: IntArray
    positions: IntArray

    @classmethod
    def single(cls, topics: int) -> Sessions:
        """Return every topic as a session of its own."""
        return cls(np.arange(topics), np.ones(topics, np.int64))


@dataclass(frozen=True, eq=False)
class Collection:
    """Judgements and runs, with the conventions under which they are read.

    Attributes
    ----------
    name : str
    judgements : Judgements
    runs : tuple of Run
    grade_map : GradeMap
        From raw grades to 0..c.
    ranking : Ranking
    problems : tuple of InputError
        Files that could not be used, when they were collected and not raised.
    synthetic : bool
        Whether the collection was generated and not measured; shown wherever the collection is.
    rules : Rules
        How the files were read.
    sessions : Sessions, optional
        Which topics are queries of one search session (`sessions.read_sessions`).
    """

    name: str
    judgements: Judgements
    runs: tuple[Run, ...]
    grade_map: GradeMap = field(default_factory=GradeMap)
    ranking: Ranking = Ranking()
    problems: tuple[InputError, ...] = ()
    synthetic: bool = False
    sessions: Sessions | None = None
    rules: Rules = field(default_factory=Rules)

    @property
    def topics(self) -> tuple[str, ...]:
        """Judged topics, in natural order."""
        return self.judgements.topics

    @property
    def run_names(self) -> tuple[str, ...]:
        """Names of the runs, in the order of loading."""
        return tuple(run.name for run in self.runs)

    @functools.cached_property
    def grades(self) -> GradeArray:
        """Mapped grade of each judged document, shape (D,): 0..c, or `grades.UNJUDGED`."""
        return self.grade_map.apply(self.judgements.raw_grades)

    @functools.cached_property
    def negative(self) -> int:
        """Judgements with a negative grade, before the mapping."""
        return int((self.judgements.raw_grades < 0).sum())

    @property
    def c(self) -> int:
        """Highest grade after the mapping, at least 1."""
        return max(1, int(self.grades.max(initial=1)))

    @functools.cached_property
    def fingerprint(self) -> str:
        """Hexadecimal digest of all that determines a number: equal data, equal fingerprint."""
        digest = hashlib.sha256()
        for topic in self.topics:
            digest.update(topic.encode() + b"\0")
        ids = self.judgements.ids
        for array in (self.judgements.offsets, *ids.columns, ids.long, ids.tails, self.grades):
            digest.update(np.ascontiguousarray(array).view(np.uint8).data)
        for run in self.runs:
            digest.update(run.name.encode() + b"\0")
            digest.update(run.offsets.view(np.uint8).data)
            digest.update(run.codes.view(np.uint8).data)
            if run.estimates is not None:
                digest.update(run.estimates.view(np.uint8).data)
        if self.sessions is not None:
            digest.update(self.sessions.numbers.view(np.uint8).data)
            digest.update(self.sessions.positions.view(np.uint8).data)
        return digest.hexdigest()

    def with_grades(self, grade_map: GradeMap) -> Collection:
        """Return the collection under another grade mapping; nothing is read again."""
        if not isinstance(grade_map, GradeMap):
            raise InputError("grades", "a GradeMap, such as GradeMap.parse gives", shown(grade_map))
        return dataclasses.replace(self, grade_map=grade_map)

    def with_runs(self, runs: Sequence[Run]) -> Collection:
        """Return the collection with other runs over the same judgements."""
        return dataclasses.replace(self, runs=tuple(runs))

    def with_sessions(self, sessions: Sessions | None) -> Collection:
        """Return the collection with its topics put into search sessions."""
        return dataclasses.replace(self, sessions=sessions)

    def health(self) -> Health:
        """Report what the collection holds and what may surprise in it."""
        from gapviz.collection.health.report import health

        return health(self)
