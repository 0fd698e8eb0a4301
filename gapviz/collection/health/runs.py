"""What one run holds, for the report of a collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gapviz.arrays import BoolArray
from gapviz.collection.model import Run


@dataclass(frozen=True)
class RunHealth:
    """One run in the report.

    Attributes
    ----------
    run, tag : str
    rows : int
        Rows that were read.
    depth_min, depth_median, depth_max : int, float, int
        Documents per judged topic that the run has.
    tied : float
        Share of the rows that share their score with another of their topic.
    misranked_topics : int
        Topics in which the rank column contradicts the scores.
    duplicates : int
        Rows that were dropped because their document stood in the topic already.
    missing_topics, extra_topics : tuple of str
        Judged topics without a document; topics without judgements.
    unjudged_10, unjudged_100 : float
        Share of unjudged documents among the first 10 and 100 of all topics.
    judged : int
        Retrieved documents that are judged.
    """

    run: str
    tag: str
    rows: int
    depth_min: int
    depth_median: float
    depth_max: int
    tied: float
    misranked_topics: int
    duplicates: int
    missing_topics: tuple[str, ...]
    extra_topics: tuple[str, ...]
    unjudged_10: float
    unjudged_100: float
    judged: int


def run_health(run: Run, topics: Sequence[str], unjudged: BoolArray) -> RunHealth:
    """Report on one run.

    Parameters
    ----------
    run : Run
    topics : sequence of str, length T
        Judged topics.
    unjudged : bool array, shape (D,)
        Documents of the pool without a judgement.

    Returns
    -------
    RunHealth
    """
    lengths = np.diff(run.offsets)
    depths = lengths[lengths > 0] if lengths.any() else np.zeros(1, dtype=np.int64)
    facts = run.facts
    return RunHealth(
        run=run.name,
        tag=facts.tag,
        rows=facts.rows,
        depth_min=int(depths.min()),
        depth_median=float(np.median(depths)),
        depth_max=int(depths.max()),
        tied=facts.tied / facts.rows if facts.rows else 0.0,
        misranked_topics=facts.misranked_topics,
        duplicates=facts.duplicates,
        missing_topics=tuple(topics[t] for t in np.flatnonzero(lengths == 0).tolist()),
        extra_topics=facts.extra_topics,
        unjudged_10=_unjudged_share(run, unjudged, 10),
        unjudged_100=_unjudged_share(run, unjudged, 100),
        judged=int((run.codes >= 0).sum()),
    )


def _unjudged_share(run: Run, unjudged: BoolArray, depth: int) -> float:
    """Share of the documents at ranks 1..depth, all topics together, without a judgement."""
    places = run.offsets[:-1, None] + np.arange(depth)
    codes = run.codes[places[places < run.offsets[1:, None]]]
    if not codes.size:
        return 0.0
    pooled = codes[codes >= 0]
    return float((codes.size - pooled.size + unjudged[pooled].sum()) / codes.size)
