"""Synthetic collections in the likeness of TREC 10, TREC 14 and TREC 21, drawn when they are asked for.

The runs that Ferrante, Ferro and Maistro evaluated aren't public. A likeness has their number and shape, and
the judgements have every property of the paper's Table 1; documents and runs are drawn from this model.

1. Judgements. The number of relevant documents of a topic is log-normal, between the printed minimum and
   maximum, both of which occur, and has the printed average. Grades are split so that exactly the printed
   number of topics has few documents of a grade, R[1] >= 10 R[k] > 0. In some topics a grade above 1 is
   missing.
2. Runs come in teams. For run i, topic t and a document of grade r the score is

       skill[i, t] * [r >= 1] + emphasis[i, t] * max(r - 1, 0) + noise

   `skill` finds any relevant document, `emphasis` prefers the highly relevant ones. Each has a part of the
   team, a part of the run and a part of the run on the topic, and the two are independent: a run that is good
   at the one need not be good at the other. The noise has a part that all runs share (a document that looks
   relevant to everybody), a part of the team and a part of the run. The run's part is stronger or weaker on
   relevant documents than elsewhere: some runs find a few of them early and others late, some treat them
   alike.
3. A run ranks a topic's candidate documents by score. Its first documents, to the pool depth, are candidates;
   below, documents that no other run retrieves stand between them, the more the deeper:
   the candidate at place j > depth has rank depth * (j / depth) ** thinning.
4. The pool is the union of the documents at ranks 1..depth of the first runs of each team. Judged is what is
   in the pool. The grade of a relevant document that no pooled run brings in goes to a pooled one.

The properties of Table 1 hold exactly. The correlations between measures are only near those of the paper's
Tables 2 and 3: the strengths (`likenesses.RunModel`) were chosen by hand with those tables in view, and what
comes out for the seed is what is shown.

References
----------
Ferrante, Ferro, Maistro: Rethinking How to Extend Average Precision to Graded Relevance, Tables 1 to 3.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gapviz.arrays import BoolArray, BytesArray, CodeArray, FloatArray, IntArray, frozen
from gapviz.collection.errors import require
from gapviz.collection.likenesses import LIKENESSES, Likeness
from gapviz.collection.model import OUTSIDE_POOL, Collection, Judgements, Run, RunFacts
from gapviz.collection.ranking import scaled
from gapviz.collection.words import Words

__all__ = ["LIKENESSES", "generate", "likeness", "trec_files"]

CANDIDATE_BITS = 12
"""A sort key holds the number of a candidate in its lowest bits."""


@dataclass(frozen=True, eq=False)
class _Topic:
    """One topic as drawn: grade of each candidate, whether it is judged, and the candidate at each rank.

    `found`, shape (N, L), is -1 for a document of the run's own.
    """

    grades: IntArray
    judged: BoolArray
    found: CodeArray


def likeness(name: str) -> Collection:
    """Draw a synthetic collection; equal at every call.

    Parameters
    ----------
    name : str
        Name of one of `LIKENESSES`.

    Returns
    -------
    Collection
        Marked as synthetic.

    Raises
    ------
    InputError
        For a name that isn't there.

    Examples
    --------
    >>> collection = likeness("TREC 21")
    >>> collection.name, len(collection.runs), len(collection.topics), collection.c
    ('TREC 21 likeness (synthetic)', 27, 50, 3)
    """
    known = {likeness.name: likeness for likeness in LIKENESSES}
    require("likeness", name, tuple(known))
    return generate(known[name])


def generate(likeness: Likeness) -> Collection:
    """Draw the collection that a likeness describes.

    Parameters
    ----------
    likeness : Likeness

    Returns
    -------
    Collection
        Document ids are the prefix and a number, topic ids are numbers, runs are named by team.
    """
    N, T, L = likeness.runs, likeness.topics, likeness.run_length
    codes = np.full((N, T, L), OUTSIDE_POOL, dtype=np.int32)
    offsets = np.zeros(T + 1, dtype=np.int64)
    numbers, grades = [], []
    for t, topic in enumerate(_topics(likeness)):
        judged = np.flatnonzero(topic.judged)
        offsets[t + 1] = offsets[t] + judged.size
        # The last entry serves found = -1: a document of the run's own.
        code_of = np.full(likeness.candidates + 1, OUTSIDE_POOL, dtype=np.int32)
        code_of[judged] = np.arange(offsets[t], offsets[t + 1])
        codes[:, t] = code_of[topic.found]
        numbers.append(t * likeness.candidates + judged)
        grades.append(topic.grades[judged])
    judgements = Judgements(
        topics=_topic_names(likeness),
        offsets=frozen(offsets),
        ids=Words.of(_document_names(likeness.prefix, np.concatenate(numbers))),
        raw_grades=frozen(np.concatenate(grades).astype(np.float64)),
    )
    frozen(codes)
    run_offsets = frozen(np.arange(0, T * L + 1, L))
    shares = scaled(_scores(L), np.array([L]), np.ones(L, np.bool_))
    runs = tuple(
        Run(
            name,
            run_offsets,
            codes[i].reshape(-1),
            RunFacts(tag=name.partition(".")[0], rows=T * L),
            frozen(np.broadcast_to(shares, (T, L))[codes[i] != OUTSIDE_POOL]),
        )
        for i, name in enumerate(_run_names(_teams(likeness)))
    )
    return Collection(f"{likeness.name} likeness (synthetic)", judgements, runs, synthetic=True)


def trec_files(likeness: Likeness) -> dict[str, str]:
    """Write the collection of a likeness as the text of TREC files.

    Parameters
    ----------
    likeness : Likeness
        A small one: the text of all runs is held in memory.

    Returns
    -------
    dict of str to str
        ``qrels.txt`` and ``runs/<run>`` for each run. `gapviz.load` of these files gives the same judgements
        and codes as `generate`.
    """
    names = _run_names(_teams(likeness))
    topics = _topic_names(likeness)
    T, L, U = likeness.topics, likeness.run_length, likeness.candidates
    scores = _scores(L).tolist()
    qrels: list[str] = []
    rows: dict[str, list[str]] = {name: [] for name in names}
    for t, topic in enumerate(_topics(likeness)):
        judged = np.flatnonzero(topic.judged)
        documents = _document_names(likeness.prefix, t * U + judged)
        qrels += [
            f"{topics[t]} 0 {document.decode()} {grade}\n"
            for document, grade in zip(documents.tolist(), topic.grades[judged].tolist(), strict=True)
        ]
        for i, name in enumerate(names):
            own = T * U + (i * T + t) * L + np.arange(L)
            numbers = np.where(topic.found[i] < 0, own, t * U + topic.found[i])
            rows[name] += [
                f"{topics[t]} Q0 {document.decode()} {n} {scores[n - 1]:.4f} {name.partition('.')[0]}\n"
                for n, document in enumerate(_document_names(likeness.prefix, numbers).tolist(), start=1)
            ]
    return {"qrels.txt": "".join(qrels)} | {f"runs/{name}": "".join(rows[name]) for name in names}


def _scores(length: int) -> FloatArray:
    """Score at each rank, shape (length,), as the text of a file has it."""
    return np.round(1000 / (60 + np.arange(1, length + 1)), 4)


def _topics(likeness: Likeness) -> Iterator[_Topic]:
    """Draw the topics one after the other, so that scores are held for one topic only."""
    model = likeness.model
    rng = np.random.Generator(np.random.PCG64(likeness.seed))
    teams = _teams(likeness)
    pooled = _places_in_team(teams) < likeness.pooled_runs
    counts = _relevant_counts(likeness, rng)
    skill = _strengths(model.skill, teams, likeness.topics, rng)
    skill += model.ease * rng.standard_normal(likeness.topics)
    emphasis = _strengths(model.emphasis, teams, likeness.topics, rng)
    breadth = np.maximum(0.2, 1 + model.breadth * rng.standard_normal(likeness.runs)).astype(np.float32)
    U, shape = likeness.candidates, (likeness.runs, likeness.candidates)
    for t in range(likeness.topics):
        grades = np.zeros(U, dtype=np.int64)
        relevant = np.argsort(rng.random(U), kind="stable")[: counts[t].sum()]
        grades[relevant] = np.repeat(np.arange(1, likeness.c + 1), counts[t])
        scores = rng.standard_normal(shape, dtype=np.float32)
        scores[:, relevant] *= breadth[:, None]
        scores += np.float32(model.team) * rng.standard_normal((likeness.teams, U), dtype=np.float32)[teams]
        scores += np.float32(model.shared) * rng.standard_normal(U, dtype=np.float32)
        scores[:, relevant] += skill[:, t, None] + emphasis[:, t, None] * (grades[relevant] - 1)
        depth = likeness.pool_depths[t % len(likeness.pool_depths)]
        order = _order(scores)
        judged = np.zeros(U, dtype=np.bool_)
        judged[order[pooled, :depth]] = True
        yield _Topic(
            _into_pool(grades, judged, rng),
            judged,
            _spread_out(order, likeness.run_length, depth, model.thinning),
        )


def _relevant_counts(likeness: Likeness, rng: np.random.Generator) -> IntArray:
    """Draw R[k] for k = 1..c, shape (T, c), with the likeness's minimum, average, maximum and few."""
    T, c, low, high = likeness.topics, likeness.c, likeness.relevant_minimum, likeness.relevant_maximum
    z = rng.standard_normal(T)
    sizes = low + (likeness.relevant_average - low) * np.exp(likeness.spread * z - likeness.spread**2 / 2)
    totals = np.clip(sizes, low + 1, high - 1).astype(np.int64)
    totals[np.argmin(z)], totals[np.argmax(z)] = low, high
    target = round(likeness.relevant_average * T)
    # Documents are added or taken one by one until the sum is right, the extremes untouched.
    while missing := target - int(totals.sum()):
        step = np.sign(missing)
        inner = (totals > low) & (totals < high) & (totals + step > low) & (totals + step < high)
        totals[np.flatnonzero(inner)[: abs(missing)]] += step

    counts = np.zeros((T, c), dtype=np.int64)
    few = np.zeros((T, c), dtype=np.bool_)
    for k in range(2, c + 1):
        wide = np.flatnonzero(totals >= 2 * (9 + c))
        few[wide[np.argsort(rng.random(wide.size), kind="stable")[: likeness.few[k - 2]]], k - 1] = True
        # 3 u^2 has mean 1: in most topics the share is small, in some it is large.
        share = np.minimum(likeness.shares[k - 2] * 3 * rng.random(T) ** 2, 0.9 / (c - 1))
        usual = np.floor(totals * share).astype(np.int64)
        # More than a tenth of all relevant documents is never few; none at all isn't few either.
        usual = np.where(rng.random(T) < 0.1, 0, np.maximum(usual, totals // 10 + 1))
        counts[:, k - 1] = np.where(few[:, k - 1], 0, usual)
    # Each of the c - 1 grades takes at most 1 / (9 + c) of what is left, so R[1] keeps 10 times as many.
    most = (totals - counts.sum(axis=1)) // (9 + c)
    drawn = 1 + np.floor(rng.random((T, c)) * most[:, None]).astype(np.int64)
    counts = np.where(few, np.minimum(drawn, most[:, None]), counts)
    counts[:, 0] = totals - counts.sum(axis=1)
    return counts


def _strengths(
    spec: tuple[float, float, float, float], teams: IntArray, topics: int, rng: np.random.Generator
) -> FloatArray:
    """Draw the strength of each run on each topic, shape (N, T), from its mean and three deviations."""
    mean, between_teams, between_runs, between_topics = spec
    strengths = between_topics * rng.standard_normal((teams.size, topics))
    strengths += between_teams * rng.standard_normal(int(teams.max()) + 1)[teams, None]
    strengths += between_runs * rng.standard_normal((teams.size, 1))
    return mean + strengths


def _order(scores: npt.NDArray[np.float32]) -> CodeArray:
    """Candidates by falling score, shape (N, U).

    Whole numbers that hold score and candidate are all distinct: every sorting algorithm, and so every
    machine, puts them in the same order.
    """
    steps = np.clip(scores, -15.0, 15.0) * np.float32(-(2**14))
    keys = (steps.astype(np.int32) << CANDIDATE_BITS) | np.arange(scores.shape[1], dtype=np.int32)
    keys.sort(axis=1)
    return keys & ((1 << CANDIDATE_BITS) - 1)


def _spread_out(order: CodeArray, length: int, depth: int, thinning: float) -> CodeArray:
    """Place ordered candidates at ranks 1..length, shape (N, length); -1 is a document of the run's own."""
    places = np.arange(1, order.shape[1] + 1)
    below = np.floor(depth * (places / depth) ** thinning).astype(np.int64)
    ranks = np.where(places <= depth, places, below)
    kept = ranks <= length
    found = np.full((order.shape[0], length), -1, dtype=np.int32)
    found[:, ranks[kept] - 1] = order[:, kept]
    return found


def _into_pool(grades: IntArray, judged: BoolArray, rng: np.random.Generator) -> IntArray:
    """Move the grades of relevant candidates outside the pool to pooled ones without a grade."""
    lost = np.flatnonzero((grades > 0) & ~judged)
    free = np.flatnonzero((grades == 0) & judged)
    chosen = free[np.argsort(rng.random(free.size), kind="stable")[: lost.size]]
    moved = grades.copy()
    moved[chosen], moved[lost] = grades[lost], 0
    return moved


def _teams(likeness: Likeness) -> IntArray:
    """Team of each run, ascending, shape (N,); every team has a run."""
    rng = np.random.Generator(np.random.PCG64(likeness.seed))
    more = rng.integers(0, likeness.teams, likeness.runs - likeness.teams)
    return np.sort(np.concatenate([np.arange(likeness.teams), more]))


def _places_in_team(teams: IntArray) -> IntArray:
    """Return the number of each run within its team, from 0, shape (N,)."""
    return np.arange(teams.size) - np.searchsorted(teams, teams)


def _run_names(teams: IntArray) -> list[str]:
    places = _places_in_team(teams)
    return [
        f"team{string.ascii_uppercase[team]}.{place + 1}"
        for team, place in zip(teams.tolist(), places.tolist(), strict=True)
    ]


def _topic_names(likeness: Likeness) -> tuple[str, ...]:
    return tuple(str(likeness.first_topic + t) for t in range(likeness.topics))


def _document_names(prefix: str, numbers: IntArray) -> BytesArray:
    """Document ids such as ``SYN10-000123``, shape (D,)."""
    digits = (numbers[:, None] // 10 ** np.arange(5, -1, -1) % 10 + ord("0")).astype(np.uint8)
    start = np.frombuffer(f"{prefix}-".encode(), dtype=np.uint8)
    letters = np.concatenate([np.broadcast_to(start, (numbers.size, start.size)), digits], axis=1)
    return np.ascontiguousarray(letters).view(f"S{letters.shape[1]}").reshape(-1)
