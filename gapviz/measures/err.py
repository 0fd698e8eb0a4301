"""Expected reciprocal rank."""

from __future__ import annotations

from functools import partial

import numpy as np

from gapviz.arrays import FloatArray
from gapviz.collection.errors import InputError
from gapviz.collection.grades import HIGHEST
from gapviz.measures.citations import CHAPELLE
from gapviz.measures.facts import Facts, product
from gapviz.measures.measure import Definition, Parameter
from gapviz.measures.parameters import CUT, whole
from gapviz.measures.relevant import Relevant, Terms
from gapviz.profile import Profile


def expected_reciprocal_rank(profile: Profile, *, c: int | None = None, n: int | None = None) -> FloatArray:
    """Mean of 1/rank of the document that satisfies the user; a better grade is likelier to satisfy.

    Parameters
    ----------
    profile : Profile
    c : int, optional
        Highest grade of the scale; that of the collection by default.
    n : int, optional
        Cut-off.

    Returns
    -------
    float64 array, shape (N, T)

    Raises
    ------
    InputError
        Where `c` is below the collection's highest grade.

    References
    ----------
    Chapelle, Metzler, Zhang and Grinspan, Expected Reciprocal Rank for Graded Relevance (2009).

    Examples
    --------
    Grades 1, 0, 2, none, 1 with c = 2: they satisfy with 1/4, 0, 3/4, 0, 1/4. ERR = 1/4 + 1/3 * 3/4 * 3/4 +
    1/5 * 1/4 * 3/4 * 1/4 = 0.4469.

    >>> from gapviz.measures.example import example
    >>> expected_reciprocal_rank(example()).round(4).item()
    0.4469
    """
    return _terms(profile, c=c, n=n).sum()


def _terms(profile: Profile, *, c: int | None = None, n: int | None = None) -> Terms:
    highest = profile.c if c is None else c
    if highest < profile.c:
        raise InputError("c", f"c of at least {profile.c} (grades go to {profile.c})", str(c))
    relevant = Relevant(profile, n=n)
    grades = relevant.grades
    satisfied = (2.0 ** np.arange(profile.c + 1) - 1.0) / 2.0**highest  # R_i, [V] section B, Table I

    # prod over i < n of (1 - R_i), from whole numbers: how many of each grade stand above.
    unsatisfied = np.ones(grades.size)
    for k in range(1, profile.c + 1):
        of_grade = grades == k
        before = np.cumsum(of_grade) - of_grade
        above = before - before[relevant.firsts]
        powers = (1.0 - satisfied[k]) ** np.arange(above.max(initial=0) + 1)
        unsatisfied *= powers[above]
    return Terms(relevant, satisfied[grades] * unsatisfied / relevant.ranks)  # [V] section B


def _term(facts: Facts, *, c: int | None = None, n: int | None = None) -> str:
    highest = 2 ** (facts.c if c is None else c)
    *above, satisfied = [f"{2**grade - 1}/{highest}" for grade in facts.grades]
    return product(f"1/{facts.n}", satisfied, *(f"(1 - {share})" for share in above))


ERR = Definition(
    name="ERR",
    group="Gain and discount",
    function=expected_reciprocal_rank,
    formula=r"\mathrm{ERR}@n = \sum_{m \le n} \frac{1}{m} R_m \prod_{i < m} (1 - R_i), \quad"
    r" R_i = \frac{2^{r[i]} - 1}{2^c}",
    source=CHAPELLE,
    range="0 to below 1",
    limits="c is that of the collection, not of the topic; gdeval and ir_measures take 4: ERR(c=4). "
    "0 for a topic that the run lacks.",
    example="ERR",
    graded=True,
    parameters=(
        Parameter(
            "c",
            "highest grade of the scale; that of the collection where not given",
            partial(whole, name="c", highest=HIGHEST),
        ),
        CUT,
    ),
    terms=_terms,
    term=_term,
)
