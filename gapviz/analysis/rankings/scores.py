"""Scores: measures of runs on topics, and the convention for their means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError, require, shown
from gapviz.collection.health.topics import MEAN
from gapviz.collection.model import Collection
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.notebook import shown_table
from gapviz.profile import Profile, profile

if TYPE_CHECKING:
    import pandas as pd

RATE = re.compile(r"\brate\b")
"""In the text of a measure: the share of judgements that is left, as in ``subAP(p=rate)``."""

Topics = Literal["judged", "run"]
Empty = Literal["zero", "omit"]


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of runs on topics.

    Attributes
    ----------
    measures : tuple of Measure
        Length M.
    runs : tuple of str
        Length N.
    topics : tuple of str
        Length T.
    values : float64 array, shape (M, N, T)
    counted : bool array, shape (N, T)
        The topics that take part in a run's mean.
    """

    measures: tuple[Measure, ...]
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    values: FloatArray
    counted: BoolArray

    def means(self) -> FloatArray:
        """Mean over the counted topics, shape (M, N); 0 for a run without any, so never NaN.

        Topics are added one after another in the order of their ids as text, as trec_eval does, so that the
        digits that it prints are the same. Which means are equal does not depend on the order:
        `gapviz.analysis.rankings.equality`.

        Returns
        -------
        float64 array, shape (M, N)
        """
        by_topic = np.ascontiguousarray(np.where(self.counted, self.values, 0.0).transpose(2, 0, 1))
        sums = np.zeros(by_topic.shape[1:])
        for topic in by_id(self.topics):  # not `sum`, which adds in an order of its own
            sums += by_topic[topic]
        means: FloatArray = sums / np.maximum(self.counted.sum(axis=1), 1)  # [K] eq. 13
        return means

    def refuse_unclear_topics(self) -> None:
        """Refuse to list topics beside means where the two can't be told apart.

        Raises
        ------
        InputError
            Where a topic is named "all", as the mean is.
        """
        if MEAN in self.topics:
            expected = f"no topic named {shown(MEAN)} where topics are listed, since the mean has that name"
            raise InputError("topics", expected, "one")

    def frame(self, *, per_topic: bool = False) -> pd.DataFrame:
        """Return the scores as a table.

        Parameters
        ----------
        per_topic : bool
            With a row for each counted topic before the mean of its run and measure.

        Raises
        ------
        InputError
            For rows of topics where a topic has the name of the mean (`refuse_unclear_topics`).

        Returns
        -------
        pandas.DataFrame
            Columns run, topic, measure, value; the topic of a mean is "all". Runs in order, each with
            its measures in order.
        """
        import pandas as pd

        if per_topic:
            self.refuse_unclear_topics()
        M, N, T = self.values.shape
        values = np.concatenate([self.values, self.means()[:, :, None]], axis=2).transpose(1, 0, 2)
        shown = np.ones((N, M, T + 1), dtype=bool)
        shown[:, :, :T] = self.counted[:, None, :] & per_topic
        run, of_measure, topic = np.nonzero(shown)
        names = np.array([str(one) for one in self.measures], dtype=object)
        return pd.DataFrame(
            {
                "run": np.array(self.runs, dtype=object)[run],
                "topic": np.array([*self.topics, MEAN], dtype=object)[topic],
                "measure": names[of_measure],
                "value": values[shown],
            }
        )

    def _repr_html_(self) -> str:
        """Show the means: a row for each run, a column for each measure."""
        columns = {str(one): means for one, means in zip(self.measures, self.means(), strict=True)}
        return shown_table(f"Means over {len(self.topics)} topics", {"run": self.runs, **columns})


def by_id(topics: Sequence[str]) -> IntArray:
    """Order topics by their ids as text: the order in which a mean adds them.

    Parameters
    ----------
    topics : sequence of str, length T

    Returns
    -------
    int64 array, shape (T,)

    Examples
    --------
    >>> by_id(["2", "10", "1"]).tolist()
    [2, 1, 0]
    """
    return np.array(sorted(range(len(topics)), key=topics.__getitem__), dtype=np.int64)


def unreadable(text: str) -> InputError | None:
    """Return why a text is no measure, with a number for the word "rate"; None where it is one.

    Parameters
    ----------
    text : str

    Returns
    -------
    InputError or None

    Examples
    --------
    >>> unreadable("subAP(p=rate)") is None, str(unreadable("P"))
    (True, 'P: expected a cut-off, as in P@4, found none')
    """
    try:
        measure(RATE.sub("1", text))
    except InputError as error:
        return error
    return None


def fitting(data: Profile, measures: Sequence[str]) -> tuple[list[str], list[InputError]]:
    """Tell the texts that are measures of this collection from those that are not.

    Parameters
    ----------
    data : Profile
    measures : sequence of str
        In one of them the word "rate" may stand for a number from 0 to 1, as in ``subAP(p=rate)``.

    Returns
    -------
    texts : list of str
        Those that can be scored.
    problems : list of InputError
        One for each other text.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> texts, problems = fitting(example(), ["AP", "AP(rel=3)"])
    >>> texts, str(problems[0])
    (['AP'], 'AP(rel=3): expected rel from 1 to 2 (grades go to 2), found 3')
    """
    texts, problems = [], []
    for text in measures:
        try:
            measure(RATE.sub("1", text))(data)
        except InputError as error:
            problems.append(error)
        else:
            texts.append(text)
    return texts, problems


def scores(
    data: Collection | Profile,
    measures: Sequence[Measure | str],
    *,
    topics: Topics = "judged",
    empty: Empty = "zero",
) -> Scores:
    """Score all runs on all topics.

    Parameters
    ----------
    data : Collection or Profile
        A profile saves the counting where scores are asked more than once.
    measures : sequence of Measure or str
        Texts are read by `gapviz.measure`.
    topics : {"judged", "run"}
        What a mean is over: all judged topics, where one that the run lacks scores 0 (trec_eval ``-c``);
        or the topics that the run has.
    empty : {"zero", "omit"}
        Whether a topic with nothing relevant counts with its score of 0, or is left out.

    Returns
    -------
    Scores

    Raises
    ------
    InputError
        For a text that is no measure, or a measure that does not fit the collection's grades.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> scores(example(), ["P@4", "Recall@5"]).means().tolist()
    [[0.5], [0.75]]
    """
    require("topics", topics, get_args(Topics))
    require("empty", empty, get_args(Empty))
    counts = data if isinstance(data, Profile) else profile(data)
    if isinstance(measures, str) or not isinstance(measures, Iterable):
        raise InputError("measures", "a list of measures", shown(measures))
    chosen = tuple(one if isinstance(one, Measure) else measure(one) for one in measures)
    values = np.empty((len(chosen), *counts.shape))
    for place, one in enumerate(chosen):
        values[place] = one(counts)
    counted = np.ones(counts.shape, dtype=bool) if topics == "judged" else counts.retrieved > 0
    if empty == "omit":
        counted = counted & (counts.pool.recall_bases[:, 0] > 0)
    return Scores(chosen, counts.runs, counts.topics, frozen(values), frozen(counted))
