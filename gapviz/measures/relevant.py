"""The documents that a threshold makes relevant: what the binary measures read from a profile."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import BoolArray, CodeArray, FloatArray, GradeArray, IntArray
from gapviz.collection.errors import InputError
from gapviz.profile import Profile


def recall_base(profile: Profile, rel: int) -> IntArray:
    """Return RB[rel], the relevant documents of each topic, shape (T,).

    Raises
    ------
    InputError
        Where the collection has no grade `rel`.
    """
    if not 1 <= rel <= profile.c:
        raise InputError("rel", f"rel from 1 to {profile.c} (grades go to {profile.c})", str(rel))
    bases: IntArray = profile.pool.recall_bases[:, rel - 1]
    return bases


def total(profile: Profile, segments: IntArray, weights: FloatArray | None = None) -> FloatArray:
    """Sum the documents' weights, or count them, by run and topic: shape (N, T)."""
    return (
        np.bincount(segments, weights, minlength=profile.starts.size - 1).reshape(profile.shape).astype(float)
    )


def ratio(numerator: FloatArray | IntArray, denominator: FloatArray | IntArray) -> FloatArray:
    """Divide, with 0 where the denominator is 0."""
    out = np.zeros(np.broadcast_shapes(numerator.shape, denominator.shape))
    return np.divide(numerator, denominator, out=out, where=denominator > 0)


@dataclass(frozen=True, eq=False)
class Relevant:
    """Retrieved documents of grade `rel` or more, in order of run, topic and rank: shape (H',) each."""

    profile: Profile
    rel: int

    @functools.cached_property
    def _kept(self) -> BoolArray | slice:
        return slice(None) if self.rel == 1 else self.profile.grades >= self.rel

    @functools.cached_property
    def segments(self) -> IntArray:
        """Number run * T + topic."""
        return self.profile.segments[self._kept]

    @functools.cached_property
    def ranks(self) -> CodeArray:
        """Rank, from 1."""
        return self.profile.ranks[self._kept]

    @functools.cached_property
    def grades(self) -> GradeArray:
        """Grade, `rel` to c."""
        return self.profile.grades[self._kept]

    @functools.cached_property
    def relevant_above(self) -> IntArray:
        """Relevant documents at the ranks above."""
        sizes = np.bincount(self.segments, minlength=self.profile.starts.size - 1)
        return np.arange(self.segments.size) - np.repeat(np.cumsum(sizes) - sizes, sizes)

    @functools.cached_property
    def nonrelevant_above(self) -> IntArray:
        """Judged documents at the ranks above that are not relevant."""
        return self.profile.judged_above[self._kept] - self.relevant_above

    @functools.cached_property
    def pooled_above(self) -> CodeArray:
        """Documents of the pool, judged or not, at the ranks above."""
        return (self.profile.judged_above + self.profile.unjudged_above)[self._kept]
