"""The measures, in the order in which they are shown."""

from __future__ import annotations

from gapviz.measures.binary import AP, RECALL, RPREC, P
from gapviz.measures.bpref import BPREF
from gapviz.measures.err import ERR
from gapviz.measures.graded import EGAP, GAP, XGAP
from gapviz.measures.infap import INFAP
from gapviz.measures.measure import Definition
from gapviz.measures.ndcg import NDCG
from gapviz.measures.rbp import RBP

MEASURES: tuple[Definition, ...] = (
    AP,
    GAP,
    XGAP,
    EGAP,
    NDCG,
    P,
    RECALL,
    RPREC,
    RBP,
    ERR,
    BPREF,
    INFAP,
)
