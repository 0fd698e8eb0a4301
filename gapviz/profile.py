"""Collection -> Profile: the statistics of a run on a topic, computed once and read by every measure."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from gapviz.arrays import CodeArray, FloatArray, GradeArray, IntArray, frozen
from gapviz.collection.errors import InputError, shown
from gapviz.collection.grades import UNJUDGED
from gapviz.collection.health.pools import grade_counts
from gapviz.collection.limits import require_room
from gapviz.collection.model import Collection, Run, Sessions


@dataclass(frozen=True, eq=False)
class Pool:
    """What a topic offers, whatever a run retrieves.

    Attributes
    ----------
    topics : tuple of str
        Topic ids, length T.
    counts : int64 array, shape (T, c + 1)
        R[k]: judged documents of grade k = 0..c, retrieved or not.
    unjudged : int64 array, shape (T,)
        Documents that were pooled without a judgement.
    sessions : Sessions
        The search session of each topic, and its position there.
    """

    topics: tuple[str, ...]
    counts: IntArray
    unjudged: IntArray
    sessions: Sessions

    @property
    def c(self) -> int:
        """Highest grade of the collection."""
        return int(self.counts.shape[1]) - 1

    @functools.cached_property
    def recall_bases(self) -> IntArray:
        """RB[h] = sum of R[k] for k >= h, shape (T, c): column h - 1 belongs to threshold h."""
        return frozen(np.cumsum(self.counts[:, :0:-1], axis=1)[:, ::-1])

    def same(self, other: Pool) -> bool:
        """Whether both are pools of the same topics with the same counts.

        Parameters
        ----------
        other : Pool

        Returns
        -------
        bool
        """
        return self is other or (
            self.topics == other.topics
            and np.array_equal(self.counts, other.counts)
            and np.array_equal(self.unjudged, other.unjudged)
            and np.array_equal(self.sessions.numbers, other.sessions.numbers)
            and np.array_equal(self.sessions.positions, other.sessions.positions)
        )


@dataclass(frozen=True, eq=False)
class Profile:
    """Sufficient statistics of runs on topics.

    The retrieved relevant documents (grade 1 or more) of run i and topic t are the entries
    ``starts[s]:starts[s + 1]`` of `ranks`, `grades`, `judged_above` and `unjudged_above`, with
    s = i * T + t: H documents in all.

    Attributes
    ----------
    runs : tuple of str
        Run names, length N.
    pool : Pool
        Statistics of the topics.
    S : float64 array, shape (N, T, c, c)
        ``S[..., r - 1, h - 1]`` = sum over ranks n with grade r of (1/n) #{m <= n : grade at m >= h},
        0 for h > r (mathematics.md, section 2). With the recall bases it determines AP at every
        threshold, GAP, xGAP and eGAP for every g.
    retrieved : int64 array, shape (N, T)
        Documents retrieved; 0 marks a topic that the run lacks.
    starts : int64 array, shape (N * T + 1,)
        Where the relevant documents of each run and topic start.
    ranks : int32 array, shape (H,)
        Rank of each, from 1, ascending within run and topic.
    grades : int8 array, shape (H,)
        Grade of each, 1..c.
    judged_above : int32 array, shape (H,)
        Judged documents, of any grade, at the ranks above it.
    unjudged_above : int32 array, shape (H,)
        Documents pooled without a judgement at the ranks above it.
    judged_starts : int64 array, shape (N * T + 1,)
        Where the judged documents of each run and topic start.
    judged_ranks : int32 array, shape (J,)
        Rank of each retrieved judged document, of any grade, ascending within run and topic.
    distances : float64 array, shape (N, T)
        Sum over the topic's judged documents of abs(estimated - actual): the run's score scaled to 0..1
        (`Run.estimates`), 0 where not retrieved, against the grade over c. NaN for a run without scores.
    lists : tuple of Run
        The runs, length N: what a measure reads that asks which documents stand in a list.
    """

    runs: tuple[str, ...]
    pool: Pool
    S: FloatArray
    retrieved: IntArray
    starts: IntArray
    ranks: CodeArray
    grades: GradeArray
    judged_above: CodeArray
    unjudged_above: CodeArray
    judged_starts: IntArray
    judged_ranks: CodeArray
    distances: FloatArray
    lists: tuple[Run, ...]

    @property
    def topics(self) -> tuple[str, ...]:
        """Topic ids."""
        return self.pool.topics

    @property
    def c(self) -> int:
        """Highest grade of the collection."""
        return self.pool.c

    @property
    def shape(self) -> tuple[int, int]:
        """Number of runs and of topics."""
        return len(self.runs), len(self.topics)

    @functools.cached_property
    def A(self) -> FloatArray:  # noqa: N802  (the papers' name)
        """A[h] = sum of the precisions at threshold h, shape (N, T, c)."""
        sums: FloatArray = np.einsum("itrh->ith", self.S)
        return frozen(sums)

    @functools.cached_property
    def segments(self) -> IntArray:
        """Number run * T + topic of each retrieved relevant document, shape (H,)."""
        return frozen(np.repeat(np.arange(self.starts.size - 1), np.diff(self.starts)))

    @functools.cached_property
    def topic_index(self) -> IntArray:
        """Topic number of each retrieved relevant document, shape (H,)."""
        topics = np.tile(np.arange(len(self.topics)), len(self.runs))
        return frozen(np.repeat(topics, np.diff(self.starts)))


STATISTICS = tuple(
    field.name for field in dataclasses.fields(Profile) if field.name not in ("runs", "pool", "lists")
)
"""Names of the arrays of a profile, which a store keeps for each run."""


def profile(collection: object, runs: object = None, **options: Any) -> Profile:
    """Count, once, all that the measures read.

    Parameters
    ----------
    collection : Collection
        Or, with `runs`, judgements, as `gapviz.load` takes them.
    runs : object, optional
        Runs, as `gapviz.load` takes them: each is read and counted by itself.
    **options
        Those of `build.build`, where there are runs: ``output`` is the folder of a store that keeps
        what is counted, and ``client`` the Dask client whose workers do it.

    Returns
    -------
    Profile
        Of all runs on all judged topics; those too that the store had before.

    Raises
    ------
    InputError
        Where the statistics would outgrow `limits.STATISTICS`: for too many runs, topics or grades. And as
        `build.build` does.

    Examples
    --------
    >>> from gapviz.measures.example import ranked_lists
    >>> example = profile(ranked_lists([(1, 0, 2)]))
    >>> example.shape, example.ranks.tolist(), example.grades.tolist()
    ((1, 1), [1, 3], [1, 2])
    """
    if runs is not None:
        from gapviz.build import build  # which stands on this module

        collection = build(collection, runs, **options)
    elif options:
        raise InputError("profile", f"judgements and runs with the option {next(iter(options))}", "no runs")
    if not isinstance(collection, Collection):
        raise InputError("profile", "a collection, such as gapviz.load gives", shown(collection))
    pool = pool_of(collection)
    require_room(len(collection.runs), len(pool.topics), c=pool.c)
    return merge([profile_run(run, collection.grades, pool) for run in collection.runs], pool=pool)


def pool_of(collection: Collection) -> Pool:
    """Count the judged documents of each grade, topic by topic.

    Parameters
    ----------
    collection : Collection

    Returns
    -------
    Pool

    Examples
    --------
    >>> from gapviz.measures.example import ranked_lists
    >>> pool_of(ranked_lists([(1, 0, 2)])).counts.tolist()
    [[1, 1, 1]]
    """
    pooled = collection.judgements.topic_index[collection.grades == UNJUDGED]
    unjudged = np.bincount(pooled, minlength=len(collection.topics))
    sessions = collection.sessions or Sessions.single(len(collection.topics))
    return Pool(collection.topics, frozen(grade_counts(collection)), frozen(unjudged), sessions)


def profile_run(run: Run, grades: GradeArray, pool: Pool) -> Profile:
    """Profile one run; a run that is added costs only itself.

    Parameters
    ----------
    run : Run
    grades : int8 array, shape (D,)
        Mapped grade of each judged document (`Collection.grades`).
    pool : Pool
        Of the same collection.

    Returns
    -------
    Profile
        With one run.

    Examples
    --------
    >>> from gapviz.measures.example import ranked_lists
    >>> made = ranked_lists([(1, 0, 2)])
    >>> profile_run(made.runs[0], made.grades, pool_of(made)).A.round(4).tolist()
    [[[1.6667, 0.3333]]]
    """
    if run.counted and run.counted.of(run, grades):
        return Profile(runs=(run.name,), pool=pool, lists=(run,), **run.counted.statistics)
    return PooledLists.of([run]).profile(grades, pool)


@dataclass(frozen=True, eq=False)
class PooledLists:
    """What runs retrieve of the pool, whatever its grades: it can be counted under other grades again.

    The J documents stand run by run, topic by topic, best first. A list is a topic of a run.

    Attributes
    ----------
    runs : tuple of Run
        Length N.
    codes : int32 array, shape (J,)
        As `Run.codes` has them.
    ranks : int32 array, shape (J,)
        From 1, among all that the run retrieves for the topic.
    estimates : float64 array, shape (J,)
        As `Run.estimates` has them; NaN for a run without scores.
    ends : int64 array, shape (N * T + 1,)
        The documents of a list are those from ``ends[list]`` up to ``ends[list + 1]``.
    """

    runs: tuple[Run, ...]
    codes: CodeArray
    ranks: CodeArray
    estimates: FloatArray
    ends: IntArray

    @classmethod
    def of(cls, runs: Sequence[Run]) -> PooledLists:
        """Find them in runs over the same topics."""
        codes, ranks, estimates = [np.empty(0, np.int32)], [np.empty(0, np.int32)], [np.empty(0)]
        ends = [np.zeros(1, np.int64)]
        for run in runs:
            places = np.flatnonzero(run.codes >= 0)
            own_ends = np.searchsorted(places, run.offsets)
            codes.append(run.codes[places])
            ranks.append((places - np.repeat(run.offsets[:-1], np.diff(own_ends)) + 1).astype(np.int32))
            estimates.append(np.full(places.size, np.nan) if run.estimates is None else run.estimates)
            ends.append(ends[-1][-1] + own_ends[1:])
        return cls(
            tuple(runs),
            frozen(np.concatenate(codes)),
            frozen(np.concatenate(ranks)),
            frozen(np.concatenate(estimates)),
            frozen(np.concatenate(ends)),
        )

    def profile(self, grades: GradeArray, pool: Pool) -> Profile:
        """Count them.

        Parameters
        ----------
        grades : int8 array, shape (D,)
            Mapped grade of each judged document (`Collection.grades`).
        pool : Pool
            Of the same grades.

        Returns
        -------
        Profile
        """
        N, T, ends = len(self.runs), len(pool.topics), self.ends
        pooled = grades[self.codes]
        relevant = np.flatnonzero(pooled > 0)
        lists = np.repeat(np.arange(N * T), np.diff(ends))
        ranks, relevant_grades = self.ranks[relevant], pooled[relevant]
        # `relevant` counts the pooled documents of all lists above; those of the list itself remain.
        firsts = ends[lists[relevant]]
        unjudged = np.concatenate(([0], np.cumsum(pooled == UNJUDGED)))
        unjudged_above = unjudged[relevant] - unjudged[firsts]
        judged_above = relevant - firsts - unjudged_above
        S = _precision_sums(lists[relevant], ranks, relevant_grades, lists=N * T, c=pool.c)
        retrieved = [np.empty(0, np.int64), *(np.diff(run.offsets) for run in self.runs)]
        return Profile(
            runs=tuple(run.name for run in self.runs),
            pool=pool,
            S=frozen(S.reshape(N, T, pool.c, pool.c)),
            retrieved=frozen(np.concatenate(retrieved).reshape(N, T)),
            starts=frozen(np.searchsorted(relevant, ends)),
            ranks=frozen(ranks),
            grades=frozen(relevant_grades),
            judged_above=frozen(judged_above.astype(np.int32)),
            unjudged_above=frozen(unjudged_above.astype(np.int32)),
            judged_starts=frozen(ends - unjudged[ends]),
            judged_ranks=frozen(self.ranks[pooled != UNJUDGED]),
            distances=frozen(self._distances(lists, pooled, pool)),
            lists=self.runs,
        )

    def _distances(self, lists: IntArray, grades: GradeArray, pool: Pool) -> FloatArray:
        """Distances, shape (N, T), from the list and the grade of each document."""
        shape = len(self.runs), len(pool.topics)
        # Not retrieved: abs(0 - actual). A retrieved one replaces that by its own distance.
        actual = np.maximum(grades, 0) / pool.c
        change = np.abs(self.estimates - actual) - actual
        change[grades == UNJUDGED] = 0.0
        absent = pool.counts @ (np.arange(pool.c + 1) / pool.c)
        changes = np.bincount(lists, change, minlength=shape[0] * shape[1])
        distances: FloatArray = absent + changes.reshape(shape)
        distances[np.array([run.estimates is None for run in self.runs], np.bool_)] = np.nan
        return distances


def merge(profiles: Sequence[Profile], *, pool: Pool) -> Profile:
    """Join profiles of different runs over one pool.

    Parameters
    ----------
    profiles : sequence of Profile
    pool : Pool
        The pool of all of them.

    Returns
    -------
    Profile
        Runs in the order given.

    Raises
    ------
    ValueError
        Where a profile has another pool: its scores could not be compared.
    InputError
        Where the statistics would outgrow `limits.STATISTICS`: for too many runs, topics or grades.

    Examples
    --------
    >>> from gapviz.measures.example import ranked_lists
    >>> made = ranked_lists([(1, 0, 2)])
    >>> pool = pool_of(made)
    >>> merge([profile_run(made.runs[0], made.grades, pool)] * 2, pool=pool).shape
    (2, 1)
    """
    require_room(len(profiles), len(pool.topics), c=pool.c)
    for one in profiles:
        if not one.pool.same(pool):
            raise ValueError(f"expected profiles over one pool, found another pool for {', '.join(one.runs)}")
    T, c = len(pool.topics), pool.c
    return Profile(
        runs=tuple(name for one in profiles for name in one.runs),
        pool=pool,
        S=frozen(np.concatenate([np.empty((0, T, c, c)), *(one.S for one in profiles)])),
        retrieved=frozen(np.concatenate([np.empty((0, T), np.int64), *(one.retrieved for one in profiles)])),
        starts=_joined([one.starts for one in profiles]),
        ranks=frozen(np.concatenate([np.empty(0, np.int32), *(one.ranks for one in profiles)])),
        grades=frozen(np.concatenate([np.empty(0, np.int8), *(one.grades for one in profiles)])),
        judged_above=frozen(np.concatenate([np.empty(0, np.int32), *(one.judged_above for one in profiles)])),
        unjudged_above=frozen(
            np.concatenate([np.empty(0, np.int32), *(one.unjudged_above for one in profiles)])
        ),
        judged_starts=_joined([one.judged_starts for one in profiles]),
        judged_ranks=frozen(np.concatenate([np.empty(0, np.int32), *(one.judged_ranks for one in profiles)])),
        distances=frozen(np.concatenate([np.empty((0, T)), *(one.distances for one in profiles)])),
        lists=tuple(run for one in profiles for run in one.lists),
    )


def _joined(starts: Sequence[IntArray]) -> IntArray:
    """Return where entries start once the arrays that they number are joined."""
    return frozen(np.cumsum(np.concatenate([np.zeros(1, np.int64), *map(np.diff, starts)])))


def _precision_sums(
    list_of: IntArray, ranks: CodeArray, grades: GradeArray, *, lists: int, c: int
) -> FloatArray:
    """S of each list, shape (lists, c, c), from its relevant documents in order of list and rank."""
    S = np.zeros((lists, c, c))
    for h in range(1, c + 1):
        reach = grades >= h
        list_of, ranks, grades = list_of[reach], ranks[reach], grades[reach]
        # #{m <= n : r[m] >= h}: only documents that reach h are left, in order.
        before = np.concatenate(([0], np.cumsum(np.bincount(list_of, minlength=lists))))
        so_far = np.arange(1, list_of.size + 1) - before[list_of]
        cells = list_of * c + (grades - 1)
        # [F] eq. 2-3: the sum over n of (1/n) sum over m <= n of delta, apart by the grade at n.
        S[:, :, h - 1] = np.bincount(cells, so_far / ranks, minlength=lists * c).reshape(lists, c)
    return S
