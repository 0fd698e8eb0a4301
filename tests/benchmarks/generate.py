"""Write the benchmark collections as TREC files: seeded, so every machine measures the same bytes.

    python tests/benchmarks/generate.py S1 --folder /tmp/gapviz-benchmark

| size | runs x topics x documents | grades | relevant, judged a topic | rows judged | document ids |
|---|---|---|---|---|---|
| S1 | 95 x 50 x 1,000 | 0..2 | 70.5, 1416 | 44 % | WTX014-B33-166 |
| S2 | 27 x 50 x 10,000 | 0..3 | 78.7, 1390 | 9 % | clueweb09-en0014-33-01166 |
| S3 | 20 x 6,980 x 100 | 0..3 | 2.4, 11.5 | 7 % | 7187158 |
| S4 | 2,000 x 50 x 1,000 | 0..2 | 70.5, 1416 | 44 % | WTX014-B33-166 |
| S5 | 2,000 x 50 x 20 | 0..2 | 20, 100 | 44 % | WTX014-B33-166 |
| S6 | 200 x 5,000 x 10 | 0..3 | 5, 20 | 44 % | 7187158 |
| S7 | 150 x 50 x 100 | 0..10 | 40, 150 | 44 % | WTX014-B33-166 |
| S8 | 150 x 50 x 100 | 0..20 | 60, 200 | 44 % | WTX014-B33-166 |

Rows stand topic by topic, best document first. Runs go from poor to good (AP about 0.03 to 0.6). Scores have
four decimals, so that 32-bit and 64-bit scores order them alike; one run in four has two, and many ties.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
Text = np.ndarray[tuple[int, int], np.dtype[np.uint8]]
"""One row of ASCII codes a value; 0 is no character, so rows may differ in length."""


@dataclass(frozen=True)
class Size:
    """What a collection has.

    `relevant` and `judged` are means over topics, `split` the shares of grades 1, 2, … of the relevant,
    `kept` the chance that a run retrieves a judged document that is not relevant, `lift` how much higher
    judged documents score than others, `skill` how much the best run knows of grades.
    """

    runs: int
    topics: int
    depth: int
    relevant: float
    judged: float
    split: tuple[float, ...]
    kept: float
    lift: float
    skill: float
    document: str
    first_topic: int


SIZES = {
    "S1": Size(95, 50, 1_000, 70.5, 1416, (0.77, 0.23), 0.34, 1.2, 2.3, "WTX{3}-B{2}-{3}", 501),
    "S2": Size(
        27, 50, 10_000, 78.7, 1390, (0.66, 0.25, 0.09), 0.70, 0.8, 1.8, "clueweb09-en{4}-{2}-{5}", 151
    ),
    "S3": Size(20, 6_980, 100, 2.4, 11.5, (0.6, 0.28, 0.12), 0.60, -0.6, 2.2, "{7}", 0),
    "S4": Size(2_000, 50, 1_000, 70.5, 1416, (0.77, 0.23), 0.34, 1.2, 2.3, "WTX{3}-B{2}-{3}", 501),
    "S5": Size(2_000, 50, 20, 20.0, 100, (0.77, 0.23), 0.34, 1.2, 2.3, "WTX{3}-B{2}-{3}", 501),
    "S6": Size(200, 5_000, 10, 5.0, 20, (0.6, 0.28, 0.12), 0.60, 1.2, 2.2, "{7}", 0),
    "S7": Size(150, 50, 100, 40.0, 150, (0.1,) * 10, 0.34, 1.2, 2.3, "WTX{3}-B{2}-{3}", 501),
    "S8": Size(150, 50, 100, 60.0, 200, (0.05,) * 20, 0.34, 1.2, 2.3, "WTX{3}-B{2}-{3}", 501),
}


def generate(size: str, folder: Path) -> None:
    """Write ``qrels.txt`` and ``runs/run000.txt``, … of a size into a folder."""
    write(SIZES[size], int(size[1]), folder)


def write(s: Size, seed: int, folder: Path) -> None:
    """Write ``qrels.txt`` and ``runs/run000.txt``, … of a collection into a folder."""
    rng = np.random.default_rng([2026, seed])
    runs = folder / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    topics = _topics(s, rng)
    judged = np.maximum(4, rng.lognormal(np.log(s.judged) - 0.045, 0.3, s.topics)).astype(np.int64)
    grades = _grades(s, judged, rng)
    documents = _documents(s, grades, rng)
    real = grades >= 0
    topic_of = np.broadcast_to(topics[:, None], grades.shape)
    qrels = [number(topic_of[real]), text(" 0 "), document(s.document, documents[real])]
    (folder / "qrels.txt").write_bytes(lines([*qrels, text(" "), number(grades[real])]))
    for i, skill in enumerate(np.linspace(0.1, s.skill, s.runs)):
        chosen, scores = _run(s, grades, documents, float(skill), rng)
        rows = lines(
            [
                number(np.repeat(topics, s.depth)),
                text(" Q0 "),
                document(s.document, chosen.ravel()),
                text(" "),
                number(np.tile(np.arange(1, s.depth + 1), s.topics)),
                text(" "),
                decimals(scores.ravel(), 2 if i % 4 == 0 else 4),
                text(f" run{i:03d}"),
            ]
        )
        (runs / f"run{i:03d}.txt").write_bytes(rows)


def text(value: str) -> Text:
    """Give one row with the characters of a text."""
    return np.frombuffer(value.encode(), dtype=np.uint8)[None, :]


def number(values: IntArray) -> Text:
    """Give the digits of whole numbers, without leading zeros."""
    digits = padded(values, len(str(int(values.max()))))
    leading = np.logical_and.accumulate(digits[:, :-1] == ord("0"), axis=1)
    digits[:, :-1][leading] = 0
    return digits


def padded(values: IntArray, width: int) -> Text:
    """Give the last `width` digits of whole numbers, with leading zeros."""
    digits = np.empty((values.size, width), dtype=np.uint8)
    rest = values
    for column in range(width - 1, -1, -1):
        rest, digits[:, column] = np.divmod(rest, 10)
    return digits + np.uint8(ord("0"))


def decimals(values: FloatArray, places: int) -> Text:
    """Give values from 0 on with fixed decimals."""
    scaled = np.rint(values * 10**places).astype(np.int64)
    whole, fraction = np.divmod(scaled, 10**places)
    return np.hstack([number(whole), np.tile(text("."), (values.size, 1)), padded(fraction, places)])


def document(pattern: str, values: IntArray) -> Text:
    """Give document ids: ``{3}`` in the pattern takes three digits; a bare number has no zeros."""
    parts = pattern.replace("{", "\0{").replace("}", "\0").split("\0")
    columns: list[Text] = []
    rest = values
    for part in reversed(parts):
        if part.startswith("{"):
            width = int(part[1:])
            rest, last = np.divmod(rest, 10**width)
            columns.insert(0, padded(last, width) if pattern[0] != "{" else number(last))
        elif part:
            columns.insert(0, text(part))
    return _beside(columns)


def lines(columns: list[Text]) -> bytes:
    """Join columns into lines; a column of one row repeats."""
    table = _beside([*columns, text("\n")])
    return bytes(table[table != 0])


def _beside(columns: list[Text]) -> Text:
    rows = max(column.shape[0] for column in columns)
    return np.hstack([np.broadcast_to(column, (rows, column.shape[1])) for column in columns])


def _topics(s: Size, rng: np.random.Generator) -> IntArray:
    if s.first_topic:
        return np.arange(s.first_topic, s.first_topic + s.topics)
    return np.sort(rng.choice(np.arange(2, 1_102_400), s.topics, replace=False))


def _grades(s: Size, judged: IntArray, rng: np.random.Generator) -> IntArray:
    """Grades of the judged documents, shape (T, most judged), relevant first; -1 fills the rows."""
    spread = 0.7 if s.relevant > 10 else 0.5
    draw = rng.lognormal(np.log(s.relevant) - spread**2 / 2, spread, s.topics)
    relevant = np.clip(np.rint(draw), 1, judged // 2)
    place = np.arange(judged.max())
    grades = 1 + rng.choice(len(s.split), (s.topics, place.size), p=s.split)
    grades[place >= relevant[:, None]] = 0
    grades[place >= judged[:, None]] = -1
    return grades


def _documents(s: Size, grades: IntArray, rng: np.random.Generator) -> IntArray:
    """Even numbers for judged documents; `_run` fills up with odd ones."""
    space = 10 ** sum(int(part[0]) for part in s.document.split("{")[1:]) // 2
    start = rng.integers(0, space, (grades.shape[0], 1))
    steps = rng.integers(1, space // (2 * grades.shape[1]), grades.shape).cumsum(axis=1)
    # A topic's numbers are distinct, as they span less than the space; shuffled, so no grade comes first.
    return 2 * rng.permuted((start + steps) % space, axis=1)


def _run(
    s: Size, grades: IntArray, documents: IntArray, skill: float, rng: np.random.Generator
) -> tuple[IntArray, FloatArray]:
    """Draw a ranked list a topic: document numbers and scores, both of shape (T, depth)."""
    space = 10 ** sum(int(part[0]) for part in s.document.split("{")[1:]) // 2
    start = rng.integers(0, space, (s.topics, 1))
    stride = rng.integers(1, space // (2 * s.depth), (s.topics, s.depth)).cumsum(axis=1)
    others = 2 * ((start + stride) % space) + 1
    # Judged documents stand higher than others, as pools come from the top; relevant ones by the run's skill.
    score = rng.normal(size=grades.shape) + s.lift + skill * np.sqrt(np.maximum(grades, 0))
    kept = np.where(grades > 0, min(1.0, s.kept + 0.1 + 0.15 * skill), s.kept)
    lost = (rng.random(grades.shape) >= kept) | (grades < 0)
    score[lost] = -np.inf
    scores = np.hstack([score, rng.normal(size=others.shape)])
    everything = np.hstack([documents, others])
    order = np.argsort(-scores, axis=1)[:, : s.depth]
    chosen = np.take_along_axis(scores, order, axis=1)
    return np.take_along_axis(everything, order, axis=1), 20.0 + 3.0 * chosen


def main() -> None:
    """Generate one size."""
    parser = argparse.ArgumentParser(description="Write one benchmark collection as TREC files.")
    parser.add_argument("size", choices=SIZES)
    parser.add_argument("--folder", type=Path, required=True, help="written into FOLDER/SIZE")
    options = parser.parse_args()
    generate(options.size, options.folder / options.size)


if __name__ == "__main__":
    main()
