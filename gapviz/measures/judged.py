"""Share of judged documents at the top of a list."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import CUT
from gapviz.measures.relevant import ratio
from gapviz.profile import Profile


def judged_share(profile: Profile, *, n: int | None = None) -> FloatArray:
    """Share of judged documents, of any grade, among the first n that the run has.

    Parameters
    ----------
    profile : Profile
    n : int, optional
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    ir_measures, Judged.

    Examples
    --------
    Grades 1, 0, 2, none, 1: three of the first four are judged, 3/4 = 0.75.

    >>> from gapviz.measures.example import example
    >>> judged_share(example(), n=4).item()
    0.75
    """
    kept = np.ones(profile.judged_ranks.size, bool) if n is None else profile.judged_ranks <= n
    before = np.concatenate(([0], np.cumsum(kept)))
    judged = np.diff(before[profile.judged_starts]).reshape(profile.shape)
    return ratio(judged, profile.retrieved if n is None else np.minimum(profile.retrieved, n))


JUDGED = Definition(
    name="Judged",
    group="Incomplete judgements",
    function=judged_share,
    formula=r"\mathrm{Judged}@n = \frac{|\{m \le n : \text{document } m \text{ is judged}\}|}"
    r"{\min(n, \text{documents retrieved})}",
    source="ir_measures, Judged",
    range="0 to 1",
    limits="A document that was pooled without a judgement is not judged. A run with fewer than n documents "
    "is divided by as many as it has; 0 for a topic that the run lacks.",
    example="Judged@4",
    graded=False,
    parameters=(CUT,),
)
