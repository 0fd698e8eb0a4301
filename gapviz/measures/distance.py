"""Average distance measure: the run's scores against the grades."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.measures.citations import KISHIDA
from gapviz.measures.measure import Definition
from gapviz.measures.relevant import ratio
from gapviz.profile import Profile


def average_distance(profile: Profile) -> FloatArray:
    """One minus the mean distance of the run's scaled score from grade over c, over the judged documents.

    Parameters
    ----------
    profile : Profile

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        For a run without scores.

    Notes
    -----
    The paper's mean is over the whole database, most of which nobody judged; here it is over the documents
    whose grade is known. Ranks play no part.

    References
    ----------
    Kishida, Property of Average Precision and its Generalization, eq. 38.

    Examples
    --------
    Grades 1, 0, 2, none, 1 with c = 2 and scaled scores 1, 3/4, 1/2, 1/4, 0; grades 2, 0, 0 are not
    retrieved. Distances 1/2, 3/4, 1/2, 1/2 and 1, 0, 0, sum 3.25 over seven documents: 1 - 3.25/7 = 0.5357.

    >>> from gapviz.measures.example import example
    >>> average_distance(example()).round(4).item()
    0.5357
    """
    for run, distances in zip(profile.runs, profile.distances, strict=True):
        if np.isnan(distances).any():
            raise InputError("run", "a run with scores", f"none in {run}")
    judged, relevant = profile.pool.counts.sum(axis=1), profile.pool.recall_bases[:, 0]
    scored = (profile.retrieved > 0) & (relevant > 0)
    return np.where(scored, 1.0 - ratio(profile.distances, judged), 0.0)  # [K] eq. 38


ADM = Definition(
    name="ADM",
    group="Graded relevance",
    function=average_distance,
    formula=r"v_A = 1 - \frac{1}{|D|} \sum_{d \in D} \left| s_d - \frac{r_d}{c} \right|, \quad"
    r" D \text{ the judged documents}",
    source=f"{KISHIDA}, eq. 38",
    range="0 to 1",
    limits="A run's scores are scaled to 0..1 topic by topic; a judged document not retrieved has 0. "
    "0 for a topic with nothing relevant and for a topic that the run lacks.",
    example="ADM",
    graded=True,
)
