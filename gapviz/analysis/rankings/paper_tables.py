"""The paper's tables of correlations for any collection, with the printed values beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from gapviz import users
from gapviz.analysis.rankings.scores import Empty, Topics, scores
from gapviz.analysis.rankings.sets import first_quartile
from gapviz.analysis.rankings.tau import tau_each
from gapviz.analysis.users.family import GRADED
from gapviz.analysis.users.sweep import REFERENCES, ground, sweep
from gapviz.arrays import BoolArray, FloatArray, frozen
from gapviz.collection.health.topics import topic_sets
from gapviz.collection.synthetic.printed import PrintedTau
from gapviz.notebook import shown_table
from gapviz.profile import Profile

STEPS = {1: 1, 2: 10}
"""Steps of g from 0 to 1 by number of thresholds; `STEPS_ABOVE` for more."""

STEPS_ABOVE = 5


@dataclass(frozen=True, eq=False)
class TauTable:
    """Correlations in the shape of the paper's Tables 2 and 3.

    Attributes
    ----------
    g : float64 array, shape (P, c)
        Unless asked otherwise in steps of 0.1 for c = 2, else of 0.2.
    measures : tuple of str
        Rows: GAP, xGAP, eGAP.
    against : tuple of str
        Columns: GAP at the same g, then AP, nDCG, RBP, bpref.
    topic_sets : tuple of str
        All topics, and those with few documents of a grade.
    topics : tuple of int
        Topics in each set.
    runs : int
        How many were taken; unless asked otherwise those at or above the first quartile by MAP.
    tau : float64 array, shape (P, 3, 5, Z)
        NaN where it is undefined.
    """

    g: FloatArray
    measures: tuple[str, ...]
    against: tuple[str, ...]
    topic_sets: tuple[str, ...]
    topics: tuple[int, ...]
    runs: int
    tau: FloatArray

    def rows(self) -> Iterator[tuple[tuple[float, ...], str, str, str, float]]:
        """Yield g, measure, against, topic set and tau, in the order of the tables."""
        for p, g in enumerate(self.g.tolist()):
            for m, measure in enumerate(self.measures):
                for k, against in enumerate(self.against):
                    for z, topics in enumerate(self.topic_sets):
                        yield tuple(g), measure, against, topics, float(self.tau[p, m, k, z])

    def _repr_html_(self) -> str:
        """Show the rows."""
        names = ("g", "measure", "against", "topics", "tau")
        columns = dict(zip(names, zip(*self.rows(), strict=True), strict=True))
        return shown_table(f"Kendall's tau-b over {self.runs} runs", columns, digits=3)

    def beside(self, printed: Iterable[PrintedTau], collection: str) -> FloatArray:
        """Put the numbers that a paper prints for a collection at the places of `tau`.

        Parameters
        ----------
        printed : iterable of PrintedTau
        collection : str
            TREC 10, TREC 14 or TREC 21.

        Returns
        -------
        float64 array, shape (P, 3, 5, Z)
            NaN where nothing is printed.
        """
        known = {
            (tuple(round(part, 6) for part in one.g), one.measure, one.against, one.topics): one.tau
            for one in printed
            if one.collection == collection
        }
        values = [
            known.get((tuple(round(part, 6) for part in g), measure, against, topics), np.nan)
            for g, measure, against, topics, _ in self.rows()
        ]
        return np.array(values).reshape(self.tau.shape)


def printed_along(
    printed: Iterable[PrintedTau], g: FloatArray, *, collection: str, against: str, topics: str
) -> dict[str, list[tuple[float, float]]]:
    """Find the numbers that a paper prints at user models of a path.

    Parameters
    ----------
    printed : iterable of PrintedTau
    g : float64 array, shape (P, c)
        The path.
    collection, against, topics : str
        As in `PrintedTau`.

    Returns
    -------
    dict from measure to list of (g1, tau)
        For GAP, xGAP and eGAP, in the order of `printed`; empty where nothing is printed.

    Examples
    --------
    >>> one = PrintedTau("TREC 10", (0.1, 0.9), "GAP", "AP", "all", 0.84)
    >>> path = np.array([[0.0, 1.0], [0.1, 0.9]])
    >>> printed_along([one], path, collection="TREC 10", against="AP", topics="all")["GAP"]
    [(0.1, 0.84)]
    """
    lines: dict[str, list[tuple[float, float]]] = {measure: [] for measure in GRADED}
    for one in printed:
        if (one.collection, one.against, one.topics) != (collection, against, topics):
            continue
        on_path = len(one.g) == g.shape[1] and (np.abs(g - one.g).sum(axis=1) < users.SUM_TOLERANCE).any()
        if on_path and one.measure in lines:
            lines[one.measure].append((one.g[0], one.tau))
    return lines


def tau_table(
    profile: Profile,
    *,
    g: FloatArray | None = None,
    run_set: BoolArray | None = None,
    topics: Topics = "judged",
    empty: Empty = "zero",
) -> TauTable:
    """Compute the table of a collection.

    Parameters
    ----------
    profile : Profile
    g : float64 array, shape (P, c), optional
        User models; by default the paper's steps (`STEPS`).
    run_set : bool array, shape (N,), optional
        Runs to take; those at or above the first quartile by MAP by default.
    topics, empty
        Which topics a mean counts; see `gapviz.scores`.

    Returns
    -------
    TauTable

    References
    ----------
    Ferrante, Ferro and Maistro, section 6, Tables 2 and 3.
    """
    if run_set is None:
        run_set = first_quartile(scores(profile, ["AP"], topics=topics, empty=empty).means()[0])
    if g is None:
        g = users.simplex_grid(profile.c, STEPS.get(profile.c, STEPS_ABOVE))
    sets = topic_sets(profile.pool.counts)
    taus = []
    for mask in sets.values():
        prepared = ground(profile, run_set=run_set, topic_set=mask, topics=topics, empty=empty)
        swept = sweep(prepared, g)
        with_gap = tau_each(swept.means.transpose(1, 0, 2))[:, :, :1]  # of each measure with GAP
        taus.append(np.concatenate([with_gap, swept.tau.transpose(1, 0, 2)], axis=2))
    return TauTable(
        g=g,
        measures=GRADED,
        against=("GAP", *REFERENCES),
        topic_sets=tuple(sets),
        topics=tuple(int(mask.sum()) for mask in sets.values()),
        runs=int(run_set.sum()),
        tau=frozen(np.stack(taus, axis=3)),
    )
