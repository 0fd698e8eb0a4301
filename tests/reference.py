"""Slow definitions, straight from the papers: what the fast code has to mean.

A ranked list is a sequence of grades: 0..c, `UNJUDGED` for a document that was pooled without a judgement,
None for one outside the pool. ``R[k]`` counts the judged documents of grade k, retrieved or not.
Numbers are exact (`Fraction`) wherever the definition is rational.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
import struct
from collections.abc import Callable, Sequence
from fractions import Fraction

Ranked = Sequence[int | None]


def grades(ranked: Ranked) -> list[int]:
    """r[n]: what is not judged counts as 0."""
    return [max(0, grade or 0) for grade in ranked]


def recall_base(R: Sequence[int], h: int) -> int:
    return sum(R[h:])


# --- The family of average precision: double sums of Ferrante, Ferro and Maistro ---


def average_precision(ranked: Ranked, R: Sequence[int], rel: int = 1) -> Fraction:
    """Eq. 2, with the indicator of eq. 3."""
    r, RB = grades(ranked), recall_base(R, rel)
    if RB == 0:
        return Fraction(0)
    inner = [sum(r[m] >= rel and r[n] >= rel for m in range(n + 1)) for n in range(len(r))]
    return sum((Fraction(count, n + 1) for n, count in enumerate(inner)), Fraction(0)) / RB


def gap(ranked: Ranked, R: Sequence[int], g: Sequence[Fraction]) -> Fraction:
    """Eq. 4; ``g[h - 1]`` belongs to threshold h."""
    r, c = grades(ranked), len(g)
    below = sum(R[k] * sum(g[:k], Fraction(0)) for k in range(1, c + 1))
    if below == 0:
        return Fraction(0)
    above = sum(
        (Fraction(1, n + 1) * sum(_delta(r[m], r[n], g) for m in range(n + 1)) for n in range(len(r))),
        Fraction(0),
    )
    return above / below


def xgap(ranked: Ranked, R: Sequence[int], g: Sequence[Fraction]) -> Fraction:
    """Eq. 5."""
    r, total = grades(ranked), Fraction(0)
    for n in range(len(r)):
        reached = sum(g[: r[n]], Fraction(0))
        if reached == 0:
            continue
        share = sum(g[k - 1] / recall_base(R, k) for k in range(1, r[n] + 1))
        total += Fraction(1, n + 1) * share / reached * sum(_delta(r[m], r[n], g) for m in range(n + 1))
    return total


def egap(ranked: Ranked, R: Sequence[int], g: Sequence[Fraction]) -> Fraction:
    """Eq. 6."""
    r, total = grades(ranked), Fraction(0)
    tau = max((k for k in range(1, len(R)) if R[k]), default=0)
    for n in range(len(r)):
        for k in range(1, tau + 1):
            both = sum(r[m] >= k and r[n] >= k for m in range(n + 1))
            total += Fraction(1, n + 1) * g[k - 1] / recall_base(R, k) * both
    return total


def _delta(first: int, second: int, g: Sequence[Fraction]) -> Fraction:
    """Delta of eq. 4: the probability that a user counts both documents as relevant."""
    return sum(g[: min(first, second)], Fraction(0))


# --- Other measures: mathematics.md, section 4 ---


def precision(ranked: Ranked, R: Sequence[int], n: int, rel: int = 1) -> Fraction:
    return Fraction(sum(grade >= rel for grade in grades(ranked)[:n]), n)


def recall(ranked: Ranked, R: Sequence[int], n: int, rel: int = 1) -> Fraction:
    RB = recall_base(R, rel)
    return Fraction(sum(grade >= rel for grade in grades(ranked)[:n]), RB) if RB else Fraction(0)


def r_precision(ranked: Ranked, R: Sequence[int], rel: int = 1) -> Fraction:
    RB = recall_base(R, rel)
    return precision(ranked, R, RB, rel) if RB else Fraction(0)


def average_precision_at(ranked: Ranked, R: Sequence[int], n: int, rel: int = 1) -> Fraction:
    """trec_eval's map_cut: AP of the first n, over all relevant documents."""
    return average_precision(ranked[:n], R, rel)


def reciprocal_rank(ranked: Ranked, n: int | None = None, rel: int = 1) -> Fraction:
    found = [rank for rank, grade in enumerate(grades(ranked)[:n], 1) if grade >= rel]
    return Fraction(1, found[0]) if found else Fraction(0)


def success(ranked: Ranked, n: int, rel: int = 1) -> Fraction:
    return Fraction(any(grade >= rel for grade in grades(ranked)[:n]))


