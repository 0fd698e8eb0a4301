"""Binary preference."""

from __future__ import annotations

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.measures.binary import NOTHING_RELEVANT
from gapviz.measures.measure import Definition
from gapviz.measures.parameters import THRESHOLD
from gapviz.measures.relevant import Relevant, ratio, recall_base, total
from gapviz.measures.sources import BUCKLEY, YILMAZ
from gapviz.profile import Profile


def binary_preference(profile: Profile, *, rel: int = 1) -> FloatArray:
    """Mean share of the judged non-relevant documents that a relevant one stands above; no others count.

    Parameters
    ----------
    profile : Profile
    rel : int
        Lowest grade that counts as relevant.

    Returns
    -------
    float64 array, shape (N, T)

    References
    ----------
    Buckley and Voorhees, Retrieval Evaluation with Incomplete Information (2004), in the form of trec_eval's
    ``bpref``; Yilmaz and Aslam, Estimating Average Precision with Incomplete and Imperfect Judgments, eq. 1.

    Examples
    --------
    Grades 1, 0, 2, none, 1, four relevant and three judged non-relevant documents, of which 0, 1 and 1 stand
    above the retrieved relevant ones: (1 + 2/3 + 2/3) / 4 = 0.5833.

    >>> from gapviz.measures.example import example
    >>> binary_preference(example()).round(4).item()
    0.5833
    """
    R = recall_base(profile, rel)
    N = profile.pool.counts.sum(axis=1) - R
    relevant = Relevant(profile, rel)
    topics = relevant.segments % len(profile.topics)
    above = np.minimum(relevant.nonrelevant_above, R[topics])
    # [Y] eq. 1 with trec_eval's divisor; it is 0 only where no judged non-relevant document stands above.
    misplaced = ratio(above, np.minimum(R, N)[topics])
    return ratio(total(profile, relevant.segments, 1.0 - misplaced), R)


BPREF = Definition(
    name="bpref",
    function=binary_preference,
    formula=r"\mathrm{bpref} = \frac{1}{R} \sum_{r}"
    r" \left(1 - \frac{\min(|n \text{ above } r|, R)}{\min(R, N)}\right)",
    source=f"{BUCKLEY}; {YILMAZ}, eq. 1; trec_eval, bpref",
    range="0 to 1",
    limits="1 for a relevant document with no judged non-relevant one above it. " + NOTHING_RELEVANT,
    example="bpref",
    graded=False,
    parameters=(THRESHOLD,),
)
