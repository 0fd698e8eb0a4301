"""Correlation of the graded measures with references, at many user models at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gapviz.analysis.rankings.scores import Empty, Topics, scores
from gapviz.analysis.rankings.sets import within
from gapviz.analysis.rankings.tau import Coefficient, tau_against
from gapviz.analysis.users.family import GRADED, Family, family
from gapviz.arrays import BoolArray, FloatArray, frozen
from gapviz.measures.measure import Measure
from gapviz.notebook import shown_table
from gapviz.profile import Profile

if TYPE_CHECKING:
    import pandas as pd

REFERENCES = {"AP": "AP", "nDCG": "nDCG", "RBP": "RBP(p=0.8,rel=1)", "bpref": "bpref"}
"""The measures that the graded ones are compared with, by the headings of the paper's tables."""


@dataclass(frozen=True, eq=False)
class Ground:
    """What a sweep needs of a collection: all of it that does not depend on g.

    Attributes
    ----------
    sums : Family
        Of the runs of the set, over the topics that count.
    against : tuple of Measure
        References, length K.
    references : float64 array, shape (K, N)
        Means of the runs by the references.
    """

    sums: Family
    against: tuple[Measure, ...]
    references: FloatArray


@dataclass(frozen=True, eq=False)
class Sweep:
    """The graded measures at many user models.

    Attributes
    ----------
    g : float64 array, shape (P, c)
    measures : tuple of str
        GAP, xGAP and eGAP.
    against : tuple of Measure
        References, length K.
    runs : tuple of str
        Length N.
    means : float64 array, shape (3, P, N)
    tau : float64 array, shape (3, P, K)
        NaN where it is undefined.
    """

    g: FloatArray
    measures: tuple[str, ...]
    against: tuple[Measure, ...]
    runs: tuple[str, ...]
    means: FloatArray
    tau: FloatArray

    def frame(self) -> pd.DataFrame:
        """Return the coefficients as a table: a row for each g; references by their headings."""
        import pandas as pd

        headings = {text: name for name, text in REFERENCES.items()}
        names = [headings.get(str(measure), str(measure)) for measure in self.against]
        return pd.DataFrame(
            {
                **{f"g{h + 1}": self.g[:, h] for h in range(self.g.shape[1])},
                **{
                    f"{measure}, {name}": self.tau[m, :, k]
                    for k, name in enumerate(names)
                    for m, measure in enumerate(self.measures)
                },
            }
        )

    def _repr_html_(self) -> str:
        """Show the coefficients."""
        return shown_table(f"Correlations over {len(self.runs)} runs", self.frame(), digits=3)


def ground(
    profile: Profile,
    *,
    against: Sequence[Measure | str] = tuple(REFERENCES.values()),
    run_set: BoolArray | None = None,
    topic_set: BoolArray | None = None,
    topics: Topics = "judged",
    empty: Empty = "zero",
) -> Ground:
    """Compute what all sweeps over a collection share.

    Parameters
    ----------
    profile : Profile
    against : sequence of Measure or str
        Measures that do not follow g, to correlate GAP, xGAP and eGAP with.
    run_set : bool array, shape (N,), optional
    topic_set : bool array, shape (T,), optional
    topics, empty
        Which topics a mean counts; see `gapviz.scores`.

    Returns
    -------
    Ground

    Raises
    ------
    InputError
        For a text that is no measure, or a measure that does not fit the collection's grades.

    Examples
    --------
    >>> from gapviz.measures.example import example
    >>> ground(example(), against=["AP"]).references.round(4).tolist()
    [[0.5667]]
    """
    scored = scores(profile, against, topics=topics, empty=empty)
    kept = within(scored, runs=run_set, topics=topic_set)
    sums = family(profile, scored.counted if topic_set is None else scored.counted & topic_set)
    if run_set is not None:
        sums = sums.take(np.flatnonzero(run_set))
    return Ground(sums, scored.measures, frozen(kept.means()))


def sweep(ground: Ground, g: FloatArray, *, coefficient: Coefficient = "b") -> Sweep:
    """Correlate GAP, xGAP and eGAP at every g with the references.

    Parameters
    ----------
    ground : Ground
    g : float64 array, shape (P, c)
        User models: `users.line`, `users.simplex_grid`.
    coefficient : {"b", "ap"}
        tau_AP goes through the graded measure's ranking; the reference says what is right.

    Returns
    -------
    Sweep

    Examples
    --------
    At g = (1, 0) all three are AP:

    >>> from gapviz.collection.synthetic.likenesses import SMALL
    >>> from gapviz.collection.synthetic.draw import generate
    >>> from gapviz.profile import profile
    >>> counted = profile(generate(SMALL))
    >>> sweep(ground(counted, against=["AP"]), np.eye(counted.c)[:1]).tau.ravel().tolist()
    [1.0, 1.0, 1.0]
    """
    means = np.stack([ground.sums.means(measure, g) for measure in GRADED])
    tau = tau_against(means.reshape(-1, means.shape[2]), ground.references, coefficient=coefficient)
    return Sweep(
        g=g,
        measures=GRADED,
        against=ground.against,
        runs=ground.sums.runs,
        means=frozen(means),
        tau=frozen(tau.reshape(*means.shape[:2], -1)),
    )
