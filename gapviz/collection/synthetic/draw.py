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

import numpy as np

from gapviz.arrays import BytesArray, FloatArray, IntArray, frozen
from gapviz.collection.errors import require
from gapviz.collection.model import Collection, Judgements, Run, RunFacts
from gapviz.collection.reading.ranking import scaled
from gapviz.collection.reading.words import Words
from gapviz.collection.subcollection import told_apart
from gapviz.collection.synthetic.likenesses import LIKENESSES, Likeness
from gapviz.collection.synthetic.topics import places_in_team, teams_of, topics_of

__all__ = ["LIKENESSES", "generate", "likeness", "trec_files"]


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
    N, T, L, U = likeness.runs, likeness.topics, likeness.run_length, likeness.candidates
    codes = np.empty((N, T, L), dtype=np.int32)
    offsets = np.zeros(T + 1, dtype=np.int64)
    numbers, grades = [], []
    for t, topic in enumerate(topics_of(likeness)):
        judged = np.flatnonzero(topic.judged)
        offsets[t + 1] = offsets[t] + judged.size
        code_of = told_apart(t * U + np.arange(U))
        code_of[judged] = np.arange(offsets[t], offsets[t + 1])
        codes[:, t] = np.where(topic.retrieved < 0, told_apart(_own(likeness, t)), code_of[topic.retrieved])
        numbers.append(t * U + judged)
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
            frozen(np.broadcast_to(shares, (T, L))[codes[i] >= 0]),
        )
        for i, name in enumerate(_run_names(teams_of(likeness)))
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
        and codes as `generate`, where the codes that tell documents outside the pool apart are other ones.
    """
    names = _run_names(teams_of(likeness))
    topics = _topic_names(likeness)
    U = likeness.candidates
    scores = _scores(likeness.run_length).tolist()
    qrels: list[str] = []
    rows: dict[str, list[str]] = {name: [] for name in names}
    for t, topic in enumerate(topics_of(likeness)):
        judged = np.flatnonzero(topic.judged)
        documents = _document_names(likeness.prefix, t * U + judged)
        qrels += [
            f"{topics[t]} 0 {document.decode()} {grade}\n"
            for document, grade in zip(documents.tolist(), topic.grades[judged].tolist(), strict=True)
        ]
        own = _own(likeness, t)
        for i, name in enumerate(names):
            numbers = np.where(topic.retrieved[i] < 0, own[i], t * U + topic.retrieved[i])
            rows[name] += [
                f"{topics[t]} Q0 {document.decode()} {n} {scores[n - 1]:.4f} {name.partition('.')[0]}\n"
                for n, document in enumerate(_document_names(likeness.prefix, numbers).tolist(), start=1)
            ]
    return {"qrels.txt": "".join(qrels)} | {f"runs/{name}": "".join(rows[name]) for name in names}


def _own(likeness: Likeness, t: int) -> IntArray:
    """Return the number of the document at each rank that no other run retrieves, shape (N, L)."""
    N, T, L = likeness.runs, likeness.topics, likeness.run_length
    return T * likeness.candidates + (np.arange(N)[:, None] * T + t) * L + np.arange(L)


def _scores(length: int) -> FloatArray:
    """Score at each rank, shape (length,), as the text of a file has it."""
    return np.round(1000 / (60 + np.arange(1, length + 1)), 4)


def _run_names(teams: IntArray) -> list[str]:
    places = places_in_team(teams)
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
