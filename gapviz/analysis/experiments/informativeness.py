"""How well a measure's value tells where the relevant documents of a list stand."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast, get_args

import numpy as np

from gapviz import users
from gapviz.analysis.experiments.inference import (
    SUPPORTED,
    Known,
    inferred_from,
    inferred_precision,
    require_supported,
    retrieved_grades,
)
from gapviz.analysis.experiments.runner import ordered
from gapviz.analysis.rankings.curves import threshold_curve
from gapviz.arrays import BoolArray, FloatArray, IntArray, frozen
from gapviz.collection.errors import InputError, require
from gapviz.measures.measure import Measure
from gapviz.measures.parse import measure
from gapviz.profile import Profile

if TYPE_CHECKING:
    import pandas as pd

LEAST = 5
"""Documents of each grade that a list retrieves, for enough points on its curve ([R] section 4.1)."""


@dataclass(frozen=True, eq=False)
class Informativeness:
    """Errors of inferred curves; complete or still growing.

    Attributes
    ----------
    measures : tuple of str
        Length M.
    runs, topics : tuple of str
        Of the profile.
    lists : int64 array, shape (L, 2)
        Numbers of run and topic.
    errors : float64 array, shape (M, c, L)
        Root of the mean squared difference of precisions between inferred and actual curve, where grades of
        h = 1..c or more are relevant. NaN where it has not been done, or nothing can be inferred.
    done : int
        Lists and measures that have been done, of L * M.
    """

    measures: tuple[str, ...]
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    lists: IntArray
    errors: FloatArray
    done: int

    @property
    def total(self) -> int:
        """Lists and measures in all."""
        return len(self.lists) * len(self.measures)

    @property
    def shared(self) -> IntArray:
        """Lists that all measures could be inferred from: those that the means are over."""
        return np.flatnonzero(~np.isnan(self.errors).any(axis=(0, 1)))

    def means(self) -> FloatArray:
        """Return the mean error by measure and threshold over the shared lists, shape (M, c); NaN without.

        Returns
        -------
        float64 array, shape (M, c)
        """
        shared = self.shared
        if not shared.size:
            return np.full(self.errors.shape[:2], np.nan)
        return cast(FloatArray, self.errors[:, :, shared].mean(axis=2))

    def frame(self) -> pd.DataFrame:
        """Return a row for each measure, threshold and list that has been done.

        Returns
        -------
        pandas.DataFrame
            Columns measure, threshold, run, topic, error.
        """
        import pandas as pd

        m, h, l = np.nonzero(~np.isnan(self.errors))  # noqa: E741
        return pd.DataFrame(
            {
                "measure": np.array(self.measures, dtype=object)[m],
                "threshold": h + 1,
                "run": np.array(self.runs, dtype=object)[self.lists[l, 0]],
                "topic": np.array(self.topics, dtype=object)[self.lists[l, 1]],
                "error": self.errors[m, h, l],
            }
        )

    def summary(self) -> pd.DataFrame:
        """Return a row for each measure and threshold.

        Returns
        -------
        pandas.DataFrame
            Columns measure, threshold, lists (the number that the mean is over), error.
        """
        import pandas as pd

        M, c = self.errors.shape[:2]
        return pd.DataFrame(
            {
                "measure": np.repeat(np.array(self.measures, dtype=object), c),
                "threshold": np.tile(np.arange(1, c + 1), M),
                "lists": self.shared.size,
                "error": self.means().ravel(),
            }
        )


def path_texts(c: int, *, steps: int = 10) -> tuple[str, ...]:
    """Texts of the measures of the paper's figure 2: GAP as g[1] grows from 0 to 1, and nDCG.

    Parameters
    ----------
    c : int
        Highest grade; the other thresholds share what g[1] leaves equally. With 1 there is one GAP.
    steps : int
        From 0 to 1.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> path_texts(2, steps=2)
    ('GAP(g=0,1)', 'GAP(g=0.5,0.5)', 'GAP(g=1,0)', 'nDCG(gain=exponential)')
    """
    models = users.path(np.full(c, 1.0 / c), steps + 1) if c > 1 else np.ones((1, 1))
    # Twelve decimals keep the texts short; the sum stays well within `users.SUM_TOLERANCE` of 1.
    texts = (",".join(map(repr, g)) for g in models.round(12).tolist())
    return (*(str(measure(f"GAP(g={text})")) for text in texts), "nDCG(gain=exponential)")


def informativeness(
    profile: Profile,
    measures: Sequence[Measure | str],
    *,
    known: Known = "judged",
    least: int = LEAST,
    lists: int | None = 200,
    seed: int = 0,
    topic_set: BoolArray | None = None,
    run_set: BoolArray | None = None,
    workers: int = 1,
) -> Iterator[Informativeness]:
    """Infer each list's curve from each measure's value, and compare it with the actual one.

    Parameters
    ----------
    profile : Profile
    measures : sequence of Measure or str
        AP, GAP, xGAP, eGAP, nDCG with any parameters (`path_texts` has those of the paper's figure).
    known : {"judged", "retrieved"}
        See `inferred_grades`.
    least : int
        A list takes part where it retrieves so many documents of each grade, at least 1.
    lists : int, optional
        How many of them are drawn at random; None for all.
    seed : int
    topic_set, run_set : bool arrays, shapes (T,) and (N,), optional
        Topics and runs whose lists take part (`gapviz.analysis.rankings.sets`); all by default.
    workers : int
        Threads; they don't change the numbers.

    Yields
    ------
    Informativeness
        After each list and measure, with all that has been done; the last is complete. Closing the generator
        stops the work.

    Raises
    ------
    InputError
        For another measure, or where no list has so many documents of each grade.

    References
    ----------
    Robertson, Kanoulas and Yilmaz, Extending Average Precision to Graded Relevance Judgments, section 4.1 and
    figure 2. Its curves with highly relevant documents only are those of threshold c, the others of 1.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> *_, last = informativeness(example(), ["AP"], known="retrieved", least=1)
    >>> last.lists.tolist(), last.errors.shape
    ([[0, 0]], (1, 2, 1))
    """
    chosen = [measure(one) if isinstance(one, str) else one for one in measures]
    for one in chosen:
        require_supported(one)
    require("known", known, get_args(Known))
    if not chosen:
        raise InputError("informativeness", f"one of {', '.join(SUPPORTED)}", "none")
    if least < 1:
        raise InputError("least", "at least one document of each grade", str(least))
    if lists is not None and lists < 1:
        raise InputError("lists", "one list or more", str(lists))
    enough = (retrieved_grades(profile) >= least).all(axis=2)
    enough &= True if topic_set is None else topic_set
    enough &= True if run_set is None else run_set[:, None]
    eligible = np.argwhere(enough)
    if not len(eligible):
        raise InputError(
            "informativeness", f"a run and topic with {least} retrieved documents of each grade", "none"
        )
    if lists is not None and lists < len(eligible):
        drawn = np.random.default_rng(seed).choice(len(eligible), lists, replace=False)
        eligible = eligible[np.sort(drawn)]
    values = [one(profile) for one in chosen]
    so_far = Informativeness(
        measures=tuple(map(str, chosen)),
        runs=profile.runs,
        topics=profile.topics,
        lists=frozen(eligible),
        errors=np.full((len(chosen), profile.c, len(eligible)), np.nan),
        done=0,
    )
    cells = itertools.product(eligible.tolist(), zip(chosen, values, strict=True))
    for number, cell_errors in enumerate(ordered(partial(_errors, profile, known), cells, workers=workers)):
        place, m = divmod(number, len(chosen))
        errors = so_far.errors.copy()
        errors[m, :, place] = cell_errors
        so_far = dataclasses.replace(so_far, errors=frozen(errors), done=number + 1)
        yield so_far


def _errors(
    profile: Profile, known: Known, cell: tuple[Sequence[int], tuple[Measure, FloatArray]]
) -> FloatArray:
    """Errors of one list by one measure at each threshold, shape (c,)."""
    (run, topic), (measure, scores) = cell
    errors = np.full(profile.c, np.nan)
    grades = inferred_from(profile, measure, scores, run, topic, known)
    if grades is None:
        return errors
    for h in range(1, profile.c + 1):
        actual = threshold_curve(profile, run, topic, h=h).precision
        inferred = inferred_precision(grades, retrieved=actual.size, h=h)
        errors[h - 1] = np.sqrt(((inferred - actual) ** 2).mean())  # [R] section 4.1
    return errors
