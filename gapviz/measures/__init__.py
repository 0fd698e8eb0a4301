"""The measures, in the order in which they are shown."""

from __future__ import annotations

from gapviz.measures.binary import AP, RECALL, RPREC, P
from gapviz.measures.blended import CONDENSED_Q, GENERALISED_AP, R_MEASURE, WEIGHTED_AP, Q
from gapviz.measures.bpref import BPREF, BPREF_10, BPREF_R
from gapviz.measures.cumulated import CG, DCG
from gapviz.measures.distance import ADM
from gapviz.measures.err import ERR
from gapviz.measures.first import RR, SUCCESS
from gapviz.measures.graded import EGAP, GAP, XGAP
from gapviz.measures.induced import INDAP, SUBAP
from gapviz.measures.infap import INFAP
from gapviz.measures.interpolated import IPREC
from gapviz.measures.judged import JUDGED
from gapviz.measures.measure import Definition
from gapviz.measures.ndcg import CONDENSED_NDCG, NDCG
from gapviz.measures.normalised import AVERAGE_NDCG, JK_NDCG
from gapviz.measures.positions import HALF_LIFE, NORMALISED_PRECISION, NORMALISED_RECALL
from gapviz.measures.rbp import RBP
from gapviz.measures.session import NSDCG, SDCG
from gapviz.measures.sliding import (
    GENERALISED_PRECISION,
    GENERALISED_RECALL,
    MODIFIED_SLIDING_RATIO,
    SLIDING_RATIO,
)

MEASURES: tuple[Definition, ...] = (
    AP,
    GAP,
    XGAP,
    EGAP,
    NDCG,
    P,
    RECALL,
    RPREC,
    RR,
    SUCCESS,
    IPREC,
    RBP,
    ERR,
    BPREF,
    INFAP,
    # Incomplete judgements
    BPREF_R,
    BPREF_10,
    INDAP,
    SUBAP,
    CONDENSED_NDCG,
    CONDENSED_Q,
    JUDGED,
    # Graded relevance
    Q,
    R_MEASURE,
    WEIGHTED_AP,
    GENERALISED_AP,
    CG,
    DCG,
    JK_NDCG,
    AVERAGE_NDCG,
    SLIDING_RATIO,
    MODIFIED_SLIDING_RATIO,
    GENERALISED_PRECISION,
    GENERALISED_RECALL,
    HALF_LIFE,
    ADM,
    # All ranks, sessions
    NORMALISED_RECALL,
    NORMALISED_PRECISION,
    SDCG,
    NSDCG,
)