def judged_share(ranked: Ranked, n: int | None = None) -> Fraction:
    first = ranked[:n]
    judged = sum(grade is not None and grade >= 0 for grade in first)
    return Fraction(judged, len(first)) if first else Fraction(0)


def interpolated_precision(
    ranked: Ranked, R: Sequence[int], recall: float, rel: int = 1, *, nearest: bool = False
) -> Fraction:
    """trec_eval's iprec_at_recall: 9 cuts off recall * RB + 0.9, 10 takes the nearest whole number."""
    share = recall * recall_base(R, rel)
    needed = math.floor(share + 0.5) if nearest else math.floor(share + 0.9)
    r = grades(ranked)
    counts = [sum(grade >= rel for grade in r[:n]) for n in range(len(r) + 1)]
    return max(
        (Fraction(counts[n], n) for n in range(1, len(r) + 1) if counts[n] >= max(needed, 1)),
        default=Fraction(0),
    )


def ndcg(ranked: Ranked, R: Sequence[int], n: int | None = None, *, exponential: bool = False) -> float:
    def dcg(list_: list[int]) -> float:
        gains = [2**grade - 1 if exponential else grade for grade in list_[:n]]
        return math.fsum(gain / math.log2(1 + rank) for rank, gain in enumerate(gains, 1))

    ideal = [grade for grade in range(len(R) - 1, 0, -1) for _ in range(R[grade])]
    return dcg(grades(ranked)) / dcg(ideal) if ideal else 0.0


def rank_biased_precision(ranked: Ranked, p: Fraction, rel: int = 1) -> Fraction:
    return (1 - p) * sum(p**n for n, grade in enumerate(grades(ranked)) if grade >= rel)


def graded_rank_biased_precision(ranked: Ranked, p: Fraction, c: int) -> Fraction:
    return (1 - p) * sum(Fraction(grade, c) * p**n for n, grade in enumerate(grades(ranked)))


def expected_reciprocal_rank(ranked: Ranked, c: int, n: int | None = None) -> Fraction:
    total, going_on = Fraction(0), Fraction(1)
    for rank, grade in enumerate(grades(ranked)[:n], 1):
        satisfied = Fraction(2**grade - 1, 2**c)
        total += going_on * satisfied / rank
        going_on *= 1 - satisfied
    return total


def binary_preference(ranked: Ranked, R: Sequence[int], rel: int = 1) -> Fraction:
    relevant, N = recall_base(R, rel), sum(R[:rel])
    judged = [grade for grade in ranked if grade is not None and grade >= 0]
    total = Fraction(0)
    for place, grade in enumerate(judged):
        if grade >= rel:
            above = sum(other < rel for other in judged[:place])
            total += 1 - (Fraction(min(above, relevant), min(relevant, N)) if above else 0)
    return total / relevant if relevant else Fraction(0)


def inferred_average_precision(ranked: Ranked, R: Sequence[int], rel: int = 1) -> Fraction:
    relevant, e, total = recall_base(R, rel), Fraction(1, 100_000), Fraction(0)
    for k, grade in enumerate(ranked, 1):
        if grade is None or grade < rel:
            continue
        if k == 1:
            total += 1
            continue
        pooled = [other for other in ranked[: k - 1] if other is not None]
        above = sum(other >= rel for other in pooled)
        nonrelevant = sum(0 <= other < rel for other in pooled)
        inferred = (above + e) / (above + nonrelevant + 2 * e)
        total += Fraction(1, k) + Fraction(k - 1, k) * Fraction(len(pooled), k - 1) * inferred
    return total / relevant if relevant else Fraction(0)


def printed_binary_preference(ranked: Ranked, R: Sequence[int], rel: int = 1, more: int = 0) -> Fraction:
    """Yilmaz and Aslam eq. 1; `more` = 10 is bpref-10. The first R + more judged non-relevant count."""
    relevant, total = recall_base(R, rel), Fraction(0)
    judged = [grade for grade in ranked if grade is not None and grade >= 0]
    first = [place for place, grade in enumerate(judged) if grade < rel][: relevant + more]
    for place, grade in enumerate(judged):
        if grade >= rel:
            total += 1 - Fraction(sum(other < place for other in first), relevant + more)
    return total / relevant if relevant else Fraction(0)


def condensed(ranked: Ranked) -> list[int]:
    """The list without the documents that have no judgement."""
    return [grade for grade in ranked if grade is not None and grade >= 0]


def ideal(R: Sequence[int]) -> list[int]:
    """y: judged documents by falling grade, the relevant ones."""
    return [grade for grade in range(len(R) - 1, 0, -1) for _ in range(R[grade])]


