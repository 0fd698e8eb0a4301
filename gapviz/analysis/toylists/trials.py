"""The random experiments whose expectation GAP, xGAP, eGAP and infAP are, on a toy list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from gapviz import users
from gapviz.analysis.toylists.lists import OUTSIDE, ToyList
from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError, require
from gapviz.collection.grades import UNJUDGED
from gapviz.measures.infap import SMOOTHING
from gapviz.measures.relevant import up_to

Kind = Literal["GAP", "xGAP", "eGAP", "infAP"]

MOST = 1_000_000
"""Trials of an experiment at most."""

NOWHERE = 0
"""Rank of a document that was not retrieved, which the papers call infinite, or of none at all."""


@dataclass(frozen=True, eq=False)
class Trials:
    """Trials of a random experiment, step by step.

    Attributes
    ----------
    kind : {"GAP", "xGAP", "eGAP", "infAP"}
    toy : ToyList
    first_thresholds : int64 array, shape (trials,)
        Threshold of the user who selects in step 1; 0 where the experiment has none.
    first_ranks : int64 array, shape (trials,)
        Rank of the selected relevant document; `NOWHERE` where it was not retrieved or there is none.
    first_grades : int64 array, shape (trials,)
        Grade of the selected document; 0 where there is none.
    second_ranks : int64 array, shape (trials,)
        Rank of the document selected at or above; `NOWHERE` where there was no rank to start from.
    last_thresholds : int64 array, shape (trials,)
        Threshold of the user who judges it; 0 where the experiment has none.
    outcomes : bool array, shape (trials,)
        Whether it is relevant.
    """

    kind: Kind
    toy: ToyList
    first_thresholds: IntArray
    first_ranks: IntArray
    first_grades: IntArray
    second_ranks: IntArray
    last_thresholds: IntArray
    outcomes: BoolArray

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def mean(self) -> float:
        """Share of the trials with outcome 1."""
        return float(self.outcomes.mean())

    @property
    def standard_error(self) -> float:
        """Standard error of the mean."""
        return float(self.outcomes.std(ddof=1) / np.sqrt(len(self))) if len(self) > 1 else float("nan")

    def running(self, points: IntArray) -> tuple[FloatArray, FloatArray]:
        """Return mean and standard error after these numbers of trials.

        Parameters
        ----------
        points : int64 array, shape (P,)
            From 1 to the number of trials.

        Returns
        -------
        float64 arrays, shape (P,) each
            The standard error of one trial is NaN.
        """
        means = np.cumsum(self.outcomes)[points - 1] / points
        with np.errstate(divide="ignore", invalid="ignore"):
            errors = np.sqrt(means * (1.0 - means) / (points - 1))  # of zeros and ones: s / sqrt(n)
        return means, np.where(points > 1, errors, np.nan)

    def band(self, points: IntArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return `running` as the mean less its standard error, the mean, and the mean with it.

        Parameters
        ----------
        points : int64 array, shape (P,)

        Returns
        -------
        float64 arrays, shape (P,) each
        """
        means, errors = self.running(points)
        return means - errors, means, means + errors

    def story(self, trial: int) -> tuple[str, ...]:
        """Tell one trial, a sentence a step as the paper numbers them.

        Parameters
        ----------
        trial : int
            From 0.

        Returns
        -------
        tuple of str
        """
        rank, grade = int(self.first_ranks[trial]), int(self.first_grades[trial])
        user, judge = int(self.first_thresholds[trial]), int(self.last_thresholds[trial])
        target = f"a document of grade {grade}, " + (f"at rank {rank}" if rank else "which was not retrieved")
        chosen = {
            "GAP": [f"Select a document that is relevant to a user: {target}."],
            "xGAP": [
                f"Select a user, with threshold {user}, and a document relevant to this user: {target}."
            ],
            "eGAP": [
                f"Select a user: the threshold is {user}.",
                f"Select a document relevant to this user: {target}.",
            ],
            "infAP": [f"Select a judged relevant document: {target}."],
        }[self.kind]
        if not grade:
            nobody = (
                f"No document is relevant to a user with threshold {user}" if user else "Nothing is relevant"
            )
            return (*chosen[: len(chosen) - 1], f"{nobody}: the outcome is 0.")
        if not rank:
            return (*chosen, "There is no rank at or above it: the outcome is 0.")
        second = int(self.second_ranks[trial])
        outcome = int(self.outcomes[trial])
        select = f"Select a rank from 1 to {rank}: rank {second}, {_named(self.toy.ranked[second - 1])}."
        judged = {
            "GAP": f"A user who finds the first document relevant, with threshold {judge}, judges the second",
            "xGAP": f"Another user who finds the first document relevant, with threshold {judge}, judges it",
            "eGAP": f"The same user, with threshold {judge}, judges it",
            "infAP": "Its relevance, inferred from the judged documents above where it has no judgement",
        }[self.kind]
        return (*chosen, select, f"{judged}: the outcome is {outcome}.")


