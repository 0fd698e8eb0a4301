"""Random small collections as files, and what trec_eval says of them."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np

import gapviz
from tests.fuzz.inputs import file

PEERS = {
    "map": "AP", "ndcg": "nDCG", "ndcg_cut_3": "nDCG@3", "P_5": "P@5", "recall_5": "Recall@5",
    "Rprec": "Rprec", "recip_rank": "RR", "bpref": "bpref", "infAP": "infAP", "map_cut_3": "AP@3",
    "success_1": "Success@1",
}  # fmt: skip
"""trec_eval's names, and ours."""

ASKED = {"map", "ndcg", "ndcg_cut.3", "P.5", "recall.5", "Rprec", "recip_rank", "bpref", "infAP", "map_cut.3",
         "success.1"}  # fmt: skip

NAMES = ("a", "b", "B", "a-1", "a.1", "ä", "10", "9", "z" * 70, "=x", "0")


def difference(number: int) -> float:
    """Return the largest difference between a measure of a random collection and pytrec_eval's value.

    Parameters
    ----------
    number : int
        Seed.
    """
    import pytrec_eval

    chance = random.Random(f"collection {number}")
    topics = [str(t) for t in range(1, chance.randint(2, 6))]
    top = chance.choice((1, 1, 2, 3, 5))
    qrels = {
        topic: {name: chance.randint(0, top) for name in chance.sample(NAMES, chance.randint(1, len(NAMES)))}
        for topic in topics
    }
    lists = {
        topic: {name: chance.choice((0.0, 1.0, 2.5, -3.0, 1e-9, chance.random()))
                for name in chance.sample(NAMES, chance.randint(1, len(NAMES)))}
        for topic in topics
        if chance.random() < 0.9
    } or {topics[0]: {"a": 1.0}}  # fmt: skip
    judged = "".join(f"{t} 0 {d} {g}\n" for t in qrels for d, g in qrels[t].items())
    rows = "".join(f"{t} Q0 {d} 0 {s!r} tag\n" for t in lists for d, s in lists[t].items())
    collection = gapviz.load(file(judged.encode(), "qrels"), [file(rows.encode(), "a.run")])
    peer: Mapping[str, Mapping[str, float]] = pytrec_eval.RelevanceEvaluator(qrels, ASKED).evaluate(lists)
    mine = gapviz.scores(collection, list(PEERS.values())).values
    theirs = [[[peer.get(topic, {}).get(name, 0.0) for topic in collection.topics]] for name in PEERS]
    return float(np.abs(mine - np.array(theirs)).max())
