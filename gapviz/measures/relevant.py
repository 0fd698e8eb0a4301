"""The documents that a threshold makes relevant, and measures as sums over them."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import BoolArray, CodeArray, FloatArray, GradeArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.profile import Profile


def up_to(c: int) -> str:
    """Return the range of a threshold in words.

    Parameters
    ----------
    c : int
        Highest grade.

    Returns
    -------
    str

    Examples
    --------
    >>> up_to(1), up_to(3)
    ('of 1', 'from 1 to 3')
    """
    return "of 1" if c == 1 else f"from 1 to {c}"


def recall_base(profile: Profile, rel: int) -> IntArray:
    """Return RB[rel], the number of relevant documents of each topic.

    Parameters
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.

    Returns
    -------
    int64 array, shape (T,)

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> recall_base(example(), 1).tolist(), recall_base(example(), 2).tolist()
    ([4], [2])
    """
    if not 1 <= rel <= profile.c:
        raise InputError("rel", f"rel {up_to(profile.c)} (grades go to {profile.c})", str(rel))
    bases: IntArray = profile.pool.recall_bases[:, rel - 1]
    return bases


def ratio(numerator: FloatArray | IntArray, denominator: FloatArray | IntArray) -> FloatArray:
    """Divide, with 0 where the denominator is 0.

    Parameters
    ----------
    numerator, denominator : arrays that broadcast
        The denominator is not negative.

    Returns
    -------
    float64 array

    Examples
    --------
    >>> ratio(np.array([1, 1]), np.array([2, 0])).tolist()
    [0.5, 0.0]
    """
    out = np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape))
    return np.divide(numerator, denominator, out=out, where=denominator > 0)


@dataclass(frozen=True, eq=False)
class Relevant:
    """Retrieved documents of grade `rel` or more in the first `n` ranks, in order of run, topic and rank.

    All arrays have the shape (H',) where no other is said.

    Attributes
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.
    n : int or int64 array, shape (T,), optional
        Cut-off, or that of each topic.
    condensed : bool
        Whether `places` and the cut-off are those of the condensed list, which has the judged documents only.
    """

    profile: Profile
    rel: int = 1
    n: int | IntArray | None = None
    condensed: bool = False

    @functools.cached_property
    def kept(self) -> BoolArray | slice:
        """Which of the profile's documents these are."""
        kept = slice(None) if self.rel == 1 else self.profile.grades >= self.rel
        if self.n is None:
            return kept
        last = self.n if isinstance(self.n, int) else self.n[self.profile.topic_index]
        first = self.profile.judged_above < last if self.condensed else self.profile.ranks <= last
        return first if isinstance(kept, slice) else kept & first

    @functools.cached_property
    def starts(self) -> IntArray:
        """Where the documents of each run and topic start, shape (N * T + 1,); see `Profile`."""
        if isinstance(self.kept, slice):
            return self.profile.starts
        starts: IntArray = np.concatenate(([0], np.cumsum(self.kept)))[self.profile.starts]
        return starts

    @functools.cached_property
    def firsts(self) -> IntArray:
        """Place of the first document of the same run and topic."""
        return np.repeat(self.starts[:-1], np.diff(self.starts))

    @functools.cached_property
    def topics(self) -> IntArray:
        """Topic number."""
        return self.profile.topic_index[self.kept]

    def spread(self, values: IntArray) -> IntArray:
        """Give each document the value of its topic, from those of all topics, shape (T,).

        Parameters
        ----------
        values : int64 array, shape (T,)

        Returns
        -------
        int64 array, shape (H',)
        """
        return np.repeat(np.tile(values, len(self.profile.runs)), np.diff(self.starts))

    @functools.cached_property
    def ranks(self) -> CodeArray:
        """Rank, from 1."""
        return self.profile.ranks[self.kept]

    @functools.cached_property
    def judged_ranks(self) -> CodeArray:
        """Rank in the condensed list."""
        return self.profile.judged_above[self.kept] + np.int32(1)

    @property
    def places(self) -> CodeArray:
        """Rank in the list that is scored: the whole one, or the condensed one."""
        return self.judged_ranks if self.condensed else self.ranks

    @functools.cached_property
    def grades(self) -> GradeArray:
        """Grade, `rel` to c."""
        return self.profile.grades[self.kept]

    @functools.cached_property
    def relevant_above(self) -> IntArray:
        """Relevant documents at the ranks above."""
        return np.arange(self.firsts.size) - self.firsts

    @functools.cached_property
    def gain(self) -> FloatArray:
        """Sum of the grades from rank 1 down to it: cg of the cumulated-gain measures (for rel = 1)."""
        sums = np.concatenate(([0.0], np.cumsum(self.grades, dtype=np.float64)))
        gain: FloatArray = sums[1:] - sums[self.firsts]
        return gain

    @functools.cached_property
    def nonrelevant_above(self) -> IntArray:
        """Judged documents at the ranks above that are not relevant."""
        return self.profile.judged_above[self.kept] - self.relevant_above

    @functools.cached_property
    def pooled_above(self) -> CodeArray:
        """Documents of the pool, judged or not, at the ranks above."""
        return (self.profile.judged_above + self.profile.unjudged_above)[self.kept]

    def total(self, weights: FloatArray) -> FloatArray:
        """Sum the documents' weights, shape (H',), by run and topic: shape (N, T).

        Parameters
        ----------
        weights : float64 array, shape (H',)

        Returns
        -------
        float64 array, shape (N, T)
        """
        # Added from rank 1 down, as trec_eval adds: `np.add.reduceat` has another order, whose last bits show
        # where a printed score lies half-way between two.
        segments = self.profile.segments[self.kept]
        sums = np.bincount(segments, weights, minlength=self.profile.starts.size - 1)
        return sums.reshape(self.profile.shape).astype(np.float64, copy=False)


@dataclass(frozen=True, eq=False)
class Terms:
    """A measure as a sum: what each retrieved relevant document adds.

    Attributes
    ----------
    relevant : Relevant
        The documents that add something.
    weights : float64 array, shape (H',)
        What each adds before the sum is divided.
    base : array, shape (T,), or number
        What the sum is divided by; the measure is 0 where it is 0.
    """

    relevant: Relevant
    weights: FloatArray
    base: FloatArray | IntArray | float = 1.0

    def sum(self) -> FloatArray:
        """Value of the measure by run and topic, shape (N, T).

        Returns
        -------
        float64 array, shape (N, T)
        """
        return ratio(self.relevant.total(self.weights), np.asarray(self.base))

    def shares(self) -> FloatArray:
        """Return what each retrieved relevant document adds to the value, shape (H,).

        Returns
        -------
        float64 array, shape (H,)
            In the order of `Profile.ranks`; 0 for documents that add nothing.
        """
        profile = self.relevant.profile
        base = np.broadcast_to(np.asarray(self.base), (len(profile.topics),))
        shares = np.zeros(profile.ranks.size)
        shares[self.relevant.kept] = ratio(self.weights, base[self.relevant.topics])
        return shares


def grade_sum(profile: Profile, *, n: int | None, base: FloatArray | IntArray | float) -> Terms:
    """Sum the grades of the first n ranks, over a base.

    Parameters
    ----------
    profile : Profile
    n : int or None
        Cut-off.
    base : array, shape (T,), or number

    Returns
    -------
    Terms

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> grade_sum(example(), n=3, base=2.0).sum().tolist()
    [[1.5]]
    """
    relevant = Relevant(profile, n=n)
    return Terms(relevant, relevant.grades.astype(np.float64), base)
