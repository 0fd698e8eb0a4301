"""The models of the synthetic collections: Table 1 of the xGAP paper, and the strengths of their runs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RunModel:
    """How the runs of a likeness behave; all strengths in units of the noise that one run adds.

    Parameters
    ----------
    skill : (float, float, float, float)
        Mean over runs, then standard deviations between teams, between the runs of a team, and of a run
        between topics.
    emphasis : (float, float, float, float)
        The same for the preference of each grade above 1 over the grade below it.
    ease : float
        Standard deviation of the difficulty of topics, common to all runs.
    shared, team : float
        Strength of the noise that all runs share, and of the noise that runs of a team share.
    breadth : float
        Standard deviation between runs of how unequally a run treats the relevant documents of a topic: its
        own noise on them is multiplied by 1 + breadth * normal, at least by 0.2. A run that finds some of
        them early and others late has high precision at first ranks and low recall.
    thinning : float
        Power, at least 1, with which documents of the run's own spread out the candidates below the pool
        depth.
    """

    skill: tuple[float, float, float, float]
    emphasis: tuple[float, float, float, float]
    ease: float
    shared: float
    team: float
    breadth: float
    thinning: float


@dataclass(frozen=True)
class Likeness:
    """What a synthetic collection must look like: a column of Table 1, and the model that draws it.

    Parameters
    ----------
    name, track, corpus, documents : str
        As printed; `documents` is the size of the corpus, of which a likeness has only the candidates.
    topics, runs, run_length : int
    few : tuple of int, length c - 1
        Topics with R[1] >= 10 R[k] > 0 for k = 2..c.
    runs_above_quartile : int
        Runs at or above the first quartile by MAP, with linear interpolation.
    pool_depths : tuple of int
        Depths of the pool, dealt to the topics in turn. Table 1 prints "25 and 30" for TREC 21 without saying
        which topics have which: read here as half of the topics each.
    relevant_minimum, relevant_average, relevant_maximum : int, float, int
        Relevant documents of a topic.
    spread : float
        Standard deviation of the logarithm of the number of relevant documents.
    shares : tuple of float, length c - 1
        Mean share of grades 2..c among the relevant documents of a topic that has more than few of them.
    first_topic : int
        Number of the first topic.
    prefix : str
        Start of document ids.
    teams, pooled_runs, candidates : int
        Number of teams; runs of each team that make the pool; candidate documents of a topic, at most 4096.
    seed : int
    model : RunModel
    """

    name: str
    track: str
    corpus: str
    documents: str
    topics: int
    few: tuple[int, ...]
    runs: int
    runs_above_quartile: int
    run_length: int
    pool_depths: tuple[int, ...]
    relevant_minimum: int
    relevant_average: float
    relevant_maximum: int
    spread: float
    shares: tuple[float, ...]
    first_topic: int
    prefix: str
    teams: int
    pooled_runs: int
    candidates: int
    seed: int
    model: RunModel

    @property
    def c(self) -> int:
        """Highest grade."""
        return len(self.few) + 1

    @property
    def degrees(self) -> int:
        """Relevance degrees as Table 1 counts them: grades 0..c."""
        return self.c + 1


LIKENESSES = (
    Likeness(
        name="TREC 10", track="Web", corpus="WT10g", documents="1.7M",
        topics=50, few=(17,), runs=95, runs_above_quartile=71, run_length=1000, pool_depths=(100,),
        relevant_minimum=2, relevant_average=67.26, relevant_maximum=372,
        spread=0.9, shares=(0.4,), first_topic=501, prefix="SYN10", teams=24, pooled_runs=2,
        candidates=3200, seed=10,
        model=RunModel((1.4, 0.4, 0.3, 0.4), (0.4, 0.2, 0.15, 0.35), 0.5, 1.0, 0.7, 0.8, 1.3),
    ),
    Likeness(
        name="TREC 14", track="Robust", corpus="AQUAINT", documents="1.0M",
        topics=50, few=(6,), runs=74, runs_above_quartile=55, run_length=1000, pool_depths=(55,),
        relevant_minimum=9, relevant_average=131.22, relevant_maximum=376,
        spread=0.8, shares=(0.5,), first_topic=303, prefix="SYN14", teams=18, pooled_runs=2,
        candidates=2000, seed=14,
        model=RunModel((1.1, 0.35, 0.3, 0.4), (0.3, 0.05, 0.05, 0.2), 0.5, 1.0, 0.7, 0.6, 1.3),
    ),
    Likeness(
        name="TREC 21", track="Web", corpus="ClueWeb09", documents="1040.0M",
        topics=50, few=(10, 7), runs=27, runs_above_quartile=20, run_length=10_000, pool_depths=(25, 30),
        relevant_minimum=6, relevant_average=70.46, relevant_maximum=253,
        spread=0.8, shares=(0.15, 0.3), first_topic=151, prefix="SYN21", teams=11, pooled_runs=9,
        candidates=1600, seed=21,
        model=RunModel((1.2, 0.35, 0.25, 0.2), (0.15, 0.0, 0.0, 0.45), 0.7, 0.8, 0.7, 0.8, 1.8),
    ),
)  # fmt: skip
"""The three columns of Table 1."""

SMALL = Likeness(
    name="Small", track="Example", corpus="none", documents="2,400",
    topics=8, few=(3, 2), runs=12, runs_above_quartile=9, run_length=50, pool_depths=(20,),
    relevant_minimum=4, relevant_average=27.5, relevant_maximum=60,
    spread=0.6, shares=(0.25, 0.25), first_topic=1, prefix="SYNS", teams=5, pooled_runs=2,
    candidates=300, seed=1,
    model=RunModel((1.6, 0.4, 0.3, 0.3), (0.3, 0.2, 0.2, 0.3), 0.4, 0.8, 0.6, 0.5, 1.5),
)  # fmt: skip
"""The collection that data/small/ holds as files."""