def at(list_: Sequence[int], n: int) -> int:
    """Grade at rank n; 0 past the end."""
    return list_[n - 1] if n <= len(list_) else 0


def q_measure(ranked: Ranked, R: Sequence[int], beta: Fraction = Fraction(1)) -> Fraction:
    """Kishida eq. 35, with beta: ranks as they are."""
    x, y, total = grades(ranked), ideal(R), Fraction(0)
    for n in range(1, len(x) + 1):
        if x[n - 1] > 0:
            above = beta * sum(x[:n]) + sum(grade > 0 for grade in x[:n])
            total += above / (beta * sum(y[:n]) + n)
    return total / len(y) if y else Fraction(0)


def r_measure(ranked: Ranked, R: Sequence[int], beta: Fraction = Fraction(1)) -> Fraction:
    x, n = grades(ranked), len(ideal(R))
    if n == 0:
        return Fraction(0)
    return (beta * sum(x[:n]) + sum(grade > 0 for grade in x[:n])) / (beta * sum(ideal(R)) + n)


def weighted_average_precision(ranked: Ranked, R: Sequence[int]) -> Fraction:
    """Kishida eq. 34."""
    x, y = grades(ranked), ideal(R)
    parts = [Fraction(sum(x[:n]), sum(y[:n])) for n in range(1, len(x) + 1) if x[n - 1] > 0]
    return sum(parts, Fraction(0)) / len(y) if y else Fraction(0)


def generalised_average_precision(ranked: Ranked, R: Sequence[int]) -> Fraction:
    """Kishida eq. 42."""

    def means(list_: Sequence[int]) -> Fraction:
        listed = [Fraction(sum(list_[:n]), n) for n in range(1, len(list_) + 1) if list_[n - 1] > 0]
        return sum(listed, Fraction(0))

    return means(grades(ranked)) / means(ideal(R)) if ideal(R) else Fraction(0)


def cumulated_gain(ranked: Ranked, n: int) -> Fraction:
    return Fraction(sum(grades(ranked)[:n]))


def discounted(list_: Sequence[int], b: float, n: int | None) -> float:
    """Kishida eq. 30."""
    gains = enumerate(list_[:n], 1)
    return math.fsum(grade / math.log(m, b) if m >= b else grade for m, grade in gains)


def jk_ndcg(ranked: Ranked, R: Sequence[int], b: float, n: int | None = None) -> float:
    return discounted(grades(ranked), b, n) / discounted(ideal(R), b, n) if ideal(R) else 0.0


def average_ndcg(ranked: Ranked, R: Sequence[int], b: float, n: int) -> float:
    """Kishida eq. 32."""
    return math.fsum(jk_ndcg(ranked, R, b, i) for i in range(1, n + 1)) / n


def sliding_ratio(
    ranked: Ranked, R: Sequence[int], n: int | None = None, *, modified: bool = False
) -> Fraction:
    """Kishida eq. 26 and 27."""

    def weighted(list_: Sequence[int]) -> Fraction:
        parts = [Fraction(grade, m if modified else 1) for m, grade in enumerate(list_[:n], 1)]
        return sum(parts, Fraction(0))

    return weighted(grades(ranked)) / weighted(ideal(R)) if ideal(R) else Fraction(0)


def generalised_precision(ranked: Ranked, c: int, n: int) -> Fraction:
    return sum((Fraction(grade, c) for grade in grades(ranked)[:n]), Fraction(0)) / n


def generalised_recall(ranked: Ranked, R: Sequence[int], n: int) -> Fraction:
    return Fraction(sum(grades(ranked)[:n]), sum(ideal(R))) if ideal(R) else Fraction(0)


def ranked_half_life(ranked: Ranked, R: Sequence[int], n: int) -> Fraction:
    """Median of grouped data; n where the first n ranks do not hold half, 0 where nothing is relevant."""
    x, half = grades(ranked)[:n], Fraction(sum(ideal(R)), 2)
    if half == 0:
        return Fraction(0)
    for m in range(1, len(x) + 1):
        if sum(x[:m]) >= half:
            return m - 1 + (half - sum(x[: m - 1])) / x[m - 1]
    return Fraction(n)


def relevant_ranks(ranked: Ranked, R: Sequence[int], N: int, rel: int) -> list[int]:
    """Ranks of all relevant documents; those that are not retrieved stand at the last of N ranks."""
    found = [n for n, grade in enumerate(grades(ranked), 1) if grade >= rel]
    return found + [N - i for i in range(recall_base(R, rel) - len(found))]