def trials(
    kind: Kind, toy: ToyList, number: int, *, seed: int, g: Sequence[float] = (), rel: int = 1
) -> Trials:
    """Run a random experiment many times.

    Parameters
    ----------
    kind : {"GAP", "xGAP", "eGAP", "infAP"}
    toy : ToyList
    number : int
        Trials, 1 to `MOST`.
    seed : int
        Equal seeds give equal trials.
    g : sequence of float, length c
        Threshold probabilities; infAP has none.
    rel : int
        Lowest grade that counts as relevant, for infAP.

    Returns
    -------
    Trials
        Their mean tends to the measure's value.

    Raises
    ------
    InputError
        For another experiment, a wrong number of trials, a wrong g, or a threshold off the scale.

    Notes
    -----
    In GAP's and xGAP's last step "relevant given that the first document is" is drawn as a threshold that
    the first document reaches. infAP's third step gives a judged document its relevance, one outside the
    pool 0, and a pooled one without a judgement 1 with the estimated precision of the judged ones above;
    the smoothing of the formula makes its value differ by about 0.00001.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 3.1;
    Ferrante, Ferro and Maistro, Rethinking How to Extend Average Precision to Graded Relevance, sections 3-5;
    Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, section 2.5.

    Examples
    --------
    >>> drawn = trials("eGAP", ToyList.parse("2.12.1"), 1000, seed=1, g=(0.5, 0.5))
    >>> abs(drawn.mean - 7/12) < 4 * drawn.standard_error
    True
    """
    require("experiment", kind, get_args(Kind))
    if not 1 <= number <= MOST:
        raise InputError("experiment", f"1 to {MOST} trials", str(number))
    draw = np.random.Generator(np.random.PCG64(seed))
    if kind == "infAP":
        return _inferred(toy, number, draw, rel)
    return _graded(kind, toy, number, draw, users.validate(g, c=toy.c))


def checkpoints(number: int) -> IntArray:
    """Numbers of trials at which a running mean is drawn: ever sparser, the last one too.

    Parameters
    ----------
    number : int
        Trials in all.

    Returns
    -------
    int64 array, shape (P,)
        Ascending, at most 200.

    Examples
    --------
    >>> checkpoints(4).tolist()
    [1, 2, 3, 4]
    """
    return np.unique(np.rint(np.geomspace(1, number, min(number, 200))).astype(np.int64))


