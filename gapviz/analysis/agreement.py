"""Agreement of measures for several user models and sets of topics, as the xGAP paper tabulates it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from gapviz.analysis.correlation import tau_matrix
from gapviz.analysis.scores import scores
from gapviz.arrays import BoolArray, FloatArray
from gapviz.profile import Profile

GRADED = ("GAP", "xGAP", "eGAP")
"""The rows of the paper's tables."""

REFERENCES = ("AP", "nDCG", "RBP", "bpref")
"""The columns after GAP."""

UNDEFINED = "undefined"
"""What stands for a tau that does not exist: all runs tie under one of the two measures."""


@dataclass(frozen=True, eq=False)
class Agreement:
    """Kendall's tau-b between the graded family and other measures.

    Attributes
    ----------
    users : tuple of g
        G user models.
    measures : tuple of str
        GAP, xGAP and eGAP.
    against : tuple of str
        GAP under the same g, and K - 1 further measures.
    sets : tuple of str
        Names of S sets of topics.
    tau : float64 array, shape (G, 3, K, S)
        From -1 to 1; NaN where it is undefined.
    """

    users: tuple[tuple[float, ...], ...]
    measures: tuple[str, ...]
    against: tuple[str, ...]
    sets: tuple[str, ...]
    tau: FloatArray


def agreement(
    profile: Profile,
    users: Sequence[Sequence[float]],
    *,
    sets: Mapping[str, BoolArray],
    references: Sequence[str] = REFERENCES,
    topics: Literal["judged", "run"] = "judged",
    empty: Literal["zero", "omit"] = "zero",
) -> Agreement:
    """Correlate GAP, xGAP and eGAP with GAP and with other measures.

    Parameters
    ----------
    profile : Profile
    users : sequence of g
        User models, each of length c.
    sets : mapping from name to bool array, shape (T,)
        Topics that the means are over; see `gapviz.collection.topics.topic_sets`.
    references : sequence of str
        Texts of measures that do not depend on g.
    topics, empty
        Which topics a mean counts; see `gapviz.scores`.

    Returns
    -------
    Agreement

    References
    ----------
    Ferrante, Ferro, Maistro, section 6, Tables 2 and 3.
    """
    shape = (len(users), len(GRADED), 1 + len(references), len(sets))
    tau = np.empty(shape)
    fixed = scores(profile, references, topics=topics, empty=empty)
    for i, g in enumerate(users):
        shares = ",".join(repr(float(share)) for share in g)
        family = scores(profile, [f"{name}(g={shares})" for name in GRADED], topics=topics, empty=empty)
        for s, mask in enumerate(sets.values()):
            means = np.vstack([family.among(mask).means(), fixed.among(mask).means()])
            found = tau_matrix(means)[: len(GRADED)]
            tau[i, :, 0, s] = found[:, 0]
            tau[i, :, 1:, s] = found[:, len(GRADED) :]
    return Agreement(
        tuple(tuple(map(float, g)) for g in users), GRADED, ("GAP", *references), tuple(sets), tau
    )