def normalised_recall(ranked: Ranked, R: Sequence[int], N: int, rel: int = 1) -> Fraction:
    """Kishida eq. 7."""
    ranks = relevant_ranks(ranked, R, N, rel)
    number = len(ranks)
    if number in (0, N):
        return Fraction(number > 0)
    return 1 - Fraction(sum(ranks) - sum(range(1, number + 1)), number * (N - number))


def normalised_precision(ranked: Ranked, R: Sequence[int], N: int, rel: int = 1) -> float:
    """Kishida eq. 8."""
    ranks = relevant_ranks(ranked, R, N, rel)
    number = len(ranks)
    if number in (0, N):
        return float(number > 0)
    excess = math.fsum(map(math.log, ranks)) - math.log(math.factorial(number))
    return 1 - excess / math.log(math.comb(N, number))


def average_distance(ranked: Ranked, R: Sequence[int], scores: Sequence[Fraction]) -> Fraction:
    """Kishida eq. 38 over the judged documents; ``scores[n - 1]`` is the scaled score at rank n."""
    c = len(R) - 1
    if not ranked or recall_base(R, 1) == 0:
        return Fraction(0)
    total, left = Fraction(0), list(R)
    for grade, score in zip(ranked, scores, strict=True):
        if grade is not None and grade >= 0:
            total += abs(score - Fraction(grade, c))
            left[grade] -= 1
    total += sum((Fraction(grade, c) * number for grade, number in enumerate(left)), Fraction(0))
    return 1 - total / sum(R)