def _graded(kind: Kind, toy: ToyList, number: int, draw: np.random.Generator, p: FloatArray) -> Trials:
    grades, ranks = _judged(toy)
    if kind == "GAP":
        user = np.zeros(number, np.int64)
        shares = np.concatenate(([0.0], np.cumsum(p)))[grades]  # step 1: C[r] over its sum
        picked = _pick(shares, number, draw)
    else:
        user = _pick(p, number, draw) + 1
        picked = np.empty(number, np.int64)
        for k in range(1, toy.c + 1):  # any of the RB(k) documents relevant to this user
            theirs = np.flatnonzero(user == k)
            picked[theirs] = _pick((grades >= k).astype(float), theirs.size, draw)
    first, rank = np.append(grades, 0)[picked], np.append(ranks, NOWHERE)[picked]
    second = _at_or_above(rank, draw)
    if kind == "eGAP":
        judge = user
    else:  # a user of whom the first document's relevance is known: threshold at most its grade
        judge = np.zeros(number, np.int64)
        for r in range(1, toy.c + 1):
            theirs = np.flatnonzero(first == r)
            judge[theirs] = _pick(p[:r], theirs.size, draw) + 1
    grade_at = np.array([0, *(max(0, grade or 0) for grade in toy.ranked)])
    outcomes = (rank > NOWHERE) & (grade_at[second] >= judge)
    return Trials(
        kind, toy, frozen(user), frozen(rank), frozen(first), frozen(second), frozen(judge), frozen(outcomes)
    )


def _inferred(toy: ToyList, number: int, draw: np.random.Generator, rel: int) -> Trials:
    if not 1 <= rel <= toy.c:
        raise InputError("rel", f"rel {up_to(toy.c)} (grades go to {toy.c})", str(rel))
    grades, ranks = _judged(toy)
    picked = _pick((grades >= rel).astype(float), number, draw)
    first, rank = np.append(grades, 0)[picked], np.append(ranks, NOWHERE)[picked]
    second = _at_or_above(rank, draw)
    signs = toy.signs
    above = np.concatenate(([0], np.cumsum(signs >= rel)))
    judged = np.concatenate(([0], np.cumsum(signs >= 0)))
    # Ranks above the selected one: 0..rank - 1 of the cumulative counts.
    start = np.maximum(rank - 1, 0)
    precision = (above[start] + SMOOTHING) / (judged[start] + 2 * SMOOTHING)  # [Y] section 2.5
    sign = np.append(OUTSIDE, signs)[second]
    outcomes = np.where(sign == UNJUDGED, draw.random(number) < precision, sign >= rel)
    zeros = frozen(np.zeros(number, np.int64))
    return Trials("infAP", toy, zeros, frozen(rank), frozen(first), frozen(second), zeros, frozen(outcomes))


def _judged(toy: ToyList) -> tuple[IntArray, IntArray]:
    """Return grade and rank of each judged document; the rank of one not retrieved is `NOWHERE`."""
    listed = [(grade, n) for n, grade in enumerate(toy.ranked, 1) if grade is not None and grade >= 0]
    documents = [*listed, *((grade, NOWHERE) for grade in toy.missing)]
    return (
        np.array([grade for grade, _ in documents], np.int64),
        np.array([rank for _, rank in documents], np.int64),
    )


def _pick(weights: FloatArray, number: int, draw: np.random.Generator) -> IntArray:
    """Draw numbers with chances in proportion to weights; -1 where all weights are 0."""
    chances = draw.random(number)
    if not weights.sum() > 0:
        return np.full(number, -1)
    heights = np.cumsum(weights)
    picked = np.searchsorted(heights, chances * heights[-1], side="right")
    drawn: IntArray = np.minimum(picked, np.flatnonzero(weights)[-1])  # a product may round up to the sum
    return drawn


def _at_or_above(ranks: IntArray, draw: np.random.Generator) -> IntArray:
    """Draw a rank from 1 to each rank; `NOWHERE` stays."""
    drawn = 1 + np.floor(draw.random(ranks.size) * ranks).astype(np.int64)
    return np.where(ranks > NOWHERE, np.minimum(drawn, ranks), NOWHERE)


def _named(grade: int | None) -> str:
    if grade is None:
        return "a document outside the pool"
    return "a document without a judgement" if grade == UNJUDGED else f"a document of grade {grade}"
