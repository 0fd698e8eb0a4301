"""Retrieved documents -> codes: the position of each among the judged documents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import CodeArray, IntArray
from gapviz.collection.model import OUTSIDE_POOL, Judgements
from gapviz.collection.reading.hashes import hashes, identities
from gapviz.collection.reading.word_order import equal
from gapviz.collection.reading.words import WordArray, Words

_NOBODY = -1


@dataclass(frozen=True, eq=False)
class JudgedIndex:
    """A hash table of the judged documents, built once and read for every run.

    Attributes
    ----------
    topics : dict of str to int
        Number of each judged topic.
    ids : Words, length D
        Of the judged documents.
    owners : int64 array, shape (D,)
        Topic number of each.
    keys : uint64 array, shape (D,)
        Hash of topic and id.
    shift : int
        The place of a key in the table is ``key >> shift``.
    heads : int32 array, shape (a power of two, at least 8 D)
        First judged document of each place, or -1.
    following : int32 array, shape (D,)
        Next judged document of the same place, or -1.
    identified : bool
        Whether documents outside the pool get codes of their own (`hashes.identities`).
    """

    topics: dict[str, int]
    ids: Words
    owners: IntArray
    keys: WordArray
    shift: int
    heads: CodeArray
    following: CodeArray
    identified: bool

    @classmethod
    def of(cls, judgements: Judgements, *, identified: bool = False) -> JudgedIndex:
        """Build the table."""
        topics = {topic: number for number, topic in enumerate(judgements.topics)}
        return cls._of(topics, judgements.ids, judgements.topic_index, identified)

    def __reduce__(self) -> tuple[Callable[..., JudgedIndex], tuple[object, ...]]:
        """Be built anew in another process, whose hashes are others."""
        return JudgedIndex._of, (self.topics, self.ids, self.owners, self.identified)

    @classmethod
    def _of(cls, topics: dict[str, int], ids: Words, owners: IntArray, identified: bool) -> JudgedIndex:
        keys = hashes(ids, owners)
        # Eight places for each document: most documents that are not judged meet an empty one.
        bits = max(8, (8 * len(ids)).bit_length())
        places = (keys >> np.uint64(64 - bits)).astype(np.int64)
        order = np.argsort(places, kind="stable")
        again = places[order][1:] == places[order][:-1]
        heads = np.full(1 << bits, _NOBODY, np.int32)
        heads[places[order[::-1]]] = order[::-1]
        following = np.full(len(ids), _NOBODY, np.int32)
        following[order[:-1][again]] = order[1:][again]
        return cls(topics, ids, owners, keys, 64 - bits, heads, following, identified)

    def codes(self, words: Words, topics: IntArray, keys: WordArray) -> CodeArray:
        """Look documents up.

        Parameters
        ----------
        words : Words, length n
        topics : int64 array, shape (n,)
            Number of each document's topic.
        keys : uint64 array, shape (n,)
            Hash of topic and id.

        Returns
        -------
        int32 array, shape (n,)
            Position among the judged documents, or the code of a document outside the pool (`Run`). A
            document is found only where its topic and all its bytes are equal, whatever the hashes say.
        """
        codes = identities(words) if self.identified else np.full(keys.size, OUTSIDE_POOL, np.int32)
        heads = self.heads[(keys >> np.uint64(self.shift)).view(np.int64)]
        rows = np.flatnonzero(heads != _NOBODY)
        candidates = heads[rows]
        while rows.size:
            same = np.flatnonzero(self.keys[candidates] == keys[rows])
            i, j = rows[same], candidates[same].astype(np.int64)
            proved = equal(words, i, self.ids, j) & (self.owners[j] == topics[i])
            codes[i[proved]] = j[proved]
            # The others try the next document of their place.
            open_ = np.ones(rows.size, np.bool_)
            open_[same[proved]] = False
            rows, candidates = rows[open_], self.following[candidates[open_]]
            more = candidates != _NOBODY
            rows, candidates = rows[more], candidates[more]
        return codes