def tau_b(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Kendall's tau-b over all pairs; None where one list is constant."""
    pairs = [(i, j) for i in range(len(a)) for j in range(i)]
    first = [(a[i] > a[j]) - (a[i] < a[j]) for i, j in pairs]
    second = [(b[i] > b[j]) - (b[i] < b[j]) for i, j in pairs]
    untied = math.sqrt(sum(map(abs, first)) * sum(map(abs, second)))
    return sum(x * y for x, y in zip(first, second, strict=True)) / untied if untied else None


def precision_sums(ranked: Ranked, c: int) -> list[list[Fraction]]:
    """S of mathematics.md, section 2: ``[r - 1][h - 1]``."""
    r = grades(ranked)
    S = [[Fraction(0)] * c for _ in range(c)]
    for n in range(len(r)):
        for h in range(1, r[n] + 1):
            S[r[n] - 1][h - 1] += Fraction(sum(r[m] >= h for m in range(n + 1)), n + 1)
    return S


def tau_ap(a: Sequence[float], b: Sequence[float]) -> float | None:
    """Probability, scaled to -1..1, that a run above a random lower one stands rightly above it.

    Yilmaz, Aslam and Robertson (2008), section 4: go down the ranking by `a`; `b` is right. Ties as in one
    half of Urbano and Marrero's tau_AP,b: those of `a` are no pair, those of `b` aren't right.
    """
    chances = []
    for i in range(len(a)):
        above = [j for j in range(len(a)) if a[j] > a[i]]
        if above:
            chances.append(Fraction(sum(b[j] > b[i] for j in above), len(above)))
    if not chances or len(set(b)) == 1:
        return None
    return float(2 * sum(chances) / len(chances) - 1)


def graded_points(
    ranked: Ranked, R: Sequence[int], g: Sequence[Fraction]
) -> list[tuple[int, Fraction, Fraction]]:
    """Rank, graded recall and graded precision: mathematics.md, section 3."""
    r = grades(ranked)
    C = [sum(g[:k], Fraction(0)) for k in range(len(g) + 1)]
    total = sum(R[k] * C[k] for k in range(1, len(g) + 1))
    points = []
    for n in range(len(r)):
        if C[r[n]] > 0:
            recall = sum((C[r[m]] for m in range(n + 1)), Fraction(0)) / total
            precision = sum((C[min(r[m], r[n])] for m in range(n + 1)), Fraction(0)) / (n + 1) / C[r[n]]
            points.append((n + 1, recall, precision))
    return points


# --- Files: one row after another, one topic after another ---


@functools.lru_cache(maxsize=4)
def fields(content: bytes) -> list[tuple[int, list[str]]]:
    """Line number and fields of each row; blank lines and comments are none."""
    text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    rows = [(number, re.split(r"[ \t\v\f]+", line)) for number, line in enumerate(text.split("\n"), 1)]
    filled = [(number, [field for field in row if field]) for number, row in rows]
    return [(number, row) for number, row in filled if row and not row[0].startswith("#")]


def rank_documents(rows: Sequence[tuple[str, str, str]], ties: str) -> list[str]:
    """Documents of one topic in order, from its (document, rank, score) in file order."""
    if ties == "file":
        ordered = list(rows)
    elif ties == "rank":
        ordered = sorted(rows, key=lambda row: int(row[1]))
    else:
        size = "f" if ties == "trec_eval9" else "d"

        def score(text: str) -> float:
            return float(struct.unpack(size, struct.pack(size, float(text)))[0])

        ordered = sorted(rows, key=lambda row: (score(row[2]), row[0].encode()), reverse=True)
    return [document for document, _, _ in ordered]


def ranked_lists(content: bytes, ties: str) -> dict[str, list[str]]:
    """Documents of each topic of a run file in order."""
    topics: dict[str, list[tuple[str, str, str]]] = {}
    for _, row in fields(content):
        topics.setdefault(row[0], []).append((row[2], row[3], row[4]))
    return {topic: rank_documents(rows, ties) for topic, rows in topics.items()}


# --- Swaps for c = 2, g = (x, 1 - x), where a difference of means is a fraction of polynomials ---

Polynomial = list[Fraction]
"""Coefficients, of the constant first; without zeros at the end."""


def lead_polynomial(
    measure: Callable[[Ranked, Sequence[int], Sequence[Fraction]], Fraction],
    topics: Sequence[tuple[Ranked, Ranked, Sequence[int]]],
) -> Polynomial:
    """Sum over topics of one run's score less the other's, times all of GAP's denominators, in x.

    It goes through as many places within 0 < x < 1 as such a polynomial needs: its degree is below T + 3.
    """
    places = [Fraction(i, len(topics) + 4) for i in range(1, len(topics) + 4)]
    values = []
    for x in places:
        g = (x, 1 - x)
        sums = [measure(a, R, g) - measure(b, R, g) for a, b, R in topics]
        below = [R[1] * x + R[2] for _, _, R in topics if R[1] + R[2]]
        values.append(sum(sums, Fraction(0)) * math.prod(below, start=Fraction(1)))
    total: Polynomial = []
    for x, value in zip(places, values, strict=True):  # Lagrange
        others = [other for other in places if other != x]
        part = [value / math.prod((x - other for other in others), start=Fraction(1))]
        for other in others:
            part = [a - other * b for a, b in zip([Fraction(0), *part], [*part, Fraction(0)], strict=True)]
        total = [a + b for a, b in itertools.zip_longest(total, part, fillvalue=Fraction(0))]
    return _trimmed(total)


def sign_changes(p: Polynomial, precision: Fraction) -> tuple[int, list[Fraction]]:
    """Sign of p right above 0, and the places in 0 < x < 1 where it changes, by Sturm's theorem."""
    if not p:
        return 0, []
    while p[0] == 0:  # x > 0 has no sign of its own
        p = p[1:]
    chain = [p, _trimmed([k * a for k, a in enumerate(p)][1:])]
    while chain[-1]:
        chain.append([-a for a in _remainder(chain[-2], chain[-1])])

    def changes(x: Fraction) -> int:
        signs = [value for q in chain[:-1] if (value := _value(q, x))]
        return sum(a * b < 0 for a, b in itertools.pairwise(signs))

    found = []
    parts = [(Fraction(0), Fraction(1))]  # without the lower end, with the upper one
    while parts:
        low, high = parts.pop()
        roots = changes(low) - changes(high)
        if roots > 1:
            middle = low + (high - low) * Fraction(101, 211)
            assert _value(p, middle) != 0
            parts += [(middle, high), (low, middle)]
        elif roots and (sign := _value(p, low)) * _value(p, high) < 0:
            while high - low > precision:
                middle = (low + high) / 2
                low, high = (middle, high) if _value(p, middle) * sign > 0 else (low, middle)
            found.append(high)
    return (1 if p[0] > 0 else -1), found


def _value(p: Polynomial, x: Fraction) -> Fraction:
    return functools.reduce(lambda value, a: value * x + a, reversed(p), Fraction(0))


def _trimmed(p: Polynomial) -> Polynomial:
    return _trimmed(p[:-1]) if p and p[-1] == 0 else p


def _remainder(p: Polynomial, q: Polynomial) -> Polynomial:
    while len(p) >= len(q):
        factor = p[-1] / q[-1]
        shifted = [Fraction(0)] * (len(p) - len(q)) + [factor * a for a in q]
        p = _trimmed([a - b for a, b in zip(p, shifted, strict=True)][:-1])
    return p
